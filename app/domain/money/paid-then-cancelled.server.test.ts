import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { notices } from "~/db/schema";
import {
  booking,
  client,
  confirm,
  context,
  createBooking,
  db,
  disputesOf,
  payOnline,
  plumber,
  record,
  seedPayers,
} from "../../../tests/support/money";
import { listPaidThenCancelled } from "./money-lists.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";

beforeAll(seedPayers);

const told = async (id: string) =>
  (
    await db
      .select({ text: notices.text })
      .from(notices)
      .where(sql`booking_id = ${id} and kind = 'cancelledAfterPayment' and channel = 'email'`)
  ).map(({ text }) => text ?? "");

test("what was paid in hand for a job that is then cancelled goes to the office, and both sides read how it stands", async () => {
  const id = await createBooking();
  await record(id, client, 40_00);
  await confirm(id, plumber);
  await transitionBooking(context, plumber, await booking(id), "cancel", { reason: "My car is broken" });
  expect(await disputesOf(id)).toEqual([{ event: "cancel", reason: "My car is broken", isClosed: false }]);
  const emails = await told(id);
  expect(emails).toHaveLength(2);
  expect(await listPaidThenCancelled(db)).toMatchObject([{ bookingId: id, amount: 40_00, status: "confirmed" }]);
  for (const text of emails)
    expect(text).toContain(
      "$40 was paid in hand for this job, and then it was cancelled. Pombi doesn't hold this money.",
    );
});

test("without such a payment, or where Pombi holds the money, the office is not asked", async () => {
  const [unpaid, online] = [await createBooking(), await createBooking()];
  await payOnline(online, 25_00);
  for (const id of [unpaid, online]) {
    await transitionBooking(context, client, await booking(id), "cancel");
    expect(await disputesOf(id)).toEqual([]);
    expect(await told(id)).toEqual([]);
  }
});
