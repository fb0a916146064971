import { sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { sessions } from "~/db/schema";
import { mayBeListed } from "../accounts/listing.server";
import type { AuthenticatedUser } from "../values/user";
import { recordAuditEntry, auditEntryRecorded } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import { isNotTheLastAdmin } from "./last-admin.server";

type Answer = { ok: true } | Refusal<"userNotFound" | "lastAdmin" | "notYourself">;

/**
 * Suspends an account: its sessions and sockets end at once, a plumber leaves the directory and can be booked no
 * more; open bookings stay, for the desk to give to others. Neither oneself nor the last admin (`notYourself`,
 * `lastAdmin`). Suspended already: nothing changes. `reason` is for the desk, or null.
 */
export async function suspendUser(
  context: DomainContext,
  admin: AuthenticatedUser,
  userId: string,
  reason: string | null,
): Promise<Answer> {
  const { db, now } = context;
  if (userId === admin.id) return refuse("notYourself");
  const entryId = newId();
  const [, suspended, , , [user]] = await db.batch([
    recordAuditEntry(
      db,
      {
        id: entryId,
        admin,
        action: "userSuspended",
        subject: { kind: "user", id: userId },
        before: { suspended: false },
        after: { suspended: true },
        reason,
        at: now,
      },
      sql`exists (select 1 from users where id = ${userId} and suspended_at is null and (role <> 'admin' or ${isNotTheLastAdmin(userId)}))`,
    ),
    statement(
      db,
      sql`update users set suspended_at = ${now}, suspended_reason = ${reason}, updated_at = ${now} where id = ${userId} and ${auditEntryRecorded(entryId)}`,
    ),
    statement(
      db,
      sql`update plumber_profiles set listed = 0 where user_id = ${userId} and ${auditEntryRecorded(entryId)}`,
    ),
    db.delete(sessions).where(sql`user_id = ${userId} and ${auditEntryRecorded(entryId)}`),
    statusOf(context, userId),
  ]);
  if (suspended.meta.changes === 1)
    context.emit({ type: "sessionsEnded", userId: userId, sessionHash: null, except: null });
  context.emit({ type: "deskChanged" });
  if (!user) return refuse("userNotFound");
  return user.suspended ? { ok: true } : refuse("lastAdmin");
}

/** Lets a suspended user in again; a plumber who may be listed is. Not suspended: nothing changes. */
export async function restoreUser(context: DomainContext, admin: AuthenticatedUser, userId: string): Promise<Answer> {
  const { db, now } = context;
  const entryId = newId();
  const [, , , [user]] = await db.batch([
    recordAuditEntry(
      db,
      {
        id: entryId,
        admin,
        action: "userRestored",
        subject: { kind: "user", id: userId },
        before: { suspended: true },
        after: { suspended: false },
        at: now,
      },
      sql`exists (select 1 from users where id = ${userId} and suspended_at is not null)`,
    ),
    statement(
      db,
      sql`update users set suspended_at = null, suspended_reason = null, updated_at = ${now} where id = ${userId} and ${auditEntryRecorded(entryId)}`,
    ),
    statement(
      db,
      sql`update plumber_profiles set listed = 1 where user_id = ${userId} and ${mayBeListed} and ${auditEntryRecorded(entryId)}`,
    ),
    statusOf(context, userId),
  ]);
  context.emit({ type: "deskChanged" });
  return user ? { ok: true } : refuse("userNotFound");
}

const statusOf = ({ db }: DomainContext, userId: string) =>
  db
    .select({ suspended: sql<number>`suspended_at is not null`.as("suspended") })
    .from(sql`users`)
    .where(sql`id = ${userId}`);
