import { expect, test } from "vitest";
import { cronLine, databaseLine, ledgerLine, noticeLines, readHealth } from "~/domain/admin/desk/system-health.server";
import { findLastCronRun, noteDatabaseSize, recordCronRun } from "~/domain/settings/heartbeats.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { queueNotice } from "../support/notices";
import { lostD1 } from "../support/failing-d1";
import { visit } from "../support/site";
import { dropNotices, seedTownForAdmin } from "../support/town";
import { currentInstant } from "../support/now";

const town = await seedTownForAdmin();
const now = currentInstant;
const { db } = town.context;
const system = async () => (await visit("/admin-dashboard/system", { cookie: town.cookies.admin })).text();
const linesNow = async () => (await readHealth({ ...town.context, now: now(), channels: [] })).lines;
const lineOf = async (name: string) => (await linesNow()).find((line) => line.name === name);
const health = async (settings: Record<string, unknown> = {}) => {
  const response = await visit("/health", { settings });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return [response.status, await response.json()];
};

test("a monitor reads whether the site works, and nothing else", async () => {
  const WELL = { ok: true, database: true, scheduledTasks: true, failedTasks: [] };
  const before = { ...WELL, ok: false, scheduledTasks: false, secondsSinceScheduledTasks: null };
  expect(await health()).toEqual([503, before]);
  await recordCronRun(db, now() - 10 * MINUTE, { tookMs: 5, failed: {} });
  expect(await health()).toEqual([503, expect.objectContaining({ ok: false, scheduledTasks: false })]);
  await recordCronRun(db, now(), { tookMs: 5, failed: {} });
  expect(await health()).toEqual([200, { ...WELL, secondsSinceScheduledTasks: expect.any(Number) }]);
  await recordCronRun(db, now(), { tookMs: 5, failed: { "expire requests": "no such table" } });
  expect(await health()).toEqual([503, expect.objectContaining({ ok: false, failedTasks: ["expire requests"] })]);
  expect(await health({ DB: lostD1() })).toEqual([503, expect.objectContaining({ ok: false, database: false })]);
});

const NOW = Date.UTC(2026, 10, 22, 12);
const RUN = { at: NOW - MINUTE, tookMs: 40, failed: {}, failingSince: null };
const LEDGER = { at: NOW - HOUR, transfers: 5, sum: 0, faults: [] };
type Line = ReturnType<typeof cronLine>;

test.each<{ what: string; line: Line | undefined; text: RegExp; since?: number }>([
  { what: "a schedule that never ran", line: cronLine(null, NOW), text: /not run yet/ },
  {
    what: "a late schedule",
    line: cronLine({ ...RUN, at: NOW - HOUR }, NOW),
    text: /each minute/,
    since: NOW - HOUR + MINUTE,
  },
  {
    what: "a task that fails",
    line: cronLine({ ...RUN, failed: { "expire requests": "no such table" }, failingSince: NOW - HOUR }, NOW),
    text: /Failed: expire requests \(no such table\)/,
    since: NOW - HOUR,
  },
  { what: "a late notice", line: noticeLines(NOW - HOUR, [], NOW)[0], text: /should have gone out/, since: NOW - HOUR },
  {
    what: "failed notices",
    line: noticeLines(null, [{ channel: "sms", count: 3, since: NOW - DAY }], NOW)[1],
    text: /^3 notices could not/,
    since: NOW - DAY,
  },
  {
    what: "a ledger that differs",
    line: ledgerLine({ ...LEDGER, sum: 1 }, NOW),
    text: /does not add up/,
    since: NOW - HOUR,
  },
  {
    what: "an old check",
    line: ledgerLine({ ...LEDGER, at: NOW - 3 * DAY }, NOW),
    text: /each night/,
    since: NOW - 2 * DAY,
  },
  { what: "a large database", line: databaseLine(9e9, NOW - DAY), text: /9\.0 GB of 10 GB/, since: NOW - DAY },
])("$what is said with what to do, and for how long", ({ line, text, since }) => {
  expect(line).toMatchObject({ isWell: false, text: expect.stringMatching(text), todo: expect.stringMatching(/\.$/) });
  expect(line?.since).toBe(since);
});

test("a line about what is well has no advice", () => {
  const notices = noticeLines(NOW - MINUTE, [], NOW);
  for (const line of [cronLine(RUN, NOW), ...notices, ledgerLine(LEDGER, NOW), databaseLine(2e6, null)])
    expect(line).toEqual({ name: line.name, isWell: true, text: line.text });
});

test("the schedule remembers since when it has failed, until it succeeds", async () => {
  const since = async () => (await findLastCronRun(db))?.failingSince;
  for (const minute of [3, 2])
    await recordCronRun(db, now() - minute * MINUTE, { tookMs: 5, failed: { "expire requests": "broken" } });
  expect(now() - (await since())!).toBeGreaterThan(2.5 * MINUTE);
  await recordCronRun(db, now(), { tookMs: 5, failed: {} });
  expect(await since()).toBeNull();
});

test("a database that is too large is so since it was first seen to be, until it shrinks", async () => {
  const at = now();
  const largeSince = async () => (await lineOf("Database (D1)"))?.since;
  for (const days of [3, 1]) await noteDatabaseSize(db, 8e9, at - days * DAY);
  expect(await largeSince()).toBe(at - 3 * DAY);
  await noteDatabaseSize(db, 2e9, at);
  expect(await largeSince()).toBeUndefined();
});

test("a notice that should have gone out comes first, with what to do", async () => {
  await dropNotices(town.context);
  expect(await lineOf("Notices")).toMatchObject({ isWell: true });
  const at = now() - 3 * HOUR - MINUTE;
  await queueNotice({ db, now: at }, { kind: "bookingTransitioned", topic: "requests" });
  expect(await system()).toMatch(/Notices should have gone out[^]*For 3 hours\.[^]*Responding/);
  expect((await lineOf("Database (D1)"))?.text).toMatch(/, \d+\.\d MB of 10 GB/);
});

test("the menu counts as many wrong things as the System page names", async () => {
  const html = (await system()).replaceAll("<!-- -->", "");
  const wrong = (await linesNow()).filter(({ isWell }) => !isWell).length;
  expect(html).toContain(`${wrong} things are wrong`);
  expect(html).toMatch(new RegExp(`System</span>(?:<kbd[^]*?</kbd>)?<span[^>]*>${wrong}</span>`));
});
