import { and, desc, eq, sql, SQL } from "drizzle-orm";
import * as z from "zod";
import { type Database, batch, type BatchEntry, type BatchResults, columnsOf, insertWhere } from "~/db/client.server";
import { auditLog, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { listPage, type ListPlace } from "../values/lists";
import { keysetOrder } from "../values/lists.server";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type Change, type SubjectKind } from "./audit-log";
import { HOUR, type Instant } from "../time/harare";

export interface NewAuditEntry {
  /** By id only: what takes effect after the admin asked for it. */
  admin: AuthenticatedUser | { id: string };
  /** As SQL: what it is shows in its batch alone. */
  action: AuditAction | SQL<AuditAction>;
  subject: { kind: SubjectKind; id: string };
  before?: Change | SQL | null;
  after?: Change | SQL | null;
  reason?: string | null;
}

const asJson = (change: Change | SQL | null | undefined) =>
  change instanceof SQL ? change : change ? JSON.stringify(change) : null;

/** The condition that someone confirmed as an admin still is one when the batch runs (O1). */
export const isStillAdmin = (adminId: string) =>
  sql`exists (select 1 from users where id = ${adminId} and role = 'admin' and suspended_at is null)`;

type Recording = Pick<DomainContext, "db" | "now">;

/**
 * Records what an admin does (O1): `entry` inserts a row if `condition` holds and the admin still is one, `recorded` says
 * that it did. Put `entry` first, so that `before` may read the old state as JSON, and make every later statement ask for
 * `recorded`. Behind a row of history, `condition` asks for that row, and the change before it for `isStillAdmin`.
 */
export function recordAuditEntry({ db, now }: Recording, newEntry: NewAuditEntry, condition: SQL) {
  const { admin, action, subject, before, after, reason = null } = newEntry;
  const id = newId();
  const row = {
    id,
    action,
    reason,
    at: now,
    adminId: admin.id,
    subjectKind: subject.kind,
    subjectId: subject.id,
    before: asJson(before),
    after: asJson(after),
  };
  const entry = insertWhere(db, auditLog, row, sql`${condition} and ${isStillAdmin(admin.id)}`);
  return { id, entry, recorded: sql`exists (select 1 from audit_log where id = ${id})` };
}

const selectEntries = (db: Database) =>
  db
    .select({
      ...columnsOf(auditLog, "id", "action", "subjectKind", "subjectId", "reason", "at"),
      adminName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      /** By name or reference; null where it has neither. */
      subject: sql<string | null>`case subject_kind
    when 'user' then (select first_name || ' ' || last_name from users where users.id = subject_id)
    when 'registration' then coalesce((select first_name || ' ' || last_name from registrations
    where registrations.id = subject_id), (select first_name || ' ' || last_name from users where users.id = subject_id))
    when 'booking' then (select reference from bookings where bookings.id = subject_id)
    when 'review' then (select first_name || ' ' || last_name from users
    where users.id = (select plumber_id from reviews where reviews.id = subject_id))
    when 'notice' then (select recipient from notices where notices.id = subject_id)
    when 'ledger' then (select number from payout_batches where payout_batches.id = subject_id)
    when 'setting' then ''
    when 'enquiry' then (select enquiries.name from enquiries where enquiries.id = subject_id) end`,
      before: namingUsers(auditLog.before),
      after: namingUsers(auditLog.after),
    })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.adminId));

const PAGE_SIZE = 40;
const LISTED_BY = ["subjectId", "adminId", "action"] as const;

/**
 * Lists a page of the log; all of it, or only one subject's, those of what was merged into one account (O28), one admin's, or
 * those of one action (O1).
 */
export async function listAuditEntries(
  db: Database,
  of: Partial<Record<(typeof LISTED_BY)[number] | "mergedInto", string>>,
  { after, isAscending }: ListPlace,
  limit = PAGE_SIZE,
) {
  const byDate = keysetOrder(auditLog.at, auditLog.id, isAscending);
  const { items, next } = await listPage(after, limit, {
    select: (cursor, limit) =>
      selectEntries(db)
        .where(
          and(
            ...LISTED_BY.map((name) => (of[name] === undefined ? undefined : sql`${auditLog[name]} = ${of[name]}`)),
            of.mergedInto === undefined
              ? undefined
              : sql`${auditLog.subjectId} in (select id from users where merged_into = ${of.mergedInto})`,
            byDate.after(cursor),
          ),
        )
        .orderBy(...byDate.order)
        .limit(limit),
    at: ({ at }) => at,
  });
  return { entries: items.map(readEntry), next };
}

/** Lists the last entries of each of these subjects, at most `limit` of each, latest first. */
export async function listLastEntries(db: Database, subjectIds: readonly string[], limit: number) {
  const rows = await selectEntries(db)
    .where(
      sql`${auditLog.id} in (select entry.id from json_each(${JSON.stringify(subjectIds)}) as subject, audit_log as entry
        where entry.id in (select id from audit_log where subject_id = subject.value order by at desc, id desc limit ${limit}))`,
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id));
  return rows.map(readEntry);
}

type StoredEntry = Omit<AuditEntry, "action" | "words" | "before" | "after"> & {
  action: string;
  before: string | null;
  after: string | null;
};

const readEntry = (row: StoredEntry): AuditEntry => {
  const action = knownAction.parse(row.action);
  return { ...row, action, words: AUDIT_ACTIONS[action], before: readChange(row.before), after: readChange(row.after) };
};

const namingUsers = (change: typeof auditLog.before | typeof auditLog.after) => sql<
  string | null
>`iif(${auditLog.action} in ('bookingAssigned', 'bookingMade', 'enquiryAssigned', 'conversationOpened', 'accountsMerged') and ${change} is not null,
  (select json_group_object(key, coalesce((select first_name || ' ' || last_name from users
  where users.id = json_each.value), json_each.value)) from json_each(${change})), ${change})`;

const knownAction = z.custom<AuditAction>((name) => typeof name === "string" && Object.hasOwn(AUDIT_ACTIONS, name));
const change = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const readChange = (json: string | null): Change | null => (json === null ? null : change.parse(JSON.parse(json)));

interface OfficeVerb<Statements> extends Omit<NewAuditEntry, "admin" | "action"> {
  when: SQL;
  /**
   * The statements behind the entry, in their order: each that changes something asks for `recorded`. Reads among them say
   * what holds afterwards. `entryId` is the entry's, by which notices name their cause.
   */
  do: (recorded: SQL, entryId: string) => Statements | Promise<Statements>;
}

/**
 * Runs a verb of the office (O1) as one batch: its entry in the log first, then its statements. Gives the results of those by
 * name, and as `isDone` whether the entry was written: then the office's open pages hear of it.
 */
export async function officeVerb<const Statements extends Record<string, BatchEntry>>(
  context: Pick<DomainContext, "db" | "now" | "emit">,
  admin: AuthenticatedUser,
  action: NewAuditEntry["action"],
  { when, do: statements, ...about }: OfficeVerb<Statements>,
): Promise<BatchResults<Statements> & { isDone: boolean }> {
  const { id, entry, recorded } = recordAuditEntry(context, { admin, action, ...about }, when);
  const rest = await statements(recorded, id);
  const results = (await batch(context.db, { entry, ...rest })) as BatchResults<Statements> & { entry: D1Result };
  const isDone = results.entry.meta.changes === 1;
  if (isDone) context.emit({ type: "officeChanged" });
  return { ...results, isDone };
}

/** An admin can read a conversation this long after opening it (O16). */
export const OPENING_TTL = 24 * HOUR;

/** The condition that an admin has opened a conversation and may still read it (O16); `conversationId` may be a column. */
export const isConversationOpenFor = (adminId: string, conversationId: string | SQL, now: Instant): SQL =>
  sql`exists (select 1 from conversation_openings openings where openings.conversation_id = ${conversationId}
    and openings.at > ${now - OPENING_TTL} and openings.admin_id = ${adminId})`;
