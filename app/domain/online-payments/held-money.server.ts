import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, refunds, settlements } from "~/db/schema";
import { client, plumber } from "../bookings/queries/booking-columns.server";
import { isOf } from "../bookings/queries/booking-conditions.server";
import { fullName, type SessionClaims } from "../values/user";
import type { HeldMoney } from "./held-money";

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
