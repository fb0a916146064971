import { BOOKING_STATUSES, type BookingStatus } from "../../app/domain/bookings/booking";
import type { StepFacts, TimeWindow } from "../../app/domain/bookings/next-step/step-facts";
import { DAY, HOUR, type Instant, instantOf, MINUTE } from "../../app/domain/time/harare";

// Everything that a booking can be in.

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
  startsAt: STARTS_AT,
  onTheWayAt: null,
  waitingSince: STARTS_AT - 3 * DAY,
  frozenAt: null,
  proposedStart: null,
  proposedBy: null,
  cancelledLateBy: null,
  missedBy: null,
  closing: null,
  client: { firstName: "Rudo" },
  plumber: { firstName: "Tendai" },
  location: "12 Test Road",
  isOnlyCalled: false,
  isPlumberSuspended: false,
  claimEvents: [],
  fee: null,
  agreedPrice: null,
  agreedDeposit: null,
  finalAmount: null,
  finalAnswer: null,
  due: 0,
  paidAmount: 0,
  openQuote: null,
  openPayment: null,
  uncheckedPayment: null,
  deniedBy: null,
};

type Change = Partial<Omit<StepFacts, "status">>;

const OPEN_QUOTE: Change = { openQuote: { total: 118_75, validUntil: STARTS_AT + 5 * DAY } };
const DECLINED_QUOTE: Change = { declinedQuote: 118_75, fee: 25_00 };
const EXPIRED_QUOTE: Change = { openQuote: { total: 118_75, validUntil: STARTS_AT - 3 * DAY } };
const SUGGESTED = { proposedStart: STARTS_AT + 2 * DAY };
const recorded = (recordedBy: "client" | "plumber" | "admin", isTooMuch = false): Change => ({
  ...(isTooMuch && { finalAmount: 25_00 }),
  due: isTooMuch ? 25_00 : 40_00,
  openPayment: { amount: 40_00, method: "cash", recordedBy },
});
const missed = (event: StepFacts["claimEvents"][number]["event"], at = STARTS_AT + 35 * MINUTE): Change => ({
  frozenAt: at,
  claimEvents: [{ event, at }],
});
const MISSED: Record<string, Change> = {
  "the client says that the plumber didn't come": missed("plumber-did-not-come"),
  "the plumber says that nobody was there": missed("nobody-was-there"),
  "the client says that the plumber didn't come, the plumber that nobody was there": {
    frozenAt: STARTS_AT + 35 * MINUTE,
    claimEvents: (["plumber-did-not-come", "nobody-was-there"] as const).map((event) => ({ event, at: STARTS_AT })),
  },
};
const MORE_ASKED: Change = { agreedPrice: 67_50, finalAmount: 82_50, due: 67_50 };
const disagreed = (at: Instant): Change => ({
  ...MORE_ASKED,
  claimEvents: [{ event: "dispute-final", at }],
  finalAnswer: "disputed",
});
const DECIDED: Change = {
  agreedPrice: 67_50,
  finalAmount: 75_00,
  finalAnswer: "decided",
  ruling: { event: "decide", amount: 75_00, outcome: null, reason: "It took twice as long" },
};
const closed = (by: "client" | "plumber" | "admin" | "system", reason: string | null): Change => ({
  closing: { by, at: STARTS_AT - 90 * MINUTE, reason },
});
const late = (by: "client" | "plumber"): Change => ({ ...closed(by, null), cancelledLateBy: by });
const missedVisit = (by: "client" | "plumber"): Change => ({
  ...closed("admin", "We called both"),
  cancelledLateBy: by,
  missedBy: by,
});
const unpaid = (amount: number): Change => ({ finalAmount: amount, due: amount });
const ASKED: Change = { waitingSince: INSTANTS.hour - 10 * MINUTE };
const back = (due: number, kept = 0, sent = 0): Change => ({ back: { due, dueBy: STARTS_AT + 3 * DAY, sent, kept } });
const INSTEAD: Change = { instead: { id: "another", firstName: "Farai" } };
const ON_THE_WAY: Change = { onTheWayAt: STARTS_AT - 30 * MINUTE, expectedAt: STARTS_AT + 10 * MINUTE };
const EARLY: Change = { onTheWayAt: STARTS_AT - 2 * HOUR, expectedAt: STARTS_AT - 90 * MINUTE };
const DEPOSIT: Change = {
  agreedPrice: 118_75,
  agreedDeposit: 50_00,
  payable: { amount: 50_00, purpose: "deposit" },
};
const UNCHECKED: Change = { uncheckedPayment: { amount: 50_00, method: "card", startedAt: STARTS_AT - 4 * DAY } };
const DENIED: Change = { ...unpaid(67_50), deniedBy: "plumber" };
const deniedAt = (at: Instant): Change => ({ ...DENIED, claimEvents: [{ event: "deny-payment", at }] });
const DAY_CHANGES: Record<string, Change> = {
  "a quote is open": OPEN_QUOTE,
  "a quote has expired": EXPIRED_QUOTE,
  "a quote was declined": DECLINED_QUOTE,
  "a quote is accepted": { agreedPrice: 118_75 },
  "a deposit is asked for": DEPOSIT,
  "a deposit is paid": { agreedPrice: 118_75, paidAmount: 50_00 },
  "the agreed price can be paid online": { agreedPrice: 118_75, payable: { amount: 118_75, purpose: "price" } },
  "the client is paying online": { agreedPrice: 118_75, underWay: 50_00 },
  "the client is paying a deposit online": { ...DEPOSIT, payable: null, underWay: 50_00 },
  "our office checks a deposit that was paid online": { ...DEPOSIT, payable: null, ...UNCHECKED },
  "the client recorded a payment": recorded("client"),
  "the plumber recorded a payment": recorded("plumber"),
  "the plumber is suspended": { isPlumberSuspended: true },
  ...MISSED,
};

/** The situations of each status; nothing else is the case beside one. */
const CHANGES: Record<BookingStatus, Record<string, Change>> = {
  pending: {
    "nobody is assigned": { plumber: null },
    "nobody is assigned, the client asked for somebody": { plumber: null, preferredPlumberName: "Tendai Moyo" },
    "the plumber is asked": ASKED,
    "the plumber is asked, who usually answers within 27 minutes": { ...ASKED, answerTime: 27 * MINUTE },
    "the plumber was asked some hours ago": { waitingSince: STARTS_AT - 8 * HOUR },
    "the plumber hasn't answered for long": { answerTime: 27 * MINUTE },
    "a quote is open": OPEN_QUOTE,
    "a quote has expired": EXPIRED_QUOTE,
    "a quote is accepted": { agreedPrice: 118_75 },
    "the fee can be paid online": { payable: { amount: 25_00, purpose: "fee" } },
    "a quote with a deposit is accepted": DEPOSIT,
    "a quote was declined": DECLINED_QUOTE,
    "the plumber suggests another time": { ...SUGGESTED, proposedBy: "plumber" },
    "the client suggests another time": { ...SUGGESTED, proposedBy: "client" },
  },
  confirmed: {
    "the plumber hasn't set off": {},
    "there is no address": { location: null },
    "the plumber is on the way": ON_THE_WAY,
    "the plumber was to be there early by their own word": EARLY,
    "the plumber was to be there early by their own word, and a deposit is asked for": { ...EARLY, ...DEPOSIT },
    "the plumber is on the way, and a deposit is asked for": { ...ON_THE_WAY, ...DEPOSIT },
    "the plumber is on the way, and the client is paying online": {
      ...ON_THE_WAY,
      agreedPrice: 118_75,
      underWay: 50_00,
    },
    "the plumber suggests another time": { ...SUGGESTED, proposedBy: "plumber" },
    "the client suggests another time": { ...SUGGESTED, proposedBy: "client" },
    ...DAY_CHANGES,
  },
  "in-progress": {
    "nothing is open": {},
    "the office has decided that the visit took place": {
      ruling: { event: "decide", amount: null, outcome: "took-place", reason: "We called both" },
    },
    ...DAY_CHANGES,
  },
  completed: {
    "nothing is due, not reviewed": {},
    "everything is paid, reviewed": { reviewedAt: STARTS_AT, finalAmount: 67_50, paidAmount: 67_50 },
    "something is due": unpaid(67_50),
    "a part is paid": { finalAmount: 67_50, due: 17_50, paidAmount: 50_00 },
    "something is due and can be paid online": { ...unpaid(67_50), payable: { amount: 67_50, purpose: "rest" } },
    "more is asked than was agreed": MORE_ASKED,
    "the client disagreed with the final amount": disagreed(INSTANTS.late),
    "the client disagreed with the final amount long ago": disagreed(INSTANTS.late - 9 * DAY),
    "more is asked than was agreed, and the client recorded the rest": { ...recorded("client"), ...MORE_ASKED },
    "more is asked than was agreed, and the plumber recorded the rest": { ...recorded("plumber"), ...MORE_ASKED },
    "the client disagreed with the final amount, and recorded the rest": {
      ...recorded("client"),
      ...disagreed(INSTANTS.late),
    },
    "the client disagreed with the final amount, and the plumber recorded the rest": {
      ...recorded("plumber"),
      ...disagreed(INSTANTS.late),
    },
    "the client disagreed with the final amount, and denied the record of the rest": {
      ...deniedAt(INSTANTS.late),
      ...disagreed(INSTANTS.late),
      deniedBy: "client",
    },
    "the client disagreed with the final amount, and paid the rest": {
      ...disagreed(INSTANTS.late),
      due: 0,
      paidAmount: 67_50,
    },
    "the client agreed, and then something is wrong": {
      ...disagreed(INSTANTS.late),
      finalAnswer: "objected",
      due: 15_00,
      paidAmount: 67_50,
    },
    "the office has decided": { ...DECIDED, due: 75_00 },
    "the office has decided, and it is paid": { ...DECIDED, paidAmount: 75_00 },
    "the client recorded a payment": recorded("client"),
    "the plumber recorded a payment": recorded("plumber"),
    "the office recorded a payment": recorded("admin"),
    "the client recorded more than is due": recorded("client", true),
    "the plumber recorded more than is due": recorded("plumber", true),
    "something is due, and the client is paying online": { ...unpaid(67_50), underWay: 67_50 },
    "something is due, and our office checks a payment": { ...unpaid(67_50), ...UNCHECKED },
    "a record was denied": deniedAt(INSTANTS.late),
    "a record was denied, with words": { ...deniedAt(INSTANTS.late), denialReason: "I paid half of it" },
    "the client denied a record, with words": {
      ...deniedAt(INSTANTS.late),
      deniedBy: "client",
      denialReason: "I paid half of it",
    },
    "a record was denied long ago": deniedAt(INSTANTS.late - 9 * DAY),
    "a record was denied long ago, and it can be paid online": {
      ...deniedAt(INSTANTS.late - 9 * DAY),
      payable: { amount: 67_50, purpose: "rest" },
    },
    "a record was denied, and it can be paid online": {
      ...unpaid(67_50),
      deniedBy: "plumber",
      payable: { amount: 67_50, purpose: "rest" },
    },
    "the client denied a record, and it can be paid online": {
      ...unpaid(67_50),
      deniedBy: "client",
      payable: { amount: 67_50, purpose: "rest" },
    },
    "a record was denied, and the office has looked into it": {
      ...unpaid(67_50),
      ruling: { event: "resolve-dispute", amount: 0, outcome: null, reason: "It went to another plumber." },
    },
  },
  cancelled: {
    "by the client": closed("client", "The problem is solved"),
    "late by the client": late("client"),
    "late by the client, who had paid nothing": { ...late("client"), back: null },
    "by the client, who had paid online": { ...closed("client", null), ...back(50_00) },
    "late by the client, who had paid online": { ...late("client"), ...back(25_00, 25_00) },
    "by the client, who has the money back": { ...closed("client", null), ...back(0, 0, 50_00) },
    "by the plumber": closed("plumber", "I'm not free at that time"),
    "by the plumber, and another one was asked": { ...closed("plumber", null), ...INSTEAD },
    "late by the plumber": late("plumber"),
    "by the office": closed("admin", "It was booked twice"),
    "by the office, because the plumber didn't come": { ...missedVisit("plumber"), ...back(50_00) },
    "by the office, because nobody was there": { ...missedVisit("client"), ...back(25_00, 25_00) },
  },
  refused: {
    "by the plumber": closed("plumber", "It is too far away"),
    "by the plumber, and another one was asked": { ...closed("plumber", null), ...INSTEAD },
    "by the plumber, after the client had paid online": { ...closed("plumber", null), ...back(25_00) },
    "nobody answered": closed("system", null),
    "no plumber was found": { ...closed("system", null), plumber: null },
  },
};

export const SITUATIONS = BOOKING_STATUSES.flatMap((status) =>
  Object.entries(CHANGES[status]).map(([name, change]) => ({
    name,
    facts: { ...BARE, status, ...change } satisfies StepFacts,
  })),
);

export type Situation = (typeof SITUATIONS)[number];

/** When a status can be met at all: no one has asked or worked after the visit is long over, or before its day. */
export const WINDOWS: Record<BookingStatus, readonly TimeWindow[]> = {
  pending: ["ahead", "day", "hour"],
  confirmed: ["ahead", "day", "hour", "begun", "late", "over"],
  "in-progress": ["hour", "begun", "late", "over"],
  completed: ["late"],
  cancelled: ["late"],
  refused: ["late"],
};
