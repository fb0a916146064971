import { desc, eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database, selectFacts, insertWhere, columnsOf } from "~/db/client.server";
import { payoutDetails } from "~/db/schema";
import { hasSecondFactor } from "../accounts/second-factor/factor-changes.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { moneyIsOnTheWay } from "./held-money.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import type { Instant } from "../time/harare";
import { newId } from "../values/id";
import { isLiveSession } from "../values/live-session.server";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { DETAILS_WAIT, placeOf, type PayoutDetails } from "./payout";
import { payoutNotices } from "./escrow-notices";

/** The id, or the method, of the details that hold for a plumber now (M15), inside any statement; null: none. */
export const validDetailsOf = (plumberId: SQL, now: Instant, column: "id" | "method" = "id"): SQL => sql`(
  select valid.${sql.raw(column)} from payout_details valid where valid.plumber_id = ${plumberId} and valid.valid_from <= ${now}
  order by valid.valid_from desc, valid.created_at desc limit 1)`;

/** Finds a plumber's present payout details and those that hold later, masked; null: none given, or no change ahead (M15). */
export async function findPayoutDetails(db: Database, plumberId: string, now: Instant) {
  const columns = ["method", "number", "bank", "holder", "validFrom"] as const;
  const rows = await db
    .select(columnsOf(payoutDetails, ...columns))
    .from(payoutDetails)
    .where(eq(payoutDetails.plumberId, plumberId))
    .orderBy(desc(payoutDetails.validFrom), desc(payoutDetails.createdAt))
    .limit(2);
  const shown = rows.map(({ number, ...row }) => ({ ...row, place: placeOf({ ...row, number }) }));
  const find = (isComing: boolean) => shown.find(({ validFrom }) => validFrom > now === isComing) ?? null;
  return { present: find(false), coming: find(true) };
}

/**
 * Saves where a plumber's money goes (M15), from 48 hours on and in place of what waits; the first time at once, unless
 * money is on its way to them. Tells them by every channel. The same again changes nothing. Refuses with `tooMany` changes
 * an hour (L1), with `factorRequired` without a second factor while money is on its way (a password alone would be enough
 * to send it elsewhere), and with `sessionEnded`.
 */
export async function savePayoutDetails(context: DomainContext, plumber: SteppedUpUser, details: PayoutDetails) {
  const { db, now } = context;
  const attempt: Attempt = ["payoutDetailsPerUser", plumber.id];
  const { method, number, bank, branch, holder } = details;
  const id = newId();
  const facts = { name: plumber.firstName, place: placeOf(details), now };
  const tell = (validFrom: Instant) => {
    const isSaved = sql`exists (select 1 from payout_details where id = ${id} and valid_from = ${validFrom})`;
    return notify(context, {
      to: plumber.id,
      cause: id,
      when: isSaved,
      notice: payoutNotices.payoutDetailsChanged,
      facts: { ...facts, validFrom },
    });
  };
  const isOnTheWay = moneyIsOnTheWay(plumber.id);
  const needsFactor = sql`(not ${hasSecondFactor(plumber.id)} and ${isOnTheWay})`;
  const isChange = sql`exists (select 1 from users where id = ${plumber.id} and role = 'plumber')
    and not exists (select 1 from (
      select method, number, bank, branch, holder from payout_details where plumber_id = ${plumber.id}
      order by valid_from desc, created_at desc limit 1)
    where method = ${method} and number = ${number} and bank is ${bank} and branch is ${branch} and holder = ${holder})`;
  // Details that still wait are changed like those that hold: else saving twice would shorten the wait.
  const validFrom = sql`iif(${isOnTheWay} or exists (select 1 from payout_details where plumber_id = ${plumber.id}),
          ${now + DETAILS_WAIT}, ${now})`;
  const isLive = isLiveSession(plumber.sessionHash, plumber.id, now);
  const row = { id, plumberId: plumber.id, ...details, createdAt: now, validFrom };
  const isAllowed = sql`${isLive} and ${isChange} and not ${needsFactor} and ${isWithinLimit(context, attempt)}`;
  const { before, counted } = await batch(db, {
    before: selectFacts(db, { isLive, needsFactor: sql`${isChange} and ${needsFactor}` }),
    counted: hit(context, attempt, sql`${isLive} and ${isChange}`),
    added: insertWhere(db, payoutDetails, row, isAllowed),
    waiting: db.delete(payoutDetails).where(sql`plumber_id = ${plumber.id} and valid_from > ${now} and id <> ${id}
      and exists (select 1 from payout_details where id = ${id})`),
    toldAtOnce: tell(now),
    toldOfChange: tell(now + DETAILS_WAIT),
  });
  if (!before[0]?.isLive) return refuse("sessionEnded");
  return exceeded(context, counted) ?? (before[0].needsFactor ? refuse("factorRequired") : OK);
}

/** Drops a change of payout details that is still waiting: the present ones stay (M15). Nothing waits: nothing changes. */
export async function keepPayoutDetails({ db, now }: DomainContext, plumber: AuthenticatedUser) {
  await db.delete(payoutDetails).where(sql`plumber_id = ${plumber.id} and valid_from > ${now}`);
  return OK;
}
