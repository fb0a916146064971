import { expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus, isOpen } from "../../app/domain/bookings/booking";
import { availableTransitions, BOOKING_TRANSITION_NAMES } from "../../app/domain/bookings/booking-machine";
import { availableSteps, JOB_STEP_NAMES, missedVisitClaim } from "../../app/domain/bookings/job-steps";
import { nextStep, type NextStep, type StepAction } from "../../app/domain/bookings/next-step/next-step";
import {
  MONEY_STATES,
  type StepReader,
  TIME_WINDOWS,
  timeWindow,
  type TimeWindow,
} from "../../app/domain/bookings/next-step/step-facts";
import { MINUTE } from "../../app/domain/time/harare";
import { INSTANTS, type Situation, SITUATIONS, statesMet, WINDOWS } from "../../tests/support/situations";

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

const everywhere = (check: (situation: Situation, now: number, viewer: StepReader, place: string) => void) => {
  for (const situation of SITUATIONS)
    for (const window of WINDOWS[situation.facts.status])
      for (const viewer of VIEWERS)
        for (const isByPhone of [false, true]) {
          const facts = { ...situation.facts, isByPhone };
          const place = `${facts.status}, ${situation.name}, ${window}, ${viewer}${isByPhone ? " for a caller" : ""}`;
          check({ ...situation, facts }, INSTANTS[window], viewer, place);
        }
};

test("the table of next steps is what the rule says", async () => {
  await expect(nextStepsDocument()).toMatchFileSnapshot("./next-steps.md");
});

test("the table meets every state of the money, and every part of the time around the start", () => {
  expect([...statesMet()].sort()).toEqual([...MONEY_STATES].sort());
  for (const window of TIME_WINDOWS) expect(timeWindow(SITUATIONS[0]!.facts.startsAt, INSTANTS[window])).toBe(window);
});

test("a step is one or two whole sentences, with two different actions at most", () => {
  everywhere(({ facts }, now, viewer, place) => {
    const { sentence, hint, primary, beside } = nextStep(facts, viewer, now);
    expect(sentence, place).toMatch(/^[A-Z$].*[.?]$/);
    expect(`${sentence} ${hint}`, place).not.toMatch(/undefined|NaN|\$0\b/);
    if (beside) expect(beside, place).not.toBe(primary);
  });
});

test("a viewer who is asked for something reads it in a few words too, for lists", () => {
  everywhere(({ facts }, now, viewer, place) => {
    const { brief, isAsked } = nextStep(facts, viewer, now);
    if (brief !== null) expect(brief, place).toMatch(/^[A-Z$].{3,44}[^.]$/);
    if (isAsked) expect(brief, place).not.toBeNull();
  });
});

test("a client who can say that the plumber didn't come has the button, and then can ask another plumber", () => {
  everywhere(({ facts }, now, viewer, place) => {
    if (viewer !== "client" || facts.status !== "confirmed" || facts.onTheWayAt !== null) return;
    const { primary, beside } = nextStep(facts, viewer, now);
    const canSay = facts.frozenAt === null && now >= facts.startsAt + 30 * MINUTE;
    expect(beside === "plumber-did-not-come", place).toBe(canSay);
    expect(primary === "ask-another", place).toBe(missedVisitClaim(facts.claimEvents, "client") === "standing");
  });
});

test("a step offers no more than the booking process allows then", () => {
  everywhere(({ facts }, now, viewer, place) => {
    const { primary, beside } = nextStep(facts, viewer, now);
    const actor = viewer === "office" ? "admin" : viewer;
    const missedVisit = viewer === "office" ? "none" : missedVisitClaim(facts.claimEvents, viewer);
    const allowed: string[] = [
      ...availableTransitions(facts, actor, now),
      ...availableSteps({ ...facts, missedVisit }, actor, now),
    ];
    const rules: readonly string[] = [...BOOKING_TRANSITION_NAMES, ...JOB_STEP_NAMES];
    for (const action of [primary, beside])
      if (action && rules.includes(action)) expect(allowed, `${place}: ${action}`).toContain(action);
  });
});

test("an answer is asked of one viewer at most, unless the office speaks for the client", () => {
  everywhere(({ facts }, now, _, place) => {
    const asked = VIEWERS.filter((viewer) => ANSWERS.includes(nextStep(facts, viewer, now).primary!));
    if (!facts.isByPhone) expect(asked.length, place).toBeLessThan(2);
  });
});

test("a plumber with an open job has a step, unless the office is to decide", () => {
  everywhere(({ facts }, now, viewer, place) => {
    if (viewer !== "plumber" || !facts.plumber || !isOpen(facts.status) || facts.frozenAt !== null) return;
    const { primary, beside } = nextStep(facts, viewer, now);
    expect(primary ?? beside, place).not.toBeNull();
  });
});
