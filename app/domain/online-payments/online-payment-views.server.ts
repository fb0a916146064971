import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, onlinePayments } from "~/db/schema";
import { client, plumber } from "../bookings/queries/booking-columns.server";
import { isOf, isOpenBooking } from "../bookings/queries/booking-conditions.server";
import type { BookingStatus } from "../bookings/booking";
import type { Instant } from "../time/harare";
import { moneyColumns } from "../bookings/queries/step-columns.server";
import { fullName, type SessionClaims } from "../values/user";
import { readSetting } from "../settings/settings.server";
import { isUndecided } from "./online-payment-conditions.server";
import type { OnlineMoney, OnlinePayment, OnlineStatus } from "./online-payment";
import type { PayableRow } from "./payments-page";
import { paymentChoices, type Payable, type PaymentChoice } from "./payable";

/** Everything of a payment but where its status is asked for: that is as good as a password. */
const selectShown = (db: Database) =>
  db
    .select({
      id: onlinePayments.id,
      bookingId: onlinePayments.bookingId,
      amount: onlinePayments.amount,
      purpose: onlinePayments.purpose,
      method: onlinePayments.method,
      phone: onlinePayments.phone,
      status: sql<OnlineStatus>`${onlinePayments.status}`.as("payment_status"),
      checkoutUrl: onlinePayments.checkoutUrl,
      instructions: onlinePayments.instructions,
      code: onlinePayments.code,
      codeExpiresAt: onlinePayments.codeExpiresAt,
      failure: onlinePayments.failure,
      createdAt: sql<Instant>`${onlinePayments.createdAt}`.as("payment_created_at"),
      counts: onlinePayments.counts,
      takenBackAt: onlinePayments.takenBackAt,
    })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId));

const SHOWN = 20;

/** A booking's online payments, the latest first, at most 20; empty when the viewer is not its client or an admin. */
export const listOnlinePayments = (
  db: Database,
  viewer: SessionClaims,
  bookingId: string,
  limit = SHOWN,
): Promise<OnlinePayment[]> =>
  selectShown(db)
    .where(and(eq(onlinePayments.bookingId, bookingId), viewer.role === "plumber" ? sql`false` : isOf(viewer)))
    .orderBy(desc(onlinePayments.createdAt), desc(onlinePayments.id))
    .limit(limit);

const payableFields = {
  status: sql<BookingStatus>`${bookings.status}`.as("booking_status"),
  ...moneyColumns,
  plumber: { firstName: plumber.firstName, lastName: plumber.lastName },
};

/** What the pay page shows of a booking. Amounts are cents. */
export interface PayPage {
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  /** Null: nobody is assigned. */
  plumber: string | null;
  /** The client's own, in E.164. */
  phone: string | null;
  choices: PaymentChoice[];
  /** Null: nothing was tried yet. */
  latest: OnlinePayment | null;
}

/** What a client can pay online for a booking, and the state of the latest payment (M10); else null. */
export async function findPayPage(db: Database, viewer: SessionClaims, bookingId: string): Promise<PayPage | null> {
  const [[row], [latest], { feeMode }] = await Promise.all([
    db
      .select({ ...payableFields, reference: bookings.reference, startsAt: bookings.startsAt, phone: client.phone })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(eq(bookings.id, bookingId), isOf(viewer))),
    listOnlinePayments(db, viewer, bookingId, 1),
    readSetting(db, "fee-mode"),
  ]);
  if (!row) return null;
  return {
    reference: row.reference,
    status: row.status,
    startsAt: row.startsAt,
    plumber: row.plumber && fullName(row.plumber),
    phone: row.phone,
    choices: paymentChoices(row, feeMode),
    latest: latest ?? null,
  };
}

/**
 * Reads `OnlineMoney` for a side of the booking or an admin: two statements, which join the batch of their page. `bookingId`
 * can be a query for it.
 */
export async function findOnlineMoney(
  db: Database,
  viewer: SessionClaims,
  bookingId: string | SQL,
): Promise<OnlineMoney> {
  const [{ feeMode }, [underWay]] = await Promise.all([
    readSetting(db, "fee-mode"),
    db
      .select({ amount: onlinePayments.amount, method: onlinePayments.method })
      .from(onlinePayments)
      .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
      .where(and(eq(onlinePayments.bookingId, bookingId), sql`online_payments.${isUndecided}`, isOf(viewer))),
  ]);
  return { feeMode, underWay: underWay ?? null };
}

const OPEN_SHOWN = 50;

/** What a client can pay online before the work is done (M8, M10), soonest first, of their next 50 open bookings. */
export async function listPayable(db: Database, viewer: SessionClaims): Promise<PayableRow[]> {
  const [rows, { feeMode }] = await Promise.all([
    db
      .select({
        ...payableFields,
        id: bookings.id,
        reference: bookings.reference,
        serviceType: bookings.serviceType,
        startsAt: bookings.startsAt,
      })
      .from(bookings)
      .innerJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(isOf(viewer), isOpenBooking))
      .orderBy(bookings.openOrder, bookings.id)
      .limit(OPEN_SHOWN),
    readSetting(db, "fee-mode"),
  ]);
  return rows.flatMap((row) => {
    const [choice] = paymentChoices(row satisfies Payable, feeMode);
    const { id, reference, serviceType, startsAt, paidAmount } = row;
    return choice ? [{ id, reference, serviceType, startsAt, plumber: fullName(row.plumber), paidAmount, choice }] : [];
  });
}
