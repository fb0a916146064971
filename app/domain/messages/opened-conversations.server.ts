import { desc, eq, sql } from "drizzle-orm";
import { selectFacts, type Database, insertWhere, columnsOf } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { auditLog, contacts, conversationOpenings, users } from "~/db/schema";
import { officeVerb, isConversationOpenFor, OPENING_TTL } from "../audit-log/audit-log.server";
import { client, plumber } from "../bookings/queries/booking-views.server";
import { conversationIdOf } from "../contacts/contacts.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import type { Instant } from "../time/harare";
import { OK, refuse } from "../values/refusal";
import { fullName, type AuthenticatedUser, type SessionClaims, type Named } from "../values/user";
import { messageNotices } from "./message-notices";
import { OPENING_KIND_WORDS, sidesOf, type OpeningKind } from "./message";

const MESSAGES_COUNTED = 1000;

const areContacts = (client: string, plumber: string) => sql`exists (
  select 1 from contacts join users client on client.id = contacts.user_id join users plumber on plumber.id = contacts.other_id
  where contacts.user_id = ${client} and contacts.other_id = ${plumber} and client.role = 'client' and plumber.role = 'plumber')`;

interface FoundConversation {
  id: string;
  client: Named & { id: string };
  plumber: Named & { id: string };
  messages: number;
  lastAt: Instant | null;
  /** Null: it isn't open for this admin. */
  openUntil: Instant | null;
}

/**
 * Finds a conversation of a client and a plumber for an admin (O16): whose it is, how many messages it has, when the last
 * was written, and nothing that they say. Null for everything else, admins' conversations too.
 */
export async function findConversation(
  db: Database,
  admin: SessionClaims,
  id: string,
  now: Instant,
): Promise<FoundConversation | null> {
  const sides = sidesOf(id);
  if (!sides) return null;
  const [one, other] = sides;
  const [row] = await db
    .select({
      client: columnsOf(client, "id", "firstName", "lastName"),
      plumber: columnsOf(plumber, "id", "firstName", "lastName"),
      messages: sql<number>`(select count(*) from (
        select 1 from messages where conversation_id = ${id} limit ${MESSAGES_COUNTED}))`.as("messages"),
      lastAt: sql<Instant | null>`(
        select created_at from messages where conversation_id = ${id} order by seq desc limit 1)`.as("last_at"),
      openedAt: sql<Instant | null>`(select max(at) from conversation_openings
        where conversation_id = ${id} and at > ${now - OPENING_TTL} and admin_id = ${admin.id})`.as("opened_at"),
    })
    .from(contacts)
    .innerJoin(client, sql`${client.id} = user_id and ${client.role} = 'client'`)
    .innerJoin(plumber, sql`${plumber.id} = other_id and ${plumber.role} = 'plumber'`)
    .where(sql`user_id in (${one}, ${other}) and other_id in (${one}, ${other})`);
  if (!row) return null;
  const { openedAt, ...conversation } = row;
  const openUntil = openedAt === null ? null : openedAt + OPENING_TTL;
  return { id, ...conversation, openUntil };
}

/**
 * Opens a conversation, which `findConversation` gave, for this admin for 24 hours (O16), and tells both sides. One that is
 * open for them already stays as it is. Refuses with `conversationNotFound` when the two may not write to each other.
 */
export async function openConversation(
  context: DomainContext,
  admin: AuthenticatedUser,
  { id, client, plumber }: FoundConversation,
  { kind, words }: { kind: OpeningKind; words: string },
) {
  const { db, now } = context;
  const isOpen = isConversationOpenFor(admin.id, id, now);
  const opening = { conversationId: id, adminId: admin.id, kind, at: now };
  const { after } = await officeVerb(context, admin, "conversationOpened", {
    subject: { kind: "user", id: client.id },
    after: { with: plumber.id, because: kind },
    reason: words,
    when: sql`${areContacts(client.id, plumber.id)} and not ${isOpen}`,
    do: (recorded, openingId) => ({
      opening: insertWhere(db, conversationOpenings, { ...opening, id: openingId }, recorded),
      told: [[client, plumber] as const, [plumber, client] as const].map(([reader, other]) =>
        notify(context, {
          to: reader.id,
          cause: openingId,
          when: recorded,
          notice: messageNotices.conversationOpened,
          facts: {
            reader: reader.firstName,
            otherId: other.id,
            other: fullName(other),
            kind,
          },
        }),
      ),
      after: selectFacts(db, { isOpen }),
    }),
  });
  return after[0]?.isOpen ? OK : refuse("conversationNotFound");
}

const OPENINGS_SHOWN = 20;

/** Lists the latest 20 openings of a viewer's conversation with someone (O16), oldest first. */
export async function listOpenings(db: Database, viewer: SessionClaims, otherId: string) {
  const openings = await db
    .select({ kind: conversationOpenings.kind, at: conversationOpenings.at })
    .from(conversationOpenings)
    .where(eq(conversationOpenings.conversationId, conversationIdOf(viewer.id, otherId)))
    .orderBy(desc(conversationOpenings.at), desc(conversationOpenings.id))
    .limit(OPENINGS_SHOWN);
  return openings.reverse().map(({ kind, at }) => ({ why: OPENING_KIND_WORDS[kind], at }));
}

/** Lists the latest 20 openings of a conversation for the office, latest first, with who opened it and what they wrote. */
export const listOpeningsForOffice = (db: Database, conversationId: string) =>
  db
    .select({
      ...columnsOf(conversationOpenings, "id", "kind", "at"),
      adminName: nameIn(users),
      words: auditLog.reason,
    })
    .from(conversationOpenings)
    .innerJoin(users, eq(users.id, conversationOpenings.adminId))
    .innerJoin(auditLog, eq(auditLog.id, conversationOpenings.id))
    .where(eq(conversationOpenings.conversationId, conversationId))
    .orderBy(desc(conversationOpenings.at), desc(conversationOpenings.id))
    .limit(OPENINGS_SHOWN);
