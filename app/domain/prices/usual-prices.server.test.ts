import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingEvents, bookings, cityPrices, plumberPrices } from "~/db/schema";
import { admin, booking, client, createBooking, seedPayers } from "../../../tests/support/money";
import { seededRandom } from "../../../tests/support/random";
import { context, contextAt, createUser, db, now, rowsRead } from "../../../tests/support/users";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { SERVICE_TYPES } from "../bookings/booking";
import { serviceTypeFor } from "../bookings/request-schemas";
import { PROBLEMS } from "../search/problem";
import { agreeFinal, disputeFinal } from "../money/final-amount.server";
import { decideFinal } from "../escrow/final-decision.server";
import { DAY, HOUR, MINUTE, type Instant } from "../time/harare";
import { newId } from "../values/id";
import type { SteppedUpUser } from "../values/user";
import { COUNTED_PERIOD, refreshPrices, findAreaPrices, findPlumberPrices } from "./usual-prices.server";
import { formatUsualPrice, LATEST_JOBS, pricedAs, type PricedService } from "./usual-price";

const fee = 25_00;
await seedPayers();
const plumbers = await Promise.all(
  ["Harare", "Harare", "Harare", "Gweru", "Mutare"].map((city) => createUser(context, "plumber", { city })),
);

async function refreshAll(at: Instant): Promise<void> {
  while ((await refreshPrices({ db, now: at })) > 0);
}

async function complete(by: SteppedUpUser, cityKey: string, serviceType: string | null, amount: number, at: Instant) {
  const status = "in-progress";
  const id = await createBooking({ plumberId: by.id, cityKey, serviceType, startsAt: at - HOUR, status });
  const final = { amount, reason: amount > fee ? "More pipe" : null, isSure: true };
  const { ok } = await transitionBooking(contextAt(at), by, await booking(id), "complete", { final });
  expect(ok).toBe(true);
  return id;
}

/** The quartiles of all jobs that count, from nothing but the rows of bookings. */
async function fromScratch(at: Instant) {
  const rows = await db.select().from(bookings);
  const counted = rows.filter(
    ({ status, finalAmount, finalAnswer, agreedPrice, fee, serviceType, completedAt }) =>
      status === "completed" &&
      (finalAmount ?? 0) > 0 &&
      completedAt! > at - COUNTED_PERIOD &&
      ![null, "Other"].includes(serviceType) &&
      finalAnswer !== "disputed" &&
      (finalAnswer !== null || finalAmount! <= (agreedPrice ?? fee ?? Infinity)),
  );
  const pricesBy = (keyOf: (row: (typeof rows)[number]) => string | null, plumbersNeeded: number) => {
    const groups = Map.groupBy(counted, (row) => `${keyOf(row)}: ${row.serviceType}`);
    return [...groups].flatMap(([name, jobs]) => {
      const amounts = jobs.map(({ finalAmount }) => finalAmount!).sort((a, b) => a - b);
      const enough = amounts.length >= 5 && new Set(jobs.map(({ plumberId }) => plumberId)).size >= plumbersNeeded;
      const at = (part: number) => amounts[Math.ceil(amounts.length * part) - 1]!;
      return enough ? [`${name} ${at(0.25)} ${at(0.5)} ${at(0.75)} of ${amounts.length}`] : [];
    });
  };
  return {
    plumbers: pricesBy(({ plumberId }) => plumberId, 1).sort(),
    cities: [...pricesBy(({ cityKey }) => cityKey, 3), ...pricesBy(() => "", 3)].sort(),
  };
}

async function stored() {
  const line = (key: string, row: Omit<typeof cityPrices.$inferSelect, "cityKey">) =>
    `${key}: ${row.serviceType} ${row.low} ${row.median} ${row.high} of ${row.jobs}`;
  return {
    plumbers: (await db.select().from(plumberPrices)).map((row) => line(row.plumberId, row)).sort(),
    cities: (await db.select().from(cityPrices)).map((row) => line(row.cityKey, row)).sort(),
  };
}

test("stored prices match the rows after random completions, corrections, disputes and decisions", async () => {
  const random = seededRandom(11);
  const types = [...SERVICE_TYPES, null];
  const beginning = now - 400 * DAY;
  for (let job = 0; job < 60; job++) {
    const at = beginning + job * 6.5 * DAY;
    const number = random(4) ? random(3) : random(plumbers.length);
    const city = ["harare", "harare", "harare", "gweru", "mutare"][number]!;
    const type = types[random(8) ? random(2) : random(types.length)]!;
    const amount = random(8) === 0 ? 0 : 5_00 + random(60) * 100;
    const id = await complete(plumbers[number]!, city, type, amount, at);
    const context = contextAt(at + 5 * MINUTE);
    const shown = await booking(id);
    const turn = random(6);
    if (turn === 0) await transitionBooking(context, plumbers[number]!, shown, "reopen");
    if (turn === 1) await agreeFinal(context, client, shown, amount);
    if (turn > 3) await disputeFinal(context, client, shown, amount, null);
    if (turn === 5) await decideFinal(context, admin, await booking(id), 31_00, "Half of it");
    if (job % 10 === 9) await refreshPrices({ db, now: at + 3 * MINUTE });
    if (job % 30 === 29) {
      await refreshAll(at + HOUR);
      expect(await stored()).toEqual(await fromScratch(at + HOUR));
    }
  }
  const { plumbers: own, cities } = await stored();
  for (const { length } of [own, cities]) expect(length).toBeGreaterThan(1);
  // Half a year later a part of the jobs counts no longer, two years later none does, though nothing has happened since.
  await refreshAll(now + 180 * DAY);
  expect((await stored()).plumbers).not.toEqual(own);
  expect(await stored()).toEqual(await fromScratch(now + 180 * DAY));
  await refreshAll(now + 730 * DAY);
  expect(await stored()).toEqual({ plumbers: [], cities: [] });
});

test("a price needs five jobs whose price the client agreed to, and a city's price more than one plumber", async () => {
  const by = await createUser(context, "plumber", { city: "Kariba" });
  const end = now + 800 * DAY;
  const prices = async (at: Instant) => {
    await refreshAll(at + 3 * MINUTE);
    return findPlumberPrices(db, by.id);
  };
  for (const amount of [10_00, 20_00, 15_00, 25_00]) await complete(by, "kariba", "Inspection", amount, end);
  expect(await prices(end)).toEqual({});
  const fifth = await complete(by, "kariba", "Inspection", 40_00, end + 5 * MINUTE);
  expect(await prices(end + 5 * MINUTE)).toEqual({});
  await agreeFinal(contextAt(end + 9 * MINUTE), client, await booking(fifth), 40_00);
  const price = { jobs: 5, low: 15_00, median: 20_00, high: 25_00 };
  expect(await prices(end + 9 * MINUTE)).toEqual({ Inspection: price });
  expect(await findAreaPrices(db, "Kariba")).toEqual({});
});

test("a city with too few jobs shows the country's prices", async () => {
  const end = now + 1600 * DAY;
  for (const [number, amount] of [11_00, 12_00, 13_00, 14_00, 15_00, 16_00].entries())
    await complete(plumbers[number % 3]!, "harare", "Drain Cleaning", amount, end);
  await refreshAll(end + HOUR);
  const drain = { jobs: 6, low: 12_00, median: 13_00, high: 15_00 };
  for (const city of ["Harare", "Mutare", null])
    expect(await findAreaPrices(db, city)).toEqual({ "Drain Cleaning": { ...drain, isOfCity: city === "Harare" } });
});

test("a run reads a bounded number of rows, however many jobs exist, and next to none without a new one", async () => {
  const end = now + 2400 * DAY;
  const busy = plumbers[0]!;
  const service: PricedService = "Leak Fixing";
  const many = (count: number, from: number) =>
    db.run(sql`insert into bookings (id, reference, client_id, plumber_id, city_key, service_type, status, fee,
      final_amount, starts_at, completed_at, created_at, updated_at)
      with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + count - 1})
      select printf('many%08d', i), printf('MANY%08d', i), ${client.id}, ${busy.id}, 'harare', ${service},
        'completed', 9000, 1000 + i % 80 * 100, ${end} + i, ${end} + i, 1, 1 from n`);
  const event = (at: Instant) =>
    db.insert(bookingEvents).values({
      id: newId(),
      bookingId: "many00000001",
      seq: at,
      event: "complete",
      at,
      actorRole: "plumber",
      toStatus: "completed",
    });
  const run = async (at: Instant) => rowsRead((counted) => refreshPrices({ db: counted, now: at }));
  await many(2 * LATEST_JOBS, 1);
  // The first run has no price to replace, the ones that are compared have.
  await event(end);
  await run(end + HOUR);
  await event(end + HOUR);
  const before = await run(end + 2 * HOUR);
  await many(5_000, 10_000);
  await event(end + 3 * HOUR);
  const after = await run(end + 4 * HOUR);
  const idle = await run(end + 5 * HOUR);
  expect(after).toBeLessThanOrEqual(Math.min(before, 10_000));
  expect(idle).toBeLessThan(10);
  const [price] = await db.select().from(plumberPrices).where(eq(plumberPrices.plumberId, busy.id));
  expect(price).toMatchObject({ serviceType: service, jobs: LATEST_JOBS });
});

const say = (low: number, high: number, jobs = 14) => formatUsualPrice({ low, median: low, high, jobs });

test("a usual price is said in whole dollars, with how many jobs it is from", () => {
  expect([say(30_00, 60_00), say(29_50, 1_249_49), say(44_60, 45_40, 5), say(20, 40)]).toEqual([
    "usually $30 to $60, from 14 jobs",
    "usually $30 to $1,249, from 14 jobs",
    "usually $45, from 5 jobs",
    "usually $1, from 14 jobs",
  ]);
});

test("a problem has its service's price; a whole bathroom counts as an installation without one", () => {
  const unpriced = PROBLEMS.filter((problem) => pricedAs(problem) === null);
  expect(unpriced).toEqual(["bathroom", "kitchen", "new-house", "pipes"]);
  expect(serviceTypeFor("bathroom")).toBe("Installation");
});
