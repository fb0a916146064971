import { sql, type SQL } from "drizzle-orm";
import { batch, columnsOf } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, refund, isUsedUp, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { refuse } from "../values/refusal";
import { issueDeviceToken, readDeviceToken, type KnownDevice } from "./tokens.server";
import { hashPassword, matchingHashes, needsRehash, renewedRecipe, waitToHash } from "./passwords.server";
import type { FactorAnswer } from "./second-factor/factor-answers";
import { hasSecondFactor } from "./second-factor/factor-changes.server";
import { knownFactors } from "./second-factor/factor-use.server";
import { keepPendingSignIn, openSessionByFactor } from "./second-factor/factor-sign-in.server";
import { newSession } from "./sessions.server";
import { networkOf } from "../rate-limits/limits";

interface SignInOrigin {
  /** The IPv4 address or IPv6 /64. */
  clientAddress: string;
  /** The cookie of an earlier sign-in in this browser (A13), or null. */
  deviceToken: string | null;
}

/**
 * Opens a session (A10); an unknown email takes the same time and gets the same result (A7). Refuses with
 * `wrongCredentials` and `tooMany`; to the right password also with `emailNotVerified`, `accountSuspended`, and with
 * `secondFactorRequired` and the token under which the sign-in waits (A22).
 */
export async function signIn(context: DomainContext, credentials: Credentials, origin: SignInOrigin) {
  const checked = await checkPassword(context, credentials, origin, null);
  if (!checked.ok) return checked;
  const { user, counted, passwordHash, rehashed } = checked;
  if (!user.hasSecondFactor) return openSignedIn(context, checked);
  const pending = await keepPendingSignIn(context, user.id, passwordHash);
  await batch(context.db, { rehashed, pending: pending.kept, refunded: refund(context, counted) });
  return { ...refuse("secondFactorRequired"), pendingToken: pending.token };
}

/** Opens a session for a program that sends its factor along (A22). Refuses as `signIn`, and with `wrongFactor`. */
export async function signInByCall(
  context: DomainContext,
  credentials: Credentials,
  answer: FactorAnswer | null,
  clientAddress: string,
) {
  const checked = await checkPassword(context, credentials, { clientAddress, deviceToken: null }, answer);
  if (!checked.ok) return checked;
  const { user, counted, rehashed } = checked;
  if (!user.hasSecondFactor) return openSignedIn(context, checked);
  if (!answer) {
    await batch(context.db, { rehashed, refunded: refund(context, counted) });
    return refuse("secondFactorRequired");
  }
  // The new hash comes after the session, which asks for the one that was checked.
  return openSessionByFactor(context, user, answer, { more: (took) => [rehashed, refund(context, counted, took)] });
}

type Credentials = Record<"email" | "password", string>;
type Checked = Extract<Awaited<ReturnType<typeof checkPassword>>, { ok: true }>;

async function checkPassword(
  context: DomainContext,
  { email, password }: Credentials,
  origin: SignInOrigin,
  answer: FactorAnswer | null,
) {
  const { db, sessionSecret } = context;
  const { clientAddress } = origin;
  const shown = await readDeviceToken(sessionSecret, origin.deviceToken, email);
  const waiting = (known: KnownDevice | null) => (known ? { known: known.id } : { address: clientAddress });
  // Before D1 is asked: a flood should cost no more than this.
  const full = context.hashing.refusal(waiting(shown));
  if (full) return full;
  const begun = await beginSignIn(context, email, origin.clientAddress, shown, answer);
  const { device, counted, tooMany, accounts, registered } = begun;
  if (tooMany) return tooMany;
  const busy = await waitToHash(context, waiting(device), counted);
  if (busy) return busy;
  const [user] = accounts;
  const hashes = [...accounts.map(({ passwordHash }) => passwordHash), ...registered.map(({ hash }) => hash)];
  const matching = await matchingHashes(context.hashing.cost, password, hashes);
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
  const deviceToken = device && origin.deviceToken;
  return { ok: true as const, user, email, deviceToken, counted, passwordHash, rehashed };
}

async function openSignedIn(context: DomainContext, checked: Checked) {
  const { user, email, counted, passwordHash, rehashed } = checked;
  const session = await newSession(context, { ...user, passwordHash });
  const { opened } = await batch(context.db, { rehashed, opened: session.opened, refunded: refund(context, counted) });
  // The password was changed, the account suspended or a second factor set up, while we hashed.
  if (opened.meta.changes === 0) return refuse("wrongCredentials");
  const deviceToken = checked.deviceToken ?? (await issueDeviceToken(context, email));
  return { ok: true as const, token: session.token, deviceToken, id: user.id, role: user.role };
}

/**
 * Counts the attempt and finds the hashes. A known device counts on its own, so nobody can lock an owner out (A13); one
 * from before all access was ended is none (A12).
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
        ...columnsOf(users, "id", "role", "passwordHash", "suspendedAt", "accessEndedAt"),
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
  const count = async (attempts: readonly ConditionalAttempt[]) => {
    const hits = attempts.map(([attempt, condition]) => hit(context, attempt, condition));
    const { counters, ...found } = await batch(db, { counters: hits, ...reads });
    const counted = attempts.flatMap(([attempt], at) => (counters[at]!.length > 0 ? [attempt] : []));
    return { counted, tooMany: exceeded(context, counters.flat()), ...found };
  };
  if (shown) {
    const begun = await count([[["signInPerDevice", shown.id], sql`true`]]);
    if (shown.issuedAt >= (begun.accounts[0]?.accessEndedAt ?? 0)) return { device: shown, ...begun };
  }
  return { device: null, ...(await count(attemptsOfStranger(context, email, clientAddress))) };
}

/** The condition is asked once the attempts before it have counted. */
type ConditionalAttempt = readonly [Attempt, condition: SQL];

/**
 * The limits of a browser that is not known (A13), in this order. An email has two windows: one for networks that have
 * failed with it twice within a day, and one for all others, so that nobody who guesses can use up the owner's (L6).
 */
function attemptsOfStranger(context: DomainContext, email: string, clientAddress: string): ConditionalAttempt[] {
  const perUser: Attempt = ["signInPerUser", `${email} ${clientAddress}`];
  const perAddress: Attempt = ["signInPerAddress", clientAddress];
  const perNetwork: Attempt = ["signInPerNetwork", `${email} ${networkOf(clientAddress)}`];
  const mayTry = isWithinLimit(context, perUser, perAddress);
  const isKnownToFail = isUsedUp(context, perNetwork);
  return [
    [perUser, sql`true`],
    [perAddress, isWithinLimit(context, perUser)],
    [["signInPerEmail", email], sql`${mayTry} and ${isKnownToFail}`],
    [["signInPerEmailElsewhere", email], sql`${mayTry} and not ${isKnownToFail}`],
    [perNetwork, sql`${mayTry} and not ${isKnownToFail}`],
  ];
}
