import { sql } from "drizzle-orm";
import type { DomainContext } from "../../domain-context.server";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import type { Role } from "../../values/user";
import { issueDeviceToken } from "../known-device.server";
import { issueSessionToken, openSession } from "../sessions.server";
import { hashToken } from "../tokens.server";
import { knownFactors, consumeFactor } from "./factor-use.server";
import type { SignedIn } from "./pending-sign-in.server";
import type { SignedPasskey } from "./webauthn";

/**
 * Signs in with only a passkey (A22), which is two factors by itself: the device, and the finger, face or PIN that it
 * asks for. Refuses with `wrongPasskey`, also for a suspended account.
 */
export async function signInByPasskey(
  context: DomainContext,
  passkey: SignedPasskey,
): Promise<SignedIn | TooMany | Refusal<"wrongPasskey">> {
  const { db, sessionSecret } = context;
  const answer = { passkey };
  const [owner] = await db
    .select({
      userId: sql<string>`users.id`.as("user_id"),
      role: sql<Role>`users.role`.as("role"),
      email: sql<string>`users.email`.as("email"),
      passwordHash: sql<string>`users.password_hash`.as("password_hash"),
      ...knownFactors(sql`users.id`, answer),
    })
    .from(sql`users`)
    .where(sql`id = (select user_id from passkeys where credential_id = ${passkey.id})`);
  if (!owner) return refuse("wrongPasskey");

  const { userId, role, email, passwordHash } = owner;
  const token = await issueSessionToken(sessionSecret, { id: userId, role });
  const session = { tokenHash: await hashToken(token), userId, role, passwordHash };
  const result = await consumeFactor(context, {
    userId,
    answer,
    known: owner,
    isAlone: true,
    effect: openSession(context, session, sql`changes() = 1`),
    took: sql`exists (select 1 from sessions where token_hash = ${session.tokenHash})`,
  });
  if (!result.ok) return result.reason === "wrongFactor" ? refuse("wrongPasskey") : result;
  return { ok: true, token, deviceToken: await issueDeviceToken(context, email), id: userId, role };
}
