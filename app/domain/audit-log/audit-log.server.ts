import { sql, SQL } from "drizzle-orm";
import { batch, type BatchEntry, type BatchResults, insertWhere } from "~/db/client.server";
import { auditLog } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import type { AuditAction, Change, SubjectKind } from "./audit-log";
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
