import { sql } from "drizzle-orm";
import { batch, selectFacts, insertWhere } from "~/db/client.server";
import { authenticatorApps, passkeys, recoveryCodes, secondFactorResets } from "~/db/schema";
import { recordAuditEntry, officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { doDueRows, DUE_ROWS } from "../../due-rows.server";
import { notify } from "../../notices/notify.server";
import { DAY } from "../../time/harare";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import { fullName, type AuthenticatedUser, type SteppedUpUser } from "../../values/user";
import { endAccess } from "../sessions.server";
import { auditIfAdmin, hasSecondFactor } from "./factor-changes.server";
import { accountNotices } from "../account-notices";

/** The time to stop a reset, in milliseconds (A25). */
const RESET_WAIT = DAY;

const isStarted = (userId: string) => sql`exists (select 1 from second_factor_resets where user_id = ${userId})`;
const forUser = (id: string) => ({ kind: "user", id }) as const;

/**
 * Starts to take the second factor from someone who has lost it, a day from now (A25), and tells them, and all admins
 * of an admin. Started already: nothing changes. Refuses with `notYourself`, `userNotFound` and `noSecondFactor`.
 */
export async function startFactorReset(context: DomainContext, admin: SteppedUpUser, userId: string) {
  const { db, now } = context;
  if (userId === admin.id) return refuse("notYourself");
  const dueAt = now + RESET_WAIT;
  const found = await db.all<{ id: string; firstName: string; lastName: string; role: string }>(sql`
    select id, first_name as firstName, last_name as lastName, role from users where id = ${userId}
    union all
    select id, first_name, last_name, 'other' from users where role = 'admin' and id <> ${userId} and suspended_at is null`);
  const user = found.find(({ id }) => id === userId);
  if (!user) return refuse("userNotFound");
  const facts = { name: fullName(user), by: fullName(admin), dueAt };
  const causeId = newId();
  const { state } = await officeVerb(context, admin, "factorResetStarted", {
    subject: forUser(userId),
    when: sql`${hasSecondFactor(userId)} and not ${isStarted(userId)}`,
    do: (condition) => ({
      reset: insertWhere(db, secondFactorResets, { userId, startedBy: admin.id, startedAt: now, dueAt }, condition),
      notice: notify(context, userId, causeId, condition, accountNotices.factorResetStarted, { dueAt }),
      admins: found
        .filter(({ role }) => user.role === "admin" && role === "other")
        .map(({ id }) => notify(context, id, causeId, condition, accountNotices.factorResetOfAdmin, facts)),
      state: selectFacts(db, { isStarted: isStarted(userId) }),
    }),
  });
  return state[0]?.isStarted ? OK : refuse("noSecondFactor");
}

/** Stops a reset, as an admin or as its user, who has shown by signing in that nothing is lost (A25). */
export async function stopFactorReset(context: DomainContext, by: AuthenticatedUser, userId: string) {
  const { db } = context;
  if (by.role !== "admin" && by.id !== userId) return OK;
  const done = { action: "factorResetStopped", subject: forUser(userId) } as const;
  const { entry, recorded: condition } = auditIfAdmin(context, by, done, isStarted(userId));
  await batch(db, {
    entry,
    notice: notify(context, userId, newId(), condition, accountNotices.factorResetStopped, null),
    stopped: db.delete(secondFactorResets).where(sql`user_id = ${userId} and ${condition}`),
  });
  context.emit({ type: "officeChanged" });
  return OK;
}

const BATCH_SIZE = 20;

/** Takes the second factors whose wait is over, and ends their owners' access (A25), unless the admin no longer is one. */
export async function completeFactorResets(context: DomainContext): Promise<void> {
  const { db, now } = context;
  const due = await db.all<{ userId: string; startedBy: string }>(sql`
    select user_id as userId, started_by as startedBy from second_factor_resets where due_at <= ${now}
    order by due_at limit ${DUE_ROWS}`);
  await doDueRows(due, BATCH_SIZE, async ({ userId, startedBy }) => {
    const { entry, recorded } = recordAuditEntry(
      context,
      { admin: { id: startedBy }, action: "factorReset", subject: forUser(userId) },
      sql`exists (select 1 from second_factor_resets where user_id = ${userId} and started_by = ${startedBy} and due_at <= ${now})`,
    );
    const { reset } = await batch(db, {
      reset: entry,
      factors: [authenticatorApps, passkeys, recoveryCodes].map((factors) =>
        db.delete(factors).where(sql`user_id = ${userId} and ${recorded}`),
      ),
      access: endAccess(context, userId, recorded),
      notice: notify(context, userId, newId(), recorded, accountNotices.factorReset, null),
      done: db.delete(secondFactorResets).where(sql`user_id = ${userId} and started_by = ${startedBy}`),
    });
    if (reset.meta.changes > 0) context.emit({ type: "sessionsEnded", userId, sessionHash: null, except: null });
    context.emit({ type: "officeChanged" });
    return true;
  });
}
