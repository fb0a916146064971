import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";

import { plumberPrices, plumberProfiles as profiles, servedSuburbs } from "~/db/schema";
import { insertBooking } from "../../../tests/support/money-rows";
import { seededRandom } from "../../../tests/support/random";
import { createUser, contextAt } from "../../../tests/support/users";
import { ALWAYS, isWithinHours } from "../time/availability";
import { addDays, dateAt, instantOf, type Instant } from "../time/harare";
import { bookableDates, offeredStarts } from "../time/slots";
import { parseMarkedCursor } from "../values/lists";
import * as directory from "./directory.server";
import { rollFreeDays } from "./free-starts.server";
import { DIRECTORY_SORTS, type DirectorySort, type ListedPlumber } from "./plumber";

// Whatever is chosen: all pages together are whom a filter over everyone gives, in the order of a plain sort.
const { countPapersShown, listPlumbers, listSameCity, listTopPlumbers } = directory;
const { db, now } = contextAt(instantOf("2026-11-20", 12 * 60 + 7));
const SPECIALITIES = [
  "Leak Repair",
  "Drain Cleaning",
  "Gas Fitting",
  "Pipe Replacement",
  "Emergency Plumbing",
  "Other",
];
const SUBURBS = [null, "Avondale", "Borrowdale"];
const days = bookableDates(now);

interface Known {
  id: string;
  name: string;
  city: string;
  speciality: string;
  fee: number;
  rating: number | null;
  rank: number;
  based: string | null;
  serves: string[];
  free: Instant[];
  median: number | null;
}
const everyone: Known[] = [];

const eqId = (id: string) => eq(profiles.userId, id);

const random = seededRandom(7);
const client = await createUser(contextAt(now), "client");
for (let at = 0; at < 110; at++) {
  const feeCents = 100 * (5 + random(6));
  const speciality = SPECIALITIES[random(SPECIALITIES.length)]!;
  const city = random(4) ? "Harare" : "Gweru";
  const ratings = Array.from({ length: random(3) }, () => (random(2) ? 5 : 4) as 4 | 5);
  const { id } = await createUser(contextAt(now), "plumber", {
    firstName: `N${random(40)}`,
    feeCents,
    speciality,
    city,
    ratings,
    listed: random(12) > 0,
  });
  const based = SUBURBS[random(3)]!;
  const serves = random(3) ? [] : ["avondale"];
  const hours = { ...ALWAYS, opensAt: 600 + 30 * random(10), daysOff: random(4) ? 0 : random(128) };
  const sum = ratings.reduce((total: number, stars) => total + stars, 0);
  await db.batch([
    db
      .update(profiles)
      .set({ ...hours, suburb: based, rankSum: sum * 720720, rankCount: ratings.length })
      .where(eqId(id)),
    ...serves.map((suburbKey) => db.insert(servedSuburbs).values({ plumberId: id, suburbKey, suburb: suburbKey })),
  ]);
  const free = offeredStarts(now).filter((start) => isWithinHours(hours, start));
  const taken = free.length > 0 && random(3) === 0 ? free[0]! : null;
  if (taken !== null) await insertBooking({ db, now }, { clientId: client.id, plumberId: id, startsAt: taken });
  const median = random(3) ? null : 1000 + 500 * random(5);
  if (median !== null)
    await db.insert(plumberPrices).values({
      plumberId: id,
      serviceType: "Leak Fixing",
      jobs: 5,
      low: median,
      median,
      high: median,
      oldestAt: 1,
    });
  const [row] = await db.select().from(profiles).where(eqId(id));
  if (row!.listed)
    everyone.push({
      id,
      name: row!.sortName,
      city: row!.cityKey,
      speciality,
      fee: feeCents,
      rank: row!.rankOrder!,
      median,
      rating: ratings.length ? sum / ratings.length : null,
      based: based?.toLowerCase() ?? null,
      serves,
      free: free.filter((start) => start !== taken),
    });
}
await rollFreeDays({ db, now });

/** The plumbers that the filters find, in order, each with its sort values. */
function plainly(filters: directory.DirectoryFilters, sort: DirectorySort): Known[] {
  const { city, specialities, suburb, day, maxFeeCents, minRating, service } = filters;
  const startsOnDay = ({ free }: Known) => free.filter((start) => !day || dateAt(start) === day);
  const wanted = everyone.filter(
    (one) =>
      (city === null || one.city === city) &&
      (!specialities || specialities.includes(one.speciality)) &&
      (!suburb || one.based === suburb || one.serves.includes(suburb)) &&
      (!day || startsOnDay(one).length > 0) &&
      (!maxFeeCents || one.fee <= maxFeeCents) &&
      (!minRating || (one.rating !== null && one.rating >= minRating)),
  );
  const keyOf = (one: Known): number[] => {
    if (sort === "fee") return [one.fee];
    if (sort === "soonest") return [startsOnDay(one)[0] ?? Infinity];
    if (sort === "price" && service) return one.median === null ? [Infinity, one.rank] : [one.median];
    return [suburb && one.based !== suburb ? 1 : 0, one.rank];
  };
  return wanted
    .map((one) => ({ one, keys: [...keyOf(one), one.name, one.id] }))
    .sort((a, b) => {
      const at = a.keys.findIndex((key, index) => key !== b.keys[index]);
      return at < 0 ? 0 : a.keys[at]! < b.keys[at]! ? -1 : 1;
    })
    .map(({ one }) => one);
}

/** All pages of a choice, from a cursor on; the count is the first page's. */
async function allPages(filters: directory.DirectoryFilters, sort: DirectorySort, cursor: string | null = null) {
  const asked = { ...filters, sort, now, isCounted: true, cursor: parseMarkedCursor(cursor) };
  const { plumbers, next, count } = await listPlumbers(db, asked);
  expect(plumbers.length).toBeLessThanOrEqual(12);
  const rest: ListedPlumber[] = next ? (await allPages(filters, sort, next)).found : [];
  return { found: [...plumbers, ...rest], count };
}

const filters: fc.Arbitrary<directory.DirectoryFilters> = fc
  .record({
    city: fc.constantFrom(null, "harare", "harare", "gweru", "nowhere"),
    specialities: fc.constantFrom(null, null, SPECIALITIES.slice(0, 1), SPECIALITIES.slice(0, 5)),
    suburb: fc.constantFrom(null, null, "avondale"),
    day: fc.constantFrom(null, null, days[0]!, addDays(days[0]!, 2)),
    maxFeeCents: fc.constantFrom(null, null, 700),
    minRating: fc.constantFrom(null, null, 4.5),
    service: fc.constantFrom("Leak Fixing" as const, null),
  })
  // A suburb goes with its city.
  .map((chosen) => ({ ...chosen, suburb: chosen.city && chosen.suburb }));

test("all pages of any choice are whom a plain filter and a plain sort give, and the count is true", async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...DIRECTORY_SORTS), async (chosen, sort) => {
      const wanted = plainly(chosen, sort);
      const { found, count } = await allPages(chosen, sort);
      expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      if (count.isExact) expect(count.found).toBe(wanted.length);
      else expect(wanted.length).toBeGreaterThanOrEqual(count.found);
      for (const [at, { nextFree, near, usualPrice }] of found.entries()) {
        const { free, based, median } = wanted[at]!;
        expect(nextFree).toBe(free.find((start) => !chosen.day || dateAt(start) === chosen.day) ?? null);
        expect(near).toBe(chosen.suburb ? (based === chosen.suburb ? "based" : "serves") : null);
        expect(usualPrice?.median ?? null).toBe(chosen.service ? median : null);
      }
    }),
    { numRuns: 15 },
  );
});

test("a city of few is one page, by usual price too", async () => {
  const chosen = { city: "gweru", specialities: SPECIALITIES.slice(0, 5), service: "Leak Fixing" as const };
  const wanted = plainly(chosen, "price");
  expect(wanted.filter(({ median }) => median !== null).length).toBeGreaterThan(5);
  const { plumbers } = await listPlumbers(db, { ...chosen, sort: "price", now, cursor: null, limit: 24 });
  expect(plumbers.map(({ id }) => id)).toEqual(wanted.slice(0, 24).map(({ id }) => id));
});

test("a plumber who moves to another city takes their usual prices along", async () => {
  const mover = everyone.find(({ city, median }) => city === "gweru" && median !== null)!;
  await db.update(profiles).set({ city: "Mutare", cityKey: "mutare" }).where(eqId(mover.id));
  const { found } = await allPages({ city: "mutare", service: "Leak Fixing" }, "price");
  expect(found.map(({ id }) => id)).toEqual([mover.id]);
});

test("the others of a plumber's city are its five best, in order of name", async () => {
  const ofHarare = plainly({ city: "harare" }, "rank");
  const one = ofHarare[2]!;
  const best = ofHarare.filter(({ id }) => id !== one.id).slice(0, 5);
  const others = await listSameCity(db, one.id, 5, now);
  expect(others.map(({ id }) => id)).toEqual(
    best.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)).map(({ id }) => id),
  );
});

test("the home page prefers and counts the best-ranked of those whose checks still hold", async () => {
  const byRank = plainly({ city: null }, "rank");
  const ended = byRank[5]!.id;
  const first = byRank[20]!.id;
  const second = byRank[30]!.id;
  const check = (id: string, expiresAt: Instant | null) =>
    db
      .update(profiles)
      .set({ checks: [{ kind: "identity", checkedAt: now, expiresAt }] })
      .where(eqId(id));
  await Promise.all([check(ended, now), check(first, null), check(second, now + 1)]);
  const top = await listTopPlumbers(db, now, 4);
  expect(top.map(({ id }) => id)).toEqual([first, second, byRank[0]!.id, byRank[1]!.id]);
  expect(await countPapersShown(db, now)).toMatchObject({ checked: 2 });
});

test("a start that has gone by is shown as free nowhere, before the schedule has run", async () => {
  const later = instantOf(dateAt(now), 18 * 60 + 40);
  for (const day of [null, dateAt(now)]) {
    const { plumbers } = await listPlumbers(db, { city: null, cursor: null, now: later, day, sort: "soonest" });
    expect(plumbers.length).toBeGreaterThan(0);
    for (const { id, nextFree } of plumbers) {
      const still = everyone.find((one) => one.id === id)!.free.filter((start) => offeredStarts(later).includes(start));
      expect(nextFree).toBe(still[0] ?? null);
    }
  }
});
