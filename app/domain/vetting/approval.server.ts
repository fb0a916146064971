import { eq, sql, type SQL, and } from "drizzle-orm";
import { type Database, type Write, columnsOf, firstRow } from "~/db/client.server";
import { plumberProfiles as profiles, profileTextColumns, users } from "~/db/schema";
import { approvalIsOn, listThoseOf } from "../accounts/listing.server";
import type { AuditAction } from "../audit-log/audit-log";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import type { VettingAction } from "./vetting";
import { deletePapers, isSeenPaper } from "./papers.server";
import { vettingNotices } from "./vetting-notices";
import { defineList } from "../values/lists.server";

const hasPapers = sql`exists (select 1 from plumber_papers where plumber_id = user_id)`;
const leftInQueue = sql`iif(${hasPapers}, queued_at, null)`;

/** The statements that follow a change of the approval of plumbers (O9): once it is off, those who wait or were asked are listed. */
export const followApproval = (db: Database, recorded: SQL): Write[] => [
  db
    .update(profiles)
    .set({ approval: "approved", queuedAt: leftInQueue })
    .where(sql`approval in ('waiting', 'asked') and not ${approvalIsOn} and ${recorded}`),
  listThoseOf(db, sql`not ${approvalIsOn} and ${recorded}`),
];

interface Decision {
  action: AuditAction;
  from: (words: string | null) => SQL;
  to: SQL;
  notice?: Exclude<keyof typeof vettingNotices, "checkExpiring" | "checkExpired">;
}

const DECISIONS: Record<VettingAction, Decision> = {
  approve: {
    action: "plumberApproved",
    from: () => sql`approval <> 'approved'`,
    to: sql`'approved'`,
    notice: "plumberApproved",
  },
  /** A plumber who isn't approved yet leaves the queue until they have sent what they are asked for. */
  "ask-papers": {
    action: "papersAsked",
    from: (words) => sql`(office_words is not ${words} or queued_at is not null)`,
    to: sql`iif(approval = 'approved', 'approved', 'asked')`,
    notice: "papersAsked",
  },
  "finish-papers": {
    action: "papersSettled",
    from: () => sql`approval = 'approved' and queued_at is not null`,
    to: sql`approval`,
  },
  /** A plumber who is approved is suspended instead (O7). */
  refuse: {
    action: "plumberRefused",
    from: () => sql`approval <> 'approved' and (approval <> 'refused' or queued_at is not null)`,
    to: sql`'refused'`,
    notice: "plumberRefused",
  },
};

/**
 * Decides about a plumber (O9, D21), in `words` that they read and that are logged, by first `name`. Deletes the papers that the admin
 * has `seen` (ids), and takes the plumber out of the queue unless others have come. Refuses with `userNotFound`.
 */
export async function decideAboutPlumber(
  context: DomainContext,
  admin: AuthenticatedUser,
  plumberId: string,
  decision: VettingAction,
  { words, seen, name }: { words: string | null; seen: readonly string[]; name?: string },
) {
  const { db, now } = context;
  const { action, from, to, notice } = DECISIONS[decision];
  const facts = { words: words ?? "", name, hadPhotos: seen.some(Boolean) };
  const isProfile = (recorded: SQL) => sql`user_id = ${plumberId} and ${recorded}`;
  const queue = { queuedAt: leftInQueue, papersNote: sql`iif(${hasPapers}, papers_note, null)` };
  const approvalAs = (value: SQL) =>
    sql`(select json_object('approval', ${value}) from plumber_profiles where user_id = ${plumberId})`;
  const { found } = await officeVerb(context, admin, action, {
    subject: { kind: "user", id: plumberId },
    before: approvalAs(sql`approval`),
    after: approvalAs(to),
    reason: words,
    when: sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and ${from(words)})
      and exists (select 1 from users where id = ${plumberId} and password_hash <> 'erased')`,
    do: (recorded, id) => ({
      papers: deletePapers(db, isSeenPaper(plumberId, seen), recorded, now),
      decided: db
        .update(profiles)
        .set({ approval: to, officeWords: words, ...queue })
        .where(isProfile(recorded)),
      // An approved plumber is listed already, and of the others none may be.
      listed: listThoseOf(db, isProfile(recorded)),
      notice: notice
        ? notify(context, { to: plumberId, cause: id, when: recorded, notice: vettingNotices[notice], facts })
        : null,
      found: db.select({ id: users.id }).from(users).where(eq(users.id, plumberId)),
    }),
  });
  return found.length > 0 ? OK : refuse("userNotFound");
}

const columns = {
  id: profiles.userId,
  ...columnsOf(users, "firstName", "lastName", "photoKey"),
  ...columnsOf(profiles, "city", "speciality", "approval", "queuedAt", "checks", "papersNote"),
  papers: sql<number>`(select count(*) from plumber_papers where plumber_id = plumber_profiles.user_id)`.as("papers"),
};

export const vettingQueue = defineList({
  id: profiles.userId,
  views: { queue: { by: profiles.queuedAt, where: sql`${profiles.queuedAt} is not null` } },
  select: (db) => db.select(columns).from(profiles).innerJoin(users, eq(users.id, profiles.userId)),
  show: (plumber) => plumber,
  at: ({ queuedAt }) => queuedAt,
});

/** Finds what the office decides by (D21); null for anyone but a plumber. */
export const findVetting = (db: Database, plumberId: string) =>
  firstRow(
    db
      .select({ ...columns, ...profileTextColumns, nameKey: profiles.sortName, officeWords: profiles.officeWords })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(eq(profiles.userId, plumberId), eq(users.role, "plumber"))),
  );

/** Finds what a plumber sees of it (D21); null for anyone else. */
export function findOwnVetting(db: Database, plumberId: string) {
  const names = ["approval", "queuedAt", "officeWords", "papersNote", "checks"] as const;
  return firstRow(
    db
      .select(columnsOf(profiles, ...names))
      .from(profiles)
      .where(eq(profiles.userId, plumberId)),
  );
}
