import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { Passkey, SecondFactors } from "./second-factor";

/** What a user has set up for signing in in two steps (A21). */
export async function findSecondFactors(db: Database, userId: string): Promise<SecondFactors> {
  const [[state], passkeys] = await Promise.all([
    db.all<Omit<SecondFactors, "passkeys">>(sql`
      select (select confirmed_at from authenticator_apps where user_id = ${userId}) as appSince,
        (select count(*) from recovery_codes where user_id = ${userId}) as recoveryCodesLeft,
        (select due_at from second_factor_resets where user_id = ${userId}) as resetDueAt`),
    db.all<Passkey>(sql`
      select id, name, created_at as createdAt, last_used_at as lastUsedAt from passkeys
      where user_id = ${userId} order by created_at`),
  ]);
  return { ...state!, passkeys };
}

/** The ids by which browsers know a user's passkeys. */
export async function listCredentialIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select credential_id as id from passkeys where user_id = ${userId}`);
  return rows.map(({ id }) => id);
}

/** The condition that a user has set up an authenticator app. */
export const hasApp = (userId: SQL | string): SQL =>
  sql`exists (select 1 from authenticator_apps where user_id = ${userId} and secret is not null)`;

/** The condition that a user has set up a second factor (A21): an app, or a passkey. */
export const hasSecondFactor = (userId: SQL | string): SQL =>
  sql`(${hasApp(userId)} or exists (select 1 from passkeys where user_id = ${userId}))`;
