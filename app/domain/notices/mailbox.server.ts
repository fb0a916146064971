import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Channel, Topic } from "~/db/notice-channels";
import { type Database, columnsOf } from "~/db/client.server";
import { notices } from "~/db/schema";
import type { Instant } from "../time/harare";
import { titleOf, type AddressedNotice, linkOf } from "./notice";
import type { ChoiceRow } from "./said";
import { smsText } from "./sms-text";
import { freeText, templateMessage } from "./whatsapp-sender";

const MAILBOX_SIZE = 100;

type Stored = Pick<
  typeof notices.$inferSelect,
  | "id"
  | "kind"
  | "channel"
  | "userId"
  | "topic"
  | "status"
  | "lastError"
  | "providerId"
  | "createdAt"
  | "deliveredAt"
  | "seenAt"
>;

export interface MailboxNotice extends Stored, Pick<AddressedNotice, "photo" | "receipt"> {
  to: string;
  subject: string;
  text: string | null;
  html: string | null;
  template: string | null;
  choices: ChoiceRow[];
}

/** Lists the newest notices, or those sent by one channel, with their bodies, for the mailbox of local mode (S6). */
export async function listMailbox(db: Database, origin: string, channel?: Channel): Promise<MailboxNotice[]> {
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
    .limit(MAILBOX_SIZE);
  return rows.map(({ words, ...row }) => ({
    ...row,
    subject: titleOf(row),
    text: null,
    html: null,
    template: null,
    choices: [],
    photo: null,
    receipt: null,
    ...(words !== null && textOf(row.channel, row.topic, words, origin)),
  }));
}

/** Lists what a phone has written by WhatsApp: to Pombi, to the other side of a job, and to the office. */
export const listWritten = (db: Database, phone: string) =>
  db.all<{ text: string; at: Instant }>(sql`
    with told as (select line.value ->> 'id' as id, line.value ->> 'text' as text, line.value ->> 'at' as at
      from dialogues, json_each(said) line where phone = ${phone} and line.value ->> 'by' = 'them')
    select text, at from told
    union all select content, created_at from messages where id not in (select id from told)
      and sender_id in (select user_id from phone_channels where phone = ${phone} and channel = 'whatsapp')
    union all select message, created_at from enquiries where phone = ${phone} and topic = 'whatsapp'
      and message not in (select text from told) and not instr(message, char(10) || 'Pombi: ')
    order by at desc limit ${MAILBOX_SIZE}`);

type Body = Partial<
  Pick<AddressedNotice, "photo" | "receipt"> & {
    subject: string;
    text: string;
    html: string;
    template: string;
    choices: ChoiceRow[];
  }
>;

function textOf(channel: Channel, topic: Topic, words: string, origin: string): Body {
  if (channel === "email") return JSON.parse(words);
  const short: AddressedNotice = JSON.parse(words);
  if (channel === "sms") return { text: smsText(short, origin) };
  if (channel !== "whatsapp") return { text: words };
  const link = linkOf(short, origin);
  const { name: template } = templateMessage(topic, short, { link, origin });
  const { buttons = [], rows = [] } = short.choices ?? {};
  const { photo = null, receipt = null } = short;
  return { text: freeText(short, link), template, choices: [...buttons, ...rows], photo, receipt };
}
