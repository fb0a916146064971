import { sql } from "drizzle-orm";
import { authenticatorApps, passkeyChallenges, passkeys, recoveryCodes, secondFactorResets } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { HOUR, MINUTE, DAY } from "../../time/harare";
import { refuse, OK } from "../../values/refusal";
import { type SteppedUpUser, fullName, type AuthenticatedUser } from "../../values/user";
import { hasApp, hasSecondFactor, changeFactors, removeFactor, auditIfAdmin } from "./factor-changes.server";
import { readAppCode, challengeOfCreated, isUsableKey, type CreatedPasskey } from "./factor-answers";
import { newAppSecret, stepOf } from "./totp";
import { seal, unseal } from "../../values/secrets";
import { selectFacts, batch, insertWhere } from "~/db/client.server";
import { newId } from "../../values/id";
import { MAX_PASSKEYS } from "../account";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { randomToken } from "../tokens.server";
import { recordAuditEntry, officeVerb } from "../../audit-log/audit-log.server";
import { doDueRows, DUE_ROWS } from "../../due-rows.server";
import { notify } from "../../notices/notify.server";
import { accountNotices } from "../account-notices";
import { endAccess } from "../sessions.server";

const SET_UP_LIFE = HOUR;
const NOT_PENDING = { pendingSecret: null, pendingUntil: null, pendingSession: null };

/** Makes the secret for setting up an app (A21), for the session that asks; the old one counts until then. */
export async function beginAppSetUp({ db, now, sessionSecret }: DomainContext, user: SteppedUpUser): Promise<void> {
  const secret = await seal(sessionSecret, user.id, newAppSecret());
  const pending = { pendingSecret: secret, pendingUntil: now + SET_UP_LIFE, pendingSession: user.sessionHash };
  await db
    .insert(authenticatorApps)
    .values({ userId: user.id, ...pending })
    .onConflictDoUpdate({ target: authenticatorApps.userId, set: pending });
}

type Owner = Pick<SteppedUpUser, "id" | "sessionHash">;

/** The secret of the app that a session is setting up, also as stored; null when it isn't, or took over an hour. */
export async function findAppSetUp({ db, now, sessionSecret }: DomainContext, { id, sessionHash }: Owner) {
  const [row] = await db.all<{ pending: string | null }>(
    sql`select pending_secret as pending from authenticator_apps
      where user_id = ${id} and pending_session = ${sessionHash} and pending_until > ${now}`,
  );
  const app = row?.pending && (await unseal(sessionSecret, id, row.pending));
  return app ? { pending: row.pending, bytes: app.bytes } : null;
}

/** Takes an app by its first code (A21), with recovery codes for the first factor. `setUpOver`, `appCodeWrong`. */
export async function confirmApp(context: DomainContext, user: SteppedUpUser, code: string) {
  const { db, now } = context;
  const app = await findAppSetUp(context, user);
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
    make: (condition) => [
      db
        .update(authenticatorApps)
        .set(confirmed)
        .where(sql`${isPending} and ${condition}`),
    ],
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
) {
  const { db, now, clientAddress } = context;
  const challenge = randomToken();
  const attempt: Attempt = ["passkeyChallengePerAddress", clientAddress];
  const row = { challenge, purpose, userId, expiresAt: now + CHALLENGE_LIFE };
  const { counted } = await batch(db, {
    counted: hit(context, attempt),
    given: insertWhere(db, passkeyChallenges, row, isWithinLimit(context, attempt)),
  });
  return exceeded(context, counted) ?? { ok: true as const, challenge };
}

/** The time to stop a reset, in milliseconds (A25). */
const RESET_WAIT = DAY;

const isStarted = (userId: string) => sql`exists (select 1 from second_factor_resets where user_id = ${userId})`;
const forUser = (id: string) => ({ kind: "user", id }) as const;

/**
 * Starts to take the second factor from someone who has lost it, a day from now (A25), and tells them, and all admins
 * of an admin. Started already: nothing changes. Refuses with `notYourself` and `noSecondFactor`.
 */
export async function startFactorReset(
  context: DomainContext,
  admin: SteppedUpUser,
  user: Pick<SteppedUpUser, "id" | "firstName" | "lastName">,
) {
  const { db, now } = context;
  const { id: userId } = user;
  if (userId === admin.id) return refuse("notYourself");
  const dueAt = now + RESET_WAIT;
  const causeId = newId();
  // Of an admin.
  const otherAdmins = sql`select id from users where role = 'admin' and id <> ${userId} and suspended_at is null
    and (select role from users where id = ${userId}) = 'admin'`;
  const { state } = await officeVerb(context, admin, "factorResetStarted", {
    subject: forUser(userId),
    when: sql`${hasSecondFactor(userId)} and not ${isStarted(userId)}`,
    do: (condition) => ({
      reset: insertWhere(db, secondFactorResets, { userId, startedBy: admin.id, startedAt: now, dueAt }, condition),
      notice: notify(context, {
        to: userId,
        cause: causeId,
        when: condition,
        notice: accountNotices.factorResetStarted,
        facts: { dueAt },
      }),
      admins: notify(context, {
        to: otherAdmins,
        cause: causeId,
        when: condition,
        notice: accountNotices.factorResetOfAdmin,
        facts: { name: fullName(user), by: fullName(admin), dueAt },
      }),
      state: selectFacts(db, { isStarted: isStarted(userId) }),
    }),
  });
  return state[0]?.isStarted ? OK : refuse("noSecondFactor");
}

/** Stops a reset, as an admin or as its user, who has shown by signing in that nothing is lost (A25). */
export async function stopFactorReset(context: DomainContext, by: AuthenticatedUser, userId: string) {
  const { db } = context;
  if (by.role !== "admin" && by.id !== userId) return OK;
  const done = { action: "factorResetStopped", subject: forUser(userId) } as const;
  const { entry, recorded: condition } = auditIfAdmin(context, by, done, isStarted(userId));
  await batch(db, {
    entry,
    notice: notify(context, {
      to: userId,
      cause: newId(),
      when: condition,
      notice: accountNotices.factorResetStopped,
      facts: null,
    }),
    stopped: db.delete(secondFactorResets).where(sql`user_id = ${userId} and ${condition}`),
  });
  context.emit({ type: "officeChanged" });
  return OK;
}

const BATCH_SIZE = 20;

/** Takes the second factors whose wait is over, and ends their owners' access (A25), unless the admin no longer is one. */
export async function completeFactorResets(context: DomainContext): Promise<void> {
  const { db, now } = context;
  const due = await db.all<{ userId: string; startedBy: string }>(sql`
    select user_id as userId, started_by as startedBy from second_factor_resets where due_at <= ${now}
    order by due_at limit ${DUE_ROWS}`);
  await doDueRows(due, BATCH_SIZE, async ({ userId, startedBy }) => {
    const { entry, recorded } = recordAuditEntry(
      context,
      { admin: { id: startedBy }, action: "factorReset", subject: forUser(userId) },
      sql`exists (select 1 from second_factor_resets where user_id = ${userId} and started_by = ${startedBy} and due_at <= ${now})`,
    );
    const { reset } = await batch(db, {
      reset: entry,
      factors: [authenticatorApps, passkeys, recoveryCodes].map((factors) =>
        db.delete(factors).where(sql`user_id = ${userId} and ${recorded}`),
      ),
      access: endAccess(context, userId, recorded),
      notice: notify(context, {
        to: userId,
        cause: newId(),
        when: recorded,
        notice: accountNotices.factorReset,
        facts: null,
      }),
      done: db.delete(secondFactorResets).where(sql`user_id = ${userId} and started_by = ${startedBy}`),
    });
    if (reset.meta.changes > 0) context.emit({ type: "sessionsEnded", userId, sessionHash: null, except: null });
    context.emit({ type: "officeChanged" });
    return true;
  });
}
