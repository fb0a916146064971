import { eq, sql } from "drizzle-orm";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { countAttempt, exceeded, forgiveAttempts, type Attempt } from "../values/attempts.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { hashPassword, needsRehash, passwordMatches } from "./passwords.server";
import { issueSessionToken, openSession } from "./sessions.server";
import { hashToken } from "./tokens.server";
import type { Role } from "./user";

export type SignInResult =
  | { ok: true; token: string; id: string; role: Role }
  | TooMany
  | Refusal<"wrongCredentials" | "emailNotVerified" | "accountSuspended">;

/**
 * Opens a session (spec 2.4, product.md 3 and 4). An unknown address costs the same time as a known one and gets
 * the same answer; that the e-mail is not verified, or the account suspended, only a right password learns.
 * Failures count per e-mail and address together, before anything is hashed; a success takes its count back.
 */
export async function signIn(
  context: DomainContext,
  credentials: { email: string; password: string },
  address: string,
): Promise<SignInResult> {
  const { db, limits, now } = context;
  const attempts: Attempt[] = [
    ["signInPerPerson", `${credentials.email} ${address}`],
    ["signInPerAddress", address],
  ];
  const [perPerson, perAddress, found] = await db.batch([
    countAttempt(db, limits, attempts[0]!, now),
    countAttempt(db, limits, attempts[1]!, now),
    db.select().from(users).where(eq(users.email, credentials.email)),
  ]);
  const tooMany = exceeded(limits, [...perPerson, ...perAddress], now);
  if (tooMany) return tooMany;

  const user = found[0] ?? null;
  const matches = await passwordMatches(credentials.password, user?.passwordHash ?? null);
  if (!user || !matches) return refuse("wrongCredentials");
  if (!user.emailVerifiedAt) return refuse("emailNotVerified");
  if (user.suspendedAt) return refuse("accountSuspended");

  const token = await issueSessionToken(context.sessionSecret, user);
  const session = { tokenHash: await hashToken(token), userId: user.id, role: user.role, passwordHash: user.passwordHash };
  const renewed = needsRehash(user.passwordHash) ? await hashPassword(credentials.password) : user.passwordHash;
  const [opened] = await db.batch([
    openSession(db, session, now),
    forgiveAttempts(db, attempts),
    db
      .update(users)
      .set({ passwordHash: renewed })
      .where(sql`id = ${user.id} and password_hash = ${user.passwordHash} and password_hash <> ${renewed}`),
  ]);
  // The password was changed, or the account suspended, while we hashed.
  if (opened.meta.changes === 0) return refuse("wrongCredentials");
  return { ok: true, token, id: user.id, role: user.role };
}
