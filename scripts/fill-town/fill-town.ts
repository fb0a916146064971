import type { Run } from "../town/sql";
import { countTown } from "../town/what-follows";
import { fillBookings } from "./fill-bookings";
import { fillConversations, fillOffice } from "./fill-office";
import { fillUsers } from "./fill-users";

/** How many of each the filled town has. */
export interface TownSize {
  /** Everybody, plumbers and the office included. */
  users: number;
  plumbers: number;
  bookings: number;
  messages: number;
}

/**
 * Fills a database with made-up users, bookings from a year ago to a month ahead, their history, money, reviews, contacts,
 * messages and what the office has of them, each by one statement, all in one batch: load for the office, the same for
 * the same size. Returns false, and changes nothing, when there are users already.
 */
export async function fillTown(
  d1: Pick<D1Database, "prepare" | "batch">,
  size: TownSize,
  now: number,
): Promise<boolean> {
  const { results } = await d1.prepare("select id from users limit 1").all();
  if (results.length > 0) return false;
  const statements: D1PreparedStatement[] = [];
  const run: Run = (sql) => Promise.resolve(statements.push(d1.prepare(sql)));
  await fillUsers(run, size, now);
  await fillBookings(run, size, now);
  await fillConversations(run, size, now);
  await countTown(run, now, "contacts.rowid % 3 = 0");
  // Usual prices and habits are made of what ends from now on: the schedule would take hours for all of it (D18).
  await run("update plumber_profiles set accepted_percent = 60 + rowid % 40, minutes_to_answer = 5 + rowid % 90");
  await run(
    `insert into heartbeats (name, value, updated_at) values ('prices', json_object('at', ${now}, 'id', ''), ${now})`,
  );
  await fillOffice(run, size, now);
  await d1.batch(statements);
  return true;
}
