import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, refunds, settlements } from "~/db/schema";
import { amountBack, SENT_WITHIN } from "../bookings/final-amount";
import { client, plumber } from "../bookings/queries/booking-columns.server";
import { isCalledOffBooking, isOf } from "../bookings/queries/booking-conditions.server";
import { paidInHand } from "../bookings/queries/step-columns.server";
import { fullName, type SessionClaims } from "../values/user";
import type { HeldMoney, RefundedBooking } from "./held-money";
import type { Instant } from "../time/harare";

const AT_MOST = 50;

/**
 * What Pombi holds for a booking, has released and gives back (M12), for its client, its plumber or an admin; else null.
 * Three statements, which join the batch of the page that asks at the same time.
 */
export async function findHeldMoney(db: Database, viewer: SessionClaims, bookingId: string): Promise<HeldMoney | null> {
  const [[row], shared, back] = await Promise.all([
    db
      .select({
        status: bookings.status,
        fee: bookings.fee,
        agreedPrice: bookings.agreedPrice,
        finalAmount: bookings.finalAmount,
        finalAnswer: bookings.finalAnswer,
        paidAmount: bookings.paidAmount,
        frozenAt: bookings.frozenAt,
        cancelledLateBy: bookings.cancelledLateBy,
        completedAt: bookings.completedAt,
        releasedAt: bookings.releasedAt,
        heldAmount: bookings.heldAmount,
        paidInHand: paidInHand.as("paid_in_hand"),
        client: { firstName: client.firstName, lastName: client.lastName },
        plumber: { firstName: plumber.firstName, lastName: plumber.lastName },
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(eq(bookings.id, bookingId), isOf(viewer))),
    db
      .select({
        earned: settlements.earned,
        commission: settlements.commission,
        at: settlements.at,
      })
      .from(settlements)
      .innerJoin(bookings, eq(bookings.id, settlements.bookingId))
      .where(and(eq(settlements.bookingId, bookingId), isOf(viewer)))
      .orderBy(asc(settlements.at), sql`settlements.rowid`)
      .limit(AT_MOST),
    db
      .select({
        amount: refunds.amount,
        reason: refunds.reason,
        createdAt: refunds.createdAt,
        sentAt: refunds.sentAt,
        reference: refunds.reference,
      })
      .from(refunds)
      .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
      .where(and(eq(refunds.bookingId, bookingId), isOf(viewer)))
      .orderBy(asc(refunds.createdAt))
      .limit(AT_MOST),
  ]);
  if (!row) return null;
  const isClient = viewer.role === "client";
  return {
    ...row,
    client: fullName(row.client),
    plumber: row.plumber && fullName(row.plumber),
    refunds: back,
    released: shared.flatMap(({ earned, commission, at }) =>
      earned + commission === 0
        ? []
        : [{ amount: isClient ? earned + commission : earned, commission: isClient ? null : commission, at }],
    ),
  };
}

const REFUNDS_SHOWN = 20;
const CALLED_OFF_READ = 50;

/** What a client has paid online and gets back (M12), or has got back, the latest first, at most 20. */
export async function listMoneyBack(db: Database, viewer: SessionClaims, now: Instant): Promise<RefundedBooking[]> {
  const about = {
    bookingId: bookings.id,
    reference: bookings.reference,
    serviceType: bookings.serviceType,
    plumber: { firstName: plumber.firstName, lastName: plumber.lastName },
  };
  const [held, refunded] = await Promise.all([
    db
      .select({
        ...about,
        status: bookings.status,
        fee: bookings.fee,
        heldAmount: bookings.heldAmount,
        paidInHand: paidInHand.as("paid_in_hand"),
        cancelledLateBy: bookings.cancelledLateBy,
      })
      .from(bookings)
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(
        sql`${bookings.id} in (select id from bookings where client_id = ${viewer.id} and ${isCalledOffBooking}
            order by starts_at desc, id desc limit ${CALLED_OFF_READ})
          and +${bookings.heldAmount} > 0 and ${bookings.frozenAt} is null`,
      ),
    db
      .select({
        ...about,
        id: refunds.id,
        amount: refunds.amount,
        createdAt: refunds.createdAt,
        sentAt: refunds.sentAt,
        sentReference: sql<string | null>`${refunds.reference}`.as("sent_reference"),
      })
      .from(refunds)
      .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(eq(refunds.clientId, viewer.id))
      .orderBy(desc(refunds.createdAt), desc(refunds.id))
      .limit(REFUNDS_SHOWN),
  ]);
  const shown = (row: (typeof held | typeof refunded)[number]) => ({
    bookingId: row.bookingId,
    reference: row.reference,
    serviceType: row.serviceType,
    plumber: row.plumber && fullName(row.plumber),
  });
  return [
    // What the next run of the cron does, said at once.
    ...held.flatMap((row) => {
      const amount = amountBack(row);
      const due = { id: row.bookingId, amount, dueBy: now + SENT_WITHIN, sentAt: null, sentReference: null };
      return amount > 0 ? [{ ...shown(row), ...due }] : [];
    }),
    ...refunded.map((row) => ({
      ...shown(row),
      id: row.id,
      amount: row.amount,
      dueBy: row.createdAt + SENT_WITHIN,
      sentAt: row.sentAt,
      sentReference: row.sentReference,
    })),
  ];
}
