import { sql, type SQL } from "drizzle-orm";
import { batch, type Write } from "~/db/client.server";
import { recoveryCodes, sessions } from "~/db/schema";
import { recordAuditEntry } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { newId } from "../../values/id";
import type { SteppedUpUser } from "../../values/user";
import { factorNotices } from "./factor-notices";
import { hasRecoveryCode, keepRecoveryCodes, newRecoveryCodes } from "./recovery-codes.server";
import { hasSecondFactor } from "./factor-conditions.server";
import { FACTOR_CHANGES, type FactorChange } from "./second-factor";

interface FactorChangeStatements {
  /** What has to hold before the change. */
  condition: SQL;
  /** The statements that make the change where their condition holds; the first one changes a row if it does. */
  make: (condition: SQL) => [first: Write, ...rest: Write[]];
  /** The condition, before the change, that there is a second factor besides: without it, this turns it on or off. */
  others?: SQL;
  /** The condition, after the change, under which someone without recovery codes gets some. */
  getsCodes?: SQL;
}

/**
 * Changes someone's second factor in one batch, if `condition` holds: logs it for an admin, whose other statements all
 * ask for that entry (O1), and tells them by email. Returns whether the change took place, and the recovery codes of
 * someone who had none until now.
 */
export async function changeFactors(
  context: DomainContext,
  user: SteppedUpUser,
  change: FactorChange,
  { condition, make, others = sql`true`, getsCodes }: FactorChangeStatements,
): Promise<{ isChanged: boolean; recoveryCodes: string[] | null }> {
  const { db, now } = context;
  const audit =
    user.role === "admin"
      ? recordAuditEntry(
          context,
          {
            admin: user,
            action: "secondFactorChanged",
            subject: { kind: "user", id: user.id },
            after: { change: FACTOR_CHANGES[change] },
          },
          condition,
        )
      : null;
  const applies = audit?.recorded ?? condition;
  const { codes, hashes } = await newRecoveryCodes(user.id);
  const tell = (change: FactorChange, condition: SQL) =>
    notify(
      context,
      { user: user.id },
      factorNotices.factorChanged,
      { change, name: user.firstName },
      { causeId: newId(), condition },
    );
  const result = await batch(db, {
    entry: audit?.entry ?? null,
    // A session signed in with only the password has to show the new factor before anything that demands it (A24).
    sessions: db
      .update(sessions)
      .set({ steppedUpAt: sql`iif(token_hash = ${user.sessionHash}, ${now}, null)` })
      .where(sql`user_id = ${user.id} and ${applies}`),
    notice: tell(change, sql`${applies} and (${others})`),
    edgeNotice: tell(getsCodes ? "turnedOn" : "turnedOff", sql`${applies} and not (${others})`),
    // What is above asks how things were, what is below how they are.
    changes: make(applies),
    endedCodes: db.delete(recoveryCodes).where(sql`user_id = ${user.id} and not ${hasSecondFactor(user.id)}`),
    newCodes: getsCodes
      ? keepRecoveryCodes(db, user.id, hashes, sql`${getsCodes} and not ${hasRecoveryCode(user.id)}`)
      : null,
  });
  return {
    isChanged: (result.changes[0]?.meta.changes ?? 0) > 0,
    recoveryCodes: result.newCodes?.meta.changes ? codes : null,
  };
}

/**
 * The condition that a user may remove one of their factors: an admin who has to have one (`requiresSecondFactor`)
 * keeps the last (A23). `others` says that there is another one.
 */
export const mayRemove = (
  { requiresSecondFactor }: Pick<DomainContext, "requiresSecondFactor">,
  user: SteppedUpUser,
  others: SQL,
): SQL => (user.role === "admin" && requiresSecondFactor ? sql`(${others})` : sql`true`);
