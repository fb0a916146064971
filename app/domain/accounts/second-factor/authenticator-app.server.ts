import { sql } from "drizzle-orm";
import { authenticatorApps } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { HOUR } from "../../time/harare";
import { refuse, type Refusal } from "../../values/refusal";
import type { SteppedUpUser } from "../../values/user";
import { hasSecondFactor } from "./second-factors.server";
import { changeFactors, mayRemove } from "./factor-changes.server";
import { readAppCode } from "./factor-answer";
import { decryptSecret, encryptSecret } from "./factor-secrets.server";
import { newAppSecret, stepOf } from "./totp";

/** How long setting up an app may take, in milliseconds. */
const SET_UP_LIFE = HOUR;
const NOT_PENDING = { pendingSecret: null, pendingUntil: null, pendingSession: null };

/**
 * Makes the secret for setting up an app (A21), for the session that asks; the previous secret, if any, counts until the
 * first code.
 */
export async function beginAppSetUp({ db, now, sessionSecret }: DomainContext, user: SteppedUpUser): Promise<void> {
  const secret = await encryptSecret(sessionSecret, user.id, newAppSecret());
  const pending = { pendingSecret: secret, pendingUntil: now + SET_UP_LIFE, pendingSession: user.sessionHash };
  await db
    .insert(authenticatorApps)
    .values({ userId: user.id, ...pending })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: pending });
}

/** The secret of the app that a session is setting up; null when it isn't, or took over an hour. */
export async function findAppSetUp(
  context: Pick<DomainContext, "db" | "now" | "sessionSecret">,
  user: Pick<SteppedUpUser, "id" | "sessionHash">,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await findPending(context, user);
  return found === null ? null : ((await decryptSecret(context.sessionSecret, user.id, found))?.bytes ?? null);
}

async function findPending(
  { db, now }: Pick<DomainContext, "db" | "now">,
  { id, sessionHash }: Pick<SteppedUpUser, "id" | "sessionHash">,
): Promise<string | null> {
  const [row] = await db.all<{ secret: string | null }>(
    sql`select pending_secret as secret from authenticator_apps
      where user_id = ${id} and pending_session = ${sessionHash} and pending_until > ${now}`,
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
  const pending = await findPending(context, user);
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
        .set({ secret: sql`pending_secret`, confirmedAt: now, lastStep: step, ...NOT_PENDING })
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
