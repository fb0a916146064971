import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { isSameSecret } from "~/domain/values/secrets";
import { notFound, param } from "~/http/responses";
import { receiveSmsMessage, receiveSmsReport } from "~/dialogue/phone-webhooks.server";

export const loader = () => notFound();

/** Takes what Africa's Talking posts (N15). It signs nothing: the secret in the address says that it is them. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { sms } = context.phoneProviders;
  if (!sms || !isSameSecret(param(params, "secret"), sms.webhookSecret)) throw notFound();
  switch (param(params, "part")) {
    case "reports":
      return receiveSmsReport(context, request);
    case "messages":
      return receiveSmsMessage(context, request);
    default:
      throw notFound();
  }
}
