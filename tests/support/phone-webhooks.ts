import { SELF } from "cloudflare:test";
import { smsInboundReport, whatsAppInbound, whatsAppSignature } from "~/domain/notices/phone-stand-ins";
import { newId } from "~/domain/values/id";
import { env } from "./env";
import { currentInstant } from "./now";

// Calls as WhatsApp's and the text messages' providers make them.

/** When the run of the tests began, in seconds: providers count them. */
export const seconds = Math.floor(currentInstant() / 1000);
// Local mode's stand-ins have these secrets (workers/environment.ts).
export const SMS = `/webhooks/sms/${"local".repeat(8)}`;

export const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${env.ORIGIN}${path}`, { method: "POST", body, headers });
export const post = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
export const signed = async (body: string) => ({ "X-Hub-Signature-256": await whatsAppSignature("local", body) });
export const postWhatsApp = async (body: string) => post("/webhooks/whatsapp", body, await signed(body));
export const postSms = (part: "messages" | "reports", form: URLSearchParams) =>
  post(`${SMS}/${part}`, form.toString(), { "Content-Type": "application/x-www-form-urlencoded" });

/** Writes from a phone, and gives the status that the provider gets. */
export const write = async (channel: "whatsapp" | "sms", from: string, text: string, id = newId()) =>
  channel === "whatsapp"
    ? postWhatsApp(whatsAppInbound({ from, id, text, name: "Chipo", seconds }))
    : postSms("messages", smsInboundReport({ from, id, text, at: "2026-11-20 09:00:00" }));
