import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { selectWhere } from "~/db/client.server";
import { updateWhere } from "~/db/typed-writes.server";
import { bookingEvents, bookings, disputes, notices, payments, receipts } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { type Account, balanceOf, checkLedger, checkLedgerNow } from "~/domain/escrow/ledger.server";
import { confirmPayment, recordPayment } from "~/domain/escrow/payments.server";
import type { PayoutDetails } from "~/domain/escrow/payout";
import { savePayoutDetails } from "~/domain/escrow/payout-details.server";
import { findReceipt } from "~/domain/escrow/receipts.server";
import { acceptQuote, findQuote, writeQuote } from "~/domain/money/quotes.server";
import { DAY, MINUTE } from "~/domain/time/harare";
import { bookPaid } from "~/domain/escrow/booked-payments.server";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { contextAt } from "./context";
import { type BookingColumns, insertBooking, insertOnlinePayment, saidOf } from "./money-rows";
import { createUser } from "./users";
import { noticesInWords } from "./notice-words";

// Two of each side and two admins, and what they do about the money of a booking: for the tests of quotes, final amounts,
// payments and receipts.

export const context = contextAt();
export const { db, now } = context;
/** Past the start of every booking here. */
export const afterwards = contextAt(now + 90 * DAY);

export let client: SteppedUpUser;
export let otherClient: SteppedUpUser;
export let plumber: SteppedUpUser;
export let otherPlumber: SteppedUpUser;
export let admin: SteppedUpUser;
export let otherAdmin: SteppedUpUser;

/** Makes them again: files share this module, but not the database. */
export async function seedPayers() {
  client = await createUser(context, "client", { firstName: "Rudo", lastName: "Moyo" });
  otherClient = await createUser(context, "client");
  plumber = await createUser(context, "plumber", { firstName: "Tendai", lastName: "Ncube" });
  otherPlumber = await createUser(context, "plumber", { feeCents: 1500 });
  admin = await createUser(context, "admin");
  otherAdmin = await createUser(context, "admin");
  await checkLedgerNow(context);
}

let next = 0;

/** A confirmed booking with a fee of $25. */
export const createBooking = (more: BookingColumns = {}) => {
  const startsAt = now + 60 * DAY + next++ * MINUTE;
  return insertBooking(context, { clientId: client.id, plumberId: plumber.id, startsAt, ...more });
};

export const completed = (more: BookingColumns = {}) =>
  createBooking({ status: "completed", completedAt: now, finalAmount: 25_00, ...more });

export const booking = async (id: string, viewer: SteppedUpUser = admin) => (await findBookingFor(db, viewer, id))!;
export const row = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
export const dueOf = async (id: string) => (await booking(id)).due;
export const eventsOf = (id: string) =>
  selectWhere(db, bookingEvents, ["event", "amount", "reason", "actorRole"], eq(bookingEvents.bookingId, id)).orderBy(
    sql`rowid`,
  );
/** What is or was disputed about a booking, the oldest first: the events, and whether each is closed. */
export const disputesOf = async (id: string) =>
  (
    await db
      .select({ event: bookingEvents.event, reason: bookingEvents.reason, closedAt: disputes.closedAt })
      .from(disputes)
      .innerJoin(bookingEvents, eq(bookingEvents.id, disputes.id))
      .where(eq(disputes.bookingId, id))
      .orderBy(disputes.openedAt)
  ).map(({ closedAt, ...dispute }) => ({ ...dispute, isClosed: closedAt !== null }));
export const emailsAbout = async (id: string) =>
  (await noticesInWords(db, sql`cause_id in (select id from booking_events where booking_id = ${id})`)).map(
    ({ recipient, subject }) => ({ recipient, subject }),
  );

/** Marks queued notices as sent: a queued one is replaced by the next about the same thing (N19). */
export const sendEmails = () => updateWhere(db, notices, { status: "sent", sentAt: now }, sql`status = 'queued'`);

export const draft = (amount: number, more: { deposit?: number; note?: string; validUntil?: number } = {}) => ({
  lines: [{ what: "New cartridge", amount }],
  deposit: null,
  note: null,
  validUntil: now + 7 * DAY,
  ...more,
});
export const write = async (id: string, amount: number, by = plumber, at = context) =>
  writeQuote(at, by, await booking(id), draft(amount));
export const quote = async (id: string, version: number) => (await findQuote(db, admin, id, version))!;
export const accept = async (id: string, version: number, by = client, at = context) =>
  acceptQuote(at, by, await booking(id), await quote(id, version));
export const finish = async (id: string, amount: number, reason: string | null = null, isSure = false) =>
  transitionBooking(afterwards, plumber, await booking(id), "complete", { final: { amount, reason, isSure } });
export const record = async (id: string, by: SteppedUpUser, amount: number, formId = newId()) =>
  recordPayment(context, by, await booking(id), { id: formId, amount, method: "cash" });
export const openOf = async (id: string) => {
  const [open] = await db
    .select()
    .from(payments)
    .where(sql`booking_id = ${id} and status = 'open'`);
  return open!;
};
/** A client's payment through the provider, which has just said that it was paid; gives its id. */
export async function payOnline(bookingId: string, amount: number, at = context): Promise<string> {
  const shown = await booking(bookingId);
  const clientId = shown.client.id;
  const id = await insertOnlinePayment(at, { bookingId, clientId, amount });
  const said = { ...saidOf(id, amount, "paid"), providerReference: `P-${id}` };
  await bookPaid(at, { id, clientId, amount, booking: shown }, said);
  return id;
}

/** What an account of the ledger holds, in cents. */
export const balance = async (account: Account): Promise<number> =>
  (await db.all<{ amount: number }>(sql`select ${balanceOf(account)} as amount`))[0]!.amount;

/** Holds that the ledger adds up, and that every balance is that of its transfers. */
export const isSound = async () => expect(await checkLedger(db)).toMatchObject({ sum: 0, faults: [] });

export const confirm = async (id: string, by: SteppedUpUser, payment?: { id: string; amount: number }) =>
  confirmPayment(context, by, await booking(id), payment ?? (await openOf(id)));
/** The client records it, and the plumber confirms it. */
export const payInHand = async (id: string, amount: number) => {
  await record(id, client, amount);
  return confirm(id, plumber);
};
/** The only receipt of a booking, as the office sees it. */
export const receiptOf = async (id: string) => {
  const [issued] = await db.select().from(receipts).where(eq(receipts.bookingId, id));
  return (await findReceipt(context, admin, issued!.number))!;
};
/** The change of each of these accounts since before, in cents. */
export const watch = async <const Accounts extends readonly Account[]>(...accounts: Accounts) => {
  const before = await Promise.all(accounts.map(balance));
  return async () => (await Promise.all(accounts.map(balance))).map((amount, at) => amount - before[at]!);
};

export const ECOCASH: PayoutDetails = {
  ...{ method: "ecocash", number: "+263772000567", bank: null, branch: null },
  holder: "T Ncube",
};
export const ACCOUNT: PayoutDetails = {
  ...{ method: "bank", number: "4412345678", bank: "CBZ Bank", branch: "Harare" },
  holder: "T Ncube",
};
export const save = (details: PayoutDetails, who = plumber, at = context) => savePayoutDetails(at, who, details);
