import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { approvalIsOn } from "../settings/plumber-approval.server";
import type { Instant } from "../time/harare";

/** The condition, in a statement over `plumber_profiles`, that this plumber belongs into the directory (D2). */
export const mayBeListed = sql`(awaits_approval = 0 and exists (
  select 1 from users where users.id = user_id and role = 'plumber' and email_verified_at is not null and suspended_at is null))`;

/** The statements that take a plumber whose email was verified right now (`verifiedAt`) into the directory, or let them wait for the desk. */
export const listVerified = (db: Database, owner: SQL, verifiedAt: Instant) =>
  [
    statement(
      db,
      sql`
      update plumber_profiles set awaits_approval = ${approvalIsOn}
      where user_id = ${owner} and exists (select 1 from users where users.id = user_id and email_verified_at = ${verifiedAt})`,
    ),
    statement(db, sql`update plumber_profiles set listed = 1 where user_id = ${owner} and ${mayBeListed}`),
  ] as const;
