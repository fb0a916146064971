import { and, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import type { DisputeEvent } from "~/db/money-words";
import { VISIT_OUTCOMES } from "~/db/booking-statuses";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { nameById } from "~/db/user-names.server";
import { bookingEvents, bookings, disputes, users } from "~/db/schema";
import { formatMoney } from "../../values/money";
import { fullName, ROLES, type Named } from "../../values/user";
import { actorOf, type BookingEventName, wordsOf } from "../booking-event";
import { DISPUTE_ENDS, type OpenDispute } from "../dispute";
import { isMissedVisitClaim } from "../job-steps";
import { eventColumns } from "./booking-details.server";
import { client, plumber } from "./booking-views.server";
import { paidInHand } from "./step-columns.server";
import type { BookingActor } from "../booking-machine";

/** The events that end a dispute: our office's, a claim taken back, or an agreement. */
const ENDS = [
  "decide",
  "resolve-dispute",
  "plumber-came",
  "somebody-was-there",
  "agree-final",
  "reopen",
  "record-payment",
  "confirm-payment",
  "pay-online",
] as const satisfies BookingEventName[];

const endShape = z.object({
  event: z.enum(ENDS),
  amount: z.number().nullable(),
  outcome: z.enum(VISIT_OUTCOMES).nullable(),
  reason: z.string().nullable(),
  actorRole: z.enum([...ROLES, "system"]),
  actorName: z.string().nullable(),
});

/** The event that closed a dispute: the latest of that instant. */
const endOf = sql`iif(${disputes.closedAt} is null, null, (
  select json_object('event', event, 'amount', amount, 'outcome', outcome, 'reason', reason, 'actorRole', actor_role,
    'actorName', ${nameById(sql`actor_id`)})
  from booking_events as ended where ended.booking_id = ${disputes.bookingId} and ended.at = ${disputes.closedAt}
    and ended.id <> ${disputes.id} and ${isOneOf(sql`ended.event`, ENDS)} order by ended.seq desc limit 1))`.mapWith(
  (text: string | null) => (text === null ? null : endShape.parse(JSON.parse(text))),
);

const NOT_ENDED: typeof endOf = sql`null`;

/** The query of disputes with the event that opened each, for the office: it names both sides of any booking (O31). */
export const selectDisputes = (db: Database, end = endOf) =>
  db
    .select({
      ...eventColumns,
      id: disputes.id,
      ...columnsOf(disputes, "event", "openedAt", "closedAt", "bookingId"),
      openedBy: sql<BookingEventName>`${bookingEvents.event}`.as("opened_by"),
      reference: bookings.reference,
      client: { firstName: client.firstName, lastName: client.lastName },
      plumber: { firstName: plumber.firstName, lastName: plumber.lastName },
      finalAmount: bookings.finalAmount,
      finalReason: bookings.finalReason,
      paidInHand: paidInHand.as("paid_in_hand"),
      end: end.as("dispute_end"),
    })
    .from(disputes)
    .innerJoin(bookings, eq(bookings.id, disputes.bookingId))
    .innerJoin(bookingEvents, and(eq(bookingEvents.bookingId, disputes.bookingId), eq(bookingEvents.id, disputes.id)))
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

interface DisputeRow extends Pick<typeof disputes.$inferSelect, "id" | "openedAt" | "closedAt"> {
  event: DisputeEvent;
  /** Of money for a cancelled job (M5): the cancellation, or the payment's confirmation behind it. */
  openedBy: BookingEventName;
  actorRole: BookingActor;
  actorName: string | null;
  reason: string | null;
  amount: number | null;
  client: Named;
  plumber: Named | null;
  paidInHand: number;
  finalAmount: number | null;
  finalReason: string | null;
  end: z.output<typeof endShape> | null;
}

/** Describes a dispute for the office: who says what, and why. */
export function describeDispute(row: DisputeRow): OpenDispute {
  const { id, event, openedAt, closedAt, actorRole, actorName, reason, amount, client, plumber } = row;
  const { openedBy, paidInHand, finalAmount, finalReason, end } = row;
  // The office enters for clients what they say on the phone (N20).
  const who = actorRole === "admin" && event !== "cancel" ? fullName(client) : actorOf({ actorRole, actorName });
  const order = openedBy === event ? `${formatMoney(paidInHand)} was paid in hand` : "the job was cancelled";
  const isAboutWork = event === "dispute-final" && amount === null;
  const hasAskedForMore = event === "dispute-final" && !isAboutWork && plumber && finalAmount !== null && finalReason;
  return {
    id,
    isMissedVisit: isMissedVisitClaim(event),
    about: isAboutWork ? "The work" : ABOUT[event],
    said: `${who} ${wordsOf({ event: openedBy, amount }, "admin")}${event === "cancel" ? ` after ${order}` : ""}`,
    reason,
    before: hasAskedForMore ? `${fullName(plumber)} asked for ${formatMoney(finalAmount)}: “${finalReason}”` : null,
    canResolve: DISPUTE_ENDS[event] === "resolve",
    denied: event === "deny-payment" ? amount : null,
    openedAt,
    closedAt,
    ended: end && sayEnd(end),
  };
}

const sayEnd = ({ reason, ...event }: z.output<typeof endShape>): string =>
  `${actorOf(event)} ${wordsOf(event, "admin")}${reason ? `: “${reason}”` : ""}`;

/** Finds the open disputes of a booking (O31), oldest first, at most 20. */
export async function findDisputes(db: Database, bookingId: string) {
  const rows = await selectDisputes(db, NOT_ENDED)
    .where(and(eq(disputes.bookingId, bookingId), isNull(disputes.closedAt)))
    .orderBy(disputes.openedAt, disputes.id)
    .limit(20);
  return rows.map(describeDispute);
}
