import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { notices } from "~/db/schema";
import { readHealth } from "~/domain/admin/desk/system-health.server";
import { findLastCronRun, noteDatabaseSize, recordCronRun } from "~/domain/settings/heartbeats.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { lostD1 } from "../support/failing-d1";
import { visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";
import { currentInstant } from "../support/now";

const town = await seedTownForAdmin();
const now = currentInstant;
const system = async () => (await visit("/admin-dashboard/system", { cookie: town.cookies.admin })).text();
const lineOf = async (name: string) =>
  (await readHealth({ ...town.context, now: now(), channels: [] })).lines.find((line) => line.name === name);
const health = async (settings: Record<string, unknown> = {}) => {
  const response = await visit("/health", { settings });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return [response.status, await response.json()];
};

test("a monitor reads whether the site works, and nothing else", async () => {
  const { db } = town.context;
  const WELL = { ok: true, database: true, scheduledTasks: true, failedTasks: [] };
  const before = { ...WELL, ok: false, scheduledTasks: false, secondsSinceScheduledTasks: null };
  expect(await health()).toEqual([503, before]);
  await recordCronRun(db, now() - 10 * MINUTE, { tookMs: 5, failed: {} });
  expect(await health()).toEqual([503, expect.objectContaining({ ok: false, scheduledTasks: false })]);
  await recordCronRun(db, now(), { tookMs: 5, failed: {} });
  const [status, body] = await health();
  expect(status).toBe(200);
  expect(body).toEqual({ ...WELL, secondsSinceScheduledTasks: expect.any(Number) });
  await recordCronRun(db, now(), { tookMs: 5, failed: { "expire requests": "no such table" } });
  expect(await health()).toEqual([503, expect.objectContaining({ ok: false, failedTasks: ["expire requests"] })]);
  expect(await system()).toContain("Failed: expire requests (no such table)");
  expect(await health({ DB: lostD1() })).toEqual([503, expect.objectContaining({ ok: false, database: false })]);
});

test("the schedule remembers since when it has failed, until it succeeds", async () => {
  const { db } = town.context;
  const since = async () => (await findLastCronRun(db))?.failingSince;
  for (const minute of [3, 2])
    await recordCronRun(db, now() - minute * MINUTE, { tookMs: 5, failed: { "expire requests": "broken" } });
  expect(now() - (await since())!).toBeGreaterThan(2.5 * MINUTE);
  await recordCronRun(db, now(), { tookMs: 5, failed: {} });
  expect(await since()).toBeNull();
});

test("a database that is too large is so since it was first seen to be, until it shrinks", async () => {
  const { db } = town.context;
  const at = now();
  const largeSince = async () => (await lineOf("Database (D1)"))?.since;
  for (const days of [3, 1]) await noteDatabaseSize(db, 8e9, at - days * DAY);
  expect(await largeSince()).toBe(at - 3 * DAY);
  await noteDatabaseSize(db, 2e9, at);
  expect(await largeSince()).toBeUndefined();
});

test("a notice that should have gone out comes first, with what to do", async () => {
  const { db } = town.context;
  await db.update(notices).set({ status: "sent" }).where(eq(notices.status, "queued"));
  expect(await lineOf("Notices")).toMatchObject({ isWell: true });
  const at = now() - 3 * HOUR - MINUTE;
  await db.insert(notices).values({
    ...{ id: "late", topic: "requests", channel: "email", kind: "bookingTransitioned", causeId: "late" },
    ...{ recipient: "late@example.test", subject: "Late", nextAttemptAt: at, createdAt: at },
  });
  const html = await system();
  expect(html).toMatch(/Notices should have gone out[^]*Responding/);
  expect(html).toContain("For 3 hours.");
  expect((await lineOf("Database (D1)"))?.text).toMatch(/, \d+\.\d MB of 10 GB/);
});

test("the menu counts as many wrong things as the System page names", async () => {
  const html = (await system()).replaceAll("<!-- -->", "");
  const { lines } = await readHealth({ ...town.context, now: now(), channels: [] });
  const wrong = lines.filter(({ isWell }) => !isWell).length;
  expect(wrong).toBeGreaterThan(1);
  expect(html).toContain(`${wrong} things are wrong`);
  expect(html).toMatch(new RegExp(`System</span>(?:<kbd[^]*?</kbd>)?<span[^>]*>${wrong}</span>`));
});
