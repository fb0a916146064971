import { SELF } from "cloudflare:test";
import { desc, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import type { ChoiceRow } from "~/domain/notices/said";
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

interface Sent {
  text?: string;
  choice?: string;
  place?: { latitude: number; longitude: number };
  picture?: string;
  id?: string;
}

/** A phone that writes to Pombi by WhatsApp, and reads what it answers. */
export const openPhone = (db: Database, phone: string, name = "Chipo Zulu") => ({
  /** Sends words, a tap, a place or a picture; gives what is answered to it: null, nothing. */
  async send({ id = newId(), text = "", ...sent }: Sent) {
    const body = whatsAppInbound({ from: phone, id, text, name, seconds, ...sent });
    expect(await postWhatsApp(body)).toBe(200);
    return this.heard();
  },
  write(text: string) {
    return this.send({ text });
  },
  /** Taps the first choice of the last answer whose id or title begins so. */
  async tap(begins: string) {
    const { choices } = (await this.heard())!;
    const choice = choices.find(({ id, title }) => id.startsWith(begins) || title.startsWith(begins));
    if (!choice) throw new Error(`Nothing begins with ${begins}: ${choices.map(({ title }) => title).join(", ")}`);
    return this.send({ text: choice.title, choice: choice.id });
  },
  /** What Pombi said last. */
  async heard() {
    const said = sql`kind = 'dialogueAnswer' and recipient = ${phone}`;
    const [last] = await db
      .select({ facts: notices.facts, words: notices.words })
      .from(notices)
      .where(said)
      .orderBy(desc(sql`rowid`))
      .limit(1);
    if (!last) return null;
    const { text, choices } = JSON.parse(last.facts!) as { text: string; choices: ChoiceRow[] };
    return { text, choices };
  },
});
