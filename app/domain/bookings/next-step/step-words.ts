import { addDays, dateAt, formatDate, type Instant, nameDay, sayWhen, timeAt } from "../../time/harare";
import { formatMoney } from "../../values/money";
import type { BookingStatus } from "../booking";
import type { BookingActor } from "../booking-machine";
import { decidedBy } from "../dispute";
import { METHOD_WORDS } from "../payment-method";
import type { ViewersStep } from "./next-step";
import { isTooMuch, type StepFacts, type StepReader } from "./step-facts";

export type ByStatus<S extends BookingStatus> = Record<S, (facts: StepFacts, now: Instant) => ViewersStep>;

/** `today`, `Wed 25 Nov`. */
export const dayOf = (instant: Instant, now: Instant): string => nameDay(dateAt(instant), dateAt(now));

/** `today, 4:00 pm`, `Wed 25 Nov, 10:00 am`. */
export const dayAndTime = (instant: Instant, now: Instant): string => `${dayOf(instant, now)}, ${timeAt(instant)}`;

const isNamed = (instant: Instant, now: Instant) => /^to/.test(dayOf(instant, now));

/** `today at 4:00 pm`, `on Wed 25 Nov at 10:00 am`. */
export const onTime = (instant: Instant, now: Instant): string =>
  isNamed(instant, now) ? `${dayOf(instant, now)} at ${timeAt(instant)}` : `on ${sayWhen(instant)}`;

/** A deadline: `4:00 pm`, `10:00 am tomorrow`, `10:00 am on Wed 25 Nov`. */
export function byTime(instant: Instant, now: Instant): string {
  if (dateAt(instant) === dateAt(now)) return timeAt(instant);
  return `${timeAt(instant)} ${isNamed(instant, now) ? "" : "on "}${dayOf(instant, now)}`;
}

/** A step that our office decides (B30): `said`, and by when; once that is over, that it is, and to call us. */
export function withOffice(said: string, openedAt: Instant | null, now: Instant, more: Partial<ViewersStep>) {
  const by = decidedBy(openedAt ?? now);
  const day = nameDay(by, dateAt(now));
  const common = { brief: "With our office", ...more };
  return by < dateAt(now)
    ? step(`${said} Our office should have decided by ${day}. Call us.`, { ...common, beside: "call-office" })
    : step(`${said} Our office decides by ${day}.`, common);
}

/** The sentence and the few words of a cancellation; `who`: each actor's name for the reader. */
export function cancellation(
  { closing, cancelledLateBy }: StepFacts,
  who: Record<BookingActor, string>,
  what: "booking" | "job",
  now: Instant,
): { sentence: string; brief: string | null } {
  const isLate = cancelledLateBy !== null;
  const said = closing
    ? `${who[closing.by]} cancelled this ${what} ${onTime(closing.at, now)}`
    : `This ${what} was cancelled`;
  return {
    sentence: isLate
      ? `${said}, less than 2 hours before the start${becauseOf(closing)}. That counts as late.`
      : `${said}${becauseOf(closing)}.`,
    brief: closing && `${who[closing.by]} cancelled${isLate ? " late" : ""}`,
  };
}

/** The reason in the words of the one who gave it; empty: none. */
export const becauseOf = (closing: StepFacts["closing"]): string => (closing?.reason ? `: “${closing.reason}”` : "");

/** The use of money paid online for a booking called off (M12), as further sentences; empty: none. */
export function backWords({ client, plumber, back }: StepFacts, reader: StepReader, now: Instant): string {
  if (!back) return "";
  const { due, dueBy, sent, kept } = back;
  const by = dayOf(dueBy, now);
  const whose = kept > 0 ? "" : ` that ${client.firstName} paid online`;
  const words = {
    client: {
      due:
        dueBy < now
          ? `${formatMoney(due)} goes back to you. You should have it by now. Call us`
          : `${formatMoney(due)} goes back to you. Our office sends it by ${by}`,
      sent: `We've sent ${formatMoney(sent)} back to you`,
      kept: `${formatMoney(kept)} of what you paid goes to ${plumber?.firstName} as the visit fee`,
    },
    plumber: {
      due: `${formatMoney(due)}${whose} goes back to ${client.firstName}`,
      sent: `${formatMoney(sent)}${whose} went back to ${client.firstName}`,
      kept: `${formatMoney(kept)} that ${client.firstName} paid online is yours as the visit fee, less the commission`,
    },
    office: {
      due: `${formatMoney(due)} goes back to ${client.firstName}. Send it by ${by}`,
      sent: `${formatMoney(sent)} was sent back to ${client.firstName}`,
      kept: `${formatMoney(kept)} goes to ${plumber?.firstName} as the visit fee, less the commission`,
    },
  }[reader];
  return [kept > 0 && words.kept, due > 0 && words.due, sent > 0 && words.sent]
    .flatMap((one) => (one ? ` ${one}.` : []))
    .join("");
}

/** A side's step while a recorded payment waits for an answer (M6): the plumber confirms what our office records. */
export function recordedPayment(
  facts: StepFacts,
  { amount, method, recordedBy }: NonNullable<StepFacts["openPayment"]>,
  reader: "client" | "plumber",
  beside: ViewersStep["beside"],
): ViewersStep {
  const isClient = reader === "client";
  const other = isClient ? (facts.plumber?.firstName ?? "Your plumber") : facts.client.firstName;
  const who = recordedBy === reader ? "You" : recordedBy === "admin" ? "Our office" : other;
  const paid = `${formatMoney(amount)} ${METHOD_WORDS[method]}`;
  const answer = { primary: "answer-payment", urgency: "today" } as const;
  if (isTooMuch(facts)) {
    const said = `${who} recorded ${paid}, but only ${formatMoney(facts.due)} is due.`;
    if (recordedBy !== reader) return step(`${said} ${who} can take it back.`, { beside });
    const again = `Take it back, then record what you ${isClient ? "paid" : "were paid"}.`;
    return step(`${said} ${again}`, { brief: `Take back ${paid}`, ...answer });
  }
  if (isClient === (recordedBy === "plumber")) {
    const asked = isClient ? `you paid ${paid}. Did you pay this?` : `you were paid ${paid}. Did you get it?`;
    const brief = `Did you ${isClient ? "pay" : "get"} ${paid}?`;
    return step(`${who} recorded that ${asked}`, { brief, ...answer, tells: "record-payment" });
  }
  const waits = isClient ? `We're waiting for ${other} to confirm it.` : `${other} hasn't confirmed it yet.`;
  return waitFor(other, `${who} recorded ${paid}. ${waits}`, { beside });
}

export const doneWords = ({ paidAmount }: StepFacts): string =>
  paidAmount > 0 ? "Done and paid." : "Done. Nothing is due.";

/** A visit that is over: `Yesterday's job`, `The job of Wed 25 Nov`. */
export const pastJob = (startsAt: Instant, now: Instant): string =>
  addDays(dateAt(startsAt), 1) === dateAt(now)
    ? "Yesterday's job"
    : `The job of ${formatDate(dateAt(startsAt), "short")}`;

/** A step that says this; without `more` nothing is asked of the viewer. */
export function step(sentence: string, more: Partial<Omit<ViewersStep, "sentence">> = {}): ViewersStep {
  const { primary = null, urgency = "none" } = more;
  const isAsked = primary !== null && urgency !== "none";
  return { sentence, brief: null, hint: null, beside: null, isAsked, ...more, primary, urgency };
}

export const waitFor = (who: string, sentence: string, more: Partial<ViewersStep> = {}): ViewersStep =>
  step(sentence, { brief: `Waiting for ${who}`, ...more });

export const suggestion = (who: string, start: Instant, now: Instant, more: Partial<ViewersStep> = {}): ViewersStep =>
  step(`${who} suggests another time: ${dayAndTime(start, now)}.`, {
    brief: `New time to answer: ${dayAndTime(start, now)}`,
    tells: "propose",
    primary: "answer-time",
    urgency: "now",
    ...more,
  });
