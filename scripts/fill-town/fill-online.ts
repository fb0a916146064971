import { DAY, HOUR, MINUTE } from "../../app/domain/time/harare";
import { adminOf } from "./fill-users";
import { numbers, pick, type Run } from "../town/sql";

const MONTH = 30 * DAY;
const MONTHS = 11;

/**
 * What went through the provider: of 22 completed jobs one was paid online and shared out and one was tried in vain, one
 * cancelled booking in 13 was paid and refunded, some visits to come are paid ahead. Before receipts are numbered. The
 * ledger's triggers move its balances.
 */
export async function fillOnline(run: Run, now: number): Promise<void> {
  await run(`insert into online_payments (id, booking_id, client_id, amount, purpose, method, phone, status, provider_reference, failure, created_at, updated_at, paid_at, received, counts, review)
    select id || '-online', id, client_id, amount, 'price', method, iif(method = 'card', null, printf('+26377%07d', 1000000 + number)), status,
      iif(status = 'paid', 'PN' || number, null), iif(status = 'failed', 'Insufficient balance', null), at, at, iif(status = 'paid', at, null),
      iif(status = 'paid', amount, null), status = 'paid', iif(status = 'paid' and number % 500 = 8, 'disputed', null)
    from (select id, client_id, rowid as number, coalesce(final_amount, agreed_price, fee) as amount, ${pick(["ecocash", "ecocash", "onemoney", "card", "innbucks"], "rowid")} as method,
        case when status = 'completed' and rowid % 22 = 19 then ${pick(["failed", "cancelled", "expired", "refused"], "rowid / 22")}
          when status = 'confirmed' and rowid % 60 = 7 then 'open' else 'paid' end as status,
        min(iif(status = 'completed', completed_at, created_at) + ${30 * MINUTE}, ${now}) as at
      from bookings where plumber_id is not null
        and (status = 'completed' and rowid % 22 in (8, 19) or status = 'cancelled' and rowid % 13 = 4 or status = 'confirmed' and rowid % 15 = 7))`);
  await run(`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_at)
    select id, booking_id, amount, 'online', 'confirmed', 'client', paid_at, paid_at from online_payments where status = 'paid'`);
  await run(`insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, amount, at)
    select payment.id, booking_id, 'pay-online', 'client', payment.client_id, iif(bookings.status = 'completed', 'completed', 'confirmed'), amount, paid_at
    from online_payments as payment join bookings on bookings.id = booking_id where payment.status = 'paid'`);
  await run(`insert into settlements (id, booking_id, plumber_id, reason, earned, commission, refunded, at)
    select id || '-settled', booking_id, plumber_id, status, earned, iif(earned > 0, amount - earned, 0), iif(earned > 0, 0, amount), at
    from (select payment.id, booking_id, plumber_id, bookings.status, amount, iif(bookings.status = 'completed', amount * 9 / 10, 0) as earned,
        iif(bookings.status = 'completed', completed_at + ${DAY}, starts_at) as at
      from online_payments as payment join bookings on bookings.id = booking_id where payment.status = 'paid' and bookings.status in ('completed', 'cancelled'))
    where at <= ${now}`);

  await fillRefunds(run, now);
  await fillPayouts(run, now);
  await fillLedger(run, now);
}

/** Refunds of the last four days are due, earlier ones sent. */
async function fillRefunds(run: Run, now: number): Promise<void> {
  const isSent = `settlements.at < ${now - 4 * DAY}`;
  await run(`insert into refunds (id, booking_id, client_id, cause_id, reason, amount, created_at, sent_at, sent_by, reference)
    select settlements.id || '-refund', booking_id, client_id, settlements.id, 'cancelled', refunded, settlements.at,
      iif(${isSent}, settlements.at + ${DAY}, null), iif(${isSent}, ${adminOf("settlements.rowid")}, null), iif(${isSent}, 'RF-' || settlements.rowid, null)
    from settlements join bookings on bookings.id = booking_id where refunded > 0`);
}

/** Two batches a month, the latest ones prepared and not sent. */
async function fillPayouts(run: Run, now: number): Promise<void> {
  const method = (number: string) => pick(["ecocash", "bank"], number);
  await run(`insert into payout_details (id, plumber_id, method, number, bank, branch, holder, created_at, valid_from)
    select user_id || '-details', user_id, method, iif(method = 'bank', '10020030' || rowid, printf('+26377%07d', rowid)), iif(method = 'bank', 'CBZ Bank', null), iif(method = 'bank', 'Kwame Nkrumah', null),
      sort_name, ${now - 400 * DAY}, ${now - 400 * DAY} from (select *, rowid, ${method("rowid")} as method from plumber_profiles)`);
  await run(`${numbers(2 * MONTHS)}
    insert into payout_batches (id, number, method, created_by, created_at, taken_at, sent_at, sent_by, reference)
    select 'loadbatch' || i, ${2 * MONTHS} - i, ${method("i")}, ${adminOf("i")}, at, iif(i > 1, at, null), iif(i > 1, at + ${HOUR}, null), iif(i > 1, ${adminOf("i + 1")}, null), iif(i > 1, 'PO-' || i, null)
    from (select i, ${now - DAY} - (i / 2) * ${MONTH} as at from n)`);
  await run(`insert into payouts (id, batch_id, plumber_id, amount, method, number, bank, branch, holder, status, created_at)
    select batch.id || '-' || details.plumber_id, batch.id, details.plumber_id, sum(earned), details.method, details.number, details.bank, details.branch, details.holder,
      iif(batch.sent_at is null, 'prepared', 'sent'), batch.created_at
    from payout_batches as batch join payout_details as details on details.method = batch.method
      join settlements on settlements.plumber_id = details.plumber_id and earned > 0
        and settlements.at < batch.created_at - ${MONTH} and settlements.at >= batch.created_at - ${2 * MONTH}
    group by batch.id, details.plumber_id`);
}

/** What moved, and what came to the bank each month. */
async function fillLedger(run: Run, now: number): Promise<void> {
  const held = "'held:' || booking_id";
  const arrivals = `(${numbers(MONTHS)} select 'PN-' || i as id, null as booking_id, cast(sum(amount) * 98 / 100 as integer) as arrived, cast(sum(amount) * 2 / 100 as integer) as fee, ${now - 2 * DAY} - i * ${MONTH} as at
    from n join online_payments on paid_at < ${now - 3 * DAY} - i * ${MONTH} and paid_at >= ${now - 3 * DAY} - (i + 1) * ${MONTH} group by i)`;
  const payouts = "(select *, null as booking_id from payouts where status = 'sent')";
  for (const [kind, debit, credit, amount, at, rows] of [
    ["paid", "'clearing'", held, "amount", "paid_at", "online_payments where status = 'paid'"],
    ["earned", held, "'plumber:' || plumber_id", "earned", "at", "settlements where earned > 0"],
    ["commission", held, "'commission'", "commission", "at", "settlements where commission > 0"],
    ["refund-due", held, "'refunds:due'", "refunded", "at", "settlements where refunded > 0"],
    ["refund-sent", "'refunds:due'", "'bank'", "amount", "sent_at", "refunds where sent_at is not null"],
    ["payout", "'plumber:' || plumber_id", "'bank'", "amount", "created_at", payouts],
    ["settled-to-bank", "'bank'", "'clearing'", "arrived", "at", arrivals],
    ["provider-fee", "'provider-fees'", "'clearing'", "fee", "at", arrivals],
  ] as const)
    await run(`insert into ledger_transfers (id, kind, debit, credit, amount, cause_id, booking_id, at)
      select id || '-${kind}', '${kind}', ${debit}, ${credit}, ${amount}, id, booking_id, ${at} from ${rows}`);
  await run(`insert into heartbeats (name, value, updated_at)
    select 'ledger', json_object('transfers', count(*), 'sum', 0, 'faults', json_array()), ${now} from ledger_transfers`);
}
