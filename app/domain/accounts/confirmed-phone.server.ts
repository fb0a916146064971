import { sql, type SQL } from "drizzle-orm";

/**
 * The condition, over a row of `users` (by its alias), that the phone of the account was confirmed: by its owner with a
 * code (N15), or by the office, which alone writes the phones of callers (B29). In a profile anybody can write anybody's.
 */
export const isPhoneConfirmed = (account: "users" | "held"): SQL => {
  const of = sql.identifier(account);
  return sql`(${of}.password_hash in ('none', 'merged') or exists (
    select 1 from phone_channels confirmed where confirmed.user_id = ${of}.id and confirmed.phone = ${of}.phone and confirmed.ended_at is null))`;
};
