import type { MetaFunction } from "@remix-run/cloudflare";
import { emailForm } from "~/domain/accounts/account-forms";
import { requestPasswordReset } from "~/domain/accounts/password-reset.server";
import { formAction } from "~/http/form-action";
import { EmailRequestPage } from "~/ui/accounts/email-request-page";
import { describePage } from "~/ui/shell/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: "Forgot your password?",
    description: "Enter your email address and we'll send you a link to choose a new password.",
  });

/** Says the same for every address (A7). */
export const action = formAction("The email was not sent", async ({ context, read, refused }) => {
  const value = read(emailForm);
  const { email } = value;
  const result = await requestPasswordReset(context, email, context.clientAddress);
  return result.ok ? { sentTo: email } : refused(result);
});

export default function ForgotPassword() {
  return (
    <EmailRequestPage
      title="Forgot your password?"
      lead="We'll email you a link to choose a new one. It works once, for 30 minutes."
      label="Send the link"
    />
  );
}
