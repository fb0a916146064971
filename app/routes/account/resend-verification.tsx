import type { ActionFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { resendVerification } from "~/domain/accounts/registration.server";
import { answerMailRequest } from "~/http/mail-request.server";
import { sameSitePath } from "~/http/return-to";
import { MailRequestPage } from "~/ui/accounts/mail-request-page";

export const meta: MetaFunction = () => [{ title: `Verify your email – ${brand.name}` }];

export function action({ request, context }: ActionFunctionArgs) {
  const returnTo = sameSitePath(new URL(request.url).searchParams.get("redirectTo"));
  return answerMailRequest(request, context, (email) => resendVerification(context, email, returnTo));
}

export default function ResendVerification() {
  return (
    <MailRequestPage
      title="Verify your email"
      lead="We will send you a new link. It works for 48 hours."
      label="Send the link"
    />
  );
}
