import { and, eq, isNull, sql } from "drizzle-orm";
import { type Database, columnsOf } from "~/db/client.server";
import { bookingEvents, bookings, disputes, users } from "~/db/schema";
import { formatMoney } from "../../values/money";
import { fullName } from "../../values/user";
import { actorOf, wordsOf } from "../booking-event";
import { DISPUTE_ENDS, type DisputeEvent } from "../dispute";
import { isMissedVisitClaim } from "../job-steps";
import { eventColumns } from "./booking-details.server";
import { client, plumber } from "./booking-views.server";
import { paidInHand } from "./step-columns.server";

/** The query of disputes with the event that opened each, for the office: it names both sides of any booking (O31). */
export const selectDisputes = (db: Database) =>
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

/** Describes a dispute for the office: who says what, and why. */
export function describeDispute(row: Awaited<ReturnType<typeof selectDisputes>>[number]) {
  const { id, event, openedAt, closedAt, actorRole, actorName, reason, amount, client, plumber } = row;
  const { paidInHand, finalAmount, finalReason } = row;
  // The office enters for clients what they say on the phone (N20).
  const who = actorRole === "admin" && event !== "cancel" ? fullName(client) : actorOf({ actorRole, actorName });
  const paid = event === "cancel" ? ` after ${formatMoney(paidInHand)} was paid in hand` : "";
  const isAboutWork = event === "dispute-final" && amount === null;
  const hasAskedForMore = event === "dispute-final" && !isAboutWork && plumber && finalAmount !== null && finalReason;
  return {
    id,
    isMissedVisit: isMissedVisitClaim(event),
    about: isAboutWork ? "The work" : ABOUT[event],
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

/** Finds the open disputes of a booking (O31), oldest first, at most 20. */
export async function findDisputes(db: Database, bookingId: string) {
  const rows = await selectDisputes(db)
    .where(and(eq(disputes.bookingId, bookingId), isNull(disputes.closedAt)))
    .orderBy(disputes.openedAt, disputes.id)
    .limit(20);
  return rows.map(describeDispute);
}

export type OpenDispute = Awaited<ReturnType<typeof findDisputes>>[number];
