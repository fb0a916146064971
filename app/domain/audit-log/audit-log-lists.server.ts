import { and, desc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { nameById, nameIn } from "~/db/user-names.server";
import { auditLog, users } from "~/db/schema";
import { listPage, type PageRequest } from "../values/lists";
import { keysetOrder } from "../values/lists.server";
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type Change } from "./audit-log";

const selectEntries = (db: Database) =>
  db
    .select({
      ...columnsOf(auditLog, "id", "action", "subjectKind", "subjectId", "reason", "at"),
      adminName: nameIn<string>(users),
      /** By name or reference; null where it has neither. */
      subject: sql<string | null>`case subject_kind
    when 'user' then ${nameById(sql`subject_id`)}
    when 'registration' then coalesce((select first_name || ' ' || last_name from registrations
    where registrations.id = subject_id), ${nameById(sql`subject_id`)})
    when 'booking' then (select reference from bookings where bookings.id = subject_id)
    when 'review' then ${nameById(sql`(select plumber_id from reviews where reviews.id = subject_id)`)}
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
  { cursor: from, isAscending }: PageRequest,
  limit = PAGE_SIZE,
) {
  const byDate = keysetOrder(auditLog.at, auditLog.id, isAscending);
  const { items, next } = await listPage(from, limit, {
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

/** Their changes name users by id. */
const NAMING_USERS = [
  "bookingAssigned",
  "bookingMade",
  "enquiryAssigned",
  "conversationOpened",
  "accountsMerged",
] satisfies AuditAction[];

const namingUsers = (change: typeof auditLog.before | typeof auditLog.after) => sql<
  string | null
>`iif(${isOneOf(auditLog.action, NAMING_USERS)} and ${change} is not null,
  (select json_group_object(key, coalesce(${nameById(sql`json_each.value`)}, json_each.value)) from json_each(${change})), ${change})`;

const knownAction = z.custom<AuditAction>((name) => typeof name === "string" && Object.hasOwn(AUDIT_ACTIONS, name));

const change = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const readChange = (json: string | null): Change | null => (json === null ? null : change.parse(JSON.parse(json)));
