import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles, plumberProfiles as profiles } from "~/db/schema";
import { settingPart } from "../settings/settings.server";
import type { Instant } from "../time/harare";

/** The condition, over `plumber_profiles`, that the directory may list this plumber (D2). */
const mayBeListed = sql`(approval = 'approved' and exists (
  select 1 from users where users.id = user_id and role = 'plumber' and email_verified_at is not null and suspended_at is null))`;

export const isListedPlumber = (plumberId: string): SQL =>
  sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and listed = 1)`;

/** The statement that lists the plumbers of a condition (over `plumber_profiles`) who may be. */
export const listThoseOf = (db: Database, condition: SQL) =>
  db
    .update(plumberProfiles)
    .set({ listed: true })
    .where(sql`listed = 0 and ${mayBeListed} and ${condition}`);

export const unlist = (db: Database, plumberId: string, condition: SQL) =>
  db
    .update(plumberProfiles)
    .set({ listed: false })
    .where(sql`user_id = ${plumberId} and ${condition}`);

/** The statement that lists a user whose role has changed, or takes them off; approval is waited for from `now`. */
export const followRole = (db: Database, userId: string, now: Instant, condition: SQL) =>
  db
    .update(plumberProfiles)
    .set({
      listed: mayBeListed,
      queuedAt: sql`iif(approval = 'waiting' and exists (select 1 from users where id = user_id and role = 'plumber'), ${now}, null)`,
    })
    .where(sql`user_id = ${userId} and ${condition}`);

/** The condition that plumbers need the office's approval to be listed (O9). */
export const approvalIsOn = sql`${settingPart("approval", "approval")} = 'on'`;

/** The statements that list a plumber verified at `verifiedAt` (`owner`: SQL), or leave them to approval (O9). */
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
    listThoseOf(db, sql`user_id = ${owner}`),
  ] as const;

// In the words of the partial indexes: with a bound value SQLite could not use them.
export const isListed = sql`${profiles.listed} = 1`;
