import * as z from "zod";
import { newId } from "../../values/id";
import { TEMPLATE_LANGUAGE, WHATSAPP_TEMPLATES } from "../whatsapp-templates";
import { misbehaviourAt, slowly } from "./magic-numbers";

const parameters = z.array(z.object({ type: z.literal("text"), text: z.string().min(1) }));
const message = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string(),
  type: z.enum(["text", "template"]),
  text: z.object({ body: z.string().min(1).max(4096) }).optional(),
  template: z
    .object({
      name: z.string(),
      language: z.object({ code: z.string() }),
      components: z.array(z.object({ type: z.string(), parameters })),
    })
    .optional(),
});

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
    const { to, type, text, template } = read.data;
    switch (misbehaviourAt(to)) {
      case "limited":
        return refused(400, 130429, "Rate limit hit");
      case "broken":
        return refused(500, 131000, "Something went wrong");
      case "gone":
        throw new TypeError("Network connection lost.");
      case "slow":
        await slowly(request.signal);
        break;
      case "optedOut":
        return refused(400, 131050, "User has stopped marketing messages");
      case "invalid":
        return refused(400, 131026, "Message undeliverable");
    }
    const id = `wamid.${newId()}`;
    if (type === "text") {
      if (!(await mayWriteFreely(to))) return refused(400, 131047, "Re-engagement message");
      heard({ to, id, text: text?.body ?? "", template: null });
      return accepted(to, id);
    }
    const approved = WHATSAPP_TEMPLATES.find(({ name }) => name === template?.name);
    if (!template || !approved || template.language.code !== TEMPLATE_LANGUAGE)
      return refused(404, 132001, "Template name does not exist in the translation");
    const variables = template.components.find((one) => one.type === "body")?.parameters ?? [];
    if (variables.length !== approved.examples.length)
      return refused(400, 132000, "Number of parameters does not match");
    if (variables.some((one) => /[\n\t]| {4,}/.test(one.text)))
      return refused(400, 132018, "Parameters have new lines, tabs or more than 4 blanks");
    heard({
      to,
      id,
      template: template.name,
      text: (approved.body ?? "*{{1}}* is your verification code.").replace(
        /\{\{(\d)\}\}/g,
        (_, at: string) => variables[Number(at) - 1]?.text ?? "",
      ),
    });
    return accepted(to, id);
  };

const accepted = (to: string, id: string) =>
  Response.json({
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: to.replace("+", "") }],
    messages: [{ id, message_status: "accepted" }],
  });

const refused = (status: number, code: number, text: string) =>
  Response.json(
    { error: { message: `(#${code}) ${text}`, type: "OAuthException", code, fbtrace_id: "stand-in" } },
    { status },
  );

const envelope = (value: object) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "0",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "263772000000", phone_number_id: "0" },
              ...value,
            },
          },
        ],
      },
    ],
  });

/** What Meta posts when somebody writes. `seconds`: when, since 1970. */
export const whatsAppInbound = (inbound: { from: string; id: string; text: string; name?: string; seconds: number }) =>
  envelope({
    contacts: [{ profile: { name: inbound.name ?? "Someone" }, wa_id: inbound.from.replace("+", "") }],
    messages: [
      {
        from: inbound.from.replace("+", ""),
        id: inbound.id,
        timestamp: String(inbound.seconds),
        type: "text",
        text: { body: inbound.text },
      },
    ],
  });

export type WhatsAppStatus = "sent" | "delivered" | "read" | "failed";

/** What it posts about messages that it took. */
export const whatsAppStatuses = (statuses: { id: string; status: WhatsAppStatus; seconds: number; code?: number }[]) =>
  envelope({
    statuses: statuses.map(({ id, status, seconds, code }) => ({
      id,
      status,
      timestamp: String(seconds),
      recipient_id: "263772000000",
      ...(code && { errors: [{ code, title: "Message undeliverable" }] }),
    })),
  });

/** Meta's signature over a body, for its header `X-Hub-Signature-256`. */
export async function whatsAppSignature(appSecret: string, body: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytesOf(appSecret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(body)));
  return `sha256=${[...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
