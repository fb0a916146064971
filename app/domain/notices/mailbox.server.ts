import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Channel, Topic } from "~/db/notice-channels";
import { type Database, columnsOf } from "~/db/client.server";
import { notices } from "~/db/schema";
import { titleOf, type AddressedNotice, linkOf } from "./notice";
import type { ChoiceRow } from "./said";
import { smsText } from "./sms-text";
import { templateMessage } from "./whatsapp-sender";

const SHOWN = 100;

/** Lists the newest notices, or those sent by one channel, with their bodies, for the mailbox of local mode (S6). */
export async function listMailbox(db: Database, origin: string, channel?: Channel) {
  const rows = await db
    .select({
      ...columnsOf(notices, "id", "kind", "channel", "userId", "topic", "subject", "words", "status", "lastError"),
      ...columnsOf(notices, "providerId", "createdAt", "deliveredAt", "seenAt"),
      to: notices.recipient,
    })
    .from(notices)
    .where(channel && and(eq(notices.channel, channel), isNotNull(notices.words)))
    // By when they came in: the clock of local mode goes back too.
    .orderBy(desc(sql`rowid`))
    .limit(SHOWN);
  return rows.map(({ words, ...row }) => ({
    ...row,
    subject: titleOf(row),
    text: null,
    html: null,
    template: null,
    choices: [],
    ...(words !== null && textOf(row.channel, row.topic, words, origin)),
  }));
}

export type MailboxNotice = Awaited<ReturnType<typeof listMailbox>>[number];

type Shown = Partial<{ subject: string; text: string; html: string; template: string; choices: ChoiceRow[] }>;

function textOf(channel: Channel, topic: Topic, words: string, origin: string): Shown {
  if (channel === "email") return JSON.parse(words);
  const short: AddressedNotice = JSON.parse(words);
  if (channel === "sms") return { text: smsText(short, origin) };
  if (channel !== "whatsapp") return { text: words };
  const link = linkOf(short, origin);
  const { name: template } = templateMessage(topic, short, { link, origin });
  const { buttons = [], rows = [] } = short.choices ?? {};
  return { text: [short.title, short.body, link].filter(Boolean).join("\n"), template, choices: [...buttons, ...rows] };
}
