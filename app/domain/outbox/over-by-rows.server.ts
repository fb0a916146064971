import { sql, type SQL } from "drizzle-orm";
import { type Database, isOneOf } from "~/db/client.server";
import { ledgerIsSound } from "../ledger/ledger.server";
import type { OverByRows } from "../notices/notice";
import type { Instant } from "../time/harare";

const fact = (name: string) => sql.raw(`json_extract(notices.facts, '$.${name}')`);

/** The conditions, over notices, by which rows say that one is over. */
const conditionsAt = (now: Instant): Record<OverByRows, SQL> => ({
  linkSpent: sql`not exists (select 1 from verification_links where token_hash = notices.cause_id and expires_at > ${now})
    and not exists (select 1 from claim_links where token_hash = notices.cause_id and expires_at > ${now})
    and not exists (select 1 from password_reset_links
      where token_hash = notices.cause_id and expires_at > ${now} and used_at is null)`,
  codeReplaced: sql`not exists (select 1 from phone_codes where user_id = notices.user_id
    and channel = notices.channel and phone = notices.recipient and created_at = notices.created_at)`,
  phoneUsedAgain: sql`exists (select 1 from phone_channels
    where phone = notices.recipient and channel = notices.channel and ended_at is null)`,
  resetEnded: sql`not exists (select 1 from second_factor_resets where due_at = ${fact("dueAt")})`,
  read: sql`not exists (select 1 from contacts
    where user_id = notices.user_id and other_id = ${fact("senderId")} and unread > 0)`,
  reviewHidden: sql`not exists (select 1 from reviews where id = notices.cause_id and hidden_at is null)`,
  decidedAgain: sql`(select approval from plumber_profiles where user_id = notices.user_id)
    is not iif(notices.kind = 'plumberApproved', 'approved', iif(notices.kind = 'papersAsked', 'asked', 'refused'))`,
  checkRenewed: sql`not exists (select 1 from plumber_checks where plumber_id = notices.user_id
    and instr(notices.cause_id, plumber_id || ' ' || kind || ' ' || expires_at || ' ') = 1)`,
  enquiryTaken: sql`not exists (select 1 from enquiries
    where id = ${fact("id")} and assigned_to = notices.user_id and done_at is null)`,
  photosAnswered: sql`not exists (select 1 from private_photos join bookings on bookings.id = booking_id
    where booking_id = notices.booking_id and private_photos.released_at is not null and photos_shared_at is null)`,
  disputeClosed: sql`not exists (select 1 from disputes where id = notices.cause_id and closed_at is null)`,
  paidSince: sql`exists (select 1 from online_payments
    where booking_id = notices.booking_id and paid_at >= notices.created_at)`,
  paymentSettled: sql`not exists (select 1 from online_payments
    where id = substr(notices.cause_id, 1, instr(notices.cause_id, ' ') - 1) and disputed_at is not null)`,
  refundNotDue: sql`not exists (select 1 from refunds where booking_id = notices.booking_id and sent_at is null)`,
  refundReturned: sql`not exists (select 1 from refunds
    where booking_id = notices.booking_id and reference = ${fact("reference")})`,
  payoutReturned: sql`(select status from payouts where id = notices.cause_id) is not 'sent'`,
  ledgerSound: ledgerIsSound(now),
});

/** Selects the ids of the notices that are over by rows other than their booking's. */
export async function selectOver(
  db: Database,
  now: Instant,
  rows: readonly { id: string; kind: string; isOver: OverByRows }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const conditions = conditionsAt(now);
  const reasons = [...Map.groupBy(rows, ({ isOver }) => isOver)].map(([isOver, of]) => {
    const kinds = of.map(({ kind }) => kind);
    return sql`${isOneOf(sql`notices.kind`, kinds)} and ${conditions[isOver]}`;
  });
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const over = await db.all<{ id: string }>(sql`select id from notices
    where id in (select value from json_each(${ids})) and case when json_valid(facts) then ${sql.join(reasons, sql` or `)} end`);
  return new Set(over.map(({ id }) => id));
}
