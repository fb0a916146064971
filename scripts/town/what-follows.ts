import { MINUTE, OFFSET } from "../../app/domain/time/harare";
import type { Run } from "./sql";

// What follows from the rows of a made-up town, in SQL: histories, receipts, figures. The demo town and a filled one have
// rows of their own for users, bookings, quotes, payments, reviews and messages, and get everything else from here.

interface Event {
  event: string;
  toStatus: string;
  at: string;
  where: string;
  role?: string;
  reason?: string;
  amount?: string;
  assignedTo?: string;
}

/** A row of history for each of some rows of `bookings`. All but the names are SQL over such a row. */
export const recordEvent = (run: Run, { event, toStatus, at, where, role = "'plumber'", ...more }: Event) =>
  run(`insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, amount, reason, assigned_to, at)
    select id || '-${event}', id, '${event}', role, case role when 'client' then client_id when 'plumber' then plumber_id else (select min(id) from users where role = 'admin') end,
      '${toStatus}', ${more.amount ?? "null"}, ${more.reason ?? "null"}, ${more.assignedTo ?? "null"}, at
    from (select *, rowid as number, ${role} as role, ${at} as at from bookings where ${where})`);

/** How bookings became what they are. Cancellations, and what else happened, have rows of their own. */
export async function followBookings(run: Run, now: number): Promise<void> {
  const isByPhone = "exists (select 1 from users where users.id = client_id and email is null)";
  const role = `iif(${isByPhone}, 'admin', 'client')`;
  await recordEvent(run, { event: "request", toStatus: "pending", at: "created_at", where: "true", role });
  const isConfirmed = "status in ('confirmed', 'in-progress', 'completed')";
  await recordEvent(run, { event: "confirm", toStatus: "confirmed", at: "seen_at", where: isConfirmed });
  const refused = { where: "status = 'refused'", reason: "'I''m not free at that time'" };
  await recordEvent(run, { event: "refuse", toStatus: "refused", at: "seen_at", ...refused });
  const begun = { at: `min(starts_at + ${3 * MINUTE}, ${now})`, where: "status in ('in-progress', 'completed')" };
  await recordEvent(run, { event: "start", toStatus: "in-progress", ...begun });
  const done = { where: "status = 'completed'", amount: "final_amount", reason: "final_reason" };
  await recordEvent(run, { event: "complete", toStatus: "completed", at: "completed_at", ...done });
}

const having = (table: string, condition: string) => `(select * from ${table} where ${condition})`;

/** A row of history for each row of money's. `role`, `amount` and `at`: SQL over it. */
const recordMoney = (
  run: Run,
  event: string,
  role: string,
  amount: string,
  at: string,
  rows: string,
  reason = "null",
) =>
  run(`insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, amount, reason, at)
    select money.id || '-${event}', bookings.id, '${event}', ${role}, iif(${role} = 'client', client_id, plumber_id), bookings.status, money.${amount}, ${reason}, money.${at}
    from ${rows} as money join bookings on bookings.id = money.booking_id`);

/** What was agreed by quotes. Comes before final amounts. */
export async function followQuotes(run: Run): Promise<void> {
  await run(`update bookings set (agreed_price, agreed_deposit) = (select total, deposit from quotes where booking_id = bookings.id and status = 'accepted')
    where id in (select booking_id from quotes where status = 'accepted')`);
  await recordMoney(run, "quote", "'plumber'", "total", "created_at", "quotes");
  await recordMoney(run, "accept-quote", "'client'", "total", "answered_at", having("quotes", "status = 'accepted'"));
  await recordMoney(run, "decline-quote", "'client'", "total", "answered_at", having("quotes", "status = 'declined'"));
}

/** Receipts and sums of what was paid, and what the two say of it; both sides before the office where they disagree. */
export async function followPayments(run: Run): Promise<void> {
  await run(`insert into receipts (number, booking_id, payment_id, amount, issued_at)
    select 1000 + row_number() over (order by answered_at, id), booking_id, id, amount, answered_at from payments where status = 'confirmed'`);
  await run(`update bookings set paid_amount = (select sum(amount) from receipts where booking_id = bookings.id)
    where (status <> 'cancelled' or held_amount > 0) and id in (select booking_id from receipts)`);
  const byHand = (status: string) => having("payments", `method <> 'online' and status in (${status})`);
  const all = byHand("'open', 'confirmed', 'denied'");
  await recordMoney(run, "record-payment", "recorded_by", "amount", "recorded_at", all);
  await recordMoney(run, "confirm-payment", "answered_by", "amount", "answered_at", byHand("'confirmed'"));
  const reason = "'I paid half of it so far'";
  await recordMoney(run, "deny-payment", "answered_by", "amount", "answered_at", byHand("'denied'"), reason);
  await run(`insert into disputes (id, booking_id, opened_at, closed_at)
    select id, booking_id, at, (select min(at) from booking_events as later where later.booking_id = said.booking_id and event = 'decide' and later.at >= said.at)
    from booking_events as said where event in ('plumber-did-not-come', 'dispute-final', 'deny-payment')`);
}

/**
 * Everything that is counted of plumbers and days, and the two sides of those who know each other. `unread`: SQL over
 * `contacts` for whom the newest message of the other side waits; no email is due for it.
 */
export async function countTown(run: Run, now: number, unread: string): Promise<void> {
  await run(
    "update bookings set reviewed_at = (select created_at from reviews where booking_id = bookings.id) where id in (select booking_id from reviews)",
  );
  await run(`insert into rated_pairs (plumber_id, client_id, rating_sum, rating_count)
    select plumber_id, client_id, sum(rating), count(*) from reviews where hidden_at is null group by plumber_id, client_id`);
  const visible = "from reviews where plumber_id = user_id and hidden_at is null";
  await run(`update plumber_profiles set
    jobs_total = (select count(*) from bookings where plumber_id = user_id),
    jobs_completed = (select count(*) from bookings where plumber_id = user_id and status = 'completed'),
    rating_sum = (select coalesce(sum(rating), 0) ${visible}),
    rating_count = (select count(*) ${visible}),
    ${[1, 2, 3, 4, 5].map((stars) => `rated${stars} = (select count(*) ${visible} and rating = ${stars})`).join(", ")},
    rank_sum = (select coalesce(sum(mean), 0) from rated_pairs where plumber_id = user_id),
    rank_count = (select count(*) from rated_pairs where plumber_id = user_id),
    checks = (select json_group_array(json_object('kind', kind, 'checkedAt', checked_at, 'expiresAt', expires_at)) from (select * from plumber_checks where plumber_id = user_id order by rowid))`);
  // Active since they last wrote, else since they met.
  await run(`insert into contacts (user_id, other_id, conversation_id, active_at, emailed_seq, emailed_at)
    select one, other, min(one, other) || '.' || max(one, other), coalesce(max(written), min(met)), (select coalesce(max(seq), 0) from messages), ${now} from (
      select client_id as one, plumber_id as other, created_at as met, null as written from bookings where plumber_id is not null
      union all select plumber_id, client_id, created_at, null from bookings where plumber_id is not null
      union all select sender_id, recipient_id, null, created_at from messages
      union all select recipient_id, sender_id, null, created_at from messages)
    group by one, other`);
  await run(`update contacts set unread = 1, unread_since = last.created_at
    from (select conversation_id, recipient_id, created_at, max(seq) from messages group by conversation_id) as last
    where contacts.conversation_id = last.conversation_id and contacts.user_id = last.recipient_id and ${unread}`);
  await run(
    "update users set unread_messages = (select coalesce(sum(unread), 0) from contacts where user_id = users.id)",
  );
  await tally(run);
}

/** The days of each plumber and of the site (plumber ''). */
async function tally(run: Run): Promise<void> {
  const add = (columns: Record<string, string>, at: string, rows: string, plumber = "plumber_id") =>
    run(`insert into daily_tallies (day, plumber_id, ${Object.keys(columns).join(", ")})
      select date((${at} + ${OFFSET}) / 1000, 'unixepoch') as day, ${plumber} as whose, ${Object.values(columns).join(", ")} from ${rows} and whose is not null group by day, whose
      on conflict do update set ${Object.keys(columns)
        .map((column) => `${column} = excluded.${column}`)
        .join(", ")}`);
  await add({ sign_ups: "count(*)" }, "created_at", "users where role <> 'admin'", "''");
  const times = (event: string) => `sum(event = '${event}')`;
  const counted = {
    requested: times("request"),
    confirmed: times("confirm"),
    refused: times("refuse"),
    cancelled: times("cancel"),
    completed: times("complete"),
  };
  for (const plumber of ["plumber_id", "''"]) {
    await add(
      counted,
      "at",
      "booking_events join bookings on bookings.id = booking_id where event in ('request', 'confirm', 'refuse', 'cancel', 'complete')",
      plumber,
    );
    await add({ reviews: "count(*)", rating_sum: "sum(rating)" }, "created_at", "reviews where true", plumber);
    await add(
      { earned: "sum(amount)" },
      "issued_at",
      "receipts join bookings on bookings.id = booking_id where (status <> 'cancelled' or held_amount > 0)",
      plumber,
    );
  }
}
