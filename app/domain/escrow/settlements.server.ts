import { sql, type SQL } from "drizzle-orm";
import { batch, insertWhere, isOneOf } from "~/db/client.server";
import { bookings, settlements } from "~/db/schema";
import { type RefundReason, type SettlementReason, OBJECTIONS } from "~/db/money-words";
import type { BookingForCommand } from "../bookings/booking-views";
import { recordEvent, type System, SYSTEM } from "../bookings/commands/booking-events.server";
import type { DomainContext } from "../domain-context.server";
import { heldFor, owedTo, transfer, type Account } from "../ledger/ledger.server";
import { emitChange } from "../money/money-events.server";
import { countPaid } from "../money/receipts.server";
import { refundStatements } from "./refunds.server";
import { notify } from "../notices/notify.server";
import { readSetting } from "../settings/settings.server";
import { dateAt, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { refuse, OK } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { canRelease, HELD_AFTER_COMPLETION, shareOut, type Share } from "./settlement";
import { escrowNotices } from "./escrow-notices";
import { doDueBookings, type Due } from "../bookings/commands/due-bookings.server";
import { CLOSED_STATUSES } from "~/db/booking-statuses";

const BATCH_SIZE = 50;

const REFUND_REASONS: Record<SettlementReason, RefundReason> = {
  completed: "paid-too-much",
  released: "paid-too-much",
  cancelled: "cancelled",
  "cancelled-late": "cancelled-late",
  decided: "decided",
};

/** The condition that nothing has changed that its share depends on since the booking was read: money is shared out once. */
const isUnchanged = (booking: BookingForCommand, releasedAt = booking.releasedAt) => sql`
  exists (select 1 from bookings where id = ${booking.id} and held_amount = ${booking.heldAmount}
    and status = ${booking.status} and plumber_id is ${booking.plumber?.id ?? null}
    and fee is ${booking.fee} and agreed_price is ${booking.agreedPrice} and paid_amount = ${booking.paidAmount}
    and final_amount is ${booking.finalAmount} and final_answer is ${booking.finalAnswer}
    and frozen_at is ${booking.frozenAt} and completed_at is ${booking.completedAt}
    and cancelled_late_by is ${booking.cancelledLateBy} and released_at is ${releasedAt})`;

/** The statements that share out held money (M12) where `condition` holds: the settlement, then its history (law 13). */
export function shareOutStatements(
  context: DomainContext,
  { actor, booking, share }: { actor: AuthenticatedUser | System; booking: BookingForCommand; share: Share },
  condition: SQL,
) {
  const { db, now } = context;
  const { reason, earned, commission, refunded } = share;
  const id = newId();
  const settled = sql`exists (select 1 from settlements where id = ${id})`;
  const plumberId = booking.plumber?.id ?? null;
  const settlement = { id, bookingId: booking.id, plumberId, ...share, decidedBy: actor.id, at: now };
  const refund = { booking, amount: refunded, reason: REFUND_REASONS[reason], causeId: id, isLoss: false };
  const released = { booking, amount: earned, commission };
  const held = { debit: heldFor(booking.id), causeId: id, bookingId: booking.id };
  const move = (kind: "earned" | "commission", credit: Account, amount: number) =>
    amount > 0 ? transfer(context, { ...held, kind, credit, amount }, settled) : null;
  const record = (event: "release" | "refund", amount: number) =>
    amount > 0 ? recordEvent(context, booking, event, actor, { amount }) : null;
  return {
    settlement: insertWhere(db, settlements, settlement, condition),
    releaseEvent: record("release", earned + commission),
    refundEvent: record("refund", refunded),
    toPlumber: plumberId ? move("earned", owedTo(plumberId), earned) : null,
    commission: move("commission", "commission", commission),
    ...(refunded > 0 && {
      ...refundStatements(context, refund, settled),
      // Money that went back was not paid in the end.
      ...countPaid(db, booking, -refunded, dateAt(now), settled),
    }),
    noticeToPlumber:
      earned > 0
        ? notify(context, {
            to: plumberId,
            cause: id,
            when: settled,
            notice: escrowNotices.moneyReleased,
            facts: released,
          })
        : null,
  };
}

/** Shares out the held money that is due (M12), of at most 50 bookings a run, each cent once. Returns how many. */
export async function settleDueBookings(context: DomainContext): Promise<number> {
  const { db, now } = context;
  const { percent } = await readSetting(db, "commission");
  return doDueBookings(db, toSettle(now - HELD_AFTER_COMPLETION), BATCH_SIZE, async (booking) => {
    const share = shareOut(booking, percent, now);
    if (share === null) return false;
    const statements = shareOutStatements(context, { actor: SYSTEM, booking, share }, isUnchanged(booking));
    const { settlement } = await batch(db, statements);
    if (settlement.meta.changes > 0) emitChange(context, booking);
    return settlement.meta.changes > 0;
  });
}

/**
 * Releases the held money of a completed job to its plumber at once, for its client (M12). `booking` is what
 * `findBookingFor` gave this client, `percent` the company's commission. Releasing it twice changes nothing and succeeds.
 * Refuses with `notReleasable` when nothing is held, or when the office has to decide first.
 */
export async function releaseMoney(
  context: DomainContext,
  client: AuthenticatedUser,
  booking: BookingForCommand,
  percent: number,
) {
  const { db, now } = context;
  if (booking.releasedAt !== null) return OK;
  const released = { releasedAt: now, updatedAt: now };
  const share = canRelease(booking) ? shareOut({ ...booking, ...released }, percent, now) : null;
  if (!share) return refuse("notReleasable");
  const isClients = sql`id = ${booking.id} and client_id = ${client.id}`;
  const { settlement, after } = await batch(db, {
    released: db
      .update(bookings)
      .set(released)
      .where(sql`${isClients} and ${isUnchanged(booking)}`),
    ...shareOutStatements(context, { actor: client, booking, share }, isUnchanged(booking, now)),
    after: db.select({ releasedAt: bookings.releasedAt }).from(bookings).where(isClients),
  });
  if (settlement.meta.changes > 0) emitChange(context, booking);
  // Released meanwhile by another tab: as wanted.
  return after[0]?.releasedAt ? OK : refuse("notReleasable");
}

/** Bookings whose held money may be shared out (M12): closed, not frozen or disputed, and old enough or decided. */
export const toSettle = (completedBy: Instant): Due => ({
  condition: sql`${isOneOf(bookings.status, CLOSED_STATUSES)} and ${bookings.heldAmount} > 0
    and ${bookings.frozenAt} is null and not ${isOneOf(sql`coalesce(${bookings.finalAnswer}, '')`, OBJECTIONS)}
    and (${bookings.status} <> 'completed' or ${bookings.completedAt} <= ${completedBy}
      or ${bookings.releasedAt} is not null or ${bookings.finalAnswer} = 'decided')`,
  oldest: bookings.updatedAt,
});
