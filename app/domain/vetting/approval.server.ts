import { eq, sql, type SQL } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { plumberProfiles, users } from "~/db/schema";
import { listThoseOf } from "../accounts/listing.server";
import type { AuditAction } from "../audit-log/audit-log";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { PLUMBER_APPROVAL } from "../settings/plumber-approval.server";
import { changeSetting, settingValue, type SettingResult } from "../settings/change-setting.server";
import { storeSetting } from "../settings/store-setting.server";
import { refuse, type Refusal } from "../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { deletePapers, isSeenPaper } from "./papers.server";
import { vettingNotices } from "./vetting-notices";

/**
 * Turns the approval of new plumbers on or off (O9). On, it applies to plumbers who verify their email from then on; off,
 * those who are waiting or were asked for more are listed. Repeating it changes nothing. `shown`: what the admin saw, "on" or
 * "off". Refuses with `settingChanged`.
 */
export const switchApproval = (
  context: DomainContext,
  admin: SteppedUpUser,
  on: boolean,
  shown: string | null = null,
): Promise<SettingResult> => {
  const { db } = context;
  const after = on ? "on" : "off";
  const present = sql`coalesce(${settingValue(PLUMBER_APPROVAL)}, 'on')`;
  return changeSetting(context, admin, {
    action: "approvalSwitched",
    setting: PLUMBER_APPROVAL,
    present,
    value: after,
    shown,
    before: sql`json_object('approval', ${present})`,
    after: { approval: after },
    store: (recorded) => [
      storeSetting(context, PLUMBER_APPROVAL, after, recorded),
      // Papers that somebody has sent still wait to be looked at.
      db
        .update(plumberProfiles)
        .set({
          approval: "approved",
          queuedAt: sql`iif(exists (select 1 from plumber_papers where plumber_id = user_id), queued_at, null)`,
        })
        .where(sql`approval in ('waiting', 'asked') and ${!on} and ${recorded}`),
      listThoseOf(db, sql`${!on} and ${recorded}`),
    ],
  });
};

type Answer = { ok: true } | Refusal<"userNotFound">;

/**
 * Approves a plumber who isn't yet (O9), whatever is missing: they are listed if they may be, and told. Approving one who is
 * approved changes nothing. `seen`: the ids of the papers that the admin had in view. Refuses with `userNotFound`.
 */
export const approvePlumber = (
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
  seen: readonly string[],
): Promise<Answer> =>
  decide(context, admin, plumberId, {
    seen,
    action: "plumberApproved",
    from: sql`approval <> 'approved'`,
    to: sql`'approved'`,
    tell: (causeId, condition) =>
      notify(context, { user: plumberId }, vettingNotices.plumberApproved, null, { causeId, condition }),
  });

/**
 * Deletes the papers of an approved plumber that the admin has `seen` (ids), and takes the plumber out of the queue unless
 * there are newer ones (D21). For one who isn't in the queue it changes nothing. Refuses with `userNotFound`.
 */
export const finishPapers = (
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
  seen: readonly string[],
): Promise<Answer> =>
  decide(context, admin, plumberId, {
    seen,
    action: "papersSettled",
    from: sql`approval = 'approved' and queued_at is not null`,
    to: sql`approval`,
  });

/**
 * Asks a plumber for more, in words that they read (D21): who isn't approved yet leaves the queue until they have sent it.
 * `seen`: as in `finishPapers`. Asking the same again of one who isn't in the queue changes nothing. Refuses with `userNotFound`.
 */
export const askForPapers = (
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
  words: string,
  seen: readonly string[],
): Promise<Answer> =>
  decide(context, admin, plumberId, {
    seen,
    action: "papersAsked",
    words,
    from: sql`(office_words is not ${words} or queued_at is not null)`,
    to: sql`iif(approval = 'approved', 'approved', 'asked')`,
    tell: (causeId, condition) =>
      notify(context, { user: plumberId }, vettingNotices.papersAsked, { words }, { causeId, condition }),
  });

/**
 * Refuses to list a plumber who isn't approved, for a reason that they read (D21); they can send again. One who is approved
 * is suspended instead (O7). `seen`: as in `finishPapers`. Refusing one again who isn't in the queue changes nothing. Refuses
 * with `userNotFound`.
 */
export const refusePlumber = (
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
  words: string,
  seen: readonly string[],
): Promise<Answer> =>
  decide(context, admin, plumberId, {
    seen,
    action: "plumberRefused",
    words,
    from: sql`approval <> 'approved' and (approval <> 'refused' or queued_at is not null)`,
    to: sql`'refused'`,
    tell: (causeId, condition) =>
      notify(context, { user: plumberId }, vettingNotices.plumberRefused, { words }, { causeId, condition }),
  });

interface Decision {
  action: AuditAction;
  /** The ids of the papers that the admin had in view. */
  seen: readonly string[];
  /** What the plumber reads; it is logged. */
  words?: string;
  /** The condition over `plumber_profiles` under which it can be decided. */
  from: SQL;
  /** What `approval` is after it, as SQL over `plumber_profiles`. */
  to: SQL;
  tell?: (causeId: string, condition: SQL) => ReturnType<typeof notify>;
}

/**
 * Decides about what a plumber has sent: each decision deletes the papers that the admin has seen, and takes the plumber
 * out of the queue unless others have come meanwhile (D21).
 */
async function decide(
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
  { action, seen, words, from, to, tell }: Decision,
): Promise<Answer> {
  const { db, now, emit } = context;
  const approvalAs = (value: SQL) =>
    sql`(select json_object('approval', ${value}) from plumber_profiles where user_id = ${plumberId})`;
  const hasPapers = sql`exists (select 1 from plumber_papers where plumber_id = user_id)`;
  const { id, entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action,
      subject: { kind: "user", id: plumberId },
      before: approvalAs(sql`approval`),
      after: approvalAs(to),
      reason: words ?? null,
    },
    sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and ${from})
      and exists (select 1 from users where id = ${plumberId} and password_hash <> 'erased')`,
  );
  const { found } = await batch(db, {
    entry,
    papers: deletePapers(db, isSeenPaper(plumberId, seen), recorded, now),
    decided: db
      .update(plumberProfiles)
      .set({
        approval: to,
        officeWords: words ?? null,
        queuedAt: sql`iif(${hasPapers}, queued_at, null)`,
        papersNote: sql`iif(${hasPapers}, papers_note, null)`,
      })
      .where(sql`user_id = ${plumberId} and ${recorded}`),
    // An approved plumber is listed already, and of the others none may be.
    listed: listThoseOf(db, sql`user_id = ${plumberId} and ${recorded}`),
    notice: tell?.(id, recorded) ?? null,
    found: db.select({ id: users.id }).from(users).where(eq(users.id, plumberId)),
  });
  emit({ type: "officeChanged" });
  return found.length > 0 ? { ok: true } : refuse("userNotFound");
}
