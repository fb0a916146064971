import { sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { batch, type Database, type Write } from "~/db/client.server";
import { authenticatorApps, passkeyChallenges, passkeys, recoveryCodes } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { exceeded, hit, isWithinLimit, refund, type Attempt } from "../../rate-limits/counter.server";
import { newId } from "../../values/id";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import { readAppCode, readRecoveryCode, type FactorAnswer } from "./factor-answer";
import { decryptSecret, encryptSecret } from "./factor-secrets.server";
import { accountNotices } from "../account-notices";
import { hashRecoveryCode } from "./factor-changes.server";
import { stepOf } from "./totp";
import { challengeOfSigned, type SignedPasskey } from "./webauthn";

/** What D1 holds that an answer is compared with; null: the user has no such factor. */
export interface KnownFactors {
  secret: string | null;
  passkeyId: string | null;
  publicKey: string | null;
  algorithm: number | null;
}

const credentialIn = (answer: FactorAnswer | null) => (answer && "passkey" in answer ? answer.passkey.id : "");

export const knownFactors = (userId: SQL | string, answer: FactorAnswer | null) => {
  const ofPasskey = (column: string) =>
    sql`(select ${sql.raw(column)} from passkeys where credential_id = ${credentialIn(answer)} and user_id = ${userId})`;
  return {
    secret: sql<string | null>`(select secret from authenticator_apps where user_id = ${userId})`.as("app_secret"),
    passkeyId: sql<string | null>`${ofPasskey("id")}`.as("passkey_id"),
    publicKey: sql<string | null>`${ofPasskey("public_key")}`.as("public_key"),
    algorithm: sql<number | null>`${ofPasskey("algorithm")}`.as("algorithm"),
  };
};

export const selectKnownFactors = (db: Database, userId: string, answer: FactorAnswer | null) =>
  db.select(knownFactors(userId, answer)).from(sql`(select 1)`);

/** How an answer is used up, if it may be right: the last statement changes a row if it is. */
interface Use {
  statements: Write[];
  by: "app" | "recoveryCode" | "passkey";
}

/** Codes can be guessed: they are counted, for a quarter of an hour and for a day. What a passkey signs can't. */
const attemptsOf = (userId: string): Attempt[] => [
  ["secondFactorPerUser", userId],
  ["secondFactorPerUserInADay", userId],
];

/** How an answer counts. */
interface FactorCheck {
  userId: string;
  answer: FactorAnswer;
  known: KnownFactors;
  /** What it is given for. It comes directly behind the answer's use, and asks `changes() = 1`. */
  effect: Write;
  /** The condition that the effect took place, for every later statement. */
  took: SQL;
  /** What else changes with it. */
  more?: readonly BatchItem<"sqlite">[];
  /** The passkey signs in alone: its challenge was given to a visitor. */
  isAlone?: boolean;
}

/**
 * Uses up an answer and does what it was given for, in one batch (A21): an app's code counts once, by its step; a
 * recovery code and a passkey's challenge are deleted. A wrong code counts (L1), a used recovery code is told, an
 * outdated secret is encrypted again (S9). Refuses with `wrongFactor` and `tooMany`.
 */
export async function consumeFactor(
  context: DomainContext,
  check: FactorCheck,
): Promise<{ ok: true } | TooMany | Refusal<"wrongFactor">> {
  const { db } = context;
  const { userId, answer, effect, took, more = [] } = check;
  const attempts = "code" in answer ? attemptsOf(userId) : [];
  const counted = attempts.map((attempt) => hit(context, attempt));
  const mayTry = attempts.length > 0 ? isWithinLimit(context, ...attempts) : sql`true`;
  const use = await planUse(context, check, mayTry);
  if (!use) {
    const { counters } = await batch(db, { counters: counted });
    return exceeded(context, counters.flat()) ?? refuse("wrongFactor");
  }
  const results = await batch(db, {
    counters: counted,
    use: use.statements,
    effect,
    more: [...more],
    refunded: attempts.length > 0 ? refund(context, attempts, took) : null,
    notice:
      use.by === "recoveryCode"
        ? notify(context, { user: userId }, accountNotices.recoveryCodeUsed, null, {
            causeId: newId(),
            condition: took,
          })
        : null,
  });
  if (results.effect.meta.changes > 0) return { ok: true };
  return exceeded(context, results.counters.flat()) ?? refuse("wrongFactor");
}

async function planUse(
  context: DomainContext,
  { userId, answer, known, isAlone = false }: FactorCheck,
  mayTry: SQL,
): Promise<Use | null> {
  if ("passkey" in answer) return planPasskey(context, isAlone ? null : userId, answer.passkey, known);
  const { db } = context;
  const code = readAppCode(answer.code);
  if (code) return planAppCode(context, userId, code, known, mayTry);
  if (!readRecoveryCode(answer.code)) return null;
  const codeHash = await hashRecoveryCode(userId, answer.code);
  return {
    by: "recoveryCode",
    statements: [db.delete(recoveryCodes).where(sql`user_id = ${userId} and code_hash = ${codeHash} and ${mayTry}`)],
  };
}

async function planAppCode(
  { db, now, sessionSecret }: DomainContext,
  userId: string,
  code: string,
  { secret }: KnownFactors,
  mayTry: SQL,
): Promise<Use | null> {
  const app = secret && (await decryptSecret(sessionSecret, userId, secret));
  const step = app && (await stepOf(app.bytes, code, now));
  if (!app || !step) return null;
  const kept = app.isOutdated ? await encryptSecret(sessionSecret, userId, app.bytes) : secret;
  return {
    by: "app",
    statements: [
      db
        .update(authenticatorApps)
        .set({ lastStep: step, secret: kept })
        .where(sql`user_id = ${userId} and secret = ${secret} and last_step < ${step} and ${mayTry}`),
    ],
  };
}

/** `userId` is whom the challenge was given to; null: a visitor. */
async function planPasskey(
  { db, now, origin }: DomainContext,
  userId: string | null,
  passkey: SignedPasskey,
  { passkeyId, publicKey, algorithm }: KnownFactors,
): Promise<Use | null> {
  if (!passkeyId || !publicKey || algorithm === null) return null;
  const challenge = await challengeOfSigned(passkey, { publicKey, algorithm }, origin);
  if (!challenge) return null;
  const isOurs = sql`challenge = ${challenge} and purpose = 'use' and user_id is ${userId} and expires_at > ${now}`;
  return {
    by: "passkey",
    statements: [
      db
        .update(passkeys)
        .set({ lastUsedAt: now })
        .where(sql`id = ${passkeyId} and exists (select 1 from passkey_challenges where ${isOurs})`),
      db.delete(passkeyChallenges).where(sql`${isOurs} and exists (select 1 from passkeys where id = ${passkeyId})`),
    ],
  };
}
