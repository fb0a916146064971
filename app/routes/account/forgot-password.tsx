import type { MetaFunction } from "@remix-run/cloudflare";
import { requestPasswordReset } from "~/domain/accounts/password-reset.server";
import { formAction } from "~/http/form-action";
import { respondToEmailRequest, EMAIL_REQUEST_FAILED } from "~/http/email-request.server";
import { EmailRequestPage } from "~/ui/accounts/email-request-page";
import { describePage } from "~/ui/shell/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: "Forgot your password?",
    description: "Enter your email address and we send you a link to choose a new password.",
  });

export const action = formAction(EMAIL_REQUEST_FAILED, ({ context, form }) =>
  respondToEmailRequest(form, (email) => requestPasswordReset(context, email, context.clientAddress)),
);

export default function ForgotPassword() {
  return (
    <EmailRequestPage
      title="Forgot your password?"
      lead="We will mail you a link to choose a new one. It works once, for 30 minutes."
      label="Send the link"
    />
  );
}
