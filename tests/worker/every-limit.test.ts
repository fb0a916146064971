import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { rateLimitCounters } from "~/db/schema";
import { LIMITS } from "~/domain/rate-limits/limits";
import { MINUTE } from "~/domain/time/harare";
import { accountLimits } from "../support/account-limits";
import { stageApi } from "../support/api-samples";
import { env } from "../support/env";
import { currentInstant } from "../support/now";
import { connectPaynow, stubPaynow } from "../support/paynow";
import { leaveAttempts } from "../support/town";
import { workLimits } from "../support/work-limits";

// Each limit (L1) at its edge, by each of its verbs: the last attempt that it lets through, and the first that it refuses.

const stage = await stageApi();
const { db } = stage;
afterAll(stubPaynow(connectPaynow()));

const ROWS = { ...accountLimits(stage), ...workLimits(stage) };

const isOf = (subject: string) => eq(rateLimitCounters.subject, subject);
const counterOf = async (subject: string) => (await db.select().from(rateLimitCounters).where(isOf(subject)))[0];

const tables = await env.DB.prepare(
  "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*' and name <> 'rate_limit_counters'",
).all<{ name: string }>();
/** The number of rows of each table but the counters: a refused attempt leaves nothing. */
const countRows = async () =>
  (
    await env.DB.batch(
      tables.results.map(({ name }) => env.DB.prepare(`select '${name}', count(*) as count from "${name}"`)),
    )
  ).map(({ results }) => results[0]);

const CASES = Object.entries(ROWS).flatMap(([limit, { verbs, ...row }]) =>
  Object.entries(verbs).map(([verb, stageCase]) => ({ limit, verb, stageCase, ...row })),
);

test("the table has every limit of the product, and no limit but them", () => {
  expect(Object.keys(ROWS).sort()).toEqual(Object.keys(LIMITS).sort());
});

test.each(CASES)("$limit counts $verb in its window, lets the last one through, and refuses the next", async (row) => {
  const { limit, max, minutes, stageCase } = row;
  const { of, attempt, full = [] } = await stageCase();
  const subject = `${limit}:${of}`;
  for (const one of full) await leaveAttempts({ db, now: currentInstant() }, one, 0);
  await db.delete(rateLimitCounters).where(isOf(subject));
  await attempt(0);
  const { count, windowEndsAt } = (await counterOf(subject)) ?? {};
  expect([count, Math.round((windowEndsAt! - currentInstant()) / MINUTE)]).toEqual([1, minutes]);
  const lastButOne = { count: max - 1 };
  await db.update(rateLimitCounters).set(lastButOne).where(isOf(subject));
  expect((await attempt(1)).status).not.toBe(429);
  expect((await counterOf(subject))!.count).toBe(max);
  const before = await countRows();
  expect((await attempt(2)).status).toBe(429);
  expect(await countRows()).toEqual(before);
});
