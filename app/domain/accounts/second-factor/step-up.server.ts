import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { sessions } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { MINUTE, type Instant } from "../../time/harare";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../../values/user";
import { checkCurrentPassword, countPasswordCheck, refundPasswordCheck } from "../password-change.server";
import type { FactorAnswer } from "./factor-answer";
import { selectKnownFactors, consumeFactor } from "./factor-use.server";

/** How long a step-up lasts, in milliseconds (A24). */
export const STEP_UP_LIFE = 10 * MINUTE;

/** The user, if they have shown within the last ten minutes that it is them (A24); else null. */
export const steppedUp = (user: AuthenticatedUser, now: Instant): SteppedUpUser | null =>
  user.steppedUpAt !== null && now - user.steppedUpAt < STEP_UP_LIFE ? (user as SteppedUpUser) : null;

type StepUp = { ok: true; user: SteppedUpUser } | TooMany;

/**
 * Steps a session up by a second factor (A24). Refuses with `wrongFactor`, `tooMany`, and `passwordStepUpRequired`
 * without one.
 */
export async function stepUpByFactor(
  context: DomainContext,
  user: AuthenticatedUser,
  answer: FactorAnswer,
): Promise<StepUp | Refusal<"wrongFactor" | "passwordStepUpRequired">> {
  const { db, now } = context;
  if (!user.hasSecondFactor) return refuse("passwordStepUpRequired");
  const [known] = await selectKnownFactors(db, user.id, answer);
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
  return result.ok ? { ok: true, user: asSteppedUp(user, now) } : result;
}

/**
 * Steps a session up by the password (A24). Refuses with `stepUpRequired` where a second factor is set up,
 * `wrongPassword` and `tooMany` (L1).
 */
export async function stepUpByPassword(
  context: DomainContext,
  user: AuthenticatedUser,
  password: string,
): Promise<StepUp | Refusal<"wrongPassword" | "stepUpRequired">> {
  const { db, now } = context;
  if (user.hasSecondFactor) return refuse("stepUpRequired");
  const begun = await countPasswordCheck(context, user.sessionHash, user.id);
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
  return { ok: true, user: asSteppedUp(user, now) };
}

const asSteppedUp = (user: AuthenticatedUser, now: Instant) => ({ ...user, steppedUpAt: now }) as SteppedUpUser;
