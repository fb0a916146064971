import type { MetaFunction } from "@remix-run/cloudflare";
import { resendVerification } from "~/domain/accounts/verification-links.server";
import { formAction } from "~/http/form-action";
import { respondToEmailRequest, EMAIL_REQUEST_FAILED } from "~/http/email-request.server";
import { sameSitePath } from "~/http/return-to";
import { EmailRequestPage } from "~/ui/accounts/email-request-page";
import { describePage } from "~/ui/shell/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, { title: "Get a new verification link", description: "Have the verification email sent again." });

export const action = formAction(EMAIL_REQUEST_FAILED, ({ request, context, form }) => {
  const returnTo = sameSitePath(new URL(request.url).searchParams.get("redirectTo"));
  return respondToEmailRequest(form, (email) => resendVerification(context, email, returnTo, context.clientAddress));
});

export default function ResendVerification() {
  return (
    <EmailRequestPage
      title="Verify your email"
      lead="We will send you a new link. It works for 48 hours."
      label="Send the link"
    />
  );
}
