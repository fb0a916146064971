import { sql, type SQL } from "drizzle-orm";
import { OPEN_STATUSES, UNDER_WAY_STATUSES } from "./booking-statuses";
import { isOneOf } from "./client.server";
import { OBJECTIONS } from "./money-words";

// From and until when a booking asks its client or its plumber for something (B30): menus count it without reading the
// booking. These are `nextStep` for a booking's row; a test compares both over random bookings.

const HOUR = 3_600_000;
const millis = (hours: number) => sql.raw(String(hours * HOUR));
const status = sql`status`;
const isOpen = isOneOf(status, OPEN_STATUSES);
const isUnderWay = isOneOf(status, UNDER_WAY_STATUSES);
const asksUntil = sql`starts_at + ${millis(30 * 24)}`;
const recordedBy = sql`(open_payment ->> 'recordedBy')`;
const isTooMuch = sql`(final_amount is not null and (open_payment ->> 'amount') > due)`;
const isUndisputed = sql`not ${isOneOf(sql`coalesce(final_answer, '')`, OBJECTIONS)}`;
const isAboveAgreed = sql`coalesce(final_amount > payable, false)`;
/** The condition that what was agreed on is asked for: also while more is asked or disputed, but not for work that is objected to. */
const isDue = sql`due > 0 and (${isUndisputed} or ${isAboveAgreed})`;
const asksDeposit = sql`(${isUnderWay} or status = 'confirmed' or status = 'pending' and proposed_by is null)
  and plumber_id is not null
  and agreed_deposit > paid_amount and agreed_deposit < agreed_price and unchecked_payment is null`;

const unlessFrozen = (cases: SQL) => sql`case when frozen_at is null then case ${cases} end end`;

/** Of an open booking that it doesn't ask for anything yet, null: nothing will, if nothing else happens. */
export const clientAskedFrom = unlessFrozen(sql`when not ${isOpen} then null
  when not ${isUnderWay} and proposed_by = 'plumber' or ${recordedBy} = 'plumber'
    or open_payment is null and (under_way is not null or ${asksDeposit}) then 0
  when status = 'confirmed'
    then min(max(starts_at, coalesce(expected_at, 0)) + ${millis(1 / 6)}, starts_at + ${millis(24)})
  when ${isUnderWay} then starts_at + ${millis(24)}`);

export const clientAskedUntil = unlessFrozen(sql`
  when ${isOpen} and open_payment is null and under_way is null then (open_quote ->> 'validUntil') + 1
  when status = 'completed' and (${isUndisputed} and ${isAboveAgreed} or iif(open_payment is null,
    ${isUndisputed} and under_way is not null or ${isDue} and unchecked_payment is null,
    ${recordedBy} = iif(${isTooMuch}, 'client', 'plumber'))) then ${asksUntil}`);

export const plumberAskedFrom = unlessFrozen(sql`
  when status = 'pending' or ${isUnderWay} or status = 'confirmed' and proposed_by = 'client' then 0
  when status = 'confirmed' then starts_at - iif(on_the_way_at is null, ${millis(3)}, ${millis(1)})`);

export const plumberAskedUntil = unlessFrozen(sql`
  when status = 'completed' and iif(open_payment is null, ${isDue}, (${recordedBy} = 'plumber') = ${isTooMuch})
    then ${asksUntil}`);
