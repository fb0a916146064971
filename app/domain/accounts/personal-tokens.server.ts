import { and, desc, eq, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { personalTokens, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { webhookNotices } from "../notices/webhooks/webhook-endpoints.server";
import { exceeded, hit, type CountingContext } from "../rate-limits/counter.server";
import { HOUR, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { RotatingSecret } from "../values/rotating-secret";
import type { AuthenticatedUser, SessionClaims, SteppedUpUser } from "../values/user";
import { TOKEN_PREFIX, type PersonalToken, type PersonalTokenForm, type Scope } from "./personal-token";
import { userFields, withoutSession } from "./sessions.server";
import { areClaimsValid, readClaims, signClaims, hashToken } from "./tokens.server";

/** How many tokens a user may have. */
const MAX_TOKENS = 20;

const PURPOSE = "personal-token.";

/**
 * Makes a token by which a user's program calls the API (X12), tells them by email, and gives it: it is shown this once,
 * and only its hash is kept. Refuses with `tooManyTokens` beyond twenty. One of an admin would name nobody (`readPersonalTokenClaims`).
 */
export async function makePersonalToken(
  context: DomainContext,
  user: SteppedUpUser,
  { name, scopes }: PersonalTokenForm,
): Promise<{ ok: true; id: string; token: string } | Refusal<"tooManyTokens">> {
  const { db, now, sessionSecret } = context;
  const id = newId();
  const token = TOKEN_PREFIX + (await signClaims(sessionSecret, user, PURPOSE));
  const tokenHash = await hashToken(token);
  const { made } = await batch(db, {
    made: insertWhere(
      db,
      personalTokens,
      { id, userId: user.id, tokenHash, name, scopes: JSON.stringify([...new Set(scopes)]), createdAt: now },
      sql`(select count(*) from personal_tokens where user_id = ${user.id}) < ${MAX_TOKENS}`,
    ),
    notice: notify(
      context,
      { user: user.id },
      webhookNotices.programAdded,
      { name: user.firstName, role: user.role, what: "A personal token", label: name },
      { causeId: id, condition: sql`exists (select 1 from personal_tokens where id = ${id})` },
    ),
  });
  return made.meta.changes === 1 ? { ok: true, id, token } : refuse("tooManyTokens");
}

/** Whom a personal token names, if the signature is ours; else null. Does not say whether it still works. */
export async function readPersonalTokenClaims(secret: RotatingSecret, token: string): Promise<SessionClaims | null> {
  if (!token.startsWith(TOKEN_PREFIX)) return null;
  const claims = await readClaims(secret, token.slice(TOKEN_PREFIX.length), PURPOSE);
  return claims?.role === "admin" ? null : claims;
}

/** A token that works, and its user. */
export interface TokenInUse {
  ok: true;
  id: string;
  user: AuthenticatedUser;
  scopes: Scope[];
  lastUsedAt: Instant | null;
}

/**
 * Finds the user of a token that works, and counts the call (L1): refuses with `tooMany`. Null for a revoked one, another
 * role by now, and a suspended account.
 */
export async function findTokenInUse(
  context: CountingContext,
  token: string,
  viewer: SessionClaims,
): Promise<TokenInUse | TooMany | null> {
  const { db } = context;
  const tokenHash = await hashToken(token);
  const { counted, found } = await batch(db, {
    counted: hit(
      context,
      ["callsPerToken", tokenHash],
      sql`exists (select 1 from personal_tokens where token_hash = ${tokenHash})`,
    ),
    found: db
      .select({
        ...userFields,
        tokenId: personalTokens.id,
        scopes: personalTokens.scopes,
        lastUsedAt: personalTokens.lastUsedAt,
      })
      .from(personalTokens)
      .innerJoin(users, eq(users.id, personalTokens.userId))
      .where(and(eq(personalTokens.tokenHash, tokenHash), areClaimsValid(viewer))),
  });
  const [row] = found;
  if (!row) return null;
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  const { tokenId, scopes, lastUsedAt, ...user } = row;
  return {
    ok: true,
    id: tokenId,
    user: withoutSession(user),
    scopes: JSON.parse(scopes) as Scope[],
    lastUsedAt,
  };
}

/** Remembers that a token was used, at most once an hour. Runs after the response. */
export async function markTokenUsed(db: Database, { id, lastUsedAt }: TokenInUse, now: Instant): Promise<void> {
  if (lastUsedAt !== null && now - lastUsedAt < HOUR) return;
  await db.update(personalTokens).set({ lastUsedAt: now }).where(eq(personalTokens.id, id));
}

/** Lists the tokens of a user, newest first. */
export async function listPersonalTokens(db: Database, userId: string): Promise<PersonalToken[]> {
  const rows = await db
    .select({
      id: personalTokens.id,
      name: personalTokens.name,
      scopes: personalTokens.scopes,
      createdAt: personalTokens.createdAt,
      lastUsedAt: personalTokens.lastUsedAt,
    })
    .from(personalTokens)
    .where(eq(personalTokens.userId, userId))
    .orderBy(desc(personalTokens.createdAt));
  return rows.map(({ scopes, ...row }) => ({ ...row, scopes: JSON.parse(scopes) as Scope[] }));
}

/** Revokes a token of a user: its next call is refused. Refuses with `tokenNotFound`. */
export async function revokePersonalToken(
  { db }: DomainContext,
  user: AuthenticatedUser,
  id: string,
): Promise<{ ok: true } | Refusal<"tokenNotFound">> {
  const { meta } = await db.delete(personalTokens).where(sql`id = ${id} and user_id = ${user.id}`);
  return meta.changes === 1 ? { ok: true } : refuse("tokenNotFound");
}
