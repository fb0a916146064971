import { didNotCome } from "~/domain/bookings/next-step/step-links";
import { CANCELLATION_REASONS, LATE_CANCELLATION, type BookingStatus } from "~/domain/bookings/booking";
import { agreedAmount, objectionTo } from "~/domain/bookings/final-amount";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { addablePhotoKinds, JOB_PHOTO_KINDS, type JobPhotoKind } from "~/domain/bookings/job-photos";
import { listOtherPlumbers, offerInstead } from "~/domain/bookings/queries/other-plumbers.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { BOOKING_TRANSITIONS, type BookingTransition } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { confirmPayment, denyPayment, recordPayment, withdrawPayment } from "~/domain/money/payments.server";
import { releaseMoney } from "~/domain/escrow/settlements.server";
import { openPayment, openQuote, type Payment } from "~/domain/money/booking-money";
import { isUnusualQuote, type QuoteLine } from "~/domain/money/quote";
import { acceptQuote, declineQuote, writeQuote } from "~/domain/money/quotes.server";
import { SAID_LIMITS, type ChoiceRow, type Said } from "~/domain/notices/said";
import { findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { RATINGS } from "~/domain/reviews/review";
import { reviewForm } from "~/domain/reviews/review-schemas";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { readSetting } from "~/domain/settings/settings.server";
import { isFreeStart } from "~/domain/time/availability";
import { dateAt, formatInstant, minuteAt, sayWhen, timeAt, weekdayOf } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { formatMoney, formatReceipt, formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { OK, refuse } from "~/domain/values/refusal";
import type { Role } from "~/domain/values/user";
import { parsePhone } from "~/domain/values/typed-phone";
import { cleanText, cutText, REASON_LENGTH } from "~/domain/values/text";
import { describeCallingOff } from "~/ui/money/describe-held";
import { describeHolding } from "~/ui/money/describe-payment";
import { agrees, spoken, type Heard, type PhoneContext } from "./heard";
import { amountAlone, finalIn, minutesIn, quoteIn, ratingIn } from "./amounts";
import { askAnother, type Done, keepPhoto, ONLINE_BY_PHONE, pay } from "./job-verbs.server";
import type { Job, Possible } from "./jobs.server";
import { meetsWish, pickStarts, sayWish, wishIn } from "./times";

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

/** The next question, about what was said (`mark`); null: nothing was. */
const askedAgain = (mark: string | null, said?: string): Promise<Done> | null =>
  mark === null ? null : Promise.resolve({ ...OK, asksAgain: mark, ...(said && { said }) });

/** Asks again, with the message of the page's own check. */
const refusedWords = ({ issues: [issue] }: { issues: { message: string }[] }, mark = "") =>
  askedAgain(mark, issue?.message);

const rows = (name: string, choices: readonly (readonly [id: string | number, title: string])[]): ChoiceRow[] =>
  choices.map(([id, title]) => ({
    id: `${name}.${id}`,
    title: cutText(title, SAID_LIMITS.row),
    ...(title.length > SAID_LIMITS.row && { about: cutText(title, SAID_LIMITS.about) }),
  }));

const answerTo = (name: string, { choice }: Heard): string | null =>
  choice?.startsWith(`${name}.`) ? choice.slice(name.length + 1) : null;

/** Their words, cut; null: they sent none. */
const wordsOf = ({ text, choice }: Heard, longest: number): string | null =>
  choice === null ? cutText(cleanText(text), longest) || null : null;

const startMark = ({ booking }: Job) => String(booking.startsAt);

const transition = (name: BookingTransition, title: string, mark?: (job: Job) => string): JobAction => ({
  title: () => title,
  ...(mark && { mark }),
  does: (context, { user, booking }) => transitionBooking(context, user, booking, name),
});

/** Whom a side's job is with. */
const otherOf = ({ user, view }: Job): string =>
  (user.role === "client" ? view.plumber?.firstName : view.client.firstName) ?? "our office";

/** Reads back what someone wrote, before it is sent. */
const readBack = (text: string, send: string): Said => ({
  text,
  buttons: [
    { id: "yes", title: send },
    { id: "change", title: "Write it again" },
    { id: "keep", title: "Not now" },
  ],
});

const isYes = (heard: Heard) => heard.choice === "yes" || agrees(heard);

/** Refusing and cancelling: what it costs, and why. */
const callingOff = (name: "refuse" | "cancel", title: string): JobAction => ({
  title: () => title,
  mark: startMark,
  asks({ user, booking }, { now }, mark) {
    if (mark) return readBack(`${name === "cancel" ? "Cancel" : "Refuse"} it, and say why: “${mark}”?`, title);
    const isLate = name === "cancel" && booking.startsAt - now < LATE_CANCELLATION;
    const status = BOOKING_TRANSITIONS[name].to;
    const costs = describeCallingOff(booking, { status, lateBy: isLate ? user.role : null }, user.role, now);
    const late = isLate ? "This is less than 2 hours before the start, so it counts as late." : "";
    return {
      text: [late, ...costs, `Why do you ${name} it? Tap a reason, or write one.`].filter(Boolean).join(" "),
      rows: [
        ...rows("reason", [...CANCELLATION_REASONS[user.role].entries()]),
        { id: "reason.none", title: "No reason" },
        { id: "keep", title: name === "cancel" ? "Keep the visit" : "Not now" },
      ],
    };
  },
  does(context, { user, booking }, call) {
    const callOff = (reason: string | null) => transitionBooking(context, user, booking, name, { reason });
    if (call.mark && isYes(call)) return callOff(call.mark);
    const tapped = answerTo("reason", call);
    if (tapped !== null) return callOff(CANCELLATION_REASONS[user.role][Number(tapped)] ?? null);
    return askedAgain(call.choice === "change" ? "" : wordsOf(call, REASON_LENGTH));
  },
});

/** Each is a message of its own. */
const MOST_FILES = 3;

const MINUTES_AWAY = [15, 30, 45, 60, 90] as const;
const MOST_MINUTES = 600;

const step = (name: JobStepName, title: (job: Job) => string): JobAction => ({
  title,
  does: (context, { user, booking }) => takeJobStep(context, user, booking, name),
});

const finalMark = ({ booking }: Job) => String(booking.finalAmount);
const paymentMark = ({ money }: Job) => String(openPayment(money)?.amount ?? "");
const paymentOf = (job: Job) => openPayment(job.money)!;
const proposedMark = ({ booking }: Job) => String(booking.proposedStart);

/** The verbs answer for what they were shown; a button of something else never comes here. */
const ofPayment = (verb: typeof confirmPayment, title: (amount: string) => string): JobAction => ({
  title: (job) => title(formatMoney(paymentOf(job).amount)),
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

/** Characters of a quote's line: twelve fit into a message. */
const LINE_SHOWN = 40;

const NOT_NOW = { id: "keep", title: "Not now" };
export const PHOTO_TITLES: Record<JobPhotoKind, string> = {
  problem: "The problem",
  before: "Before the job",
  after: "After the job",
};

const kindsOf = (role: Role, status: BookingStatus) =>
  addablePhotoKinds(status, role).map((kind) => ({ id: `kind.${kind}`, title: PHOTO_TITLES[kind] }));

const sayReceipt = ({ receipt, amount, recordedAt }: Payment): string[] =>
  receipt === null ? [] : [`${formatReceipt(receipt)}: ${formatSum(amount)}, ${formatInstant(recordedAt)}`];

/** The lines of a quote, and what they come to. */
export const linesOf = (quote: { lines: readonly QuoteLine[]; deposit: number | null }): string[] => [
  ...quote.lines.map(({ what, amount }) => `${cutText(what, LINE_SHOWN)}: ${formatMoney(amount)}`),
  `In all ${formatMoney(totalOf(quote))} with the visit fee${quote.deposit === null ? "" : `, ${formatMoney(quote.deposit)} of it in advance`}`,
];
const totalOf = ({ lines }: { lines: readonly QuoteLine[] }) => lines.reduce((sum, { amount }) => sum + amount, 0);

const NOON = 12 * 60;
const TIMES_NEAR = 5;

/** Everything that a side can do with a job by WhatsApp. */
export const JOB_ACTIONS: Partial<Record<Possible, JobAction>> = {
  confirm: transition("confirm", "Confirm", startMark),
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
    title: ({ booking }) => (booking.finalAnswer === null ? "I don't agree" : "Something is wrong"),
    mark: finalMark,
    asks: (_, __, mark) =>
      mark
        ? readBack(`To our office: “${mark}”. It calls you both and decides.`, "Send it")
        : {
            text: "What is wrong? Write it in a few words. Our office calls you both and decides; until then only what was agreed is due.",
          },
    does(context, { user, booking }, call) {
      if (call.mark && isYes(call)) return disputeFinal(context, user, booking, booking.finalAmount ?? 0, call.mark);
      return askedAgain(call.choice === "change" ? "" : wordsOf(call, REASON_LENGTH));
    },
  },
  "confirm-payment": ofPayment(confirmPayment, (amount) => `Yes, ${amount}`),
  "deny-payment": ofPayment(denyPayment, (amount) => `No, not ${amount}`),
  "withdraw-payment": ofPayment(withdrawPayment, () => "Take the record back"),
  pay: {
    title: ({ payable }) => `Pay ${formatMoney(payable?.amount ?? 0)}`,
    mark: ({ payable }) => `${payable?.purpose} ${payable?.amount}`,
    takesNumbers: true,
    asks({ payable, user, view }, { clientAddress, now }, mark) {
      const phone = formatPhone(mark || (user.phone ?? clientAddress));
      const holding = describeHolding({ ...view, plumber: view.plumber?.firstName ?? null }, now);
      return {
        text: `Pay ${formatMoney(payable?.amount ?? 0)} from ${phone}? ${holding} To pay from another phone, write its number.`,
        buttons: [
          { id: "by.ecocash", title: "EcoCash" },
          { id: "by.onemoney", title: "OneMoney" },
          { id: "keep", title: "Not now" },
        ],
      };
    },
    does(context, job, call) {
      const method = ONLINE_BY_PHONE.find((one) => one === (answerTo("by", call) ?? spoken(call.text)));
      const phone = call.mark || (job.user.phone ?? call.phone);
      // "use 077…": the number in it.
      const typed = /\+?\d[\d ]{7,}\d/.exec(call.text)?.[0] ?? "";
      return method ? pay(context, job, { id: call.id, method, phone }) : askedAgain(parsePhone(typed));
    },
  },
  "on-the-way": {
    title: () => "I'm on my way",
    takesNumbers: true,
    asks: () => ({
      text: "When will you be there?",
      rows: rows(
        "in",
        MINUTES_AWAY.map((minutes) => [minutes, `In ${minutes} minutes`]),
      ),
    }),
    does(context, { user, booking }, call) {
      const minutes = Number(answerTo("in", call) ?? minutesIn(call) ?? 0);
      return minutes > 0 && minutes <= MOST_MINUTES ? takeJobStep(context, user, booking, "on-the-way", minutes) : null;
    },
  },
  "not-on-the-way": step("not-on-the-way", () => "Not on my way yet"),
  start: transition("start", "Start the job"),
  quote: {
    title: () => "Write a quote",
    takesNumbers: true,
    asks(job, { now }, mark) {
      const read = mark ? quoteIn(mark, job.booking, now) : null;
      return read?.success
        ? readBack([...linesOf(read.data), `Send this quote to ${otherOf(job)}?`].join("\n"), "Send it")
        : {
            text: "Write what it costs, line by line, like:\ntap 15\nlabour 40\nTo be paid part of it in advance, add a line: deposit 20",
          };
    },
    async does(context, { user, booking }, call) {
      const isSent = call.mark !== "" && isYes(call);
      const text = isSent ? call.mark : call.choice === "change" ? "" : call.text;
      const read = quoteIn(text, booking, context.now);
      if (!read) return call.choice === "change" ? askedAgain("") : null;
      if (!read.success) return refusedWords(read.error);
      if (isUnusualQuote(totalOf(read.data), booking) && !read.data.isSure) return refuse("quoteUnusual");
      return isSent ? writeQuote(context, user, booking, read.data) : askedAgain(cleanText(text));
    },
  },
  complete: {
    title: () => "Finish the job",
    takesNumbers: true,
    asks(job, _, mark) {
      const final = mark ? finalIn(mark) : null;
      if (final)
        return readBack(
          `${formatMoney(final.amount)} in all${final.reason ? `: ${final.reason}` : ""}. Finish the job, and send this to ${otherOf(job)}?`,
          "Finish the job",
        );
      const agreed = agreedAmount(job.booking);
      return {
        text: "What does it cost in all? Write the amount; if it is more than agreed, also why, like “95 new valve”.",
        ...(agreed !== null && { buttons: [{ id: `amount.${agreed}`, title: formatMoney(agreed) }] }),
      };
    },
    async does(context, { user, booking }, call) {
      const tapped = answerTo("amount", call);
      const isSent = tapped !== null || (call.mark !== "" && isYes(call));
      if (call.choice === "change") return askedAgain("");
      const typed = isSent ? call.mark : call.text;
      const final = tapped === null ? finalIn(typed) : { amount: Number(tapped), reason: null, isSure: false };
      if (!final) return null;
      const objection = objectionTo(final, booking);
      if (objection) return refuse(objection);
      return isSent ? transitionBooking(context, user, booking, "complete", { final }) : askedAgain(cleanText(typed));
    },
  },
  reopen: transition("reopen", "It isn't finished"),
  "record-payment": {
    title: ({ user }) => (user.role === "client" ? "I paid in cash" : "I got cash"),
    asks: ({ booking }) => ({
      text: "How much, in cash? The other side is asked to confirm it.",
      ...(booking.due > 0 && { buttons: [{ id: `amount.${booking.due}`, title: formatMoney(booking.due) }] }),
    }),
    takesNumbers: true,
    does(context, { user, booking }, call) {
      const amount = Number(answerTo("amount", call) ?? amountAlone(call) ?? 0);
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
    takesNumbers: true,
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
    async does(context, { user, booking }, call) {
      const given = call.mark ? { rating: Number(call.mark), words: call.text } : ratingIn(call);
      const rating = RATINGS.find((one) => one === (given?.rating ?? Number(answerTo("stars", call))));
      if (!rating) return null;
      if (!call.mark && !given?.words) return askedAgain(String(rating));
      const comment = reviewForm.shape.comment.safeParse(call.choice === "words.none" ? null : given?.words);
      if (!comment.success) return refusedWords(comment.error, String(rating));
      const review = { bookingId: booking.id, rating, comment: comment.data };
      const left = await leaveReview({ ...context, formId: call.id }, user, review);
      return left.ok ? { ...OK, said: "Thank you for your review." } : left;
    },
  },
  "propose-time": {
    title: () => "Another time",
    async asks({ booking }, { db, now }, mark) {
      const times = await findTimesAround(db, booking.id, now);
      const free = offeredStarts(now).filter(
        (start) => times && start !== booking.startsAt && isFreeStart(times.availability, times.takenTimes, start),
      );
      const wish = wishIn(mark, now);
      // The first of each half-day.
      const halves = [...Map.groupBy(free, (start) => `${dateAt(start)} ${minuteAt(start) < NOON}`).values()].map(
        ([first]) => first!,
      );
      const offered = wish ? pickStarts(free, wish, now, TIMES_NEAR) : halves.slice(0, SAID_LIMITS.rows);
      if (offered.length === 0)
        return {
          text: "There is no free time in the coming week. Write to them, or to our office.",
          buttons: [{ id: "office", title: "Our office" }],
        };
      const isMet = !wish || offered.some((start) => meetsWish(start, wish));
      return {
        text: `${isMet ? "" : `There is no free time ${sayWish(wish)}. These are the nearest. `}Which time do you suggest? Tap or write it. The visit stays as it is until they agree.`,
        rows: rows(
          "at",
          offered.map((start) => [start, sayWhen(start)]),
        ),
      };
    },
    does(context, { user, booking }, call) {
      const start = Number(answerTo("at", call) ?? 0);
      if (start > 0) return proposeTime(context, user, booking, start);
      return wishIn(call.text, context.now) ? askedAgain(cleanText(call.text)) : null;
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
    asks: ({ user, view }, _, mark) =>
      mark === ""
        ? { text: "Send the photo now.", buttons: [NOT_NOW] }
        : {
            text: "What does it show?",
            buttons: [...kindsOf(user.role, view.status), { ...NOT_NOW, title: "Don't keep it" }],
          },
    does(context, { user, booking }, call) {
      if (call.picture) return askedAgain(call.picture);
      const kind = JOB_PHOTO_KINDS.find((one) => one === answerTo("kind", call));
      return kind && call.mark ? keepPhoto(context, user, booking.id, kind, call.mark) : null;
    },
  },
  photos: {
    title: ({ view }) => `See photos (${view.photos.length})`,
    does: (_, { view }) => Promise.resolve({ ...OK, shows: { photos: view.photos.map(({ id }) => id) } }),
  },
  receipts: {
    title: () => "Receipts",
    does(_, { money, user: { role } }) {
      const numbers = money.payments.flatMap(({ receipt }) => receipt ?? []);
      const receipts = numbers.slice(-MOST_FILES).map((number) => ({ number, role }));
      return Promise.resolve({ ...OK, said: money.payments.flatMap(sayReceipt).join("\n"), shows: { receipts } });
    },
  },
  "plumber-did-not-come": step("plumber-did-not-come", ({ view }) =>
    didNotCome(view.plumber?.firstName ?? "", SAID_LIMITS.button),
  ),
  "plumber-came": step("plumber-came", ({ view }) => `${view.plumber?.firstName} came`),
  "nobody-was-there": step("nobody-was-there", () => "Nobody was there"),
  "somebody-was-there": step("somebody-was-there", () => "Somebody was there"),
  cancel: callingOff("cancel", "Cancel the visit"),
};
