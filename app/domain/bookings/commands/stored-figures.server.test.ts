import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, dailyTallies, plumberProfiles } from "~/db/schema";
import { seededRandom } from "../../../../tests/support/random";
import { assignTo, book, makeTransition, wishFor } from "../../../../tests/support/town";
import { context, contextAt, createUser, db, now } from "../../../../tests/support/users";
import { instantOf, MINUTE } from "../../time/harare";
import type { BookingTransition } from "../booking-machine";
import { findBookingFor } from "../queries/booking-details.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { transitionBooking } from "./booking-transitions.server";
import { expireRequests } from "./reminders.server";

/** The events that are counted by day, and the column of each. */
const COUNTED = [
  ["request", "requested"],
  ["confirm", "confirmed"],
  ["refuse", "refused"],
  ["cancel", "cancelled"],
  ["complete", "completed"],
] as const;

test("stored figures are those of the rows after a random run of requests and transitions", async () => {
  const admin = await createUser(context, "admin");
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser(context, "client")));
  const trades = await Promise.all(Array.from({ length: 3 }, () => createUser(context, "plumber")));
  const transitions: BookingTransition[] = ["confirm", "refuse", "complete", "cancel", "start"];
  const random = seededRandom(7);
  const atTheEnd = contextAt(instantOf("2026-11-23", 21 * 60));

  for (let step = 0; step < 45; step++) {
    const trade = trades[random(3)]!;
    const caller = users[random(6)]!;
    if (random(2) === 0) {
      const bookable = (await findBookablePlumber(db, trade.id))!;
      await requestBooking(context, caller, bookable, wishFor(instantOf("2026-11-23", 600 + 30 * random(22))));
    } else {
      const rows = await db.select().from(bookings).where(eq(bookings.plumberId, trade.id)).orderBy(bookings.startsAt);
      const row = rows[random(rows.length || 1)];
      if (!row) continue;
      const actor = [trade, caller, admin][random(3)]!;
      const booking = await findBookingFor(db, actor, row.id);
      if (booking) await transitionBooking(atTheEnd, actor, booking, transitions[random(5)]!);
    }
  }
  const isWaiting = sql`preferred_plumber_id in ${trades.map(({ id }) => id)} and status = 'pending'`;
  const waiting = await db.select().from(bookings).where(isWaiting);
  expect(waiting.length).toBeGreaterThan(0);
  for (const { id, preferredPlumberId } of waiting) await assignTo(context, admin, id, { to: preferredPlumberId! });

  for (const trade of trades) {
    const rows = await db.select().from(bookings).where(eq(bookings.plumberId, trade.id));
    const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, trade.id));
    expect(rows.length).toBeGreaterThan(2);
    const jobsCompleted = rows.filter(({ status }) => status === "completed").length;
    expect(profile).toMatchObject({ jobsTotal: rows.length, jobsCompleted });

    const events = await db.all<{ event: string }>(
      sql`select event from booking_events where booking_id in (select id from bookings where plumber_id = ${trade.id})`,
    );
    const tallies = await db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, trade.id));
    for (const [event, column] of COUNTED) {
      const counted = tallies.reduce((sum, tally) => sum + tally[column], 0);
      expect(counted, event).toBe(events.filter((row) => row.event === event).length);
    }
  }
});

async function figuresOf(id: string) {
  const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id));
  return { percent: profile?.acceptedPercent, minutes: profile?.minutesToAnswer };
}

test("a plumber's answering is known from five answers on: the share confirmed, and the median wait (D19)", async () => {
  const plumber = await createUser(context, "plumber");
  const request = async (slot: number) =>
    book(context, await createUser(context, "client"), plumber, instantOf("2026-11-24", 600 + 30 * slot));
  const answer = async (slot: number, transition: "confirm" | "refuse", minutes: number) => {
    const answered = makeTransition(contextAt(now + minutes * MINUTE), plumber, await request(slot), transition);
    expect(await answered).toMatchObject({ ok: true });
  };
  for (const [slot, minutes] of [4, 90, 8, 8].entries()) await answer(slot, slot === 1 ? "refuse" : "confirm", minutes);
  expect(await figuresOf(plumber.id)).toEqual({ percent: null, minutes: null });
  await answer(4, "confirm", 600);
  expect(await figuresOf(plumber.id)).toEqual({ percent: 80, minutes: 8 });
  // An expired request counts against them, and waits for no answer.
  await request(5);
  await expireRequests(contextAt(instantOf("2026-11-24", 21 * 60)));
  expect(await figuresOf(plumber.id)).toEqual({ percent: 67, minutes: 8 });
});
