import { beforeAll, expect, test, vi } from "vitest";
import { sql } from "drizzle-orm";
import { deleteExpired } from "~/domain/accounts/expiry.server";
import { failures, notices, pageTimes } from "~/db/schema";
import { findLargeSince, noteDatabaseSize } from "~/domain/health/database-size.server";
import { FAILURES_ALIKE_AN_HOUR, FAILURES_AN_HOUR } from "~/domain/health/failure";
import { listFailures, recordFailure } from "~/domain/health/failures.server";
import { hourOf, slowestPages, slowSince } from "~/domain/health/page-time";
import { countPageTime, listPageTimes, listSlowHours } from "~/domain/health/page-times.server";
import { readSystemHealth } from "~/domain/admin/system-health.server";
import { readSystemStatus, recordCronRun } from "~/domain/settings/heartbeats.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});
const now = currentInstant;
const system = async (query = "") =>
  (await visit(`/admin-dashboard/system${query}`, { cookie: town.cookies.admin })).text();
const health = async (settings: Record<string, unknown> = {}) => {
  const response = await visit("/health", { settings });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return [response.status, await response.json()];
};

test("a monitor reads whether the site works, and nothing else", async () => {
  const { db } = town.context;
  const WELL = { ok: true, database: true, scheduledTasks: true, failedTasks: [] };
  expect(await health()).toEqual([
    503,
    { ...WELL, ok: false, scheduledTasks: false, secondsSinceScheduledTasks: null },
  ]);
  await recordCronRun(db, now() - 10 * MINUTE, { tookMs: 5, failed: {} });
  expect(await health()).toEqual([503, expect.objectContaining({ ok: false, scheduledTasks: false })]);
  await recordCronRun(db, now(), { tookMs: 5, failed: {} });
  const [status, body] = await health();
  expect(status).toBe(200);
  expect(body).toEqual({ ...WELL, secondsSinceScheduledTasks: expect.any(Number) });
  await recordCronRun(db, now(), { tookMs: 5, failed: { "expire requests": "no such table" } });
  expect(await health()).toEqual([503, expect.objectContaining({ ok: false, failedTasks: ["expire requests"] })]);
  expect(await system()).toContain("Failed: expire requests (no such table)");
  const broken = {
    prepare: () => {
      throw new Error("D1_ERROR: lost");
    },
  };
  expect(await health({ DB: broken })).toEqual([503, expect.objectContaining({ ok: false, database: false })]);
});

test("the schedule remembers since when it has failed, until it succeeds", async () => {
  const { db } = town.context;
  const since = async () => (await readSystemStatus(db)).cron?.failingSince;
  for (const minute of [3, 2])
    await recordCronRun(db, now() - minute * MINUTE, { tookMs: 5, failed: { "expire requests": "broken" } });
  expect(now() - (await since())!).toBeGreaterThan(2.5 * MINUTE);
  await recordCronRun(db, now(), { tookMs: 5, failed: {} });
  expect(await since()).toBeNull();
});

test("what breaks is on the System page with the request's id, without what was asked for", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await visit("/admin-dashboard/inbox?q=tendai-secret@example.test", {
    cookie: town.cookies.admin,
    headers: { "Dev-D1-Fails": `from "enquiries"` },
    settings: {},
  });
  expect(response.status).toBe(503);
  log.mockRestore();
  const requestId = response.headers.get("Request-Id")!;
  const rows = await listFailures(town.context.db, requestId, now());
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ requestId, place: "routes/admin/inbox" });
  expect(JSON.stringify(rows)).not.toContain("tendai-secret");
  expect(await system(`?request=${requestId}`)).toContain(requestId);
  expect(await system("?request=nobody")).toContain("No error of this request is kept.");
});

test("whoever makes us fail doesn't fill D1", async () => {
  const { db } = town.context;
  await db.delete(failures);
  const at = now();
  const fail = (place: string, when = at) =>
    recordFailure(db, { requestId: "r1", place, name: "Error", message: "broken" }, when);
  const count = () => db.$count(failures);
  for (let time = 0; time < FAILURES_ALIKE_AN_HOUR + 3; time++) await fail("routes/one");
  expect(await count()).toBe(FAILURES_ALIKE_AN_HOUR);
  for (let time = 0; time < FAILURES_AN_HOUR; time++) await fail(`routes/r${time}`);
  expect(await count()).toBe(FAILURES_AN_HOUR);
  await fail("routes/one", at + HOUR);
  expect(await count()).toBe(FAILURES_AN_HOUR + 1);
});

test("errors are there since the first one that an hour without any came before", async () => {
  const { db } = town.context;
  const at = now();
  const since = async (ago: number[]) => {
    await db.delete(failures);
    for (const minutes of ago)
      await recordFailure(
        db,
        { requestId: "r", place: "routes/one", name: "Error", message: "broken" },
        at - minutes * MINUTE,
      );
    const { failures: found } = await readSystemHealth(db, at);
    return [found.count, found.since === null ? null : (at - found.since) / MINUTE];
  };
  expect(await since([])).toEqual([0, null]);
  expect(await since([70])).toEqual([0, null]);
  expect(await since([5])).toEqual([1, 5]);
  expect(await since([5, 20, 64, 120, 180, 241, 300])).toEqual([2, 180]);
  expect(await system()).toContain("For 3 hours.");
});

test("a database that is too large is so since it was first seen to be, until it shrinks", async () => {
  const { db } = town.context;
  const at = now();
  for (const days of [3, 1]) await noteDatabaseSize(db, 8e9, at - days * DAY);
  expect(await findLargeSince(db)).toBe(at - 3 * DAY);
  await noteDatabaseSize(db, 2e9, at);
  expect(await findLargeSince(db)).toBeNull();
});

test("the slowest pages of the last two hours are shown", async () => {
  const { db } = town.context;
  await db.delete(pageTimes);
  const at = now();
  for (const ms of [30, 700, 700, 700, 700, 9000]) await countPageTime(db, "routes/admin/today", ms, at);
  await countPageTime(db, "routes/admin/today", 9000, at - 3 * HOUR);
  expect(slowestPages(await listPageTimes(db, at))).toEqual([
    { routeId: "routes/admin/today", times: 6, median: 800, nineOfTen: 6400 },
  ]);
  const hours = await listSlowHours(db, at);
  expect(hours.map(({ hour }) => (hourOf(at) - hour) / HOUR).sort()).toEqual([0, 0, 0, 3]);
  expect(slowSince(hours, "routes/admin/today")).toBe(hourOf(at - 3 * HOUR));
  const html = await system();
  expect(html).toContain("admin/today");
  expect(html).toMatch(/takes more than 1\.6 seconds/);
});

test("a notice that should have gone out comes first, with what to do", async () => {
  const { db } = town.context;
  await db
    .update(notices)
    .set({ status: "sent" })
    .where(sql`status = 'queued'`);
  expect((await readSystemHealth(db, now())).oldestNotice).toBeNull();
  await db.insert(notices).values({
    id: "late",
    topic: "requests",
    channel: "email",
    kind: "bookingTransitioned",
    causeId: "late",
    recipient: "late@example.test",
    subject: "Late",
    nextAttemptAt: now() - 3 * HOUR - MINUTE,
    createdAt: now() - 3 * HOUR - MINUTE,
  });
  const html = await system();
  const place = (text: string) => html.indexOf(text);
  expect(place("Notices should have gone out")).toBeGreaterThan(0);
  expect(place("Notices should have gone out")).toBeLessThan(place("Responding"));
  expect(html).toContain("For 3 hours.");
  const { size, rows } = await readSystemHealth(db, now());
  expect(size).toBeGreaterThan(100_000);
  expect(rows.find(({ table }) => table === "bookings")?.count).toBeGreaterThan(0);
});

// Last: it ends the sessions of the tests too.
test("what broke is gone after a week, and how long pages took after two days", async () => {
  const { db } = town.context;
  const at = now();
  await db.delete(failures);
  for (const when of [at, at - HOUR])
    await recordFailure(db, { requestId: "r2", place: "routes/one", name: "Error", message: "broken" }, when);
  await countPageTime(db, "routes/admin/today", 30, at);
  await deleteExpired(db, at - MINUTE + 7 * DAY);
  expect([await db.$count(failures), await db.$count(pageTimes)]).toEqual([1, 0]);
});
