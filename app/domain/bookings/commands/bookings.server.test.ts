import { eq, sql, type AnyColumn } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookingEvents, bookings, dailyTallies, emails, plumberProfiles } from "~/db/schema";
import { contextAt, NINE_O_CLOCK } from "../../../../tests/support/context";
import { createUser, createKnownClient } from "../../../../tests/support/users";
import { seededRandom } from "../../../../tests/support/random";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, HOUR, instantOf, MINUTE } from "../../time/harare";
import { newId } from "../../values/id";
import { BOOKING_STATUSES, type BookingStatus } from "../booking";
import { assignBooking } from "./assignment.server";
import { findBookingFor } from "../queries/booking-details.server";
import { BOOKING_TRANSITION_NAMES, ruleFor, type BookingTransition } from "../booking-machine";
import { expireRequests, transitionBooking } from "./booking-transitions.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { markBookingSeen } from "./job-updates.server";

const context = contextAt();
const { db, now } = context;
const wish = (startsAt: number) => ({ startsAt, serviceType: null, location: null, notes: null });

let client: AuthenticatedUser;
let otherClient: AuthenticatedUser;
let plumber: AuthenticatedUser;
let otherPlumber: AuthenticatedUser;
let admin: AuthenticatedUser;
let bookable: NonNullable<Awaited<ReturnType<typeof findBookablePlumber>>>;

beforeAll(async () => {
  client = await createUser(context, "client");
  otherClient = await createUser(context, "client");
  plumber = await createUser(context, "plumber");
  otherPlumber = await createUser(context, "plumber");
  admin = await createUser(context, "admin");
  bookable = (await findBookablePlumber(db, plumber.id))!;
});

// Distinct starts, so that tests do not take one another's slots.
let next = 0;
const freshStart = () => instantOf("2026-11-21", 600 + 30 * (next++ % 22)) + Math.floor((next - 1) / 22) * DAY;

async function bookingIn(status: BookingStatus, startsAt = freshStart() + 60 * DAY + next * MINUTE): Promise<string> {
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

  test("another person's booking does not exist, whoever asks", async () => {
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
    // The page thought that it had begun: the database goes by the real start.
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
      Array.from({ length: 25 }, () => ({ ok: false, reason: "transitionNotAllowed", status: winner.status })),
    );
    const events = await eventsOf(id);
    expect(events).toHaveLength(1);
    expect(await db.select().from(emails).where(eq(emails.causeId, events[0]!.id))).toHaveLength(1);
  }
});

test("60 requests for one slot at once: one is booked, the others are told and offered the nearest free starts", async () => {
  const start = freshStart();
  const clients = await Promise.all(Array.from({ length: 60 }, () => createUser(context, "client")));
  const results = await Promise.all(clients.map((one) => requestBooking(context, one, bookable, wish(start))));
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  for (const result of results) {
    if (result.ok) continue;
    expect(result.reason).toBe("slotTaken");
    if (result.reason === "slotTaken") {
      expect(result.nearest).toHaveLength(3);
      expect(result.nearest).not.toContain(start);
    }
  }
  expect(await db.select().from(bookings).where(eq(bookings.startsAt, start))).toHaveLength(1);
});

test("the same request again is answered with the first booking, even ten at once", async () => {
  const start = freshStart();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => requestBooking(context, otherClient, bookable, wish(start))),
  );
  expect(results.every((result) => result.ok)).toBe(true);
  expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
  expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
});

test("a refused or cancelled booking frees its slot", async () => {
  for (const transition of ["refuse", "cancel"] as const) {
    const start = freshStart();
    const [one, two] = [await createKnownClient(context), await createKnownClient(context)];
    const first = await requestBooking(context, one, bookable, wish(start));
    expect(await requestBooking(context, two, bookable, wish(start))).toMatchObject({ ok: false, reason: "slotTaken" });
    await transitionBooking(
      context,
      plumber,
      (await findBookingFor(db, plumber, (first as { id: string }).id))!,
      transition,
    );
    expect(await requestBooking(context, two, bookable, wish(start))).toMatchObject({ ok: true, repeated: false });
  }
});

describe("a request is refused", () => {
  test("for a start that the page does not offer", async () => {
    const off = [
      NINE_O_CLOCK - HOUR,
      instantOf("2026-11-20", 615),
      instantOf("2026-11-21", 570),
      instantOf("2026-11-27", 600),
      instantOf("2026-11-21", 21 * 60),
    ];
    for (const start of off)
      expect(await requestBooking(context, client, bookable, wish(start))).toEqual({
        ok: false,
        reason: "startNotOffered",
      });
  });

  test("from anyone but a client", async () => {
    for (const user of [plumber, otherPlumber, admin]) {
      expect(await requestBooking(context, user, bookable, wish(freshStart()))).toEqual({
        ok: false,
        reason: "onlyClientsBook",
      });
    }
  });

  test("for a plumber who was suspended after the page was shown", async () => {
    const gone = await createUser(context, "plumber");
    const seen = (await findBookablePlumber(db, gone.id))!;
    await db.update(plumberProfiles).set({ listed: false }).where(eq(plumberProfiles.userId, gone.id));
    expect(await requestBooking(context, client, seen, wish(freshStart()))).toEqual({
      ok: false,
      reason: "plumberNotFound",
    });
    expect(await findBookablePlumber(db, gone.id)).toBeNull();
  });

  test("beyond five unanswered ones, even when ten are sent at once", async () => {
    const eager = await createKnownClient(context);
    const five = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await findBookablePlumber(db, (await createUser(context, "plumber")).id))!,
      ),
    );
    const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 600 + 30 * slot));
    const results = await Promise.all(
      starts.map((start, turn) => requestBooking(context, eager, five[turn % 5]!, wish(start))),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(5);
    expect(results.filter((result) => !result.ok && result.reason === "tooManyPending")).toHaveLength(5);
  });

  test("beyond two that one plumber has not answered, even when ten are sent at once, held or not", async () => {
    for (const eager of [await createKnownClient(context), await createUser(context, "client")]) {
      const busy = (await findBookablePlumber(db, (await createUser(context, "plumber")).id))!;
      // The day is already full for new clients: requests that go to the office count too.
      for (const minute of [600, 660, 720])
        await requestBooking(context, await createUser(context, "client"), busy, wish(instantOf("2026-11-22", minute)));
      const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 780 + 30 * slot));
      const results = await Promise.all(starts.map((start) => requestBooking(context, eager, busy, wish(start))));
      expect(results.filter((result) => result.ok)).toHaveLength(2);
      expect(results.filter((result) => !result.ok && result.reason === "tooManyPendingWithPlumber")).toHaveLength(8);
    }
  });

  test("without a plumber, when its start is not within the next twelve months", async () => {
    const caller = await createUser(context, "client");
    for (const start of [now, now - 1, now + 400 * DAY]) {
      expect(await requestBooking(context, caller, null, wish(start))).toEqual({
        ok: false,
        reason: "startNotInFuture",
      });
    }
    const made = await requestBooking(context, caller, null, wish(now + 30 * DAY + 17 * MINUTE));
    expect(made).toMatchObject({ ok: true, repeated: false });
    expect(await requestBooking(context, caller, null, wish(now + 30 * DAY + 17 * MINUTE))).toMatchObject({
      ok: true,
      repeated: true,
    });
  });
});

test("only its own plumber marks a booking as seen, as often as they like", async () => {
  const id = await bookingIn("pending");
  expect(await markBookingSeen(context, otherPlumber, id)).toEqual({ ok: false, reason: "bookingNotFound" });
  expect(await markBookingSeen(context, plumber, id)).toEqual({ ok: true });
  expect(await markBookingSeen(contextAt(now + HOUR), plumber, id)).toEqual({ ok: true });
  expect((await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.seenAt).toBe(now);
});

test("a request emails the plumber and a transition the other side, with the reference and a link to the configured origin", async () => {
  const start = freshStart();
  const one = await createKnownClient(context, { firstName: "Rudo", lastName: "Moyo" });
  const made = await requestBooking(context, one, bookable, wish(start));
  const { id, reference } = made as { id: string; reference: string };
  const [request] = await db.select().from(emails).where(eq(emails.causeId, id));
  expect(request).toMatchObject({ recipient: plumber.email, kind: "bookingRequested", status: "queued" });
  expect(request?.text).toContain(reference);
  expect(request?.text).toContain(`https://pombi.test/plumber-dashboard/jobs/${id}`);
  expect(request?.text).toContain("Rudo Moyo");

  await transitionBooking(context, plumber, (await findBookingFor(db, plumber, id))!, "confirm");
  const [confirmed] = await eventsOf(id).then((events) =>
    db
      .select()
      .from(emails)
      .where(eq(emails.causeId, events.find(({ event }) => event === "confirm")!.id)),
  );
  expect(confirmed).toMatchObject({ recipient: one.email, kind: "bookingTransitioned" });
});

test("after a random run of requests and transitions the stored figures are those of the rows", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createUser(context, "client")));
  const trades = await Promise.all(Array.from({ length: 3 }, () => createUser(context, "plumber")));
  const transitions: BookingTransition[] = ["confirm", "refuse", "complete", "cancel", "start"];
  const random = seededRandom(7);
  const atTheEnd = contextAt(instantOf("2026-11-23", 21 * 60));

  for (let step = 0; step < 120; step++) {
    const trade = trades[random(3)]!;
    const caller = people[random(6)]!;
    if (random(2) === 0) {
      await requestBooking(
        context,
        caller,
        (await findBookablePlumber(db, trade.id))!,
        wish(instantOf("2026-11-23", 600 + 30 * random(22))),
      );
    } else {
      const [row] = await db
        .select()
        .from(bookings)
        .where(eq(bookings.plumberId, trade.id))
        .orderBy(sql`random()`)
        .limit(1);
      if (!row) continue;
      const actor = [trade, caller, admin][random(3)]!;
      const booking = await findBookingFor(db, actor, row.id);
      if (booking) await transitionBooking(atTheEnd, actor, booking, transitions[random(5)]!);
    }
  }
  const waiting = await db
    .select()
    .from(bookings)
    .where(sql`preferred_plumber_id in ${trades.map(({ id }) => id)} and status = 'pending'`);
  expect(waiting.length).toBeGreaterThan(2);
  for (const { id, preferredPlumberId } of waiting) {
    await assignBooking(
      context,
      admin,
      (await findBookingFor(db, admin, id))!,
      (await findBookablePlumber(db, preferredPlumberId!))!,
      null,
    );
  }

  for (const trade of trades) {
    const rows = await db.select().from(bookings).where(eq(bookings.plumberId, trade.id));
    const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, trade.id));
    expect(rows.length).toBeGreaterThan(5);
    expect(profile).toMatchObject({
      jobsTotal: rows.length,
      jobsCompleted: rows.filter(({ status }) => status === "completed").length,
    });

    const events = await db.all<{ event: string }>(
      sql`select event from booking_events where booking_id in (select id from bookings where plumber_id = ${trade.id})`,
    );
    const countOf = (event: string) => events.filter((row) => row.event === event).length;
    const sum = (column: AnyColumn) => sql<number>`sum(${column})`;
    const { requested, confirmed, refused, cancelled, completed } = dailyTallies;
    const [tally] = await db
      .select({
        requested: sum(requested),
        confirmed: sum(confirmed),
        refused: sum(refused),
        cancelled: sum(cancelled),
        completed: sum(completed),
      })
      .from(dailyTallies)
      .where(eq(dailyTallies.plumberId, trade.id));
    expect(tally).toEqual({
      requested: countOf("request"),
      confirmed: countOf("confirm"),
      refused: countOf("refuse"),
      cancelled: countOf("cancel"),
      completed: countOf("complete"),
    });
  }
});
