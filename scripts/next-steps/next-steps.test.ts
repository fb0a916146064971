import { expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus, isOpen } from "../../app/domain/bookings/booking";
import { availableTransitions, BOOKING_TRANSITION_NAMES } from "../../app/domain/bookings/booking-machine";
import { availableSteps, JOB_STEP_NAMES, missedVisitClaim } from "../../app/domain/bookings/job-steps";
import { nextStep } from "../../app/domain/bookings/next-step/next-step";
import {
  type NextStep,
  type StepAction,
  claimants,
  MONEY_STATES,
  moneyState,
  type StepFacts,
  type StepReader,
  TIME_WINDOWS,
  timeWindow,
  type TimeWindow,
} from "../../app/domain/bookings/next-step/step-facts";
import { DAY, HOUR, type Instant, instantOf, MINUTE } from "../../app/domain/time/harare";

// Everything that a booking can be in.

const STARTS_AT = instantOf("2026-11-25", 14 * 60);

/** An instant in each part of the time around the start. */
const INSTANTS: Record<TimeWindow, number> = {
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
  isByPhone: false,
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
  isDenied: false,
};

type Change = Partial<Omit<StepFacts, "status">>;

const OPEN_QUOTE: Change = { openQuote: { total: 118_75, validUntil: STARTS_AT + 5 * DAY } };
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
const disagreed = (at: Instant): Change => ({
  claimEvents: [{ event: "dispute-final", at }],
  finalAnswer: "disputed",
  agreedPrice: 67_50,
  finalAmount: 82_50,
  due: 67_50,
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
const DAY_CHANGES: Record<string, Change> = {
  "a quote is open": OPEN_QUOTE,
  "a quote has expired": EXPIRED_QUOTE,
  "a quote is accepted": { agreedPrice: 118_75 },
  "a deposit is asked for": {
    agreedPrice: 118_75,
    agreedDeposit: 50_00,
    payable: { amount: 50_00, purpose: "deposit" },
  },
  "a deposit is paid": { agreedPrice: 118_75, paidAmount: 50_00 },
  "the agreed price can be paid online": { agreedPrice: 118_75, payable: { amount: 118_75, purpose: "price" } },
  "the client is paying online": { agreedPrice: 118_75, underWay: 50_00 },
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
    "the plumber hasn't answered for long": { answerTime: 27 * MINUTE },
    "a quote is open": OPEN_QUOTE,
    "a quote has expired": EXPIRED_QUOTE,
    "a quote is accepted": { agreedPrice: 118_75 },
    "the fee can be paid online": { payable: { amount: 25_00, purpose: "fee" } },
    "a quote with a deposit is accepted": {
      agreedPrice: 118_75,
      agreedDeposit: 50_00,
      payable: { amount: 50_00, purpose: "deposit" },
    },
    "the plumber suggests another time": { ...SUGGESTED, proposedBy: "plumber" },
    "the client suggests another time": { ...SUGGESTED, proposedBy: "client" },
  },
  confirmed: {
    "the plumber hasn't set off": {},
    "there is no address": { location: null },
    "the plumber is on the way": { onTheWayAt: STARTS_AT - 30 * MINUTE, expectedAt: STARTS_AT + 10 * MINUTE },
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
    "something is due and can be paid online": { ...unpaid(67_50), payable: { amount: 67_50, purpose: "rest" } },
    "more is asked than was agreed": { agreedPrice: 67_50, finalAmount: 82_50, due: 67_50 },
    "the client disagreed with the final amount": disagreed(INSTANTS.late),
    "the client disagreed with the final amount long ago": disagreed(INSTANTS.late - 9 * DAY),
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
    "a record was denied": { ...unpaid(67_50), isDenied: true },
    "a record was denied, and the office has looked into it": {
      ...unpaid(67_50),
      ruling: { event: "resolve-dispute", amount: null, outcome: null, reason: "It went to another plumber." },
    },
  },
  cancelled: {
    "by the client": closed("client", "The problem is solved"),
    "late by the client": late("client"),
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

const SITUATIONS = BOOKING_STATUSES.flatMap((status) =>
  Object.entries(CHANGES[status]).map(([name, change]) => ({
    name,
    facts: { ...BARE, status, ...change } satisfies StepFacts,
  })),
);

type Situation = (typeof SITUATIONS)[number];

/** When a status can be met at all: no one has asked or worked after the visit is long over, or before its day. */
const WINDOWS: Record<BookingStatus, readonly TimeWindow[]> = {
  pending: ["ahead", "day", "hour"],
  confirmed: ["ahead", "day", "hour", "begun", "late", "over"],
  "in-progress": ["hour", "begun", "late", "over"],
  completed: ["late"],
  cancelled: ["late"],
  refused: ["late"],
};

const READERS: Record<string, { viewer: StepReader; isByPhone: boolean }> = {
  Client: { viewer: "client", isByPhone: false },
  Plumber: { viewer: "plumber", isByPhone: false },
  Office: { viewer: "office", isByPhone: false },
  "Office, for a client without an email": { viewer: "office", isByPhone: true },
};

const WHEN: Record<TimeWindow, string> = {
  ahead: "on a day before",
  day: "on the day",
  hour: "from an hour before",
  begun: "from the start",
  late: "from 10 minutes after the start",
  over: "a day after",
};

const cellOf = ({ sentence, brief, hint, primary, beside }: NextStep): string =>
  [[sentence, hint].filter(Boolean).join(" "), brief && `_${brief}_`, primary && `**${primary}**`, beside]
    .filter(Boolean)
    .join("<br>");

function rowsOf({ name, facts }: Situation): string[] {
  const { status } = facts;
  const rows: { windows: TimeWindow[]; cells: string }[] = [];
  for (const window of WINDOWS[status]) {
    const read = Object.values(READERS).map(({ viewer, isByPhone }) =>
      viewer === "plumber" && facts.plumber === null
        ? "–"
        : cellOf(nextStep({ ...facts, isByPhone }, viewer, INSTANTS[window])),
    );
    const cells = read.map((cell, at) => (at > 0 && cell === read[at - 1] ? "the same" : cell)).join(" | ");
    const last = rows.at(-1);
    if (last?.cells === cells) last.windows.push(window);
    else rows.push({ windows: [window], cells });
  }
  return rows.map(({ windows, cells }) => {
    const when = WINDOWS[status].length > 1 && windows.length < WINDOWS[status].length ? `, ${WHEN[windows[0]!]}` : "";
    return `| ${name}${when} | ${cells} |`;
  });
}

const sectionOf = (status: BookingStatus): string =>
  [
    `## ${status}`,
    "",
    `| Situation | ${Object.keys(READERS).join(" | ")} |`,
    `| --- |${" --- |".repeat(Object.keys(READERS).length)}`,
    ...SITUATIONS.filter(({ facts }) => facts.status === status).flatMap(rowsOf),
  ].join("\n");

/** The table of next steps (B30), as Markdown. The booking starts on Wednesday 25 November 2026 at 2:00 pm. */
const nextStepsDocument = (): string =>
  `# Next steps

What Rudo (client), Tendai (plumber) and the office read on a booking, and what each is offered: in sentences, in a few words for lists (_in italics_), then the one primary action (**bold**) and the one beside it. The visit is on Wed 25 Nov 2026, 2:00 pm. Made from \`app/domain/bookings/next-step\` by \`npx vitest run --project unit scripts/next-steps -u\`; a test holds that it is current.

${BOOKING_STATUSES.map(sectionOf).join("\n\n")}
`;

const VIEWERS: StepReader[] = ["client", "plumber", "office"];
const ANSWERS: StepAction[] = ["answer-time", "answer-quote", "answer-final", "answer-payment"];

/** The step that each viewer reads in each situation, at each instant. */
const STEPS = SITUATIONS.flatMap(({ name, facts: situation }) =>
  WINDOWS[situation.status].flatMap((window) =>
    VIEWERS.flatMap((viewer) =>
      [false, true].map((isByPhone) => {
        const facts = { ...situation, isByPhone };
        const now = INSTANTS[window];
        const place = `${facts.status}, ${name}, ${window}, ${viewer}${isByPhone ? " for a caller" : ""}`;
        return { ...nextStep(facts, viewer, now), facts, now, viewer, place };
      }),
    ),
  ),
);

test("the table of next steps is what the rule says", async () => {
  await expect(nextStepsDocument()).toMatchFileSnapshot("./next-steps.md");
});

test("the table meets every state of the money, and every part of the time around the start", () => {
  const met = new Set(SITUATIONS.map(({ facts }) => moneyState(facts, INSTANTS.late)));
  expect([...met].sort()).toEqual([...MONEY_STATES].sort());
  for (const window of TIME_WINDOWS) expect(timeWindow(SITUATIONS[0]!.facts.startsAt, INSTANTS[window])).toBe(window);
});

test("a step is one or two whole sentences, true on any day, with two different actions at most", () => {
  for (const { sentence, brief, hint, primary, beside, place } of STEPS) {
    expect(sentence, place).toMatch(/^[A-Z$].*[.?]$/);
    expect(`${sentence} ${brief} ${hint}`, place).not.toMatch(/undefined|NaN|\$0\b|\b(today|tomorrow|yesterday)\b/i);
    if (beside) expect(beside, place).not.toBe(primary);
  }
});

test("a viewer who is asked for something reads it in a few words too, for lists", () => {
  for (const { brief, isAsked, place } of STEPS) {
    if (brief !== null) expect(brief, place).toMatch(/^[A-Z$].{3,44}[^.]$/);
    if (isAsked) expect(brief, place).not.toBeNull();
  }
});

test("a client who can say that the plumber didn't come has the button, and then can ask another plumber", () => {
  for (const { primary, beside, facts, now, viewer, place } of STEPS) {
    if (viewer !== "client" || facts.status !== "confirmed" || facts.onTheWayAt !== null) continue;
    const canSay = facts.frozenAt === null && now >= facts.startsAt + 30 * MINUTE;
    expect(beside === "plumber-did-not-come", place).toBe(canSay);
    expect(primary === "ask-another", place).toBe(
      missedVisitClaim(facts.claimEvents, "client", facts.startsAt) === "standing",
    );
  }
});

test("a step offers no more than the booking process allows then", () => {
  for (const { primary, beside, facts, now, viewer, place } of STEPS) {
    const actor = viewer === "office" ? "admin" : viewer;
    const isMissed = claimants(facts).length > 0;
    const missedVisit = viewer === "office" ? "none" : missedVisitClaim(facts.claimEvents, viewer, facts.startsAt);
    const allowed: string[] = [
      ...availableTransitions({ ...facts, isMissed }, actor, now),
      ...availableSteps({ ...facts, isMissed, missedVisit }, actor, now),
    ];
    const rules: readonly string[] = [...BOOKING_TRANSITION_NAMES, ...JOB_STEP_NAMES];
    for (const action of [primary, beside])
      if (action && rules.includes(action)) expect(allowed, `${place}: ${action}`).toContain(action);
  }
});

test("an answer is asked of one viewer at most, unless the office speaks for the client", () => {
  for (const { facts, now, place } of STEPS) {
    const asked = VIEWERS.filter((viewer) => ANSWERS.includes(nextStep(facts, viewer, now).primary!));
    if (!facts.isByPhone) expect(asked.length, place).toBeLessThan(2);
  }
});

test("a plumber with an open job has a step, unless the office is to decide", () => {
  for (const { primary, beside, facts, viewer, place } of STEPS) {
    if (viewer !== "plumber" || !facts.plumber || !isOpen(facts.status) || facts.frozenAt !== null) continue;
    expect(primary ?? beside, place).not.toBeNull();
  }
});
