import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { accept, confirm, createBooking, draft, record, sendEmails, write } from "../../../tests/support/money";
import { booking, emailsAbout, eventsOf, quote, receiptOf, row } from "../../../tests/support/money-rows";
import { afterwards, context, contextAt, createUser, db, now } from "../../../tests/support/users";
import { noticesInWords } from "../../../tests/support/notice-words";
import { assignTo } from "../../../tests/support/town";
import { admin, client, otherClient, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { DAY } from "../time/harare";
import { findMoney } from "./money-lists.server";
import { voidReceipt } from "./receipts.server";
import { declineQuote, findQuote, writeQuote } from "./quotes.server";

beforeAll(seedPayers);

test("a booking has at most twenty quotes; the same one sent again, also many times at once, is the first", async () => {
  const id = await createBooking();
  const results = await Promise.all(Array.from({ length: 5 }, () => write(id, 1)));
  expect(results).toEqual(results.map(() => ({ ok: true, version: 1 })));
  expect(await eventsOf(id)).toHaveLength(1);
  for (let version = 2; version <= 20; version++) expect(await write(id, version)).toEqual({ ok: true, version });
  expect(await write(id, 20)).toEqual({ ok: true, version: 20 });
  expect(await write(id, 21)).toEqual({ ok: false, reason: "quotesUsed" });
});

test("a quote of more than ten times the fee, or above $5,000, is asked about once more", async () => {
  const id = await createBooking({ fee: 20_00 });
  expect(await write(id, 200_00)).toMatchObject({ ok: true });
  expect(await write(id, 200_01)).toEqual({ ok: false, reason: "quoteUnusual" });
  const sure = { ...draft(200_01), isSure: true };
  expect(await writeQuote(context, plumber, await booking(id), sure)).toMatchObject({ ok: true });
  const dear = await createBooking({ fee: 900_00 });
  expect(await write(dear, 5_000_00)).toMatchObject({ ok: true });
  expect(await write(dear, 5_000_01)).toEqual({ ok: false, reason: "quoteUnusual" });
});

test("a quote is written, told to the client, replaced, and accepted: its total is the agreed price", async () => {
  const id = await createBooking();
  const told = async () => (await emailsAbout(id)).map(({ recipient, subject }) => [recipient, subject.split(" (")[0]]);
  expect(await write(id, 60_00)).toEqual({ ok: true, version: 1 });
  expect(await told()).toEqual([[client.email, "Tendai Ncube's quote: $60"]]);
  await sendEmails();
  expect(await write(id, 55_50)).toEqual({ ok: true, version: 2 });
  expect((await told()).at(-1)).toEqual([client.email, "Tendai Ncube's quote: $55.50"]);
  await sendEmails();
  for (let time = 0; time < 2; time++) expect(await accept(id, 2)).toEqual({ ok: true });
  expect(await accept(id, 1)).toMatchObject({ reason: "quoteReplaced" });
  expect([(await quote(id, 1)).status, (await quote(id, 2)).status]).toEqual(["replaced", "accepted"]);
  expect(await row(id)).toMatchObject({ agreedPrice: 55_50, status: "confirmed" });
  expect(await eventsOf(id)).toEqual([
    { event: "quote", amount: 60_00, reason: null, actorRole: "plumber" },
    { event: "quote", amount: 55_50, reason: null, actorRole: "plumber" },
    { event: "accept-quote", amount: 55_50, reason: null, actorRole: "client" },
  ]);
  expect((await told()).slice(2)).toEqual([[plumber.email, "Your quote for $55.50 is accepted"]]);
});

test("a quote whose time is over cannot be accepted, but declined", async () => {
  const id = await createBooking();
  await write(id, 60_00);
  const late = contextAt(now + 8 * DAY);
  expect(await accept(id, 1, client, late)).toEqual({ ok: false, reason: "quoteExpired" });
  expect(await declineQuote(late, client, await booking(id), await quote(id, 1), "Too dear")).toEqual({ ok: true });
  expect((await eventsOf(id)).at(-1)).toMatchObject({ event: "decline-quote", reason: "Too dear" });
  expect(await accept(id, 1)).toMatchObject({ reason: "quoteGone" });
});

test("no quote ends before now, or in more than 90 days", async () => {
  const shown = await booking(await createBooking());
  const refused = { reason: "validityNotPossible" };
  for (const from of [-1, 91 * DAY])
    expect(await writeQuote(context, plumber, shown, draft(1, { validUntil: now + from }))).toMatchObject(refused);
});

test("no one else sees a quote", async () => {
  const id = await createBooking();
  await write(id, 60_00);
  for (const stranger of [otherClient, otherPlumber]) {
    expect(await findQuote(db, stranger, id, 1)).toBeNull();
    expect(await findMoney(db, stranger, id)).toBeNull();
  }
});

test("an open quote ends with the booking", async () => {
  for (const transition of ["cancel", "complete"] as const) {
    const id = await createBooking();
    await write(id, 60_00);
    await transitionBooking(afterwards, plumber, await booking(id), transition);
    expect((await quote(id, 1)).status, transition).toBe("ended");
  }
});

test("a later quote can be accepted after an earlier one; another plumber takes the lower fee", async () => {
  const id = await createBooking();
  await write(id, 60_00);
  await accept(id, 1);
  await write(id, 90_00);
  expect((await row(id)).agreedPrice).toBe(60_00);
  await accept(id, 2);
  expect((await row(id)).agreedPrice).toBe(90_00);
  expect((await quote(id, 1)).status).toBe("replaced");
  await write(id, 70_00);
  expect(await assignTo(context, admin, id, { to: otherPlumber.id, from: plumber.id })).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ agreedPrice: null, fee: 15_00 });
  expect([(await quote(id, 2)).status, (await quote(id, 3)).status]).toEqual(["ended", "ended"]);
});

test.each([
  { fee: 25_00, theirs: 40_00, then: 25_00 },
  { fee: 25_00, theirs: 15_00, then: 15_00 },
  { fee: null, theirs: 40_00, then: 40_00 },
])("a booking with the fee $fee is $then with a plumber who takes $theirs: the lower one holds", async (fees) => {
  const id = await createBooking({ fee: fees.fee });
  const other = await createUser(context, "plumber", { feeCents: fees.theirs });
  expect(await assignTo(context, admin, id, { to: other.id, from: plumber.id })).toEqual({ ok: true });
  expect((await row(id)).fee).toBe(fees.then);
});

test("a booking with a payment stays with its plumber, until that is void", async () => {
  const id = await createBooking();
  await record(id, client, 10_00);
  expect(await assignTo(context, admin, id, { to: otherPlumber.id, from: plumber.id })).toEqual({
    ok: false,
    reason: "paymentRecorded",
    latest: "Rudo Moyo recorded a payment of $10 at 9:00 am.",
  });
  await confirm(id, plumber);
  await voidReceipt(context, admin, await booking(id), await receiptOf(id), "Wrong job");
  expect(await assignTo(context, admin, id, { to: otherPlumber.id, from: plumber.id })).toEqual({ ok: true });
});

test("the email of a quote says what it asks for in advance, and what its plumber wrote", async () => {
  const id = await createBooking();
  await writeQuote(context, plumber, await booking(id), draft(115_00, { deposit: 40_00, note: "The tap is cheaper" }));
  const [email] = (await noticesInWords(db, sql`booking_id = ${id}`)).slice(-1);
  expect(email!.subject).toContain("Tendai Ncube's quote: $115");
  expect(email!.text).toContain("Deposit, to be paid in advance: $40.00");
  expect(email!.text).toContain("“The tap is cheaper”");
});

test("the email of a declined quote says so once, and leads to another one", async () => {
  const id = await createBooking();
  await write(id, 60_00);
  await declineQuote(context, client, await booking(id), await quote(id, 1), "Too dear");
  const [email] = (await noticesInWords(db, sql`booking_id = ${id} and recipient = ${plumber.email}`)).slice(-1);
  expect(email!.subject).toContain("Your quote for $60 is declined");
  expect(email!.text!.match(/declined your quote/g)).toHaveLength(1);
  expect(email!.text).toContain("“Too dear”");
  expect(email!.text).toMatch(new RegExp(`Write a new quote:\\s+\\S+/plumber-dashboard/jobs/${id}/quote\\s`));
});
