import { sql } from "drizzle-orm";
import { batch, isOneOf } from "~/db/client.server";
import { DISPUTE_EVENTS } from "~/db/money-words";
import { disputes } from "~/db/schema";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { closeDispute } from "../bookings/commands/disputes.server";
import { DISPUTE_ENDS } from "../bookings/dispute";
import type { BookingForCommand } from "../bookings/booking-views";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { emitChange, type MoneyChange, recordDecision } from "./money-events.server";

const RESOLVABLE = DISPUTE_EVENTS.filter((event) => DISPUTE_ENDS[event] === "resolve");

/** The condition, over `disputes`, that one is open and takes no decision about money: a note resolves it (O31). */
export const isToResolve = sql`(disputes.closed_at is null and ${isOneOf(disputes.event, RESOLVABLE)})`;

/**
 * Marks a dispute of a booking as resolved (O31) with the office's words, which both sides are told; once, and logged.
 * Refuses with `finalChanged` what is no dispute of this booking, or takes a decision about money.
 */
export async function resolveDispute(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  { dispute, reason }: { dispute: string; reason: string },
) {
  const { db } = context;
  const change: MoneyChange = { id: newId(), actor: admin, booking, event: "resolve-dispute", amount: null, reason };
  const { closed, after } = await batch(db, {
    closed: closeDispute(
      context,
      dispute,
      sql`booking_id = ${booking.id} and ${isToResolve} and ${isStillAdmin(admin.id)}`,
    ),
    ...recordDecision(context, change, { action: "disputeResolved" }),
    after: db
      .select({ closedAt: disputes.closedAt })
      .from(disputes)
      .where(sql`id = ${dispute} and booking_id = ${booking.id}`),
  });
  if (closed.meta.changes > 0) emitChange(context, booking);
  return after[0]?.closedAt ? OK : refuse("finalChanged");
}
