import { sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { termsAcceptances, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { AuthenticatedUser } from "../values/user";

/**
 * The statements that record an acceptance of terms (A20); `accepted` is a query of `user_id`, `version` and `at`, of
 * one row or none.
 */
export const recordAcceptance = (db: Database, accepted: SQL) => [
  insertWhere(db, termsAcceptances, { userId: sql`user_id`, version: sql`version`, acceptedAt: sql`at` }, sql`true`, {
    from: sql`(${accepted})`,
    onConflict: "nothing",
  }),
  db
    .update(users)
    .set({ termsVersion: sql`accepted.version` })
    .from(sql`(${accepted}) as accepted`)
    .where(sql`users.id = accepted.user_id`),
];

/** Notes that a user has accepted these terms (A20). Accepting them twice changes nothing. */
export async function acceptTerms({ db, now }: DomainContext, user: AuthenticatedUser, version: string): Promise<void> {
  const accepted = sql`select ${user.id} as user_id, ${version} as version, ${now} as at`;
  await batch(db, { accepted: recordAcceptance(db, accepted) });
}
