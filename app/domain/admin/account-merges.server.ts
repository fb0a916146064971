import { desc, eq, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { batch, statement, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { isOneOf } from "~/db/columns";
import { accountMerges, bookings, claimLinks, consents, contacts, officeNotes, users } from "~/db/schema";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { hasSpokenConsent } from "../notices/spoken-consent.server";
import { refuse, type Refusal } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { UNDO_FOR, type Movable, type PastMerge } from "./account-merges";

/** The order in which two contacts name their conversation, in the words of `conversationIdOf`. */
const conversationOf = (userId: string) =>
  sql`min(${userId}, contacts.other_id) || '.' || max(${userId}, contacts.other_id)`;

/**
 * The statement that recounts the bookings of two clients for Insights: who has booked before depends on both (O20).
 */
const countAnew = (db: Database, one: string, other: string, condition: ReturnType<typeof sql>) =>
  statement(
    db,
    // oxlint-disable-next-line pombi/typed-writes -- a view, whose trigger counts what is inserted.
    sql`insert into bookings_to_count (booking_id) select id from bookings where client_id in (${one}, ${other}) and ${condition}`,
  );

/**
 * The condition that an account has what can't move: a review, an online payment, a message, which plumbers can write
 * to it.
 */
const hasWhatStays = (id: string) => sql`(exists (select 1 from reviews where client_id = ${id})
  or exists (select 1 from online_payments where client_id = ${id})
  or exists (select 1 from contacts join messages on messages.conversation_id = contacts.conversation_id
    where contacts.user_id = ${id}))`;

/**
 * Merges a client's account that nobody can sign in to into another client's (O28, decision 095): bookings,
 * conversations, notes and what was merged into it move, consents too if both have one phone, in one batch with the
 * list of what moved. What the log, the ledger and receipts hold keeps its ids. Done already, it is no refusal.
 * Refuses with `notMergeable` all other accounts.
 */
export async function mergeAccounts(
  context: DomainContext,
  admin: SteppedUpUser,
  mergedId: string,
  survivorId: string,
): Promise<{ ok: true } | Refusal<"notMergeable">> {
  const { db, now, emit } = context;
  const { id, entry, recorded } = recordAuditEntry(
    context,
    { admin, action: "accountsMerged", subject: { kind: "user", id: survivorId }, after: { merged: mergedId } },
    // Whoever can't sign in has written, paid and reviewed nothing: those rows never move.
    sql`exists (select 1 from users where id = ${mergedId} and id <> ${survivorId} and role = 'client' and email is null
        and password_hash = 'none' and merged_into is null and suspended_at is null)
      and exists (select 1 from users where id = ${survivorId} and role = 'client' and suspended_at is null
        and merged_into is null and password_hash not in ('erased', 'merged'))
      and not ${hasWhatStays(mergedId)}`,
  );
  // A consent that STOP has ended stays where its end is, or it would live again.
  const consentMoves = sql`(select phone from users where id = ${mergedId}) = (select phone from users where id = ${survivorId})
    and ${hasSpokenConsent(mergedId)}`;
  const { after } = await batch(db, {
    entry,
    merge: insertWhere(
      db,
      accountMerges,
      {
        id,
        mergedId,
        survivorId,
        at: now,
        moved: sql`json_object(
        'bookings', json((select json_group_array(id) from bookings where client_id = ${mergedId})),
        'notes', json((select json_group_array(id) from office_notes where user_id = ${mergedId})),
        'accounts', json((select json_group_array(id) from users where merged_into = ${mergedId})),
        'consents', json((select json_group_array(id) from consents where user_id = ${mergedId} and ${consentMoves})),
        'contacts', json((select json_group_array(json_object('other', theirs.other_id, 'active', theirs.active_at,
            'conversation', theirs.conversation_id, 'isNew', own.user_id is null, 'asked', own.asked_at, 'closed', own.closed_at))
          from contacts as theirs left join contacts as own on own.user_id = ${survivorId} and own.other_id = theirs.other_id
          where theirs.user_id = ${mergedId})))`,
      },
      recorded,
    ),
    account: db
      .update(users)
      .set({ mergedInto: survivorId, passwordHash: "merged", updatedAt: now })
      .where(sql`id = ${mergedId} and ${recorded}`),
    accounts: db
      .update(users)
      .set({ mergedInto: survivorId })
      .where(sql`merged_into = ${mergedId} and ${recorded}`),
    claimLinks: db.delete(claimLinks).where(sql`user_id = ${mergedId} and ${recorded}`),
    bookings: db
      .update(bookings)
      .set({ clientId: survivorId })
      .where(sql`client_id = ${mergedId} and ${recorded}`),
    counted: countAnew(db, mergedId, survivorId, recorded),
    notes: db
      .update(officeNotes)
      .set({ userId: survivorId })
      .where(sql`user_id = ${mergedId} and ${recorded}`),
    consents: db
      .update(consents)
      .set({ userId: survivorId })
      .where(sql`user_id = ${mergedId} and ${consentMoves} and ${recorded}`),
    contacts: insertWhere(
      db,
      contacts,
      {
        userId: sql`iif(side.is_own, ${survivorId}, other_id)`,
        otherId: sql`iif(side.is_own, other_id, ${survivorId})`,
        conversationId: conversationOf(survivorId),
        activeAt: sql`active_at`,
      },
      sql`user_id = ${mergedId} and ${recorded}`,
      {
        from: sql`contacts join (select 1 as is_own union all select 0) as side`,
        onConflict: { set: { askedAt: null, closedAt: null }, where: sql`asked_at is not null` },
      },
    ),
    othersContacts: db.delete(contacts).where(sql`user_id in (select other_id from contacts where user_id = ${mergedId})
        and other_id = ${mergedId} and ${recorded}`),
    ownContacts: db.delete(contacts).where(sql`user_id = ${mergedId} and ${recorded}`),
    after: db.select({ mergedInto: users.mergedInto }).from(users).where(eq(users.id, mergedId)),
  });
  if (after[0]?.mergedInto !== survivorId) return refuse("notMergeable");
  emit({ type: "officeChanged" });
  return { ok: true };
}

/**
 * Undoes a merge within a day (O28): what was listed goes back, unless it has changed hands again, or the survivor has
 * since reviewed or paid online for it; what came since stays. Undone already, it is no refusal. Refuses with
 * `mergeOver`.
 */
export async function undoMerge(
  context: DomainContext,
  admin: SteppedUpUser,
  { id, mergedId, survivorId }: { id: string; mergedId: string; survivorId: string },
): Promise<{ ok: true } | Refusal<"mergeOver">> {
  const { db, now, emit } = context;
  const { entry, recorded } = recordAuditEntry(
    context,
    { admin, action: "mergeUndone", subject: { kind: "user", id: survivorId }, before: { merged: mergedId } },
    sql`exists (select 1 from account_merges where id = ${id} and merged_id = ${mergedId} and survivor_id = ${survivorId}
        and undone_at is null and at > ${now - UNDO_FOR})
      and exists (select 1 from users where id = ${mergedId} and merged_into = ${survivorId} and password_hash = 'merged')
      and exists (select 1 from users where id = ${survivorId} and password_hash not in ('erased', 'merged'))`,
  );
  const moved = (what: string) =>
    sql`(select value from json_each((select moved from account_merges where id = ${id}), ${`$.${what}`}))`;
  const contact = (name: string) => sql`json_extract(contact.value, ${`$.${name}`})`;
  const movedContacts = sql`json_each((select moved from account_merges where id = ${id}), '$.contacts') as contact`;
  const sharesBooking = sql`exists (select 1 from bookings where client_id = ${survivorId} and plumber_id = ${contact("other")})`;
  const sharedNow = (from: "own" | "others") =>
    db.delete(contacts)
      .where(sql`user_id ${from === "own" ? sql`= ${survivorId}` : sql`in (select ${contact("other")} from ${movedContacts})`}
      and other_id ${from === "own" ? sql`in (select ${contact("other")} from ${movedContacts})` : sql`= ${survivorId}`}
      and not exists (select 1 from messages where messages.conversation_id = contacts.conversation_id)
      and exists (select 1 from ${movedContacts} where ${contact("isNew")} = 1 and ${contact("other")} in (contacts.user_id, contacts.other_id)
        and not ${sharesBooking})
      and ${recorded}`);
  const { after } = await batch(db, {
    entry,
    merge: db
      .update(accountMerges)
      .set({ undoneAt: now })
      .where(sql`id = ${id} and ${recorded}`),
    account: db
      .update(users)
      .set({ mergedInto: null, passwordHash: "none", updatedAt: now })
      .where(sql`id = ${mergedId} and ${recorded}`),
    accounts: db
      .update(users)
      .set({ mergedInto: mergedId })
      .where(sql`id in ${moved("accounts")} and merged_into = ${survivorId} and ${recorded}`),
    bookings: db.update(bookings).set({ clientId: mergedId })
      .where(sql`id in ${moved("bookings")} and client_id = ${survivorId}
        and not exists (select 1 from reviews where reviews.booking_id = bookings.id)
        and not exists (select 1 from online_payments where online_payments.booking_id = bookings.id) and ${recorded}`),
    counted: countAnew(db, mergedId, survivorId, recorded),
    notes: db
      .update(officeNotes)
      .set({ userId: mergedId })
      .where(sql`id in ${moved("notes")} and user_id = ${survivorId} and ${recorded}`),
    consents: db.update(consents).set({ userId: mergedId })
      .where(sql`id in ${moved("consents")} and user_id = ${survivorId}
        and ${hasSpokenConsent(survivorId)} and ${recorded}`),
    contacts: insertWhere(
      db,
      contacts,
      {
        userId: sql`contact.owner`,
        otherId: sql`contact.other`,
        conversationId: sql`contact.conversation`,
        activeAt: sql`contact.active`,
      },
      recorded,
      {
        from: sql`(
          select ${mergedId} as owner, ${contact("other")} as other, ${contact("conversation")} as conversation, ${contact("active")} as active
          from ${movedContacts}
          union all
          select ${contact("other")}, ${mergedId}, ${contact("conversation")}, ${contact("active")} from ${movedContacts}) as contact`,
        onConflict: "nothing",
      },
    ),
    asked: db
      .update(contacts)
      .set({ askedAt: sql`contact.asked`, closedAt: sql`contact.closed` })
      .from(
        sql`(select ${contact("other")} as other, ${contact("asked")} as asked, ${contact("closed")} as closed from ${movedContacts}
        where ${contact("asked")} is not null and not ${sharesBooking}) as contact`,
      )
      .where(
        sql`(contacts.user_id, contacts.other_id) in ((${survivorId}, contact.other), (contact.other, ${survivorId})) and ${recorded}`,
      ),
    othersContacts: sharedNow("others"),
    ownContacts: sharedNow("own"),
    after: db.select({ undoneAt: accountMerges.undoneAt }).from(accountMerges).where(eq(accountMerges.id, id)),
  });
  if (typeof after[0]?.undoneAt !== "number") return refuse("mergeOver");
  emit({ type: "officeChanged" });
  return { ok: true };
}

/** What would move if an account were merged, and whether it has what can't (O28). */
export async function countMovable(db: Database, id: string): Promise<Movable> {
  const [row] = await db.all<Omit<Movable, "isBound"> & { isBound: number }>(sql`
    select (select count(*) from bookings where client_id = ${id}) as bookings,
      (select count(*) from bookings where client_id = ${id} and ${isOneOf(sql`status`, OPEN_STATUSES)}) as open,
      (select count(*) from office_notes where user_id = ${id}) as notes,
      (select count(*) from contacts where user_id = ${id}) as conversations,
      ${hasWhatStays(id)} as isBound`);
  return row
    ? { ...row, isBound: row.isBound === 1 }
    : { bookings: 0, open: 0, notes: 0, conversations: 0, isBound: false };
}

const selectMerges = (db: Database) =>
  db
    .select({
      id: accountMerges.id,
      mergedId: accountMerges.mergedId,
      survivorId: accountMerges.survivorId,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      phone: users.phone,
      at: accountMerges.at,
    })
    .from(accountMerges)
    .innerJoin(users, eq(users.id, accountMerges.mergedId));

/** Lists what was merged into an account and not taken out again, latest first; at most 10. */
export const listMerges = (db: Database, survivorId: string): Promise<PastMerge[]> =>
  selectMerges(db)
    .where(sql`${accountMerges.survivorId} = ${survivorId} and ${accountMerges.undoneAt} is null`)
    .orderBy(desc(accountMerges.at), desc(accountMerges.id))
    .limit(10);

/** Finds the merge of one account into another that is in force, or null. */
export async function findMerge(db: Database, mergedId: string, survivorId: string) {
  const [row] = await selectMerges(db)
    .where(
      sql`${accountMerges.survivorId} = ${survivorId} and ${accountMerges.mergedId} = ${mergedId} and ${accountMerges.undoneAt} is null`,
    )
    .limit(1);
  return row ?? null;
}
