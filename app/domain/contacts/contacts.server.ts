import { sql, type SQL } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { type Database, insertWhere, isOneOf } from "~/db/client.server";
import { contacts, users } from "~/db/schema";
import { WHATSAPP_WINDOW } from "../accounts/account";
import { hasNoEmail, hasPhoneChannel } from "../notices/calls.server";
import { DAY, type Instant } from "../time/harare";
import type { SessionClaims } from "../values/user";

export const conversationIdOf = (one: string, other: string): string => [one, other].sort().join(".");

/**
 * The condition, over `users`, that someone can read what a `writer` writes: all but clients without an email (N20) or
 * a phone of their own (Q7), to whom no client writes.
 */
export const readsMessages = ({ role }: Pick<SessionClaims, "role">): SQL =>
  role === "client" ? sql`true` : sql`(not ${hasNoEmail(users)} or ${hasPhoneChannel(sql`users.id`)})`;

/** The condition that someone reads messages by WhatsApp: they have no email, or have written there within a day. */
export const readsByWhatsApp = (userId: string, now: Instant): SQL =>
  sql`exists (select 1 from phone_channels join users on users.id = user_id where user_id = ${userId} and channel = 'whatsapp'
    and ended_at is null and (email is null or last_inbound_at > ${now - WHATSAPP_WINDOW}))`;

const MOST_PARTNERS = 8;

/**
 * Lists whom someone's words may be for, the latest first: the other sides of their open jobs, and whom they wrote with
 * within a day.
 */
export const listPartners = (db: Database, user: Pick<SessionClaims, "id" | "role">, now: Instant) =>
  db.all<{ id: string; firstName: string }>(sql`select id, first_name as "firstName" from users
    where suspended_at is null and ${readsMessages(user)} and id in (
      select plumber_id from bookings where client_id = ${user.id} and ${isOneOf(sql`status`, OPEN_STATUSES)}
      union select client_id from bookings where plumber_id = ${user.id} and ${isOneOf(sql`status`, OPEN_STATUSES)}
      union select other_id from contacts where user_id = ${user.id} and active_at > ${now - DAY})
    order by (select active_at from contacts where user_id = ${user.id} and other_id = users.id) desc, id
    limit ${MOST_PARTNERS}`);

/** The booking that a phone was told of last, since then, or that it was a message (null); undefined: nothing. */
export const lastToldOf = async (db: Database, phone: string, since: Instant): Promise<string | null | undefined> =>
  (
    await db.get<{ id: string | null } | undefined>(sql`select booking_id as id from notices where recipient = ${phone}
      and (booking_id is not null or kind = 'messageOnPhone') and created_at > ${since} order by created_at desc limit 1`)
  )?.id;

// The two rows of a conversation, one of each side.
const pairOf = (one: string, other: string) =>
  sql`(select ${one} as one, ${other} as other union all select ${other}, ${one}) as pair`;
const sides = (one: string, other: string) => ({
  userId: sql`pair.one`,
  otherId: sql`pair.other`,
  conversationId: conversationIdOf(one, other),
});

/** The statement that lets two people write to each other (C1); a question becomes a conversation (C16). */
export function introduce(db: Database, one: string, other: string, condition: SQL, now: Instant) {
  return insertWhere(db, contacts, { ...sides(one, other), activeAt: now }, condition, {
    from: pairOf(one, other),
    onConflict: { set: { askedAt: null, closedAt: null }, where: sql`asked_at is not null` },
  });
}

/** The statement that closes a client's question to a plumber, or opens it again, where `condition` holds (C16). */
export const setClosed = (db: Database, plumber: string, client: string, closedAt: Instant | null, condition: SQL) =>
  db.update(contacts).set({ closedAt })
    .where(sql`(user_id, other_id) in (values (${plumber}, ${client}), (${client}, ${plumber})) and asked_at is not null
      and ${condition}`);

export const areStrangers = (one: string, other: string): SQL =>
  sql`not exists (select 1 from contacts where user_id = ${one} and other_id = ${other})`;

/** The statement that opens a conversation for a client's question (C16), where `condition` holds and there is none. */
export function introduceToAsk(db: Database, client: string, plumber: string, condition: SQL, now: Instant) {
  const row = { ...sides(client, plumber), activeAt: now, askedAt: now };
  const isPossible = sql`${condition} and ${areStrangers(client, plumber)}`;
  return insertWhere(db, contacts, row, isPossible, { from: pairOf(client, plumber), onConflict: "nothing" });
}
