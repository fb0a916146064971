import { sql, type SQL } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import { hasOpenBooking } from "../bookings/queries/booking-conditions.server";
import { followRole } from "../accounts/listing.server";
import type { SteppedUpUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import { endAccess } from "../accounts/sessions.server";
import type { DomainContext } from "../domain-context.server";
import { refuse, type Refusal } from "../values/refusal";
import { deletePapers } from "../vetting/papers.server";
import { isNotTheLastAdmin } from "./last-admin.server";

type Answer = { ok: true } | Refusal<"userNotFound" | "lastAdmin" | "openBookings" | "notVerified">;

/**
 * Makes a user an admin (O8). A plumber leaves the directory and the queue of papers, whose photos are deleted, and all
 * that gives access ends (A12), because a session names its role. Making an admin one again changes nothing. Refuses with `userNotFound`, `openBookings`, and `notVerified` for an
 * unverified or suspended account.
 */
export async function makeAdmin(context: DomainContext, admin: SteppedUpUser, userId: string): Promise<Answer> {
  const fit = sql`exists (select 1 from users where id = ${userId} and role <> 'admin' and suspended_at is null and email_verified_at is not null) and not ${hasOpenBooking(userId)}`;
  const user = await changeRole(context, admin, userId, "adminGranted", sql`'admin'`, fit);
  if (!user) return refuse("userNotFound");
  if (user.role === "admin") return { ok: true };
  return refuse(user.mayBecome ? "openBookings" : "notVerified");
}

/**
 * Makes an admin a plumber or a client again, as they were before: a plumber who waited to be listed waits again. All
 * that gives access ends (O8). Refuses with `userNotFound`
 * and `lastAdmin`.
 */
export async function revokeAdmin(context: DomainContext, admin: SteppedUpUser, userId: string): Promise<Answer> {
  const previousRole = sql`iif(exists (select 1 from plumber_profiles where user_id = ${userId}), 'plumber', 'client')`;
  const fit = sql`exists (select 1 from users where id = ${userId} and role = 'admin') and ${isNotTheLastAdmin(userId)}`;
  const user = await changeRole(context, admin, userId, "adminRevoked", previousRole, fit);
  if (!user) return refuse("userNotFound");
  return user.role === "admin" ? refuse("lastAdmin") : { ok: true };
}

async function changeRole(
  context: DomainContext,
  admin: SteppedUpUser,
  userId: string,
  action: "adminGranted" | "adminRevoked",
  role: SQL,
  fit: SQL,
) {
  const { db, now } = context;
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action,
      subject: { kind: "user", id: userId },
      before: sql`(select json_object('role', role) from users where id = ${userId})`,
      after: sql`json_object('role', ${role})`,
    },
    fit,
  );
  const { changed, found } = await batch(db, {
    entry,
    changed: db
      .update(users)
      .set({ role, updatedAt: now })
      .where(sql`id = ${userId} and ${recorded}`),
    profile: followRole(db, userId, now, recorded),
    papers: deletePapers(db, sql`plumber_id = ${userId}`, recorded, now),
    access: endAccess(context, userId, recorded),
    found: db
      .select({
        role: sql<string>`role`.as("role"),
        mayBecome: sql<number>`email_verified_at is not null and suspended_at is null`.as("may_become"),
      })
      .from(sql`users`)
      .where(sql`id = ${userId}`),
  });
  context.emit({ type: "officeChanged" });
  if (changed.meta.changes === 1)
    context.emit({ type: "sessionsEnded", userId: userId, sessionHash: null, except: null });
  return found[0] ?? null;
}
