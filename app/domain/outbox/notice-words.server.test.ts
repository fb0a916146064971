import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { booking, type BookingColumns, context, createBooking, db, now } from "../../../tests/support/money";
import { admin, client, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { noticesInWords } from "../../../tests/support/notice-words";
import { assignTo, setBooking } from "../../../tests/support/town";
import { queueNotice, takeAll } from "../../../tests/support/notices";
import { notices, users } from "~/db/schema";
import { listUndelivered } from "../admin/desk/system-health.server";
import { bookingNotices } from "../bookings/booking-notices";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { notify } from "../notices/notify.server";
import { DAY } from "../time/harare";
import { titleOf } from "../notices/notice";
import { sendDueNotices } from "./outbox.server";

test("an email says how its booking stands when it is sent, and who did what it is about", async () => {
  const id = await createBooking({ status: "pending", notes: "As asked" });
  await transitionBooking(context, plumber, await booking(id), "confirm");
  await transitionBooking(context, client, await booking(id), "cancel", { reason: "Found the tap" });
  const [confirmed] = await noticesInWords(db, eq(notices.recipient, client.email));
  expect(confirmed!.subject).toMatch(/^Your booking is confirmed/);
  expect(confirmed!.text).toContain("You cancelled this booking");
  const [cancelled] = await noticesInWords(db, eq(notices.recipient, plumber.email));
  expect(cancelled!.text).toContain("Found the tap");
});

const PHONES = { client: "+263 77 233 3444", plumber: "+263 77 155 5666" };
const textsTo = async ({ email }: typeof client) =>
  (await noticesInWords(db, eq(notices.recipient, email))).map(({ text }) => text ?? "");

const setPhone = (id: string, phone: string) => db.update(users).set({ phone }).where(eq(users.id, id));

beforeAll(async () => {
  await seedPayers();
  await setPhone(client.id, PHONES.client.replaceAll(" ", ""));
  await setPhone(plumber.id, PHONES.plumber.replaceAll(" ", ""));
});

test("phones are shown from confirmation on, until 30 days after the job (B18)", async () => {
  const id = await createBooking({ status: "pending" });
  await transitionBooking(context, plumber, await booking(id), "confirm");
  expect((await textsTo(client))[0]).toContain(PHONES.plumber);
  const shown = async (changed: BookingColumns) => {
    await setBooking(context, id, changed);
    return (await textsTo(client))[0]!.includes(PHONES.plumber);
  };
  const done = { status: "completed", finalAmount: 25_00 } as const;
  expect(await shown({ ...done, completedAt: now })).toBe(true);
  expect(await shown({ ...done, completedAt: now - 31 * DAY })).toBe(false);
  expect(await shown({ status: "pending", completedAt: null, finalAmount: null })).toBe(false);
});

test("a plumber who has lost the job is told nothing more, nor is anyone of an answer that was given (B18)", async () => {
  const id = await createBooking({ status: "pending" });
  const tell = (token: string) =>
    notify(context, plumber.id, token, sql`true`, bookingNotices.requestUnanswered, {
      booking: { id, startsAt: now + DAY },
      token,
    });
  await tell("first");
  expect((await textsTo(plumber))[0]).toContain("/answer?token=first");
  await setBooking(context, id, { plumberId: otherPlumber.id });
  expect(await textsTo(plumber)).toEqual([""]);
  await setBooking(context, id, { plumberId: plumber.id, status: "confirmed" });
  expect(await textsTo(plumber)).toEqual([""]);
  await sendDueNotices(context, takeAll().senders);
  expect(await db.select().from(notices).where(eq(notices.channel, "email"))).toMatchObject([
    { status: "dropped", facts: null, lastError: "Things have changed since." },
  ]);
});

test("a plumber who has a job again isn't told that another has it, and no one replaces themselves (B18)", async () => {
  const id = await createBooking();
  const give = (to: string, from: string) => assignTo(context, admin, id, { to, from });
  expect((await give(otherPlumber.id, plumber.id)).ok).toBe(true);
  expect((await give(plumber.id, otherPlumber.id)).ok).toBe(true);
  const told = (await noticesInWords(db, eq(notices.kind, "bookingAssigned"))).filter(({ text }) => text !== null);
  expect(told.map(({ recipient, subject }) => [recipient, subject.replace(/ \(.*/, "")])).toEqual([
    [plumber.email, "Our office has assigned you a job"],
    [client.email, "You have another plumber"],
    [otherPlumber.email, "A job was reassigned"],
  ]);
  expect(told[1]!.text).toContain(`takes over from ${otherPlumber.firstName}`);
});

test("a notice that cannot be put into words fails alone, and the office sees it by its kind", async () => {
  const due = { words: null, facts: "{}" };
  await queueNotice(context, { ...due, id: "unknown", kind: "tapFixed" });
  await queueNotice(context, { ...due, id: "broken", kind: "alreadyRegistered", facts: "{" });
  await queueNotice(context, { ...due, id: "homeless", kind: "bookingReminder", facts: '{"reader":"client"}' });
  await queueNotice(context, { ...due, id: "erased", kind: "alreadyRegistered", facts: null });
  await queueNotice(context, { ...due, id: "well", kind: "alreadyRegistered" });
  const { sent, senders } = takeAll();
  expect(await sendDueNotices(context, senders)).toEqual({ sent: 1, failed: 4 });
  expect(sent.map(({ id }) => id)).toEqual(["well"]);
  const failed = await listUndelivered(db, now);
  expect(failed.map((row) => `${row.id}: ${titleOf(row)}, ${row.status}`).sort()).toEqual([
    "broken: Already registered, failed",
    "erased: Already registered, failed",
    "homeless: Booking reminder, failed",
    "unknown: Tap fixed, failed",
  ]);
});
