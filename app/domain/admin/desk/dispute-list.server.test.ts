import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, disputes } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import {
  admin,
  afterwards,
  booking,
  client,
  confirm,
  context,
  createBooking,
  db,
  finish,
  openOf,
  otherAdmin,
  payOnline,
  plumber,
  record,
  row,
  seedPayers,
} from "../../../../tests/support/money";
import { transitionBooking } from "../../bookings/commands/booking-transitions.server";
import { takeJobStep } from "../../bookings/commands/job-steps.server";
import { decideFinal, disputeFinal } from "../../escrow/final-amount.server";
import { denyPayment } from "../../escrow/payments.server";
import { settleDueBookings } from "../../escrow/settlements.server";
import { HOUR, MINUTE } from "../../time/harare";
import { FIRST_PAGE } from "../../values/lists";
import { disputeList, findDisputes, resolveDispute } from "./dispute-list.server";
import { countForMenu } from "./today.server";
import { findBookingView } from "../../bookings/queries/booking-views.server";

beforeAll(seedPayers);

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

const payInHand = async (id: string, amount: number) => {
  await record(id, client, amount);
  await confirm(id, plumber);
};

async function payThenCancel() {
  const id = await createBooking();
  await payInHand(id, 40_00);
  await transitionBooking(context, plumber, await booking(id), "cancel", { reason: "My car is broken" });
  return id;
}

test("a dispute of each kind is said in words, with who says it, and whether it takes a decision", async () => {
  const said = async (id: string) =>
    (await findDisputes(db, id)).map(({ about, said, reason, canResolve }) => [about, said, reason, canResolve]);
  expect(await said(await missVisit())).toEqual([
    ["Missed visit", "Rudo Moyo said that the plumber didn't come", null, false],
    ["Missed visit", "Tendai Ncube said that nobody was there", null, false],
  ]);
  const disputed = await disagree();
  expect(await said(disputed)).toEqual([["Final amount", "Rudo Moyo disagreed with $40", null, false]]);
  expect(await findDisputes(db, disputed)).toMatchObject([{ before: "Tendai Ncube asked for $40: “More pipe”" }]);
  const denied = ["Denied payment", "Tendai Ncube denied the payment of $25", "I got nothing", true];
  expect(await said(await deny())).toEqual([denied]);
  const cancelled = "Tendai Ncube cancelled after $40 was paid in hand";
  expect(await said(await payThenCancel())).toEqual([["Paid, then cancelled", cancelled, "My car is broken", true]]);
  // Of what is paid online, nothing was paid in hand: also once it is shared out.
  const late = await createBooking({ agreedPrice: 60_00, startsAt: context.now + HOUR });
  await payInHand(late, 10_00);
  await payOnline(late, 50_00);
  await transitionBooking(context, client, await booking(late), "cancel");
  for (let time = 0; time < 2; time++) {
    expect((await said(late))[0]![1]).toBe("Rudo Moyo cancelled after $10 was paid in hand");
    await settleDueBookings(context);
  }
  expect((await row(late)).paidAmount).toBe(25_00);
  expect(await disputeList.count(db)).toEqual({ open: 6, closed: 0 });
  expect((await countForMenu(db, context.now)).disputes).toBe(6);
});

test.each([
  ["about a missed visit", missVisit, null],
  ["about a final amount", disagree, 30_00],
  ["about what was due when a payment was denied", deny, 20_00],
])("a decision %s closes every dispute of that booking, and none of another's", async (_, open, amount) => {
  const [id, other] = [await open(), await deny()];
  expect(await decideFinal(afterwards, admin, await booking(id), amount, "We called both")).toEqual({ ok: true });
  expect(await findDisputes(db, id)).toEqual([]);
  expect((await disputeList.page(db, "open", FIRST_PAGE)).rows).toMatchObject([{ bookingId: other }]);
  const [first, ...more] = (await disputeList.page(db, "closed", FIRST_PAGE)).rows;
  for (const one of [first, ...more]) expect(one).toMatchObject({ bookingId: id, closedAt: afterwards.now });
});

test("a decision that comes too late closes nothing", async () => {
  const id = await missVisit();
  const shown = await booking(id);
  await decideFinal(afterwards, admin, shown, null, "They came later");
  await db.update(disputes).set({ closedAt: null });
  expect(await decideFinal(afterwards, otherAdmin, shown, null, "No")).toMatchObject({ ok: false });
  expect(await findDisputes(db, id)).toHaveLength(2);
});

test("a denial can be marked as resolved, but neither what takes a decision nor anything under another booking's id", async () => {
  const [id, other] = [await disagree(), await deny()];
  const [[toDecide], [denied]] = [await findDisputes(db, id), await findDisputes(db, other)];
  for (const { id: dispute } of [toDecide!, denied!]) await resolveDispute(context, admin, id, dispute);
  expect(await disputeList.count(db)).toEqual({ open: 2, closed: 0 });
  expect(await db.$count(auditLog, eq(auditLog.action, "disputeResolved"))).toBe(0);
  await resolveDispute(context, admin, other, denied!.id);
  expect(await disputeList.count(db)).toEqual({ open: 1, closed: 1 });
  expect((await findBookingView(db, admin, other, context.now))?.isDenied).toBe(false);
});
