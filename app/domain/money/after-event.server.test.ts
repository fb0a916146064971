import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  admin,
  afterwards,
  booking,
  client,
  context,
  createBooking,
  db,
  draft,
  finish,
  openOf,
  otherPlumber,
  plumber,
  quote,
  record,
  seedPayers,
} from "../../../tests/support/money";
import { contextAt } from "../../../tests/support/context";
import { notices, receipts } from "~/db/schema";
import { afterAssignment, afterMove, afterProposal, afterStep, afterTransition } from "../bookings/after-event";
import type { BookingForCommand } from "../bookings/booking-for-command";
import { assignBooking } from "../bookings/commands/assignment.server";
import { findBookablePlumber } from "../bookings/commands/booking-requests.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../bookings/commands/job-steps.server";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "../bookings/commands/reschedule.server";
import type { NoticedBooking } from "../bookings/noticed-booking";
import { DAY, HOUR } from "../time/harare";
import { afterMoneyEvent, type MoneyEventFacts } from "./after-money-event";
import { agreeFinal, decideFinal, disputeFinal } from "./final-amount.server";
import { confirmPayment, denyPayment, withdrawPayment } from "./payments.server";
import { acceptQuote, declineQuote, writeQuote } from "./quotes.server";
import { findReceipt, voidReceipt } from "./receipts.server";

beforeAll(seedPayers);

/** What the next step hangs on, of what can change. */
const FACTS = [
  ...(["status", "startsAt", "onTheWayAt", "expectedAt", "frozenAt", "proposedStart", "proposedBy"] as const),
  ...(["cancelledLateBy", "closing", "closedFrom", "instead", "waitingSince", "claimEvents"] as const),
  ...(["fee", "agreedPrice", "finalAmount", "finalAnswer", "paidAmount", "due", "isPaid"] as const),
  ...(["openQuote", "openPayment"] as const),
] as const;
const factsOf = (of: NoticedBooking) => ({
  ...Object.fromEntries(FACTS.map((name) => [name, of[name]])),
  isDenied: of.isDenied ?? false,
  plumber: of.plumber?.id ?? null,
});

type Expected = (before: BookingForCommand) => NoticedBooking;

/** Does something to a booking, and holds that it is then as its notices took it to be. */
async function agree(id: string, run: () => Promise<{ ok: boolean }>, expected: Expected, name: string) {
  const before = await booking(id);
  expect((await run()).ok, name).toBe(true);
  expect(factsOf(await booking(id)), name).toEqual(factsOf(expected(before)));
}

const money =
  (facts: MoneyEventFacts): Expected =>
  (before) =>
    afterMoneyEvent(before, facts);

test("after everything that happens to a booking's money it is as its notices say", async () => {
  const id = await createBooking();
  const of = () => booking(id);
  const send = (amount: number) => async () => writeQuote(context, plumber, await of(), draft(amount));
  const validUntil = draft(0).validUntil;
  const does = (facts: MoneyEventFacts, run: () => Promise<{ ok: boolean }>) =>
    agree(id, run, money(facts), facts.event);
  const recordBy = (actor: "client" | "plumber", amount: number) =>
    does({ event: "record-payment", amount, actor, method: "cash" }, () =>
      record(id, actor === "client" ? client : plumber, amount),
    );
  const answer = async (
    event: "confirm-payment" | "deny-payment" | "withdraw-payment",
    actor: "client" | "plumber",
  ) => {
    const open = await openOf(id);
    const by = actor === "client" ? client : plumber;
    await does({ event, amount: open.amount, actor }, async () => {
      if (event === "confirm-payment") return confirmPayment(context, by, await of(), open);
      if (event === "withdraw-payment") return withdrawPayment(context, by, await of(), open);
      return denyPayment(context, by, await of(), open, null);
    });
  };

  await does({ event: "quote", amount: 80_00, actor: "plumber", validUntil }, send(80_00));
  await does({ event: "decline-quote", amount: 80_00, actor: "client" }, async () =>
    declineQuote(context, client, await of(), await quote(id, 1), null),
  );
  await does({ event: "quote", amount: 60_00, actor: "plumber", validUntil }, send(60_00));
  await does({ event: "accept-quote", amount: 60_00, actor: "client" }, async () =>
    acceptQuote(context, client, await of(), await quote(id, 2)),
  );
  await recordBy("client", 20_00);
  await answer("withdraw-payment", "client");
  await recordBy("plumber", 20_00);
  await answer("deny-payment", "client");
  await recordBy("plumber", 20_00);
  await answer("confirm-payment", "client");
  await agree(
    id,
    () => finish(id, 75_00, "More pipe"),
    (before) => afterTransition(before, { transition: "complete", actor: "plumber", amount: 75_00 }, afterwards.now),
    "complete",
  );
  await does({ event: "dispute-final", amount: 75_00, actor: "client" }, async () =>
    disputeFinal(context, client, await of(), 75_00, null),
  );
  await does({ event: "agree-final", amount: 75_00, actor: "client" }, async () =>
    agreeFinal(context, client, await of(), 75_00),
  );
  await does({ event: "decide", amount: 70_00, actor: "admin" }, async () =>
    decideFinal(context, admin, await of(), 70_00, "R"),
  );
  await recordBy("client", 50_00);
  await answer("confirm-payment", "plumber");
  expect((await of()).isPaid).toBe(true);
  const [issued] = await db.select().from(receipts);
  await does({ event: "void-receipt", amount: 20_00, actor: "admin" }, async () =>
    voidReceipt(context, admin, await of(), (await findReceipt(db, admin, issued!.number))!, "R"),
  );
});

test("after everything that happens to a visit it is as its notices say", async () => {
  const id = await createBooking({ status: "pending" });
  const of = () => booking(id);
  const { startsAt } = await of();
  const moved = startsAt + DAY;
  const by = "plumber" as const;
  const propose = (start: number) => async () => proposeTime(context, { ...plumber, role: by }, await of(), start);

  await agree(id, propose(moved), (b) => afterProposal(b, { action: "propose", start: moved, by }), "propose");
  await agree(
    id,
    async () => declineTime(context, client, await of(), moved),
    (b) => afterProposal(b, { action: "decline", start: moved, by }),
    "decline",
  );
  await agree(id, propose(moved), (b) => afterProposal(b, { action: "propose", start: moved, by }), "again");
  await agree(
    id,
    async () => acceptTime(context, client, await of(), moved),
    (b) => afterProposal(b, { action: "accept", start: moved, by }),
    "accept",
  );
  const transition = (name: "confirm" | "start", now: number) =>
    agree(
      id,
      async () => transitionBooking(contextAt(now), plumber, await of(), name),
      (b) => afterTransition(b, { transition: name, actor: "plumber" }, now),
      name,
    );
  const step = (name: Parameters<typeof takeJobStep>[3], now: number, minutes: number | null = null) =>
    agree(
      id,
      async () => takeJobStep(contextAt(now), name.startsWith("plumber") ? client : plumber, await of(), name, minutes),
      (b) => afterStep(b, { step: name, minutes }, now),
      name,
    );
  await transition("confirm", context.now);
  await step("on-the-way", moved - HOUR, 40);
  await step("not-on-the-way", moved - HOUR);
  await step("on-the-way", moved - HOUR / 2);
  await step("plumber-did-not-come", moved + HOUR);
  await step("nobody-was-there", moved + HOUR);
  await step("plumber-came", moved + HOUR);
  await step("somebody-was-there", moved + HOUR);
  await transition("start", moved + HOUR);
});

test("after every way in which a request or a job ends, or goes on again, it is as its notices say", async () => {
  const change = async (
    id: string,
    transition: "refuse" | "expire" | "complete" | "reopen",
    now: number,
    amount: number | null = null,
  ) => {
    const actor = transition === "expire" ? ({ id: null, role: "system" } as const) : plumber;
    const final = amount === null ? null : { amount, reason: null, isSure: false };
    await agree(
      id,
      async () => transitionBooking(contextAt(now), actor, await booking(id), transition, { final }),
      (b) => afterTransition(b, { transition, actor: actor.role, amount }, now),
      transition,
    );
  };
  const quoted = async () => {
    const id = await createBooking({ status: "pending" });
    await writeQuote(context, plumber, await booking(id), draft(40_00));
    return id;
  };
  await change(await quoted(), "refuse", context.now);
  const late = await quoted();
  await change(late, "expire", (await booking(late)).startsAt);
  const done = await createBooking();
  const { startsAt } = await booking(done);
  await change(done, "complete", startsAt, 25_00);
  await change(done, "reopen", startsAt);
});

test("after the office has given it to another plumber at another time it is as its notices say", async () => {
  const id = await createBooking({ onTheWayAt: context.now, expectedAt: context.now });
  await writeQuote(context, plumber, await booking(id), draft(80_00));
  const taker = (await findBookablePlumber(db, otherPlumber.id))!;
  const startsAt = (await booking(id)).startsAt + DAY;
  await agree(
    id,
    async () => assignBooking(context, admin, await booking(id), taker, plumber.id, startsAt),
    (b) => afterAssignment(b, { plumber: taker, fee: taker.fee, startsAt }, context.now),
    "assign",
  );
  const [, toClient] = await db
    .select({ text: notices.text })
    .from(notices)
    .where(and(eq(notices.bookingId, id), eq(notices.kind, "bookingAssigned"), eq(notices.channel, "email")))
    .orderBy(sql`rowid`);
  expect(toClient?.text).toMatch(/\n\nTest\d+ is coming on /);
  expect(toClient?.text).not.toMatch(/quote/i);
});

test("after the office has moved it it is as its notices say", async () => {
  const id = await createBooking();
  await proposeTime(
    context,
    { ...plumber, role: "plumber" },
    await booking(id),
    (await booking(id)).startsAt + 2 * DAY,
  );
  const startsAt = (await booking(id)).startsAt + 3 * DAY;
  await agree(
    id,
    async () => rescheduleBooking(context, admin, await booking(id), startsAt),
    (b) => afterMove(b, startsAt),
    "reschedule",
  );
});

test.each([
  ["client", 3 * HOUR, null],
  ["client", HOUR, "client"],
  ["plumber", HOUR, "plumber"],
  ["admin", HOUR, null],
] as const)("after a cancellation by the %s it is as its notices say, late or not", async (actor, ahead, lateBy) => {
  const id = await createBooking({ status: "pending" });
  const { startsAt } = await booking(id);
  await transitionBooking(context, plumber, await booking(id), "confirm");
  const user = { client, plumber, admin }[actor];
  await agree(
    id,
    async () => transitionBooking(contextAt(startsAt - ahead), user, await booking(id), "cancel"),
    (b) => afterTransition(b, { transition: "cancel", actor }, startsAt - ahead),
    actor,
  );
  expect((await booking(id)).cancelledLateBy).toBe(lateBy);
});
