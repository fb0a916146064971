import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "~/db/schema";
import { accept, createBooking, payInHand, payOnline, write } from "../../../tests/support/money";
import {
  booking,
  disputesOf,
  emailsAbout,
  eventsOf,
  isSound,
  quote,
  refundsOf,
  row,
} from "../../../tests/support/money-rows";
import { noticesInWords } from "../../../tests/support/notice-words";
import { admin, client, otherAdmin, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { contextAt, db } from "../../../tests/support/users";
import { countLateCancellations, listHistory } from "../bookings/queries/booking-details.server";
import { findBookingView } from "../bookings/queries/booking-views.server";
import type { BookingForCommand } from "../bookings/booking-views";
import { describeHistory } from "../bookings/booking-history";
import { assignBooking } from "../bookings/commands/assignment.server";
import { findBookablePlumber } from "../bookings/commands/booking-requests.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../bookings/commands/job-steps.server";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "../bookings/commands/reschedule.server";
import type { JobStepName } from "../bookings/job-steps";
import { nextStep } from "../bookings/next-step/next-step";
import { shareOutHeld } from "../escrow/final-decision.server";
import { findRefundRow } from "../escrow/payout-lists.server";
import { settleDueBookings } from "../escrow/settlements.server";
import { listJobsBetween } from "../bookings/queries/job-lists.server";
import { DAY, HOUR, MINUTE } from "../time/harare";
import type { SteppedUpUser } from "../values/user";
import { describeFigures } from "~/ui/money/describe-money";
import { sayRefundReason } from "~/ui/payouts/payout-words";
import { findMoney } from "./money-lists.server";
import { decideMissedVisit } from "./missed-visits.server";
import { acceptQuote, writeQuote } from "./quotes.server";
import type { VisitOutcome } from "./missed-visit";

await seedPayers();

const REASON = "We called both";

/** A confirmed job of $120, of which $25 is paid, about which a side says 40 minutes after its start that it was missed. */
async function missedVisit(
  step: JobStepName = "plumber-did-not-come",
  pay: (id: string, amount: number) => Promise<unknown> = payOnline,
  before: (id: string) => Promise<unknown> = async () => undefined,
) {
  const id = await createBooking();
  await write(id, 120_00);
  await accept(id, 1);
  await pay(id, 25_00);
  await before(id);
  const { startsAt } = await row(id);
  const at = contextAt(startsAt + 40 * MINUTE);
  const actor = step === "plumber-did-not-come" ? client : plumber;
  expect(await takeJobStep(at, actor, await booking(id), step)).toMatchObject({ ok: true, changed: true });
  const shown = await booking(id);
  const decide = (outcome: VisitOutcome, by: SteppedUpUser = admin, start: number | null = null) =>
    decideMissedVisit(contextAt(at.now + HOUR), by, shown, { outcome, start, reason: REASON });
  const stepOf = async (viewer: "client" | "plumber") => {
    const view = await findBookingView(db, viewer === "client" ? client : plumber, id, at.now + 2 * HOUR);
    return nextStep(view!, viewer, at.now + 2 * HOUR);
  };
  return { id, at, startsAt, decide, stepOf };
}

const lateOf = (user: SteppedUpUser) => countLateCancellations(db, user.id);

test("a visit that the plumber missed ends the booking, late for them, and all that was paid goes back", async () => {
  const before = await lateOf(plumber);
  const { id, at, decide, stepOf } = await missedVisit();
  expect(await decide("plumber-did-not-come")).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({
    status: "cancelled",
    missedBy: "plumber",
    cancelledLateBy: "plumber",
    frozenAt: null,
    due: 0,
  });
  expect(await booking(id)).toMatchObject({ isMissed: true });
  expect(await lateOf(plumber)).toBe(before + 1);
  expect(await disputesOf(id)).toMatchObject([{ event: "plumber-did-not-come", isClosed: true }]);
  expect((await listHistory(db, admin, id)).slice(-2)).toMatchObject([
    { event: "decide", outcome: "plumber-did-not-come", reason: REASON },
    { event: "cancel", actorId: admin.id, to: "cancelled" },
  ]);
  const told = describeHistory(await listHistory(db, admin, id), await booking(id), admin).slice(-2);
  expect(told.map(({ words, reason }) => [words, reason])).toEqual([
    ["decided that the plumber didn't come", REASON],
    ["cancelled", null],
  ]);
  await settleDueBookings(contextAt(at.now + 2 * HOUR));
  const refunds = await refundsOf(id);
  expect(refunds).toMatchObject([{ amount: 25_00, reason: "cancelled" }]);
  expect(sayRefundReason((await findRefundRow(db, refunds[0]!.id))!)).toBe("Missed visit");
  expect(await stepOf("client")).toMatchObject({
    sentence: expect.stringMatching(/^Our office decided that Tendai didn't come: “We called both”\./) as string,
    primary: "ask-another",
    isAsked: false,
  });
  expect(await stepOf("plumber")).toMatchObject({ primary: null, isAsked: false });
  await isSound();
});

test("a visit at which nobody was there ends the booking, and its plumber keeps the fee and its day", async () => {
  const before = await lateOf(client);
  const { id, at, startsAt, decide, stepOf } = await missedVisit("nobody-was-there");
  const jobs = () => listJobsBetween(db, plumber.id, startsAt, startsAt + 1);
  expect(await jobs()).toMatchObject([{ id, isMissed: true }]);
  expect(await decide("nobody-was-there")).toEqual({ ok: true });
  expect(await jobs()).toMatchObject([{ id, isMissed: true }]);
  expect(await row(id)).toMatchObject({ status: "cancelled", missedBy: "client", cancelledLateBy: "client" });
  expect(await lateOf(client)).toBe(before + 1);
  await settleDueBookings(contextAt(at.now + 2 * HOUR));
  expect(await refundsOf(id)).toEqual([]);
  expect(await row(id)).toMatchObject({ heldAmount: 0, paidAmount: 25_00 });
  const { sentence, primary } = await stepOf("client");
  expect(sentence).toMatch(
    /^Our office decided that nobody was there when Tendai came.* That counts like a late cancellation\./,
  );
  expect(primary).toBe("ask-another");
  await isSound();
});

test("a missed visit can be decided either way, and ends both claims at once", async () => {
  const { id, at, decide } = await missedVisit();
  await takeJobStep(contextAt(at.now + MINUTE), plumber, await booking(id), "nobody-was-there");
  expect(await decide("nobody-was-there")).toEqual({ ok: true });
  expect((await disputesOf(id)).map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test("another time moves the visit, keeps the money held, and lets it be missed again", async () => {
  const { id, startsAt, decide, stepOf } = await missedVisit();
  const start = startsAt + 2 * DAY;
  expect(await decide("another-time", admin, startsAt)).toMatchObject({ reason: "startNotInFuture" });
  await createBooking({ startsAt: startsAt + 3 * DAY });
  expect(await decide("another-time", admin, startsAt + 3 * DAY)).toMatchObject({ reason: "slotTaken" });
  expect(await decide("another-time", admin, start)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({
    status: "confirmed",
    startsAt: start,
    frozenAt: null,
    heldAmount: 25_00,
    missedBy: null,
  });
  expect((await listHistory(db, admin, id)).slice(-2)).toMatchObject([
    { event: "decide", outcome: "another-time" },
    { event: "reschedule", aboutStart: start },
  ]);
  expect((await stepOf("client")).sentence).toMatch(/^Tendai is coming/);
  const again = contextAt(start + 40 * MINUTE);
  expect(await takeJobStep(again, client, await booking(id), "plumber-did-not-come")).toMatchObject({ changed: true });
  expect(await row(id)).toMatchObject({ frozenAt: again.now });
});

test("a visit that did take place goes on as begun, and payments with it", async () => {
  const { id, decide, stepOf } = await missedVisit();
  expect(await decide("took-place")).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ status: "in-progress", frozenAt: null, heldAmount: 25_00, missedBy: null });
  expect((await stepOf("plumber")).primary).toBe("complete");
  expect((await stepOf("client")).primary).not.toBe("call-plumber");
});

type Missed = Awaited<ReturnType<typeof missedVisit>>;

type Verb = (visit: Missed & { found: BookingForCommand }) => Promise<{ ok: boolean }>;

const NEW_START = 3 * DAY;
const DRAFT = { lines: [{ what: "New tap", amount: 90_00 }], deposit: null, note: null };

/** Everything that would take the visit on, while a side says that it was missed. */
const MEANWHILE: Record<string, Verb> = {
  "the plumber starts": ({ at, found }) => transitionBooking(at, plumber, found, "start"),
  "the plumber sets off": ({ at, found }) => takeJobStep(at, plumber, found, "on-the-way"),
  "the plumber suggests a time": ({ at, found, startsAt }) =>
    proposeTime(at, { ...plumber, role: "plumber" }, found, startsAt + DAY),
  "the client accepts a time": ({ at, found, startsAt }) => acceptTime(at, client, found, startsAt + NEW_START),
  "the client declines a time": ({ at, found, startsAt }) => declineTime(at, client, found, startsAt + NEW_START),
  "the office moves the visit": ({ at, found, startsAt }) => rescheduleBooking(at, admin, found, startsAt + DAY),
  "the office sends another plumber": async ({ at, found }) =>
    assignBooking(at, admin, found, (await findBookablePlumber(db, otherPlumber.id))!, plumber.id),
  "the plumber writes a quote": ({ at, found }) =>
    writeQuote(at, plumber, found, { ...DRAFT, validUntil: at.now + DAY }),
  "the client accepts a quote": async ({ at, found, id }) => acceptQuote(at, client, found, await quote(id, 2)),
};

test.each(Object.keys(MEANWHILE))("nothing changes where %s before the office has decided", async (what) => {
  const openQuestions = async (id: string) => {
    await writeQuote(contextAt(), plumber, await booking(id), { ...DRAFT, validUntil: (await row(id)).startsAt + DAY });
    const { startsAt } = await row(id);
    await proposeTime(contextAt(), { ...plumber, role: "plumber" }, await booking(id), startsAt + NEW_START);
  };
  const visit = await missedVisit("plumber-did-not-come", what.includes("another") ? unpaid : payOnline, openQuestions);
  const { id, at } = visit;
  const seen = async () => [await row(id), await eventsOf(id), await disputesOf(id), (await quote(id, 2)).status];
  const before = await seen();
  expect(await MEANWHILE[what]!({ ...visit, found: await booking(id) })).toMatchObject({
    reason: "visitUndecided",
    latest: expect.stringMatching(/said that the plumber didn't come/) as string,
  });
  expect(await seen()).toEqual(before);
  // Once that is taken back, the job goes on.
  await takeJobStep(at, client, await booking(id), "plumber-came");
  expect(await MEANWHILE[what]!({ ...visit, found: await booking(id) })).not.toMatchObject({
    reason: "visitUndecided",
  });
});

const unpaid = async () => undefined;

test("a side can still say its part of a visit that the other side says was missed, and take its own back", async () => {
  const { id, at } = await missedVisit();
  expect(await takeJobStep(at, plumber, await booking(id), "nobody-was-there")).toMatchObject({ changed: true });
  expect(await takeJobStep(at, plumber, await booking(id), "somebody-was-there")).toMatchObject({ changed: true });
  expect(await row(id)).toMatchObject({ frozenAt: at.now });
  expect(await transitionBooking(at, plumber, await booking(id), "start")).toMatchObject({ reason: "visitUndecided" });
});

test("of two admins who decide at once the second is told, and one decision is logged", async () => {
  const { id, decide } = await missedVisit();
  const answers = await Promise.all([decide("plumber-did-not-come"), decide("nobody-was-there", otherAdmin)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ ok }) => !ok)).toMatchObject([
    { reason: "finalChanged", latest: expect.any(String) as string },
  ]);
  const logged = and(eq(auditLog.subjectId, id), sql`action in ('visitDecided', 'bookingCancelled')`);
  expect(await db.$count(auditLog, logged)).toBe(1);
});

test("held money of a missed visit is not shared out beside the decision about the visit", async () => {
  const { id, at, decide } = await missedVisit();
  const share = { toPlumber: 25_00, reason: REASON };
  expect(await shareOutHeld(at, admin, await booking(id), share, 10)).toMatchObject({ reason: "finalChanged" });
  expect(await row(id)).toMatchObject({ frozenAt: at.now, heldAmount: 25_00 });
  expect(await decide("took-place")).toEqual({ ok: true });
});

test("both sides get one email about the decision, with its reason", async () => {
  const { id, decide } = await missedVisit();
  const before = (await emailsAbout(id)).length;
  await decide("plumber-did-not-come");
  const subject = expect.stringContaining("Our office has decided: the plumber didn't come") as string;
  expect((await emailsAbout(id)).slice(before)).toEqual([
    { recipient: client.email, subject },
    { recipient: plumber.email, subject },
  ]);
  const texts = (await noticesInWords(db, sql`booking_id = ${id}`)).slice(-2).map(({ text }) => text!);
  for (const text of texts) expect(text.split(REASON)).toHaveLength(2);
});

test("what was paid in hand for a visit that was missed goes to the office", async () => {
  const { id, decide } = await missedVisit("plumber-did-not-come", payInHand);
  expect(await decide("plumber-did-not-come")).toEqual({ ok: true });
  expect((await disputesOf(id)).filter(({ isClosed }) => !isClosed)).toMatchObject([{ event: "cancel" }]);
});

test("where both sides say that the visit was missed, pages and emails name both", async () => {
  const { id, at, stepOf } = await missedVisit();
  await takeJobStep(contextAt(at.now + MINUTE), plumber, await booking(id), "nobody-was-there");
  const texts = (await noticesInWords(db, sql`booking_id = ${id}`)).slice(-1).map(({ text }) => text!);
  const client = "You told us that Tendai didn't come, and Tendai says nobody was there.";
  expect(await stepOf("client")).toMatchObject({ sentence: expect.stringContaining(client) as string });
  expect(texts).toEqual([expect.stringContaining(client) as string]);
  expect(texts[0]).not.toContain("was at your address");
  const plumbers = "Rudo says you didn't come, and you told us that nobody was there.";
  expect(await stepOf("plumber")).toMatchObject({ sentence: expect.stringContaining(plumbers) as string });
  const view = (await findBookingView(db, admin, id, at.now + HOUR))!;
  expect(nextStep(view, "office", at.now + HOUR).sentence).toMatch(
    /^Rudo says Tendai didn't come, and Tendai says nobody was there\. Call both/,
  );
});

test("a visit on hold asks for no money, and one that did take place says so on both tickets", async () => {
  const { id, decide, stepOf } = await missedVisit();
  for (const reader of [client, plumber, admin]) {
    const { facts } = describeFigures((await findMoney(db, reader, id))!);
    expect(facts.map(({ label }) => label)).toEqual(["Agreed by quote", "Paid, held by Pombi"]);
  }
  await decide("took-place");
  for (const viewer of ["client", "plumber"] as const)
    expect((await stepOf(viewer)).sentence).toMatch(
      /^Our office decided that the visit took place: “We called both”\./,
    );
});
