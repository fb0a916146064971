import { and, desc, eq, sql } from "drizzle-orm";
import { batch, type Database, insertWhere, columnsOf, selectFacts } from "~/db/client.server";
import { personalTokens, users, sessions, socketTickets } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notifyOfProgram } from "../notices/webhooks/webhook-endpoints.server";
import { exceeded, hit, type CountingContext, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { HOUR, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { isLiveSession } from "../values/live-session.server";
import { OK, refuse, type TooMany } from "../values/refusal";
import type { RotatingSecret } from "../values/secrets";
import type { AuthenticatedUser, SessionClaims, SignedInUser, SteppedUpUser } from "../values/user";
import { TOKEN_PREFIX, type PersonalToken, type PersonalTokenForm, type Scope } from "./personal-token";
import { areClaimsValid, readClaims, signClaims, hashToken, randomToken } from "./tokens.server";
import { userFields, withoutSession } from "./user-fields.server";

const MAX_TOKENS = 20;

const PURPOSE = "personal-token.";

/**
 * Makes a token by which a user's program calls the API (X12), and tells them. Refuses with `tooManyTokens` beyond 20 at a
 * time, with `tooMany` beyond 20 a day (L1), and with `sessionEnded`.
 */
export async function makePersonalToken(context: DomainContext, user: SteppedUpUser, form: PersonalTokenForm) {
  const { db, now, sessionSecret } = context;
  const { name, scopes } = form;
  const id = newId();
  const token = TOKEN_PREFIX + (await signClaims(sessionSecret, user, PURPOSE));
  const tokenHash = await hashToken(token);
  const row = { id, userId: user.id, tokenHash, name, scopes: JSON.stringify([...new Set(scopes)]), createdAt: now };
  const attempt: Attempt = ["tokenPerUser", user.id];
  const isLive = isLiveSession(user.sessionHash, user.id, now);
  const hasRoom = sql`(select count(*) from personal_tokens where user_id = ${user.id}) < ${MAX_TOKENS}`;
  const isStored = sql`exists (select 1 from personal_tokens where id = ${id})`;
  const { before, counted, made } = await batch(db, {
    before: selectFacts(db, { isLive }),
    counted: hit(context, attempt, sql`${isLive} and ${hasRoom}`),
    made: insertWhere(db, personalTokens, row, sql`${isLive} and ${hasRoom} and ${isWithinLimit(context, attempt)}`),
    notices: notifyOfProgram(context, user, { id, what: "personal token", label: name }, isStored),
  });
  if (made.meta.changes === 1) return { ok: true as const, id, token };
  if (!before[0]?.isLive) return refuse("sessionEnded");
  return exceeded(context, counted) ?? refuse("tooManyTokens");
}

/** Reads whom a personal token names, as `readClaims`. */
export async function readPersonalTokenClaims(secret: RotatingSecret, token: string): Promise<SessionClaims | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const claims = await readClaims(secret, token.slice(TOKEN_PREFIX.length), PURPOSE);
  return claims?.role === "admin" ? null : claims;
}

interface TokenInUse {
  ok: true;
  id: string;
  user: SignedInUser;
  scopes: Scope[];
  lastUsedAt: Instant | null;
}

/** Finds a working token's user and counts the call (L1), or null. Refuses with `tooMany`. */
export async function findTokenInUse(
  context: CountingContext,
  token: string,
  viewer: SessionClaims,
): Promise<TokenInUse | TooMany | null> {
  const { db } = context;
  const tokenHash = await hashToken(token);
  const isKept = sql`exists (select 1 from personal_tokens where token_hash = ${tokenHash})`;
  const { counted, found } = await batch(db, {
    counted: hit(context, ["callsPerToken", tokenHash], isKept),
    found: db
      .select({ ...userFields, tokenId: personalTokens.id, ...columnsOf(personalTokens, "scopes", "lastUsedAt") })
      .from(personalTokens)
      .innerJoin(users, eq(users.id, personalTokens.userId))
      .where(and(eq(personalTokens.tokenHash, tokenHash), areClaimsValid(viewer))),
  });
  const [row] = found;
  if (!row) return null;
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  const { tokenId, scopes, lastUsedAt, ...user } = row;
  // Tokens are made in a session.
  const owner = withoutSession(user) as SignedInUser;
  return { ok: true, id: tokenId, user: owner, scopes: readScopes(scopes), lastUsedAt };
}

const readScopes = (stored: string): Scope[] => JSON.parse(stored);

/** Remembers that a token was used, at most once an hour. Runs after the response. */
export async function markTokenUsed(db: Database, { id, lastUsedAt }: TokenInUse, now: Instant): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < HOUR) return;
  await db.update(personalTokens).set({ lastUsedAt: now }).where(eq(personalTokens.id, id));
}

export async function listPersonalTokens(db: Database, userId: string): Promise<PersonalToken[]> {
  const columns = ["id", "name", "scopes", "createdAt", "lastUsedAt"] as const;
  const rows = db
    .select(columnsOf(personalTokens, ...columns))
    .from(personalTokens)
    .where(eq(personalTokens.userId, userId));
  return (await rows.orderBy(desc(personalTokens.createdAt))).map((row) => ({
    ...row,
    scopes: readScopes(row.scopes),
  }));
}

/** Revokes a token of a user: its next call is refused. Refuses with `tokenNotFound`. */
export async function revokePersonalToken({ db }: DomainContext, user: AuthenticatedUser, id: string) {
  const { meta } = await db.delete(personalTokens).where(sql`id = ${id} and user_id = ${user.id}`);
  return meta.changes === 1 ? OK : refuse("tokenNotFound");
}

const TICKET_LIFE = 30_000;

/** Issues a ticket that opens one socket within 30 seconds by its URL alone (C9). Refuses with `tooMany` (L1). */
export async function issueSocketTicket(context: DomainContext, user: AuthenticatedUser) {
  const { db, now } = context;
  const ticket = randomToken();
  const expiresAt = now + TICKET_LIFE;
  const attempt: Attempt = ["socketTicketPerUser", user.id];
  const row = { ticketHash: await hashToken(ticket), sessionHash: sql`token_hash`, expiresAt };
  const isAllowed = sql`token_hash = ${user.sessionHash} and ${isWithinLimit(context, attempt)}`;
  const { counted } = await batch(db, {
    counted: hit(context, attempt),
    ticket: insertWhere(db, socketTickets, row, isAllowed, { from: sql`sessions` }),
  });
  return exceeded(context, counted) ?? { ok: true as const, ticket, expiresAt };
}

/**
 * Uses up a ticket and gives its user and session; null for a used, expired or unknown one, and once its session has
 * ended. Its row stays as long as the socket may (`socketLife`, milliseconds), for `mayListen`.
 */
export async function redeemSocketTicket(db: Database, ticket: string, now: Instant, socketLife: number) {
  const ticketHash = await hashToken(ticket);
  const used = { ticketHash: sql`'used ' || ticket_hash`, expiresAt: now + socketLife };
  const { owner } = await batch(db, {
    owner: db
      .select({ id: users.id, role: users.role, sessionHash: sessions.tokenHash })
      .from(socketTickets)
      .innerJoin(sessions, sql`token_hash = session_hash`)
      .innerJoin(users, sql`${users.id} = user_id and ${users.role} = ${sessions.role}`)
      .where(
        sql`ticket_hash = ${ticketHash} and socket_tickets.expires_at > ${now} and sessions.expires_at > ${now}
          and suspended_at is null`,
      ),
    used: db
      .update(socketTickets)
      .set(used)
      .where(sql`ticket_hash = ${ticketHash} and expires_at > ${now}`),
  });
  return owner[0] ?? null;
}
