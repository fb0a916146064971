import { SERVICE_TYPES } from "../../app/domain/bookings/booking";
import { DAY, HOUR, MINUTE, OFFSET } from "../../app/domain/time/harare";
import {
  numbers,
  pick,
  type Run,
  spread,
  followBookings,
  followPayments,
  followQuotes,
  nextSeq,
  recordEvent,
} from "../town/what-follows";
import { adminOf, ADMINS, HARARE_SUBURBS } from "./fill-users";
import type { TownSize } from "./town-size";

const DAYS_BACK = 365;
const DAYS = DAYS_BACK + 30;
/** The client whose file is long: one booking in 250 is theirs. */
export const BUSY_CLIENT = "loadclient000007";

const NOTES = [
  "The kitchen tap has been dripping since Monday. Please ring at the gate, the bell does not work.",
  "The drain in the yard has stood full since Friday and now it comes up in the shower too. There is a dog, he is friendly. We are at home after four, or ask the neighbours in number twelve for the key, they know.",
];
const ANSWERS = [3, 4, 7, 9, 12, 14, 18, 22, 25, 28, 35, 40, 55, 70, 80, 110, 150, 200, 300, 600, 1500];
const AHEAD = [1, 30, 5, 50, 12, 26, 3, 72];
const COMMENTS = [
  "Kind and quick.",
  "Came on time, explained what was wrong and cleaned up afterwards. The tap is dry.",
  "He came two days late, without the part that I had described, went to buy it, came back in the evening and worked until nine with the children asleep next door; but in the end it works and the price was as agreed.",
];

const FEE = 25_00;
const LINES = [
  { what: "Visit fee", amount: FEE },
  { what: "New tap, fitted", amount: 55_00 },
];
const QUOTED = LINES.reduce((sum, { amount }) => sum + amount, 0);

/** Bookings from a year ago to a month ahead, as many every day, in working hours, with history, money and reviews. */
export function fillBookings(run: Run, { users, plumbers, bookings }: TownSize, now: number): void {
  const clients = users - plumbers - ADMINS;
  const round = `(i / ${plumbers})`;
  const midnight = now - ((now + OFFSET) % DAY);
  const day = `(i * ${DAYS} / ${bookings} - ${DAYS_BACK})`;
  const halfHour = `((${round} * 5 + i % ${plumbers} * 3) % 22)`;
  const start = `(${midnight} + ${day} * ${DAY} + ${10 * HOUR} + ${halfHour} * ${30 * MINUTE})`;
  const kind = `((${round} * 7 + i % ${plumbers} * 3) % 10)`;
  const answered = `min(created_at + ${pick(ANSWERS, spread("i", 983))} * ${MINUTE}, starts_at - ${HOUR}, ${now})`;
  run(`${numbers(bookings)}
    insert into bookings (
      id,
      reference,
      client_id,
      plumber_id,
      city_key,
      status,
      starts_at,
      service_type,
      suburb,
      street,
      city,
      notes,
      fee,
      seen_at,
      completed_at,
      asked_at, created_at, updated_at, reminded_day_at, reminded_hours_at, asked_to_close_at, job_minutes)
    select printf('loadbooking%07d', i), 'PB-' || replace(replace(printf('%06d', i), '0', 'Z'), '1', 'Y'),
      iif(i % 250 = 3, '${BUSY_CLIENT}', printf('loadclient%06d', (i * 7 + ${round}) % ${clients})),
      iif(is_unassigned, null, plumber), iif(is_unassigned, 'harare', city), status, starts_at,
      ${pick(SERVICE_TYPES, spread("i", 997))},
      iif(city = 'harare', ${pick(HARARE_SUBURBS, spread("i", 991))}, null),
      (1 + i % 90) || ' Load Street',
      upper(substr(city, 1, 1)) || substr(city, 2),
      iif(i % 3, null, ${pick(NOTES, "i / 3")}),
      iif(is_unassigned, null, ${FEE}),
      iif(status = 'pending', created_at, ${answered}),
      iif(status = 'completed', starts_at + ${HOUR}, null),
      created_at, created_at, ${now}, ${now}, ${now}, ${now}, iif(is_unassigned, 60, job_minutes)
    from (
      select
        *,
        min(
          starts_at - (6 + i % 90) * ${HOUR},
          ${now} - iif(is_unassigned or kind = 3, ${spread("i", 2880)}, ${spread("i", 43200)}) * ${MINUTE}
        ) as created_at,
        case
          when starts_at > ${now} then iif(is_unassigned or kind = 3 and round % 2, 'pending', iif(kind = 8, 'cancelled', 'confirmed'))
          when starts_at > ${now - 90 * MINUTE} and kind < 7 then iif(kind < 5, 'in-progress', 'confirmed')
          when starts_at > ${now - 3 * DAY} and i % 97 = 5 then 'confirmed'
          when kind < 7 then 'completed' when kind < 9 then 'cancelled' else 'refused' end as status
      from (
        select
          i,
          ${round} as round,
          ${kind} as kind,
          ${start} as starts_at,
          i % 101 = 7 and ${start} > ${now} as is_unassigned,
          own.user_id as plumber,
          own.city_key as city,
          own.job_minutes as job_minutes
        from n join plumber_profiles as own on own.user_id = printf('loadplumber%06d', i % ${plumbers})))`);

  fillMoney(run, now);

  const isAssigned = "plumber_id is not null and rowid % 20 = 1";
  const assigned = { at: `min(created_at + ${2 * MINUTE}, ${now})`, role: "'admin'", assignedTo: "plumber_id" };
  recordEvent(run, { event: "assign", toStatus: "pending", where: isAssigned, ...assigned });
  const role = pick(["client", "client", "plumber", "client", "admin", "client", "plumber"], spread("rowid", 971));
  const ahead = `${pick(AHEAD, spread("rowid", 977))} * ${HOUR}`;
  const cancelled = { at: `max(created_at, min(starts_at - ${ahead}, ${now}))`, where: "status = 'cancelled'", role };
  const reason = "'We found the leak ourselves.'";
  recordEvent(run, { event: "cancel", toStatus: "cancelled", reason, ...cancelled });

  run(`insert into reviews (
      id,
      booking_id,
      client_id,
      plumber_id,
      rating,
      comment,
      created_at,
      hidden_at,
      hidden_reason,
      held_at,
      reported_at
    )
    select
      id || '-review',
      id,
      client_id,
      plumber_id,
      ${pick([5, 4, 5, 5, 3, 5, 4, 2, 5, 1], spread("rowid", 967))},
      ${pick(COMMENTS, "rowid")},
      min(starts_at + ${2 * HOUR}, ${now}),
      iif(rowid % 400 < 2, ${now}, null),
      iif(rowid % 400 = 0, 'It names a private address.', null),
      iif(rowid % 400 = 1, ${now}, null),
      iif(rowid % 500 = 2, ${now} - rowid * 1000, null)
    from bookings where status = 'completed' and rowid % 3 = 0`);
  run(`insert into review_reports (review_id, reporter_id, reason, at)
    select id, plumber_id, 'It is not about this job: that was another plumber.', reported_at from reviews where reported_at is not null`);
}

/** Money in about the proportions of the demo town. Bookings repeat their statuses by tens: these parts must not. */
function fillMoney(run: Run, now: number): void {
  run(`insert into quotes (id, booking_id, version, lines, total, valid_until, status, created_at, answered_at)
    select
      id || '-quote',
      id,
      1,
      '${JSON.stringify(LINES)}',
      ${QUOTED},
      created_at + ${30 * DAY},
      iif(status = 'completed', 'accepted', 'open'),
      min(created_at + ${HOUR}, ${now}), iif(status = 'completed', created_at + ${2 * HOUR}, null)
    from bookings
    where status = 'completed'
      and rowid % 3 = 0
      or status in ('pending', 'confirmed')
      and plumber_id is not null
      and rowid % 4 = 0`);
  followQuotes(run);
  run("update bookings set final_amount = coalesce(agreed_price, fee) where status = 'completed'");
  followBookings(run, now);
  fillOnline(run, now);
  run(`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_by, answered_at)
    select
      id || '-payment',
      id,
      final_amount,
      method,
      status,
      'client',
      at,
      iif(status = 'open', null, 'plumber'),
      iif(status = 'open', null, min(at + ${HOUR}, ${now}))
    from (select id, final_amount, iif(rowid % 2, 'cash', 'ecocash') as method, min(completed_at + ${HOUR}, ${now}) as at,
      iif(rowid % 101 = 11, 'denied', iif(rowid % 11 = 5, 'open', 'confirmed')) as status
      from bookings where status = 'completed' and rowid % 11 <> 8)`);
  followPayments(run);
}

const MONTH = 30 * DAY;
const MONTHS = 11;

/** Writes what went through the provider, before receipts are numbered. The ledger's triggers move its balances. */
function fillOnline(run: Run, now: number): void {
  run(`insert into online_payments (
      id,
      booking_id,
      client_id,
      amount,
      purpose,
      method,
      phone,
      status,
      provider_reference,
      failure,
      created_at,
      updated_at,
      paid_at,
      received,
      counts,
      review
    )
    select
      id || '-online',
      id,
      client_id,
      amount,
      'price',
      method,
      iif(method = 'card', null, printf('+26377%07d', 1000000 + number)),
      status,
      iif(status = 'paid', 'PN' || number, null),
      iif(status = 'failed', 'Insufficient balance', null),
      at,
      at,
      iif(status = 'paid', at, null),
      iif(status = 'paid', amount, null), status = 'paid', iif(status = 'paid' and number % 500 = 8, 'disputed', null)
    from (
      select
        id,
        client_id,
        rowid as number,
        coalesce(final_amount, agreed_price, fee) as amount,
        ${pick(["ecocash", "ecocash", "onemoney", "card", "innbucks"], "rowid")} as method,
        case when status = 'completed' and rowid % 22 = 19 then ${pick(["failed", "cancelled", "expired", "refused"], "rowid / 22")}
          when status = 'confirmed' and rowid % 60 = 7 then 'open' else 'paid' end as status,
        min(iif(status = 'completed', completed_at, created_at) + ${30 * MINUTE}, ${now}) as at
      from bookings where plumber_id is not null
        and (
          status = 'completed'
            and rowid % 22 in (8, 19)
            or status = 'cancelled'
            and rowid % 13 = 4
            or status = 'confirmed'
            and rowid % 15 = 7
        ))`);
  run(`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_at)
    select id, booking_id, amount, 'online', 'confirmed', 'client', paid_at, paid_at from online_payments where status = 'paid'`);
  run(`insert into booking_events (id, booking_id, seq, event, actor_role, actor_id, to_status, amount, at)
    select
      payment.id,
      booking_id,
      ${nextSeq("payment.booking_id")},
      'pay-online',
      'client',
      payment.client_id,
      iif(bookings.status = 'completed', 'completed', 'confirmed'),
      amount,
      paid_at
    from online_payments as payment join bookings on bookings.id = booking_id where payment.status = 'paid'`);
  run(`insert into settlements (id, booking_id, plumber_id, reason, earned, commission, refunded, at)
    select id || '-settled', booking_id, plumber_id, status, earned, iif(earned > 0, amount - earned, 0), iif(earned > 0, 0, amount), at
    from (
      select
        payment.id,
        booking_id,
        plumber_id,
        bookings.status,
        amount,
        iif(bookings.status = 'completed', amount * 9 / 10, 0) as earned,
        iif(bookings.status = 'completed', completed_at + ${DAY}, starts_at) as at
      from online_payments as payment
      join bookings on bookings.id = booking_id
      where payment.status = 'paid' and bookings.status in ('completed', 'cancelled'))
    where at <= ${now}`);

  fillRefunds(run, now);
  fillPayouts(run, now);
  fillBankReferences(run);
  fillLedger(run, now);
}

function fillRefunds(run: Run, now: number): void {
  const isSent = `settlements.at < ${now - 4 * DAY}`;
  run(`insert into refunds (id, booking_id, client_id, cause_id, reason, amount, created_at, sent_at, sent_by, reference)
    select settlements.id || '-refund', booking_id, client_id, settlements.id, 'cancelled', refunded, settlements.at,
      iif(${isSent}, settlements.at + ${DAY}, null),
      iif(${isSent}, ${adminOf("settlements.rowid")}, null),
      iif(${isSent}, 'RF-' || settlements.rowid, null)
    from settlements join bookings on bookings.id = booking_id where refunded > 0`);
}

function fillPayouts(run: Run, now: number): void {
  const method = (number: string) => pick(["ecocash", "bank"], number);
  run(`insert into payout_details (id, plumber_id, method, number, bank, branch, holder, created_at, valid_from)
    select
      user_id || '-details',
      user_id,
      method,
      iif(method = 'bank', '10020030' || rowid, printf('+26377%07d', rowid)),
      iif(method = 'bank', 'CBZ Bank', null),
      iif(method = 'bank', 'Kwame Nkrumah', null),
      sort_name, ${now - 400 * DAY}, ${now - 400 * DAY} from (select *, rowid, ${method("rowid")} as method from plumber_profiles)`);
  run(`${numbers(2 * MONTHS)}
    insert into payout_batches (id, number, method, created_by, created_at, taken_at, sent_at, sent_by, reference)
    select
      'loadbatch' || i,
      ${2 * MONTHS} - i,
      ${method("i")},
      ${adminOf("i")},
      at,
      iif(i > 1, at, null),
      iif(i > 1, at + ${HOUR}, null),
      iif(i > 1, ${adminOf("i + 1")}, null),
      iif(i > 1, 'PO-' || i, null)
    from (select i, ${now - DAY} - (i / 2) * ${MONTH} as at from n)`);
  run(`insert into payouts (id, batch_id, plumber_id, amount, method, number, bank, branch, holder, status, created_at)
    select
      batch.id || '-' || details.plumber_id,
      batch.id,
      details.plumber_id,
      sum(earned),
      details.method,
      details.number,
      details.bank,
      details.branch,
      details.holder,
      iif(batch.sent_at is null, 'prepared', 'sent'), batch.created_at
    from payout_batches as batch join payout_details as details on details.method = batch.method
      join settlements on settlements.plumber_id = details.plumber_id and earned > 0
        and settlements.at < batch.created_at - ${MONTH} and settlements.at >= batch.created_at - ${2 * MONTH}
    group by batch.id, details.plumber_id`);
}

function fillBankReferences(run: Run): void {
  run(`insert into bank_references (reference) select reference from payout_batches where reference is not null
    union select reference from refunds where sent_by is not null`);
}

function fillLedger(run: Run, now: number): void {
  const held = "'held:' || booking_id";
  const arrivals = `(${numbers(MONTHS)} select 'PN-' || i as id, null as booking_id,
      cast(sum(amount) * 98 / 100 as integer) as arrived,
      cast(sum(amount) * 2 / 100 as integer) as fee,
      ${now - 2 * DAY} - i * ${MONTH} as at
    from n
    join online_payments on paid_at < ${now - 3 * DAY} - i * ${MONTH}
      and paid_at >= ${now - 3 * DAY} - (i + 1) * ${MONTH}
    group by i)`;
  const payouts = "(select *, null as booking_id from payouts where status = 'sent')";
  for (const { kind, debit, credit, amount, at, rows } of [
    {
      kind: "paid",
      debit: "'clearing'",
      credit: held,
      amount: "amount",
      at: "paid_at",
      rows: "online_payments where status = 'paid'",
    },
    {
      kind: "earned",
      debit: held,
      credit: "'plumber:' || plumber_id",
      amount: "earned",
      at: "at",
      rows: "settlements where earned > 0",
    },
    {
      kind: "commission",
      debit: held,
      credit: "'commission'",
      amount: "commission",
      at: "at",
      rows: "settlements where commission > 0",
    },
    {
      kind: "refund-due",
      debit: held,
      credit: "'refunds:due'",
      amount: "refunded",
      at: "at",
      rows: "settlements where refunded > 0",
    },
    {
      kind: "refund-sent",
      debit: "'refunds:due'",
      credit: "'bank'",
      amount: "amount",
      at: "sent_at",
      rows: "refunds where sent_at is not null",
    },
    {
      kind: "payout",
      debit: "'plumber:' || plumber_id",
      credit: "'bank'",
      amount: "amount",
      at: "created_at",
      rows: payouts,
    },
    { kind: "settled-to-bank", debit: "'bank'", credit: "'clearing'", amount: "arrived", at: "at", rows: arrivals },
    { kind: "provider-fee", debit: "'provider-fees'", credit: "'clearing'", amount: "fee", at: "at", rows: arrivals },
  ] as const)
    run(`insert into ledger_transfers (id, kind, debit, credit, amount, cause_id, booking_id, at)
      select id || '-${kind}', '${kind}', ${debit}, ${credit}, ${amount}, id, booking_id, ${at} from ${rows}`);
  run(`insert into heartbeats (name, value, updated_at)
    select 'ledger', json_object('transfers', count(*), 'sum', 0, 'faults', json_array()), ${now} from ledger_transfers`);
}
