import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isSameSecret } from "~/domain/values/secrets";
import { notFound } from "~/http/responses";
import { receiveWhatsAppWebhook } from "~/dialogue/phone-webhooks.server";

/** Proves to Meta that this address is ours: gives back its challenge, if it knows the verify token (N15). */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { whatsApp } = context.phoneProviders;
  const query = new URL(request.url).searchParams;
  if (!whatsApp || query.get("hub.mode") !== "subscribe") throw notFound();
  if (!isSameSecret(query.get("hub.verify_token") ?? "", whatsApp.verifyToken))
    return new Response(null, { status: 403 });
  return new Response(query.get("hub.challenge"), { headers: { "Content-Type": "text/plain" } });
}

export const action = ({ context, request }: ActionFunctionArgs) => receiveWhatsAppWebhook(context, request);
