import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { bookingEvents, bookings, disputes, users } from "~/db/schema";
import { officeVerb } from "../../audit-log/audit-log.server";
import { closeDispute } from "../../bookings/commands/disputes.server";
import { DISPUTE_ENDS, DISPUTE_EVENTS, type DisputeEvent } from "../../bookings/dispute";
import { client, plumber } from "../../bookings/queries/booking-views.server";
import { eventColumns } from "../../bookings/queries/booking-details.server";
import { paidInHand } from "../../bookings/queries/step-columns.server";
import type { DomainContext } from "../../domain-context.server";
import { defineList } from "../../values/lists.server";
import { fullName, type AuthenticatedUser } from "../../values/user";
import { actorOf, wordsOf } from "../../bookings/booking-event";
import { formatMoney } from "../../values/money";

const selectDisputes = (db: Database) =>
  db
    .select({
      ...eventColumns,
      id: disputes.id,
      event: sql<DisputeEvent>`${bookingEvents.event}`.as("dispute_event"),
      ...columnsOf(disputes, "openedAt", "closedAt", "bookingId"),
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

const ABOUT: Record<DisputeEvent, string> = {
  "plumber-did-not-come": "Missed visit",
  "nobody-was-there": "Missed visit",
  "dispute-final": "Final amount",
  "deny-payment": "Denied payment",
  cancel: "Paid, then cancelled",
};

function describeDispute(row: Awaited<ReturnType<typeof selectDisputes>>[number]) {
  const { id, event, openedAt, closedAt, actorRole, actorName, reason, amount, client, plumber } = row;
  const { paidInHand, finalAmount, finalReason } = row;
  // The office enters for clients what they say on the phone (N20).
  const who = actorRole === "admin" && event !== "cancel" ? fullName(client) : actorOf({ actorRole, actorName });
  const paid = event === "cancel" ? ` after ${formatMoney(paidInHand)} was paid in hand` : "";
  const hasAskedForMore = event === "dispute-final" && plumber && finalAmount !== null && finalReason;
  return {
    id,
    about: ABOUT[event],
    /** A sentence without its full stop. */
    said: `${who} ${wordsOf({ event, amount }, "admin")}${paid}`,
    reason,
    /** Why the plumber asks for more than was agreed. */
    before: hasAskedForMore ? `${fullName(plumber)} asked for ${formatMoney(finalAmount)}: “${finalReason}”` : null,
    /** Else a decision about the money ends it. */
    canResolve: DISPUTE_ENDS[event] === "resolve",
    openedAt,
    closedAt,
  };
}

export const disputeList = defineList({
  id: disputes.id,
  views: {
    open: { by: disputes.openedAt, where: isNull(disputes.closedAt) },
    closed: { by: disputes.closedAt, where: isNotNull(disputes.closedAt) },
  },
  select: selectDisputes,
  show: (row) => ({
    ...describeDispute(row),
    ...{ bookingId: row.bookingId, reference: row.reference },
    ...{ client: fullName(row.client), plumber: row.plumber && fullName(row.plumber) },
  }),
  at: ({ openedAt, closedAt }) => closedAt ?? openedAt,
});

/** Finds the open disputes of a booking (O31), oldest first, at most 20. */
export async function findDisputes(db: Database, bookingId: string) {
  const rows = await selectDisputes(db)
    .where(and(eq(disputes.bookingId, bookingId), isNull(disputes.closedAt)))
    .orderBy(disputes.openedAt, disputes.id)
    .limit(20);
  return rows.map(describeDispute);
}

const RESOLVABLE = DISPUTE_EVENTS.filter((event) => DISPUTE_ENDS[event] === "resolve");

/** Marks a dispute as resolved (O31) that takes no decision about money; no-op if closed already, or to be decided. Logged. */
export async function resolveDispute(context: DomainContext, admin: AuthenticatedUser, bookingId: string, id: string) {
  await officeVerb(context, admin, "disputeResolved", {
    subject: { kind: "booking", id: bookingId },
    when: sql`exists (select 1 from disputes join booking_events on booking_events.id = disputes.id
      where disputes.id = ${id} and disputes.booking_id = ${bookingId} and closed_at is null and ${isOneOf(sql`event`, RESOLVABLE)})`,
    do: (recorded) => ({ resolved: closeDispute(context, id, recorded) }),
  });
}
