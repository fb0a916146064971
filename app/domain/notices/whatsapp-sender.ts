import * as z from "zod";
import { MINUTE } from "../time/harare";
import { DeliveryError, type QueuedNotice, type Sender } from "./delivery";
import { linkOf, readShortNotice } from "./short-notice";
import { verdictOnWhatsApp } from "./whatsapp-errors";
import { templateMessage } from "./whatsapp-templates";

/** The company's number at Meta's Cloud API. */
export interface WhatsAppAccount {
  token: string;
  phoneId: string;
}

const API = "https://graph.facebook.com/v25.0";

const taken = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refused = z.object({ error: z.object({ code: z.number(), message: z.string().default("") }) });

interface Surroundings {
  origin: string;
  /** In local mode a stand-in's. */
  fetch: typeof globalThis.fetch;
  /** Whether the owner of a phone has written to us within a day: then WhatsApp takes any text. */
  mayWriteFreely: (phone: string) => Promise<boolean>;
}

/** The sender of WhatsApp messages, by Meta's Cloud API (N15): an approved template, or a text within a day of theirs. */
export const whatsAppSender = ({ token, phoneId }: WhatsAppAccount, around: Surroundings): Sender => ({
  async send(notice, signal) {
    const message = await messageOf(notice, around);
    const response = await around.fetch(`${API}/${phoneId}/messages`, {
      method: "POST",
      signal,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: notice.recipient,
        // Comes back with each report, also if the answer to this call is lost.
        biz_opaque_callback_data: notice.id,
        ...message,
      }),
    });
    const body: unknown = await response.json().catch(() => null);
    const { data: done } = taken.safeParse(body);
    if (response.ok && done) return { providerId: done.messages[0]!.id };
    throw errorOf(response.status, refused.safeParse(body).data?.error);
  },
});

async function messageOf(notice: QueuedNotice, { origin, mayWriteFreely }: Surroundings) {
  const short = readShortNotice(notice);
  const link = linkOf(short, origin);
  if (short.code === undefined && (await mayWriteFreely(notice.recipient))) {
    const body = [short.title, short.body, link].filter(Boolean).join("\n");
    return { type: "text", text: { preview_url: false, body } };
  }
  return { type: "template", template: templateMessage(notice.topic, short, { link, origin }) };
}

function errorOf(status: number, error?: { code: number; message: string }): DeliveryError {
  if (error) return new DeliveryError(`WhatsApp: ${error.message}`, verdictOnWhatsApp(error.code), String(error.code));
  return status === 429
    ? new DeliveryError("WhatsApp: too many requests.", { kind: "wait", for: MINUTE }, "429")
    : new DeliveryError(`WhatsApp answered ${status}.`, { kind: "retry" }, String(status));
}
