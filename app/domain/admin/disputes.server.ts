import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookingEvents, bookings, disputes, users } from "~/db/schema";
import { officeVerb } from "../audit-log/office-verb.server";
import { closeDispute } from "../bookings/commands/disputes.server";
import { DISPUTE_ENDS, DISPUTE_EVENTS, type DisputeEvent } from "../bookings/dispute";
import { client, plumber } from "../bookings/queries/booking-columns.server";
import { eventColumns } from "../bookings/queries/booking-details.server";
import { paidInHand } from "../bookings/queries/step-columns.server";
import type { DomainContext } from "../domain-context.server";
import { defineList } from "../values/list-definition.server";
import { fullName, type AuthenticatedUser } from "../values/user";
import { describeDispute, type Dispute, type ListedDispute } from "./disputes";

const OF_BOOKING = 20;

const selectDisputes = (db: Database) =>
  db
    .select({
      ...eventColumns,
      id: disputes.id,
      event: sql<DisputeEvent>`${bookingEvents.event}`.as("dispute_event"),
      openedAt: disputes.openedAt,
      closedAt: disputes.closedAt,
      bookingId: disputes.bookingId,
      reference: bookings.reference,
      client: { firstName: client.firstName, lastName: client.lastName },
      plumber: { firstName: plumber.firstName, lastName: plumber.lastName },
      finalAmount: bookings.finalAmount,
      finalReason: bookings.finalReason,
      paidInHand: paidInHand.as("paid_in_hand"),
    })
    .from(disputes)
    .innerJoin(bookings, eq(bookings.id, disputes.bookingId))
    .innerJoin(bookingEvents, eq(bookingEvents.id, disputes.id))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId));

/**
 * What the two sides of bookings disagree about (O31): what is open, by when it began, and what is closed, by when that was.
 */
export const disputeList = defineList({
  id: disputes.id,
  views: {
    open: { by: disputes.openedAt, where: isNull(disputes.closedAt) },
    closed: { by: disputes.closedAt, where: isNotNull(disputes.closedAt) },
  },
  select: selectDisputes,
  show: (row): ListedDispute => ({
    ...describeDispute(row),
    bookingId: row.bookingId,
    reference: row.reference,
    client: fullName(row.client),
    plumber: row.plumber && fullName(row.plumber),
  }),
  at: ({ openedAt, closedAt }) => closedAt ?? openedAt,
});

/** What is open of a booking (O31), oldest first, at most 20. */
export async function findDisputes(db: Database, bookingId: string): Promise<Dispute[]> {
  const rows = await selectDisputes(db)
    .where(and(eq(disputes.bookingId, bookingId), isNull(disputes.closedAt)))
    .orderBy(disputes.openedAt, disputes.id)
    .limit(OF_BOOKING);
  return rows.map(describeDispute);
}

const RESOLVABLE = DISPUTE_EVENTS.filter((event) => DISPUTE_ENDS[event] === "resolve");

/**
 * Marks a booking's dispute as resolved (O31), where that takes no decision about money. Closed already, or one to decide:
 * nothing changes. Logged.
 */
export async function resolveDispute(
  context: DomainContext,
  admin: AuthenticatedUser,
  bookingId: string,
  id: string,
): Promise<{ ok: true }> {
  await officeVerb(context, admin, "disputeResolved", {
    subject: { kind: "booking", id: bookingId },
    when: sql`exists (select 1 from disputes join booking_events on booking_events.id = disputes.id
      where disputes.id = ${id} and disputes.booking_id = ${bookingId} and closed_at is null and ${isOneOf(sql`event`, RESOLVABLE)})`,
    do: (recorded) => ({ resolved: closeDispute(context, id, recorded) }),
  });
  return { ok: true };
}
