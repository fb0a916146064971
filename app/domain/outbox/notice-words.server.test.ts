import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { booking, type BookingColumns, context, createBooking, db, now } from "../../../tests/support/money";
import { admin, client, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { noticesInWords } from "../../../tests/support/notice-words";
import { assignTo, setBooking } from "../../../tests/support/town";
import { addDevice, queueNotice, takeAll } from "../../../tests/support/notices";
import { contacts, messages, notices, users } from "~/db/schema";
import { sendMessage } from "../messages/messages.server";
import { newId } from "../values/id";
import { listUndelivered } from "../admin/desk/system-health.server";
import { bookingNotices } from "../bookings/booking-notices";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { notify } from "../notices/notify.server";
import { DAY } from "../time/harare";
import { titleOf } from "../notices/notice";
import { openWriter } from "./notice-words.server";
import { sendDueNotices } from "./outbox.server";

test("an email says how its booking stands when it is sent, and who did what it is about", async () => {
  const id = await createBooking({ status: "pending", notes: "As asked" });
  await transitionBooking(context, plumber, await booking(id), "confirm");
  await transitionBooking(context, client, await booking(id), "cancel", { reason: "Found the tap" });
  expect(await textsTo(client)).toEqual([""]);
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

const done = { status: "completed", finalAmount: 25_00, completedAt: now } as const;
type Side = typeof client;

/** Queues an email to the client about a transition. */
const tellOf = (bookingId: string, transition: "confirm" | "complete") => {
  const facts = { transition, actor: "plumber", who: "T", plumberId: plumber.id, asksMore: false, reader: "client" };
  return queueNotice(context, {
    kind: "bookingTransitioned",
    bookingId,
    userId: client.id,
    recipient: client.email,
    facts: JSON.stringify(facts),
    words: null,
  });
};

test("phones are shown from confirmation on, until 30 days after the job (B18)", async () => {
  const id = await createBooking({ status: "confirmed" });
  await tellOf(id, "confirm");
  const isShown = async () => (await textsTo(client)).at(-1)!.includes(PHONES.plumber);
  expect(await isShown()).toBe(true);
  await setBooking(context, id, done);
  await tellOf(id, "complete");
  expect(await isShown()).toBe(true);
  await setBooking(context, id, { completedAt: now - 31 * DAY });
  expect(await isShown()).toBe(false);
  await setBooking(context, id, { status: "pending", completedAt: null, finalAmount: null });
  const request = { kind: "requestReceived", facts: "{}", words: null, recipient: client.email };
  await queueNotice(context, { ...request, bookingId: id, userId: client.id });
  expect((await textsTo(client)).at(-1)).toContain("Tendai");
  expect(await isShown()).toBe(false);
});

test.each([
  ["offers to pay online", {}, "Pay $25"],
  ["asks to record the payment", null, "I paid cash"],
])("an email about a job that is done %s where the ticket does", async (_, paymentProvider, label) => {
  const id = await createBooking({ ...done, agreedPrice: 25_00 });
  await tellOf(id, "complete");
  const [row] = await db.select().from(notices).where(eq(notices.recipient, client.email));
  const write = await openWriter({ ...context, paymentProvider }, [row!]);
  expect(write(row!).email?.text).toContain(label);
});

test("a plumber who has lost the job is told nothing more, nor is anyone of an answer that was given (B18)", async () => {
  const id = await createBooking({ status: "pending" });
  const tell = (token: string) =>
    notify(context, {
      to: plumber.id,
      cause: token,
      when: sql`true`,
      notice: bookingNotices.requestUnanswered,
      facts: {
        booking: { id, startsAt: now + DAY },
        token,
      },
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

const onTheWay = { onTheWayAt: now, expectedAt: now };
const steps: { step: string; while: BookingColumns; until: BookingColumns }[] = [
  { step: "on-the-way", while: onTheWay, until: { onTheWayAt: null, expectedAt: null } },
  { step: "not-on-the-way", while: {}, until: onTheWay },
];

const quoted = (total: number) => ({ openQuote: JSON.stringify({ total, validUntil: now + DAY }) });
const recorded = (amount: number) => ({
  openPayment: JSON.stringify({ amount, method: "cash", recordedBy: "plumber" }),
});
const objected = { ...done, finalAnswer: "objected" } as const;
const money: { event: string; amount: number | null; while: BookingColumns; until: BookingColumns }[] = [
  { event: "quote", amount: 50_00, while: quoted(50_00), until: quoted(60_00) },
  { event: "quote", amount: 50_00, while: quoted(50_00), until: { openQuote: null, agreedPrice: 50_00 } },
  { event: "accept-quote", amount: 50_00, while: { agreedPrice: 50_00 }, until: { status: "cancelled" } },
  { event: "accept-quote", amount: 50_00, while: { agreedPrice: 50_00 }, until: { agreedPrice: 60_00 } },
  { event: "decline-quote", amount: 50_00, while: {}, until: quoted(40_00) },
  { event: "agree-final", amount: 25_00, while: { ...done, finalAnswer: "agreed" }, until: objected },
  { event: "dispute-final", amount: null, while: objected, until: { finalAnswer: "decided" } },
  { event: "record-payment", amount: 25_00, while: recorded(25_00), until: { openPayment: null } },
];

test("a notice is over once its booking went another way, and is told until then", async () => {
  const confirmation = { transition: "confirm", actor: "plumber", who: "T", plumberId: plumber.id, asksMore: false };
  const suggestion = { action: "propose", who: "T", start: now + 3 * DAY };
  const suggested = { status: "confirmed", proposedBy: "plumber", proposedStart: now + 3 * DAY, proposals: 1 } as const;
  const started = { ...confirmation, transition: "start" };
  const assignment = { plumberId: plumber.id, previousId: null, previous: null, token: null };
  const unsuggested = { proposedBy: null, proposedStart: null } as const;
  const cases: { kind: string; facts: object; while: BookingColumns; until: BookingColumns; reader?: Side }[] = [
    { kind: "bookingTransitioned", facts: confirmation, while: {}, until: { plumberId: otherPlumber.id } },
    {
      kind: "bookingTransitioned",
      facts: confirmation,
      while: { status: "in-progress" },
      until: { status: "cancelled" },
    },
    { kind: "bookingTransitioned", facts: confirmation, while: {}, until: { status: "pending" } },
    { kind: "rescheduleProposal", facts: suggestion, while: suggested, until: unsuggested },
    { kind: "rescheduleProposal", facts: suggestion, while: suggested, until: { ...unsuggested, status: "cancelled" } },
    { kind: "bookingRescheduled", facts: { before: now }, while: {}, until: { status: "cancelled" } },
    { kind: "requestReceived", facts: {}, while: { status: "pending" }, until: { status: "confirmed" } },
    {
      kind: "jobStep",
      facts: { step: "on-the-way", who: "T", minutes: null },
      while: onTheWay,
      until: { status: "in-progress" },
    },
    ...steps.map(({ step, while: before, until }) => ({
      kind: "jobStep",
      facts: { step, who: "T", minutes: null },
      while: before,
      until,
    })),
    ...money.map(({ event, amount, while: before, until }) => ({
      kind: "bookingMoney",
      facts: { event, amount, actor: "plumber", who: "T", reason: null },
      while: before,
      until,
    })),
    { kind: "paidOnline", facts: { amount: 25_00 }, while: { heldAmount: 25_00 }, until: { heldAmount: 0 } },
    { kind: "bookingReminder", facts: {}, while: { startsAt: now + DAY }, until: { startsAt: now + 3 * DAY } },
    { kind: "bookingAssigned", facts: assignment, while: {}, until: { status: "cancelled" } },
    { kind: "bookingRescheduled", facts: { before: now + DAY }, while: {}, until: { startsAt: now + DAY } },
    {
      kind: "rescheduleProposal",
      facts: suggestion,
      while: suggested,
      until: { ...suggested, proposedStart: now + 5 * DAY },
    },
    { kind: "rescheduleProposal", facts: { ...suggestion, action: "decline" }, while: {}, until: suggested },
    { kind: "bookingTransitioned", facts: started, while: { status: "in-progress" }, until: done },
    { kind: "reviewInvited", facts: {}, while: done, until: { reviewedAt: now } },
    {
      kind: "reviewInvited",
      facts: {},
      while: done,
      until: { status: "in-progress", completedAt: null, finalAmount: null },
    },
    {
      kind: "bookingRequested",
      facts: { token: "t" },
      while: { status: "pending" },
      until: { notes: "Now" },
      reader: plumber,
    },
  ];
  for (const { kind, facts, while: before, until, reader = client } of cases) {
    const bookingId = await createBooking({ status: "confirmed", ...before });
    const more = { userId: reader.id, recipient: reader.email, words: null };
    const side = reader === plumber ? "plumber" : "client";
    await queueNotice(context, { kind, bookingId, facts: JSON.stringify({ ...facts, reader: side }), ...more });
    const told = async () =>
      (await noticesInWords(db, eq(notices.bookingId, bookingId))).map(({ text }) => Boolean(text));
    expect(await told(), kind).toEqual([true]);
    if (reader === plumber) await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
    await setBooking(context, bookingId, until);
    expect(await told(), kind).toEqual([false]);
  }
});

test("a plumber who has a job again isn't told that another has it, and no one replaces themselves (B18)", async () => {
  const id = await createBooking();
  const give = (to: string, from: string) => assignTo(context, admin, id, { to, from });
  expect((await give(otherPlumber.id, plumber.id)).ok).toBe(true);
  expect((await give(plumber.id, otherPlumber.id)).ok).toBe(true);
  const told = (await noticesInWords(db, eq(notices.kind, "bookingAssigned"))).filter(({ text }) => text !== null);
  expect(told.map(({ recipient, subject }) => [recipient, subject.replace(/: .*/, "")])).toEqual([
    [plumber.email, "Our office has assigned you a job"],
    [client.email, "You have another plumber"],
    [otherPlumber.email, "A job was reassigned"],
  ]);
  expect(told[1]!.text).toContain(`takes over from ${otherPlumber.firstName}`);
});

test("a notice of a message has its words only when it is sent, and is over once that is read or gone", async () => {
  await createBooking();
  await addDevice(context, plumber);
  const content = "The gate code is 4471";
  await db.insert(contacts).values([
    { userId: client.id, otherId: plumber.id, conversationId: [client.id, plumber.id].sort().join("."), activeAt: now },
    { userId: plumber.id, otherId: client.id, conversationId: [client.id, plumber.id].sort().join("."), activeAt: now },
  ]);
  const draft = { recipientId: plumber.id, id: newId(), content };
  expect(await sendMessage(context, client, draft)).toMatchObject({ ok: true });
  expect(JSON.stringify(await db.select().from(notices))).not.toContain("4471");
  const told = async () => (await noticesInWords(db, eq(notices.kind, "newMessage"))).map(({ short }) => short?.body);
  expect(await told()).toEqual([content]);
  const setUnread = (unread: number) =>
    db
      .update(contacts)
      .set({ unread, unreadSince: unread ? now : null })
      .where(eq(contacts.userId, plumber.id));
  await setUnread(0);
  expect(await told()).toEqual([undefined]);
  await setUnread(1);
  await db.delete(messages);
  expect(await told()).toEqual([undefined]);
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
