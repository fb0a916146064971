import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { approvalIsOn } from "../settings/plumber-approval.server";
import type { Instant } from "../time/harare";

/** The condition, over `plumber_profiles`, that the directory may list this plumber (D2). */
export const mayBeListed = sql`(approval = 'approved' and exists (
  select 1 from users where users.id = user_id and role = 'plumber' and email_verified_at is not null and suspended_at is null))`;

/** The statements that list a plumber (`owner`: the id, as SQL) whose email was verified at `verifiedAt`, or leave them to the office's approval (O9). */
export const listVerified = (db: Database, owner: SQL, verifiedAt: Instant) =>
  [
    statement(
      db,
      sql`
      update plumber_profiles set approval = iif(${approvalIsOn}, 'waiting', 'approved'), queued_at = iif(${approvalIsOn}, ${verifiedAt}, null)
      where user_id = ${owner} and exists (select 1 from users where users.id = user_id and email_verified_at = ${verifiedAt})`,
    ),
    statement(db, sql`update plumber_profiles set listed = 1 where user_id = ${owner} and ${mayBeListed}`),
  ] as const;
