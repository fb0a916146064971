import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, type Attempt } from "../rate-limits/counter.server";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { issueDeviceToken, readDeviceToken, type KnownDevice } from "./known-device.server";
import { hashPassword, matchingHashes, needsRehash, renewedRecipe } from "./passwords.server";
import type { FactorAnswer } from "./second-factor/factor-answer";
import { hasSecondFactor } from "./second-factor/factor-conditions.server";
import { knownFactors, consumeFactor } from "./second-factor/factor-use.server";
import { keepPendingSignIn, type SignedIn } from "./second-factor/pending-sign-in.server";
import { issueSessionToken, openSession } from "./sessions.server";
import { countStranger, takeBackSignIn } from "./sign-in-attempts.server";
import { hashToken } from "./tokens.server";

/** Where a sign-in comes from. */
export interface SignInOrigin {
  /** The IPv4 address or IPv6 /64. */
  clientAddress: string;
  /** The cookie of an earlier sign-in in this browser (A13), or null. */
  deviceToken: string | null;
}

export type SignInResult =
  | SignedIn
  | TooMany
  | Refusal<"wrongCredentials" | "emailNotVerified" | "accountSuspended">
  | (Refusal<"secondFactorRequired"> & { pendingToken: string });

/**
 * Opens a session (A10). An unknown email takes the same time as a known one and gets the same result (A7). Only the
 * right password, an account's or a registration's, learns that the email is not verified or the account suspended.
 * Attempts count before anything is hashed, and a success is refunded. Returns the tokens of the session and of the
 * device. Refuses with `wrongCredentials`, `emailNotVerified`, `accountSuspended`, `tooMany`; and with
 * `secondFactorRequired` where one is set up, with the token under which the sign-in waits for it (A22).
 */
export async function signIn(
  context: DomainContext,
  credentials: Credentials,
  origin: SignInOrigin,
): Promise<SignInResult> {
  const checked = await checkPassword(context, credentials, origin, null);
  if (!checked.ok) return checked;
  const { user, attempts, passwordHash, rehashed } = checked;
  if (!user.hasSecondFactor) return openSignedIn(context, checked, origin);
  const pending = await keepPendingSignIn(context, user.id, passwordHash);
  await batch(context.db, { rehashed, pending: pending.kept, refunded: takeBackSignIn(context, attempts) });
  return { ...refuse("secondFactorRequired"), pendingToken: pending.token };
}

/**
 * Opens a session for a program (A10, A22), which sends the second factor along where one is set up: a code of the
 * app, or a recovery code. Refuses as `signIn` does, with `secondFactorRequired` while it is missing, and with
 * `wrongFactor`.
 */
export async function signInByCall(
  context: DomainContext,
  credentials: Credentials,
  answer: FactorAnswer | null,
  clientAddress: string,
): Promise<
  | Omit<SignedIn, "deviceToken">
  | TooMany
  | Refusal<"wrongCredentials" | "emailNotVerified" | "accountSuspended" | "secondFactorRequired" | "wrongFactor">
> {
  const { db } = context;
  const origin = { clientAddress, deviceToken: null };
  const checked = await checkPassword(context, credentials, origin, answer);
  if (!checked.ok) return checked;
  const { user, attempts, rehashed } = checked;
  if (!user.hasSecondFactor) return openSignedIn(context, checked, origin);
  if (!answer) {
    await batch(db, { rehashed, refunded: takeBackSignIn(context, attempts) });
    return refuse("secondFactorRequired");
  }
  const session = await newSession(context, checked);
  const took = sql`exists (select 1 from sessions where token_hash = ${session.row.tokenHash})`;
  const result = await consumeFactor(context, {
    userId: user.id,
    answer,
    known: user,
    // The new hash comes after the session, which asks for the one that was checked.
    effect: openSession(context, { ...session.row, passwordHash: user.passwordHash }, sql`changes() = 1`),
    took,
    more: [rehashed, ...takeBackSignIn(context, attempts, took)],
  });
  return result.ok ? { ok: true, token: session.token, id: user.id, role: user.role } : result;
}

interface Credentials {
  email: string;
  password: string;
}

type Checked = Extract<Awaited<ReturnType<typeof checkPassword>>, { ok: true }>;

/** Checks the password, and gives the account with what opening its session takes. */
async function checkPassword(
  context: DomainContext,
  { email, password }: Credentials,
  origin: SignInOrigin,
  answer: FactorAnswer | null,
) {
  const { db, sessionSecret } = context;
  const shown = await readDeviceToken(sessionSecret, origin.deviceToken, email);
  const waiting = (known: KnownDevice | null) => (known ? { known: known.id } : { address: origin.clientAddress });
  // Before D1 is asked: a flood should cost no more than this.
  const full = context.hashing.refusal(waiting(shown));
  if (full) return full;
  const begun = await beginSignIn(context, email, origin.clientAddress, shown, answer);
  const { device, attempts, tooMany, accounts, registered } = begun;
  if (tooMany) return tooMany;
  const busy = await context.hashing.takeTurn(waiting(device));
  if (busy) {
    await batch(db, { takenBack: takeBackSignIn(context, attempts) });
    return busy;
  }
  const [user] = accounts;
  const matching = await matchingHashes(context.hashing.cost, password, [
    ...(user ? [user.passwordHash] : []),
    ...registered.map(({ hash }) => hash),
  ]);
  if (!user || !matching.includes(user.passwordHash))
    return refuse(matching.length > 0 ? "emailNotVerified" : "wrongCredentials");
  if (user.suspendedAt) return refuse("accountSuspended");
  const passwordHash = needsRehash(context.hashing.cost, user.passwordHash)
    ? await hashPassword(password, renewedRecipe(context.hashing.cost, user.passwordHash))
    : user.passwordHash;
  const rehashed = db
    .update(users)
    .set({ passwordHash })
    .where(sql`id = ${user.id} and password_hash = ${user.passwordHash} and password_hash <> ${passwordHash}`);
  return { ok: true as const, user, email, device, attempts, passwordHash, rehashed };
}

/** The token of a session to be opened, and its row. */
async function newSession({ sessionSecret }: DomainContext, { user, passwordHash }: Checked) {
  const token = await issueSessionToken(sessionSecret, user);
  return { token, row: { tokenHash: await hashToken(token), userId: user.id, role: user.role, passwordHash } };
}

async function openSignedIn(
  context: DomainContext,
  checked: Checked,
  origin: SignInOrigin,
): Promise<SignedIn | Refusal<"wrongCredentials">> {
  const { db } = context;
  const { user, email, device, attempts, rehashed } = checked;
  const { token, row } = await newSession(context, checked);
  const { opened } = await batch(db, {
    rehashed,
    opened: openSession(context, row),
    refunded: takeBackSignIn(context, attempts),
  });
  // The password was changed, the account suspended or a second factor set up, while we hashed.
  if (opened.meta.changes === 0) return refuse("wrongCredentials");
  const deviceToken = device && origin.deviceToken ? origin.deviceToken : await issueDeviceToken(context, email);
  return { ok: true, token, deviceToken, id: user.id, role: user.role };
}

/**
 * Counts the attempt and finds the hashes that the password may belong to, in one batch. A known device is counted
 * separately, so nobody can lock an owner out (A13); one from before all access was ended is none (A12).
 */
async function beginSignIn(
  context: DomainContext,
  email: string,
  clientAddress: string,
  shown: KnownDevice | null,
  answer: FactorAnswer | null,
) {
  const { db } = context;
  const reads = {
    accounts: db
      .select({
        id: users.id,
        role: users.role,
        passwordHash: users.passwordHash,
        suspendedAt: users.suspendedAt,
        accessEndedAt: users.accessEndedAt,
        hasSecondFactor: sql<boolean>`${hasSecondFactor(sql`${users.id}`)}`.mapWith(Boolean).as("has_second_factor"),
        ...knownFactors(sql`${users.id}`, answer),
      })
      .from(users)
      .where(sql`email = ${email} and email_verified_at is not null`),
    registered: db
      .select({ hash: sql<string>`password_hash`.as("password_hash") })
      .from(sql`registrations`)
      .where(sql`email = ${email}`),
  };
  if (shown) {
    const attempt: Attempt = ["signInPerDevice", shown.id];
    const { counted, ...found } = await batch(db, { counted: hit(context, attempt), ...reads });
    if (shown.issuedAt >= (found.accounts[0]?.accessEndedAt ?? 0)) {
      const attempts = { windows: [attempt], refilling: [] };
      return { device: shown, attempts, tooMany: exceeded(context, counted), ...found };
    }
  }
  const { statements, counted, tooMany } = countStranger(context, email, clientAddress);
  const found = await batch(db, { ...statements, ...reads });
  const { accounts, registered } = found;
  return { device: null, attempts: counted, tooMany: tooMany(found), accounts, registered };
}
