import { and, eq, isNull } from "drizzle-orm";
import { users } from "~/db/schema";
import type { RotatingSecret } from "../values/rotating-secret";
import { ROLES, type Role, type SessionClaims } from "../values/user";
import { isSigned, sign } from "./signatures.server";
import { randomToken } from "./tokens.server";

// What the tokens of sessions and of programs have in common: they name user and role, with 32 random bytes and an HMAC
// over all of it (A11, X12).

/** Makes a token that names user and role. `purpose` is signed too: no token of one kind passes for another. */
export async function signClaims(secret: RotatingSecret, { id, role }: SessionClaims, purpose = ""): Promise<string> {
  const claims = `${id}.${role}.${randomToken()}`;
  return `${claims}.${await sign(secret, purpose + claims)}`;
}

/** Whom a token names, if the signature is ours; else null. Does not say whether it still works. */
export async function readClaims(secret: RotatingSecret, token: string, purpose = ""): Promise<SessionClaims | null> {
  const [id, role, random, signature, ...rest] = token.split(".");
  if (!id || !role || !random || !signature || rest.length > 0) return null;
  if (!ROLES.includes(role as Role)) return null;
  return (await isSigned(secret, `${purpose}${id}.${role}.${random}`, signature)) ? { id, role: role as Role } : null;
}

/** The condition over `users` that the claims still hold: the role is the same, and the account is not suspended. */
export const areClaimsValid = ({ id, role }: SessionClaims) =>
  and(eq(users.id, id), eq(users.role, role), isNull(users.suspendedAt));
