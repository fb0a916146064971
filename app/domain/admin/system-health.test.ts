import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "../time/harare";
import {
  cronLine,
  databaseLine,
  failureLine,
  ledgerLine,
  noticeLines,
  paymentLine,
  photoLine,
  speedLine,
  worstFirst,
  type HealthLine,
  type SystemHealth,
} from "./system-health";

const NOW = Date.UTC(2026, 10, 22, 12);
const NAMES = { email: "Email", push: "Push", whatsapp: "WhatsApp", sms: "Text message", webhook: "Webhook" };
const WELL: SystemHealth = {
  oldestNotice: null,
  failedNotices: [],
  openPayments: { count: 0, since: null },
  paymentsToReview: { count: 0, since: null },
  photosToSweep: { count: 0, since: null },
  failures: { count: 0, latest: null, since: null },
  size: 2e6,
  largeSince: null,
  rows: [{ table: "bookings", count: 1234 }],
};
const RUN = { at: NOW - MINUTE, tookMs: 40, failed: {}, failingSince: null };
const notices = (more: Partial<SystemHealth>) => noticeLines({ ...WELL, ...more }, NAMES, NOW);

const WRONG: [what: string, line: HealthLine | null | undefined, text: RegExp, since: number | null | undefined][] = [
  ["a schedule that never ran", cronLine(null, 5 * MINUTE, NOW), /not run yet/, undefined],
  ["a late schedule", cronLine({ ...RUN, at: NOW - HOUR }, 5 * MINUTE, NOW), /each minute/, NOW - HOUR + MINUTE],
  [
    "a task that fails",
    cronLine({ ...RUN, failed: { "expire requests": "no such table" }, failingSince: NOW - HOUR }, 5 * MINUTE, NOW),
    /Failed: expire requests \(no such table\)/,
    NOW - HOUR,
  ],
  ["a late notice", notices({ oldestNotice: NOW - HOUR })[0], /should have gone out/, NOW - HOUR],
  [
    "failed notices",
    notices({ failedNotices: [{ channel: "sms", count: 3, since: NOW - DAY }] })[1],
    /^3 notices could not/,
    NOW - DAY,
  ],
  [
    "a payment that stays open",
    paymentLine({ ...WELL, openPayments: { count: 1, since: NOW - 2 * HOUR } }, true),
    /^1 payment open for more than an hour\.$/,
    NOW - 2 * HOUR,
  ],
  [
    "payments to check, by a provider that is off now",
    paymentLine({ ...WELL, paymentsToReview: { count: 100, since: NOW - DAY } }, false),
    /^100\+ payments to check/,
    NOW - DAY,
  ],
  ["a ledger that differs", ledgerLine({ at: NOW, transfers: 5, isSound: false }, DAY, NOW), /does not add up/, NOW],
  [
    "an old check",
    ledgerLine({ at: NOW - 3 * DAY, transfers: 5, isSound: true }, DAY, NOW),
    /each night/,
    NOW - 2 * DAY,
  ],
  ["no R2", photoLine(WELL, null), /Not responding/, undefined],
  [
    "photos that nobody deletes",
    photoLine({ ...WELL, photosToSweep: { count: 2, since: NOW - 2 * DAY } }, { count: 5, isAll: true }),
    /2 photos should have been deleted and are still there/,
    NOW - DAY,
  ],
  ["a large database", databaseLine({ ...WELL, size: 9e9, largeSince: NOW - DAY }), /9\.0 GB of 10 GB/, NOW - DAY],
  [
    "errors",
    failureLine({ ...WELL, failures: { count: 2, latest: NOW, since: NOW - 3 * HOUR } }),
    /^2 errors in the last hour/,
    NOW - 3 * HOUR,
  ],
  [
    "a slow page",
    speedLine(
      [{ routeId: "routes/x", atMost: 3200, times: 9 }],
      [{ routeId: "routes/x", atMost: 3200, times: 9, hour: NOW - 2 * HOUR }],
    ),
    /^routes\/x takes more than 1\.6/,
    NOW - 2 * HOUR,
  ],
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
    ...notices({ oldestNotice: NOW - MINUTE }),
    paymentLine(WELL, true)!,
    ledgerLine({ at: NOW - HOUR, transfers: 5, isSound: true }, DAY, NOW),
    photoLine(WELL, { count: 1000, isAll: false }),
    databaseLine(WELL),
    failureLine(WELL),
    speedLine([{ routeId: "routes/x", atMost: 400, times: 9 }], []),
  ];
  for (const line of well) {
    expect(line).toMatchObject({ isWell: true });
    expect([line.since, line.todo, line.link]).toEqual([undefined, undefined, undefined]);
  }
  const wrong = photoLine(WELL, null);
  expect(worstFirst([...well, wrong])[0]).toBe(wrong);
  expect(paymentLine(WELL, false)).toBeNull();
});
