import { CANCELLATION_REASONS, LATE_CANCELLATION } from "~/domain/bookings/booking";
import { agreedAmount } from "~/domain/bookings/final-amount";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { addJobPhoto } from "~/domain/bookings/commands/job-photos.server";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { keepDraftOfBooking } from "~/domain/bookings/commands/draft-of-booking.server";
import { findDraft } from "~/domain/bookings/commands/request-drafts.server";
import { JOB_PHOTO_KINDS, type JobPhotoKind } from "~/domain/bookings/job-photos";
import { listOtherPlumbers, offerInstead } from "~/domain/bookings/queries/other-plumbers.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { BOOKING_TRANSITIONS, type BookingTransition } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import { agreeFinal, disputeFinal } from "~/domain/escrow/final-amount.server";
import { listOnlinePayments } from "~/domain/escrow/online-payment-views.server";
import { startPayment } from "~/domain/escrow/online-payments.server";
import { confirmPayment, denyPayment, recordPayment, withdrawPayment } from "~/domain/escrow/payments.server";
import { releaseMoney } from "~/domain/escrow/settlements.server";
import { openPayment, openQuote, type Payment } from "~/domain/money/booking-money";
import { USUAL_DAYS_VALID } from "~/domain/money/quote";
import { quoteForm } from "~/domain/money/quote-schemas";
import { acceptQuote, declineQuote, writeQuote } from "~/domain/money/quotes.server";
import { SAID_LIMITS, type ChoiceRow, type Said } from "~/domain/notices/said";
import { findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { RATINGS } from "~/domain/reviews/review";
import { reviewForm } from "~/domain/reviews/review-schemas";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { readSetting } from "~/domain/settings/settings.server";
import { isFreeStart } from "~/domain/time/availability";
import { addDays, dateAt, DAY, formatInstant, type Instant, sayWhen, timeAt, weekdayOf } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { amountField } from "~/domain/values/fields";
import { formatMoney, formatReceipt, formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { OK, refuse } from "~/domain/values/refusal";
import type { AuthenticatedUser } from "~/domain/values/user";
import { parsePhone } from "~/domain/values/typed-phone";
import { cleanText, cutText, REASON_LENGTH } from "~/domain/values/text";
import type { Refused } from "~/http/refusals";
import { describeCallingOff } from "~/ui/money/describe-held";
import { describeStanding } from "~/ui/money/describe-payment";
import { spoken, type Heard, type PhoneContext } from "./heard";
import type { Job, Possible } from "./jobs.server";

/** A tap or words about a job. `id`: the message's, by which what it does is done once; `mark`: what the button was about. */
export interface JobCall extends Heard {
  id: string;
  mark: string;
}

/** `asksAgain`: it has a second question, about this; `said`: what to say before that, or before how the job stands. */
type Done = { ok: true; asksAgain?: string; said?: string } | Refused;

export interface JobAction {
  /** On its button, and in the list of all that can be done. */
  title(job: Job): string;
  /** What the action is about, as its button remembers it; absent: the job alone. */
  mark?(job: Job): string;
  /** Asked before it is done; absent: a tap does it. */
  asks?(job: Job, context: PhoneContext, mark: string): Said | Promise<Said>;
  /** Null: the words are no answer to what was asked. */
  does(context: PhoneContext, job: Job, call: JobCall): Promise<Done> | null;
}

/** What is wrong with words that the page's own checks refuse; it is asked again. */
const askedAgain = ({ issues: [issue] }: { issues: { message: string }[] }, mark = ""): Promise<Done> =>
  Promise.resolve({ ...OK, asksAgain: mark, said: issue?.message });

const rows = (name: string, choices: readonly (readonly [id: string | number, title: string])[]): ChoiceRow[] =>
  choices.map(([id, title]) => ({ id: `${name}.${id}`, title: cutText(title, SAID_LIMITS.row) }));

const answerTo = (name: string, { choice }: Heard): string | null =>
  choice?.startsWith(`${name}.`) ? choice.slice(name.length + 1) : null;

/** A reason in their own words, or a tapped one; null: none was given. */
function reasonIn(heard: Heard, reasons: readonly string[]): string | null {
  const tapped = answerTo("reason", heard);
  const text = tapped === null ? cleanText(heard.text) : (reasons[Number(tapped)] ?? "");
  return cutText(text, REASON_LENGTH) || null;
}

/** The first amount of a text in cents, and the words behind it; null: there is none. */
function amountIn(text: string): { amount: number; words: string | null } | null {
  const [, typed, rest = ""] = /^\D*?(\d[\d.,]*)(.*)$/s.exec(cleanText(text)) ?? [];
  const read = amountField.safeParse(typed?.replace(/[.,]$/, ""));
  return read.success ? { amount: read.data, words: cleanText(rest) || null } : null;
}

/**
 * A quote as people write it, "tap 15, labour 40, deposit 20", read as its form is (M2): null if a line has no amount or no
 * words.
 */
export function quoteIn(text: string, now: Instant) {
  const parts = cleanText(text)
    .replace(/\bsure\b/i, "")
    .split(/[\n;]|,(?!\d{3}\b)/)
    .map((part) => part.trim())
    .filter(Boolean);
  const typed = parts.map((part) => {
    const [, what = "", amount = ""] =
      /^(.*?\p{L}.*?)[\s:=–-]*(?:us)?\$?\s*(\d[\d.,]*)\s*(?:usd|dollars?)?$/iu.exec(part) ?? [];
    return { what: what.trim(), amount };
  });
  if (typed.length === 0 || typed.some(({ what }) => what === "")) return null;
  const isDeposit = ({ what }: { what: string }) => what.toLowerCase() === "deposit";
  return quoteForm.safeParse({
    lines: typed.filter((one) => !isDeposit(one)),
    deposit: typed.find(isDeposit)?.amount,
    validUntil: addDays(dateAt(now), USUAL_DAYS_VALID),
    sure: isSure(text) ? "on" : undefined,
  });
}

const isSure = (text: string) => /\bsure\b/i.test(text);

const transition = (name: BookingTransition, title: string): JobAction => ({
  title: () => title,
  does: (context, { user, booking }) => transitionBooking(context, user, booking, name),
});

/** Refusing and cancelling: what it costs, and why. */
const callingOff = (name: "refuse" | "cancel", title: string): JobAction => ({
  title: () => title,
  asks({ user, booking }, { now }) {
    const isLate = name === "cancel" && booking.startsAt - now < LATE_CANCELLATION;
    const status = BOOKING_TRANSITIONS[name].to;
    const costs = describeCallingOff(booking, { status, lateBy: isLate ? user.role : null }, user.role, now);
    const late = isLate ? "This is less than 2 hours before the start, so it counts as late." : "";
    return {
      text: [late, ...costs, `Why do you ${name} it? Tap a reason, or write one.`].filter(Boolean).join(" "),
      rows: [
        ...rows("reason", [...CANCELLATION_REASONS[user.role].entries()]),
        { id: "reason.none", title: "No reason" },
        { id: "keep", title: "Keep the visit" },
      ],
    };
  },
  does(context, { user, booking }, call) {
    const reason = reasonIn(call, CANCELLATION_REASONS[user.role]);
    return transitionBooking(context, user, booking, name, { reason });
  },
});

const MINUTES_AWAY = [15, 30, 45, 60, 90] as const;

const step = (name: JobStepName, title: (job: Job) => string): JobAction => ({
  title,
  does: (context, { user, booking }) => takeJobStep(context, user, booking, name),
});

const finalMark = ({ booking }: Job) => String(booking.finalAmount);
const paymentMark = ({ money }: Job) => openPayment(money)?.id ?? "";
const paymentOf = (job: Job) => openPayment(job.money)!;
const proposedMark = ({ booking }: Job) => String(booking.proposedStart);

/** The verbs answer for what they were shown; a button of something else never comes here. */
const ofPayment = (verb: typeof confirmPayment, title: string): JobAction => ({
  title: () => title,
  mark: paymentMark,
  does: (context, job) => verb(context, job.user, job.booking, paymentOf(job)),
});

const STARS: Record<(typeof RATINGS)[number], string> = {
  5: "★★★★★ Excellent",
  4: "★★★★ Good",
  3: "★★★ All right",
  2: "★★ Poor",
  1: "★ Bad",
};

const NOT_NOW = { id: "keep", title: "Not now" };
const PHOTO_KINDS = {
  client: [{ id: "kind.problem", title: "The problem" }],
  plumber: [
    { id: "kind.before", title: "Before the job" },
    { id: "kind.after", title: "After the job" },
  ],
};

/** Keeps a picture of a message (its id at Meta) with a job, as the page's form does (P5). */
async function keepPhoto(
  context: PhoneContext,
  user: AuthenticatedUser,
  bookingId: string,
  kind: JobPhotoKind,
  picture: string,
): Promise<Done> {
  const upload = await context.openPicture(picture);
  if (!upload) return refuse("notAnImage");
  const sender = { viewer: user, token: null, confirmation: Promise.resolve(user) };
  const kept = await addJobPhoto(context, sender, bookingId, { kind, uploadId: `whatsapp:${picture}`, upload });
  return kept.ok ? { ...OK, said: "We've kept your photo." } : kept;
}

/** Asks the provider to ask a phone for what can be paid now (M10), and says what to do there, or why it doesn't work. */
async function pay(
  context: PhoneContext,
  { user, booking, payable, view }: Job,
  by: { id: string; method: "ecocash" | "onemoney"; phone: string },
): Promise<Done> {
  if (!payable) return refuse("amountChanged");
  const { purpose, amount: shown } = payable;
  const started = await startPayment(context, user, booking, { ...by, purpose, shown });
  if (!started.ok) return started;
  const [payment] = await listOnlinePayments(context.db, user, booking.id, 1);
  const paid = { ...view, plumber: view.plumber?.firstName ?? null };
  const { title, text } = describeStanding(payment!, paid, context.now);
  return { ...OK, said: `${title}. ${text.replace(DIALLED, "```$&```")}` };
}

/** A code like *151*2*4#: WhatsApp would take its stars for bold letters, and show others to dial. */
const DIALLED = /\*[\d*]+#/g;

/** Asks another plumber for the same (B31), for `start`. */
async function askAnother(
  context: PhoneContext,
  user: AuthenticatedUser,
  bookingId: string,
  plumberId: string,
  startsAt: Instant,
): Promise<Done> {
  const { db, now } = context;
  const draft = await findDraft(db, await keepDraftOfBooking(context, user, bookingId, plumberId), now);
  const plumber = draft && (await findBookablePlumber(db, plumberId));
  if (!draft || !plumber) return refuse("plumberNotFound");
  const { serviceType, suburb, street, pin, notes } = draft;
  const wish = { serviceType, suburb, street, pin, notes, startsAt };
  const made = await requestBooking(context, user, plumber, wish, draft.id);
  return made.ok ? { ...OK, said: `Sent to ${plumber.firstName}: ${sayWhen(startsAt)}.` } : made;
}

const sayReceipt =
  ({ origin }: PhoneContext) =>
  ({ receipt, amount, recordedAt }: Payment): string[] =>
    receipt === null
      ? []
      : [
          `${formatReceipt(receipt)}: ${formatSum(amount)}, ${formatInstant(recordedAt)}`,
          `${origin}/receipts/${receipt}`,
        ];

/** Everything that a side can do with a job by WhatsApp, in the order of the list. */
export const JOB_ACTIONS: Partial<Record<Possible, JobAction>> = {
  confirm: transition("confirm", "Confirm"),
  refuse: callingOff("refuse", "Refuse"),
  "accept-time": {
    title: () => "Yes, move it",
    mark: proposedMark,
    does: (context, { user, booking }) => acceptTime(context, user, booking, booking.proposedStart ?? 0),
  },
  "decline-time": {
    title: ({ user, booking }) => (booking.proposedBy === user.role ? "Take it back" : "No, keep the time"),
    mark: proposedMark,
    does: (context, { user, booking }) => declineTime(context, user, booking, booking.proposedStart ?? 0),
  },
  "accept-quote": {
    title: ({ money }) => `Accept ${formatMoney(openQuote(money)?.total ?? 0)}`,
    mark: ({ money }) => String(openQuote(money)?.version ?? ""),
    does: (context, { user, booking, money }) => acceptQuote(context, user, booking, openQuote(money)!),
  },
  "decline-quote": {
    title: () => "I don't agree",
    mark: ({ money }) => String(openQuote(money)?.version ?? ""),
    does: (context, { user, booking, money }) => declineQuote(context, user, booking, openQuote(money)!),
  },
  "agree-final": {
    title: ({ booking }) => `Agree to ${formatMoney(booking.finalAmount ?? 0)}`,
    mark: finalMark,
    does: (context, { user, booking }) => agreeFinal(context, user, booking, booking.finalAmount ?? 0),
  },
  "dispute-final": {
    title: () => "I don't agree",
    mark: finalMark,
    asks: () => ({
      text: "What is wrong? Write it in a few words. Our office calls you both and decides; until then only what was agreed is due.",
    }),
    does: (context, { user, booking }, call) =>
      disputeFinal(context, user, booking, booking.finalAmount ?? 0, reasonIn(call, [])),
  },
  "confirm-payment": ofPayment(confirmPayment, "Yes"),
  "deny-payment": ofPayment(denyPayment, "No"),
  "withdraw-payment": ofPayment(withdrawPayment, "Take the record back"),
  pay: {
    title: ({ payable }) => `Pay ${formatMoney(payable?.amount ?? 0)}`,
    mark: ({ payable }) => `${payable?.purpose} ${payable?.amount}`,
    asks: ({ payable, user }) => ({
      text: `Pay ${formatMoney(payable?.amount ?? 0)} from ${user.phone ? formatPhone(user.phone) : "your phone"}? We hold it until the work is done. To pay from another phone, write its number.`,
      buttons: [
        { id: "by.ecocash", title: "EcoCash" },
        { id: "by.onemoney", title: "OneMoney" },
        { id: "keep", title: "Not now" },
      ],
    }),
    does(context, job, call) {
      const typed = parsePhone(call.text);
      const by = answerTo("by", call);
      const method = by === "onemoney" ? by : "ecocash";
      const phone = typed ?? job.user.phone;
      return phone && (typed || by !== null) ? pay(context, job, { id: call.id, method, phone }) : null;
    },
  },
  "on-the-way": {
    title: () => "I'm on my way",
    asks: () => ({
      text: "When will you be there?",
      rows: rows(
        "in",
        MINUTES_AWAY.map((minutes) => [minutes, `In ${minutes} minutes`]),
      ),
    }),
    does(context, { user, booking }, call) {
      const minutes = Number(answerTo("in", call) ?? /\d+/.exec(call.text)?.[0] ?? 0);
      return minutes > 0 && minutes <= 600 ? takeJobStep(context, user, booking, "on-the-way", minutes) : null;
    },
  },
  "not-on-the-way": step("not-on-the-way", () => "Not on my way yet"),
  start: transition("start", "Start the job"),
  quote: {
    title: () => "Write a quote",
    asks: () => ({
      text: "Write what it costs, line by line, like:\ntap 15\nlabour 40\nTo be paid part of it in advance, add a line: deposit 20",
    }),
    does(context, { user, booking }, call) {
      const read = quoteIn(call.text, context.now);
      if (!read) return null;
      return read.success ? writeQuote(context, user, booking, read.data) : askedAgain(read.error);
    },
  },
  complete: {
    title: () => "Finish the job",
    asks({ booking }) {
      const agreed = agreedAmount(booking);
      const known = agreed === null ? [] : [{ id: `amount.${agreed}`, title: formatMoney(agreed) }];
      return {
        text: "What does it cost in all? Write the amount; if it is more than agreed, also why, like “95 new valve”.",
        ...(known.length > 0 && { buttons: known }),
      };
    },
    does(context, { user, booking }, call) {
      const tapped = answerTo("amount", call);
      const said = tapped === null ? amountIn(call.text) : { amount: Number(tapped), words: null };
      if (!said) return null;
      const { amount, words: reason } = said;
      const final = { amount, reason: reason && cutText(reason, REASON_LENGTH), isSure: isSure(call.text) };
      return transitionBooking(context, user, booking, "complete", { final });
    },
  },
  reopen: transition("reopen", "It isn't finished"),
  "record-payment": {
    title: ({ user }) => (user.role === "client" ? "I paid in cash" : "I got cash"),
    asks: ({ booking }) => ({
      text: "How much, in cash? The other side is asked to confirm it.",
      ...(booking.due > 0 && { buttons: [{ id: `amount.${booking.due}`, title: formatMoney(booking.due) }] }),
    }),
    does(context, { user, booking }, call) {
      const amount = Number(answerTo("amount", call) ?? amountIn(call.text)?.amount ?? 0);
      return amount > 0 ? recordPayment(context, user, booking, { id: call.id, amount, method: "cash" }) : null;
    },
  },
  release: {
    title: () => "Release the money",
    async does(context, { user, booking }) {
      const { percent } = await readSetting(context.db, "commission");
      return releaseMoney(context, user, booking, percent);
    },
  },
  review: {
    title: () => "Leave a review",
    asks: ({ view }, _, mark) =>
      mark
        ? {
            text: "A few words for others? Write them, or tap the button.",
            buttons: [{ id: "words.none", title: "No words" }],
          }
        : {
            text: `How was ${view.plumber?.firstName}'s work?`,
            rows: rows(
              "stars",
              RATINGS.map((one) => [one, STARS[one]]),
            ),
          },
    does(context, { user, booking }, call) {
      const stars = call.mark || answerTo("stars", call) || /^[1-5]$/.exec(spoken(call.text))?.[0];
      const rating = RATINGS.find((one) => String(one) === stars);
      if (!rating) return null;
      if (!call.mark) return Promise.resolve({ ...OK, asksAgain: String(rating) });
      const comment = reviewForm.shape.comment.safeParse(call.choice === "words.none" ? null : call.text);
      return comment.success
        ? leaveReview({ ...context, formId: call.id }, user, { bookingId: booking.id, rating, comment: comment.data })
        : askedAgain(comment.error, call.mark);
    },
  },
  "propose-time": {
    title: () => "Another time",
    async asks({ booking }, { db, now }) {
      const times = await findTimesAround(db, booking.id, now);
      const free = offeredStarts(now).filter(
        (start) => times && start !== booking.startsAt && isFreeStart(times.availability, times.takenTimes, start),
      );
      // The first of each half-day.
      const halves = [...Map.groupBy(free, (start) => Math.floor(start / (DAY / 2))).values()].map(([first]) => first!);
      return halves.length === 0
        ? {
            text: "There is no free time in the coming week. Write to them, or to our office.",
            buttons: [{ id: "office", title: "Our office" }],
          }
        : {
            text: "Which time do you suggest? The visit stays as it is until they agree.",
            rows: rows(
              "at",
              halves.slice(0, SAID_LIMITS.rows).map((start) => [start, sayWhen(start)]),
            ),
          };
    },
    does(context, { user, booking }, call) {
      const start = Number(answerTo("at", call) ?? 0);
      return start > 0 ? proposeTime(context, user, booking, start) : null;
    },
  },
  "ask-another": {
    title: () => "Ask another plumber",
    async asks({ user, booking }, { db, now }) {
      const others = offerInstead(await listOtherPlumbers(db, user, booking.id, now), booking, now);
      const choices = others.flatMap(({ id, firstName, lastName, feeCents, isFreeThen, nextFree }): ChoiceRow[] => {
        const start = isFreeThen ? booking.startsAt : (nextFree ?? null);
        if (start === null) return [];
        const title = `${firstName}, ${weekdayOf(dateAt(start))} ${timeAt(start)}`;
        const about = `${firstName} ${lastName}, visit fee ${formatMoney(feeCents)}, ${sayWhen(start)}`;
        return [
          {
            id: `other.${id}.${start}`,
            title: cutText(title, SAID_LIMITS.row),
            about: cutText(about, SAID_LIMITS.about),
          },
        ];
      });
      return choices.length === 0
        ? { text: "Nobody else is free in the coming week.", buttons: [{ id: "office", title: "Our office" }] }
        : { text: "Whom shall we ask instead?", rows: choices.slice(0, SAID_LIMITS.rows) };
    },
    does(context, { user, booking }, call) {
      const [id, start] = answerTo("other", call)?.split(".") ?? [];
      return id && start ? askAnother(context, user, booking.id, id, Number(start)) : null;
    },
  },
  photo: {
    title: () => "Send a photo",
    asks: ({ user }, _, mark) =>
      mark === ""
        ? { text: "Send the photo now.", buttons: [NOT_NOW] }
        : { text: "What does it show?", buttons: [...PHOTO_KINDS[user.role], { ...NOT_NOW, title: "Don't keep it" }] },
    does(context, { user, booking }, call) {
      if (call.picture) return Promise.resolve({ ...OK, asksAgain: call.picture });
      const kind = JOB_PHOTO_KINDS.find((one) => one === answerTo("kind", call));
      return kind && call.mark ? keepPhoto(context, user, booking.id, kind, call.mark) : null;
    },
  },
  receipts: {
    title: () => "Receipts",
    does: (context, { money }) =>
      Promise.resolve({ ...OK, said: money.payments.flatMap(sayReceipt(context)).join("\n") }),
  },
  "plumber-did-not-come": step("plumber-did-not-come", ({ view }) => `${view.plumber?.firstName} didn't come`),
  "plumber-came": step("plumber-came", ({ view }) => `${view.plumber?.firstName} came`),
  "nobody-was-there": step("nobody-was-there", () => "Nobody was there"),
  "somebody-was-there": step("somebody-was-there", () => "Somebody was there"),
  cancel: callingOff("cancel", "Cancel the visit"),
};
