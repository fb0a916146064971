import { sql } from "drizzle-orm";
import { type Database, statement } from "~/db/client.server";
import { sessions, socketTickets, users } from "~/db/schema";
import type { Instant } from "../time/harare";
import { hashToken, randomToken } from "./tokens.server";
import type { AuthenticatedUser, SessionClaims } from "../values/user";

/** How long a ticket can be used (C9). */
export const TICKET_LIFE = 30_000;

/** A ticket that opens one socket of the user's within 30 seconds: an address can carry it where a header cannot. */
export async function issueSocketTicket(
  db: Database,
  user: AuthenticatedUser,
  now: Instant,
): Promise<{ ticket: string; expiresAt: Instant }> {
  const ticket = randomToken();
  const expiresAt = now + TICKET_LIFE;
  await statement(
    db,
    sql`
    insert into socket_tickets (ticket_hash, session_hash, expires_at)
    select ${await hashToken(ticket)}, token_hash, ${expiresAt} from sessions where token_hash = ${user.sessionHash}`,
  );
  return { ticket, expiresAt };
}

/** Whose ticket it is, with their session; null when it is used, late, unknown, or its session has ended. Used up by asking. */
export async function redeemSocketTicket(
  db: Database,
  ticket: string,
  now: Instant,
): Promise<(SessionClaims & { sessionHash: string }) | null> {
  const ticketHash = await hashToken(ticket);
  const [[owner]] = await db.batch([
    db
      .select({ id: users.id, role: users.role, sessionHash: sessions.tokenHash })
      .from(socketTickets)
      .innerJoin(sessions, sql`${sessions.tokenHash} = ${socketTickets.sessionHash}`)
      .innerJoin(users, sql`${users.id} = ${sessions.userId} and ${users.role} = ${sessions.role}`)
      .where(
        sql`${socketTickets.ticketHash} = ${ticketHash} and ${socketTickets.expiresAt} > ${now} and ${sessions.expiresAt} > ${now}
          and ${users.suspendedAt} is null`,
      ),
    db.delete(socketTickets).where(sql`ticket_hash = ${ticketHash}`),
  ]);
  return owner ?? null;
}
