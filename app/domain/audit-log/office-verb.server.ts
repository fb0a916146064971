import type { SQL } from "drizzle-orm";
import { batch, type BatchEntry, type BatchResults } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";
import type { AuthenticatedUser } from "../values/user";
import type { AuditAction } from "./audit-log";
import { recordAuditEntry, type NewAuditEntry } from "./audit-log.server";

interface OfficeVerb<Statements> extends Omit<NewAuditEntry, "admin" | "action"> {
  /** The condition under which it acts, besides that the admin still is one. */
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
  action: AuditAction,
  { when, do: statements, ...about }: OfficeVerb<Statements>,
): Promise<BatchResults<Statements> & { isDone: boolean }> {
  const { id, entry, recorded } = recordAuditEntry(context, { admin, action, ...about }, when);
  const results = (await batch(context.db, {
    entry,
    ...(await statements(recorded, id)),
  })) as BatchResults<Statements> & {
    entry: D1Result;
  };
  const isDone = results.entry.meta.changes === 1;
  if (isDone) context.emit({ type: "officeChanged" });
  return { ...results, isDone };
}
