import { eq, sql, type SQL } from "drizzle-orm";
import { columnsOf } from "~/db/client.server";
import { users } from "~/db/schema";
import { accountNotices } from "../../accounts/account-notices";
import { notify } from "../../notices/notify.server";
import { followRole, listThoseOf, unlist } from "../../accounts/listing.server";
import { endAccess } from "../../accounts/sessions.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import { hasOpenBooking } from "../../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../../domain-context.server";
import { OK, refuse } from "../../values/refusal";
import { type AuthenticatedUser, fullName, type SteppedUpUser } from "../../values/user";
import { deletePapers } from "../../vetting/papers.server";

/** The condition that another admin can sign in (O8): without one, no one could open the office again. */
const isNotTheLastAdmin = (userId: string) =>
  sql`exists (select 1 from users as others where others.role = 'admin' and others.id <> ${userId}
    and others.suspended_at is null and others.email_verified_at is not null)`;

/**
 * Suspends an account (O7): all access ends at once (A12), a plumber leaves the directory, and open bookings stay for the office
 * to reassign. Suspending twice changes nothing. Refuses with `notYourself`, `lastAdmin` and `userNotFound`.
 */
export async function suspendUser(context: DomainContext, admin: SteppedUpUser, userId: string, reason: string) {
  const { db, now } = context;
  if (userId === admin.id) return refuse("notYourself");
  const suspended = { suspendedAt: now, suspendedReason: reason, updatedAt: now };
  const { isDone, status } = await officeVerb(context, admin, "userSuspended", {
    subject: { kind: "user", id: userId },
    before: { suspended: false },
    after: { suspended: true },
    reason,
    when: sql`exists (select 1 from users where id = ${userId} and suspended_at is null
      and (role <> 'admin' or ${isNotTheLastAdmin(userId)}))`,
    do: (recorded) => ({
      user: db
        .update(users)
        .set(suspended)
        .where(sql`id = ${userId} and ${recorded}`),
      profile: unlist(db, userId, recorded),
      access: endAccess(context, userId, recorded),
      status: statusOf(context, userId),
    }),
  });
  if (isDone) context.emit({ type: "sessionsEnded", userId, sessionHash: null, except: null });
  const [user] = status;
  if (!user) return refuse("userNotFound");
  return user.suspendedAt === null ? refuse("lastAdmin") : OK;
}

/** Restores a suspended account (O7) and lists a plumber again if they may be; no-op for others. Refuses with `userNotFound`. */
export async function restoreUser(context: DomainContext, admin: AuthenticatedUser, userId: string) {
  const { db, now } = context;
  const restored = { suspendedAt: null, suspendedReason: null, updatedAt: now };
  const { status } = await officeVerb(context, admin, "userRestored", {
    subject: { kind: "user", id: userId },
    before: { suspended: true },
    after: { suspended: false },
    when: sql`exists (select 1 from users where id = ${userId} and suspended_at is not null)`,
    do: (recorded) => ({
      user: db
        .update(users)
        .set(restored)
        .where(sql`id = ${userId} and ${recorded}`),
      profile: listThoseOf(db, sql`user_id = ${userId} and ${recorded}`),
      status: statusOf(context, userId),
    }),
  });
  return status.length > 0 ? OK : refuse("userNotFound");
}

const statusOf = ({ db }: DomainContext, userId: string) =>
  db
    .select(columnsOf(users, "role", "emailVerifiedAt", "suspendedAt"))
    .from(users)
    .where(eq(users.id, userId));

/**
 * Makes a user an admin (O8): a plumber leaves directory and queue, and all access ends (A12), as a session names its
 * role; they are told. Done again, it changes nothing. Refuses with `userNotFound`, `openBookings`, and `notVerified` for
 * a suspended account too.
 */
export async function makeAdmin(context: DomainContext, admin: SteppedUpUser, userId: string) {
  const fit = sql`exists (select 1 from users where id = ${userId} and role <> 'admin' and suspended_at is null
    and email_verified_at is not null) and not ${hasOpenBooking(userId)}`;
  const user = await changeRole(context, admin, userId, "adminGranted", sql`'admin'`, fit);
  if (!user) return refuse("userNotFound");
  if (user.role === "admin") return OK;
  return refuse(user.emailVerifiedAt !== null && user.suspendedAt === null ? "openBookings" : "notVerified");
}

/** Makes an admin a plumber or a client again; all access ends, and they are told (O8). Refuses with `userNotFound` and `lastAdmin`. */
export async function revokeAdmin(context: DomainContext, admin: SteppedUpUser, userId: string) {
  const previousRole = sql`iif(exists (select 1 from plumber_profiles where user_id = ${userId}), 'plumber', 'client')`;
  const fit = sql`exists (select 1 from users where id = ${userId} and role = 'admin') and ${isNotTheLastAdmin(userId)}`;
  const user = await changeRole(context, admin, userId, "adminRevoked", previousRole, fit);
  if (!user) return refuse("userNotFound");
  return user.role === "admin" ? refuse("lastAdmin") : OK;
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
  const notice = action === "adminGranted" ? accountNotices.madeAdmin : accountNotices.adminRoleTaken;
  const { isDone, found } = await officeVerb(context, admin, action, {
    subject: { kind: "user", id: userId },
    before: sql`(select json_object('role', role) from users where id = ${userId})`,
    after: sql`json_object('role', ${role})`,
    when: fit,
    do: (recorded, entryId) => ({
      notice: notify(context, { to: userId, cause: entryId, when: recorded, notice, facts: { by: fullName(admin) } }),
      user: db
        .update(users)
        .set({ role, updatedAt: now })
        .where(sql`id = ${userId} and ${recorded}`),
      profile: followRole(db, userId, now, recorded),
      papers: deletePapers(db, sql`plumber_id = ${userId}`, recorded, now),
      access: endAccess(context, userId, recorded),
      found: statusOf(context, userId),
    }),
  });
  if (isDone) context.emit({ type: "sessionsEnded", userId, sessionHash: null, except: null });
  return found[0] ?? null;
}
