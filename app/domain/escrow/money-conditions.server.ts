import { sql, type SQL } from "drizzle-orm";
import { isOneOf } from "~/db/columns";
import { OPEN_ONLINE_STATUSES } from "~/db/money-words";
import { owedTo } from "./accounts";

/**
 * The condition, in any statement, that a user has an open payment on either side of a booking (M8): something is due,
 * held or frozen, a recorded or an online payment waits for its answer, a refund is to be sent, or earnings are to be paid out.
 */
export const hasOpenMoney = (userId: string): SQL => sql`(
  exists (select 1 from bookings where client_id = ${userId} and due > 0)
  or exists (select 1 from bookings where plumber_id = ${userId} and status = 'completed' and due > 0)
  or exists (select 1 from bookings indexed by bookings_frozen where frozen_at is not null and (client_id = ${userId} or plumber_id = ${userId}))
  or exists (select 1 from payments where status = 'open' and booking_id in (
    select id from bookings where client_id = ${userId} union all select id from bookings where plumber_id = ${userId}))
  or exists (select 1 from bookings where client_id = ${userId} and held_amount > 0)
  or ${moneyIsOnTheWay(userId)}
  or exists (select 1 from online_payments where client_id = ${userId} and ${isOneOf(sql`status`, OPEN_ONLINE_STATUSES)})
  or exists (select 1 from refunds where client_id = ${userId} and sent_at is null))`;

/** The condition that money is held for a plumber's jobs, or owed to the plumber. */
export const moneyIsOnTheWay = (plumberId: string): SQL => sql`(
  exists (select 1 from bookings where plumber_id = ${plumberId} and held_amount > 0)
  or exists (select 1 from ledger_balances where account = ${owedTo(plumberId)} and amount > 0))`;
