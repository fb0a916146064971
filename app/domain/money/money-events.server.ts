import { sql, type SQL } from "drizzle-orm";
import type { Booking, BookingForCommand } from "../bookings/booking-views";
import type { QuoteLine } from "./quote";
import { type NewAuditEntry, recordAuditEntry } from "../audit-log/audit-log.server";
import type { VisitOutcome } from "~/db/booking-statuses";
import type { MoneyEvent } from "~/db/money-words";
import { recordEvent, transitionRecorded, recordForClient } from "../bookings/commands/booking-events.server";
import type { DomainContext } from "../domain-context.server";
import { notifyOfToggle, type Toggle } from "../notices/notify.server";
import { formatMoney } from "../values/money";
import type { AuthenticatedUser } from "../values/user";
import { moneyNotices, nameActor } from "./money-notices";

/** Something that happens to a booking's money: by whom, what, how much in cents (null: no amount), and why. */
export interface MoneyChange {
  /** The id of the history row that everything else in the batch asks for. */
  id: string;
  actor: AuthenticatedUser;
  booking: BookingForCommand;
  event: MoneyEvent;
  amount: number | null;
  reason?: string | null;
  /** Of a decision about a missed visit. */
  outcome?: VisitOutcome;
  /** Of a quote. */
  lines?: readonly QuoteLine[];
  deposit?: number | null;
  note?: string | null;
}

/** The condition that no payment has this id, nor a history row of the booking: both get the id of the form. */
export const isUnused = (booking: Pick<Booking, "id">, id: string) =>
  sql`not exists (select 1 from payments where id = ${id}) and not ${transitionRecorded(booking, id)}`;

/** The history row of a change (B11), directly behind the statement that makes it. */
export const recordMoneyEvent = (context: DomainContext, change: MoneyChange) => {
  const { id, actor, booking, event, amount, reason, outcome } = change;
  return recordEvent(context, booking, event, actor, { id, amount, reason, outcome });
};

const OFFICE_EVENTS: ReadonlySet<MoneyEvent> = new Set(["decide", "resolve-dispute", "void-receipt"]);

const isForClient = ({ actor, event }: MoneyChange): boolean => actor.role === "admin" && !OFFICE_EVENTS.has(event);

/** The statement that records the office's word for a client (N20); null where it spoke for none. */
export const recordSpokenFor = (context: DomainContext, change: MoneyChange) => {
  const { id, actor, booking, event, amount, reason } = change;
  if (!isForClient(change)) return null;
  const after = { event, amount: amount === null ? null : formatMoney(amount) };
  return recordForClient(context, actor, booking, { after, reason }, transitionRecorded(booking, id));
};

/** Notifies each side that didn't make the change itself, once per history row. */
export const tellSides = (
  context: DomainContext,
  change: MoneyChange,
  condition: SQL = transitionRecorded(change.booking, change.id),
) =>
  (["client", "plumber"] as const).flatMap((reader) => {
    const { id, actor, booking, event, amount, reason = null, outcome, lines, deposit, note } = change;
    const user = booking[reader]?.id;
    const saidIt = reader === actor.role || (reader === "client" && booking.isByPhone && isForClient(change));
    if (!user || saidIt) return [];
    return notifyOfToggle(context, {
      to: user,
      cause: id,
      when: condition,
      toggle: toggleOf(booking.id, event, id),
      notice: moneyNotices.bookingMoney,
      facts: {
        booking,
        event,
        amount,
        actor: actor.role,
        who: nameActor(booking, event, actor.role),
        reason,
        outcome,
        lines,
        deposit,
        note,
        reader,
      },
    });
  });

/** The statements of a change, directly behind the one that makes it: its history row, the office's word, the notices. */
export const recordChange = (context: DomainContext, change: MoneyChange) => ({
  event: recordMoneyEvent(context, change),
  forClient: recordSpokenFor(context, change),
  notices: tellSides(context, change),
});

/** The same of an admin's decision, which is logged. */
export const recordDecision = (
  context: DomainContext,
  change: MoneyChange,
  entry: Pick<NewAuditEntry, "action" | "before" | "after">,
) => {
  const { id, actor: admin, booking, reason } = change;
  const logged = { ...entry, admin, subject: { kind: "booking", id: booking.id }, reason } as const;
  const { entry: auditEntry } = recordAuditEntry(context, logged, transitionRecorded(booking, id));
  return { ...recordChange(context, change), auditEntry };
};

const TOGGLES: Partial<Record<MoneyEvent, "payment" | "quote">> = {
  "record-payment": "payment",
  "withdraw-payment": "payment",
  "deny-payment": "payment",
  "confirm-payment": "payment",
  quote: "quote",
  "accept-quote": "quote",
  "decline-quote": "quote",
};
const DECIDES: ReadonlySet<MoneyEvent> = new Set(["confirm-payment", "accept-quote", "decline-quote"]);

/** A quote or record can be written, taken back and written again (N19): each time it is another one. */
function toggleOf(bookingId: string, event: MoneyEvent, id: string): Toggle | null {
  const what = TOGGLES[event];
  return what ? { of: `${what} ${bookingId}`, state: DECIDES.has(event) ? null : id } : null;
}

export const emitChange = ({ emit }: DomainContext, { id, status, client, plumber }: BookingForCommand) =>
  emit({ type: "bookingChanged", bookingId: id, status, clientId: client.id, plumberId: plumber?.id ?? null });
