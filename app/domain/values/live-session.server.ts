import type { SessionClaims } from "./user";
import { sql, type SQL } from "drizzle-orm";

/**
 * The condition that a user's session (the hash of its token) has not ended. What gives access asks it in the statement
 * that writes it (law 29): nothing made beside an end of access outlives it. `now` in milliseconds.
 */
export const isLiveSession = (sessionHash: string, userId: string, now: number): SQL =>
  sql`exists (select 1 from sessions where token_hash = ${sessionHash} and user_id = ${userId} and expires_at > ${now})`;

/** The condition that a sender may still act: their session is live (its token's hash), or, without one, their account. */
export const isLiveSender = (sessionHash: string | null, { id, role }: SessionClaims, now: number): SQL =>
  sessionHash === null
    ? sql`exists (select 1 from users where id = ${id} and role = ${role} and suspended_at is null)`
    : isLiveSession(sessionHash, id, now);

/** The condition that a program of a user's may have a socket open: a ticket of theirs waits, or was used for one. */
export const mayListen = (userId: string): SQL =>
  sql`exists (select 1 from sessions join socket_tickets on session_hash = token_hash where user_id = ${userId})`;
