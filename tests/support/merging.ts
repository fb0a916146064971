import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema";
import { mergeAccounts } from "~/domain/admin/people/account-merges.server";
import { recordConsent } from "~/domain/admin/callers/caller-accounts.server";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { offeredStarts } from "~/domain/time/slots";
import { newId } from "~/domain/values/id";
import { type SteppedUpUser } from "~/domain/values/user";
import { contextAt } from "./context";
import { book } from "./town";
import { createUser } from "./users";
import { currentInstant } from "./now";

export const context = contextAt(currentInstant());
export const { db, now } = context;
export const PHONE = "+263772555666";

export let admin: SteppedUpUser;
export let client: SteppedUpUser;
export let caller: SteppedUpUser;
export let plumber: SteppedUpUser;
export let other: SteppedUpUser;
export let jobs: string[];

/** A caller with two bookings, a note and a consent, and a client with a booking of their own with the same plumber. */
export const seedMerge = async () => {
  const phone = `${PHONE.slice(0, -4)}${String(Math.floor(Math.random() * 9000) + 1000)}`;
  [admin, client, caller, plumber, other] = await Promise.all([
    createUser(context, "admin"),
    createUser(context, "client", { firstName: "Rudo", lastName: "Moyo", phone }),
    createUser(context, "client", { firstName: "Rudow", lastName: "Moyoh", phone }),
    createUser(context, "plumber"),
    createUser(context, "plumber"),
  ]);
  const starts = offeredStarts(now);
  jobs = [await book(context, caller, plumber, starts.at(-1)!), await book(context, caller, other, starts.at(-2)!)];
  await book({ ...context, now: now - 1000 }, client, plumber, starts.at(-3)!);
  await db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${caller.id}`,
  );
  await addNote(context, admin, caller.id, { id: newId(), words: "Calls in the evening" });
  await recordConsent(context, admin, caller.id, "Yes, please");
};

/** Every row that knows one of the two, but for the log and what only says when. */
export async function everything() {
  const both = sql`(${client.id}, ${caller.id})`;
  const read = (query: ReturnType<typeof sql>) => db.all(query);
  return {
    users: await read(
      sql`select id, email, first_name, last_name, phone, password_hash, merged_into, unread_messages from users where id in ${both} order by id`,
    ),
    bookings: await read(sql`select * from bookings where client_id in ${both} order by id`),
    contacts: await read(
      sql`select * from contacts where user_id in ${both} or other_id in ${both} order by user_id, other_id`,
    ),
    notes: await read(sql`select * from office_notes where user_id in ${both} order by id`),
    consents: await read(sql`select * from consents where user_id in ${both} order by id`),
    events: await read(
      sql`select * from booking_events where booking_id in (select id from bookings where client_id in ${both}) order by id`,
    ),
    notices: await read(sql`select * from notices where user_id in ${both} order by id`),
  };
}
export const merge = () => mergeAccounts(context, admin, caller.id, client.id);
export const clientsOf = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.clientId));
