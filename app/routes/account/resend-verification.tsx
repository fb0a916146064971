import type { MetaFunction } from "@remix-run/cloudflare";
import { emailForm } from "~/domain/accounts/account-forms";
import { resendVerification } from "~/domain/accounts/verification-links.server";
import { formAction } from "~/http/form-action";
import { sameSitePath } from "~/http/return-to";
import { EmailRequestPage } from "~/ui/accounts/email-request-page";
import { describePage } from "~/ui/shell/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, { title: "Get a new verification link", description: "Have the verification email sent again." });

/** Says the same for every address (A7). */
export const action = formAction("The email was not sent", async ({ request, context, read, refused }) => {
  const returnTo = sameSitePath(new URL(request.url).searchParams.get("redirectTo"));
  const value = read(emailForm);
  const { email } = value;
  const result = await resendVerification(context, email, returnTo, context.clientAddress);
  return result.ok ? { sentTo: email } : refused(result);
});

export default function ResendVerification() {
  return (
    <EmailRequestPage
      title="Verify your email"
      lead="We'll send you a new link. It works for 48 hours."
      label="Send the link"
    />
  );
}
