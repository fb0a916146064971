import { SELF } from "cloudflare:test";
import { smsInboundReport, whatsAppInbound, whatsAppSignature } from "~/domain/notices/phone-stand-ins";
import { newId } from "~/domain/values/id";
import { env } from "./env";
import { currentInstant } from "./now";

// What local mode's stand-ins sign with (workers/environment.ts).
const APP_SECRET = "local";
export const SMS_SECRET = "local".repeat(8);

/** When the run of the tests began, in seconds: providers count them. */
export const seconds = Math.floor(currentInstant() / 1000);

export const signatureOf = (body: string) => whatsAppSignature(APP_SECRET, body);

export const postWebhook = (path: string, body: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${env.ORIGIN}${path}`, { method: "POST", body, headers });

/** Posts as Meta does. */
export const postWhatsApp = async (body: string) =>
  postWebhook("/webhooks/whatsapp", body, { "X-Hub-Signature-256": await signatureOf(body) });

/** Posts as Africa's Talking does. */
export const postSms = (part: "messages" | "reports", form: URLSearchParams, secret = SMS_SECRET) =>
  postWebhook(`/webhooks/sms/${secret}/${part}`, form.toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
  });

/** Writes from a phone, and gives the status that the provider gets. */
export async function write(channel: "whatsapp" | "sms", from: string, text: string, id = newId()): Promise<number> {
  const response =
    channel === "whatsapp"
      ? await postWhatsApp(whatsAppInbound({ from, id, text, name: "Chipo", seconds }))
      : await postSms("messages", smsInboundReport({ from, id, text, at: "2026-11-20 09:00:00" }));
  return response.status;
}
