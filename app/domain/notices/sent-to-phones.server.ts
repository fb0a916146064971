import { desc, sql } from "drizzle-orm";
import { isOneOf } from "~/db/columns";
import { PHONE_CHANNELS, type PhoneChannel } from "~/db/notice-channels";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import type { AddressedNotice } from "./notice";
import { linkOf } from "./short-notice";
import { smsText } from "./sms-text";
import { templateMessage } from "./whatsapp-templates";

const SHOWN = 50;

/** Lists the newest messages to phones with their texts, only for local mode's `/dev/phones` (S6). */
export async function listSentToPhones(db: Database, origin: string) {
  const rows = await db
    .select({
      id: notices.id,
      channel: sql<PhoneChannel>`${notices.channel}`,
      topic: notices.topic,
      phone: notices.recipient,
      words: notices.words,
      status: notices.status,
      lastError: notices.lastError,
      providerId: notices.providerId,
      createdAt: notices.createdAt,
      deliveredAt: notices.deliveredAt,
      seenAt: notices.seenAt,
    })
    .from(notices)
    .where(isOneOf(notices.channel, PHONE_CHANNELS))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(SHOWN);
  return rows.map(({ words, topic, ...row }) => ({ ...row, ...textOf(words, row.channel, topic, origin) }));
}

export type SentToPhone = Awaited<ReturnType<typeof listSentToPhones>>[number];

function textOf(
  words: string | null,
  channel: PhoneChannel,
  topic: typeof notices.$inferSelect.topic,
  origin: string,
): { text: string | null; template: string | null } {
  if (words === null) return { text: null, template: null };
  const short: AddressedNotice = JSON.parse(words);
  if (channel === "sms") return { text: smsText(short, origin), template: null };
  const link = linkOf(short, origin);
  return {
    text: [short.title, short.body, link].filter(Boolean).join("\n"),
    template: templateMessage(topic, short, { link, origin }).name,
  };
}
