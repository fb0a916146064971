import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingEvents, notices } from "~/db/schema";
import { contextAt, createUsers } from "../../../../tests/support/users";
import { rowOf } from "../../../../tests/support/town";
import { afterwards, type BookingColumns, context, createBooking, db, now } from "../../../../tests/support/money";
import { admin, client, otherClient, otherPlumber, plumber, seedPayers } from "../../../../tests/support/payers";
import { makeAdmin, suspendUser } from "../../admin/people/user-access.server";
import { HOUR } from "../../time/harare";
import { BOOKING_STATUSES, type BookingStatus } from "../booking";
import { BOOKING_TRANSITION_NAMES, ruleFor, type BookingTransition } from "../booking-machine";
import { findBookingFor } from "../queries/booking-details.server";
import { transitionBooking } from "./booking-transitions.server";
import { markBookingSeen } from "./job-updates.server";
import { countUnseenBookings } from "../queries/job-lists.server";

await seedPayers();

const bookingIn = (status: BookingStatus, more: BookingColumns = {}) => createBooking({ status, fee: null, ...more });
const eventsOf = (id: string) => db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));
const statusOf = async (id: string) => (await rowOf(context, id)).status;

test.each(["client", "plumber", "admin"] as const)(
  "the %s makes the table's transitions in the database, and no other",
  async (role) => {
    const actor = { client, plumber, admin }[role];
    const tryFrom = async (status: BookingStatus, transition: BookingTransition) => {
      const id = await bookingIn(status, { completedAt: status === "completed" ? afterwards.now : null });
      const booking = (await findBookingFor(db, actor, id))!;
      const result = await transitionBooking(afterwards, actor, booking, transition);
      const rule = ruleFor(transition, role);
      const cell = `${role} ${transition} ${status}`;
      if (rule?.from.includes(status)) {
        expect(result, cell).toEqual({ ok: true, status: rule.to, changed: true });
        expect(await eventsOf(id), cell).toMatchObject([
          { event: transition, actorRole: role, actorId: actor.id, toStatus: rule.to },
        ]);
      } else {
        expect(result, cell).toEqual({ ok: false, reason: "transitionNotAllowed", status });
        expect(await eventsOf(id), cell).toEqual([]);
        expect(await statusOf(id), cell).toBe(status);
      }
    };
    for (const transition of BOOKING_TRANSITION_NAMES)
      await Promise.all(BOOKING_STATUSES.map((status) => tryFrom(status, transition)));
  },
);

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

test("no page lets a job begin too early; a job that was started early is finished before its start", async () => {
  for (const { by, transition, from, ahead } of [
    { by: "plumber", transition: "complete", from: "confirmed", ahead: 0 },
    { by: "plumber", transition: "start", from: "confirmed", ahead: HOUR },
    { by: "admin", transition: "complete", from: "confirmed", ahead: 0 },
  ] as const) {
    const cell = `${by} ${transition} ${from}`;
    const actor = { plumber, admin }[by];
    const id = await bookingIn(from);
    const booking = (await findBookingFor(db, actor, id))!;
    const opens = booking.startsAt - ahead;
    const attempt = (at: number, shown = booking) => transitionBooking(contextAt(at), actor, shown, transition);
    expect(await attempt(opens - 1), cell).toEqual({ ok: false, reason: "tooEarly", possibleFrom: opens });
    expect(await attempt(opens - 1, { ...booking, startsAt: now }), cell).toMatchObject({ ok: false });
    expect([await statusOf(id), await eventsOf(id)], cell).toEqual([from, []]);
    expect(await attempt(opens), cell).toMatchObject({ ok: true, changed: true });
    const early = (await findBookingFor(db, actor, await bookingIn("in-progress")))!;
    const finished = await transitionBooking(contextAt(early.startsAt - HOUR), actor, early, "complete");
    expect(finished, cell).toMatchObject({ ok: true, changed: true });
  }
});

test("six refusals and six confirmations at once: one happens, with one history row and one email", async () => {
  const id = await bookingIn("pending");
  const shown = (await findBookingFor(db, plumber, id))!;
  const turns = Array.from({ length: 12 }, (_, turn) => (turn % 2 === 0 ? ("refuse" as const) : ("confirm" as const)));
  const results = await Promise.all(turns.map((transition) => transitionBooking(context, plumber, shown, transition)));
  const [winner, ...others] = results.filter((result) => result.ok && result.changed);
  if (!winner?.ok) throw new Error("Nobody won.");
  expect(others).toEqual([]);
  const isConfirmed = winner.status === "confirmed";
  const latest = isConfirmed ? "You confirmed at 9:00 am." : "You refused the request at 9:00 am.";
  const refused = { ok: false, reason: "transitionNotAllowed", status: winner.status, latest };
  for (const [turn, result] of results.entries())
    expect(result).toMatchObject(
      (turns[turn] === "confirm") === isConfirmed ? { ok: true, status: winner.status } : refused,
    );
  const [event, ...more] = await eventsOf(id);
  expect(more).toEqual([]);
  expect(await db.select().from(notices).where(eq(notices.causeId, event!.id))).toHaveLength(1);
});

test("a booking that is closed unseen is neither seen by its plumber nor new to them", async () => {
  const unseen = () => countUnseenBookings(db, plumber.id);
  const before = await unseen();
  const id = await bookingIn("pending");
  expect(await unseen()).toBe(before + 1);
  await transitionBooking(context, client, (await findBookingFor(db, client, id))!, "cancel");
  expect((await rowOf(context, id)).seenAt).toBeNull();
  expect(await unseen()).toBe(before);
});

test("a booking is marked as seen by its own plumber alone, as often as they like", async () => {
  const id = await bookingIn("pending");
  expect(await markBookingSeen(context, otherPlumber, id)).toEqual({ ok: false, reason: "bookingNotFound" });
  expect(await markBookingSeen(context, plumber, id)).toEqual({ ok: true });
  expect(await markBookingSeen(contextAt(now + HOUR), plumber, id)).toEqual({ ok: true });
  expect((await rowOf(context, id)).seenAt).toBe(now);
});

test.each([
  ["client has another role", (id: string, _: string) => makeAdmin(context, admin, id)],
  ["plumber has another role", (_: string, id: string) => makeAdmin(context, admin, id)],
  ["plumber is suspended", (_: string, id: string) => suspendUser(context, admin, id, "R")],
] as const)("a job is not taken up again once its %s", async (_, change) => {
  const [theirClient, theirPlumber] = await createUsers(context, "client", "plumber");
  const id = await bookingIn("completed", {
    clientId: theirClient.id,
    plumberId: theirPlumber.id,
    completedAt: afterwards.now,
  });
  const booking = (await findBookingFor(db, theirPlumber, id))!;
  expect(await change(theirClient.id, theirPlumber.id)).toEqual({ ok: true });
  const result = await transitionBooking(afterwards, theirPlumber, booking, "reopen");
  expect([result, await statusOf(id)]).toMatchObject([{ ok: false }, "completed"]);
});
