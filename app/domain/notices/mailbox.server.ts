import { desc, eq, sql } from "drizzle-orm";
import type { Channel } from "~/db/notice-channels";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import { linkOf, readShortNotice } from "./short-notice";
import { smsText } from "./sms-text";
import { templateMessage } from "./whatsapp-templates";

const SHOWN = 100;

/** Lists the newest notices with what was sent, of all channels or one, for the mailbox of local mode (S6): nothing else shows bodies. */
export async function listMailbox(db: Database, origin: string, channel?: Channel) {
  const rows = await db
    .select({
      id: notices.id,
      kind: notices.kind,
      channel: notices.channel,
      to: notices.recipient,
      userId: notices.userId,
      topic: notices.topic,
      subject: notices.subject,
      text: notices.text,
      html: notices.html,
      payload: notices.payload,
      status: notices.status,
      lastError: notices.lastError,
      providerId: notices.providerId,
      createdAt: notices.createdAt,
      deliveredAt: notices.deliveredAt,
      seenAt: notices.seenAt,
    })
    .from(notices)
    .where(channel && eq(notices.channel, channel))
    // By when they came in: the clock of local mode goes back too.
    .orderBy(desc(sql`rowid`))
    .limit(SHOWN);
  return rows.map(({ payload, ...row }) => ({
    ...row,
    template: undefined,
    ...(payload === null ? {} : textOf({ ...row, payload }, origin)),
  }));
}

export type MailboxNotice = Awaited<ReturnType<typeof listMailbox>>[number];

/** What a phone shows, and by which template; other channels' payload as it is. */
function textOf({ channel, topic, payload }: Sent, origin: string): { text: string; template?: string } {
  if (channel === "sms") return { text: smsText(readShortNotice({ payload }), origin) };
  if (channel !== "whatsapp") return { text: payload };
  const short = readShortNotice({ payload });
  const link = linkOf(short, origin);
  const { name: template } = templateMessage(topic, short, { link, origin });
  return { text: [short.title, short.body, link].filter(Boolean).join("\n"), template };
}
type Sent = Pick<typeof notices.$inferSelect, "channel" | "topic"> & { payload: string };
