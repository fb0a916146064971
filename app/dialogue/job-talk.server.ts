import { listOwnBookings, listWaitingFor } from "~/domain/bookings/queries/booking-lists.server";
import type { StepAction } from "~/domain/bookings/next-step/step-facts";
import { DONE } from "~/domain/dialogues/dialogue";
import type { NextState } from "~/domain/dialogues/dialogues.server";
import { openQuote } from "~/domain/money/booking-money";
import { SAID_LIMITS, type Choice, type Said } from "~/domain/notices/said";
import { sayWhen } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { cutText } from "~/domain/values/text";
import type { AuthenticatedUser } from "~/domain/values/user";
import { messageOf, type Refused } from "~/http/refusals";
import { spoken, type Heard, type PhoneContext } from "./heard";
import { JOB_ACTIONS } from "./job-actions.server";
import { findJob, isSide, type Job, type Possible } from "./jobs.server";
import type { Answers, AskedJob } from "./questions";

/** While an action about a job asks for more. */
export const JOB = "job";

/** The actions of a step that both mails and pages name (B30), as buttons. A step without any is taken by writing. */
const STEP_ACTIONS: Partial<Record<StepAction, readonly Possible[]>> = {
  confirm: ["confirm", "refuse"],
  refuse: ["refuse"],
  "on-the-way": ["on-the-way"],
  start: ["start"],
  complete: ["complete"],
  "plumber-did-not-come": ["plumber-did-not-come"],
  "answer-time": ["accept-time", "decline-time"],
  "answer-quote": ["accept-quote", "decline-quote"],
  "answer-final": ["agree-final", "dispute-final"],
  "answer-payment": ["confirm-payment", "deny-payment", "withdraw-payment"],
  pay: ["pay"],
  "record-payment": ["record-payment"],
  review: ["review"],
  "ask-another": ["ask-another"],
};

const idOf = (job: Job, name: Possible | "more"): string =>
  ["job", job.booking.id, name, name === "more" ? "" : (JOB_ACTIONS[name]?.mark?.(job) ?? "")].join(".");

const choiceOf = (job: Job, name: Possible): Choice[] => {
  const action = JOB_ACTIONS[name];
  return action && job.possible.includes(name)
    ? [{ id: idOf(job, name), title: cutText(action.title(job), SAID_LIMITS.button) }]
    : [];
};

/** The buttons of a job for one side: those of its next step (B30), and one for everything else that is possible. */
export function buttonsOf(job: Job): Choice[] {
  const { primary, beside } = job.step;
  const names = [primary, beside].flatMap((one) => (one ? (STEP_ACTIONS[one] ?? []) : []));
  const asked = [...new Set(names)].flatMap((name) => choiceOf(job, name));
  const more = job.possible.some((name) => JOB_ACTIONS[name] && !names.includes(name));
  return [
    ...asked.slice(0, SAID_LIMITS.buttons - Number(more)),
    ...(more ? [{ id: idOf(job, "more"), title: "More" }] : []),
  ];
}

/** Characters of a quote's line: twelve fit into a message. */
const LINE_SHOWN = 40;

/** What an open quote is made of. */
function quotedLines({ money }: Job): string[] {
  const quote = openQuote(money);
  if (!quote) return [];
  return [
    ...quote.lines.map(({ what, amount }) => `${cutText(what, LINE_SHOWN)}: ${formatMoney(amount)}`),
    ...(quote.deposit === null ? [] : [`${formatMoney(quote.deposit)} of it in advance`]),
  ];
}

/** How a job stands, and what can be done. */
function sayJob(job: Job, before = ""): Said {
  const { view, step } = job;
  const buttons = buttonsOf(job);
  const head = `*${view.reference}, ${sayWhen(view.startsAt)}*`;
  return {
    text: [before, head, step.sentence, ...quotedLines(job), step.hint].filter(Boolean).join("\n"),
    ...(buttons.length > 0 && { buttons }),
  };
}

const sayMore = (job: Job): Said => ({
  text: "What would you like to do?",
  rows: job.possible
    .flatMap((name) => choiceOf(job, name))
    .slice(0, SAID_LIMITS.rows)
    .map(({ id, title }) => ({ id, title: cutText(title, SAID_LIMITS.row) })),
});

/** What a tap or words about a job lead to. Null: the words are no answer. */
export interface JobReply {
  next: NextState<Answers>;
  said: Said;
}

const over = (said: Said): JobReply => ({ next: { state: DONE, answers: {}, misses: 0, isOver: true }, said });

/** The booking, the action and its mark of a button's id; null: it is of something else. */
export function jobOf(choice: string | null): AskedJob | null {
  const [, id, name, mark] = /^job\.([a-z0-9]+)\.([a-z-]+)\.(.*)$/.exec(choice ?? "") ?? [];
  return id && name ? { id, name, mark: mark ?? "" } : null;
}

/** Answers a tap on a job's button: asks what is missing, does it, or says what is so by now. */
export async function tapJob(
  context: PhoneContext,
  user: AuthenticatedUser,
  asked: AskedJob,
  heard: Heard & { id: string },
): Promise<JobReply | null> {
  const job = isSide(user) ? await findJob(context, user, asked.id) : null;
  if (!job) return over({ text: "We can't find that job among yours." });
  if (asked.name === "see") return over(sayJob(job));
  if (asked.name === "more") return over(sayMore(job));
  const found = actionOf(job, asked);
  if (!found) return over(sayJob(job, "That isn't possible any more."));
  if (!found.action.asks) return doIt(context, job, { ...asked, mark: "" }, heard);
  return {
    next: { state: JOB, answers: { job: asked }, misses: 0 },
    said: await found.action.asks(job, context, ""),
  };
}

/** The action that a button named, if it is possible, and still about the same. */
function actionOf(job: Job, { name, mark }: AskedJob) {
  const known = job.possible.find((one) => one === name);
  const action = known && JOB_ACTIONS[known];
  return action && (action.mark?.(job) ?? "") === mark ? { action } : null;
}

/** Takes the answer to what an action asked. Null: it is none. */
export async function answerJob(
  context: PhoneContext,
  user: AuthenticatedUser,
  asked: AskedJob,
  heard: Heard & { id: string },
): Promise<JobReply | null> {
  const job = isSide(user) ? await findJob(context, user, asked.id) : null;
  if (!job) return over({ text: "We can't find that job among yours." });
  if (heard.choice === "keep") return over(sayJob(job, "Nothing has changed."));
  if (!actionOf(job, asked)) return over(sayJob(job, "That isn't possible any more."));
  return doIt(context, job, asked, heard);
}

/** What an action asks, once more; null: it is no longer possible. */
export async function askJobAgain(context: PhoneContext, user: AuthenticatedUser, asked: AskedJob) {
  const job = isSide(user) ? await findJob(context, user, asked.id) : null;
  return (job && (await actionOf(job, asked)?.action.asks?.(job, context, asked.about ?? ""))) ?? null;
}

/** What a page asks to tick or to fill in, as words. */
const SAID_AGAIN: Partial<Record<Refused["reason"], string>> = {
  quoteUnusual: "This is more than ten times your fee, or more than $5,000. If it is right, write it again with SURE.",
  amountUnusual: "This is more than ten times what was agreed. If it is right, write it again with SURE.",
  finalReasonRequired: "This is more than was agreed. Write the amount again, and why, like “95 new valve”.",
};

async function doIt(
  context: PhoneContext,
  job: Job,
  asked: AskedJob,
  heard: Heard & { id: string },
): Promise<JobReply | null> {
  const { user, booking } = job;
  const action = JOB_ACTIONS[asked.name as Possible]!;
  const done = await action.does(context, job, { ...heard, mark: asked.about ?? "" });
  if (done === null) return null;
  const next = { state: JOB, answers: { job: { ...asked, about: done.ok ? done.asksAgain : "" } }, misses: 0 };
  const repeat = done.ok ? undefined : SAID_AGAIN[done.reason];
  if (repeat) return { next, said: { text: repeat } };
  if (done.ok && done.asksAgain !== undefined) {
    const said = await action.asks!(job, context, done.asksAgain);
    return { next, said: { ...said, text: [done.said, said.text].filter(Boolean).join(" ") } };
  }
  const after = await findJob(context, user, booking.id);
  const before = done.ok ? (done.said ?? "") : messageOf(done);
  return over(after ? sayJob(after, before) : { text: before });
}

/**
 * A plumber's "confirm" or "refuse" in words, of the request that waits for them, or whose reference is beside it. Null: the
 * words are something else, or there is none.
 */
export async function answerRequest(
  context: PhoneContext,
  user: AuthenticatedUser,
  heard: Heard & { id: string; references: readonly string[] },
): Promise<JobReply | null> {
  const [, name] = /^(confirm|refuse)(?: pb ?\w+)?$/.exec(spoken(heard.text)) ?? [];
  if (!name) return null;
  const waiting = await listWaitingFor(context.db, user, heard.references[0] ?? null);
  if (waiting.length === 1) return tapJob(context, user, { id: waiting[0]!.id, name, mark: "" }, heard);
  const which = waiting.map(({ reference }) => `${name.toUpperCase()} ${reference}`).join(", ");
  return which ? over({ text: `Which one? Write: ${which}` }) : null;
}

/** Lists someone's open jobs, to tap. */
export async function sayJobs(context: PhoneContext, user: AuthenticatedUser): Promise<Said> {
  if (!isSide(user)) return { text: "You have no jobs here." };
  const { bookings, asked } = await listOwnBookings(context.db, user, "all", null, context.now);
  const jobs = [...asked, ...bookings.filter(({ isOpen }) => isOpen)];
  if (jobs.length === 0) return { text: "You have no open jobs. Write NEW for a plumber." };
  return {
    text: "Your open jobs:",
    rows: jobs.slice(0, SAID_LIMITS.rows).map(({ id, startsAt, name, step }) => ({
      id: `job.${id}.see.`,
      title: cutText(sayWhen(startsAt), SAID_LIMITS.row),
      about: cutText([name, step.brief].filter(Boolean).join(": "), SAID_LIMITS.about),
    })),
  };
}

/** Asks a plumber what a picture shows of the job that they are at; null: there is none. */
export async function askWhichPhoto(
  context: PhoneContext,
  user: AuthenticatedUser,
  picture: string,
): Promise<JobReply | null> {
  if (!isSide(user)) return null;
  const { bookings } = await listOwnBookings(context.db, user, "all", null, context.now);
  for (const { id } of bookings.slice(0, 3)) {
    const job = await findJob(context, user, id);
    if (!job?.possible.includes("photo")) continue;
    const asked = { id, name: "photo", mark: "", about: picture };
    return {
      next: { state: JOB, answers: { job: asked }, misses: 0 },
      said: await JOB_ACTIONS.photo!.asks!(job, context, picture),
    };
  }
  return null;
}
