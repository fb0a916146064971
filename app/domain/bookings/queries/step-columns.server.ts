import { sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { columnsOf, isOneOf } from "~/db/client.server";
import { CALLED_OFF_STATUSES, VISIT_OUTCOMES } from "~/db/booking-statuses";
import { ONLINE_METHODS, PAYMENT_METHODS } from "~/db/money-words";
import { bookings } from "~/db/schema";
import { MISSED_VISIT } from "../job-steps";
import type { Ruling } from "../dispute";
import { ROLES, type Role } from "../../values/user";
import { isCalledOffBooking } from "./booking-conditions.server";

export const own = <Name extends Exclude<keyof typeof bookings.$inferSelect, "due">>(...names: Name[]) =>
  columnsOf(bookings, ...names);

/** A computed column, whose result needs a name of its own (`columnsOf` gives none). */
export const due = sql<number>`${bookings.due}`.as("due");

export const waitingSince = sql<number>`${bookings.waitingSince}`.as("waiting_since");

export const openOrder = sql<number>`${bookings.openOrder}`;

export const stepMoney = { ...own("fee", "agreedPrice", "finalAmount", "finalAnswer", "paidAmount"), due };

/** A booking's amounts (M1 to M12), in cents. */
export const moneyColumns = { ...stepMoney, ...own("agreedDeposit", "finalReason", "heldAmount", "frozenAt") };

/**
 * Over `bookings`: what its plumber was paid in hand, as far as it is confirmed (M6), in cents. With the plus SQLite
 * doesn't take the index by status, and read all confirmed payments there are.
 */
export const paidInHand = sql<number>`(select coalesce(sum(amount), 0) from payments
  where booking_id = bookings.id and +status = 'confirmed' and method <> 'online')`;

/** The amount that Pombi has passed on of a completed job, less what it has lost since (M12), in cents; may be negative. */
export const passedOn = sql<number>`iif(bookings.final_amount is null, 0, bookings.paid_amount - bookings.held_amount - ${paidInHand}
  - (select coalesce(sum(amount), 0) from ledger_transfers where kind = 'loss' and cause_id in (
    select id from booking_events where booking_id = bookings.id
    union all select id from online_payments where booking_id = bookings.id)))`;

export const orNull = <Value>(name: string, read: (text: string) => Value, query: SQL) =>
  query.mapWith(read).as(name) as SQL.Aliased<Value | null>;

export const json =
  <Shape extends z.ZodType>(shape: Shape) =>
  (text: string): z.output<Shape> =>
    shape.parse(JSON.parse(text));

const CLOSINGS = ["cancel", "refuse", "expire"] as const;

const CLAIMS = [
  ...Object.values(MISSED_VISIT).flatMap(({ claim, takenBack }) => [claim, takenBack]),
  "decide",
  "dispute-final",
  "deny-payment",
] as const;

// The plus keeps SQLite from reading all bookings of the client.
const insteadOf = orNull(
  "instead",
  json(z.object({ id: z.string(), firstName: z.string() })),
  sql`(select json_object('id', other.id, 'firstName', users.first_name)
      from bookings as other join users on users.id = other.plumber_id
      where other.replaces_id = ${bookings.id} and +other.client_id = ${bookings.clientId}
        and not ${isOneOf(sql`other.status`, CALLED_OFF_STATUSES)}
      order by other.created_at desc limit 1)`,
);

/** The booking that its client has asked for in the place of one (B31): whom a client asked is no one else's to know. */
export const replacementSeenBy = (reader: Role | "system") =>
  reader === "client" ? insteadOf : sql<null>`null`.as("instead");

const RULINGS = ["decide", "resolve-dispute"] as const satisfies Ruling["event"][];
const rulingShape: z.ZodType<Ruling> = z.object({
  event: z.enum(RULINGS),
  amount: z.number().nullable(),
  outcome: z.enum(VISIT_OUTCOMES).nullable(),
  reason: z.string().nullable(),
});

/** Our office's last word on a dispute of a booking (M5); null: there was none. */
export const ruling = orNull(
  "ruling",
  json(rulingShape),
  sql`(select json_object('event',event,'amount',amount,'outcome',outcome,'reason',reason) from booking_events
where booking_id=bookings.id and ${isOneOf(sql`event`, RULINGS)} order by seq desc limit 1)`,
);

/** The booking in whose place this one was asked for: its client and the office know (B31). */
export const replacedSeenBy = (reader: Role) =>
  sql<string | null>`${reader === "plumber" ? sql`null` : bookings.replacesId}`.as("replaces_id");

/** A column of the event by which a booking was cancelled, refused or ran out; null: it wasn't. */
export const lastClosing = (column: SQL) => sql`iif(${isCalledOffBooking},(select ${column} from booking_events
where booking_id=bookings.id and ${isOneOf(sql`event`, CLOSINGS)} order by seq desc limit 1),null)`;

/** A booking's open questions and what ended it, for its next step (`StepFacts`). */
export const stepDetails = {
  openQuote: orNull(
    "open_quote",
    json(z.object({ total: z.number(), validUntil: z.number() })),
    sql`${bookings.openQuote}`,
  ),
  openPayment: orNull(
    "open_payment",
    json(z.object({ amount: z.number(), method: z.enum(PAYMENT_METHODS), recordedBy: z.enum(ROLES) })),
    sql`${bookings.openPayment}`,
  ),
  uncheckedPayment: orNull(
    "unchecked_payment",
    json(z.object({ amount: z.number(), method: z.enum(ONLINE_METHODS), startedAt: z.number() })),
    sql`bookings.unchecked_payment`,
  ),
  declinedQuote: sql<number | null>`(select iif(status='declined',total,null) from quotes
where booking_id=bookings.id order by version desc limit 1)`.as("declined"),
  deniedBy: sql<Role | null>`(select actor_role from disputes d join booking_events using (booking_id,id)
where booking_id=bookings.id and closed_at is null and d.event='deny-payment')`.as("denied_by"),
  closing: orNull(
    "closing",
    json(z.object({ by: z.enum([...ROLES, "system"]), at: z.number(), reason: z.string().nullable() })),
    lastClosing(sql`json_object('by',actor_role,'at',at,'reason',reason)`),
  ),
  claimEvents: sql`(select json_group_array(json_object('event',event,'at',at)) from (
select event, at from booking_events
where booking_id=bookings.id and ${isOneOf(sql`event`, CLAIMS)} order by seq))`
    .mapWith(json(z.array(z.object({ event: z.enum(CLAIMS), at: z.number() }))))
    .as("claim_events"),
};
