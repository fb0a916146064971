import { useActionData, useLocation } from "@remix-run/react";
import { emailForm } from "~/domain/accounts/account-forms";
import { requestPasswordReset } from "~/domain/accounts/password-changes.server";
import { resendVerification } from "~/domain/accounts/registration.server";
import { formAction } from "~/http/forms";
import { returnOf } from "~/http/return-to";
import { Notice, QuietLink, SubmitButton } from "~/ui/shell/elements";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import mailSent from "~/ui/illustrations/mail-sent.svg?url";
import { AccountPage, described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";

const RESET = {
  title: "Forgot your password?",
  description: "Enter your email address and we'll send you a link to choose a new password.",
  heading: "Forgot your password?",
  lead: "We'll email you a link to choose a new one. It works once, for 30 minutes.",
};
const VERIFICATION = {
  title: "Get a new verification link",
  description: "Have the verification email sent again.",
  heading: "Verify your email",
  lead: "We'll send you a new link. It works for 48 hours.",
};

const pageAt = (path: string) => (path.startsWith("/forgot-password") ? RESET : VERIFICATION);

export const meta = described((_, { location }) => pageAt(location.pathname));

/** Says the same for every address, with or without an account (A7). */
export const action = formAction("The email was not sent", async ({ request, context, read, refused }) => {
  const { email } = read(emailForm);
  const { pathname } = new URL(request.url);
  const result =
    pageAt(pathname) === RESET
      ? await requestPasswordReset(context, email)
      : await resendVerification(context, email, returnOf(request));
  return result.ok ? { sentTo: email } : refused(result);
});

export default function EmailedLink() {
  const { heading, lead } = pageAt(useLocation().pathname);
  const sent = useActionData<{ sentTo?: string }>()?.sentTo;
  const { fields, all, message } = useFormReply("mail-request", ["email"]);
  if (sent)
    return (
      <AccountPage title="Check your email">
        <img src={mailSent} alt="" width={200} height={150} className="mx-auto" />
        <Notice kind="success">
          If there's an account for {sent} that needs it, an email with a link is on its way.
        </Notice>
        <QuietLink to="/signin">Back to sign in</QuietLink>
      </AccountPage>
    );
  return (
    <AccountPage title={heading} lead={lead}>
      <ProblemSummary message={message} fields={all} />
      <PlainForm noValidate className="grid gap-5">
        <TextField meta={fields.email} label="Email" type="email" autoComplete="email" required />
        <SubmitButton busy="Sending...">Send the link</SubmitButton>
      </PlainForm>
    </AccountPage>
  );
}
