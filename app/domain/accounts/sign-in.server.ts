import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, refund, type Attempt } from "../rate-limits/counter.server";
import { hitWithGrowingWait, mustWait } from "../rate-limits/growing-wait.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { issueDeviceToken, readDeviceToken } from "./known-device.server";
import { hashPassword, matchingHashes, needsRehash, renewedRecipe } from "./passwords.server";
import { issueSessionToken, openSession } from "./sessions.server";
import { hashToken } from "./tokens.server";
import type { Role } from "../values/user";

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The IPv4 address or IPv6 /64. */
  clientAddress: string;
  /** The cookie of an earlier sign-in in this browser (A13), or null. */
  deviceToken: string | null;
}

export type SignInResult =
  | { ok: true; token: string; deviceToken: string; id: string; role: Role }
  | TooMany
  | Refusal<"wrongCredentials" | "emailNotVerified" | "accountSuspended">;

/**
 * Opens a session (A10). An unknown email takes the same time as a known one and gets the same result (A7). Only the
 * right password, an account's or a registration's, learns that the email is not verified or the account suspended.
 * Attempts count before anything is hashed, and a success is refunded. Gives the tokens of the session and of the
 * device. Refuses with `wrongCredentials`, `emailNotVerified`, `accountSuspended`, `tooMany`.
 */
export async function signIn(
  context: DomainContext,
  credentials: { email: string; password: string },
  origin: SignInOrigin,
): Promise<SignInResult> {
  const { db, now, sessionSecret } = context;
  const { email, password } = credentials;
  const device = await readDeviceToken(sessionSecret, origin.deviceToken, email);
  const { attempts, tooMany, accounts, waiting } = await beginSignIn(context, email, origin.clientAddress, device);
  if (tooMany) return tooMany;

  const [user] = accounts;
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
  const { opened } = await batch(db, {
    opened: openSession(db, session, now),
    refunded: refund(context, attempts),
    rehashed: db
      .update(users)
      .set({ passwordHash: renewed })
      .where(sql`id = ${user.id} and password_hash = ${user.passwordHash} and password_hash <> ${renewed}`),
  });
  // The password was changed, or the account suspended, while we hashed.
  if (opened.meta.changes === 0) return refuse("wrongCredentials");
  const deviceToken = device && origin.deviceToken ? origin.deviceToken : await issueDeviceToken(sessionSecret, email);
  return { ok: true, token, deviceToken, id: user.id, role: user.role };
}

/**
 * Counts the attempt and finds the hashes that the password may belong to, in one batch. A known device is counted by
 * itself alone, so nobody locks an owner out (A13).
 */
async function beginSignIn(context: DomainContext, email: string, clientAddress: string, device: string | null) {
  const { db } = context;
  const reads = {
    accounts: db
      .select()
      .from(users)
      .where(sql`email = ${email} and email_verified_at is not null`),
    waiting: db
      .select({ hash: sql<string>`password_hash`.as("password_hash") })
      .from(sql`registrations`)
      .where(sql`email = ${email}`),
  };
  if (device) {
    const attempt: Attempt = ["signInPerDevice", device];
    const { counted, ...found } = await batch(db, { counted: hit(context, attempt), ...reads });
    return { attempts: [attempt], tooMany: exceeded(context, counted), ...found };
  }
  const perUser: Attempt = ["signInPerUser", `${email} ${clientAddress}`];
  const perEmail: Attempt = ["signInPerEmail", email];
  const { counted, waited, standing, ...found } = await batch(db, {
    counted: hit(context, perUser),
    ...hitWithGrowingWait(context, perEmail, perUser),
    ...reads,
  });
  return {
    attempts: [perUser, perEmail],
    tooMany: exceeded(context, counted) ?? mustWait({ waited, standing }),
    ...found,
  };
}
