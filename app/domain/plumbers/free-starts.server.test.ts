import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { bookings, plumberProfiles as profiles } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { ALWAYS, hasConflict, isFreeStart, isWithinHours, JOB_LENGTHS, type Availability } from "../time/availability";
import { dateAt, instantOf, MINUTE } from "../time/harare";
import type { AuthenticatedUser } from "../values/user";
import { BOOKING_STATUSES, isOpen } from "../bookings/booking";
import { findAvailability, setAvailability } from "./hours.server";
import { hasConflictInSql, isFreeStartInSql, isWithinHoursInSql } from "./free-starts.server";

// One rule, in SQL for statements and in TypeScript for pages: they have to agree.
const context = contextAt();
const { db, now } = context;
let client: AuthenticatedUser;
let plumber: AuthenticatedUser;
let other: AuthenticatedUser;

beforeAll(async () => {
  client = await createUser(context, "client");
  // The table's first row: the one that a condition finds when it forgets to say whose.
  other = await createUser(context, "plumber");
  plumber = await createUser(context, "plumber");
});

const MONDAY = instantOf(dateAt(now), 0);
/** Any minute of eight days, and often one on the grid. */
const instants = fc
  .oneof(
    fc.integer({ min: 0, max: 8 * 48 }).map((slot) => slot * 30),
    fc.integer({ min: 0, max: 8 * 1440 }),
  )
  .map((minute) => MONDAY + minute * MINUTE);
const hours: fc.Arbitrary<Availability> = fc.record({
  opensAt: fc.constantFrom(600, 630, 840),
  closesAt: fc.constantFrom(870, 900, 1260),
  daysOff: fc.integer({ min: 0, max: 127 }),
  paused: fc.constantFrom(false, false, false, true),
  jobMinutes: fc.constantFrom(...JOB_LENGTHS),
});
const booked = fc.record({ startsAt: instants, status: fc.constantFrom(...BOOKING_STATUSES), isTheirs: fc.boolean() });

test("SQL and the pure rules agree on hours, conflicts and free starts", async () => {
  await fc.assert(
    fc.asyncProperty(
      hours,
      fc.uniqueArray(booked, { selector: ({ startsAt }) => startsAt, maxLength: 8 }),
      fc.array(instants, { minLength: 2, maxLength: 5 }),
      fc.nat(7),
      fc.constantFrom(...JOB_LENGTHS),
      async (availability, list, asked, movedAt, theirs) => {
        await db.delete(bookings);
        await setAvailability(context, plumber, availability);
        await setAvailability(context, other, { ...availability, jobMinutes: theirs });
        const rows = list.map(({ startsAt, status, isTheirs }, at) => ({
          ...{ id: `b${at}`, reference: `PB-${at}`, clientId: client.id, plumberId: (isTheirs ? plumber : other).id },
          ...{ status, startsAt, createdAt: now, updatedAt: now },
        }));
        if (rows.length > 0) await db.insert(bookings).values(rows);
        const taken = rows.filter(({ status, plumberId }) => isOpen(status) && plumberId === plumber.id);
        const takenStarts = taken.map(({ startsAt }) => startsAt);
        const moved = taken[movedAt % Math.max(1, taken.length)];
        const others = taken.filter((one) => one !== moved).map(({ startsAt }) => startsAt);
        const { opensAt, closesAt, jobMinutes } = availability;
        const edges = asked.flatMap((start) => [opensAt, closesAt].map((minute) => instantOf(dateAt(start), minute)));
        const ends = takenStarts.flatMap((start) => [start - jobMinutes * MINUTE, start + jobMinutes * MINUTE]);

        for (const start of [...asked, ...edges, ...ends]) {
          const [row] = await db
            .select({
              within: sql<number>`${isWithinHoursInSql(start)}`,
              conflict: sql<number>`${hasConflictInSql(sql`${plumber.id}`, sql`${start}`, null)}`,
              others: sql<number>`${hasConflictInSql(sql`${plumber.id}`, sql`${start}`, sql`${moved?.id ?? null}`)}`,
              free: sql<number>`${isFreeStartInSql(start)}`,
            })
            .from(profiles)
            .where(eq(profiles.userId, plumber.id));
          expect(row).toEqual({
            within: Number(isWithinHours(availability, start)),
            conflict: Number(hasConflict(availability.jobMinutes, takenStarts, start)),
            others: Number(hasConflict(availability.jobMinutes, others, start)),
            free: Number(isFreeStart(availability, takenStarts, start)),
          });
        }
      },
    ),
    { numRuns: 12 },
  );
});

test("a new profile has the opening hours, every day", async () => {
  const fresh = await createUser(context, "plumber");
  expect(await findAvailability(db, fresh.id)).toEqual(ALWAYS);
});
