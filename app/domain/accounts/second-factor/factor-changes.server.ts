import { sql, type SQL, eq } from "drizzle-orm";
import { type Database, batch, type Write, selectFacts, insertWhere, columnsOf } from "~/db/client.server";
import { FACTOR_CHANGES, type FactorChange, type SecondFactors } from "../account";
import { recoveryCodes, sessions, passkeys } from "~/db/schema";
import { recordAuditEntry, type NewAuditEntry } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { newId, randomText } from "../../values/id";
import { isLiveSession } from "../../values/live-session.server";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../../values/user";
import { accountNotices } from "../account-notices";
import { hashToken } from "../tokens.server";
import { RECOVERY_CODES, readRecoveryCode } from "./factor-answers";

export async function findSecondFactors(db: Database, userId: string): Promise<SecondFactors> {
  const known = db
    .select(columnsOf(passkeys, "id", "name", "createdAt", "lastUsedAt"))
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  const [[state], keys] = await Promise.all([
    db.all<Omit<SecondFactors, "passkeys">>(sql`
      select (select confirmed_at from authenticator_apps where user_id = ${userId}) as appSince,
        (select count(*) from recovery_codes where user_id = ${userId}) as recoveryCodesLeft,
        (select due_at from second_factor_resets where user_id = ${userId}) as resetDueAt`),
    known.orderBy(passkeys.createdAt),
  ]);
  return { ...state!, passkeys: keys };
}

export const listCredentialIds = async (db: Database, userId: string) =>
  (await db.select({ credentialId: passkeys.credentialId }).from(passkeys).where(eq(passkeys.userId, userId))).map(
    (one) => one.credentialId,
  );

export const hasApp = (userId: SQL | string): SQL =>
  sql`exists (select 1 from authenticator_apps where user_id = ${userId} and secret is not null)`;

/** The condition that a user has set up a second factor (A21): an app, or a passkey. */
export const hasSecondFactor = (userId: SQL | string): SQL =>
  sql`(${hasApp(userId)} or exists (select 1 from passkeys where user_id = ${userId}))`;

/** Records what an admin does to their own or another's factors (O1); of anyone else's `recorded` is the condition itself. */
export const auditIfAdmin = (
  context: DomainContext,
  by: AuthenticatedUser,
  entry: Omit<NewAuditEntry, "admin">,
  condition: SQL,
) =>
  by.role === "admin"
    ? recordAuditEntry(context, { admin: by, ...entry }, condition)
    : { entry: null, recorded: condition };

interface FactorChangeStatements {
  condition: SQL;
  /** The statements that make the change where their condition holds; the first one changes a row if it does. */
  make: (condition: SQL) => [first: Write, ...rest: Write[]];
  /** The condition, before the change, that another second factor exists: without it, this turns it on or off. */
  others?: SQL;
  /** The condition, after the change, under which someone without recovery codes gets some. */
  getsCodes?: SQL;
}

/**
 * Changes someone's second factor in one batch, if `condition` holds and their session is still open: logs it for an
 * admin (O1), and tells them by email. Returns the recovery codes of someone who had none until now.
 */
export async function changeFactors(
  context: DomainContext,
  user: SteppedUpUser,
  change: FactorChange,
  { condition, make, others = sql`true`, getsCodes }: FactorChangeStatements,
) {
  const { db, now } = context;
  const entry = { subject: { kind: "user", id: user.id }, after: { change: FACTOR_CHANGES[change] } } as const;
  // A session that was ended at the same moment must leave no factor behind.
  const mayChange = sql`${condition} and ${isLiveSession(user.sessionHash, user.id, now)}`;
  const audit = auditIfAdmin(context, user, { action: "secondFactorChanged", ...entry }, mayChange);
  const applies = audit.recorded;
  const { codes, hashes } = await newRecoveryCodes(user.id);
  const hasCodes = sql`exists (select 1 from recovery_codes where user_id = ${user.id})`;
  const name = user.firstName;
  const tell = (change: FactorChange, condition: SQL) =>
    notify(context, {
      to: user.id,
      cause: newId(),
      when: condition,
      notice: accountNotices.factorChanged,
      facts: { change, name },
    });
  const result = await batch(db, {
    entry: audit.entry,
    // A session signed in with only the password has to show the new factor before anything that demands it (A24).
    sessions: db
      .update(sessions)
      .set({ steppedUpAt: sql`iif(token_hash = ${user.sessionHash}, ${now}, null)` })
      .where(sql`user_id = ${user.id} and ${applies}`),
    notice: tell(change, sql`${applies} and (${others})`),
    edgeNotice: tell(getsCodes ? "turnedOn" : "turnedOff", sql`${applies} and not (${others})`),
    // The statements above ask about the state before, those below about the state after.
    changes: make(applies),
    endedCodes: db.delete(recoveryCodes).where(sql`user_id = ${user.id} and not ${hasSecondFactor(user.id)}`),
    newCodes: getsCodes ? keepRecoveryCodes(db, user.id, hashes, sql`${getsCodes} and not ${hasCodes}`) : null,
  });
  return {
    isChanged: (result.changes[0]?.meta.changes ?? 0) > 0,
    recoveryCodes: result.newCodes?.meta.changes ? codes : null,
  };
}

/**
 * Removes one of a user's factors (A21): `isThere` says that they have it, `others` that they have another one; with the
 * last factor the recovery codes go. Refuses with `factorGone`, and with `lastFactor` an admin who has to have one
 * (`requiresSecondFactor`, A23).
 */
export async function removeFactor(
  context: DomainContext,
  user: SteppedUpUser,
  change: FactorChange,
  { isThere, others, remove }: { isThere: SQL; others: SQL; remove: (condition: SQL) => Write },
) {
  const mayRemove = user.role === "admin" && context.requiresSecondFactor ? sql`(${others})` : sql`true`;
  const { isChanged } = await changeFactors(context, user, change, {
    condition: sql`${isThere} and ${mayRemove}`,
    others,
    make: (condition) => [remove(condition)],
  });
  if (isChanged) return OK;
  const [left] = await selectFacts(context.db, { isThere });
  return refuse(left?.isThere ? "lastFactor" : "factorGone");
}

/** Of a code: 80 bits, so that its hash needs no salt. No letters that are mistaken for digits. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

async function newRecoveryCodes(userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = randomText(ALPHABET, LENGTH);
    return [0, 4, 8, 12].map((at) => text.slice(at, at + 4)).join("-");
  });
  return { codes, hashes: await Promise.all(codes.map((code) => hashRecoveryCode(userId, code))) };
}

/** The hash of a code, the same however it is typed: D1 keeps nothing else of it. */
export const hashRecoveryCode = (userId: string, code: string): Promise<string> =>
  hashToken(`recovery-code ${userId} ${readRecoveryCode(code) ?? ""}`);

const keepRecoveryCodes = (db: Database, userId: string, hashes: string[], condition: SQL) =>
  insertWhere(db, recoveryCodes, { userId, codeHash: sql`value` }, condition, {
    from: sql`json_each(${JSON.stringify(hashes)})`,
  });

/** Makes ten new recovery codes, which end all earlier ones (A21). Refuses with `noSecondFactor`. */
export async function renewRecoveryCodes(context: DomainContext, user: SteppedUpUser) {
  const isOn = hasSecondFactor(user.id);
  const { recoveryCodes: renewed } = await changeFactors(context, user, "codesRenewed", {
    condition: isOn,
    getsCodes: isOn,
    make: (condition) => [context.db.delete(recoveryCodes).where(sql`user_id = ${user.id} and ${condition}`)],
  });
  return renewed ? { ok: true as const, recoveryCodes: renewed } : refuse("noSecondFactor");
}
