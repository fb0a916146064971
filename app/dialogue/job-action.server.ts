import { SAID_LIMITS, type ChoiceRow, type Said } from "~/domain/notices/said";
import { OK } from "~/domain/values/refusal";
import { cleanText, cutText } from "~/domain/values/text";
import { agrees, type Heard } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import type { Done } from "./job-verbs.server";
import type { Job } from "./jobs.server";
import type { Possible } from "./possible";

/** An answer about a job. `id`: the message's, by which what it does is done once; `mark`: what a second question is about. */
export interface JobCall extends Heard {
  id: string;
  phone: string;
  mark: string;
}

export interface JobAction {
  /** On its button, and in the list of all that can be done. */
  title(job: Job): string;
  /** The subject that its button remembers, like a quote's version; absent: the job alone. */
  mark?(job: Job): string;
  /** Asked before it is done; absent: a tap does it. */
  asks?(job: Job, context: PhoneContext, mark: string): Said | Promise<Said>;
  /** A number is its answer, not the place of one in a list. */
  takesNumbers?: true;
  /** Null: the words are no answer to what was asked. */
  does(context: PhoneContext, job: Job, call: JobCall): Promise<Done | null> | null;
}

export type JobActions = Partial<Record<Possible, JobAction>>;

/** The next question, about what was said (`mark`); null: nothing was. */
export const askedAgain = (mark: string | null, said?: string): Promise<Done> | null =>
  mark === null ? null : Promise.resolve({ ...OK, asksAgain: mark, ...(said && { said }) });

/** Asks again, with the message of the page's own check. */
export const refusedWords = ({ issues: [issue] }: { issues: { message: string }[] }, mark = "") =>
  askedAgain(mark, issue?.message);

export const rows = (name: string, choices: readonly (readonly [id: string | number, title: string])[]): ChoiceRow[] =>
  choices.map(([id, title]) => ({
    id: `${name}.${id}`,
    title: cutText(title, SAID_LIMITS.row),
    ...(title.length > SAID_LIMITS.row && { about: cutText(title, SAID_LIMITS.about) }),
  }));

export const answerTo = (name: string, { choice }: Heard): string | null =>
  choice?.startsWith(`${name}.`) ? choice.slice(name.length + 1) : null;

/** Their words, cut; null: they sent none. */
export const wordsOf = ({ text, choice }: Heard, longest: number): string | null =>
  choice === null ? cutText(cleanText(text), longest) || null : null;

/** Reads back what someone wrote, before it is sent. */
export const readBack = (text: string, send: string): Said => ({
  text,
  buttons: [
    { id: "yes", title: send },
    { id: "change", title: "Write it again" },
    { id: "keep", title: "Not now" },
  ],
});

export const isYes = (heard: Heard) => heard.choice === "yes" || agrees(heard);
