import { MINUTE, OFFSET } from "../../app/domain/time/harare";

export type Run = (sql: string) => void;

/** Begins a statement that goes over the numbers `i` of `n`, from 0. */
export const numbers = (count: number): string =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;

/** An SQL expression: the list's element at `index`, which begins again at its end. */
export const pick = (list: readonly (string | number)[], index: string): string =>
  `json_extract('${JSON.stringify(list).replaceAll("'", "''")}', '$[' || ((${index}) % ${list.length}) || ']')`;

/** An SQL expression: a whole number below `below` that looks like chance and is the same each time. */
export const spread = (number: string, below: number): string => `(((${number}) * 7919 + 104729) % 1000003 % ${below})`;

/** A notice for each row of `rows`: SQL that selects a booking's `id`, and `number, user, channel, status, at, seen`. */
export const sendNotices = (run: Run, kind: string, rows: string) =>
  run(`insert into notices (
      id,
      kind,
      topic,
      cause_id,
      channel,
      recipient,
      user_id,
      booking_id,
      facts,
      subject,
      status,
      attempts,
      next_attempt_at,
      last_error,
      created_at,
      sent_at,
      delivered_at,
      seen_at
    )
    select
      told.id || '-${kind}-' || channel,
      '${kind}',
      'requests',
      told.id,
      channel,
      case channel when 'push' then user || '-phone' when 'email' then email else phone end,
      user,
      told.id,
      iif(status = 'failed', '{"token":null}', null),
      'About your booking',
      status,
      iif(status = 'failed', 6, 1),
      at,
      iif(status = 'failed', '550 No such mailbox (made up)', null),
      at,
      iif(status = 'sent', at + 2000, null), iif(status = 'sent' and number % 5, at + 60000, null), seen
    from (${rows}) as told join users on users.id = user`);

// The rest of a made-up town, in SQL: the demo town and a filled one bring users, bookings, quotes, payments and talk.

type Event = Partial<{ role: string; reason: string; amount: string; assignedTo: string }> & {
  event: string;
  toStatus: string;
  at: string;
  where: string;
};

/** The next numbers of a booking's history, in a statement that may write several of its rows. */
export const nextSeq = (booking: string) =>
  `row_number() over (partition by ${booking}) + coalesce((select max(seq) from booking_events where booking_id = ${booking}), 0)`;

/** Numbers each booking's history by time: it was written a kind of event at a time. */
export function numberEvents(run: Run): void {
  run(`update booking_events set seq = -place
    from (
      select booking_id as of_booking, seq as written, row_number() over (partition by booking_id order by at, seq) as place
      from booking_events
    )
    where booking_id = of_booking and seq = written`);
  run("update booking_events set seq = -seq");
}

/** A row of history for each of some rows of `bookings`. All but the names are SQL over such a row. */
export const recordEvent = (run: Run, { event, toStatus, at, where, role = "'plumber'", ...more }: Event) =>
  run(`insert into booking_events (id, booking_id, seq, event, actor_role, actor_id, to_status, amount, reason, assigned_to, at)
    select
      id || '-${event}',
      id,
      ${nextSeq("booking.id")},
      '${event}',
      role,
      case role
        when 'client' then client_id
        when 'plumber' then plumber_id
        else (select min(id) from users where role = 'admin') end,
      '${toStatus}', ${more.amount ?? "null"}, ${more.reason ?? "null"}, ${more.assignedTo ?? "null"}, at
    from (select *, rowid as number, ${role} as role, ${at} as at from bookings where ${where}) as booking`);

/** Writes the history of bookings. Cancellations and other turns have rows of their own. */
export function followBookings(run: Run, now: number): void {
  const isByPhone = "exists (select 1 from users where users.id = client_id and email is null)";
  const role = `iif(${isByPhone}, 'admin', 'client')`;
  recordEvent(run, { event: "request", toStatus: "pending", at: "created_at", where: "true", role });
  const isConfirmed = "status in ('confirmed', 'in-progress', 'completed')";
  recordEvent(run, { event: "confirm", toStatus: "confirmed", at: "seen_at", where: isConfirmed });
  const refused = { where: "status = 'refused'", reason: "'I''m not free at that time'" };
  recordEvent(run, { event: "refuse", toStatus: "refused", at: "seen_at", ...refused });
  const begun = { at: `min(starts_at + ${3 * MINUTE}, ${now})`, where: "status in ('in-progress', 'completed')" };
  recordEvent(run, { event: "start", toStatus: "in-progress", ...begun });
  const done = { where: "status = 'completed'", amount: "final_amount", reason: "final_reason" };
  recordEvent(run, { event: "complete", toStatus: "completed", at: "completed_at", ...done });
}

const having = (table: string, condition: string) => `(select * from ${table} where ${condition})`;

const recordMoney = (run: Run, event: string, rows: string, { role, amount, at, reason = "null" }: Money) =>
  run(`insert into booking_events (id, booking_id, seq, event, actor_role, actor_id, to_status, amount, reason, at)
    select
      money.id || '-${event}',
      bookings.id,
      ${nextSeq("bookings.id")},
      '${event}',
      ${role},
      iif(${role} = 'client', client_id, plumber_id),
      bookings.status,
      money.${amount},
      ${reason},
      money.${at}
    from ${rows} as money join bookings on bookings.id = money.booking_id`);
interface Money {
  role: string;
  amount: string;
  at: string;
  reason?: string;
}

/** Writes what was agreed by quotes. Comes before final amounts. */
export function followQuotes(run: Run): void {
  run(`update bookings set (agreed_price, agreed_deposit) = (
      select total, deposit from quotes where booking_id = bookings.id and status = 'accepted'
    )
    where id in (select booking_id from quotes where status = 'accepted')`);
  recordMoney(run, "quote", "quotes", { role: "'plumber'", amount: "total", at: "created_at" });
  const answered = { role: "'client'", amount: "total", at: "answered_at" };
  recordMoney(run, "accept-quote", having("quotes", "status = 'accepted'"), answered);
  recordMoney(run, "decline-quote", having("quotes", "status = 'declined'"), answered);
}

/** Receipts and sums of what was paid, and what the two say of it; both sides before the office where they disagree. */
export function followPayments(run: Run): void {
  run(`insert into receipts (number, booking_id, payment_id, amount, issued_at)
    select 1000 + row_number() over (order by answered_at, id), booking_id, id, amount, answered_at
    from payments
    where status = 'confirmed'`);
  run(`update bookings set paid_amount = (select sum(amount) from receipts where booking_id = bookings.id)
    where (status <> 'cancelled' or held_amount > 0) and id in (select booking_id from receipts)`);
  const byHand = (status: string) => having("payments", `method <> 'online' and status in (${status})`);
  const all = byHand("'open', 'confirmed', 'denied'");
  recordMoney(run, "record-payment", all, { role: "recorded_by", amount: "amount", at: "recorded_at" });
  const answered = { role: "answered_by", amount: "amount", at: "answered_at" };
  recordMoney(run, "confirm-payment", byHand("'confirmed'"), answered);
  recordMoney(run, "deny-payment", byHand("'denied'"), { ...answered, reason: "'I paid half of it so far'" });
  run(`insert into disputes (id, booking_id, event, opened_at, closed_at)
    select
      id,
      booking_id,
      event,
      at,
      (
        select min(at)
        from booking_events as later
        where later.booking_id = said.booking_id and event = 'decide' and later.at >= said.at
      )
    from booking_events as said where event in ('plumber-did-not-come', 'dispute-final', 'deny-payment')`);
}

/** Everything that is counted, and the contacts. `unread`: SQL over `contacts` whose newest message is not read yet. */
export function countTown(run: Run, now: number, unread: string): void {
  run(
    "update bookings set reviewed_at = (select created_at from reviews where booking_id = bookings.id) where id in (select booking_id from reviews)",
  );
  run(`insert into rated_pairs (plumber_id, client_id, rating_sum, rating_count)
    select plumber_id, client_id, sum(rating), count(*) from reviews where hidden_at is null group by plumber_id, client_id`);
  const visible = "from reviews where plumber_id = user_id and hidden_at is null";
  run(`update plumber_profiles set
    jobs_total = (select count(*) from bookings where plumber_id = user_id),
    jobs_completed = (select count(*) from bookings where plumber_id = user_id and status = 'completed'),
    rating_sum = (select coalesce(sum(rating), 0) ${visible}),
    rating_count = (select count(*) ${visible}),
    ${[1, 2, 3, 4, 5].map((stars) => `rated${stars} = (select count(*) ${visible} and rating = ${stars})`).join(", ")},
    rank_sum = (select coalesce(sum(mean), 0) from rated_pairs where plumber_id = user_id),
    rank_count = (select count(*) from rated_pairs where plumber_id = user_id),
    checks = (
      select json_group_array(json_object('kind', kind, 'checkedAt', checked_at, 'expiresAt', expires_at))
      from (select * from plumber_checks where plumber_id = user_id order by checked_at)
    )`);
  // Active since they last wrote, else since they met.
  run(`insert into contacts (user_id, other_id, conversation_id, active_at, emailed_seq, emailed_at)
    select
      one,
      other,
      min(one, other) || '.' || max(one, other),
      coalesce(max(written), min(met)),
      (select coalesce(max(seq), 0) from messages),
      ${now}
    from (
      select client_id as one, plumber_id as other, created_at as met, null as written from bookings where plumber_id is not null
      union all select plumber_id, client_id, created_at, null from bookings where plumber_id is not null
      union all select sender_id, recipient_id, null, created_at from messages
      union all select recipient_id, sender_id, null, created_at from messages)
    group by one, other`);
  run(`update contacts set unread = 1, unread_since = last.created_at
    from (select conversation_id, recipient_id, created_at, max(seq) from messages group by conversation_id) as last
    where contacts.conversation_id = last.conversation_id and contacts.user_id = last.recipient_id and ${unread}`);
  run("update users set unread_messages = (select coalesce(sum(unread), 0) from contacts where user_id = users.id)");
  tally(run);
}

function tally(run: Run): void {
  const add = (columns: Record<string, string>, at: string, rows: string, plumber: string) => {
    const names = Object.keys(columns);
    run(`insert into daily_tallies (day, plumber_id, ${names.join(", ")})
      select
        date((${at} + ${OFFSET}) / 1000, 'unixepoch') as day,
        ${plumber} as whose,
        ${Object.values(columns).join(", ")}
      from ${rows} and whose is not null
      group by day, whose
      on conflict do update set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`);
  };
  add({ sign_ups: "count(*)" }, "created_at", "users where role <> 'admin'", "''");
  const counted = {
    requested: "sum(event = 'request')",
    confirmed: "sum(event = 'confirm')",
    refused: "sum(event = 'refuse')",
    cancelled: "sum(event = 'cancel')",
    completed: "sum(event = 'complete')",
  };
  const named = "'request', 'confirm', 'refuse', 'cancel', 'complete'";
  const booked = "join bookings on bookings.id = booking_id where";
  const isEarned = "(status <> 'cancelled' or held_amount > 0)";
  for (const plumber of ["plumber_id", "''"]) {
    add(counted, "at", `booking_events ${booked} event in (${named})`, plumber);
    add({ reviews: "count(*)", rating_sum: "sum(rating)" }, "created_at", "reviews where true", plumber);
    add({ earned: "sum(amount)" }, "issued_at", `receipts ${booked} ${isEarned}`, plumber);
  }
}
