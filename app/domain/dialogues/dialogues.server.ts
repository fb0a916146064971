import { desc, eq, sql } from "drizzle-orm";
import { batch, type Database, columnsOf, firstRow, insertWhere, updateWhere } from "~/db/client.server";
import { dialogues } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import type { Instant } from "../time/harare";
import { cutText } from "../values/text";
import { GOES_ON_WITHIN, LINE_LENGTH, LINES_KEPT, type Dialogue, type Line } from "./dialogue";
import type { Said } from "../notices/said";
import { dialogueNotices } from "./dialogue-notices";

const columns = {
  ...columnsOf(dialogues, "id", "phone", "state", "misses", "version", "bookingId", "takenBy"),
  ...columnsOf(dialogues, "beganAt", "heardAt", "endedAt"),
  answers: sql<object>`${dialogues.answers}`.mapWith((text: string) => JSON.parse(text)).as("answers"),
  said: sql<Line[]>`${dialogues.said}`.mapWith((text: string) => JSON.parse(text)).as("said"),
};

/** The latest conversation of a phone, ended or not; null: none. */
export const findDialogue = <Answers>(db: Database, phone: string): Promise<Dialogue<Answers> | null> =>
  firstRow(
    db.select(columns).from(dialogues).where(eq(dialogues.phone, phone)).orderBy(desc(dialogues.heardAt)).limit(1),
  ) as Promise<Dialogue<Answers> | null>;

/** The conversation goes on: it hasn't ended, and they wrote within a day. */
export const goesOn = ({ endedAt, heardAt }: Dialogue<unknown>, now: Instant): boolean =>
  endedAt === null && heardAt > now - GOES_ON_WITHIN;

/** A message of theirs, by its id, and who is known to have written it; null: nobody. */
export interface HeardFrom {
  id: string;
  phone: string;
  text: string;
  userId: string | null;
}

/** The next state of a conversation. `isOver`: it has ended with this. */
export interface NextState<Answers> {
  state: string;
  answers: Answers;
  misses: number;
  bookingId?: string | null;
  isOver?: boolean;
}

const lineOf = (by: Line["by"], text: string, at: Instant) => ({ by, text: cutText(text, LINE_LENGTH), at });

/**
 * Writes what a message led to, and says `said` by WhatsApp, once (93): where the conversation still stands as it was read
 * (`before`; null: a new one begins). Returns false where another message came first: it is to be read again.
 */
export async function advanceDialogue<Answers extends object>(
  context: DomainContext,
  before: Dialogue<Answers> | null,
  heard: HeardFrom,
  next: NextState<Answers>,
  said: Said,
): Promise<boolean> {
  const { db, now } = context;
  const { phone } = heard;
  const id = before?.id ?? heard.id;
  const version = (before?.version ?? 0) + 1;
  const lines = [
    ...(before?.said ?? []),
    { ...lineOf("them", heard.text, now), id: heard.id },
    lineOf("us", said.text, now),
  ].slice(-LINES_KEPT);
  const row = {
    state: next.state,
    answers: JSON.stringify(next.answers),
    said: JSON.stringify(lines),
    misses: next.misses,
    version,
    bookingId: next.bookingId ?? before?.bookingId ?? null,
    heardAt: now,
    endedAt: next.isOver ? now : null,
  };
  const isWritten = sql`exists (select 1 from dialogues where id = ${id} and version = ${version}
    and said ->> ${`$[${lines.length - 2}].id`} = ${heard.id})`;
  const old = sql`phone = ${phone} and ended_at is null and ${before === null} and heard_at <= ${now - GOES_ON_WITHIN}`;
  const { written } = await batch(db, {
    // One that stopped a day ago is over.
    over: updateWhere(db, dialogues, { endedAt: sql`heard_at` }, old),
    written: before
      ? updateWhere(db, dialogues, row, sql`id = ${id} and version = ${before.version}`)
      : insertWhere(db, dialogues, { id, phone, beganAt: now, ...row }, sql`true`, { onConflict: "nothing" }),
    answer: notify(context, {
      to: { phone, channel: "whatsapp", userId: heard.userId },
      cause: heard.id,
      when: isWritten,
      notice: dialogueNotices.dialogueAnswer,
      facts: {
        text: said.text,
        kind: said.rows ? "rows" : "buttons",
        choices: said.rows ?? said.buttons ?? [],
        at: now,
      },
    }),
  });
  return written.meta.changes === 1;
}
