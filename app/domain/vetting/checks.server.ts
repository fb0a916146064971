import { and, eq, lte, sql, type SQL } from "drizzle-orm";
import type * as z from "zod";
import { batch, type Database, insertWhere, isAsShown, columnsOf } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { plumberChecks, plumberProfiles, users } from "~/db/schema";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { doDueRows, DUE_ROWS } from "../due-rows.server";
import { notify } from "../notices/notify.server";
import { dateAt, DAY, type Instant } from "../time/harare";
import { listPage, type PageRequest } from "../values/lists";
import { keysetOrder } from "../values/lists.server";
import { OK, refuse, refuseChanged } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { endOfCheck, lastDayOf, nextStep, REMIND_DAYS, type CheckKind } from "./vetting";
import { deletePapers, isSeenPaper } from "./papers.server";
import type { checkForm } from "./vetting-forms";
import { vettingNotices } from "./vetting-notices";

/** Lists what the office has recorded of a plumber, ended checks too, one of each kind at most. */
export const listRecordedChecks = (db: Database, plumberId: string) =>
  db
    .select({
      ...columnsOf(plumberChecks, "kind", "checkedAt", "expiresAt", "note"),
      adminName: nameIn(users),
      // The plumber still has the name that was checked.
      isOfName: sql`name_key = (select sort_name from plumber_profiles where user_id = plumber_id)`.mapWith(Boolean),
    })
    .from(plumberChecks)
    .innerJoin(users, eq(users.id, plumberChecks.recordedBy))
    .where(eq(plumberChecks.plumberId, plumberId));

/** The statement that stores with the profile which checks hold at `now`, for the plumbers of `condition`. */
const storeChecks = (db: Database, condition: SQL, now: Instant) => {
  const checks = sql`(
      select json_group_array(json_object('kind', kind, 'checkedAt', checked_at, 'expiresAt', expires_at))
      from plumber_checks where plumber_id = user_id and name_key = sort_name and (expires_at is null or expires_at > ${now}))`;
  return db.update(plumberProfiles).set({ checks }).where(condition);
};

type Check = z.output<typeof checkForm>;

/**
 * Records a check (D17) of the name `nameKey`, and deletes that paper's photos that the admin has `seen`. The same within a day
 * changes nothing. Refuses with `paperExpired`, `nameChanged` for another name by now, `changedMeanwhile` for another check than
 * the one `shown`, and `userNotFound`.
 */
export async function recordCheck(context: DomainContext, admin: AuthenticatedUser, plumberId: string, check: Check) {
  const { db, now } = context;
  const { kind, lastDay, note, nameKey, shown, seen } = check;
  if (lastDay !== null && lastDay < dateAt(now)) return refuse("paperExpired");
  const expiresAt = lastDay === null ? null : endOfCheck(lastDay);
  const isKind = sql`plumber_id = ${plumberId} and kind = ${kind}`;
  const row = {
    kind,
    note,
    expiresAt,
    checkedAt: now,
    recordedBy: admin.id,
    plumberId: sql`user_id`,
    nameKey: sql`sort_name`,
    nextStepAt: nextStep(expiresAt, now)?.at ?? null,
  };
  const options = { from: sql`plumber_profiles`, onConflict: "replace" } as const;
  const { found, after } = await officeVerb(context, admin, "checkRecorded", {
    subject: { kind: "user", id: plumberId },
    after: { check: kind, until: lastDay },
    when: sql`exists (select 1 from users where id = ${plumberId} and role = 'plumber' and password_hash <> 'erased')
      and exists (select 1 from plumber_profiles where user_id = ${plumberId} and sort_name = ${nameKey}) and not exists (
      select 1 from plumber_checks where ${isKind} and expires_at is ${expiresAt} and note is ${note} and checked_at > ${now - DAY}
        and name_key = ${nameKey})
      and ${isAsShown(sql`(select checked_at from plumber_checks where ${isKind})`, shown)}`,
    do: (recorded) => ({
      check: insertWhere(db, plumberChecks, row, sql`user_id = ${plumberId} and ${recorded}`, options),
      papers: deletePapers(db, sql`kind = ${kind} and ${isSeenPaper(plumberId, seen)}`, recorded, now),
      stored: storeChecks(db, sql`user_id = ${plumberId} and ${recorded}`, now),
      found: selectPlumber(db, plumberId),
      after: db
        .select({ expiresAt: plumberChecks.expiresAt, note: plumberChecks.note })
        .from(plumberChecks)
        .where(isKind),
    }),
  });
  if (!found[0]) return refuse("userNotFound");
  if (found[0].nameKey !== nameKey) return refuse("nameChanged");
  return after[0]?.expiresAt === expiresAt && after[0].note === note ? OK : refuseChanged({});
}

/** Removes a check (D17). Refuses with `userNotFound`. */
export async function removeCheck(context: DomainContext, admin: AuthenticatedUser, id: string, kind: CheckKind) {
  const { db, now } = context;
  const isKind = sql`plumber_id = ${id} and kind = ${kind}`;
  const { found } = await officeVerb(context, admin, "checkRemoved", {
    subject: { kind: "user", id },
    before: { check: kind },
    when: sql`exists (select 1 from plumber_checks where ${isKind})`,
    do: (recorded) => ({
      check: db.delete(plumberChecks).where(sql`${isKind} and ${recorded}`),
      stored: storeChecks(db, sql`user_id = ${id} and ${recorded}`, now),
      found: selectPlumber(db, id),
    }),
  });
  return found.length > 0 ? OK : refuse("userNotFound");
}

const selectPlumber = (db: Database, id: string) =>
  db
    .select({ nameKey: plumberProfiles.sortName })
    .from(users)
    .innerJoin(plumberProfiles, eq(plumberProfiles.userId, users.id))
    .where(and(eq(users.id, id), eq(users.role, "plumber")));

const BATCH_SIZE = 50;

/** The condition that a recorded check runs out within thirty days, or has run out, of a plumber who may work (D17). */
export const isEnding = (now: Instant) => sql`expires_at <= ${now + REMIND_DAYS[0] * DAY}
  and exists (select 1 from users where users.id = plumber_id and suspended_at is null)`;

const ENDING_SHOWN = 50;

/** Lists a page of the checks that run out or have run out, the first first unless the place says otherwise. */
export async function listEndingChecks(db: Database, now: Instant, { cursor: from, isAscending }: PageRequest) {
  // A cursor takes no blank.
  const id = sql<string>`plumber_id || '-' || kind`;
  const byEnd = keysetOrder(plumberChecks.expiresAt, id, isAscending);
  const { items, next } = await listPage(from, ENDING_SHOWN, {
    select: (cursor, limit) =>
      db
        .select({
          id: id.as("check_id"),
          ...columnsOf(plumberChecks, "plumberId", "kind"),
          expiresAt: sql<Instant>`${plumberChecks.expiresAt}`.as("ends_at"),
          ...columnsOf(users, "firstName", "lastName"),
        })
        .from(plumberChecks)
        .innerJoin(users, eq(users.id, plumberChecks.plumberId))
        .where(and(isEnding(now), byEnd.after(cursor)))
        .orderBy(...byEnd.order)
        .limit(limit),
    at: ({ expiresAt }) => expiresAt,
  });
  return { rows: items, next };
}

/**
 * Takes due checks' next step (D17): a reminder, or the end, of which its plumber is told too. Marked in its batch, it
 * happens once. Returns how many.
 */
export async function followUpChecks(context: DomainContext): Promise<number> {
  const { db, now } = context;
  const due = await db
    .select({
      ...columnsOf(plumberChecks, "plumberId", "kind", "expiresAt", "nextStepAt"),
      name: users.firstName,
    })
    .from(plumberChecks)
    .innerJoin(users, eq(users.id, plumberChecks.plumberId))
    .where(lte(plumberChecks.nextStepAt, now))
    .orderBy(plumberChecks.nextStepAt)
    .limit(DUE_ROWS);
  return doDueRows(due, BATCH_SIZE, async ({ plumberId, kind, expiresAt, nextStepAt, name }) => {
    if (expiresAt === null) return false;
    const next = nextStep(expiresAt, now)?.at ?? null;
    // After a long pause of the schedule the plumber is reminded of what is left, not of each day that has passed.
    const days = REMIND_DAYS.findLast((ahead) => now < expiresAt && now >= expiresAt - ahead * DAY);
    const isCheck = sql`plumber_id = ${plumberId} and kind = ${kind} and expires_at = ${expiresAt}`;
    const isMarked = sql`exists (select 1 from plumber_checks where ${isCheck} and next_step_at is ${next})`;
    const lastDay = lastDayOf(expiresAt);
    const causeId = `${plumberId} ${kind} ${expiresAt} ${days ?? 0}`;
    await batch(db, {
      marked: db
        .update(plumberChecks)
        .set({ nextStepAt: next })
        .where(sql`${isCheck} and next_step_at = ${nextStepAt}`),
      stored: storeChecks(db, sql`user_id = ${plumberId} and ${isMarked}`, now),
      notice:
        days === undefined
          ? notify(context, {
              to: plumberId,
              cause: causeId,
              when: isMarked,
              notice: vettingNotices.checkExpired,
              facts: { kind, lastDay, name },
            })
          : notify(context, {
              to: plumberId,
              cause: causeId,
              when: isMarked,
              notice: vettingNotices.checkExpiring,
              facts: { kind, lastDay, name, days },
            }),
    });
    return true;
  });
}
