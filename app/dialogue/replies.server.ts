import { brand } from "~/brand";
import type { DialogueState } from "~/db/dialogue-states";
import type { Dialogue } from "~/domain/dialogues/dialogue";
import { advanceDialogue, claimDialogue, type NextState } from "~/domain/dialogues/dialogues.server";
import { ENQUIRY_LENGTH } from "~/domain/enquiries/enquiry";
import type { ChoiceRow, Said } from "~/domain/notices/said";
import { sayWhen } from "~/domain/time/harare";
import { nextOfficeOpening } from "~/domain/time/office-hours";
import { isAssent, spoken, type Heard } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import type { JobReply } from "./job-talk.server";
import { findWanted } from "./offers.server";
import { fileBeside, type Incoming, type Received } from "./passing-on.server";
import type { Answers, QuestionName } from "./answers";
import { firstAidFor, isQuestion, nextQuestion, type Person, questionOf } from "./questions";

/** A message where a conversation stands. `heard`: what it says to what was asked: a tap has no words. */
export interface Here {
  context: PhoneContext;
  incoming: Incoming;
  heard: Heard;
  talk: Dialogue<Answers> | null;
  person: Person;
}

const choicesOf = ({ buttons = [], rows = [] }: Said): ChoiceRow[] => [...buttons, ...rows];

/** The choice that a text names: by its words or, where those don't count for themselves, its number in the list. */
export function choiceIn(text: string, said: Said, takesNumbers = false): string | null {
  const choices = choicesOf(said);
  const words = text.trim().toLowerCase();
  const named = choices.find(({ title }) => title.toLowerCase() === words);
  return (/^\d{1,2}$/.test(words) && !takesNumbers ? choices[Number(words) - 1] : named)?.id ?? null;
}

/**
 * The same, or the one choice that has all of these words, like a plumber's name. What is done about a job has to be named
 * in full: "Tendai" is not "Tendai didn't come". Nor is a bare yes or no.
 */
export function choiceMeant(text: string, said: Said): string | null {
  const named = choiceIn(text, said);
  if (named !== null || isAssent({ text, choice: null })) return named;
  const words = spoken(text).split(" ");
  const having = choicesOf(said).filter(({ id, title, about = "" }) => {
    const known = spoken(`${title} ${about}`).split(" ");
    const isDone = id.startsWith("job.") && !id.endsWith(".see.");
    return !isDone && words.every((word) => known.includes(word)) && words.some((word) => word.length > 2);
  });
  return having.length === 1 ? having[0]!.id : null;
}

/** Writes what the message led to. Null: the conversation has gone on meanwhile. */
export function write(
  { context, incoming, talk, person }: Here,
  next: NextState<Answers>,
  said: Said | null,
): Promise<Received | null> {
  const { id, channel, phone, picture, place } = incoming;
  const text = incoming.text || `(${picture ? "a photo" : place ? "a place" : "a file"})`;
  const heard = { id, channel, phone, text, userId: person.userId };
  return advanceDialogue(context, talk, heard, next, said);
}

/** Takes the conversation's next place before something is done. Null: another message came first. */
export async function claim(here: Here): Promise<Here | null> {
  if (!here.talk) return here;
  const talk = await claimDialogue(here.context, here.talk);
  return talk && { ...here, talk };
}

/** The question of a request that is asked, or waits while something else is. */
const questionThatWaits = (talk: Dialogue<Answers> | null): QuestionName | undefined =>
  talk && isQuestion(talk.state) ? talk.state : talk?.answers.resume;

/** What is asked in between, and is over once a request goes on. */
const IN_BETWEEN = {
  resume: undefined,
  before: undefined,
  offered: undefined,
  about: undefined,
  sentTo: undefined,
} as const;
/** The answers of a request alone. */
export const ofRequest = (answers: Answers): Answers => ({
  ...answers,
  ...IN_BETWEEN,
  job: undefined,
  photo: undefined,
  waiting: undefined,
});

/** Says something. A question that waits is asked again below it; else its choices can be named by their numbers. */
export function say(here: Here, said: Said, also: Partial<Answers> = {}): Promise<Received | null> {
  const { talk, person } = here;
  const waits = questionThatWaits(talk);
  if (!talk || !waits) {
    return write(here, { state: "menu", answers: { offered: choicesOf(said), ...also }, misses: 0 }, said);
  }
  const answers = ofRequest(talk.answers);
  const asked = questionOf(waits).asks(answers, person);
  const hasChoices = said.buttons !== undefined || said.rows !== undefined;
  const text = `${said.text}\n\n${asked.text}`;
  return write(here, { state: waits, answers, misses: 0 }, { ...(hasChoices ? said : asked), text });
}

/** Asks in between: what waits is asked again afterwards. */
export function askBetween(here: Here, state: DialogueState, asked: Partial<Answers>, said: Said, misses = 0) {
  const { talk } = here;
  const answers = { ...ofRequest(talk?.answers ?? {}), resume: questionThatWaits(talk), ...asked };
  return write(here, { state, answers, misses }, said);
}

/** Answers about a job (`about`; absent: none). */
export const replyWith = (here: Here, { said, asks }: JobReply, about?: string) =>
  asks ? askBetween(here, "job", { job: asks }, said) : say(here, said, { about });

/** Asks what is still open, or `name` (again). */
export async function ask(
  here: Here,
  given: Answers,
  before: string,
  name = nextQuestion(given, here.person),
  misses = 0,
): Promise<Received | null> {
  const { context, person } = here;
  const request = ofRequest(given);
  const isToFind = name === "offer" && !request.offers && !request.asksWhen;
  const found = isToFind ? await findWanted(context, request) : null;
  const answers = found ? { ...request, offers: found.offers, wants: found.wants } : request;
  const said = questionOf(name).asks(answers, person);
  const text = [before, found?.said, said.text].filter(Boolean).join(" ");
  return write(here, { state: name, answers, misses }, { ...said, text });
}

/** Gives the conversation to a person, with all that was said. */
export async function toOffice(here: Here, answers = here.talk?.answers ?? {}, also = ""): Promise<Received | null> {
  const { context, incoming, talk } = here;
  const lines = (talk?.said ?? []).map(({ by, text }) => (by === "us" ? `${brand.name}: ${text}` : text));
  // The latest of it, if it is too long.
  const text = [...lines, incoming.text, also].filter(Boolean).join("\n").slice(-ENQUIRY_LENGTH);
  const received = await fileBeside(context, incoming, text);
  if (!received.ok) return received;
  const before = talk?.state === "office" ? answers.before : talk?.state;
  const next = { state: "office", answers: { ...answers, before }, misses: 0 } as const;
  const told = [
    `Our office has your message and answers here ${officeHours(context)}.`,
    firstAidFor(answers),
    before && isQuestion(before) && "Write BACK to go on without it.",
  ];
  return write(here, next, { text: told.filter(Boolean).join(" ") });
}

export function officeHours({ now }: PhoneContext): string {
  const opens = nextOfficeOpening(now);
  return opens === null ? "soon" : `from ${sayWhen(opens)}`;
}
