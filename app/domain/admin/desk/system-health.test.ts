import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { cronLine, databaseLine, ledgerLine, noticeLines, worstFirst, type HealthLine } from "./system-health";

const NOW = Date.UTC(2026, 10, 22, 12);
const RUN = { at: NOW - MINUTE, tookMs: 40, failed: {}, failingSince: null };

const WRONG: [what: string, line: HealthLine | undefined, text: RegExp, since: number | null | undefined][] = [
  ["a schedule that never ran", cronLine(null, 5 * MINUTE, NOW), /not run yet/, undefined],
  ["a late schedule", cronLine({ ...RUN, at: NOW - HOUR }, 5 * MINUTE, NOW), /each minute/, NOW - HOUR + MINUTE],
  [
    "a task that fails",
    cronLine({ ...RUN, failed: { "expire requests": "no such table" }, failingSince: NOW - HOUR }, 5 * MINUTE, NOW),
    /Failed: expire requests \(no such table\)/,
    NOW - HOUR,
  ],
  ["a late notice", noticeLines(NOW - HOUR, [], NOW)[0], /should have gone out/, NOW - HOUR],
  [
    "failed notices",
    noticeLines(null, [{ channel: "sms", count: 3, since: NOW - DAY }], NOW)[1],
    /^3 notices could not/,
    NOW - DAY,
  ],
  ["a ledger that differs", ledgerLine({ at: NOW, transfers: 5, isSound: false }, DAY, NOW), /does not add up/, NOW],
  [
    "an old check",
    ledgerLine({ at: NOW - 3 * DAY, transfers: 5, isSound: true }, DAY, NOW),
    /each night/,
    NOW - 2 * DAY,
  ],
  ["a large database", databaseLine(9e9, NOW - DAY), /9\.0 GB of 10 GB/, NOW - DAY],
];

describe("what is wrong is said with what to do, and for how long", () => {
  test.each(WRONG)("%s", (_, line, text, since) => {
    expect(line?.isWell).toBe(false);
    expect(line?.text).toMatch(text);
    expect(line?.since).toBe(since);
    expect(line?.todo).toMatch(/\.$/);
  });
});

test("what is well is one line without advice, and comes after what is wrong", () => {
  const well = [
    cronLine(RUN, 5 * MINUTE, NOW),
    ...noticeLines(NOW - MINUTE, [], NOW),
    ledgerLine({ at: NOW - HOUR, transfers: 5, isSound: true }, DAY, NOW),
    databaseLine(2e6, null),
  ];
  for (const line of well) {
    expect(line).toMatchObject({ isWell: true });
    expect([line.since, line.todo, line.link]).toEqual([undefined, undefined, undefined]);
  }
  const wrong = cronLine(null, 5 * MINUTE, NOW);
  expect(worstFirst([...well, wrong])[0]).toBe(wrong);
});
