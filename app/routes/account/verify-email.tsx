import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { verifyEmail } from "~/domain/accounts/registration.server";
import { sameSitePath, withReturn } from "~/http/return-to";
import { messageOf } from "~/http/refusals";
import { AccountPage } from "~/ui/account-page";
import done from "~/ui/drawings/done.svg?url";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { describePage } from "~/ui/site/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, { title: "Verify your email", description: "Confirm that the email address is yours, and your account is ready." });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) return data({ verified: false, message: "No token provided.", signIn: "/signin" }, { status: 400 });
  const result = await verifyEmail(context, token);
  if (!result.ok) return data({ verified: false, message: `Verification failed. ${messageOf(result)}`, signIn: "/signin" }, { status: 400 });
  const signIn = withReturn("/signin", sameSitePath(result.redirectTo), { reason: "verified" });
  return data({ verified: true, message: "Your email is verified.", signIn });
}

export default function VerifyEmail() {
  const { verified, message, signIn } = useLoaderData<typeof loader>();
  return (
    <AccountPage title={verified ? "Welcome!" : "Verify your email"}>
      {verified && <img src={done} alt="" width={200} height={150} className="mx-auto" />}
      <Notice kind={verified ? "success" : "danger"}>{message}</Notice>
      {verified ? (
        <Link to={signIn} className="button">
          Sign in
        </Link>
      ) : (
        <Link to="/resend-verification" className="button">
          Send me a new link
        </Link>
      )}
    </AccountPage>
  );
}
