import { sql, type SQL, eq } from "drizzle-orm";
import { batch, columnsOf, insertWhere, type Write } from "~/db/client.server";
import { users, pendingSignIns, registrations } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, refund, isUsedUp, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { refuse } from "../values/refusal";
import { issueDeviceToken, readDeviceToken, type KnownDevice, hashToken, randomToken } from "./tokens.server";
import { hashPassword, matchingHashes, needsRehash, renewedRecipe, waitToHash } from "./passwords.server";
import type { FactorAnswer, SignedPasskey } from "./second-factor/factor-answers";
import { hasSecondFactor } from "./second-factor/factor-changes.server";
import { knownFactors, consumeFactor, type KnownFactors } from "./second-factor/factor-use.server";
import { mayStillSignIn, newSession, type SessionOwner } from "./sessions.server";
import { networkOf } from "../rate-limits/limits";
import { PENDING_LIFE } from "./account";

/**
 * Opens a session (A10); an unknown email takes the same time and gets the same result (A7). `deviceToken`: the cookie of
 * an earlier sign-in in this browser (A13), or null. Refuses with `wrongCredentials` and `tooMany`; to the right password also with
 * `emailNotVerified`, `accountSuspended`, and with `secondFactorRequired` and the token under which the sign-in waits (A22).
 */
export async function signIn(context: DomainContext, credentials: Credentials, deviceToken: string | null) {
  const checked = await checkPassword(context, credentials, deviceToken, null);
  if (!checked.ok) return checked;
  const { user, counted, passwordHash, rehashed } = checked;
  if (!user.hasSecondFactor) return openSignedIn(context, checked);
  const { token: pendingToken, kept } = await keepPendingSignIn(context, { ...user, passwordHash });
  const { pending } = await batch(context.db, { rehashed, pending: kept, refunded: refund(context, counted) });
  if (pending.meta.changes === 0) return refuse("wrongCredentials");
  return { ...refuse("secondFactorRequired"), pendingToken };
}

/** Opens a session for a program that sends its factor along (A22). Refuses as `signIn`, and with `wrongFactor`. */
export async function signInByCall(context: DomainContext, credentials: Credentials, answer: FactorAnswer | null) {
  const checked = await checkPassword(context, credentials, null, answer);
  if (!checked.ok) return checked;
  const { user, counted, rehashed } = checked;
  if (!user.hasSecondFactor) return openSignedIn(context, checked);
  if (!answer) {
    await batch(context.db, { rehashed, refunded: refund(context, counted) });
    return refuse("secondFactorRequired");
  }
  // The new hash comes after the session, which asks for the one that was checked.
  const more = (took: SQL) => [rehashed, refund(context, counted, took)];
  return openSessionByFactor(context, { ...user, email: credentials.email }, answer, { more });
}

interface Credentials {
  email: string;
  password: string;
}
type Checked = Extract<Awaited<ReturnType<typeof checkPassword>>, { ok: true }>;

async function checkPassword(
  context: DomainContext,
  { email, password }: Credentials,
  deviceToken: string | null,
  answer: FactorAnswer | null,
) {
  const { db, sessionSecret, clientAddress } = context;
  const shown = await readDeviceToken(sessionSecret, deviceToken, email);
  const waiting = (known: KnownDevice | null) => (known ? { known: known.id } : { address: clientAddress });
  // Before D1 is asked: a flood should cost no more than this.
  const full = context.hashing.refusal(waiting(shown));
  if (full) return full;
  const begun = await beginSignIn(context, email, shown, answer);
  const { device, counted, tooMany, accounts, registered } = begun;
  if (tooMany) return tooMany;
  const busy = await waitToHash(context, waiting(device), counted);
  if (busy) return busy;
  const [user] = accounts;
  const hashes = [...accounts, ...registered].map(({ passwordHash }) => passwordHash);
  const matching = await matchingHashes(context.hashing.cost, password, hashes);
  if (!user || !matching.includes(user.passwordHash))
    return refuse(matching.length > 0 ? "emailNotVerified" : "wrongCredentials");
  if (user.suspendedAt) return refuse("accountSuspended");
  const passwordHash = needsRehash(context.hashing.cost, user.passwordHash)
    ? await hashPassword(password, renewedRecipe(context.hashing.cost, user.passwordHash))
    : user.passwordHash;
  const isOld = sql`id = ${user.id} and password_hash = ${user.passwordHash} and password_hash <> ${passwordHash}`;
  const rehashed = db.update(users).set({ passwordHash }).where(isOld);
  return { ok: true as const, user, email, deviceToken: device && deviceToken, counted, passwordHash, rehashed };
}

async function openSignedIn(context: DomainContext, checked: Checked) {
  const { user, email, counted, passwordHash, rehashed } = checked;
  const session = await newSession(context, { ...user, passwordHash });
  const { opened } = await batch(context.db, { rehashed, opened: session.opened, refunded: refund(context, counted) });
  // The password was changed, access ended, the account suspended or a second factor set up, while we hashed.
  if (opened.meta.changes === 0) return refuse("wrongCredentials");
  const deviceToken = checked.deviceToken ?? (await issueDeviceToken(context, email, user.accessEndedAt));
  return { ok: true as const, token: session.token, deviceToken, id: user.id, role: user.role };
}

/**
 * Counts the attempt and finds the hashes. A known device counts on its own, so no one can lock an owner out (A13); one
 * from before all access was ended is none (A12).
 */
async function beginSignIn(
  context: DomainContext,
  email: string,
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
      .select({ passwordHash: registrations.passwordHash })
      .from(registrations)
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
    if (shown.since >= (begun.accounts[0]?.accessEndedAt ?? 0)) return { device: shown, ...begun };
  }
  return { device: null, ...(await count(attemptsOfStranger(context, email))) };
}

/** The condition is asked once the attempts before it have counted. */
type ConditionalAttempt = readonly [Attempt, condition: SQL];

/**
 * The limits of a browser that is not known (A13), in this order. An email has two windows: one for networks that have
 * failed with it twice within a day, and one for all others, so that no one who guesses can use up the owner's (L6).
 */
function attemptsOfStranger(context: DomainContext, email: string): ConditionalAttempt[] {
  const { clientAddress } = context;
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
const PENDING_ATTEMPTS = 5;

/**
 * Makes the token of a sign-in that waits for its second step, with the statement that keeps it, if the account is still
 * as it was (A22).
 */
export async function keepPendingSignIn({ db, now }: DomainContext, owner: SessionOwner) {
  const token = randomToken();
  const { id: userId, passwordHash } = owner;
  const row = { tokenHash: await hashToken(token), userId, passwordHash, expiresAt: now + PENDING_LIFE };
  return { token, kept: insertWhere(db, pendingSignIns, row, mayStillSignIn(owner), { from: sql`users` }) };
}

/** Finds whose sign-in waits under a token, for a passkey's challenge; null for an unknown or expired one. */
export async function findPendingSignIn({ db, now }: Pick<DomainContext, "db" | "now">, token: string) {
  const [row] = await db.all<{ userId: string; credentialIds: string }>(sql`
    select user_id as userId,
      (select json_group_array(credential_id) from passkeys where passkeys.user_id = pending_sign_ins.user_id) as credentialIds
    from pending_sign_ins where token_hash = ${await hashToken(token)} and expires_at > ${now}`);
  return row ? { userId: row.userId, credentialIds: JSON.parse(row.credentialIds) as string[] } : null;
}

/** Opens a session by a second factor (A22); `isAlone`: without a password. Refuses with `wrongFactor` and `tooMany`. */
async function openSessionByFactor(
  context: DomainContext,
  owner: SessionOwner & KnownFactors & { email: string },
  answer: FactorAnswer,
  { isAlone = false, more = () => [] }: { isAlone?: boolean; more?: (took: SQL) => Write[] },
) {
  const { id, role, email } = owner;
  const { token, tokenHash, opened: effect } = await newSession(context, owner, sql`changes() = 1`);
  const took = sql`exists (select 1 from sessions where token_hash = ${tokenHash})`;
  const check = { userId: id, answer, known: owner, isAlone, effect, took, more: more(took) };
  const result = await consumeFactor(context, check);
  if (!result.ok) return result;
  const deviceToken = await issueDeviceToken(context, email, owner.accessEndedAt);
  return { ...result, token, deviceToken, id, role };
}

/** Finishes a sign-in by its second factor (A22). Refuses with `signInOver`, `wrongFactor`, `tooMany`. */
export async function finishSignIn(context: DomainContext, pendingToken: string, answer: FactorAnswer) {
  const { db, now } = context;
  const tokenHash = await hashToken(pendingToken);
  const isPending = sql`token_hash = ${tokenHash} and expires_at > ${now}`;
  const { found } = await batch(db, {
    // Counted before anything is compared: simultaneous attempts get no more than five tries.
    counted: db
      .update(pendingSignIns)
      .set({ attempts: sql`attempts + 1` })
      .where(isPending),
    found: db
      .select({ ...ownerColumns(answer), ...columnsOf(pendingSignIns, "passwordHash", "attempts", "expiresAt") })
      .from(pendingSignIns)
      .innerJoin(users, eq(users.id, pendingSignIns.userId))
      .where(eq(pendingSignIns.tokenHash, tokenHash)),
  });
  const [pending] = found;
  if (!pending || pending.expiresAt <= now || pending.attempts > PENDING_ATTEMPTS) return refuse("signInOver");
  return openSessionByFactor(context, pending, answer, {
    more: (took) => [db.delete(pendingSignIns).where(sql`token_hash = ${tokenHash} and ${took}`)],
  });
}

const ownerColumns = (answer: FactorAnswer) => ({
  ...columnsOf(users, "id", "role", "accessEndedAt"),
  email: sql<string>`users.email`.as("email"),
  ...knownFactors(sql`users.id`, answer),
});

/** Signs in with only a passkey (A22). Refuses with `wrongPasskey`, also for a suspended account, and `tooMany`. */
export async function signInByPasskey(context: DomainContext, passkey: SignedPasskey) {
  const [owner] = await context.db
    .select({ ...ownerColumns({ passkey }), passwordHash: users.passwordHash })
    .from(users)
    .where(sql`id = (select user_id from passkeys where credential_id = ${passkey.id})`);
  if (!owner) return refuse("wrongPasskey");
  const opened = await openSessionByFactor(context, owner, { passkey }, { isAlone: true });
  return opened.ok || opened.reason !== "wrongFactor" ? opened : refuse("wrongPasskey");
}
