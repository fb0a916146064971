import { sql, type SQL } from "drizzle-orm";
import { batch, type Write } from "~/db/client.server";
import { sessions, authenticatorApps, passkeyChallenges, passkeys, recoveryCodes } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { MINUTE, type Instant } from "../../time/harare";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../../values/user";
import {
  type FactorAnswer,
  readAppCode,
  readRecoveryCode,
  challengeOfSigned,
  type SignedPasskey,
} from "./factor-answers";
import { notify } from "../../notices/notify.server";
import { exceeded, hit, isWithinLimit, refund } from "../../rate-limits/counter.server";
import { newId } from "../../values/id";
import { stepOf } from "./totp";
import { seal, unseal } from "../../values/secrets";
import { accountNotices } from "../account-notices";
import { hashRecoveryCode } from "./factor-changes.server";
import { beginPasswordCheck, checkCurrentPassword, refundPasswordCheck } from "../password-checks.server";

/** The life of a step-up, in milliseconds (A24). */
export const STEP_UP_LIFE = 10 * MINUTE;

/** The user, if they have shown within the last ten minutes that it is them (A24); else null. */
export const steppedUp = (user: AuthenticatedUser, now: Instant): SteppedUpUser | null =>
  user.steppedUpAt !== null && now - user.steppedUpAt < STEP_UP_LIFE ? (user as SteppedUpUser) : null;

/** Steps a session up by a factor (A24). Refuses with `wrongFactor`, `tooMany`, and `passwordStepUpRequired`. */
export async function stepUpByFactor(context: DomainContext, user: AuthenticatedUser, answer: FactorAnswer) {
  const { db, now } = context;
  if (!user.hasSecondFactor) return refuse("passwordStepUpRequired");
  const [known] = await db.select(knownFactors(user.id, answer)).from(sql`(select 1)`);
  if (!known) return refuse("wrongFactor");
  const result = await consumeFactor(context, {
    userId: user.id,
    answer,
    known,
    effect: db
      .update(sessions)
      .set({ steppedUpAt: now })
      .where(sql`token_hash = ${user.sessionHash} and changes() = 1`),
    took: sql`exists (select 1 from sessions where token_hash = ${user.sessionHash} and stepped_up_at = ${now})`,
  });
  return result.ok ? { ok: true as const, user: { ...user, steppedUpAt: now } as SteppedUpUser } : result;
}

/** Steps a session up by the password (A24). Refuses with `stepUpRequired`, `wrongPassword` and `tooMany`. */
export async function stepUpByPassword(context: DomainContext, user: AuthenticatedUser, password: string) {
  const { db, now } = context;
  if (user.hasSecondFactor) return refuse("stepUpRequired");
  const begun = await beginPasswordCheck(context, user.sessionHash, user.id);
  if (!begun.ok) return begun;
  const refusal = await checkCurrentPassword(context, user, begun, password);
  if (refusal) return refusal;
  await batch(db, {
    session: db
      .update(sessions)
      .set({ steppedUpAt: now })
      .where(sql`token_hash = ${user.sessionHash}`),
    refunded: refundPasswordCheck(context, user),
  });
  return { ok: true as const, user: { ...user, steppedUpAt: now } as SteppedUpUser };
}

/** The stored values that an answer is compared with; null: the user has no such factor. */
export interface KnownFactors extends Record<"secret" | "passkeyId" | "publicKey", string | null> {
  algorithm: number | null;
}

export const knownFactors = (userId: SQL | string, answer: FactorAnswer | null) => {
  const credential = answer && "passkey" in answer ? answer.passkey.id : "";
  const passkeyColumn = (column: string) =>
    sql`(select ${sql.raw(column)} from passkeys where credential_id = ${credential} and user_id = ${userId})`;
  return {
    secret: sql<string | null>`(select secret from authenticator_apps where user_id = ${userId})`.as("app_secret"),
    passkeyId: sql<string | null>`${passkeyColumn("id")}`.as("passkey_id"),
    publicKey: sql<string | null>`${passkeyColumn("public_key")}`.as("public_key"),
    algorithm: sql<number | null>`${passkeyColumn("algorithm")}`.as("algorithm"),
  };
};

/** Codes can be guessed: they are counted, for a quarter of an hour and for a day. A passkey's signature can't. */
const CODE_LIMITS = ["secondFactorPerUser", "secondFactorPerUserInADay"] as const;

interface FactorCheck {
  userId: string;
  answer: FactorAnswer;
  known: KnownFactors;
  /** The statement that it is given for. It comes directly behind the answer's use, and asks `changes() = 1`. */
  effect: Write;
  took: SQL;
  more?: Write[];
  /** The passkey signs in alone: its challenge was given to a visitor. */
  isAlone?: boolean;
}

/**
 * Uses up an answer and does what it was given for, in one batch (A21). A wrong code counts (L1), a used recovery code is
 * told, an outdated secret is encrypted again (S9). Refuses with `wrongFactor` and `tooMany`.
 */
export async function consumeFactor(context: DomainContext, check: FactorCheck) {
  const { db } = context;
  const { userId, answer, effect, took, more = [] } = check;
  const attempts = "code" in answer ? CODE_LIMITS.map((limit) => [limit, userId] as const) : [];
  const counted = attempts.map((attempt) => hit(context, attempt));
  const mayTry = attempts.length > 0 ? isWithinLimit(context, ...attempts) : sql`true`;
  const use = await planUse(context, check, mayTry);
  if (!use) {
    const { counters } = await batch(db, { counters: counted });
    return exceeded(context, counters.flat()) ?? refuse("wrongFactor");
  }
  const isRecoveryCode = "code" in answer && !readAppCode(answer.code);
  const results = await batch(db, {
    counters: counted,
    use,
    effect,
    more,
    refunded: attempts.length > 0 ? refund(context, attempts, took) : null,
    notice: isRecoveryCode
      ? notify(context, {
          to: userId,
          cause: newId(),
          when: took,
          notice: accountNotices.recoveryCodeUsed,
          facts: null,
        })
      : null,
  });
  if (results.effect.meta.changes > 0) return OK;
  return exceeded(context, results.counters.flat()) ?? refuse("wrongFactor");
}

/** The statements that use up an answer, if it may be right: the last one changes a row if it is. */
async function planUse(context: DomainContext, { userId, answer, known, isAlone = false }: FactorCheck, mayTry: SQL) {
  if ("passkey" in answer) return planPasskey(context, isAlone ? null : userId, answer.passkey, known);
  const { db, now, sessionSecret } = context;
  const { secret } = known;
  const code = readAppCode(answer.code);
  if (!code) {
    if (!readRecoveryCode(answer.code)) return null;
    const codeHash = await hashRecoveryCode(userId, answer.code);
    return [db.delete(recoveryCodes).where(sql`user_id = ${userId} and code_hash = ${codeHash} and ${mayTry}`)];
  }
  const app = secret && (await unseal(sessionSecret, userId, secret));
  const step = app && (await stepOf(app.bytes, code, now));
  if (!app || !step) return null;
  const kept = app.isOutdated ? await seal(sessionSecret, userId, app.bytes) : secret;
  const isNewStep = sql`user_id = ${userId} and secret = ${secret} and last_step < ${step} and ${mayTry}`;
  return [db.update(authenticatorApps).set({ lastStep: step, secret: kept }).where(isNewStep)];
}

/** `userId` is whom the challenge was given to; null: a visitor. */
async function planPasskey(
  { db, now, origin }: DomainContext,
  userId: string | null,
  passkey: SignedPasskey,
  { passkeyId, publicKey, algorithm }: KnownFactors,
): Promise<Write[] | null> {
  if (!passkeyId || !publicKey || algorithm === null) return null;
  const challenge = await challengeOfSigned(passkey, { publicKey, algorithm }, origin);
  if (!challenge) return null;
  const isOurs = sql`challenge = ${challenge} and purpose = 'use' and user_id is ${userId} and expires_at > ${now}`;
  const isGiven = sql`id = ${passkeyId} and exists (select 1 from passkey_challenges where ${isOurs})`;
  return [
    db.update(passkeys).set({ lastUsedAt: now }).where(isGiven),
    db.delete(passkeyChallenges).where(sql`${isOurs} and exists (select 1 from passkeys where id = ${passkeyId})`),
  ];
}
