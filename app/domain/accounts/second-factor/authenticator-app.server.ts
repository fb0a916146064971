import { sql } from "drizzle-orm";
import { authenticatorApps } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { HOUR } from "../../time/harare";
import { refuse, type Refusal } from "../../values/refusal";
import type { SteppedUpUser } from "../../values/user";
import { hasApp, hasSecondFactor } from "./second-factors.server";
import { changeFactors, removeFactor } from "./factor-changes.server";
import { readAppCode } from "./factor-answer";
import { decryptSecret, encryptSecret } from "./factor-secrets.server";
import { newAppSecret, stepOf } from "./totp";

/** How long setting up an app may take, in milliseconds. */
const SET_UP_LIFE = HOUR;
const NOT_PENDING = { pendingSecret: null, pendingUntil: null, pendingSession: null };

/**
 * Makes the secret for setting up an app (A21), for the session that asks; the previous one counts until the first
 * code.
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
export const findAppSetUp = async (context: Reading, user: Owner): Promise<Uint8Array<ArrayBuffer> | null> =>
  (await readPending(context, user))?.bytes ?? null;

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

/**
 * Takes an app that is being set up, once its first code is right (A21). Returns new recovery codes to someone who has
 * none. Refuses with `setUpOver` and `appCodeWrong`.
 */
export async function confirmApp(
  context: DomainContext,
  user: SteppedUpUser,
  code: string,
): Promise<{ ok: true; recoveryCodes: string[] | null } | Refusal<"setUpOver" | "appCodeWrong">> {
  const { db, now } = context;
  const app = await readPending(context, user);
  if (!app) return refuse("setUpOver");
  const { pending } = app;
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

/** Removes someone's app, as `removeFactor` does. */
export const removeApp = (context: DomainContext, user: SteppedUpUser) =>
  removeFactor(context, user, "appRemoved", {
    isThere: hasApp(user.id),
    others: sql`exists (select 1 from passkeys where user_id = ${user.id})`,
    remove: (condition) => context.db.delete(authenticatorApps).where(sql`user_id = ${user.id} and ${condition}`),
  });
