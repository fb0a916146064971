import { sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { sessions, socketTickets, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import type { Instant } from "../time/harare";
import type { TooMany } from "../values/refusal";
import type { AuthenticatedUser, SessionClaims } from "../values/user";
import { hashToken, randomToken } from "./tokens.server";

/** How long a ticket can be used, in milliseconds (C9). */
const TICKET_LIFE = 30_000;

/**
 * Issues a ticket that opens one socket of the user's within 30 seconds (C9), in a URL that can carry no header.
 * Refuses with `tooMany` (L1).
 */
export async function issueSocketTicket(
  context: DomainContext,
  user: AuthenticatedUser,
): Promise<{ ok: true; ticket: string; expiresAt: Instant } | TooMany> {
  const { db, now } = context;
  const ticket = randomToken();
  const expiresAt = now + TICKET_LIFE;
  const attempt: Attempt = ["socketTicketPerUser", user.id];
  const { counted } = await batch(db, {
    counted: hit(context, attempt),
    ticket: insertWhere(
      db,
      socketTickets,
      { ticketHash: await hashToken(ticket), sessionHash: sql`token_hash`, expiresAt },
      sql`token_hash = ${user.sessionHash} and ${isWithinLimit(context, attempt)}`,
      { from: sql`sessions` },
    ),
  });
  return exceeded(context, counted) ?? { ok: true, ticket, expiresAt };
}

/** The condition that a program of a user's may have a socket open: a ticket of theirs waits, or was used for one. */
export const mayListen = (userId: string): SQL =>
  sql`exists (select 1 from sessions join socket_tickets on session_hash = token_hash where user_id = ${userId})`;

/**
 * Uses up a ticket and gives its user and session; null for a used, expired or unknown one, and once its session has
 * ended. Its row stays as long as the socket may (`socketLife`, milliseconds), for `mayListen`.
 */
export async function redeemSocketTicket(
  db: Database,
  ticket: string,
  now: Instant,
  socketLife: number,
): Promise<(SessionClaims & { sessionHash: string }) | null> {
  const ticketHash = await hashToken(ticket);
  const { owner } = await batch(db, {
    owner: db
      .select({ id: users.id, role: users.role, sessionHash: sessions.tokenHash })
      .from(socketTickets)
      .innerJoin(sessions, sql`${sessions.tokenHash} = ${socketTickets.sessionHash}`)
      .innerJoin(users, sql`${users.id} = ${sessions.userId} and ${users.role} = ${sessions.role}`)
      .where(
        sql`${socketTickets.ticketHash} = ${ticketHash} and ${socketTickets.expiresAt} > ${now} and ${sessions.expiresAt} > ${now}
          and ${users.suspendedAt} is null`,
      ),
    used: db
      .update(socketTickets)
      .set({ ticketHash: sql`'used ' || ticket_hash`, expiresAt: now + socketLife })
      .where(sql`ticket_hash = ${ticketHash} and expires_at > ${now}`),
  });
  return owner[0] ?? null;
}
