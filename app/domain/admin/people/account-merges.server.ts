import { eq, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { type Database, insertWhere, isOneOf } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { bookings, claimLinks, consents, contacts, officeNotes, phoneChannels, users } from "~/db/schema";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { hasSpokenConsent } from "../../notices/calls.server";
import { rebuildQueued } from "../../notices/notify.server";
import { OK, refuse } from "../../values/refusal";
import type { SteppedUpUser } from "../../values/user";
import type { MergedAccount } from "./office-users";

/** The id of a conversation, as `conversationIdOf` computes it. */
const conversationOf = (userId: string) =>
  sql`min(${userId}, contacts.other_id) || '.' || max(${userId}, contacts.other_id)`;

/** The condition that an account has what can't move: a review, an online payment, or a message, which plumbers can send to it. */
const hasUnmovableRecords = (id: string) => sql`(exists (select 1 from reviews where client_id = ${id})
  or exists (select 1 from online_payments where client_id = ${id})
  or exists (select 1 from contacts join messages on messages.conversation_id = contacts.conversation_id
    where contacts.user_id = ${id}))`;

/**
 * Merges a client's account that no one can sign in to into another client's (O28), for good: what is theirs moves, consents
 * only if both have one phone; the log, the ledger and receipts keep their ids. Done again, it succeeds. Refuses with
 * `notMergeable`.
 */
export async function mergeAccounts(
  context: DomainContext,
  admin: SteppedUpUser,
  mergedId: string,
  survivorId: string,
) {
  const { db, now } = context;
  const isMergedUser = sql`user_id = ${mergedId}`;
  // A consent that STOP has ended stays where its end is, or it would live again.
  const consentMoves = sql`${isMergedUser} and (select phone from users where id = ${mergedId}) = (select phone
    from users where id = ${survivorId})
    and ${hasSpokenConsent(mergedId)}`;
  const isReplaced = sql`exists (select 1 from phone_channels kept where kept.user_id = ${survivorId}
    and kept.channel = phone_channels.channel and kept.ended_at is null)`;
  const contact = {
    userId: sql`iif(side.is_own, ${survivorId}, other_id)`,
    otherId: sql`iif(side.is_own, other_id, ${survivorId})`,
    conversationId: conversationOf(survivorId),
    activeAt: sql`active_at`,
  };
  const from = sql`contacts join (select 1 as is_own union all select 0) as side`;
  const onConflict = { set: { askedAt: null, closedAt: null }, where: sql`asked_at is not null` };
  const { after } = await officeVerb(context, admin, "accountsMerged", {
    subject: { kind: "user", id: survivorId },
    after: { merged: mergedId },
    // A client who can't sign in has written, paid and reviewed nothing: those rows never move.
    when: sql`exists (select 1 from users where id = ${mergedId} and id <> ${survivorId} and role = 'client' and email is null
        and password_hash = 'none' and merged_into is null and suspended_at is null)
      and exists (select 1 from users where id = ${survivorId} and role = 'client' and suspended_at is null
        and merged_into is null and password_hash not in ('erased', 'merged'))
      and not ${hasUnmovableRecords(mergedId)}`,
    do: (recorded) => ({
      account: db
        .update(users)
        .set({ mergedInto: survivorId, passwordHash: "merged", updatedAt: now })
        .where(sql`id = ${mergedId} and ${recorded}`),
      accounts: db
        .update(users)
        .set({ mergedInto: survivorId })
        .where(sql`merged_into = ${mergedId} and ${recorded}`),
      claimLinks: db.delete(claimLinks).where(sql`${isMergedUser} and ${recorded}`),
      bookings: db
        .update(bookings)
        .set({ clientId: survivorId })
        .where(sql`client_id = ${mergedId} and ${recorded}`),
      notes: db
        .update(officeNotes)
        .set({ userId: survivorId })
        .where(sql`${isMergedUser} and ${recorded}`),
      consents: db
        .update(consents)
        .set({ userId: survivorId })
        .where(sql`${consentMoves} and ${recorded}`),
      // A phone follows its person; an account has one for each channel, so a second one ends.
      phones: db
        .update(phoneChannels)
        .set({ userId: survivorId, endedAt: sql`iif(${isReplaced}, ${now}, null)` })
        .where(sql`${isMergedUser} and ended_at is null and ${recorded}`),
      notices: rebuildQueued(context, { from: mergedId, to: survivorId }, recorded),
      contacts: insertWhere(db, contacts, contact, sql`${isMergedUser} and ${recorded}`, { from, onConflict }),
      othersContacts: db.delete(contacts)
        .where(sql`user_id in (select other_id from contacts where user_id = ${mergedId})
        and other_id = ${mergedId} and ${recorded}`),
      ownContacts: db.delete(contacts).where(sql`${isMergedUser} and ${recorded}`),
      after: db.select({ mergedInto: users.mergedInto }).from(users).where(eq(users.id, mergedId)),
    }),
  });
  return after[0]?.mergedInto === survivorId ? OK : refuse("notMergeable");
}

/** Counts what would move if an account were merged; `isBound`: it has records that can't move (O28). */
export async function countMovable(db: Database, id: string) {
  const [row] = await db.all<{
    bookings: number;
    open: number;
    notes: number;
    conversations: number;
    isBound: number;
  }>(sql`
    select count(*) as bookings,
      count(*) filter (where ${isOneOf(sql`status`, OPEN_STATUSES)}) as open,
      (select count(*) from office_notes where user_id = ${id}) as notes,
      (select count(*) from contacts where user_id = ${id}) as conversations,
      ${hasUnmovableRecords(id)} as isBound
    from bookings where client_id = ${id}`);
  return { ...row!, isBound: row!.isBound === 1 };
}

/** Finds whether two clients have had a booking at the same street (O28). */
export async function haveSameStreet(db: Database, id: string, otherId: string) {
  const rows = await db.all(sql`select 1 from bookings a join bookings b on a.street = b.street collate nocase
    where a.client_id = ${id} and b.client_id = ${otherId} limit 1`);
  return rows.length > 0;
}

/** Lists what was merged into an account, by name and phone; at most 10. */
export const listMerged = (db: Database, survivorId: string): Promise<MergedAccount[]> =>
  db
    .select({ id: users.id, name: nameIn<string>(users), phone: users.phone })
    .from(users)
    .where(eq(users.mergedInto, survivorId))
    .orderBy(users.id)
    .limit(10);
