import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import * as town from "../../../tests/support/money";
import { checkPaymentFor, takeResultPost } from "./check-payment.server";
import { startPayment } from "./start-payment.server";
import {
  agreed,
  at,
  connect,
  db,
  now,
  paid,
  payment,
  paynow,
  PHONE,
  start,
  started,
  transfersOf,
  WIDE,
  type Wish,
} from "../../../tests/support/paying";

beforeAll(town.seedPayers);
beforeEach(connect);

test("the same form sent again starts nothing, also when it is pressed twice at once or after it was paid", async () => {
  const id = await agreed();
  const formId = newId();
  const both = await Promise.all([start(id, { id: formId }), start(id, { id: formId })]);
  expect(both.map(({ result }) => result.ok)).toEqual([true, true]);
  await paid();
  await started(id, { id: formId });
  // The browser's Back brings the form again, with another answer in it.
  for (const other of [{ shown: 1_00 }, { phone: "+263779999999" }, { method: "innbucks" }] as const)
    expect((await start(id, { id: formId, ...other })).result).toMatchObject({ reason: "formUsed" });
  expect(paynow.standIn.transactions).toHaveLength(1);
});

test("one payment of a booking is open at a time; after its time another one can be started", async () => {
  const id = await agreed();
  await started(id, { phone: "+263779999999" });
  expect((await start(id)).result).toMatchObject({ reason: "onlinePaymentOpen" });
  expect((await start(id, { context: at(now + 5 * MINUTE - 1) })).result).toMatchObject({ ok: false });
  await started(id, { context: at(now + 5 * MINUTE) });
  expect(paynow.standIn.transactions).toHaveLength(2);
});

test("starting refuses what isn't asked for, another's booking, one frozen or ended, and one that changed since it was read", async () => {
  const refused: [what: string, wish: Wish, more?: Parameters<typeof agreed>[0]][] = [
    ["another amount than the booking's", { shown: 1_00 }],
    ["something that isn't asked for", { purpose: "rest", shown: 80_00 }],
    ["the fee of a booking with a price", { purpose: "fee", shown: 25_00 }],
    ["another client's booking", { by: town.otherClient }],
    ["a frozen one", {}, { frozenAt: now }],
    ["one that ended", {}, { status: "cancelled" }],
    ["one without a plumber", {}, { plumberId: null, status: "pending" }],
  ];
  for (const [what, wish, more] of refused)
    expect((await start(await agreed(more), wish)).result, what).toMatchObject({ reason: "amountChanged" });
  const id = await agreed();
  const read = await town.booking(id);
  await db.run(sql`update bookings set agreed_price = 9000 where id = ${id}`);
  const wish = { id: newId(), purpose: "price", shown: 80_00, method: "ecocash", phone: PHONE } as const;
  expect(await startPayment(at(), town.client, read, wish)).toMatchObject({ reason: "amountChanged" });
  expect(paynow.standIn.transactions).toEqual([]);
});

test("an id that something else has is not taken", async () => {
  const id = await agreed();
  const recorded = newId();
  await town.record(id, town.client, 5_00, recorded);
  expect((await start(id, { id: recorded })).result).toMatchObject({ ok: false });
  // Another client's payment has it.
  const taken = await started(id);
  expect((await start(await agreed(), { id: taken })).result).toMatchObject({ ok: false });
});

test("a booking keeps its plumber while a payment is under way, until it is cancelled on the phone", async () => {
  const id = await agreed();
  const paymentId = await started(id, { phone: "+263773333333" });
  const other = (await findBookablePlumber(db, town.otherPlumber.id))!;
  const assign = async () => assignBooking(at(), town.admin, await town.booking(id), other, town.plumber.id);
  expect(await assign()).toMatchObject({ reason: "paymentRecorded" });
  await paid();
  expect(await payment(paymentId)).toMatchObject({ status: "cancelled", nextPollAt: null });
  expect(await transfersOf(id)).toEqual([]);
  expect(await assign()).toEqual({ ok: true });
});

test("starting is limited, and off without a provider", async () => {
  const id = await agreed();
  expect((await start(id, { context: at(now, { paymentProvider: null }) })).result).toMatchObject({
    reason: "onlinePaymentsOff",
  });
  const narrow = { ...WIDE, onlinePaymentPerClient: { max: 0, minutes: 60 } };
  expect((await start(id, { context: at(now, { limits: narrow }) })).result).toMatchObject({ reason: "tooMany" });
  expect(paynow.standIn.transactions).toEqual([]);
});

test("a payment is checked for its client, and nobody else's", async () => {
  const paymentId = await started(await agreed());
  for (const stranger of [town.otherClient, town.otherPlumber])
    expect(await checkPaymentFor(at(), stranger, paymentId)).toMatchObject({ reason: "onlinePaymentNotFound" });
  expect(await checkPaymentFor(at(), town.client, paymentId)).toEqual({ ok: true });
});

test("a post about another payment than the address names changes nothing", async () => {
  const first = await started(await agreed());
  await started(await agreed());
  await paynow.elapse();
  const said = (await paynow.provider.readUpdate(paynow.posts[1]!.body))!;
  expect(await takeResultPost(at(), first, said)).toMatchObject({ reason: "onlinePaymentNotFound" });
  expect((await payment(first)).status).toBe("open");
});
