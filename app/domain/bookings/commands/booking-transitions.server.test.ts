import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingEvents, notices, users } from "~/db/schema";
import { contextAt } from "../../../../tests/support/users";
import { rowOf } from "../../../../tests/support/town";
import { type BookingColumns, context, createBooking, db, now } from "../../../../tests/support/money";
import { admin, client, otherPlumber, plumber, seedPayers } from "../../../../tests/support/payers";
import { HOUR } from "../../time/harare";
import type { BookingStatus } from "../booking";
import { findBookingFor } from "../queries/booking-details.server";
import { transitionBooking } from "./booking-transitions.server";
import { markBookingSeen } from "./job-updates.server";
import { countUnseenBookings } from "../queries/job-lists.server";

await seedPayers();

const bookingIn = (status: BookingStatus, more: BookingColumns = {}) => createBooking({ status, fee: null, ...more });
const setUser = (id: string, to: { suspendedAt: number | null }) => db.update(users).set(to).where(eq(users.id, id));
const eventsOf = (id: string) => db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));

test("a start too early says from when it is possible; a job begun early may end before its start", async () => {
  const booking = (await findBookingFor(db, plumber, await bookingIn("confirmed")))!;
  const possibleFrom = booking.startsAt - HOUR;
  const tooEarly = await transitionBooking(contextAt(possibleFrom - 1), plumber, booking, "start");
  expect(tooEarly).toEqual({ ok: false, reason: "tooEarly", possibleFrom });
  for (const actor of [plumber, admin]) {
    const early = (await findBookingFor(db, actor, await bookingIn("in-progress")))!;
    const finished = await transitionBooking(contextAt(early.startsAt - HOUR), actor, early, "complete");
    expect(finished).toMatchObject({ ok: true, changed: true });
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

test("a plumber who is suspended just before the transition changes nothing", async () => {
  const id = await bookingIn("pending", { plumberId: otherPlumber.id });
  const shown = (await findBookingFor(db, otherPlumber, id))!;
  await setUser(otherPlumber.id, { suspendedAt: now });
  const result = await transitionBooking(context, otherPlumber, shown, "confirm");
  expect([result.ok, (await rowOf(context, id)).status]).toEqual([false, "pending"]);
  await setUser(otherPlumber.id, { suspendedAt: null });
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
