import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import { bookings, payments, receipts } from "~/db/schema";
import { client, isByPhone, plumber } from "../bookings/queries/booking-columns.server";
import { isOf } from "../bookings/queries/booking-conditions.server";
import { moneyColumns, passedOn } from "../bookings/queries/step-columns.server";
import { fullName, type SessionClaims } from "../values/user";
import type { BookingMoney, Payment } from "./booking-money";
import { listQuotes } from "./quotes.server";

/**
 * Everything that a booking's money section shows, for its client, its plumber or an admin; else null. Three statements,
 * which join the batch of the page that asks at the same time.
 */
export async function findMoney(db: Database, viewer: SessionClaims, bookingId: string): Promise<BookingMoney | null> {
  const [[row], quotes, paid] = await Promise.all([
    db
      .select({
        status: bookings.status,
        ...moneyColumns,
        // Only the office's decision asks for it.
        passedOn: (viewer.role === "admin" ? passedOn : sql<number>`0`).as("passed_on"),
        isByPhone,
        client: { firstName: client.firstName, lastName: client.lastName },
        plumber: { firstName: plumber.firstName, lastName: plumber.lastName },
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(eq(bookings.id, bookingId), isOf(viewer))),
    listQuotes(db, viewer, bookingId),
    listPayments(db, viewer, bookingId),
  ]);
  if (!row) return null;
  return {
    ...row,
    bookingId,
    client: fullName(row.client),
    plumber: row.plumber && fullName(row.plumber),
    clientSignsIn: !row.isByPhone,
    quotes,
    payments: paid,
  };
}

const counterEntry = alias(receipts, "counter_entry");
const PAYMENTS_SHOWN = 50;

/** A booking's payments, the latest first; empty when the viewer is not its client, its plumber or an admin. */
export async function listPayments(db: Database, viewer: SessionClaims, bookingId: string): Promise<Payment[]> {
  return db
    .select({
      id: payments.id,
      amount: payments.amount,
      method: payments.method,
      status: sql<Payment["status"]>`${payments.status}`.as("payment_status"),
      recordedBy: payments.recordedBy,
      recordedAt: payments.recordedAt,
      receipt: receipts.number,
      voidedBy: sql<number | null>`${counterEntry.number}`.as("voided_by"),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .leftJoin(receipts, and(eq(receipts.paymentId, payments.id), sql`${receipts.voids} is null`))
    .leftJoin(counterEntry, eq(counterEntry.voids, receipts.number))
    .where(and(eq(payments.bookingId, bookingId), isOf(viewer)))
    .orderBy(desc(payments.recordedAt), desc(payments.id))
    .limit(PAYMENTS_SHOWN);
}
