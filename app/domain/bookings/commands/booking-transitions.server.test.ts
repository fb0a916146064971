import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookingEvents, bookings, notices } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { createUser } from "../../../../tests/support/users";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { newId } from "../../values/id";
import { BOOKING_STATUSES, type BookingStatus } from "../booking";
import { BOOKING_TRANSITION_NAMES, ruleFor } from "../booking-machine";
import { findBookingFor } from "../queries/booking-details.server";
import { expireRequests, transitionBooking } from "./booking-transitions.server";
import { markBookingSeen } from "./job-updates.server";

const context = contextAt();
const { db, now } = context;

let client: AuthenticatedUser;
let otherClient: AuthenticatedUser;
let plumber: AuthenticatedUser;
let otherPlumber: AuthenticatedUser;
let admin: AuthenticatedUser;

beforeAll(async () => {
  client = await createUser(context, "client");
  otherClient = await createUser(context, "client");
  plumber = await createUser(context, "plumber");
  otherPlumber = await createUser(context, "plumber");
  admin = await createUser(context, "admin");
});

/** Makes each start another one: two open bookings of a plumber cannot share theirs. */
let next = 0;

async function bookingIn(status: BookingStatus, startsAt = now + 60 * DAY + next++ * MINUTE): Promise<string> {
  const id = newId();
  await db.insert(bookings).values({
    id,
    reference: `T-${id}`,
    clientId: client.id,
    plumberId: plumber.id,
    status,
    startsAt,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** Past the start of every booking here. */
const afterwards = contextAt(now + 90 * DAY);

const eventsOf = (id: string) => db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
const statusOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status;

describe("every cell of status x transition x actor, in the database", () => {
  const actors = { client: () => client, plumber: () => plumber, admin: () => admin };
  for (const [role, actor] of Object.entries(actors) as [keyof typeof actors, () => AuthenticatedUser][]) {
    test(`${role}`, async () => {
      for (const transition of BOOKING_TRANSITION_NAMES) {
        for (const status of BOOKING_STATUSES) {
          const id = await bookingIn(status);
          if (status === "completed")
            await db.update(bookings).set({ completedAt: afterwards.now }).where(eq(bookings.id, id));
          const booking = (await findBookingFor(db, actor(), id))!;
          const result = await transitionBooking(afterwards, actor(), booking, transition);
          const rule = ruleFor(transition, role);
          const cell = `${role} ${transition} ${status}`;
          if (rule?.from.includes(status)) {
            expect(result, cell).toEqual({ ok: true, status: rule.to, changed: true });
            expect(await eventsOf(id), cell).toMatchObject([
              { event: transition, actorRole: role, actorId: actor().id, toStatus: rule.to },
            ]);
          } else {
            expect(result, cell).toEqual({ ok: false, reason: "transitionNotAllowed", status });
            expect(await eventsOf(id), cell).toEqual([]);
            expect(await statusOf(id), cell).toBe(status);
          }
        }
      }
    });
  }

  test("a booking does not exist for people who have no part in it", async () => {
    const id = await bookingIn("pending");
    expect(await findBookingFor(db, otherClient, id)).toBeNull();
    expect(await findBookingFor(db, otherPlumber, id)).toBeNull();
    // Even with the row in hand nothing changes: the update asks whose it is.
    const stolen = (await findBookingFor(db, admin, id))!;
    expect(await transitionBooking(context, otherClient, stolen, "cancel")).toMatchObject({ ok: false });
    expect(await transitionBooking(context, otherPlumber, stolen, "confirm")).toMatchObject({ ok: false });
    expect(await statusOf(id)).toBe("pending");
  });
});

describe("nothing happens too early", () => {
  const start = now + 20 * DAY;
  test.each([
    { by: "plumber", transition: "complete", from: "confirmed", at: start },
    { by: "plumber", transition: "complete", from: "in-progress", at: start },
    { by: "plumber", transition: "start", from: "confirmed", at: start - HOUR },
    { by: "admin", transition: "complete", from: "confirmed", at: start },
    { by: "admin", transition: "complete", from: "in-progress", at: start },
  ] as const)("$by: $transition from $from", async ({ by, transition, from, at }) => {
    const actor = { plumber, admin }[by];
    const id = await bookingIn(from, start + next++ * MINUTE);
    const booking = (await findBookingFor(db, actor, id))!;
    const opens = at + booking.startsAt - start;
    expect(await transitionBooking(contextAt(opens - 1), actor, booking, transition)).toEqual({
      ok: false,
      reason: "tooEarly",
      possibleFrom: opens,
    });
    // The page took it as begun; the database checks the real start.
    expect(
      await transitionBooking(contextAt(opens - 1), actor, { ...booking, startsAt: now }, transition),
    ).toMatchObject({
      ok: false,
    });
    expect(await statusOf(id)).toBe(from);
    expect(await eventsOf(id)).toEqual([]);
    expect(await transitionBooking(contextAt(opens), actor, booking, transition)).toMatchObject({
      ok: true,
      changed: true,
    });
  });

  test("a request expires at its start, not before", async () => {
    const id = await bookingIn("pending", start + next++ * MINUTE);
    const { startsAt } = (await findBookingFor(db, admin, id))!;
    await expireRequests(contextAt(startsAt - 1));
    expect(await statusOf(id)).toBe("pending");
    await expireRequests(contextAt(startsAt));
    expect(await statusOf(id)).toBe("refused");
    expect(await eventsOf(id)).toMatchObject([
      { event: "expire", actorRole: "system", actorId: null, toStatus: "refused", at: startsAt },
    ]);
  });
});

test("25 confirms and 25 cancels at once: exactly one happens and leaves one history row and one email", async () => {
  for (let round = 0; round < 3; round++) {
    const id = await bookingIn("pending");
    const [byPlumber, byClient] = await Promise.all([findBookingFor(db, plumber, id), findBookingFor(db, client, id)]);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        turn % 2 === 0
          ? transitionBooking(context, plumber, byPlumber!, "confirm")
          : transitionBooking(context, client, byClient!, "cancel"),
      ),
    );
    const winner = results.find((result) => result.ok && result.changed);
    if (!winner?.ok) throw new Error("Nobody won.");
    const other = winner.status === "confirmed" ? 1 : 0;
    expect(results.filter((result) => result.ok && result.changed)).toHaveLength(1);
    expect(
      results.filter((_, turn) => turn % 2 !== other).every((result) => result.ok && result.status === winner.status),
    ).toBe(true);
    expect(results.filter((_, turn) => turn % 2 === other)).toEqual(
      Array.from({ length: 25 }, () => ({
        ok: false,
        reason: "transitionNotAllowed",
        status: winner.status,
        latest:
          winner.status === "confirmed"
            ? `${plumber.firstName} ${plumber.lastName} confirmed at 9:00 am.`
            : `${client.firstName} ${client.lastName} cancelled at 9:00 am.`,
      })),
    );
    const events = await eventsOf(id);
    expect(events).toHaveLength(1);
    expect(await db.select().from(notices).where(eq(notices.causeId, events[0]!.id))).toHaveLength(1);
  }
});

test("only its own plumber marks a booking as seen, as often as they like", async () => {
  const id = await bookingIn("pending");
  expect(await markBookingSeen(context, otherPlumber, id)).toEqual({ ok: false, reason: "bookingNotFound" });
  expect(await markBookingSeen(context, plumber, id)).toEqual({ ok: true });
  expect(await markBookingSeen(contextAt(now + HOUR), plumber, id)).toEqual({ ok: true });
  expect((await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.seenAt).toBe(now);
});
