import { eq, sql, type SQL } from "drizzle-orm";
import { brand } from "~/brand";
import type { DialogueState } from "~/db/dialogue-states";
import { batch, type Database, columnsOf, firstRow, insertWhere, isOneOf } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { dialogues } from "~/db/schema";
import { DIALOGUE_GOES_ON } from "../accounts/expiry.server";
import { officeVerb } from "../audit-log/audit-log.server";

import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { fileConversation } from "../enquiries/enquiries.server";
import type { Instant } from "../time/harare";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { formatReceipt } from "../values/money";
import { newId } from "../values/id";
import { OK, type TooMany } from "../values/refusal";
import { defineList } from "../values/lists.server";
import type { AuthenticatedUser } from "../values/user";
import { cutText } from "../values/text";
import {
  LINE_LENGTH,
  LINES_KEPT,
  markChoices,
  sayInText,
  type Dialogue,
  type Line,
  type ShownDialogue,
} from "./dialogue";
import type { PhoneChannel } from "../notices/choices";
import type { Said } from "../notices/said";
import { type DialogueAnswer, dialogueNotices } from "./dialogue-notices";

const columns = {
  ...columnsOf(dialogues, "id", "channel", "phone", "state", "misses", "version", "bookingId", "takenBy"),
  ...columnsOf(dialogues, "beganAt", "heardAt", "endedAt"),
  answers: sql`${dialogues.answers}`.mapWith((text: string): object => JSON.parse(text)).as("answers"),
  said: sql`${dialogues.said}`.mapWith((text: string): Line[] => JSON.parse(text)).as("said"),
};

/** The conversation of a phone that hasn't ended; null: none. */
export const findDialogue = <Answers>(
  db: Database,
  phone: string,
  channel: PhoneChannel = "whatsapp",
): Promise<Dialogue<Answers> | null> =>
  firstRow(
    db
      .select(columns)
      .from(dialogues)
      .where(sql`phone = ${phone} and channel = ${channel} and ended_at is null`),
  ) as Promise<Dialogue<Answers> | null>;

/** What a message led to before, if it is posted again: an answer of ours, a message to the other side, or one to the office. */
export const ledBefore = async (db: Database, messageId: string) =>
  (
    await db.get<{ to: "answer" | "message" | "enquiry" | null }>(sql`select case
      when exists (select 1 from notices where cause_id = ${messageId} and kind = 'dialogueAnswer') then 'answer'
      when exists (select 1 from messages where id = ${messageId}) then 'message'
      when exists (select 1 from enquiries where id = ${messageId}) then 'enquiry' end as "to"`)
  ).to;

/** They wrote within a day. */
export const goesOn = ({ heardAt }: Pick<Dialogue<unknown>, "heardAt">, now: Instant): boolean =>
  heardAt > now - DIALOGUE_GOES_ON;

/** A message of theirs, by its id, and who is known to have written it; null: nobody. */
interface HeardFrom {
  id: string;
  channel: PhoneChannel;
  phone: string;
  text: string;
  userId: string | null;
}

/** The next state of a conversation. */
export interface NextState<Answers> {
  state: DialogueState;
  answers: Answers;
  misses: number;
  bookingId?: string;
}

const lineOf = (by: Line["by"], text: string, at: Instant) => ({ by, text: cutText(text, LINE_LENGTH[by]), at });

/** A conversation that a message begins has its id. */
const idOf = (before: Dialogue<unknown> | null, { id }: HeardFrom) => before?.id ?? id;

/**
 * Writes what a message led to, and says `said` once, on its channel (Q5): where the conversation still stands as it was
 * read (`before`; null: a new one begins). `said` null: a person answers. Returns null where another message came first: it
 * is to be read again. Refuses with `tooMany` (L1).
 */
export async function advanceDialogue<Answers extends object>(
  context: DomainContext,
  before: Dialogue<Answers> | null,
  heard: HeardFrom,
  next: NextState<Answers>,
  said: Said | null,
): Promise<{ ok: true } | TooMany | null> {
  const { db, now } = context;
  const { phone, channel, userId } = heard;
  const attempts: Attempt[] = [
    ["dialoguePerPhone", phone],
    ...(userId === null ? [["dialoguePerStranger", phone] satisfies Attempt] : []),
  ];
  const mayTalk = isWithinLimit(context, ...attempts);
  const id = idOf(before, heard);
  const version = (before?.version ?? 0) + 1;
  const lines = [
    ...(before?.said ?? []),
    { ...lineOf("them", heard.text, now), id: heard.id },
    ...(said ? [lineOf("us", said.text, now)] : []),
  ].slice(-LINES_KEPT);
  const row = {
    state: next.state,
    answers: JSON.stringify(next.answers),
    said: JSON.stringify(lines),
    misses: next.misses,
    version,
    bookingId: next.bookingId ?? before?.bookingId ?? null,
    heardAt: now,
  };
  const isWritten = sql`exists (select 1 from dialogues where id = ${id} and version = ${version}
    and said ->> ${`$[${lines.length - (said ? 2 : 1)}].id`} = ${heard.id})`;
  const old = sql`phone = ${phone} and channel = ${channel} and ended_at is null and ${before === null}
    and heard_at <= ${now - DIALOGUE_GOES_ON}`;
  const { counted, written } = await batch(db, {
    counted: attempts.map((attempt) => hit(context, attempt)),
    // One that stopped a day ago is over.
    over: db
      .update(dialogues)
      .set({ endedAt: sql`heard_at` })
      .where(old),
    written: before
      ? db
          .update(dialogues)
          .set(row)
          .where(sql`id = ${id} and version = ${before.version} and ${mayTalk}`)
      : insertWhere(db, dialogues, { id, channel, phone, beganAt: now, ...row }, mayTalk, { onConflict: "nothing" }),
    answer: said ? sayTo(context, heard, markChoices(said, id, version), isWritten) : [],
  });
  return exceeded(context, counted.flat()) ?? (written.meta.changes === 1 ? OK : null);
}

/** The statements that say something to someone who wrote: the words with the first photo, and each other one. */
function sayTo(context: DomainContext, { id, phone, channel, userId }: Omit<HeardFrom, "text">, said: Said, when: SQL) {
  const isTexted = channel === "sms";
  const [photo, ...photos] = isTexted ? [] : (said.photos ?? []);
  const tell = (cause: string, text: string, more: Partial<DialogueAnswer>) =>
    notify(context, {
      to: { phone, channel, userId },
      cause,
      when,
      notice: dialogueNotices.dialogueAnswer,
      facts: { text, kind: said.rows ? "rows" : "buttons", choices: [], at: context.now, ...more },
    });
  const all = photos.length + 1;
  return [
    tell(id, isTexted ? sayInText(said) : said.text, {
      photo: photo ?? null,
      choices: isTexted ? [] : (said.rows ?? said.buttons ?? []),
    }),
    ...photos.map((other, at) => tell(`${id}.${other}`, `Photo ${at + 2} of ${all}`, { photo: other })),
    ...(isTexted ? [] : (said.receipts ?? [])).map(({ number, role }) =>
      tell(`${id}.${number}`, `Receipt ${formatReceipt(number)}`, { receipt: number, side: role }),
    ),
  ];
}

/**
 * Takes the next place in a conversation for a message that does something, before it is done: of two at once one does.
 * Null: another came first, and this one is to be read again.
 */
export async function claimDialogue<Answers>(
  { db }: DomainContext,
  talk: Dialogue<Answers>,
): Promise<Dialogue<Answers> | null> {
  const { id, version } = talk;
  const isIt = sql`id = ${id} and version = ${version}`;
  const claimed = await db
    .update(dialogues)
    .set({ version: version + 1 })
    .where(isIt);
  return claimed.meta.changes === 1 ? { ...talk, version: version + 1 } : null;
}

/** Ends the conversation of a phone that wants no more (N15). */
export const endDialogue = ({ db, now }: DomainContext, phone: string) =>
  db
    .update(dialogues)
    .set({ endedAt: now })
    .where(sql`phone = ${phone} and ended_at is null`);

const adminName = nameById<string | null>(dialogues.takenBy).as("taken_by_name");

/** Null: nobody whom we know by this phone. */
const ownerId = sql<string | null>`(select user_id from phone_channels where phone_channels.phone = dialogues.phone
  and channel = 'whatsapp' and phone_channels.ended_at is null)`.as("owner_id");
const nameOfOwner = nameById<string | null>(ownerId.getSQL()).as("owner_name");

/** The conversations by WhatsApp, the latest words first (Q6): those that go on, and all. */
export const dialogueList = defineList({
  id: dialogues.id,
  views: {
    open: { by: dialogues.heardAt, where: sql`${dialogues.endedAt} is null` },
    office: {
      by: dialogues.heardAt,
      where: sql`${dialogues.endedAt} is null and ${dialogues.state} = 'office'`,
    },
    all: { by: dialogues.heardAt },
  },
  select: (db) =>
    db
      .select({
        ...columnsOf(dialogues, "id", "phone", "state", "heardAt"),
        takenByName: adminName,
        name: nameOfOwner,
        // Our answer is behind it, unless a person answers.
        lastWords: sql<string>`iif(said ->> '$[#-1].by' = 'them', said ->> '$[#-1].text', said ->> '$[#-2].text')`.as(
          "last_words",
        ),
      })
      .from(dialogues),
  show: (row) => row,
  at: ({ heardAt }) => heardAt,
});

/** Our office's answers by the inbox since the conversation began. */
const officeAnswers = sql`(select json_group_array(json_object('text', answer, 'at', answered_at)) from enquiries
  where enquiries.phone = dialogues.phone and topic = 'whatsapp' and answered_at >= began_at)`
  .mapWith((text: string): { text: string; at: Instant }[] => JSON.parse(text))
  .as("office_answers");

/** A conversation for the office; null: there is none with this id. */
export const findDialogueById = (db: Database, id: string): Promise<ShownDialogue | null> =>
  firstRow(
    db
      .select({
        ...columns,
        takenByName: adminName,
        takenAs: dialogues.takenAs,
        name: nameOfOwner,
        ownerId,
        officeAnswers,
      })
      .from(dialogues)
      .where(eq(dialogues.id, id)),
  );

/**
 * Lets an admin answer in Pombi's place (Q3): what was said becomes a message of the inbox, theirs, whose id it gives;
 * nothing is asked until they give it back. Logged. Taken already, or over: it changes nothing and gives null.
 */
export async function takeDialogue(context: DomainContext, admin: AuthenticatedUser, taken: ShownDialogue) {
  const { db } = context;
  const { id, phone, said, version } = taken;
  const enquiryId = newId();
  const text = said.map(({ by, text }) => (by === "us" ? `${brand.name}: ${text}` : text)).join("\n");
  const conversation = { id: enquiryId, phone, adminId: admin.id, text };
  const { isDone } = await officeVerb(context, admin, "dialogueTaken", {
    subject: { kind: "enquiry", id: enquiryId },
    when: sql`exists (select 1 from dialogues where id = ${id} and version = ${version} and ended_at is null and taken_by is null)`,
    do: (recorded) => ({
      enquiry: fileConversation(context, conversation, recorded),
      taken: db
        .update(dialogues)
        .set({
          state: "office",
          answers: sql`json_set(answers, '$.before', iif(state = 'office', answers ->> 'before', state))`,
          takenBy: admin.id,
          takenAs: enquiryId,
          version: sql`version + 1`,
        })
        .where(sql`id = ${id} and ${recorded}`),
    }),
  });
  return isDone ? enquiryId : null;
}

/**
 * Gives a conversation back to Pombi, as `next`, and says so (`said`), if they wrote within a day. Logged. Says whether it
 * did: not where it isn't taken any more, or has gone on since it was read.
 */
export async function giveBackDialogue<Answers>(
  context: DomainContext,
  admin: AuthenticatedUser,
  given: ShownDialogue,
  next: Pick<NextState<Answers>, "state" | "answers">,
  said: Said,
): Promise<boolean> {
  const { db, now } = context;
  const { id, takenAs, phone, channel, ownerId: userId } = given;
  if (takenAs === null) return false;
  const version = given.version + 1;
  const isTaken = sql`id = ${id} and taken_as = ${takenAs} and version = ${given.version} and ended_at is null`;
  const lines = [...given.said, lineOf("us", said.text, now)].slice(-LINES_KEPT);
  const { isDone } = await officeVerb(context, admin, "dialogueGivenBack", {
    subject: { kind: "enquiry", id: takenAs },
    when: sql`exists (select 1 from dialogues where ${isTaken})`,
    do: (recorded, entryId) => ({
      given: db
        .update(dialogues)
        .set({
          state: next.state,
          answers: JSON.stringify(next.answers),
          said: JSON.stringify(lines),
          takenBy: null,
          takenAs: null,
          misses: 0,
          version,
        })
        .where(sql`id = ${id} and ${recorded}`),
      answer: sayTo(
        context,
        { id: entryId, phone, channel, userId },
        markChoices(said, id, version),
        sql`${recorded} and ${goesOn(given, now)}`,
      ),
    }),
  });
  return isDone;
}

const COUNTED = 200;

/** What says nothing of a request that was not made. */
const NO_REQUEST: readonly DialogueState[] = ["menu", "job", "photo", "whose"];

/** Counts the latest conversations about a request: how many there are, became one, and where the others stopped. */
export async function countDialogues(db: Database) {
  const rows = await db.all<{ state: DialogueState; became: number; count: number }>(sql`
    select state, booking_id is not null as became, count(*) as count
    from (select state, booking_id from dialogues order by heard_at desc limit ${COUNTED})
    where booking_id is not null or not ${isOneOf(sql`state`, NO_REQUEST)} group by state, became`);
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  return {
    began: sum(rows),
    requests: sum(rows.filter(({ became }) => became)),
    stopped: rows.filter(({ became }) => !became).map(({ state, count }) => ({ state, count })),
  };
}
