import { bytesOf, toBase64Url, fromBase64Url, type RotatingSecret } from "../values/secrets";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { users } from "~/db/schema";
import { ROLES, type Role, type SessionClaims } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { CHOSEN_TOPICS, isChoosable, type ChosenTopic } from "../notices/choices";
import { isLiveSession } from "../values/live-session.server";

/** Makes 32 random bytes, in base64url for a link or a cookie. */
export const randomToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Hashes a token with SHA-256, in hex: all that D1 keeps of it. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface EmailedToken {
  token: string;
  tokenHash: string;
}

export async function newEmailedToken(): Promise<EmailedToken> {
  const token = randomToken();
  return { token, tokenHash: await hashToken(token) };
}

/** Signs a text: its HMAC under the current value of the secret, in base64url. */
export async function sign([current]: RotatingSecret, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await signingKey(current), bytesOf(text))));
}

/** Tells if a signature is ours for this text, under any value of the secret (S9), in constant time. */
async function isSigned(secret: RotatingSecret, text: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  if (!bytes) return false;
  for (const value of secret)
    if (await crypto.subtle.verify("HMAC", await signingKey(value), bytes, bytesOf(text))) return true;
  return false;
}

/** Imported once per isolate: that costs more than signing. */
const keys = new Map<string, CryptoKey>();

async function signingKey(value: string): Promise<CryptoKey> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key =
    keys.get(value) ?? (await crypto.subtle.importKey("raw", bytesOf(value), hmac, false, ["sign", "verify"]));
  keys.set(value, key);
  return key;
}

/**
 * Makes a token that names user and role, of a session (A11) or a program (X12): 32 random bytes, and an HMAC over all of
 * it. `purpose` is signed too, so no token of one kind passes for another.
 */
export async function signClaims(secret: RotatingSecret, { id, role }: SessionClaims, purpose = ""): Promise<string> {
  const claims = `${id}.${role}.${randomToken()}`;
  return `${claims}.${await sign(secret, purpose + claims)}`;
}

/** Reads whom a token names; null if the signature isn't ours. Does not say whether it still works. */
export async function readClaims(secret: RotatingSecret, token: string, purpose = ""): Promise<SessionClaims | null> {
  const [id, role, random, signature, ...rest] = token.split(".");
  if (!id || !role || !random || !signature || rest.length > 0) return null;
  if (!ROLES.includes(role as Role)) return null;
  return (await isSigned(secret, `${purpose}${id}.${role}.${random}`, signature)) ? { id, role: role as Role } : null;
}

/** The condition over `users` that the claims still hold: the role is the same, and the account is not suspended. */
export const areClaimsValid = ({ id, role }: SessionClaims) =>
  and(eq(users.id, id), eq(users.role, role), isNull(users.suspendedAt));

/**
 * Makes the token that a browser keeps after a sign-in with an email (A13): it names no one and opens nothing. It counts
 * until access is ended again after `accessEndedAt` (A12), which the sign-in has read.
 */
export async function issueDeviceToken(
  { sessionSecret }: Pick<DomainContext, "sessionSecret">,
  email: string,
  accessEndedAt: number | null,
) {
  const device = `${randomToken()}.${accessEndedAt ?? 0}`;
  return `${device}.${await sign(sessionSecret, claim(device, email))}`;
}

export interface KnownDevice {
  id: string;
  since: Instant;
}

/**
 * Reads which browser has signed in with this email before, and since which end of access; null for no token, a forged
 * one, another email's.
 */
export async function readDeviceToken(
  secret: RotatingSecret,
  token: string | null,
  email: string,
): Promise<KnownDevice | null> {
  const [id, at, signature, ...rest] = (token ?? "").split(".");
  if (!id || !at || !signature || rest.length > 0) return null;
  return (await isSigned(secret, claim(`${id}.${at}`, email), signature)) ? { id, since: Number(at) } : null;
}

const claim = (device: string, email: string) => `device ${device} ${email}`;

/** The topic, if its emails end by one click (N13). */
const unsubscribable = (topic: string): ChosenTopic | undefined =>
  CHOSEN_TOPICS.find((known) => known === topic && isChoosable(known, "email"));

const claimOf = (userId: string, topic: string) => `unsubscribe ${userId} ${topic}`;

/** The token by which an email's topic is switched off without signing in; null for emails that stay on. It never ends. */
export async function unsubscribeToken(secret: RotatingSecret, userId: string, topic: string): Promise<string | null> {
  return unsubscribable(topic) ? `${userId}.${topic}.${await sign(secret, claimOf(userId, topic))}` : null;
}

export async function readUnsubscribeToken(secret: RotatingSecret, token: string) {
  const [userId = "", name = "", signature = ""] = token.split(".");
  const topic = unsubscribable(name);
  return topic && (await isSigned(secret, claimOf(userId, topic), signature)) ? { userId, topic } : null;
}

/** The condition that a viewer's session lives, by its token, as `findSession` checks it. */
export const isSignedIn = async (token: string, viewer: SessionClaims, now: Instant): Promise<SQL> =>
  sql`(${isLiveSession(await hashToken(token), viewer.id, now)} and exists (select 1 from users where ${areClaimsValid(viewer)}))`;
