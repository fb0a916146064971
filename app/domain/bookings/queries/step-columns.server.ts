import { sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { PAYMENT_METHODS } from "~/db/money-words";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import { MISSED_VISIT } from "../job-steps";
import { ROLES } from "../../values/user";

// What the next step of a booking hangs on beside a list's own columns, in the same statement.

const orNull = <Value>(name: string, read: (text: string) => Value, query: SQL) =>
  query.mapWith(read).as(name) as SQL.Aliased<Value | null>;

const json =
  <Shape extends z.ZodType>(shape: Shape) =>
  (text: string): z.output<Shape> =>
    shape.parse(JSON.parse(text));

const closer = z.enum([...ROLES, "system"]);

const CLAIMS = [
  ...Object.values(MISSED_VISIT).flatMap(({ claim, takenBack }) => [claim, takenBack]),
  "decide",
] as const;

/** Beside what a `BookingView` has. */
export const stepDetails = {
  openQuote: orNull(
    "open_quote",
    json(z.object({ total: z.number(), validUntil: z.number() })),
    sql`(select json_object('total', total, 'validUntil', valid_until) from quotes
      where quotes.booking_id = ${bookings.id} and quotes.status = 'open')`,
  ),
  openPayment: orNull(
    "open_payment",
    json(z.object({ amount: z.number(), method: z.enum(PAYMENT_METHODS), recordedBy: z.enum(ROLES) })),
    sql`(select json_object('amount', amount, 'method', method, 'recordedBy', recorded_by) from payments
      where payments.booking_id = ${bookings.id} and payments.status = 'open' limit 1)`,
  ),
  isDenied: sql<boolean>`exists (select 1 from disputes join booking_events on booking_events.id = disputes.id
    where disputes.booking_id = ${bookings.id} and closed_at is null and event = 'deny-payment')`
    .mapWith(Boolean)
    .as("is_denied"),
  closedBy: orNull(
    "closed_by",
    (role) => closer.parse(role),
    sql`iif(${bookings.status} in ('cancelled', 'refused'), (select actor_role from booking_events
      where booking_events.booking_id = ${bookings.id} and event in ('cancel', 'refuse', 'expire')
      order by at desc, rowid desc limit 1), null)`,
  ),
  claimEvents: sql`(select json_group_array(json_object('event', event)) from (
      select event from booking_events
      where booking_events.booking_id = ${bookings.id} and ${isOneOf(sql`event`, CLAIMS)} order by at, rowid))`
    .mapWith(json(z.array(z.object({ event: z.enum(CLAIMS) }))))
    .as("claim_events"),
};
