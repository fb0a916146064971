import { sql, type SQL } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";
import type { AuthenticatedUser } from "../values/user";

/**
 * The statements that write down who accepted which terms and when (A20), and make them the user's latest. `accepted` is a
 * query of `user_id`, `version` and `at` that gives one row, or none.
 */
export const recordAcceptance = (db: Database, accepted: SQL) => [
  statement(
    db,
    sql`
    insert into terms_acceptances (user_id, version, accepted_at)
    select user_id, version, at from (${accepted}) where true on conflict do nothing`,
  ),
  statement(
    db,
    sql`update users set terms_version = accepted.version from (${accepted}) as accepted where users.id = accepted.user_id`,
  ),
];

/** Notes that a user has accepted these terms (A20). Accepting them twice changes nothing. */
export async function acceptTerms({ db, now }: DomainContext, user: AuthenticatedUser, version: string): Promise<void> {
  const accepted = sql`select ${user.id} as user_id, ${version} as version, ${now} as at`;
  await batch(db, { accepted: recordAcceptance(db, accepted) });
}
