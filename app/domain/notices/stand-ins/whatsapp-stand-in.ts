import * as z from "zod";
import { newId } from "../../values/id";
import { TEMPLATE_LANGUAGE, WHATSAPP_TEMPLATES } from "../whatsapp-templates";
import { misbehave } from "./magic-numbers";

const parameters = z.array(z.object({ type: z.literal("text"), text: z.string().min(1) }));
const template = z.object({
  name: z.string(),
  language: z.object({ code: z.literal(TEMPLATE_LANGUAGE) }),
  components: z.array(z.object({ type: z.string(), parameters })),
});
const product = z.object({ messaging_product: z.literal("whatsapp"), to: z.string() });
const message = z.union([
  product.extend({ type: z.literal("text"), text: z.object({ body: z.string().min(1).max(4096) }) }),
  product.extend({ type: z.literal("template"), template }),
]);

export interface HeardMessage {
  to: string;
  id: string;
  /** As the phone shows it. */
  text: string;
  template: string | null;
}

/**
 * Answers as Meta documents for `POST /{phone id}/messages`: local mode and tests send to it, because there is no such
 * account on a machine. It takes only templates that are to be approved, with as many variables as they have, and any text
 * within a day of the phone's last message. `heard` gets what it took.
 */
export const whatsAppStandIn =
  (
    mayWriteFreely: (phone: string) => Promise<boolean>,
    heard: (message: HeardMessage) => void = () => undefined,
  ): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const read = message.safeParse(await request.json().catch(() => null));
    if (!request.headers.get("Authorization")?.startsWith("Bearer ")) return refused(401, 190, "Access token expired");
    if (!read.success) return refused(400, 100, "Invalid parameter");
    const { to } = read.data;
    const refusal = await misbehave(to, request.signal, {
      limited: refused(400, 130429, "Rate limit hit"),
      broken: refused(500, 131000, "Something went wrong"),
      optedOut: refused(400, 131050, "User has stopped marketing messages"),
      invalid: refused(400, 131026, "Message undeliverable"),
    });
    if (refusal) return refusal;
    const id = `wamid.${newId()}`;
    if (read.data.type === "text") {
      if (!(await mayWriteFreely(to))) return refused(400, 131047, "Re-engagement message");
      heard({ to, id, text: read.data.text.body, template: null });
      return accepted(to, id);
    }
    const { name, components } = read.data.template;
    const approved = WHATSAPP_TEMPLATES.find((one) => one.name === name);
    if (!approved) return refused(404, 132001, "Template name does not exist in the translation");
    const variables = components.find((one) => one.type === "body")?.parameters ?? [];
    if (variables.length !== approved.examples.length)
      return refused(400, 132000, "Number of parameters does not match");
    if (variables.some((one) => /[\n\t]| {4,}/.test(one.text)))
      return refused(400, 132018, "Parameters have new lines, tabs or more than 4 blanks");
    const body = approved.body ?? "*{{1}}* is your verification code.";
    const text = body.replace(/\{\{(\d)\}\}/g, (_, at: string) => variables[Number(at) - 1]?.text ?? "");
    heard({ to, id, template: name, text });
    return accepted(to, id);
  };

const bare = (phone: string) => phone.replace("+", "");

const accepted = (to: string, id: string) =>
  Response.json({
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: bare(to) }],
    messages: [{ id, message_status: "accepted" }],
  });

const refused = (status: number, code: number, text: string) =>
  Response.json(
    { error: { message: `(#${code}) ${text}`, type: "OAuthException", code, fbtrace_id: "stand-in" } },
    { status },
  );

const metadata = { display_phone_number: "263772000000", phone_number_id: "0" };

function envelope(news: object): string {
  const changes = [{ field: "messages", value: { messaging_product: "whatsapp", metadata, ...news } }];
  return JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "0", changes }] });
}

/** What Meta posts when somebody writes. `seconds`: when, since 1970. */
export function whatsAppInbound(inbound: { from: string; id: string; text: string; name?: string; seconds: number }) {
  const { id, text: body, name = "Someone", seconds } = inbound;
  const from = bare(inbound.from);
  return envelope({
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id, timestamp: String(seconds), type: "text", text: { body } }],
  });
}

export type WhatsAppStatus = "sent" | "delivered" | "read" | "failed";

/** What it posts about messages that it took. */
export const whatsAppStatuses = (statuses: { id: string; status: WhatsAppStatus; seconds: number; code?: number }[]) =>
  envelope({
    statuses: statuses.map(({ seconds, code, ...one }) => ({
      ...one,
      timestamp: String(seconds),
      recipient_id: metadata.display_phone_number,
      ...(code && { errors: [{ code, title: "Message undeliverable" }] }),
    })),
  });

/** Meta's signature over a body, for its header `X-Hub-Signature-256`. */
export async function whatsAppSignature(appSecret: string, body: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(appSecret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(body)));
  return `sha256=${Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
