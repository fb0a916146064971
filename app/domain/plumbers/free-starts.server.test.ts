import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bookings, freeDays, NEVER_FREE, plumberProfiles as profiles } from "~/db/schema";
import { context, createUser, db, now } from "../../../tests/support/users";
import { BOOKING_STATUSES, isOpen } from "../bookings/booking";
import * as hoursOf from "../time/availability";
import { DAY, dateAt, HOUR, instantOf, MINUTE, type Instant } from "../time/harare";
import { bookableDates, startBits, startsOn } from "../time/slots";
import { rollFreeDays, hasConflictInSql, isFreeStartInSql, isWithinHoursInSql } from "./free-starts.server";
import { findAvailability, setAvailability } from "./plumber-profiles.server";

const { ALWAYS, endOf, hasConflict, isFreeStart, isWithinHours, JOB_LENGTHS } = hoursOf;

const client = await createUser(context, "client");
/** The first is the table's first row: the one that a condition finds when it forgets to say whose. */
const plumbers = [await createUser(context, "plumber"), await createUser(context, "plumber")] as const;

const MIDNIGHT = instantOf(dateAt(now), 0);
/** Any minute of nine days, and often one on the grid. */
const instants = fc
  .oneof(
    fc.integer({ min: 0, max: 9 * 48 }).map((slot) => slot * 30),
    fc.integer({ min: 0, max: 9 * 1440 }),
  )
  .map((minute) => MIDNIGHT + minute * MINUTE);
const hours: fc.Arbitrary<hoursOf.Availability> = fc.record({
  opensAt: fc.constantFrom(600, 630, 840),
  closesAt: fc.constantFrom(870, 900, 1260),
  daysOff: fc.integer({ min: 0, max: 127 }),
  paused: fc.constantFrom(false, false, false, true),
  jobMinutes: fc.constantFrom(...JOB_LENGTHS),
});

const who = fc.nat(1);
const status = fc.constantFrom(...BOOKING_STATUSES);
const booked = { startsAt: instants, jobMinutes: fc.constantFrom(...JOB_LENGTHS), status };

test("SQL and the pure rules agree on hours, conflicts and free starts", async () => {
  await fc.assert(
    fc.asyncProperty(
      hours,
      fc.uniqueArray(fc.record({ ...booked, isTheirs: fc.boolean() }), {
        selector: ({ startsAt }) => startsAt,
        maxLength: 8,
      }),
      fc.array(instants, { minLength: 2, maxLength: 5 }),
      fc.nat(7),
      fc.constantFrom(...JOB_LENGTHS),
      async (availability, list, asked, movedAt, theirs) => {
        const [other, plumber] = plumbers;
        await db.delete(bookings);
        await setAvailability(context, plumber, availability);
        await setAvailability(context, other, { ...availability, jobMinutes: theirs });
        const rows = list.map(({ isTheirs, ...row }, at) => ({
          id: `b${at}`,
          reference: `PB-${at}`,
          clientId: client.id,
          plumberId: (isTheirs ? plumber : other).id,
          ...row,
          createdAt: now,
          updatedAt: now,
        }));
        if (rows.length > 0) await db.insert(bookings).values(rows);
        const taken = rows.filter(({ status, plumberId }) => isOpen(status) && plumberId === plumber.id);
        const moved = taken[movedAt % Math.max(1, taken.length)];
        const others = taken.filter((one) => one !== moved);
        const { opensAt, closesAt, jobMinutes } = availability;
        const edges = asked.flatMap((start) => [opensAt, closesAt].map((minute) => instantOf(dateAt(start), minute)));
        const ends = taken.flatMap((one) => [one.startsAt - jobMinutes * MINUTE, endOf(one)]);

        const agree = async (start: Instant) => {
          const [row] = await db
            .select({
              within: sql<number>`${isWithinHoursInSql(start)}`,
              conflict: sql<number>`${hasConflictInSql(sql`${plumber.id}`, sql`${start}`, null)}`,
              others: sql<number>`${hasConflictInSql(sql`${plumber.id}`, sql`${start}`, sql`${moved?.id ?? null}`, sql`${theirs}`)}`,
              free: sql<number>`${isFreeStartInSql(start)}`,
            })
            .from(profiles)
            .where(eq(profiles.userId, plumber.id));
          expect(row).toEqual({
            within: Number(isWithinHours(availability, start)),
            conflict: Number(hasConflict(availability.jobMinutes, taken, start)),
            others: Number(hasConflict(theirs, others, start)),
            free: Number(isFreeStart(availability, taken, start)),
          });
        };
        await Promise.all([...asked, ...edges, ...ends].map(agree));
      },
    ),
    { numRuns: 12 },
  );
});

// The times that triggers and the schedule keep have to be what a fresh computation gives, after whatever was written.
const step = fc.oneof(
  fc.record({ kind: fc.constant("book" as const), who, ...booked }),
  fc.record({ kind: fc.constant("change" as const), at: fc.nat(20), status }),
  fc.record({ kind: fc.constant("move" as const), at: fc.nat(20), startsAt: instants }),
  fc.record({ kind: fc.constant("reassign" as const), at: fc.nat(20), who }),
  fc.record({ kind: fc.constant("delete" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("hours" as const), who, availability: hours }),
  fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 40 }) }),
);

/** The stored row of each day with only what is offered now, and a fresh computation of the same. */
async function storedAndFresh(plumberId: string, now: number) {
  const rows = await db.select().from(freeDays).where(eq(freeDays.plumberId, plumberId));
  const [availability] = await db.select().from(profiles).where(eq(profiles.userId, plumberId));
  const held = await db.select().from(bookings).where(eq(bookings.plumberId, plumberId));
  const taken = held.filter(({ status }) => isOpen(status));
  const fresh = bookableDates(now).map((day): [string, number] => [
    day,
    startBits(startsOn(day, now).filter((minute) => isFreeStart(availability!, taken, instantOf(day, minute)))),
  ]);
  const first = fresh.find(([, bits]) => bits > 0);
  const days = rows.map(({ day, starts }): [string, number] => [day, starts & startBits(startsOn(day, now))]).sort();
  const order = first ? (Date.parse(first[0]) / DAY) * 2 ** 22 + (first[1] & -first[1]) : NEVER_FREE;
  return { stored: { days, order: availability!.freeOrder }, fresh: { days: fresh, order } };
}

test("stored free starts match a fresh computation after any booking, cancellation, move or closing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      let now = context.now;
      await db.delete(bookings);
      await rollFreeDays({ db, now });
      // The run before was later: its days have lost starts that have not passed yet.
      await db.run(sql`update free_days set day = day`);
      const ids: string[] = [];
      const of = (at: number) => eq(bookings.id, ids[at % Math.max(1, ids.length)] ?? "none");
      for (const one of steps) {
        // A slot that is taken, or a status that needs more: refused, and nothing has changed.
        const attempt = async (work: Promise<unknown>) => void (await work.catch(() => null));
        if (one.kind === "book") {
          const id = `b${ids.length}`;
          ids.push(id);
          const { kind: _, who, ...row } = one;
          const owners = { reference: `PB-${id}`, clientId: client.id, plumberId: plumbers[who]!.id };
          await attempt(db.insert(bookings).values({ id, ...owners, ...row, createdAt: now, updatedAt: now }));
        }
        const change = (set: Partial<typeof bookings.$inferInsert>, at: number) =>
          attempt(db.update(bookings).set(set).where(of(at)));
        if (one.kind === "change") await change({ status: one.status }, one.at);
        if (one.kind === "move") await change({ startsAt: one.startsAt }, one.at);
        if (one.kind === "reassign") await change({ plumberId: plumbers[one.who]!.id }, one.at);
        if (one.kind === "delete") await db.delete(bookings).where(of(one.at));
        if (one.kind === "hours") await setAvailability(context, plumbers[one.who]!, one.availability);
        if (one.kind === "wait") now += one.hours * HOUR;
        if (one.kind === "wait") await rollFreeDays({ db, now });
      }
      for (const { id } of plumbers) {
        const { stored, fresh } = await storedAndFresh(id, now);
        expect(stored.days).toEqual(fresh.days);
      }
      await rollFreeDays({ db, now });
      for (const { id } of plumbers) {
        const { stored, fresh } = await storedAndFresh(id, now);
        expect(stored).toEqual(fresh);
      }
    }),
    { numRuns: 10 },
  );
});

test("a day that is over becomes next week's same day, and a clock that goes back restores it", async () => {
  const [plumber] = plumbers;
  const days = async () =>
    (await db.select({ day: freeDays.day }).from(freeDays).where(eq(freeDays.plumberId, plumber.id)))
      .map(({ day }) => day)
      .sort();
  for (const later of [0, 1, 5, 30, 2]) {
    const now = context.now + later * DAY;
    await rollFreeDays({ db, now });
    expect(await days()).toEqual(bookableDates(now));
  }
});

test("a new plumber has opening hours and a week after the next run; one who is gone has none", async () => {
  const fresh = await createUser(context, "plumber");
  expect(await findAvailability(db, fresh.id)).toEqual(ALWAYS);
  await rollFreeDays(context);
  const { stored, fresh: computed } = await storedAndFresh(fresh.id, context.now);
  expect(stored).toEqual(computed);
  expect(stored.order).toBeLessThan(NEVER_FREE);
  await db.run(sql`delete from plumber_profiles where user_id = ${fresh.id}`);
  expect(await db.select().from(freeDays).where(eq(freeDays.plumberId, fresh.id))).toEqual([]);
});
