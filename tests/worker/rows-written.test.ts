import { afterEach, expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { DAY, dateAt, HOUR, MINUTE, SECOND } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { pipeline } from "../../workers/d1";
import { resetClock, setClock } from "../support/clock";
import { env } from "../support/env";
import { currentInstant } from "../support/now";
import { call, type One } from "../support/site";
import { seedTown, startFields } from "../support/town";
import { contextAt } from "../support/users";

// D1 is paid for each row that is written, in a table and in each of its indexes.

/** 390 when it was first counted. A new index of bookings or notices costs a job three rows to fifteen. */
const ROWS_OF_A_JOB = 300;

const town = await seedTown();
afterEach(resetClock);

let written = 0;
let now = currentInstant();
const DB = pipeline(env.DB, async (sent, send) => {
  const answer = await send(sent);
  for (const one of [answer].flat() as Partial<D1Result>[]) written += one.meta?.rows_written ?? 0;
  return answer;
});

async function sendNotices(): Promise<void> {
  const context = contextAt(now + MINUTE, { db: openDatabase(DB) });
  await sendDueNotices(context, { email: { send: () => Promise.resolve(newId()) } });
}

/** A step of the job by the API, and the emails that it causes; each step is a second after the one before. */
async function take(by: "client" | "plumber", method: "POST" | "PATCH", path: string, json: object): Promise<One> {
  now += SECOND;
  await setClock(now);
  const answer = await call(method, path, { token: town.tokens[by], json, settings: { DB } });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  await sendNotices();
  return answer.body as One;
}

test("a job with a quote, a payment in hand, a review and their emails writes few rows to D1", async () => {
  const start = town.starts[3]!;
  const wish = {
    plumber: town.plumber.id,
    ...startFields(start),
    serviceType: "Leak Fixing",
    location: "4 Main Street",
  };
  const booking = await take("client", "POST", "/api/bookings", { ...wish, notes: "A tap drips" });
  const path = `/api/bookings/${String(booking._id)}`;
  await take("plumber", "PATCH", `${path}/status`, { status: "confirmed" });
  now = start - HOUR / 2;
  await take("plumber", "POST", `${path}/steps`, { step: "on-the-way", minutes: 20 });
  now = start;
  await take("plumber", "PATCH", `${path}/status`, { status: "in-progress" });
  const lines = [{ what: "Valve", amount: 80 }];
  await take("plumber", "POST", `${path}/quotes`, { lines, validUntil: dateAt(start + DAY) });
  await take("client", "PATCH", `${path}/quotes/1`, { answer: "accept" });
  now = start + HOUR;
  await take("plumber", "PATCH", `${path}/status`, { status: "completed", finalAmount: 80 });
  const payment = await take("client", "POST", `${path}/payments`, { amount: 80, method: "cash" });
  await take("plumber", "PATCH", `${path}/payments/${String(payment["id"])}`, { answer: "confirm" });
  await take("client", "POST", `${path}/review`, { rating: 5, comment: "Good" });
  expect(written).toBeLessThanOrEqual(ROWS_OF_A_JOB);
  expect(written).toBeGreaterThan(200);
});
