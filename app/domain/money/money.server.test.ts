import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  auditLog,
  bookingEvents,
  bookings,
  dailyTallies,
  emails,
  enquiries,
  payments,
  quotes,
  receipts,
} from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { seededRandom } from "../../../tests/support/random";
import { createUser } from "../../../tests/support/users";
import { findBookablePlumber } from "../bookings/commands/booking-requests.server";
import { assignBooking } from "../bookings/commands/assignment.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../bookings/commands/job-steps.server";
import { findBookingFor } from "../bookings/queries/booking-details.server";
import { DAY, HOUR, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { agreeFinal, decideFinal, disputeFinal } from "./final-amount.server";
import { findMoney } from "./money-view.server";
import { confirmPayment, denyPayment, findPayment, recordPayment, closeDenial } from "./payments.server";
import { acceptQuote, declineQuote, findQuote, writeQuote } from "./quotes.server";
import { findReceipt, voidReceipt } from "./receipts.server";

const context = contextAt();
const { db, now } = context;
/** Past the start of every booking here. */
const afterwards = contextAt(now + 90 * DAY);

let client: AuthenticatedUser;
let otherClient: AuthenticatedUser;
let plumber: AuthenticatedUser;
let otherPlumber: AuthenticatedUser;
let admin: AuthenticatedUser;
let otherAdmin: AuthenticatedUser;

beforeAll(async () => {
  client = await createUser(context, "client", { firstName: "Rudo", lastName: "Moyo" });
  otherClient = await createUser(context, "client");
  plumber = await createUser(context, "plumber", { firstName: "Tendai", lastName: "Ncube" });
  otherPlumber = await createUser(context, "plumber", { feeCents: 1500 });
  admin = await createUser(context, "admin");
  otherAdmin = await createUser(context, "admin");
});

let next = 0;
type Columns = Partial<typeof bookings.$inferInsert>;

/** A confirmed booking with a fee of $25. */
async function createBooking(more: Columns = {}): Promise<string> {
  const id = newId();
  await db.insert(bookings).values({
    id,
    reference: `M-${id}`,
    clientId: client.id,
    plumberId: plumber.id,
    status: "confirmed",
    startsAt: now + 60 * DAY + next++ * MINUTE,
    fee: 25_00,
    createdAt: now,
    updatedAt: now,
    ...more,
  });
  return id;
}

const completed = (more: Columns = {}) =>
  createBooking({ status: "completed", completedAt: now, finalAmount: 25_00, ...more });

const booking = async (id: string, viewer: AuthenticatedUser = admin) => (await findBookingFor(db, viewer, id))!;
const row = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const dueOf = async (id: string) => (await booking(id)).due;
const eventsOf = async (id: string) =>
  (
    await db
      .select()
      .from(bookingEvents)
      .where(eq(bookingEvents.bookingId, id))
      .orderBy(sql`rowid`)
  ).map(({ event, amount, reason, actorRole }) => ({ event, amount, reason, actorRole }));
const emailsAbout = async (id: string) =>
  db
    .select({ recipient: emails.recipient, subject: emails.subject })
    .from(emails)
    .where(sql`cause_id in (select id from booking_events where booking_id = ${id})`)
    .orderBy(sql`rowid`);

const draft = (amount: number, more: { note?: string; validUntil?: number } = {}) => ({
  lines: [{ what: "New cartridge", amount }],
  note: null,
  validUntil: now + 7 * DAY,
  ...more,
});
const write = async (id: string, amount: number, by = plumber, at = context) =>
  writeQuote(at, by, await booking(id), draft(amount));
const quote = async (id: string, version: number) => (await findQuote(db, admin, id, version))!;
const accept = async (id: string, version: number, by = client, at = context) =>
  acceptQuote(at, by, await booking(id), await quote(id, version));
const finish = async (id: string, amount: number, reason: string | null = null, isSure = false) =>
  transitionBooking(afterwards, plumber, await booking(id), "complete", { final: { amount, reason, isSure } });
const record = async (id: string, by: AuthenticatedUser, amount: number, formId = newId()) =>
  recordPayment(context, by, await booking(id), { id: formId, amount, method: "cash" });
const openOf = async (id: string) =>
  (
    await db
      .select()
      .from(payments)
      .where(and(eq(payments.bookingId, id), eq(payments.status, "open")))
  )[0]!;
const confirm = async (id: string, by: AuthenticatedUser, payment?: { id: string; amount: number }) =>
  confirmPayment(context, by, await booking(id), payment ?? (await openOf(id)));

describe("quotes", () => {
  test("a quote is written, told to the client, replaced, and accepted: its total is the agreed price", async () => {
    const id = await createBooking();
    expect(await write(id, 60_00)).toEqual({ ok: true, version: 1 });
    expect(await write(id, 55_50)).toEqual({ ok: true, version: 2 });
    expect(await accept(id, 2)).toEqual({ ok: true });
    expect(await accept(id, 2)).toEqual({ ok: true });
    expect((await db.select().from(quotes).where(eq(quotes.bookingId, id))).map(({ status }) => status)).toEqual([
      "replaced",
      "accepted",
    ]);
    expect(await row(id)).toMatchObject({ agreedPrice: 55_50, status: "confirmed" });
    expect(await eventsOf(id)).toEqual([
      { event: "quote", amount: 60_00, reason: null, actorRole: "plumber" },
      { event: "quote", amount: 55_50, reason: null, actorRole: "plumber" },
      { event: "accept-quote", amount: 55_50, reason: null, actorRole: "client" },
    ]);
    expect((await emailsAbout(id)).map(({ recipient, subject }) => [recipient, subject.split(" (")[0]])).toEqual([
      [client.email, "A quote for $60"],
      [client.email, "A quote for $55.50"],
      [plumber.email, "Your quote for $55.50 is accepted"],
    ]);
  });

  test("the same quote sent twice is one, however many arrive at once", async () => {
    const id = await createBooking();
    const results = await Promise.all(Array.from({ length: 10 }, () => write(id, 60_00)));
    expect(results).toEqual(results.map(() => ({ ok: true, version: 1 })));
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test("a quote that was replaced meanwhile is refused", async () => {
    const id = await createBooking();
    await write(id, 60_00);
    const seen = await quote(id, 1);
    await write(id, 80_00);
    expect(await acceptQuote(context, client, await booking(id), seen)).toEqual({ ok: false, reason: "quoteReplaced" });
    expect(await declineQuote(context, client, await booking(id), seen, null)).toMatchObject({
      reason: "quoteReplaced",
    });
    expect((await row(id)).agreedPrice).toBeNull();
  });

  test("accepting and replacing at once: one of the two wins, and the price is what the client saw", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await createBooking();
      await write(id, 60_00);
      const [seen, shown] = [await quote(id, 1), await booking(id)];
      const [accepted] = await Promise.all([
        acceptQuote(context, client, shown, seen),
        writeQuote(context, plumber, shown, draft(90_00)),
      ]);
      expect((await row(id)).agreedPrice).toBe(accepted.ok ? 60_00 : null);
      expect((await quote(id, 2)).status).toBe("open");
    }
  });

  test("a later quote can be accepted after an earlier one", async () => {
    const id = await createBooking();
    await write(id, 60_00);
    await accept(id, 1);
    await write(id, 90_00);
    expect((await row(id)).agreedPrice).toBe(60_00);
    await accept(id, 2);
    expect((await row(id)).agreedPrice).toBe(90_00);
    expect((await quote(id, 1)).status).toBe("replaced");
  });

  test("one whose time is over cannot be accepted, but declined", async () => {
    const id = await createBooking();
    await write(id, 60_00);
    const late = contextAt(now + 8 * DAY);
    expect(await accept(id, 1, client, late)).toEqual({ ok: false, reason: "quoteExpired" });
    expect(await declineQuote(late, client, await booking(id), await quote(id, 1), "Too dear")).toEqual({ ok: true });
    expect((await eventsOf(id)).at(-1)).toMatchObject({ event: "decline-quote", reason: "Too dear" });
    expect(await accept(id, 1)).toMatchObject({ reason: "quoteGone" });
  });

  test.each([-1, 91 * DAY])("no quote holds for %d ms", async (from) => {
    const id = await createBooking();
    const result = await writeQuote(context, plumber, await booking(id), draft(1, { validUntil: now + from }));
    expect(result).toEqual({ ok: false, reason: "validityNotPossible" });
  });

  test("nobody else writes, sees or accepts one", async () => {
    const id = await createBooking();
    expect(await write(id, 60_00, otherPlumber)).toMatchObject({ reason: "transitionNotAllowed" });
    await write(id, 60_00);
    expect(await accept(id, 1, otherClient)).toMatchObject({ ok: false });
    for (const stranger of [otherClient, otherPlumber]) {
      expect(await findQuote(db, stranger, id, 1)).toBeNull();
      expect(await findMoney(db, stranger, id)).toBeNull();
    }
    expect((await row(id)).agreedPrice).toBeNull();
  });

  test.each(["cancel", "complete"] as const)("an open quote ends with the booking: %s", async (transition) => {
    const id = await createBooking();
    await write(id, 60_00);
    await transitionBooking(afterwards, plumber, await booking(id), transition);
    expect((await quote(id, 1)).status).toBe("ended");
    expect(await accept(id, 1)).toMatchObject({ reason: "transitionNotAllowed" });
    expect(await write(id, 70_00)).toMatchObject({ reason: "transitionNotAllowed" });
  });

  test("another plumber is bound by nothing: quotes end, the agreed price too, and the lower fee holds", async () => {
    const id = await createBooking();
    await write(id, 60_00);
    await accept(id, 1);
    await write(id, 70_00);
    const shown = await booking(id);
    const bookable = (await findBookablePlumber(db, otherPlumber.id))!;
    expect(await assignBooking(context, admin, shown, bookable, plumber.id)).toEqual({ ok: true });
    expect(await row(id)).toMatchObject({ agreedPrice: null, fee: 15_00 });
    expect([(await quote(id, 1)).status, (await quote(id, 2)).status]).toEqual(["ended", "ended"]);
  });

  test("a booking with a payment stays with its plumber", async () => {
    const id = await createBooking();
    await record(id, client, 10_00);
    const bookable = (await findBookablePlumber(db, otherPlumber.id))!;
    expect(await assignBooking(context, admin, await booking(id), bookable, plumber.id)).toEqual({
      ok: false,
      reason: "paymentRecorded",
    });
  });

  test("there are at most twenty", async () => {
    const id = await createBooking();
    for (let version = 1; version <= 20; version++) expect(await write(id, version)).toEqual({ ok: true, version });
    expect(await write(id, 21)).toEqual({ ok: false, reason: "quotesUsed" });
  });
});

describe("the final amount", () => {
  test.each([
    { what: "the fee", agreedPrice: null, amount: 25_00, reason: null, due: 25_00 },
    { what: "less than the fee", agreedPrice: null, amount: 10_00, reason: null, due: 10_00 },
    { what: "nothing", agreedPrice: null, amount: 0, reason: null, due: 0 },
    { what: "the agreed price", agreedPrice: 80_00, amount: 80_00, reason: null, due: 80_00 },
    { what: "more, for a reason", agreedPrice: 80_00, amount: 95_50, reason: "A second valve", due: 80_00 },
  ])("$what is due: $due cents", async ({ agreedPrice, amount, reason, due }) => {
    const id = await createBooking({ agreedPrice });
    expect(await finish(id, amount, reason)).toMatchObject({ ok: true, changed: true });
    expect(await row(id)).toMatchObject({ finalAmount: amount, finalReason: reason, finalAnswer: null });
    expect(await dueOf(id)).toBe(due);
    expect(await eventsOf(id)).toEqual([{ event: "complete", amount, reason, actorRole: "plumber" }]);
  });

  test("without one it is the agreed price, else the fee, else none and nothing is due", async () => {
    for (const [columns, amount] of [
      [{ agreedPrice: 80_00 }, 80_00],
      [{}, 25_00],
      [{ fee: null }, null],
    ] as const) {
      const id = await createBooking(columns);
      await transitionBooking(afterwards, plumber, await booking(id), "complete");
      expect((await row(id)).finalAmount).toBe(amount);
      expect(await dueOf(id)).toBe(amount ?? 0);
    }
  });

  test("more than agreed needs a reason, and more than ten times as much a second look", async () => {
    const id = await createBooking();
    expect(await finish(id, 25_01)).toEqual({ ok: false, reason: "finalReasonRequired" });
    expect(await finish(id, 250_01, "Much to do")).toEqual({ ok: false, reason: "amountUnusual" });
    expect((await row(id)).status).toBe("confirmed");
    expect(await finish(id, 250_01, "Much to do", true)).toMatchObject({ ok: true });
  });

  test("a completion that was lost on the way is sent again, and happens once; another amount is refused", async () => {
    const id = await createBooking();
    const shown = await booking(id);
    const send = (amount: number) =>
      transitionBooking(afterwards, plumber, shown, "complete", {
        final: { amount, reason: "More pipe", isSure: false },
        report: "Replaced it.",
      });
    const results = await Promise.all(Array.from({ length: 5 }, () => send(40_00)));
    expect(results.filter((result) => result.ok && result.changed)).toHaveLength(1);
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await row(id)).toMatchObject({ finalAmount: 40_00, report: "Replaced it." });
    expect(await send(45_00)).toMatchObject({ ok: false, reason: "transitionNotAllowed", status: "completed" });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test("a quote accepted while the plumber finishes: they are told that the price has changed", async () => {
    const id = await createBooking();
    await write(id, 20_00);
    const shown = await booking(id);
    await accept(id, 1);
    const result = await transitionBooking(afterwards, plumber, shown, "complete", {
      final: { amount: 25_00, reason: null, isSure: false },
    });
    expect(result).toEqual({ ok: false, reason: "priceChanged" });
    expect((await row(id)).status).toBe("confirmed");
  });

  test("the client agrees, and all of it is due", async () => {
    const id = await createBooking();
    await finish(id, 40_00, "More pipe");
    expect(await agreeFinal(context, client, await booking(id), 39_00)).toEqual({ ok: false, reason: "finalChanged" });
    expect(await agreeFinal(context, otherClient, await booking(id), 40_00)).toMatchObject({ ok: false });
    expect(await agreeFinal(context, client, await booking(id), 40_00)).toEqual({ ok: true });
    expect(await agreeFinal(context, client, await booking(id), 40_00)).toEqual({ ok: true });
    expect(await dueOf(id)).toBe(40_00);
    expect(await disputeFinal(context, client, await booking(id), 40_00, null)).toMatchObject({ ok: false });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["complete", "agree-final"]);
  });

  test("the client does not agree: the office is told once, what was agreed stays due, and the office decides", async () => {
    const id = await createBooking();
    await finish(id, 40_00, "More pipe");
    for (let time = 0; time < 2; time++)
      expect(await disputeFinal(context, client, await booking(id), 40_00, "He used our pipe")).toEqual({ ok: true });
    expect(await dueOf(id)).toBe(25_00);
    const opened = await db.select().from(enquiries).where(eq(enquiries.bookingId, id));
    expect(opened).toMatchObject([{ topic: "booking", message: "He used our pipe", email: client.email }]);

    const shown = await booking(id);
    expect(await decideFinal(context, admin, shown, 30_00, "We saw the pipe")).toEqual({ ok: true });
    expect(await decideFinal(context, otherAdmin, shown, 40_00, "No")).toEqual({ ok: false, reason: "finalChanged" });
    expect(await row(id)).toMatchObject({ finalAmount: 30_00, finalAnswer: "decided" });
    expect(await dueOf(id)).toBe(30_00);
    expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toMatchObject([
      { action: "moneyDecided", reason: "We saw the pipe" },
    ]);
    expect((await emailsAbout(id)).filter(({ subject }) => subject.startsWith("Our office"))).toHaveLength(2);
  });

  test("who has not agreed can still agree, until the office decides", async () => {
    const id = await createBooking();
    await finish(id, 40_00, "More pipe");
    await disputeFinal(context, client, await booking(id), 40_00, null);
    expect(await agreeFinal(context, client, await booking(id), 40_00)).toEqual({ ok: true });
    expect(await dueOf(id)).toBe(40_00);
  });

  test("an amount that is not above the agreed one has nothing to agree to", async () => {
    const id = await completed();
    expect(await agreeFinal(context, client, await booking(id), 25_00)).toMatchObject({ ok: false });
    expect(await disputeFinal(context, client, await booking(id), 25_00, null)).toMatchObject({ ok: false });
  });

  test("“Not done yet” takes it back, and not once someone has recorded a payment", async () => {
    const id = await createBooking();
    await finish(id, 25_00);
    const soon = contextAt(afterwards.now + MINUTE);
    expect(await transitionBooking(soon, plumber, await booking(id), "reopen")).toMatchObject({ ok: true });
    expect(await row(id)).toMatchObject({ status: "in-progress", finalAmount: null, finalReason: null });
    await transitionBooking(soon, plumber, await booking(id), "complete");
    await recordPayment(soon, client, await booking(id), { id: newId(), amount: 25_00, method: "cash" });
    expect(await transitionBooking(soon, plumber, await booking(id), "reopen")).toMatchObject({ ok: false });
  });

  test("a missed visit freezes the money until the office decides", async () => {
    const id = await createBooking();
    const late = contextAt((await row(id)).startsAt + HOUR);
    await takeJobStep(late, client, await booking(id), "plumber-did-not-come");
    expect(await record(id, plumber, 25_00)).toEqual({ ok: false, reason: "moneyFrozen" });
    expect(await decideFinal(context, admin, await booking(id), 10_00, "R")).toMatchObject({ ok: false });
    expect(await decideFinal(context, admin, await booking(id), null, "They came later")).toEqual({ ok: true });
    expect(await row(id)).toMatchObject({ frozenAt: null, finalAmount: null, finalAnswer: null });
    expect(await record(id, plumber, 25_00)).toEqual({ ok: true, confirmed: false });
    expect(await decideFinal(context, admin, await booking(id), null, "Again")).toMatchObject({ ok: false });
  });

  test("nobody but the office decides", async () => {
    const id = await completed();
    for (const user of [client, plumber])
      expect(await decideFinal(context, { ...user, role: "admin" }, await booking(id), 1, "R")).toMatchObject({
        ok: false,
      });
  });
});

describe("recorded payments", () => {
  test("one side records, the other confirms: it counts, and gets a receipt", async () => {
    const id = await completed();
    expect(await record(id, client, 10_00)).toEqual({ ok: true, confirmed: false });
    expect((await row(id)).paidAmount).toBe(0);
    expect(await confirm(id, client)).toEqual({ ok: false, reason: "paymentAnswered" });
    const open = await openOf(id);
    expect(await confirm(id, plumber)).toEqual({ ok: true });
    expect(await confirm(id, plumber, open)).toEqual({ ok: true });
    expect((await row(id)).paidAmount).toBe(10_00);
    expect(await dueOf(id)).toBe(15_00);
    expect(await db.select().from(receipts).where(eq(receipts.bookingId, id))).toMatchObject([
      { amount: 10_00, paymentId: open.id, voids: null },
    ]);
    expect((await emailsAbout(id)).map(({ recipient }) => recipient)).toEqual([plumber.email, client.email]);
  });

  test("the other side recording the same amount confirms it; another amount waits", async () => {
    const id = await completed();
    await record(id, client, 25_00);
    expect(await record(id, plumber, 20_00)).toEqual({ ok: false, reason: "paymentOpen" });
    const form = newId();
    expect(await record(id, plumber, 25_00, form)).toEqual({ ok: true, confirmed: true });
    expect(await record(id, plumber, 25_00, form)).toEqual({ ok: true, confirmed: true });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["record-payment", "confirm-payment"]);
    expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
    expect(await dueOf(id)).toBe(0);
  });

  test("both sides at once, each twice: one record, confirmed once", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await completed();
      const [mine, theirs] = [newId(), newId()];
      const results = await Promise.all([
        record(id, client, 25_00, mine),
        record(id, plumber, 25_00, theirs),
        record(id, client, 25_00, mine),
        record(id, plumber, 25_00, theirs),
      ]);
      expect(results.every(({ ok }) => ok)).toBe(true);
      expect(await db.$count(payments, eq(payments.bookingId, id))).toBe(1);
      expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
      expect((await row(id)).paidAmount).toBe(25_00);
    }
  });

  test("the same form sent again records once, also after it was confirmed, before there is a final amount", async () => {
    const id = await createBooking();
    const form = newId();
    await record(id, client, 10_00, form);
    await confirm(id, plumber);
    expect(await record(id, client, 10_00, form)).toEqual({ ok: true, confirmed: false });
    expect(await db.$count(payments, eq(payments.bookingId, id))).toBe(1);
    expect((await row(id)).paidAmount).toBe(10_00);
  });

  test("nothing above what is due, once there is a final amount", async () => {
    const id = await completed({ finalAmount: 40_00, finalReason: "More" });
    expect(await record(id, client, 25_01)).toEqual({ ok: false, reason: "aboveDue", due: 25_00 });
    expect(await record(id, client, 25_00)).toMatchObject({ ok: true });
    await confirm(id, plumber);
    expect(await record(id, client, 1)).toEqual({ ok: false, reason: "aboveDue", due: 0 });
    await agreeFinal(context, client, await booking(id), 40_00);
    expect(await record(id, client, 15_00)).toMatchObject({ ok: true });
  });

  test("what was paid ahead is taken off, and never makes less than nothing due", async () => {
    const id = await createBooking();
    await record(id, client, 60_00);
    await confirm(id, plumber);
    await finish(id, 25_00);
    expect(await dueOf(id)).toBe(0);
    expect((await row(id)).paidAmount).toBe(60_00);
  });

  test("an old booking owes nothing, and can still be noted as paid", async () => {
    const id = await completed({ finalAmount: null });
    expect(await dueOf(id)).toBe(0);
    expect(await record(id, plumber, 30_00)).toMatchObject({ ok: true });
    await confirm(id, client);
    expect(await row(id)).toMatchObject({ paidAmount: 30_00 });
    expect(await dueOf(id)).toBe(0);
  });

  test.each(["pending", "cancelled", "refused"] as const)(
    "nothing is paid for a booking that is %s",
    async (status) => {
      const id = await createBooking({ status });
      expect(await record(id, client, 10_00)).toEqual({ ok: false, reason: "transitionNotAllowed", status });
    },
  );

  test("a denial goes to the office, which takes care of it", async () => {
    const id = await completed();
    await record(id, client, 25_00);
    const open = await openOf(id);
    for (let time = 0; time < 2; time++)
      expect(await denyPayment(context, plumber, await booking(id), open, "I got nothing")).toEqual({ ok: true });
    expect(await confirm(id, plumber, open)).toEqual({ ok: false, reason: "paymentAnswered" });
    expect(await db.select().from(enquiries).where(eq(enquiries.bookingId, id))).toMatchObject([
      { message: "I got nothing" },
    ]);
    expect(await row(id)).toMatchObject({ paidAmount: 0 });
    await closeDenial(context, admin, id, open.id);
    await closeDenial(context, otherAdmin, id, open.id);
    expect((await db.select().from(payments).where(eq(payments.id, open.id)))[0]).toMatchObject({
      status: "denied",
      settledBy: admin.id,
    });
    expect(await db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, "denialSettled")))).toBe(1);
    expect(await record(id, client, 25_00)).toMatchObject({ ok: true });
  });

  test("confirming and denying at once: one of the two wins", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await completed();
      await record(id, client, 25_00);
      const [open, shown] = [await openOf(id), await booking(id)];
      const [confirmed, denied] = await Promise.all([
        confirmPayment(context, plumber, shown, open),
        denyPayment(context, plumber, shown, open, null),
      ]);
      expect([confirmed.ok, denied.ok].filter(Boolean)).toHaveLength(1);
      expect((await row(id)).paidAmount).toBe(confirmed.ok ? 25_00 : 0);
      expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(confirmed.ok ? 1 : 0);
    }
  });

  test("the office records for the client, and confirms only for clients who cannot sign in", async () => {
    const id = await completed();
    await record(id, admin, 10_00);
    expect(await confirm(id, client)).toMatchObject({ ok: false });
    expect(await confirm(id, plumber)).toEqual({ ok: true });
    await record(id, plumber, 15_00);
    expect(await confirm(id, admin)).toMatchObject({ ok: false });
    expect(await record(id, admin, 15_00)).toEqual({ ok: false, reason: "paymentOpen" });

    const caller = await createUser(context, "client");
    await db.run(sql`update users set email_verified_at = null where id = ${caller.id}`);
    const byPhone = await completed({ clientId: caller.id });
    await record(byPhone, plumber, 25_00);
    expect(await confirm(byPhone, admin)).toEqual({ ok: true });
    expect((await row(byPhone)).paidAmount).toBe(25_00);
  });

  test("strangers neither see, record nor answer", async () => {
    const id = await completed();
    expect(await record(id, otherClient, 25_00)).toMatchObject({ ok: false });
    expect(await record(id, otherPlumber, 25_00)).toMatchObject({ ok: false });
    await record(id, client, 25_00);
    expect(await confirm(id, otherPlumber)).toMatchObject({ ok: false });
    const open = await openOf(id);
    for (const stranger of [otherClient, otherPlumber]) expect(await findPayment(db, stranger, id, open.id)).toBeNull();
    expect(await findPayment(db, plumber, await completed(), open.id)).toBeNull();
    expect((await row(id)).paidAmount).toBe(0);
  });
});

describe("receipts", () => {
  const numbersOf = async () =>
    (await db.select({ number: receipts.number }).from(receipts)).map(({ number }) => number);

  const numberOf = async (id: string) =>
    (await db.select().from(receipts).where(eq(receipts.bookingId, id)))[0]!.number;

  test("numbers have no gap and no double with 50 at once", async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => completed()));
    await Promise.all(ids.map((id) => record(id, client, 25_00)));
    const waiting = await Promise.all(ids.map(async (id) => ({ shown: await booking(id), open: await openOf(id) })));
    await Promise.all(
      waiting.flatMap(({ shown, open }) => [0, 1].map(() => confirmPayment(context, plumber, shown, open))),
    );
    const numbers = await numbersOf();
    const lowest = Math.min(...numbers);
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, at) => lowest + at));
    expect(lowest).toBe(1001);
    for (const id of ids) expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
  });

  test("only its two sides and the office find one", async () => {
    const id = await completed();
    await record(id, client, 25_00);
    await confirm(id, plumber);
    const number = await numberOf(id);
    for (const viewer of [client, plumber, admin])
      expect(await findReceipt(db, viewer, number)).toMatchObject({
        number,
        amount: 25_00,
        method: "cash",
        plumber: { firstName: "Tendai", lastName: "Ncube" },
        voidedBy: null,
      });
    for (const stranger of [otherClient, otherPlumber]) expect(await findReceipt(db, stranger, number)).toBeNull();
    expect(await findReceipt(db, admin, 999_999)).toBeNull();
  });

  test("the office voids one by a counter-entry, once; the payment counts no longer", async () => {
    const id = await completed();
    await record(id, client, 25_00);
    await confirm(id, plumber);
    const number = await numberOf(id);
    const [receipt, shown] = [(await findReceipt(db, admin, number))!, await booking(id)];
    const last = Math.max(...(await numbersOf()));
    await Promise.all(
      [admin, otherAdmin, admin].map((user) => voidReceipt(context, user, shown, receipt, "Wrong job")),
    );
    const rows = await db.select().from(receipts).where(eq(receipts.bookingId, id));
    expect(rows).toMatchObject([
      { number, amount: 25_00, voids: null },
      { number: last + 1, amount: -25_00, voids: number, reason: "Wrong job" },
    ]);
    expect(await findReceipt(db, client, number)).toMatchObject({ amount: 25_00, voidedBy: last + 1 });
    expect((await row(id)).paidAmount).toBe(0);
    expect(await dueOf(id)).toBe(25_00);
    expect(await db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, "receiptVoided")))).toBe(1);
    const counter = (await findReceipt(db, admin, last + 1))!;
    expect(await voidReceipt(context, admin, shown, counter, "R")).toMatchObject({ reason: "receiptNotFound" });
    for (const user of [client, plumber])
      await voidReceipt(context, { ...user, role: "admin" }, shown, { ...receipt, number: number }, "R");
    expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(2);
  });
});

test("after a random run the sums of records, receipts and balances agree", async () => {
  const random = seededRandom(11);
  const start = await db.$count(receipts);
  const ids = await Promise.all(Array.from({ length: 20 }, () => createBooking()));
  const users = [client, plumber, client, plumber, admin, otherClient, otherPlumber];
  for (let step = 0; step < 500; step++) {
    const id = ids[random(ids.length)]!;
    const user = users[random(users.length)]!;
    const shown = await booking(id);
    const amount = [5_00, 12_50, 25_00, 40_00][random(4)]!;
    const open = await openOf(id);
    switch (random(12)) {
      case 0:
        await writeQuote(context, user, shown, draft(amount));
        break;
      case 1: {
        const latest = (await findMoney(db, admin, id))!.quotes[0];
        if (latest) await acceptQuote(context, user, shown, latest);
        break;
      }
      case 2:
        if (random(4) === 0)
          await transitionBooking(afterwards, plumber, shown, "complete", {
            final: { amount, reason: "R", isSure: true },
          });
        break;
      case 3:
        if (shown.finalAmount !== null) await agreeFinal(context, user, shown, shown.finalAmount);
        break;
      case 4:
        if (shown.finalAmount !== null) await disputeFinal(context, user, shown, shown.finalAmount, null);
        break;
      case 5:
        await decideFinal(context, admin, shown, amount, "R");
        break;
      case 6:
      case 8:
        if (open && random(3) > 0) await confirmPayment(context, user, shown, open);
        else if (open) await denyPayment(context, user, shown, open, null);
        break;
      case 7: {
        const [issued] = await db.select().from(receipts).where(eq(receipts.bookingId, id)).limit(1);
        const receipt = issued && random(3) === 0 && (await findReceipt(db, admin, issued.number));
        if (receipt) await voidReceipt(context, admin, shown, receipt, "R");
        break;
      }
      default:
        await record(id, user, amount);
    }
  }
  expect(await db.$count(receipts)).toBeGreaterThan(start + 10);
  for (const id of ids) {
    const { paidAmount, finalAmount, finalAnswer, agreedPrice, fee } = await row(id);
    const paid = await db.select().from(payments).where(eq(payments.bookingId, id));
    const issued = await db.select().from(receipts).where(eq(receipts.bookingId, id));
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(paidAmount).toBe(sum(paid.filter(({ status }) => status === "confirmed").map(({ amount }) => amount)));
    expect(paidAmount).toBe(sum(issued.map(({ amount }) => amount)));
    expect(issued.filter(({ voids }) => voids === null)).toHaveLength(
      paid.filter(({ status }) => status === "confirmed" || status === "voided").length,
    );
    expect(paid.filter(({ status }) => status === "open").length).toBeLessThanOrEqual(1);
    const isSettled = finalAnswer === "agreed" || finalAnswer === "decided";
    const owed = finalAmount === null ? 0 : isSettled ? finalAmount : Math.min(finalAmount, agreedPrice ?? fee!);
    expect(await dueOf(id)).toBe(Math.max(0, owed - paidAmount));
    const accepted = (await findMoney(db, admin, id))!.quotes.filter(({ status }) => status === "accepted");
    expect(accepted.map(({ total }) => total)).toEqual(agreedPrice === null ? [] : [agreedPrice]);
  }
  const numbers = (await db.select({ number: receipts.number }).from(receipts)).map(({ number }) => number);
  expect(Math.max(...numbers) - Math.min(...numbers) + 1).toBe(numbers.length);
  const [earned] = await db
    .select({ earned: sql<number>`sum(${dailyTallies.earned})` })
    .from(dailyTallies)
    .where(eq(dailyTallies.plumberId, plumber.id));
  const [total] = await db
    .select({ paid: sql<number>`sum(paid_amount)` })
    .from(bookings)
    .where(eq(bookings.plumberId, plumber.id));
  expect(earned?.earned).toBe(total?.paid);
});
