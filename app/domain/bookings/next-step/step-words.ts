import { addDays, dateAt, formatDate, type Instant, nameDay, sayWhen, timeAt } from "../../time/harare";
import { formatMoney } from "../../values/money";
import type { BookingStatus } from "../booking";
import { decidedBy } from "../dispute";
import type { ViewersStep } from "./next-step";
import type { StepFacts, StepMoney, StepReader } from "./step-facts";

export type ByStatus<S extends BookingStatus> = Record<S, (facts: StepFacts, now: Instant) => ViewersStep>;

/** `today`, `Wed 25 Nov`. */
export const dayOf = (instant: Instant, now: Instant): string => nameDay(dateAt(instant), dateAt(now));

/** `today, 4:00 pm`, `Wed 25 Nov, 10:00 am`. */
export const dayAndTime = (instant: Instant, now: Instant): string => `${dayOf(instant, now)}, ${timeAt(instant)}`;

const isNamed = (instant: Instant, now: Instant) => /^to/.test(dayOf(instant, now));

/** When something happens: `today at 4:00 pm`, `on Wed 25 Nov at 10:00 am`. */
export const onTime = (instant: Instant, now: Instant): string =>
  isNamed(instant, now) ? `${dayOf(instant, now)} at ${timeAt(instant)}` : `on ${sayWhen(instant)}`;

/** Until when something is asked: `4:00 pm`, `10:00 am tomorrow`, `10:00 am on Wed 25 Nov`. */
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

export function decideBy(openedAt: Instant | null, now: Instant): string {
  const by = decidedBy(openedAt ?? now);
  const day = nameDay(by, dateAt(now));
  return by < dateAt(now) ? `Call both and decide. It was due by ${day}.` : `Call both, and decide by ${day}.`;
}

/** A cancellation with its time and reason, marked if late: `You cancelled this booking today at 4:00 pm: “It rained”.` */
export function cancelledWords(
  what: string,
  { closing, cancelledLateBy }: Pick<StepFacts, "closing" | "cancelledLateBy">,
  now: Instant,
): string {
  const when = closing ? ` ${onTime(closing.at, now)}` : "";
  return cancelledLateBy === null
    ? `${what}${when}${becauseOf(closing)}.`
    : `${what}${when}, less than 2 hours before the start${becauseOf(closing)}. That counts as late.`;
}

/** The same in a few words: `You cancelled late`. */
export const cancelledBrief = (who: string, { cancelledLateBy }: Pick<StepFacts, "cancelledLateBy">): string =>
  `${who} cancelled${cancelledLateBy === null ? "" : " late"}`;

/** The reason in the words of the one who gave it; empty: none. */
export const becauseOf = (closing: StepFacts["closing"]): string => (closing?.reason ? `: “${closing.reason}”` : "");

/** The use of money paid online for a booking called off (M12), as further sentences; empty: none. */
export function backWords({ client, plumber, money }: StepFacts, reader: StepReader, now: Instant): string {
  if (money.back === null) return "";
  const { due, dueBy, sent, kept } = money.back;
  const by = dayOf(dueBy, now);
  const whose = kept > 0 ? "" : ` that ${client} paid online`;
  const words = {
    client: {
      due:
        dueBy < now
          ? `${formatMoney(due)} goes back to you. You should have it by now. Call us`
          : `${formatMoney(due)} goes back to you. Our office sends it by ${by}`,
      sent: `We've sent ${formatMoney(sent)} back to you`,
      kept: `${formatMoney(kept)} of what you paid goes to ${plumber} as the visit fee`,
    },
    plumber: {
      due: `${formatMoney(due)}${whose} goes back to ${client}`,
      sent: `${formatMoney(sent)}${whose} went back to ${client}`,
      kept: `${formatMoney(kept)} that ${client} paid online is yours as the visit fee, less the commission`,
    },
    office: {
      due: `${formatMoney(due)} goes back to ${client}. Send it by ${by}`,
      sent: `${formatMoney(sent)} was sent back to ${client}`,
      kept: `${formatMoney(kept)} goes to ${plumber} as the visit fee, less the commission`,
    },
  }[reader];
  return [kept > 0 && words.kept, due > 0 && words.due, sent > 0 && words.sent]
    .filter((one) => one !== false)
    .map((one) => ` ${one}.`)
    .join("");
}

/** For a job that is done, with nothing due. */
export const doneWords = ({ paidAmount }: StepMoney): string =>
  paidAmount > 0 ? "Done and paid." : "Done. Nothing is due.";

/** A visit that is over: `Yesterday's job`, `The job of Wed 25 Nov`. */
export const pastJob = (startsAt: Instant, now: Instant): string =>
  addDays(dateAt(startsAt), 1) === dateAt(now)
    ? "Yesterday's job"
    : `The job of ${formatDate(dateAt(startsAt), "short")}`;

/** A step that says this; without `more` nothing is asked of the viewer. */
export function step(sentence: string, more: Partial<Omit<ViewersStep, "sentence">> = {}): ViewersStep {
  const { primary = null, urgency = "none" } = more;
  return {
    sentence,
    brief: null,
    hint: null,
    beside: null,
    isAsked: primary !== null && urgency !== "none",
    ...more,
    primary,
    urgency,
  };
}

/** A step in which somebody else, by name, is waited for. */
export const waitFor = (who: string, sentence: string, more: Partial<ViewersStep> = {}): ViewersStep =>
  step(sentence, { brief: `Waiting for ${who}`, ...more });
