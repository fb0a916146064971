import { eq } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { batch, type Write } from "~/db/client.server";
import { OPEN_ONLINE_STATUSES } from "~/db/money-words";
import { bookings, onlinePayments, payments, quotes, users } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { seededRandom } from "../../../../tests/support/random";
import { createUser } from "../../../../tests/support/users";
import { onlineStepOfRow } from "../../escrow/online-payment";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { BOOKING_STATUSES, isOpen, isToCome, isUnderWay } from "../booking";
import { nextStep } from "../next-step/next-step";
import { needsOtherPlumber, timeWindow } from "../next-step/step-facts";
import { AT_HAND_SHOWN, countAsked, listOverview } from "./at-hand.server";
import { type ListedRow, selectListed } from "./booking-views.server";

const context = contextAt();
const { db, now } = context;
const random = seededRandom(inject("randomSeed"));
const oneOf = <Value>(...values: readonly Value[]): Value => values[random(values.length)]!;

const STATES = 1000;
const CLIENTS = 30;

/** A booking in a state that its checks allow, with what may be open of its money. */
function addBooking(number: number, clientId: string, plumberId: string): Write[] {
  const id = `state${number}`;
  const status = oneOf(...BOOKING_STATUSES);
  // No two of a plumber start at once.
  const startsAt =
    now + oneOf(-40, -30, -29, -2, -1, 0, 0, 0, 0, 1, 3) * DAY + random(4000) * MINUTE * oneOf(1, -1) + number;
  const isDone = status === "completed";
  const onTheWayAt = status === "confirmed" ? oneOf(null, null, now - HOUR) : null;
  const proposedBy = isToCome(status) ? oneOf(null, null, "client" as const, "plumber" as const) : null;
  const booking = db.insert(bookings).values({
    ...{ id, reference: id, clientId, status, startsAt, proposedBy, onTheWayAt },
    plumberId: status === "pending" ? oneOf(plumberId, plumberId, null) : plumberId,
    expectedAt: onTheWayAt && now + (random(120) - 60) * MINUTE,
    proposedStart: proposedBy && now + 5 * DAY,
    ...{ fee: oneOf(null, 20_00), agreedPrice: oneOf(null, 100_00), agreedDeposit: oneOf(null, null, 30_00, 100_00) },
    paidAmount: oneOf(0, 0, 30_00, 100_00),
    finalAmount: isDone ? oneOf(null, 0, 20_00, 100_00, 150_00) : null,
    finalAnswer: isDone ? oneOf(null, null, "agreed" as const, "disputed" as const, "decided" as const) : null,
    frozenAt: oneOf(null, null, null, null, now),
    ...{ createdAt: now - 50 * DAY, updatedAt: now },
  });
  const more = { bookingId: id, createdAt: now, updatedAt: now };
  const statements: Write[] = [booking];
  if (random(3) === 0)
    statements.push(
      db.insert(payments).values({
        ...{ id, bookingId: id, amount: oneOf(20_00, 200_00), method: "cash", status: "open", recordedAt: now },
        recordedBy: oneOf("client" as const, "plumber" as const, "admin" as const),
      }),
    );
  if (random(5) === 0)
    statements.push(
      db.insert(onlinePayments).values({
        ...{ ...more, id, clientId, amount: 20_00, purpose: "rest", method: "card" },
        status: oneOf(...OPEN_ONLINE_STATUSES),
      }),
    );
  // Open quotes end with the booking.
  if (isOpen(status) && random(3) === 0)
    statements.push(
      db.insert(quotes).values({
        ...{ ...more, id, version: 1, lines: [], total: 100_00, status: "open" },
        validUntil: now + oneOf(-1, 0, 1, HOUR),
      }),
    );
  // A job that is over leaves nothing open.
  if (random(6) === 0)
    statements.push(db.update(payments).set({ status: "confirmed", answeredAt: now }).where(eq(payments.id, id)));
  if (random(6) === 0)
    statements.push(db.update(onlinePayments).set({ status: "failed" }).where(eq(onlinePayments.id, id)));
  if (random(6) === 0) statements.push(db.delete(quotes).where(eq(quotes.id, id)));
  return statements;
}

/** The client's visit is today or under way, and no recorded payment comes first. */
function isToday(row: ListedRow): boolean {
  if (row.frozenAt !== null || needsOtherPlumber(row)) return row.frozenAt === null;
  const isSoon = row.onTheWayAt !== null || timeWindow(row.startsAt, now) !== "ahead";
  return row.openPayment === null && (isUnderWay(row.status) || (row.status === "confirmed" && isSoon));
}

test("the menu counts, and the overview shows, what the next step of each booking asks for, in random states", async () => {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => createUser(context, "client")));
  const plumbers = await Promise.all(Array.from({ length: CLIENTS }, () => createUser(context, "plumber")));
  for (let number = 0; number < STATES; number += 50) {
    const some = Array.from({ length: 50 }, (_, nth) =>
      addBooking(number + nth, oneOf(...clients).id, oneOf(...plumbers).id),
    );
    await batch(db, { some: some.flat() });
  }
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumbers[0]!.id));

  let asked = 0;
  for (const role of ["client", "plumber"] as const) {
    const rows = await selectListed(db, role);
    for (const { id } of role === "client" ? clients : plumbers) {
      const own = rows
        .filter((row) => row[role]?.id === id && (isOpen(row.status) || row.startsAt > now - 30 * DAY))
        .map((row) => ({
          ...row,
          step: nextStep({ ...row, ...(role === "client" && onlineStepOfRow(row)) }, role, now),
        }));
      const count = await countAsked(db, { id, role }, now);
      expect.soft(count, `${role} ${id}`).toBe(own.filter(({ step }) => step.isAsked).length);
      asked += count;
      if (role === "plumber") continue;
      const open = own.filter(({ status }) => isOpen(status)).sort((a, b) => a.openOrder - b.openOrder);
      const closed = own.filter(({ status }) => !isOpen(status)).sort((a, b) => b.startsAt - a.startsAt);
      const atHand = [...open.slice(1), ...closed].filter((row) => row.step.isAsked || isToday(row));
      const { next, others } = await listOverview(db, { id, role }, now);
      expect.soft(next?.id, id).toBe(open[0]?.id);
      expect
        .soft(
          others.map((row) => row.id),
          id,
        )
        .toEqual(atHand.slice(0, AT_HAND_SHOWN).map((row) => row.id));
    }
  }
  expect(asked).toBeGreaterThan(STATES / 4);
});
