import { eq, sql, type SQL } from "drizzle-orm";
import { type Database, type Write, selectFacts } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { officeNotes, users } from "~/db/schema";
import { officeVerb } from "../audit-log/office-verb.server";
import type { DomainContext } from "../domain-context.server";
import { refuse, type Refusal } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import type { OfficeNote } from "./office-note";

/** Finds a note of the office about someone (O22), or null. */
export async function findNote(db: Database, userId: string, id: string): Promise<OfficeNote | null> {
  const [note] = await selectNotes(db).where(sql`${officeNotes.id} = ${id} and ${officeNotes.userId} = ${userId}`);
  return note ?? null;
}

/** The query of the office's notes, without a condition or an order. */
export const selectNotes = (db: Database) =>
  db
    .select({
      id: officeNotes.id,
      userId: officeNotes.userId,
      words: officeNotes.words,
      authorId: officeNotes.authorId,
      authorName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as("author_name"),
      at: officeNotes.at,
      editedAt: officeNotes.editedAt,
    })
    .from(officeNotes)
    .innerJoin(users, eq(users.id, officeNotes.authorId));

/** Writes a note about someone (O22). The same id again changes nothing. Refuses with `userNotFound`, for an erased account too. */
export async function addNote(
  context: DomainContext,
  admin: AuthenticatedUser,
  userId: string,
  { id, words }: { id: string; words: string },
): Promise<{ ok: true } | Refusal<"userNotFound">> {
  const { db, now } = context;
  const isNote = sql`exists (select 1 from office_notes where id = ${id} and user_id = ${userId})`;
  const { after } = await officeVerb(context, admin, "noteAdded", {
    subject: { kind: "user", id: userId },
    when: sql`exists (select 1 from users where id = ${userId} and password_hash not in ('erased', 'merged'))
      and not exists (select 1 from office_notes where id = ${id})`,
    do: (recorded) => ({
      note: insertWhere(db, officeNotes, { id, userId, authorId: admin.id, words, at: now }, recorded),
      after: selectFacts(db, { isNote }),
    }),
  });
  return after[0]?.isNote ? { ok: true } : refuse("userNotFound");
}

/** Changes a note of one's own (O22). Refuses with `noteNotFound` for everyone else's. */
export const editNote = (
  context: DomainContext,
  admin: AuthenticatedUser,
  { userId, id }: Pick<OfficeNote, "userId" | "id">,
  words: string,
) =>
  changeNote(context, admin, "noteEdited", userId, {
    condition: sql`exists (select 1 from office_notes where id = ${id} and author_id = ${admin.id} and words <> ${words})`,
    change: (recorded) =>
      context.db
        .update(officeNotes)
        .set({ words, editedAt: context.now })
        .where(sql`id = ${id} and ${recorded}`),
    isDone: sql`exists (select 1 from office_notes where id = ${id} and author_id = ${admin.id} and words = ${words})`,
  });

/** Deletes a note, anybody's of the office (O22). One that is gone already is no refusal. */
export const deleteNote = (
  context: DomainContext,
  admin: AuthenticatedUser,
  { userId, id }: Pick<OfficeNote, "userId" | "id">,
) =>
  changeNote(context, admin, "noteDeleted", userId, {
    condition: sql`exists (select 1 from office_notes where id = ${id})`,
    change: (recorded) => context.db.delete(officeNotes).where(sql`id = ${id} and ${recorded}`),
    isDone: sql`not exists (select 1 from office_notes where id = ${id})`,
  });

/** Changes a note in one batch with the log, which says who and about whom, not what it said. */
async function changeNote(
  context: DomainContext,
  admin: AuthenticatedUser,
  action: "noteEdited" | "noteDeleted",
  userId: string,
  { condition, change, isDone }: { condition: SQL; change: (recorded: SQL) => Write; isDone: SQL },
): Promise<{ ok: true } | Refusal<"noteNotFound">> {
  const { after } = await officeVerb(context, admin, action, {
    subject: { kind: "user", id: userId },
    when: condition,
    do: (recorded) => ({
      changed: change(recorded),
      after: selectFacts(context.db, { isDone }),
    }),
  });
  return after[0]?.isDone ? { ok: true } : refuse("noteNotFound");
}
