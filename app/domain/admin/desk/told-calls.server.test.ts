import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, notices, users } from "~/db/schema";
import { accept, createBooking, record, write } from "../../../../tests/support/money";
import { booking, eventsOf } from "../../../../tests/support/money-rows";
import { admin, client, seedPayers } from "../../../../tests/support/payers";
import { context, contextAt, db, now } from "../../../../tests/support/users";
import { DAY, MINUTE } from "../../time/harare";
import { fullName } from "../../values/user";
import { findCall, listTold, markTold, takeBackTold } from "./today.server";

await seedPayers();
const onThePhone = { email: null, emailVerifiedAt: null, passwordHash: "none", phone: "+263773000001" };
await db.update(users).set(onThePhone).where(eq(users.id, client.id));
const id = await createBooking();
const ASKED = "Tendai Ncube's quote: $60. Ask for their answer.";

const linesOf = async (bookingId = id) => (await findCall(db, bookingId, now))?.lines ?? [];
const told = async (bookingId = id) => markTold(context, admin, await booking(bookingId), now);

test("a call asks for the client's answer as long as the booking does", async () => {
  await write(id, 60_00);
  expect(await findCall(db, id, now)).toMatchObject({ lines: [ASKED], asksClient: true });
  await db.update(bookings).set({ openQuote: null }).where(eq(bookings.id, id));
  expect(await findCall(db, id, now)).toMatchObject({ asksClient: false });
});

test("that a client was told can be taken back for a day, once: the call is on the list again", async () => {
  await write(id, 60_00);
  await told();
  expect(await listTold(db, now)).toMatchObject([{ id, adminName: fullName(admin), at: now }]);
  const shown = await booking(id);
  const tooLate = contextAt(now + DAY);
  await takeBackTold(tooLate, admin, shown);
  expect([await linesOf(), await listTold(db, tooLate.now)]).toEqual([[], []]);
  for (let twice = 0; twice < 2; twice++) await takeBackTold(contextAt(now + DAY - 1), admin, shown);
  expect([await linesOf(), await listTold(db, now + DAY - 1)]).toEqual([[ASKED], []]);
  expect((await eventsOf(id)).filter(({ event }) => event === "not-told-by-phone")).toHaveLength(1);
});

test("taking back what was told touches that booking's calls alone, and no email of the same moment", async () => {
  const other = await createBooking();
  await record(id, client, 10_00);
  for (const one of [id, other]) await write(one, 60_00);
  await told();
  const isEmail = sql`booking_id = ${id} and channel = 'email'`;
  await db.update(notices).set({ status: "sent", sentAt: now }).where(isEmail);
  const emails = await db.$count(notices, isEmail);
  const later = contextAt(now + MINUTE);
  await markTold(later, admin, await booking(other), later.now);
  await takeBackTold(later, admin, await booking(id));
  expect([await linesOf(), await linesOf(other)]).toEqual([[ASKED], []]);
  expect(emails).toBeGreaterThan(0);
  expect(await db.$count(notices, sql`${isEmail} and status = 'sent'`)).toBe(emails);
});

test("the office takes back no call that an answer for the client closed, nor one of a claimed account", async () => {
  await write(id, 60_00);
  await accept(id, 1, admin);
  await takeBackTold(context, admin, await booking(id));
  expect(await linesOf()).toEqual([]);
  const other = await createBooking();
  await write(other, 60_00);
  await told(other);
  await db.update(users).set({ passwordHash: "claimed" }).where(eq(users.id, client.id));
  expect(await listTold(db, now)).toEqual([]);
  await takeBackTold(context, admin, await booking(other));
  expect(await linesOf(other)).toEqual([]);
});
