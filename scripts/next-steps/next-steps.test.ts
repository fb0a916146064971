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
  type StepReader,
  TIME_WINDOWS,
  timeWindow,
  type TimeWindow,
} from "../../app/domain/bookings/next-step/step-facts";
import { MINUTE } from "../../app/domain/time/harare";
import { INSTANTS, type Situation, SITUATIONS, WINDOWS } from "../../tests/support/step-situations";

const READERS: Record<string, { viewer: StepReader; isOnlyCalled: boolean }> = {
  Client: { viewer: "client", isOnlyCalled: false },
  Plumber: { viewer: "plumber", isOnlyCalled: false },
  Office: { viewer: "office", isOnlyCalled: false },
  "Office, for a client whom only calls reach": { viewer: "office", isOnlyCalled: true },
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
    const read = Object.values(READERS).map(({ viewer, isOnlyCalled }) =>
      viewer === "plumber" && facts.plumber === null
        ? "–"
        : cellOf(nextStep({ ...facts, isOnlyCalled }, viewer, INSTANTS[window])),
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
      [false, true].map((isOnlyCalled) => {
        const facts = { ...situation, isOnlyCalled };
        const now = INSTANTS[window];
        const place = `${facts.status}, ${name}, ${window}, ${viewer}${isOnlyCalled ? " for a caller" : ""}`;
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

test("a step's state in a few words is short, and the office reads so what it is asked for", () => {
  for (const { brief, isAsked, viewer, place } of STEPS) {
    if (brief !== null) expect(brief, place).toMatch(/^[A-Z$].{3,44}[^.]$/);
    if (isAsked && viewer === "office") expect(brief, place).not.toBeNull();
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

test("the same answer is asked of one viewer at most, unless the office speaks for the client", () => {
  for (const { facts, now, place } of STEPS) {
    const asked = VIEWERS.map((viewer) => nextStep(facts, viewer, now).primary).filter((action) =>
      ANSWERS.includes(action!),
    );
    if (!facts.isOnlyCalled) expect(asked, place).toEqual([...new Set(asked)]);
  }
});

test("a plumber with an open job has a step, unless the office is to decide", () => {
  for (const { primary, beside, facts, viewer, place } of STEPS) {
    if (viewer !== "plumber" || !facts.plumber || !isOpen(facts.status) || facts.frozenAt !== null) continue;
    expect(primary ?? beside, place).not.toBeNull();
  }
});
