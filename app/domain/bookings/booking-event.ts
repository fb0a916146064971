import { type Instant, formatInstant, dateAt, sayWhen, timeAt } from "../time/harare";
import type { VisitOutcome } from "~/db/booking-statuses";
import type { bookingEvents } from "~/db/schema";
import type { BookingStatus } from "./booking";
import { type BookingActor, BOOKING_TRANSITION_NAMES } from "./booking-machine";
import { formatMoney } from "../values/money";
import { type Corrections, sayCorrection } from "./correction";
import type { Refusal } from "../values/refusal";

export type BookingEventName = (typeof bookingEvents.$inferSelect)["event"];

/** An event of a booking's history (B11). */
export interface BookingEvent {
  event: BookingEventName;
  at: Instant;
  to: BookingStatus;
  actorRole: BookingActor;
  /** Null: the system, or an account that is gone. */
  actorId: string | null;
  actorName: string | null;
  reason: string | null;
  /** In cents, of events about money. */
  amount: number | null;
  /** Of an assignment. */
  plumberName: string | null;
  /** Of a plumber who is on the way. */
  minutesAway: number | null;
  /** Of an event about the time. */
  aboutStart: Instant | null;
  outcome: VisitOutcome | null;
  changes: Corrections | null;
}

const ACTORS: Record<BookingActor, string> = {
  client: "The client",
  plumber: "The plumber",
  admin: "Our office",
  system: "Pombi",
};

/** A reader of a history, who is named `You` in it. */
export interface HistoryReader {
  id: string | null;
  role: BookingActor;
}

/** The actor; the office is named also where it acted for someone (B29). */
export const actorOf = ({ actorRole, actorName }: Pick<BookingEvent, "actorRole" | "actorName">): string =>
  actorRole === "admin" ? ACTORS.admin : (actorName ?? ACTORS[actorRole]);

type EventFacts = Pick<BookingEvent, "event" | "amount"> &
  Partial<Pick<BookingEvent, "plumberName" | "minutesAway" | "aboutStart" | "outcome" | "changes">>;

const money = ({ amount }: EventFacts) => formatMoney(amount ?? 0);

/** The start that an event is about, as the end of its words. */
export const startSuffix = ({ aboutStart }: EventFacts) => (aboutStart ? `: ${formatInstant(aboutStart)}` : "");

const sideFor = (side: "client" | "plumber", reader: BookingActor): string => (side === reader ? "you" : `the ${side}`);

/** The act, said after the actor's name: "confirmed". */
const WORDS: Record<BookingEventName, (event: EventFacts, reader: BookingActor) => string> = {
  request: () => "sent the request",
  assign: ({ plumberName }) => `assigned it to ${plumberName ?? "a plumber"}`,
  confirm: () => "confirmed",
  refuse: () => "refused the request",
  start: () => "started the job",
  complete: ({ amount }) => (amount === null ? "finished the job" : `finished the job for ${formatMoney(amount)}`),
  reopen: () => "reopened the job",
  cancel: () => "cancelled",
  expire: () => "refused the request: nobody answered in time",
  propose: (event) => `suggested a new time${startSuffix(event)}`,
  accept: (event) => `accepted the new time${startSuffix(event)}`,
  decline: (event) => `declined the new time${startSuffix(event)}`,
  reschedule: (event) => `changed the time${startSuffix(event)}`,
  "on-the-way": ({ minutesAway }) => (minutesAway ? `set off, to arrive in about ${minutesAway} minutes` : "set off"),
  "not-on-the-way": () => "hadn't set off after all",
  "plumber-did-not-come": () => "said that the plumber didn't come",
  "nobody-was-there": () => "said that nobody was there",
  "plumber-came": () => "took back that the plumber didn't come",
  "somebody-was-there": () => "took back that nobody was there",
  "remove-photo": () => "removed a photo",
  "set-pin": () => "marked the place on the map",
  "remove-pin": () => "removed the mark on the map",
  "told-by-phone": (_, reader) => `told ${sideFor("client", reader)} by phone`,
  "not-told-by-phone": (_, reader) =>
    `noted that ${sideFor("client", reader)} ${reader === "client" ? "were" : "was"} not told by phone after all`,
  correct: ({ changes }) => sayCorrection(changes ?? null),
  quote: (event) => `sent a quote for ${money(event)}`,
  "accept-quote": (event) => `accepted the quote for ${money(event)}`,
  "decline-quote": (event) => `declined the quote for ${money(event)}`,
  "agree-final": (event) =>
    event.amount === null ? "said that nothing is wrong any more" : `agreed to ${money(event)}`,
  "dispute-final": (event) =>
    event.amount === null ? "said that something is wrong with the work" : `disagreed with ${money(event)}`,
  decide: ({ amount, outcome }) => {
    if (outcome) return OUTCOMES[outcome];
    return amount === null ? "decided that payments go on" : `decided on ${formatMoney(amount)}`;
  },
  "resolve-dispute": ({ amount }) =>
    amount === null
      ? "settled the disagreement"
      : `decided that ${amount === 0 ? "nothing" : formatMoney(amount)} was paid`,
  "record-payment": (event) => `recorded a payment of ${money(event)}`,
  "withdraw-payment": (event) => `took back the payment of ${money(event)}`,
  "confirm-payment": (event) => `confirmed the payment of ${money(event)}`,
  "deny-payment": (event) => `denied the payment of ${money(event)}`,
  "void-receipt": (event) => `voided a receipt for ${money(event)}`,
  "pay-online": (event) => `paid ${money(event)}`,
  release: (event, reader) => `released ${money(event)} to ${sideFor("plumber", reader)}`,
  refund: (event, reader) => `started a refund of ${money(event)} to ${sideFor("client", reader)}`,
  "take-back": (event, reader) =>
    `noted that the payment provider returned ${money(event)} to ${sideFor("client", reader)}`,
};

const OUTCOMES: Record<VisitOutcome, string> = {
  "plumber-did-not-come": "decided that the plumber didn't come",
  "nobody-was-there": "decided that nobody was there",
  "another-time": "decided that the visit takes place at another time",
  "took-place": "decided that the visit took place",
};

export const wordsOf = (event: EventFacts, reader: BookingActor): string => WORDS[event.event](event, reader);

/** The actor as this reader knows them: `You` for their own act. */
export const actorFor = (
  event: Pick<BookingEvent, "actorRole" | "actorId" | "actorName">,
  reader: HistoryReader,
): string =>
  event.actorRole !== "admin" && event.actorId !== null && event.actorId === reader.id ? "You" : actorOf(event);

/** Changes of a booking's status, start or plumber: after one, others' steps may no longer be possible. */
export const BOOKING_CHANGES: readonly BookingEventName[] = [
  ...BOOKING_TRANSITION_NAMES,
  "assign",
  "accept",
  "reschedule",
];

/**
 * The refusal with the latest of the events `among` that may have led to it (B10): "Rudo Moyo cancelled at 9:12 am.", with
 * the day where that wasn't today; as it is without such an event. `history` is what `selectLatest` gave.
 */
export function withLatest<Refused extends Refusal<string>>(
  refused: Refused,
  history: readonly Omit<BookingEvent, "to" | "changes">[],
  among: readonly BookingEventName[],
  reader: HistoryReader,
  now: Instant,
): Refused {
  const event = history.find(({ event }) => among.includes(event));
  if (!event) return refused;
  // To whom it went is not for the plumber who had it; a new time is on the page already.
  const isShown = event.event === "assign" && reader.role !== "plumber";
  const { event: name, amount, outcome } = event;
  const what = wordsOf(isShown ? event : { event: name, amount, outcome }, reader.role);
  const when = dateAt(event.at) === dateAt(now) ? `at ${timeAt(event.at)}` : `on ${sayWhen(event.at)}`;
  return { ...refused, latest: `${actorFor(event, reader)} ${what} ${when}.` };
}
