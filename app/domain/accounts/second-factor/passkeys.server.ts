import { sql } from "drizzle-orm";
import { selectFacts } from "~/db/facts.server";
import { insertWhere } from "~/db/typed-writes.server";
import { passkeyChallenges, passkeys } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { newId } from "../../values/id";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import type { SteppedUpUser } from "../../values/user";
import { hasApp, hasSecondFactor } from "./second-factors.server";
import { changeFactors, removeFactor } from "./factor-changes.server";
import { MAX_PASSKEYS } from "./second-factor";
import { challengeOfCreated, isUsableKey, type CreatedPasskey } from "./webauthn";
import { batch } from "~/db/client.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { MINUTE } from "../../time/harare";
import { randomToken } from "../tokens.server";

/**
 * Adds a passkey made for our challenge (A21). Returns new recovery codes to someone who has none. Refuses with
 * `passkeyUnusable`, also for a known one, and `tooManyPasskeys` beyond ten.
 */
export async function addPasskey(
  context: DomainContext,
  user: SteppedUpUser,
  created: CreatedPasskey,
  name: string,
): Promise<{ ok: true; recoveryCodes: string[] | null } | Refusal<"passkeyUnusable" | "tooManyPasskeys">> {
  const { db, now, origin } = context;
  const challenge = await challengeOfCreated(created, origin);
  if (!challenge || !(await isUsableKey(created))) return refuse("passkeyUnusable");
  const id = newId();
  const { publicKey, publicKeyAlgorithm: algorithm } = created.response;
  const isGiven = sql`exists (select 1 from passkey_challenges
    where challenge = ${challenge} and purpose = 'create' and user_id = ${user.id} and expires_at > ${now})`;
  const isKnown = sql`exists (select 1 from passkeys where credential_id = ${created.id})`;
  const isFull = sql`(select count(*) from passkeys where user_id = ${user.id}) >= ${MAX_PASSKEYS}`;
  const added = sql`exists (select 1 from passkeys where id = ${id})`;
  const { isChanged, recoveryCodes } = await changeFactors(context, user, "passkeyAdded", {
    condition: sql`${isGiven} and not ${isKnown} and not ${isFull}`,
    others: hasSecondFactor(user.id),
    getsCodes: added,
    make: (condition) => [
      insertWhere(
        db,
        passkeys,
        { id, userId: user.id, credentialId: created.id, publicKey, algorithm, name, createdAt: now },
        condition,
      ),
      db.delete(passkeyChallenges).where(sql`challenge = ${challenge} and ${added}`),
    ],
  });
  if (isChanged) return { ok: true, recoveryCodes };
  const [state] = await selectFacts(db, { isFull });
  return refuse(state?.isFull ? "tooManyPasskeys" : "passkeyUnusable");
}

/** Removes a passkey, as `removeFactor` does. */
export const removePasskey = (context: DomainContext, user: SteppedUpUser, id: string) =>
  removeFactor(context, user, "passkeyRemoved", {
    isThere: sql`exists (select 1 from passkeys where id = ${id} and user_id = ${user.id})`,
    others: sql`exists (select 1 from passkeys where user_id = ${user.id} and id <> ${id}) or ${hasApp(user.id)}`,
    remove: (condition) => context.db.delete(passkeys).where(sql`id = ${id} and user_id = ${user.id} and ${condition}`),
  });

export const CHALLENGE_LIFE = 5 * MINUTE;

/**
 * Gives a page the challenge that a passkey signs (A21), once, within five minutes; `userId` null: to sign in with it
 * alone. Refuses with `tooMany` (L1).
 */
export async function giveChallenge(
  context: DomainContext,
  { purpose, userId }: { purpose: "create" | "use"; userId: string | null },
  clientAddress: string,
): Promise<{ ok: true; challenge: string } | TooMany> {
  const { db, now } = context;
  const challenge = randomToken();
  const attempt: Attempt = ["passkeyChallengePerAddress", clientAddress];
  const { counted } = await batch(db, {
    counted: hit(context, attempt),
    given: insertWhere(
      db,
      passkeyChallenges,
      { challenge, purpose, userId, expiresAt: now + CHALLENGE_LIFE },
      isWithinLimit(context, attempt),
    ),
  });
  return exceeded(context, counted) ?? { ok: true, challenge };
}
