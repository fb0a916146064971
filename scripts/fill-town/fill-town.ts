import { fillBookings } from "./fill-bookings";
import { fillMoney } from "./fill-money";
import { fillOffice } from "./fill-office";
import { fillUsers } from "./fill-users";
import { numbers, type TownSize } from "./sql";

type D1 = Pick<D1Database, "prepare" | "batch">;

/**
 * Fills a database with made-up users, bookings from a year ago to a month ahead, their history, money, reviews, contacts,
 * messages and what the office has of them, each by one statement, all in one batch: load for the office, the same for
 * the same size. Returns false, and changes nothing, when there are users already.
 */
export async function fillTown(d1: D1, size: TownSize, now: number): Promise<boolean> {
  const { results } = await d1.prepare("select id from users limit 1").all();
  if (results.length > 0) return false;
  const statements: D1PreparedStatement[] = [];
  const run = (sql: string) => Promise.resolve(statements.push(d1.prepare(sql)));
  await fillUsers(run, size, now);
  await fillBookings(run, size, now);
  await fillMoney(run, now);
  // Usual prices are made of what ends from now on: the schedule would take hours for all of it (D18).
  await run(
    `insert into heartbeats (name, value, updated_at) values ('prices', json_object('at', ${now}, 'id', ''), ${now})`,
  );
  await run(`insert into contacts (user_id, other_id, conversation_id, active_at)
    select one, other, min(one, other) || '.' || max(one, other), max(at) from (
      select client_id as one, plumber_id as other, created_at as at from bookings where plumber_id is not null union all select plumber_id, client_id, created_at from bookings where plumber_id is not null) group by one, other`);
  if (size.messages > 0) {
    await run(`${numbers(size.messages)} insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
      select printf('loadmessage%08d', i), min(b.client_id, b.plumber_id) || '.' || max(b.client_id, b.plumber_id), iif(i % 2, b.client_id, b.plumber_id), iif(i % 2, b.plumber_id, b.client_id), 'A message of the load.', ${now} - i * 100
      from n join bookings as b on b.id = printf('loadbooking%07d', i % ${size.bookings}) where b.plumber_id is not null`);
  }
  await fillOffice(run, size, now);
  await d1.batch(statements);
  return true;
}
