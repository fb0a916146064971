import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import { listThoseOf, unlist } from "../accounts/listing.server";
import { endAccess } from "../accounts/sessions.server";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { refuse, type Refusal } from "../values/refusal";
import { isNotTheLastAdmin } from "./last-admin.server";

type Answer = { ok: true } | Refusal<"userNotFound" | "lastAdmin" | "notYourself">;

/**
 * Suspends an account (O7): everything that gives access to it ends at once (A12), and a plumber leaves the directory. Open bookings stay,
 * for the office to reassign. `reason` (or null) is shown only to the office. Suspending twice changes nothing. Refuses
 * with `notYourself`, `lastAdmin` and `userNotFound`.
 */
export async function suspendUser(
  context: DomainContext,
  admin: SteppedUpUser,
  userId: string,
  reason: string | null,
): Promise<Answer> {
  const { db, now } = context;
  if (userId === admin.id) return refuse("notYourself");
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "userSuspended",
      subject: { kind: "user", id: userId },
      before: { suspended: false },
      after: { suspended: true },
      reason,
    },
    sql`exists (select 1 from users where id = ${userId} and suspended_at is null and (role <> 'admin' or ${isNotTheLastAdmin(userId)}))`,
  );
  const { suspended, status } = await batch(db, {
    entry,
    suspended: db
      .update(users)
      .set({ suspendedAt: now, suspendedReason: reason, updatedAt: now })
      .where(sql`id = ${userId} and ${recorded}`),
    profile: unlist(db, userId, recorded),
    access: endAccess(context, userId, recorded),
    status: statusOf(context, userId),
  });
  if (suspended.meta.changes === 1)
    context.emit({ type: "sessionsEnded", userId: userId, sessionHash: null, except: null });
  context.emit({ type: "officeChanged" });
  const [user] = status;
  if (!user) return refuse("userNotFound");
  return user.suspended ? { ok: true } : refuse("lastAdmin");
}

/**
 * Restores a suspended account (O7) and lists a plumber again if they may be. Restoring an account that isn't suspended
 * changes nothing. Refuses with `userNotFound`.
 */
export async function restoreUser(context: DomainContext, admin: AuthenticatedUser, userId: string): Promise<Answer> {
  const { db, now } = context;
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "userRestored",
      subject: { kind: "user", id: userId },
      before: { suspended: true },
      after: { suspended: false },
    },
    sql`exists (select 1 from users where id = ${userId} and suspended_at is not null)`,
  );
  const { status } = await batch(db, {
    entry,
    user: db
      .update(users)
      .set({ suspendedAt: null, suspendedReason: null, updatedAt: now })
      .where(sql`id = ${userId} and ${recorded}`),
    profile: listThoseOf(db, sql`user_id = ${userId} and ${recorded}`),
    status: statusOf(context, userId),
  });
  context.emit({ type: "officeChanged" });
  return status.length > 0 ? { ok: true } : refuse("userNotFound");
}

const statusOf = ({ db }: DomainContext, userId: string) =>
  db
    .select({ suspended: sql<number>`suspended_at is not null`.as("suspended") })
    .from(sql`users`)
    .where(sql`id = ${userId}`);
