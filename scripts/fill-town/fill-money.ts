import { DAY, HOUR, OFFSET } from "../../app/domain/time/harare";
import { fillOnline } from "./fill-online";
import type { Run } from "./sql";

const FEE = 25_00;
const LINES = [
  { what: "Visit fee", amount: FEE },
  { what: "New tap, fitted", amount: 55_00 },
];
const QUOTED = LINES.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The money of a filled town's bookings, in about the proportions of the demo town: a quote for a third of the jobs and
 * a quarter of the open requests; of 22 completed jobs 18 are paid by hand, one online, two have a payment to confirm, one
 * has none; one payment in a hundred is denied. Bookings repeat their statuses by tens: these parts must not.
 */
export async function fillMoney(run: Run, now: number): Promise<void> {
  await run(`update bookings set fee = ${FEE} where plumber_id is not null`);
  await run(`insert into quotes (id, booking_id, version, lines, total, valid_until, status, created_at, answered_at)
    select id || '-quote', id, 1, '${JSON.stringify(LINES)}', ${QUOTED}, created_at + ${30 * DAY}, iif(status = 'completed', 'accepted', 'open'),
      min(created_at + ${HOUR}, ${now}), iif(status = 'completed', created_at + ${2 * HOUR}, null)
    from bookings where status = 'completed' and rowid % 3 = 0 or status in ('pending', 'confirmed') and plumber_id is not null and rowid % 4 = 0`);
  await run(
    `update bookings set agreed_price = ${QUOTED} where id in (select booking_id from quotes where status = 'accepted')`,
  );
  await run(
    `update bookings set completed_at = min(starts_at + ${HOUR}, ${now}), final_amount = coalesce(agreed_price, fee) where status = 'completed'`,
  );
  await fillOnline(run, now);
  await run(`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_by, answered_at)
    select id || '-payment', id, final_amount, method, status, 'client', at, iif(status = 'open', null, 'plumber'), iif(status = 'open', null, min(at + ${HOUR}, ${now}))
    from (select id, final_amount, iif(rowid % 2, 'cash', 'ecocash') as method, min(completed_at + ${HOUR}, ${now}) as at,
      iif(rowid % 101 = 11, 'denied', iif(rowid % 11 = 5, 'open', 'confirmed')) as status
      from bookings where status = 'completed' and rowid % 11 <> 8)`);
  await run(`insert into receipts (number, booking_id, payment_id, amount, issued_at)
    select 1000 + row_number() over (order by answered_at, id), booking_id, id, amount, answered_at from payments where status = 'confirmed'`);
  await run(
    "update bookings set paid_amount = (select sum(amount) from receipts where booking_id = bookings.id) where (status <> 'cancelled' or held_amount > 0) and id in (select booking_id from receipts)",
  );
  await run(
    "update booking_events set amount = (select final_amount from bookings where id = booking_id) where event = 'complete'",
  );

  const event = (name: string, role: "client" | "plumber", amount: string, at: string, rows: string) =>
    run(`insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, amount, at)
      select bookings.id || '-${name}', bookings.id, '${name}', '${role}', ${role}_id, bookings.status, ${amount}, ${at}
      from ${rows} as money join bookings on bookings.id = money.booking_id`);
  const having = (table: string, status: string) => `(select * from ${table} where status = '${status}')`;
  const recorded = "(select * from payments where method <> 'online')";
  await event("quote", "plumber", "money.total", "money.created_at", "quotes");
  await event("accept-quote", "client", "money.total", "money.answered_at", having("quotes", "accepted"));
  await event("record-payment", "client", "money.amount", "money.recorded_at", recorded);
  await event(
    "confirm-payment",
    "plumber",
    "money.amount",
    "money.answered_at",
    `(select * from ${recorded} where status = 'confirmed')`,
  );
  await event("deny-payment", "plumber", "money.amount", "money.answered_at", having("payments", "denied"));

  const day = `date((issued_at + ${OFFSET}) / 1000, 'unixepoch')`;
  for (const whose of ["plumber_id", "''"])
    await run(`insert into daily_tallies (day, plumber_id, earned)
      select ${day}, ${whose}, sum(amount) from receipts join bookings on bookings.id = booking_id where status <> 'cancelled' or held_amount > 0 group by 1, 2
      on conflict do update set earned = excluded.earned`);
}
