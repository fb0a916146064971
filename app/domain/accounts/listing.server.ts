import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles } from "~/db/schema";
import { approvalIsOn } from "../settings/plumber-approval.server";
import type { Instant } from "../time/harare";

/** The condition, over `plumber_profiles`, that the directory may list this plumber (D2). */
export const mayBeListed = sql`(approval = 'approved' and exists (
  select 1 from users where users.id = user_id and role = 'plumber' and email_verified_at is not null and suspended_at is null))`;

/** The statements that list a plumber (`owner`: the id, as SQL) whose email was verified at `verifiedAt`, or leave them to the office's approval (O9). */
export const listVerified = (db: Database, owner: SQL, verifiedAt: Instant) =>
  [
    db
      .update(plumberProfiles)
      .set({
        approval: sql`iif(${approvalIsOn}, 'waiting', 'approved')`,
        queuedAt: sql`iif(${approvalIsOn}, ${verifiedAt}, null)`,
      })
      .where(
        sql`user_id = ${owner} and exists (select 1 from users where users.id = user_id and email_verified_at = ${verifiedAt})`,
      ),
    db
      .update(plumberProfiles)
      .set({ listed: true })
      .where(sql`user_id = ${owner} and ${mayBeListed}`),
  ] as const;
