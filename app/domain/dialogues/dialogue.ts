import type { DialogueState } from "~/db/dialogue-states";
import type { PhoneChannel } from "../notices/choices";
import type { Choice, Said } from "../notices/said";
import { gsmLength, toGsm, TWO_SMS_LENGTH } from "../notices/sms-text";
import type { Instant } from "../time/harare";
import { cutByCost } from "../values/text";

// A conversation by WhatsApp with Pombi itself (Q1), as it is kept and sent. What is asked and taken: app/dialogue/.

export type { DialogueState };

/** A line of what was said, for the office. `id`: of their message. */
export interface Line {
  by: "them" | "us";
  text: string;
  at: Instant;
  id?: string;
}

/** The lines kept, and the characters of each: theirs are also what our office gets. */
export const LINES_KEPT = 40;
export const LINE_LENGTH = { them: 1000, us: 200 } as const;

/** A conversation as it stands. `Answers`: the state table's own. */
export interface Dialogue<Answers> {
  id: string;
  channel: PhoneChannel;
  phone: string;
  state: DialogueState;
  answers: Answers;
  said: Line[];
  misses: number;
  version: number;
  bookingId: string | null;
  takenBy: string | null;
  beganAt: Instant;
  heardAt: Instant;
  endedAt: Instant | null;
}

/** What the choices of a question begin with: of which conversation it is, and where that stood. */
const markOf = (id: string, version: number) => `${ASKED}${id}.${version}.`;
const ASKED = "ask.";

/** Marks the choices of a question, so that a later tap isn't taken for an answer to another one. */
export function markChoices(said: Said, id: string, version: number): Said {
  const mark = <Of extends Choice>(choices: readonly Of[] | undefined) =>
    choices?.map((choice) => (isAlwaysTrue(choice.id) ? choice : { ...choice, id: markOf(id, version) + choice.id }));
  return { ...said, ...(said.buttons && { buttons: mark(said.buttons) }), ...(said.rows && { rows: mark(said.rows) }) };
}

/** Our office, their jobs, and what is about one: that says by itself of what it is, and is checked against what is so then. */
const isAlwaysTrue = (id: string) => id === "office" || id === "jobs" || id.startsWith("job.");

/** What a tap means in a conversation as it stands; "stale": it answered another question. Null: it is none of ours. */
export function readChoice(choice: string, talk: Pick<Dialogue<unknown>, "id" | "version"> | null): string | null {
  if (isAlwaysTrue(choice)) return choice;
  if (!choice.startsWith(ASKED)) return null;
  const mark = talk && markOf(talk.id, talk.version);
  return mark && choice.startsWith(mark) ? choice.slice(mark.length) : STALE;
}

export const STALE = "stale";

/** What is said, as a text message has it: with its choices by number, which are never cut. */
export function sayInText({ text, brief = text, buttons = [], rows = [] }: Said): string {
  const choices = [...buttons, ...rows].map(({ title }, at) => `${at + 1} ${toGsm(title)}`).join(", ");
  const room = TWO_SMS_LENGTH - gsmLength(choices) - 1;
  return [cutByCost(toGsm(brief), room, gsmLength, "..."), choices].filter(Boolean).join("\n");
}

/** A conversation as the office sees it, with what it has answered by the inbox since it began. */
export interface ShownDialogue extends Dialogue<object> {
  takenByName: string | null;
  takenAs: string | null;
  name: string | null;
  ownerId: string | null;
  officeAnswers: Pick<Line, "text" | "at">[];
}
