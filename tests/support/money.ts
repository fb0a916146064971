import { sql } from "drizzle-orm";

import { notices } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { confirmPayment, recordPayment } from "~/domain/money/payments.server";
import type { PayoutDetails } from "~/domain/escrow/payout";
import { savePayoutDetails } from "~/domain/escrow/payout-details.server";
import { settleDueBookings } from "~/domain/escrow/settlements.server";
import { acceptQuote, writeQuote } from "~/domain/money/quotes.server";
import { DAY, MINUTE } from "~/domain/time/harare";
import { bookPaid } from "~/domain/escrow/booked-payments.server";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { inSession } from "./sessions";
import { type BookingColumns, insertBooking, insertOnlinePayment, saidOf, booking, openOf, quote } from "./money-rows";
import { afterwards, context, db, now } from "./users";
import { client, plumber } from "./payers";

// The payers' acts about the money of a booking: for the tests of quotes, final amounts, payments and receipts.

export { afterwards, context, db, now } from "./users";
export * from "./money-rows";
export * from "./payers";

/** Makes each start another one: two open bookings of a plumber cannot share theirs. */
let next = 0;

/** A confirmed booking with a fee of $25. */
export const createBooking = (more: BookingColumns = {}) => {
  const startsAt = now + 60 * DAY + next++ * MINUTE;
  return insertBooking(context, { clientId: client.id, plumberId: plumber.id, startsAt, ...more });
};

export const completed = (more: BookingColumns = {}) =>
  createBooking({ status: "completed", completedAt: now, finalAmount: 25_00, ...more });

/** Marks queued notices as sent: a queued one is replaced by the next about the same thing (N19). */
export const sendEmails = () =>
  db
    .update(notices)
    .set({ status: "sent", sentAt: now })
    .where(sql`status = 'queued'`);

export const draft = (amount: number, more: { deposit?: number; note?: string; validUntil?: number } = {}) => ({
  lines: [{ what: "New cartridge", amount }],
  deposit: null,
  note: null,
  validUntil: now + 7 * DAY,
  ...more,
});
export const write = async (id: string, amount: number, by = plumber, at = context) =>
  writeQuote(at, by, await booking(id), draft(amount));
export const accept = async (id: string, version: number, by = client, at = context) =>
  acceptQuote(at, by, await booking(id), await quote(id, version));
export const finish = async (id: string, amount: number, reason: string | null = null, isSure = false) =>
  transitionBooking(afterwards, plumber, await booking(id), "complete", { final: { amount, reason, isSure } });
export const record = async (id: string, by: SteppedUpUser, amount: number, formId = newId()) =>
  recordPayment(context, by, await booking(id), { id: formId, amount, method: "cash" });
/** A client's payment through the provider, which has just said that it was paid; gives its id. */
export async function payOnline(bookingId: string, amount: number, at = context): Promise<string> {
  const shown = await booking(bookingId);
  const clientId = shown.client.id;
  const id = await insertOnlinePayment(at, { bookingId, clientId, amount });
  const said = { ...saidOf(id, amount, "paid"), providerReference: `P-${id}` };
  await bookPaid(at, { id, clientId, amount, booking: shown }, said);
  return id;
}

/** A completed job of $50 that is paid online; gives its id. */
export async function paidOnlineJob(more: BookingColumns = {}): Promise<string> {
  const id = await completed({ finalAmount: 50_00, agreedPrice: 50_00, ...more });
  await payOnline(id, 50_00);
  return id;
}

export const confirm = async (id: string, by: SteppedUpUser, payment?: { id: string; amount: number }) =>
  confirmPayment(context, by, await booking(id), payment ?? (await openOf(id)));
/** The client records it, and the plumber confirms it. */
export const payInHand = async (id: string, amount: number) => {
  await record(id, client, amount);
  return confirm(id, plumber);
};
const holder = "T Ncube";
export const ECOCASH = { method: "ecocash", number: "+263772000567", bank: null, branch: null, holder } as const;
export const ACCOUNT = { method: "bank", number: "4412345678", bank: "CBZ Bank", branch: "Harare", holder } as const;
export const save = (details: PayoutDetails, who = plumber, at = context) =>
  inSession(at, who, (one) => savePayoutDetails(at, one, details));

/** Lets a plumber earn $45 of $50, and say where it goes. */
export async function earn(who = plumber, details: PayoutDetails | null = ECOCASH) {
  if (details) await save(details, who);
  await paidOnlineJob({ plumberId: who.id, completedAt: now - DAY });
  await settleDueBookings(context);
}
