import { sql } from "drizzle-orm";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { hitRateLimit, exceeded, refundRateLimits, type Attempt } from "../rate-limits/rate-limits.server";
import { countWithGrowingWait, mustWait } from "../rate-limits/growing-wait.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { issueDeviceToken, readDeviceToken } from "./known-device.server";
import { hashPassword, matchingHashes, needsRehash, renewedRecipe } from "./passwords.server";
import { issueSessionToken, openSession } from "./sessions.server";
import { hashToken } from "./tokens.server";
import type { Role } from "../values/user";

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The IPv4 address or IPv6 /64. */
  address: string;
  /** What this browser kept of an earlier sign-in; null: nothing, or no browser. */
  deviceToken: string | null;
}

export type SignInResult =
  | { ok: true; token: string; deviceToken: string; id: string; role: Role }
  | TooMany
  | Refusal<"wrongCredentials" | "emailNotVerified" | "accountSuspended">;

/**
 * Opens a session (A7, A10). An unknown email costs the same time as a known one and gets the same
 * answer; that the email is not verified, or the account suspended, only a right password learns: of a registration,
 * too, whether or not its email has an account. Failures count before anything is hashed; a success takes its count
 * back.
 */
export async function signIn(
  context: DomainContext,
  credentials: { email: string; password: string },
  origin: SignInOrigin,
): Promise<SignInResult> {
  const { db, now, sessionSecret } = context;
  const { email, password } = credentials;
  const device = await readDeviceToken(sessionSecret, origin.deviceToken, email);
  const { attempts, tooMany, found, waiting } = await beginSignIn(context, email, origin.address, device);
  if (tooMany) return tooMany;

  const [user] = found;
  const matching = await matchingHashes(password, [
    ...(user ? [user.passwordHash] : []),
    ...waiting.map(({ hash }) => hash),
  ]);
  if (!user || !matching.includes(user.passwordHash))
    return refuse(matching.length > 0 ? "emailNotVerified" : "wrongCredentials");
  if (user.suspendedAt) return refuse("accountSuspended");

  const token = await issueSessionToken(sessionSecret, user);
  const session = {
    tokenHash: await hashToken(token),
    userId: user.id,
    role: user.role,
    passwordHash: user.passwordHash,
  };
  const renewed = needsRehash(user.passwordHash)
    ? await hashPassword(password, renewedRecipe(user.passwordHash))
    : user.passwordHash;
  const [opened] = await db.batch([
    openSession(db, session, now),
    refundRateLimits(db, attempts),
    db
      .update(users)
      .set({ passwordHash: renewed })
      .where(sql`id = ${user.id} and password_hash = ${user.passwordHash} and password_hash <> ${renewed}`),
  ]);
  // The password was changed, or the account suspended, while we hashed.
  if (opened.meta.changes === 0) return refuse("wrongCredentials");
  const deviceToken = device && origin.deviceToken ? origin.deviceToken : await issueDeviceToken(sessionSecret, email);
  return { ok: true, token, deviceToken, id: user.id, role: user.role };
}

/** Counts the attempt and finds what the password may belong to, in one round trip. A known device has tries of its own, so that nobody locks an owner out. */
async function beginSignIn({ db, limits, now }: DomainContext, email: string, address: string, device: string | null) {
  const reads = [
    db
      .select()
      .from(users)
      .where(sql`email = ${email} and email_verified_at is not null`),
    db
      .select({ hash: sql<string>`password_hash`.as("password_hash") })
      .from(sql`registrations`)
      .where(sql`email = ${email}`),
  ] as const;
  if (device) {
    const attempt: Attempt = ["signInPerDevice", device];
    const [counted, found, waiting] = await db.batch([hitRateLimit(db, limits, attempt, now), ...reads]);
    return { attempts: [attempt], tooMany: exceeded(limits, counted, now), found, waiting };
  }
  const perPerson: Attempt = ["signInPerPerson", `${email} ${address}`];
  const perEmail: Attempt = ["signInPerEmail", email];
  const [counted, waited, , standing, found, waiting] = await db.batch([
    hitRateLimit(db, limits, perPerson, now),
    ...countWithGrowingWait(db, limits, perEmail, perPerson, now),
    ...reads,
  ]);
  return {
    attempts: [perPerson, perEmail],
    tooMany: exceeded(limits, counted, now) ?? mustWait(waited, standing),
    found,
    waiting,
  };
}
