import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { signInForm } from "~/domain/accounts/account-forms";
import { changeSignUpEmail, resendVerification } from "~/domain/accounts/registration.server";
import { formAction } from "~/http/forms";
import { requestToSend } from "~/http/request-draft.server";
import { redirectTo } from "~/http/responses";
import { returnOf, withReturn } from "~/http/return-to";
import { nameSignUp, readSignUp } from "~/http/signed-up.server";
import { PasswordField } from "~/ui/accounts/password-field";
import { MiniTicket, WaitingEmail } from "~/ui/accounts/waiting";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { PlainForm } from "~/ui/forms/owned-form";
import mailSent from "~/ui/illustrations/mail-sent.svg?url";
import { Notice, QuietLink, SubmitButton, TextLink } from "~/ui/shell/elements";
import { AccountPage, described } from "~/ui/shell/public-page";

export const meta = described({
  title: "Check your email",
  description: "Your registration is with us. Open the link in the email to verify your address.",
});

const SECONDS = 2;

const signInAfter = (request: Request) => withReturn("/signin", returnOf(request), { reason: "registered" });

/** Moves on to sign-in after two seconds by a header, not by a script; sign-in repeats the message (A15). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signIn = signInAfter(request);
  const returnTo = returnOf(request);
  const isChanging = new URL(request.url).searchParams.has("change");
  const [waiting, draft] = await Promise.all([readSignUp(context, request), requestToSend(context, request, returnTo)]);
  if (isChanging && !waiting) throw redirectTo(withReturn("/signup", returnTo));
  const shown = waiting && { email: waiting.email, role: waiting.role };
  const page = { signIn, returnTo, isChanging, waiting: shown, draft };
  return data(page, isChanging ? undefined : { headers: { Refresh: `${SECONDS}; url=${signIn}` } });
}

/** Sends the email again, or to another address. The address is the cookie's: a stranger can name none here (A15). */
export const action = formAction(
  "The email was not sent",
  async ({ request, context, read, pressed, refused, goTo }) => {
    const returnTo = returnOf(request);
    const waiting = await readSignUp(context, request);
    if (!waiting) return goTo(withReturn("/signup", returnTo));
    if (pressed(["again"])) {
      const sent = await resendVerification(context, waiting.email, returnTo);
      return sent.ok ? goTo(signInAfter(request), "emailSentAgain") : refused(sent);
    }
    const changed = read(signInForm);
    const result = await changeSignUpEmail(context, waiting, changed, returnTo);
    if (!result.ok) return refused(result, result.reason === "notSignUpPassword" ? "password" : undefined);
    const cookie = await nameSignUp(context, { id: result.id, email: changed.email, role: waiting.role });
    return goTo(withReturn("/signup/done", returnTo), null, { cookies: [cookie] });
  },
);

export default function SignedUp() {
  const { signIn, returnTo, isChanging, waiting, draft } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("change-email", ["email", "password"], { email: waiting?.email });
  if (isChanging)
    return (
      <AccountPage title="Change your email" lead="We'll send the link there. The link in the first email then ends.">
        <ProblemSummary message={message} fields={all} />
        <PlainForm noValidate className="grid gap-5">
          <TextField meta={fields.email} label="Email" type="email" autoComplete="username" required />
          <PasswordField meta={fields.password} label="Password that you chose" />
          <SubmitButton busy="Sending...">Send the link</SubmitButton>
        </PlainForm>
        <TextLink to={signIn}>Back</TextLink>
      </AccountPage>
    );
  return (
    <AccountPage title="Check your email">
      <Notice kind="success">Registration successful! Please check your email to verify your account.</Notice>
      {draft && <MiniTicket request={draft}>Your request waits. You send it from the link in the email.</MiniTicket>}
      {waiting && <WaitingEmail email={waiting.email} change={withReturn("/signup/done", returnTo, { change: "1" })} />}
      {waiting?.role === "plumber" && (
        <p className="text-ink-2">
          After that our office looks at your profile before clients can find you. Meanwhile you can send your papers
          and set your hours.
        </p>
      )}
      {!waiting && <img src={mailSent} alt="" width={200} height={150} className="mx-auto" />}
      <QuietLink to={signIn}>Go to sign in</QuietLink>
    </AccountPage>
  );
}
