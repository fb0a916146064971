import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { messages, notices, users, auditLog } from "~/db/schema";
import { afterwards, context, contextAt, db, now } from "../../../../tests/support/users";
import {
  accept,
  confirm,
  createBooking,
  finish,
  payInHand,
  payOnline,
  record,
  write,
} from "../../../../tests/support/money";
import { booking, eventsOf, openOf, quote, row } from "../../../../tests/support/money-rows";
import { admin, client, plumber, seedPayers } from "../../../../tests/support/payers";
import { TERMS_VERSION } from "../../accounts/account";
import { claimAccount } from "../../accounts/claim-links.server";
import { PASSWORD, tokenIn } from "../../../../tests/support/sign-up";
import { withdrawPayment, denyPayment } from "../../money/payments.server";
import { eraseUser } from "../../personal-data/erasure.server";
import { findUser } from "../people/users.server";
import { transitionBooking } from "../../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../../bookings/commands/job-steps.server";
import { acceptTime, declineTime, proposeTime } from "../../bookings/commands/reschedule.server";
import { introduce } from "../../contacts/contacts.server";
import { listContacts, listUsersFor } from "../../messages/message-lists.server";
import { mayConverse, sendMessage } from "../../messages/messages.server";
import { agreeFinal, disputeFinal } from "../../money/final-amount.server";
import { decideFinal } from "../../escrow/final-decision.server";
import { declineQuote } from "../../money/quotes.server";
import { sendDueNotices } from "../../outbox/outbox.server";
import { HOUR, MINUTE } from "../../time/harare";
import { newId } from "../../values/id";
import { offerAccount, recordConsent } from "../callers/caller-accounts.server";
import { findDisputes } from "../../bookings/queries/open-disputes.server";
import { nextStep } from "../../bookings/next-step/next-step";
import { resolveDispute } from "../../money/dispute-resolution.server";
import { disputeList } from "./dispute-list.server";
import { findCall, listCalls, markTold, noteNoAnswer, countForMenu } from "./today.server";
import { listUndelivered } from "./system-health.server";
import { noticesInWords } from "../../../../tests/support/notice-words";
import { settleDueBookings } from "../../escrow/settlements.server";
import { FIRST_PAGE } from "../../values/lists";
import { findBookingView } from "../../bookings/queries/booking-views.server";

await seedPayers();
const onThePhone = { email: null, emailVerifiedAt: null, passwordHash: "none", phone: "+263773000001" };
await db.update(users).set(onThePhone).where(eq(users.id, client.id));
const id = await createBooking();
const ASKED = "Tendai Ncube's quote: $60. Ask for their answer.";

const linesOf = async (bookingId = id, at = context) => (await findCall(db, bookingId, at.now))?.lines ?? [];
const told = async (bookingId = id) => {
  const call = await findCall(db, bookingId, now);
  return markTold(context, admin, await booking(bookingId), call?.until ?? now);
};

test("the list of calls (N20) has a client without an email until the office has told them", async () => {
  const pending = await createBooking({ status: "pending" });
  await transitionBooking(context, plumber, await booking(pending), "confirm");
  await write(pending, 60_00);
  const call = {
    id: pending,
    client: { firstName: "Rudo", lastName: "Moyo" },
    phone: "+263773000001",
    lines: ["Tendai Ncube has confirmed the booking.", ASKED],
    waitingSince: now,
    triedAt: null,
  };
  expect(await listCalls(db, now)).toMatchObject({ hasMore: false, calls: [call] });
  expect((await countForMenu(db, now)).calls).toBe(1);
  await told(pending);
  expect([(await listCalls(db, now)).calls, (await countForMenu(db, now)).calls]).toEqual([[], 0]);
  expect((await eventsOf(pending)).at(-1)).toMatchObject({ event: "told-by-phone", actorRole: "admin" });
});

test("a client who is told twice at once is told once, and no one answering twice counts once", async () => {
  await write(id, 60_00);
  const shown = await booking(id);
  for (let twice = 0; twice < 2; twice++) await noteNoAnswer(context, admin, shown);
  expect(await noticesInWords(db, eq(notices.channel, "call"))).toMatchObject([{ attempts: 1 }]);
  await Promise.all([1, 2].map(() => markTold(context, admin, shown, now)));
  expect((await eventsOf(id)).filter(({ event }) => event === "told-by-phone")).toHaveLength(1);
});

test("news since the list of calls was shown stays on it", async () => {
  await write(id, 60_00);
  const call = await findCall(db, id, now);
  const later = contextAt(now + MINUTE);
  await db.run(sql`update bookings set starts_at = ${now + HOUR} where id = ${id}`);
  await takeJobStep(later, plumber, await booking(id), "on-the-way", 20);
  await markTold(later, admin, await booking(id), call!.until);
  expect(await linesOf(id, later)).toEqual([expect.stringContaining("is on the way")]);
});

test("a client who does not answer is called again after half an hour, behind the others", async () => {
  const other = await createBooking();
  await write(id, 60_00);
  await write(other, 70_00, plumber, contextAt(now + MINUTE));
  const soon = contextAt(now + 2 * MINUTE);
  expect((await listCalls(db, soon.now)).calls.map((call) => call.id)).toEqual([id, other]);
  await noteNoAnswer(soon, admin, await booking(id));
  const again = (await listCalls(db, soon.now)).calls.map((call) => [call.id, call.triedAt]);
  expect(again).toEqual([
    [other, null],
    [id, soon.now],
  ]);
  expect((await countForMenu(db, soon.now)).calls).toBe(2);
});

test("a call is neither sent nor closed by itself, and System does not count it as late", async () => {
  await write(id, 60_00);
  const aDay = now + 24 * HOUR;
  await sendDueNotices(contextAt(aDay), {});
  expect(await linesOf()).toEqual([ASKED]);
  expect((await listUndelivered(db, aDay)).filter(({ channel }) => channel === "call")).toEqual([]);
});

test("a replaced quote or withdrawn record needs no call, but one withdrawn after the call does", async () => {
  await write(id, 80_00);
  await write(id, 60_00);
  expect(await linesOf()).toEqual([ASKED]);
  await told();
  await record(id, plumber, 25_00);
  await withdrawPayment(context, plumber, await booking(id), await openOf(id));
  expect(await linesOf()).toEqual([]);
  await record(id, plumber, 25_00);
  await told();
  await withdrawPayment(context, plumber, await booking(id), await openOf(id));
  expect(await linesOf(id, contextAt(now + 10 * MINUTE))).toEqual(["The record of a payment of $25 is taken back"]);
});

test("an account of their own ends their calls", async () => {
  await write(id, 60_00);
  await offerAccount(context, admin, client.id, "chipo@example.test");
  const [mail] = await noticesInWords(db, eq(notices.recipient, "chipo@example.test"));
  const { reference } = await row(id);
  const claim = { reference, password: PASSWORD, termsVersion: TERMS_VERSION };
  expect(await claimAccount(context, tokenIn(mail?.text), claim)).toMatchObject({ ok: true });
  expect(await linesOf()).toEqual([]);
});

test("an erased client is not called", async () => {
  await write(id, 60_00);
  const cancelled = await transitionBooking(context, admin, await booking(id), "cancel");
  expect([cancelled.ok, (await linesOf()).length]).toEqual([true, 2]);
  expect(await eraseUser(context, admin, (await findUser(db, client.id))!, "They asked us to")).toEqual({ ok: true });
  expect(await linesOf()).toEqual([]);
});

test("a client who has agreed to text messages is called only for an answer", async () => {
  await recordConsent(context, admin, client.id, "I agree to text messages");
  const pending = await createBooking({ status: "pending" });
  await transitionBooking(context, plumber, await booking(pending), "confirm");
  expect(await linesOf(pending)).toEqual([]);
  await write(pending, 60_00);
  expect(await linesOf(pending)).toEqual([ASKED]);
  const sent = await noticesInWords(db, eq(notices.userId, client.id));
  const subjects = ["Tendai Ncube has confirmed the booking.", "Tendai Ncube's quote: $60", ASKED];
  expect(sent.map(({ subject }) => subject)).toEqual(subjects);
  expect(sent.map(({ channel }) => channel)).toEqual(["sms", "sms", "call"]);
});

test("the office accepts a quote for a client without an email (N20), or declines it with a reason", async () => {
  await write(id, 60_00);
  expect(await declineQuote(context, admin, await booking(id), await quote(id, 1), "Too much")).toEqual({ ok: true });
  expect((await eventsOf(id)).at(-1)).toMatchObject({ event: "decline-quote", reason: "Too much" });
  await write(id, 60_00);
  expect(await accept(id, 2, admin)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ agreedPrice: 60_00 });
  expect((await eventsOf(id)).at(-1)).toMatchObject({ event: "accept-quote", actorRole: "admin", amount: 60_00 });
  expect(await linesOf()).toEqual([]);
  const email = (await noticesInWords(db, eq(notices.recipient, plumber.email))).at(-1);
  expect(email?.text).toContain("Rudo Moyo (on the phone with our office) has accepted your quote for $60.");
});

test("the office agrees to a higher price for a client without an email, or disputes it in their name", async () => {
  await finish(id, 90_00, "A second valve");
  const done = "Tendai Ncube has marked the job as completed. Ask for their answer.";
  expect(await linesOf(id, afterwards)).toEqual([done]);
  expect(await disputeFinal(context, admin, await booking(id), 90_00, "One valve")).toEqual({ ok: true });
  expect(await findDisputes(db, id)).toMatchObject([{ said: "Rudo Moyo disagreed with $90", reason: "One valve" }]);
  expect(await agreeFinal(context, admin, await booking(id), 90_00)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ finalAnswer: "agreed", due: 90_00 });
  expect([await findDisputes(db, id), await linesOf(id, afterwards)]).toEqual([[], []]);
});

test("the office confirms a recorded payment for a client without an email", async () => {
  await record(id, plumber, 25_00);
  expect(await linesOf()).toEqual(["A payment of $25 was recorded. Ask for their answer."]);
  expect(await confirm(id, admin)).toEqual({ ok: true });
  expect([(await row(id)).paidAmount, await linesOf()]).toEqual([25_00, []]);
});

test("the office accepts or declines a suggested time for a client without an email", async () => {
  const start = (await row(id)).startsAt + HOUR;
  await proposeTime(context, plumber as never, await booking(id), start);
  expect(await linesOf()).toHaveLength(1);
  expect(await declineTime(context, admin, await booking(id), start)).toEqual({ ok: true });
  await proposeTime(context, plumber as never, await booking(id), start + HOUR);
  expect(await acceptTime(context, admin, await booking(id), start + HOUR)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ startsAt: start + HOUR, proposedStart: null });
  expect(await linesOf()).toEqual([]);
});

test("the office does not call a client who has an email", async () => {
  const account = { email: `${newId()}@pombi.test`, emailVerifiedAt: now, passwordHash: "one" };
  await db.update(users).set(account).where(eq(users.id, client.id));
  await write(id, 60_00);
  expect(await linesOf()).toEqual([]);
});

test("no one can write to a client who cannot read it: they are no contact (N20)", async () => {
  await introduce(db, client.id, plumber.id, sql`true`, now);
  const draft = { id: newId(), recipientId: client.id, content: "On my way" };
  for (const sender of [plumber, admin])
    expect(await sendMessage(context, sender, draft)).toEqual({ ok: false, reason: "contactNotFound" });
  expect((await listContacts(db, plumber, null)).contacts).toEqual([]);
  expect(JSON.stringify(await listUsersFor(db, plumber, { limit: 100, before: null }))).not.toContain(client.id);
  // A socket asks this.
  expect(await mayConverse(db, plumber, client.id)).toBe(false);
  expect(await db.$count(messages, eq(messages.recipientId, client.id))).toBe(0);
});

async function missVisit() {
  const id = await createBooking();
  const late = contextAt((await row(id)).startsAt + HOUR);
  await takeJobStep(late, client, await booking(id), "plumber-did-not-come");
  await takeJobStep(contextAt(late.now + MINUTE), plumber, await booking(id), "nobody-was-there");
  return id;
}

async function deny() {
  const id = await createBooking();
  await finish(id, 25_00);
  await record(id, client, 25_00);
  await denyPayment(context, plumber, await booking(id), await openOf(id), "I got nothing");
  return id;
}

async function disagree() {
  const id = await createBooking();
  await finish(id, 40_00, "More pipe");
  await disputeFinal(context, client, await booking(id), 40_00, null);
  return id;
}

test("a dispute of each kind is said in words, with who says it, and whether it takes a decision", async () => {
  const said = async (id: string) =>
    (await findDisputes(db, id)).map(({ about, said, reason, canResolve }) => ({ about, said, reason, canResolve }));
  const open = { reason: null, canResolve: false };
  const missed = { ...open, about: "Missed visit" };
  expect(await said(await missVisit())).toEqual([
    { ...missed, said: "Rudo Moyo said that the plumber didn't come" },
    { ...missed, said: "Tendai Ncube said that nobody was there" },
  ]);
  const disputed = await disagree();
  expect(await said(disputed)).toEqual([{ ...open, about: "Final amount", said: "Rudo Moyo disagreed with $40" }]);
  expect(await findDisputes(db, disputed)).toMatchObject([{ before: "Tendai Ncube asked for $40: “More pipe”" }]);
  const denied = {
    about: "Denied payment",
    said: "Tendai Ncube denied the payment of $25",
    reason: "I got nothing",
    canResolve: true,
  };
  expect(await said(await deny())).toEqual([denied]);
  const cancelled = await createBooking();
  await payInHand(cancelled, 40_00);
  await transitionBooking(context, plumber, await booking(cancelled), "cancel", { reason: "My car is broken" });
  const after = {
    about: "Paid, then cancelled",
    said: "Tendai Ncube cancelled after $40 was paid in hand",
    reason: "My car is broken",
    canResolve: true,
  };
  expect(await said(cancelled)).toEqual([after]);
  // Of what is paid online, nothing was paid in hand: also once it is shared out.
  const late = await createBooking({ agreedPrice: 60_00, startsAt: context.now + HOUR });
  await payInHand(late, 10_00);
  await payOnline(late, 50_00);
  await transitionBooking(context, client, await booking(late), "cancel");
  for (let time = 0; time < 2; time++) {
    expect((await said(late))[0]!.said).toBe("Rudo Moyo cancelled after $10 was paid in hand");
    await settleDueBookings(context);
  }
  expect((await row(late)).paidAmount).toBe(25_00);
  expect(await disputeList.count(db)).toEqual({ open: 6, closed: 0 });
  expect((await countForMenu(db, context.now)).disputes).toBe(6);
});

test.each([
  ["about a final amount", disagree, 30_00],
  ["about what was due when a payment was denied", deny, 20_00],
])("a decision %s closes every dispute of that booking, and none of another's", async (_, open, amount) => {
  const id = await open();
  const other = await deny();
  expect(await decideFinal(afterwards, admin, await booking(id), amount, "We called both")).toEqual({ ok: true });
  expect(await findDisputes(db, id)).toEqual([]);
  expect((await disputeList.page(db, "open", FIRST_PAGE)).rows).toMatchObject([{ bookingId: other }]);
  const [first, ...more] = (await disputeList.page(db, "closed", FIRST_PAGE)).rows;
  const ended = `Our office decided on $${amount / 100}: “We called both”`;
  for (const one of [first, ...more]) expect(one).toMatchObject({ bookingId: id, closedAt: afterwards.now, ended });
});

test("a denial that is marked as resolved is closed once, and both sides read why", async () => {
  await disagree();
  const other = await deny();
  const [denied] = await findDisputes(db, other);
  const resolution = { dispute: denied!.id, reason: "They paid another plumber", paid: 0 };
  for (let time = 0; time < 2; time++)
    expect(await resolveDispute(context, admin, await booking(other), resolution)).toEqual({ ok: true });
  expect(await db.$count(auditLog, eq(auditLog.action, "disputeResolved"))).toBe(1);
  expect(await disputeList.count(db)).toEqual({ open: 1, closed: 1 });
  const view = await findBookingView(db, client, other, context.now);
  expect(view?.deniedBy).toBeNull();
  expect(nextStep(view!, "client", context.now).sentence).toMatch(
    /^Our office decided that nothing was paid: “They paid another plumber”\. \$25 is due/,
  );
  const plumbers = (await findBookingView(db, plumber, other, context.now))!;
  expect(nextStep(plumbers, "plumber", context.now).sentence).toMatch(
    /^Our office decided that nothing was paid: “They paid another plumber”\. Rudo owes \$25\./,
  );
});
