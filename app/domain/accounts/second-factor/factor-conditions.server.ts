import { sql, type SQL } from "drizzle-orm";

/** The condition that a user has set up a second factor (A21): an app, or a passkey. */
export const hasSecondFactor = (userId: SQL | string): SQL =>
  sql`(exists (select 1 from authenticator_apps where user_id = ${userId} and secret is not null)
    or exists (select 1 from passkeys where user_id = ${userId}))`;
