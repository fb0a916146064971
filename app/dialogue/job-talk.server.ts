import { isOpen } from "~/domain/bookings/booking";
import { addablePhotoKinds } from "~/domain/bookings/job-photos";
import type { StepAction } from "~/domain/bookings/next-step/step-facts";
import { listAtWork, listOwnBookings, listWaitingFor } from "~/domain/bookings/queries/booking-lists.server";
import { onlineStepOfRow } from "~/domain/escrow/online-payment";
import { openQuote } from "~/domain/money/booking-money";
import { SAID_LIMITS, type Choice, type ChoiceRow, type Said } from "~/domain/notices/said";
import { lastToldOf } from "~/domain/contacts/contacts.server";
import { DAY, dateAt, type Instant, sayWhen, timeAt, weekdayOf } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { cutText } from "~/domain/values/text";
import { isSide, type AuthenticatedUser } from "~/domain/values/user";
import { messageOf, type Refused } from "~/http/refusals";
import { spoken, type Heard } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import type { JobCall } from "./job-action.server";
import { JOB_ACTIONS } from "./job-actions.server";
import { linesOf } from "./money-actions.server";
import { PHOTO_TITLES } from "./record-actions.server";
import { keepPhoto } from "./job-verbs.server";
import { findJob, type Job } from "./jobs.server";
import type { Possible } from "./possible";
import type { AskedJob, SentPictures } from "./answers";
import { mapOf } from "./places";
import { whereToBegin } from "./questions";

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
function buttonsOf(job: Job): Choice[] {
  const { primary, beside } = job.step;
  const names = [primary, beside].flatMap((one) => (one ? (STEP_ACTIONS[one] ?? []) : []));
  const asked = [...new Set(names)].flatMap((name) => choiceOf(job, name));
  const more = job.possible.some((name) => JOB_ACTIONS[name] && !names.includes(name));
  return [
    ...asked.slice(0, SAID_LIMITS.buttons - Number(more)),
    ...(more ? [{ id: idOf(job, "more"), title: "More" }] : []),
  ];
}

/** Characters of the client's notes. */
const NOTES_SHOWN = 300;

/** The facts of a job for a plumber without a page; of a request without its street and phone (B18). */
function factsOf({ user, view }: Job): string[] {
  const { area, location, client, notes, pin, photos, fee, status, finalAmount, finalReason } = view;
  if (user.role === "client")
    return finalReason && finalAmount !== null ? [`Why ${formatMoney(finalAmount)}: ${finalReason}`] : [];
  if (!isOpen(status)) return [];
  const isAnswered = status !== "pending";
  return [
    isAnswered ? location && `Where: ${location}` : area && `Where: ${area}`,
    isAnswered && mapOf(pin),
    isAnswered && client.phone && `${client.firstName}: ${formatPhone(client.phone)}`,
    notes && `Notes: ${cutText(notes, NOTES_SHOWN)}`,
    photos.length > 0 && `Photos: ${photos.length}`,
    !isAnswered && fee !== null && `Visit fee: ${formatMoney(fee)}`,
  ].filter((line) => typeof line === "string");
}

/** A job's step, facts and buttons. */
function sayJob(job: Job, before = ""): Said {
  const { view, step, money } = job;
  const buttons = buttonsOf(job);
  const head = `*${view.reference}, ${sayWhen(view.startsAt)}*`;
  const quote = openQuote(money);
  return {
    text: [before, head, step.sentence, ...(quote ? linesOf(quote) : []), step.hint, ...factsOf(job)]
      .filter(Boolean)
      .join("\n"),
    ...(buttons.length > 0 && { buttons }),
  };
}

/** A plumber sees what is wrong before they decide. */
function firstPhotoOf({ user, view }: Job): string[] {
  const first = view.photos.find(({ kind }) => kind === "problem");
  return first && user.role === "plumber" && isOpen(view.status) ? [first.id] : [];
}

const sayMore = (job: Job): Said => ({
  text: `${sayWhen(job.view.startsAt)}: what would you like to do?`,
  rows: job.possible
    .flatMap((name) => choiceOf(job, name))
    .slice(0, SAID_LIMITS.rows)
    .map(({ id, title }) => ({ id, title: cutText(title, SAID_LIMITS.row) })),
});

/** The answer to a tap or words about a job. `asks`: the action that asks for more. */
export interface JobReply {
  said: Said;
  asks?: AskedJob;
}

const NOT_THEIRS: JobReply = { said: { text: "We can't find that job among yours." } };
const GONE = "That isn't possible any more.";

/** The booking, the action and its mark of a button's id; null: it is of something else. */
export function jobOf(choice: string | null): AskedJob | null {
  const [, id, name, mark] = /^job\.([a-z0-9]+)\.([a-z-]+)\.(.*)$/.exec(choice ?? "") ?? [];
  return id && name ? { id, name, mark: mark ?? "" } : null;
}

const findJobOf = async (context: PhoneContext, user: AuthenticatedUser | null, { id }: { id: string }) =>
  user && isSide(user) ? findJob(context, user, id) : null;

/** Answers a tap on a job's button: asks what is missing (but for `words`, read back before), does it, or says what is so by now. */
export async function tapJob(
  context: PhoneContext,
  user: AuthenticatedUser | null,
  asked: AskedJob,
  call: Omit<JobCall, "mark">,
  words = "",
): Promise<JobReply> {
  const job = await findJobOf(context, user, asked);
  if (!job) return NOT_THEIRS;
  if (asked.name === "see") return { said: { ...sayJob(job), photos: firstPhotoOf(job) } };
  if (asked.name === "more") return { said: sayMore(job) };
  const action = actionOf(job, asked);
  if (!action) return { said: sayJob(job, GONE) };
  const done = words && (await doIt(context, job, asked, { ...call, choice: "yes", mark: words }));
  if (done) return done;
  if (action.asks) return { said: await action.asks(job, context, ""), asks: asked };
  return (await doIt(context, job, asked, { ...call, mark: "" })) ?? { said: sayJob(job) };
}

/** The action that a button named, if it is possible, and still about the same; null: it isn't. */
function actionOf(job: Job, { name, mark }: AskedJob) {
  const known = job.possible.find((one) => one === name);
  const action = known && JOB_ACTIONS[known];
  return action && (action.mark?.(job) ?? "") === mark ? action : null;
}

/** Takes the answer to what an action asked. Null: it is none. */
export async function answerJob(
  context: PhoneContext,
  user: AuthenticatedUser,
  asked: AskedJob,
  call: Omit<JobCall, "mark">,
): Promise<JobReply | null> {
  const job = await findJobOf(context, user, asked);
  if (!job) return NOT_THEIRS;
  if (call.choice === "keep") return { said: sayJob(job, "Nothing has changed.") };
  return actionOf(job, asked)
    ? doIt(context, job, asked, { ...call, mark: asked.about ?? "" })
    : { said: sayJob(job, GONE) };
}

/** The question of an action, once more; null: it is no longer possible. */
export async function askJobAgain(
  context: PhoneContext,
  user: AuthenticatedUser,
  asked: AskedJob,
): Promise<Said | null> {
  const job = await findJobOf(context, user, asked);
  return (job && (await actionOf(job, asked)?.asks?.(job, context, asked.about ?? ""))) ?? null;
}

/** A number that someone writes answers this action by itself. */
export const takesNumbers = ({ name }: AskedJob): boolean => JOB_ACTIONS[name as Possible]?.takesNumbers === true;

/** Refusals that a page solves by a tick or a field. */
const SAID_AGAIN: Partial<Record<Refused["reason"], string>> = {
  quoteUnusual: "This is more than ten times your fee, or more than $5,000. If it is right, write it again with SURE.",
  amountUnusual: "This is more than ten times what was agreed. If it is right, write it again with SURE.",
  finalReasonRequired: "This is more than was agreed. Write the amount again, and why, like “95 new valve”.",
};

async function doIt(context: PhoneContext, job: Job, asked: AskedJob, call: JobCall): Promise<JobReply | null> {
  const { user, booking } = job;
  const action = JOB_ACTIONS[asked.name as Possible]!;
  const done = await action.does(context, job, call);
  if (done === null) return null;
  const repeat = done.ok ? undefined : SAID_AGAIN[done.reason];
  if (repeat) return { said: { text: repeat }, asks: { ...asked, about: "" } };
  if (done.ok && done.asksAgain !== undefined) {
    const said = await action.asks!(job, context, done.asksAgain);
    const text = [done.said, said.text].filter(Boolean).join(" ");
    return { said: { ...said, text }, asks: { ...asked, about: done.asksAgain } };
  }
  const after = await findJob(context, user, booking.id);
  const before = done.ok ? (done.said ?? "") : messageOf(done);
  const shows = done.ok ? done.shows : undefined;
  return { said: after ? { ...sayJob(after, before), ...shows } : { text: before } };
}

/** The words behind it name a client, or a booking by its reference. */
const ANSWER = /^(?:(?:ok|okay|yes|please) )?(confirm|refuse)(?: (?:it|pb ?\w+|(.+)))?$/;

/**
 * A plumber's "confirm" or "refuse" in words, of the request that waits for them, or whose client or reference is beside
 * it. Null: the words are something else, or there is none.
 */
export async function answerRequest(
  context: PhoneContext,
  user: AuthenticatedUser,
  call: Omit<JobCall, "mark"> & { references: readonly string[] },
): Promise<JobReply | null> {
  const [, name, named = ""] = ANSWER.exec(spoken(call.text)) ?? [];
  if (!name) return null;
  const all = await listWaitingFor(context.db, user, call.references[0] ?? null);
  const waiting = all.filter(({ client }) => named.split(" ").every((word) => spoken(client).includes(word)));
  const [only] = waiting;
  if (only && waiting.length === 1)
    return tapJob(context, user, { id: only.id, name, mark: String(only.startsAt) }, call);
  const rows = waiting.map(({ id, startsAt, client, serviceType }) => ({
    id: `job.${id}.${name}.${startsAt}`,
    title: cutText(`${client}, ${weekdayOf(dateAt(startsAt))} ${timeAt(startsAt)}`, SAID_LIMITS.row),
    about: cutText([serviceType, sayWhen(startsAt)].filter(Boolean).join(", "), SAID_LIMITS.about),
  }));
  return rows.length > 0 ? { said: { text: `Which one would you like to ${name}?`, rows } } : null;
}

/** Someone's open jobs, and those that still ask them for something, which come first. */
async function openJobs(context: PhoneContext, user: AuthenticatedUser) {
  if (!isSide(user)) return [];
  const online = user.role === "client" && context.paymentProvider ? onlineStepOfRow : null;
  const { bookings, asked } = await listOwnBookings(context.db, user, "all", null, context.now, online);
  const open = bookings.filter(({ status }) => isOpen(status));
  return [...asked, ...bookings.filter(({ step }) => step.isAsked), ...open.filter(({ step }) => !step.isAsked)];
}

/** Lists someone's open jobs, to tap; of one it says how it stands. */
export async function sayJobs(context: PhoneContext, user: AuthenticatedUser): Promise<Said> {
  const anew = user.role === "client" ? " Write NEW for a plumber." : "";
  return sayEach(context, user, await openJobs(context, user), {
    some: "Your open jobs:",
    none: `You have no open jobs.${anew}`,
  });
}

/** Says of which jobs a client has to pay something. */
export async function sayDue(context: PhoneContext, user: AuthenticatedUser): Promise<Said> {
  const jobs = await openJobs(context, user);
  const due = jobs.filter(({ step: { action } }) => action === "pay" || action === "record-payment");
  return sayEach(context, user, due, { some: "What is due:", none: `Nothing is due now. ${whereToBegin(user)}` });
}

async function sayEach(
  context: PhoneContext,
  user: AuthenticatedUser,
  jobs: Awaited<ReturnType<typeof openJobs>>,
  { some, none }: { some: string; none: string },
): Promise<Said> {
  const [only] = jobs;
  const job = only && jobs.length === 1 ? await findJobOf(context, user, only) : null;
  if (job) return sayJob(job);
  if (jobs.length === 0) return { text: none };
  const rest = jobs.length > SAID_LIMITS.rows ? ` All of them: ${context.origin}/bookings` : "";
  return {
    text: some + rest,
    rows: jobs.slice(0, SAID_LIMITS.rows).map(({ id, startsAt, name, step }) => ({
      id: `job.${id}.see.`,
      title: cutText(sayWhen(startsAt), SAID_LIMITS.row),
      about: cutText([name, step.brief].filter(Boolean).join(": "), SAID_LIMITS.about),
    })),
  };
}

/** Asks why someone's only open job is cancelled, or which one it is. */
export async function askToCancel(
  context: PhoneContext,
  user: AuthenticatedUser,
  call: Omit<JobCall, "mark">,
): Promise<JobReply> {
  const jobs = (await openJobs(context, user)).filter(({ status }) => isOpen(status));
  const [only] = jobs;
  if (only && jobs.length === 1)
    return tapJob(context, user, { id: only.id, name: "cancel", mark: String(only.startsAt) }, call);
  return { said: await sayJobs(context, user) };
}

/**
 * The job that waits for a yes or no of theirs, the one first that they were told of last; null: none does, or they say it
 * to somebody who has just written to them.
 */
export async function sayWhatWaits(
  context: PhoneContext,
  user: AuthenticatedUser,
  phone: string,
): Promise<Said | null> {
  const [jobs, told] = await Promise.all([openJobs(context, user), lastToldOf(context.db, phone, context.now - DAY)]);
  if (told === null) return null;
  const asked = jobs.filter(({ step }) => step.isAsked);
  const waiting = asked.find(({ id }) => id === told) ?? asked[0];
  const job = waiting ? await findJobOf(context, user, waiting) : null;
  return job && buttonsOf(job).length > 1 ? sayJob(job, "Please tap an answer:") : null;
}

/** Jobs that words may be about, the nearest in time first. */
const LOOKED_AT = 4;

/**
 * The job that was looked at last (`about`), else the nearest in time, of which an action is possible: its button, and its
 * other side; null: there is none.
 */
export async function findStep(
  context: PhoneContext,
  user: AuthenticatedUser,
  name: Possible,
  { text, about }: { text: string; about: string | undefined },
) {
  const { now } = context;
  const away = ({ id, startsAt }: { id: string; startsAt: Instant }) => (id === about ? -1 : Math.abs(startsAt - now));
  const nearest = (await openJobs(context, user)).toSorted((one, other) => away(one) - away(other)).slice(0, LOOKED_AT);
  const jobs = await Promise.all(nearest.map((one) => findJobOf(context, user, one)));
  const job = jobs.find((one) => one?.possible.includes(name));
  const other = user.role === "client" ? job?.view.plumber : job?.view.client;
  const [step] = job ? choiceOf(job, name) : [];
  if (!job || !other || !step) return null;
  const found = { step, recipientId: other.id, recipient: other.firstName };
  if (name !== "quote") return found;
  const { text: quote, buttons = [] } = await JOB_ACTIONS.quote!.asks!(job, context, text);
  const [send] = buttons;
  return send ? { ...found, quote, step: { id: `whose.${step.id}`, title: send.title } } : null;
}

/** Two rows of the list are for the chat, and for neither. */
const PHOTO_ROWS = SAID_LIMITS.rows - 2;

/** Asks a plumber what a picture shows, and of which job; null: there is none that takes photos. */
export async function askWhichPhoto(
  context: PhoneContext,
  user: AuthenticatedUser,
  recipient: string | null,
): Promise<Said | null> {
  if (!isSide(user)) return null;
  const jobs = await listAtWork(context.db, user, context.now);
  const rows = jobs.flatMap(({ id, status, startsAt, client }): ChoiceRow[] =>
    addablePhotoKinds(status, user.role).map((kind) => ({
      id: `photo.${id}.${kind}`,
      title: PHOTO_TITLES[kind],
      about: cutText(`${client}, ${sayWhen(startsAt)}`, SAID_LIMITS.about),
    })),
  );
  if (rows.length === 0) return null;
  return {
    text: "What does the photo show?",
    rows: [
      ...rows.slice(0, PHOTO_ROWS),
      ...(recipient ? [{ id: "photo.chat", title: cutText(`Send it to ${recipient}`, SAID_LIMITS.row) }] : []),
      { id: "photo.none", title: "Don't keep it" },
    ],
  };
}

/** Does with pictures what was chosen. "chat": they are for the other side; null: that was no answer. */
export async function answerPhoto(
  context: PhoneContext,
  user: AuthenticatedUser,
  { sent }: SentPictures,
  { choice }: Heard,
): Promise<JobReply | "chat" | null> {
  const [, id, chosen] = /^photo\.(\w+)(?:\.(\w+))?$/.exec(choice ?? "") ?? [];
  if (id === "chat") return "chat";
  if (id === "none") return { said: { text: sent.length === 1 ? "The photo isn't kept." : "The photos aren't kept." } };
  const kind = Object.keys(PHOTO_TITLES).find((one) => one === chosen) as keyof typeof PHOTO_TITLES | undefined;
  if (!id || !kind) return null;
  for (const { picture } of sent) {
    const kept = await keepPhoto(context, user, id, kind, picture);
    if (!kept.ok) return { said: { text: messageOf(kept) } };
  }
  return { said: { text: `We've kept your ${sent.length === 1 ? "photo" : "photos"} with the job.` } };
}
