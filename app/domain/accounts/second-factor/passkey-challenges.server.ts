import { batch } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { passkeyChallenges } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { MINUTE } from "../../time/harare";
import type { TooMany } from "../../values/refusal";
import { randomToken } from "../tokens.server";

/** How long a browser may take to get it signed, in milliseconds. */
export const CHALLENGE_LIFE = 5 * MINUTE;

/**
 * Gives a page the challenge that a passkey is to sign (A21): once, within five minutes, for one user, or for anyone
 * who signs in with it alone (`userId` null). Refuses with `tooMany` (L1).
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
