import { sql } from "drizzle-orm";
import { authenticatorApps, passkeyChallenges, passkeys } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { HOUR, MINUTE } from "../../time/harare";
import { refuse } from "../../values/refusal";
import type { SteppedUpUser } from "../../values/user";
import { hasApp, hasSecondFactor, changeFactors, removeFactor } from "./factor-changes.server";
import { readAppCode, challengeOfCreated, isUsableKey, type CreatedPasskey } from "./factor-answers";
import { decryptSecret, encryptSecret, newAppSecret, stepOf } from "./totp";
import { selectFacts, batch, insertWhere, updateWhere } from "~/db/client.server";
import { newId } from "../../values/id";
import { MAX_PASSKEYS } from "../account";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { randomToken } from "../tokens.server";

const SET_UP_LIFE = HOUR;
const NOT_PENDING = { pendingSecret: null, pendingUntil: null, pendingSession: null };

/** Makes the secret for setting up an app (A21), for the session that asks; the old one counts until then. */
export async function beginAppSetUp({ db, now, sessionSecret }: DomainContext, user: SteppedUpUser): Promise<void> {
  const secret = await encryptSecret(sessionSecret, user.id, newAppSecret());
  const pending = { pendingSecret: secret, pendingUntil: now + SET_UP_LIFE, pendingSession: user.sessionHash };
  await db
    .insert(authenticatorApps)
    .values({ userId: user.id, ...pending })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: pending });
}

/** The secret of the app that a session is setting up; null when it isn't, or took over an hour. */
export const findAppSetUp = async (context: Reading, user: Owner) => (await readPending(context, user))?.bytes ?? null;

type Reading = Pick<DomainContext, "db" | "now" | "sessionSecret">;
type Owner = Pick<SteppedUpUser, "id" | "sessionHash">;

async function readPending({ db, now, sessionSecret }: Reading, { id, sessionHash }: Owner) {
  const [row] = await db.all<{ pending: string | null }>(
    sql`select pending_secret as pending from authenticator_apps
      where user_id = ${id} and pending_session = ${sessionHash} and pending_until > ${now}`,
  );
  const app = row?.pending && (await decryptSecret(sessionSecret, id, row.pending));
  return app ? { pending: row.pending, bytes: app.bytes } : null;
}

/** Takes an app by its first code (A21), with recovery codes for the first factor. `setUpOver`, `appCodeWrong`. */
export async function confirmApp(context: DomainContext, user: SteppedUpUser, code: string) {
  const { db, now } = context;
  const app = await readPending(context, user);
  if (!app) return refuse("setUpOver");
  const { pending } = app;
  const step = await stepOf(app.bytes, readAppCode(code) ?? "", now);
  if (!step) return refuse("appCodeWrong");
  const confirmed = { secret: sql`pending_secret`, confirmedAt: now, lastStep: step, ...NOT_PENDING };
  const isPending = sql`user_id = ${user.id} and pending_secret = ${pending}`;
  const { isChanged, recoveryCodes } = await changeFactors(context, user, "appAdded", {
    condition: sql`exists (select 1 from authenticator_apps where ${isPending})`,
    others: hasSecondFactor(user.id),
    getsCodes: sql`exists (select 1 from authenticator_apps where user_id = ${user.id} and secret = ${pending})`,
    make: (condition) => [updateWhere(db, authenticatorApps, confirmed, sql`${isPending} and ${condition}`)],
  });
  return isChanged ? { ok: true as const, recoveryCodes } : refuse("setUpOver");
}

/** Removes someone's app, as `removeFactor` does. */
export const removeApp = (context: DomainContext, user: SteppedUpUser) =>
  removeFactor(context, user, "appRemoved", {
    isThere: hasApp(user.id),
    others: sql`exists (select 1 from passkeys where user_id = ${user.id})`,
    remove: (condition) => context.db.delete(authenticatorApps).where(sql`user_id = ${user.id} and ${condition}`),
  });

/**
 * Adds a passkey made for our challenge (A21). Returns new recovery codes to someone who has none. Refuses with
 * `passkeyUnusable`, also for a known one, and `tooManyPasskeys` beyond ten.
 */
export async function addPasskey(context: DomainContext, user: SteppedUpUser, created: CreatedPasskey, name: string) {
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
  const row = { id, userId: user.id, credentialId: created.id, publicKey, algorithm, name, createdAt: now };
  const { isChanged, recoveryCodes } = await changeFactors(context, user, "passkeyAdded", {
    condition: sql`${isGiven} and not ${isKnown} and not ${isFull}`,
    others: hasSecondFactor(user.id),
    getsCodes: added,
    make: (condition) => [
      insertWhere(db, passkeys, row, condition),
      db.delete(passkeyChallenges).where(sql`challenge = ${challenge} and ${added}`),
    ],
  });
  if (isChanged) return { ok: true as const, recoveryCodes };
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

/** Gives the challenge that a passkey signs once (A21); `userId` null: to sign in alone. Refuses with `tooMany` (L1). */
export async function giveChallenge(
  context: DomainContext,
  { purpose, userId }: { purpose: "create" | "use"; userId: string | null },
  clientAddress: string,
) {
  const { db, now } = context;
  const challenge = randomToken();
  const attempt: Attempt = ["passkeyChallengePerAddress", clientAddress];
  const row = { challenge, purpose, userId, expiresAt: now + CHALLENGE_LIFE };
  const { counted } = await batch(db, {
    counted: hit(context, attempt),
    given: insertWhere(db, passkeyChallenges, row, isWithinLimit(context, attempt)),
  });
  return exceeded(context, counted) ?? { ok: true as const, challenge };
}
