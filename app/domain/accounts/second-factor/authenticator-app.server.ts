import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { authenticatorApps } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { HOUR, type Instant } from "../../time/harare";
import { refuse, type Refusal } from "../../values/refusal";
import type { RotatingSecret } from "../../values/rotating-secret";
import type { SessionClaims, SteppedUpUser } from "../../values/user";
import { hasSecondFactor } from "./factor-conditions.server";
import { changeFactors, mayRemove } from "./factor-changes.server";
import { readAppCode } from "./factor-answer";
import { decryptSecret, encryptSecret } from "./factor-secrets.server";
import { newAppSecret, stepOf } from "./totp";

/** How long setting up an app may take, in milliseconds. */
const SET_UP_LIFE = HOUR;

/** Makes the secret for setting up an app (A21); the previous secret, if any, counts until the first code. */
export async function beginAppSetUp({ db, now, sessionSecret }: DomainContext, user: SteppedUpUser): Promise<void> {
  const secret = await encryptSecret(sessionSecret, user.id, newAppSecret());
  const pending = { pendingSecret: secret, pendingUntil: now + SET_UP_LIFE };
  await db
    .insert(authenticatorApps)
    .values({ userId: user.id, ...pending })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: pending });
}

/** The secret of the app that a user is setting up; null when they aren't, or took over an hour. */
export async function findAppSetUp(
  db: Database,
  secret: RotatingSecret,
  viewer: SessionClaims,
  now: Instant,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await findPending(db, viewer.id, now);
  return found === null ? null : ((await decryptSecret(secret, viewer.id, found))?.bytes ?? null);
}

async function findPending(db: Database, userId: string, now: Instant): Promise<string | null> {
  const [row] = await db.all<{ secret: string | null }>(
    sql`select pending_secret as secret from authenticator_apps where user_id = ${userId} and pending_until > ${now}`,
  );
  return row?.secret ?? null;
}

/**
 * Takes an app that is being set up, once its first code shows that it has the secret (A21). Returns new recovery codes
 * to someone who has none. Refuses with `setUpOver` and `appCodeWrong`.
 */
export async function confirmApp(
  context: DomainContext,
  user: SteppedUpUser,
  code: string,
): Promise<{ ok: true; recoveryCodes: string[] | null } | Refusal<"setUpOver" | "appCodeWrong">> {
  const { db, now, sessionSecret } = context;
  const pending = await findPending(db, user.id, now);
  const app = pending && (await decryptSecret(sessionSecret, user.id, pending));
  if (!app) return refuse("setUpOver");
  const step = await stepOf(app.bytes, readAppCode(code) ?? "", now);
  if (!step) return refuse("appCodeWrong");
  const { isChanged, recoveryCodes } = await changeFactors(context, user, "appAdded", {
    condition: sql`exists (select 1 from authenticator_apps where user_id = ${user.id} and pending_secret = ${pending})`,
    others: hasSecondFactor(user.id),
    getsCodes: sql`exists (select 1 from authenticator_apps where user_id = ${user.id} and secret = ${pending})`,
    make: (condition) => [
      db
        .update(authenticatorApps)
        .set({ secret: sql`pending_secret`, confirmedAt: now, lastStep: step, pendingSecret: null, pendingUntil: null })
        .where(sql`user_id = ${user.id} and pending_secret = ${pending} and ${condition}`),
    ],
  });
  return isChanged ? { ok: true, recoveryCodes } : refuse("setUpOver");
}

/**
 * Removes someone's app (A21); with the last factor the recovery codes go. Refuses with `factorGone`, and an admin
 * with `lastFactor`.
 */
export async function removeApp(
  context: DomainContext,
  user: SteppedUpUser,
): Promise<{ ok: true } | Refusal<"factorGone" | "lastFactor">> {
  const { db } = context;
  const isThere = sql`exists (select 1 from authenticator_apps where user_id = ${user.id} and secret is not null)`;
  const others = sql`exists (select 1 from passkeys where user_id = ${user.id})`;
  const { isChanged } = await changeFactors(context, user, "appRemoved", {
    condition: sql`${isThere} and ${mayRemove(context, user, others)}`,
    others,
    make: (condition) => [db.delete(authenticatorApps).where(sql`user_id = ${user.id} and ${condition}`)],
  });
  if (isChanged) return { ok: true };
  const [left] = await db.all<{ isThere: number }>(sql`select ${isThere} as isThere`);
  return refuse(left?.isThere ? "lastFactor" : "factorGone");
}
