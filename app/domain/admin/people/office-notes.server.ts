import { eq, sql } from "drizzle-orm";
import { type Database, selectFacts, insertWhere, columnsOf, firstRow, isAsShown } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { officeNotes, users } from "~/db/schema";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { OK, refuse, refuseChanged } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";

/** Finds a note of the office about someone (O22), or null. */
export const findNote = (db: Database, userId: string, id: string) =>
  firstRow(selectNotes(db).where(sql`${officeNotes.id} = ${id} and ${officeNotes.userId} = ${userId}`));

export const selectNotes = (db: Database) =>
  db
    .select({
      ...columnsOf(officeNotes, "id", "userId", "words", "authorId", "at", "editedAt"),
      authorName: nameIn(users).as("author_name"),
    })
    .from(officeNotes)
    .innerJoin(users, eq(users.id, officeNotes.authorId));

interface NewNote {
  id: string;
  words: string;
}
interface NoteKey {
  userId: string;
  id: string;
}

/** Writes a note about someone (O22). The same id again changes nothing. Refuses with `userNotFound`, for an erased account too. */
export async function addNote(context: DomainContext, admin: AuthenticatedUser, userId: string, note: NewNote) {
  const { db, now } = context;
  const { id, words } = note;
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
  return after[0]?.isNote ? OK : refuse("userNotFound");
}

/**
 * Changes a note of one's own (O22), where its words are still the ones `shown`. Refuses with `noteNotFound` for everyone
 * else's, and with `changedMeanwhile` and the `present` words.
 */
export async function editNote(
  context: DomainContext,
  admin: AuthenticatedUser,
  note: NoteKey,
  { words, shown }: { words: string; shown?: string },
) {
  const { db, now } = context;
  const { userId, id } = note;
  const isOwn = sql`id = ${id} and author_id = ${admin.id}`;
  const { after } = await officeVerb(context, admin, "noteEdited", {
    subject: { kind: "user", id: userId },
    when: sql`exists (select 1 from office_notes where ${isOwn} and words <> ${words} and ${isAsShown(sql`words`, shown)})`,
    do: (recorded) => ({
      changed: db
        .update(officeNotes)
        .set({ words, editedAt: now })
        .where(sql`id = ${id} and ${recorded}`),
      after: db.select({ words: officeNotes.words }).from(officeNotes).where(isOwn),
    }),
  });
  if (!after[0]) return refuse("noteNotFound");
  return after[0].words === words ? OK : refuseChanged(after[0]);
}

/** Deletes a note, anybody's of the office (O22). One that is gone already is no refusal. */
export async function deleteNote(context: DomainContext, admin: AuthenticatedUser, { userId, id }: NoteKey) {
  await officeVerb(context, admin, "noteDeleted", {
    subject: { kind: "user", id: userId },
    when: sql`exists (select 1 from office_notes where id = ${id})`,
    do: (recorded) => ({ deleted: context.db.delete(officeNotes).where(sql`id = ${id} and ${recorded}`) }),
  });
}
