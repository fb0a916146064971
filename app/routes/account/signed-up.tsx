import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { returnOf, withReturn } from "~/http/return-to";
import { AccountPage, described } from "~/ui/shell/public-page";
import mailSent from "~/ui/illustrations/mail-sent.svg?url";
import { ButtonLink, Notice } from "~/ui/shell/elements";

export const meta = described({
  title: "Check your email",
  description: "Your registration is with us. Open the link in the email to verify your address.",
});

const SECONDS = 2;

/** Moves on to sign-in after two seconds by a header, not by a script; sign-in repeats the message (A15). */
export function loader({ request }: LoaderFunctionArgs) {
  const signIn = withReturn("/signin", returnOf(request), { reason: "registered" });
  return data({ signIn }, { headers: { Refresh: `${SECONDS}; url=${signIn}` } });
}

export default function SignedUp() {
  const { signIn } = useLoaderData<typeof loader>();
  return (
    <AccountPage title="Check your email">
      <img src={mailSent} alt="" width={200} height={150} className="mx-auto" />
      <Notice kind="success">Registration successful! Please check your email to verify your account.</Notice>
      <p className="text-ink-2">
        Plumbers: after that our office looks at your profile before clients can find you. Meanwhile you can send your
        papers and set your hours.
      </p>
      <ButtonLink to={signIn}>Go to sign in</ButtonLink>
    </AccountPage>
  );
}
