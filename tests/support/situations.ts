import { BOOKING_STATUSES, type BookingStatus } from "~/domain/bookings/booking";
import { moneyState, type StepFacts, type TimeWindow } from "~/domain/bookings/next-step/step-facts";
import { DAY, HOUR, instantOf, MINUTE } from "~/domain/time/harare";

// Everything that a booking can be in, for the table of next steps and its tests.

const STARTS_AT = instantOf("2026-11-25", 14 * 60);

/** An instant in each part of the time around the start. */
export const INSTANTS: Record<TimeWindow, number> = {
  ahead: STARTS_AT - 2 * DAY,
  day: STARTS_AT - 5 * HOUR,
  hour: STARTS_AT - 30 * MINUTE,
  begun: STARTS_AT + 5 * MINUTE,
  late: STARTS_AT + 40 * MINUTE,
  over: STARTS_AT + 26 * HOUR,
};

const BARE: Omit<StepFacts, "status"> = {
  ...{ startsAt: STARTS_AT, onTheWayAt: null, waitingSince: STARTS_AT - 3 * DAY, frozenAt: null },
  ...{ proposedStart: null, proposedBy: null, cancelledLateBy: null, closing: null },
  ...{ client: { firstName: "Rudo" }, plumber: { firstName: "Tendai" } },
  ...{ location: "12 Test Road", isByPhone: false, isPlumberSuspended: false, claimEvents: [] },
  ...{ fee: null, agreedPrice: null, finalAmount: null, finalAnswer: null, due: 0, paidAmount: 0 },
  ...{ openQuote: null, openPayment: null, isDenied: false },
};

type Change = Partial<Omit<StepFacts, "status">>;

const OPEN_QUOTE: Change = { openQuote: { total: 118_75, validUntil: STARTS_AT + 5 * DAY } };
const EXPIRED_QUOTE: Change = { openQuote: { total: 118_75, validUntil: STARTS_AT - 3 * DAY } };
const SUGGESTED = { proposedStart: STARTS_AT + 2 * DAY };
const recorded = (recordedBy: "client" | "plumber" | "admin", isTooMuch = false): Change => ({
  ...(isTooMuch && { finalAmount: 25_00 }),
  ...{ due: isTooMuch ? 25_00 : 40_00, openPayment: { amount: 40_00, method: "cash", recordedBy } },
});
const MISSED: Record<string, Change> = {
  "the client says that the plumber didn't come": {
    frozenAt: STARTS_AT + 35 * MINUTE,
    claimEvents: [{ event: "plumber-did-not-come", at: STARTS_AT + 35 * MINUTE }],
  },
  "the plumber says that nobody was there": {
    frozenAt: STARTS_AT + 35 * MINUTE,
    claimEvents: [{ event: "nobody-was-there", at: STARTS_AT + 35 * MINUTE }],
  },
};
const closed = (by: "client" | "plumber" | "admin" | "system", reason: string | null): Change => ({
  closing: { by, at: STARTS_AT - 90 * MINUTE, reason },
});
const back = (due: number, kept = 0, sent = 0): Change => ({ back: { due, dueBy: STARTS_AT + 3 * DAY, sent, kept } });
const INSTEAD: Change = { instead: { id: "another", firstName: "Farai" } };
const ON_THE_DAY: Record<string, Change> = {
  "a quote is open": OPEN_QUOTE,
  "a quote has expired": EXPIRED_QUOTE,
  "a quote is accepted": { agreedPrice: 118_75 },
  "a deposit is asked for": { agreedPrice: 118_75, payable: { amount: 50_00, purpose: "deposit" } },
  "a deposit is paid": { agreedPrice: 118_75, paidAmount: 50_00 },
  "the agreed price can be paid online": { agreedPrice: 118_75, payable: { amount: 118_75, purpose: "price" } },
  "the client is paying online": { agreedPrice: 118_75, underWay: 50_00 },
  "the client recorded a payment": recorded("client"),
  "the plumber recorded a payment": recorded("plumber"),
  "the plumber is suspended": { isPlumberSuspended: true },
  ...MISSED,
};

/** What can be the case in each status, beside which nothing else is. */
const CHANGES: Record<BookingStatus, Record<string, Change>> = {
  pending: {
    "nobody is assigned": { plumber: null },
    "nobody is assigned, the client asked for somebody": { plumber: null, preferredPlumberName: "Tendai Moyo" },
    "the plumber is asked": { waitingSince: INSTANTS.hour - 10 * MINUTE },
    "the plumber is asked, who usually answers within 27 minutes": {
      waitingSince: INSTANTS.hour - 10 * MINUTE,
      answerTime: 27 * MINUTE,
    },
    "the plumber hasn't answered for long": { answerTime: 27 * MINUTE },
    "a quote is open": OPEN_QUOTE,
    "a quote has expired": EXPIRED_QUOTE,
    "a quote is accepted": { agreedPrice: 118_75 },
    "the fee can be paid online": { payable: { amount: 25_00, purpose: "fee" } },
    "a quote with a deposit is accepted": { agreedPrice: 118_75, payable: { amount: 50_00, purpose: "deposit" } },
    "the plumber suggests another time": { ...SUGGESTED, proposedBy: "plumber" },
    "the client suggests another time": { ...SUGGESTED, proposedBy: "client" },
  },
  confirmed: {
    "the plumber hasn't set off": {},
    "there is no address": { location: null },
    "the plumber is on the way": { onTheWayAt: STARTS_AT - 30 * MINUTE, expectedAt: STARTS_AT + 10 * MINUTE },
    "the plumber suggests another time": { ...SUGGESTED, proposedBy: "plumber" },
    "the client suggests another time": { ...SUGGESTED, proposedBy: "client" },
    ...ON_THE_DAY,
  },
  "in-progress": { "nothing is open": {}, ...ON_THE_DAY },
  completed: {
    "nothing is due, not reviewed": {},
    "everything is paid, reviewed": { reviewedAt: STARTS_AT, finalAmount: 67_50, paidAmount: 67_50 },
    "something is due": { finalAmount: 67_50, due: 67_50 },
    "something is due and can be paid online": {
      finalAmount: 67_50,
      due: 67_50,
      payable: { amount: 67_50, purpose: "rest" },
    },
    "more is asked than was agreed": { agreedPrice: 67_50, finalAmount: 82_50, due: 67_50 },
    "the client disagreed with the final amount": {
      claimEvents: [{ event: "dispute-final", at: INSTANTS.late }],
      agreedPrice: 67_50,
      finalAmount: 82_50,
      finalAnswer: "disputed",
      due: 67_50,
    },
    "the client disagreed with the final amount long ago": {
      claimEvents: [{ event: "dispute-final", at: INSTANTS.late - 9 * DAY }],
      agreedPrice: 67_50,
      finalAmount: 82_50,
      finalAnswer: "disputed",
      due: 67_50,
    },
    "the office has decided": { agreedPrice: 67_50, finalAmount: 75_00, finalAnswer: "decided", due: 75_00 },
    "the client recorded a payment": recorded("client"),
    "the plumber recorded a payment": recorded("plumber"),
    "the office recorded a payment": recorded("admin"),
    "the client recorded more than is due": recorded("client", true),
    "the plumber recorded more than is due": recorded("plumber", true),
    "a record was denied": { finalAmount: 67_50, due: 67_50, isDenied: true },
    ...MISSED,
  },
  cancelled: {
    "by the client": closed("client", "The problem is solved"),
    "late by the client": { ...closed("client", null), cancelledLateBy: "client" },
    "by the client, who had paid online": { ...closed("client", null), ...back(50_00) },
    "late by the client, who had paid online": {
      ...closed("client", null),
      cancelledLateBy: "client",
      ...back(25_00, 25_00),
    },
    "by the client, who has the money back": { ...closed("client", null), ...back(0, 0, 50_00) },
    "by the plumber": closed("plumber", "I'm not free at that time"),
    "by the plumber, and another one was asked": { ...closed("plumber", null), ...INSTEAD },
    "late by the plumber": { ...closed("plumber", null), cancelledLateBy: "plumber" },
    "by the office": closed("admin", "It was booked twice"),
  },
  refused: {
    "by the plumber": closed("plumber", "It is too far away"),
    "by the plumber, and another one was asked": { ...closed("plumber", null), ...INSTEAD },
    "by the plumber, after the client had paid online": { ...closed("plumber", null), ...back(25_00) },
    "nobody answered": closed("system", null),
  },
};

export interface Situation {
  name: string;
  facts: StepFacts;
}

export const SITUATIONS: readonly Situation[] = BOOKING_STATUSES.flatMap((status) =>
  Object.entries(CHANGES[status]).map(([name, change]) => ({ name, facts: { ...BARE, status, ...change } })),
);

/** When a status can be met at all: nobody has asked or worked after the visit is long over, or before its day. */
export const WINDOWS: Record<BookingStatus, readonly TimeWindow[]> = {
  pending: ["ahead", "day", "hour"],
  confirmed: ["ahead", "day", "hour", "begun", "late", "over"],
  "in-progress": ["hour", "begun", "late", "over"],
  completed: ["late"],
  cancelled: ["late"],
  refused: ["late"],
};

export const statesMet = () => new Set(SITUATIONS.map(({ facts }) => moneyState(facts, INSTANTS.late)));
