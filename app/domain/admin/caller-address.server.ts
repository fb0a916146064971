import { sql } from "drizzle-orm";
import { accountAddress } from "../accounts/sessions.server";

/**
 * Over `users`: where a client's plumber goes, in one line (B29): the address of their account, else of their latest
 * booking, else null.
 */
export const callerAddress = sql<string | null>`coalesce(${accountAddress}, (
  select street || coalesce(', ' || suburb, '') || coalesce(', ' || city, '') from bookings
  where client_id = users.id and street is not null order by starts_at desc limit 1))`;
