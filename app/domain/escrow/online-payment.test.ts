import { expect, test } from "vitest";
import type { MoneyRow } from "../money/booking-money";
import { openMoney, paymentChoices, type PayableRow } from "./online-payment";

const booking = (id: string) => ({ id, reference: `PB-${id}`, serviceType: null, startsAt: 0 });
const payable = (id: string, purpose: PayableRow["choice"]["purpose"], paidAmount = 0): PayableRow => ({
  ...booking(id),
  plumber: "Tendai Moyo",
  paidAmount,
  choice: { purpose, amount: 30_00 },
  label: "Pay $30",
});
const paid = (id: string, waiting: number | null = null): MoneyRow => ({
  ...booking(id),
  status: "confirmed",
  other: "Tendai Moyo",
  finalAmount: null,
  paidAmount: 20_00,
  due: 0,
  isWithOffice: false,
  ask: { asked: null, pay: "Pay $30", recorded: null },
  amounts: [],
  isToRecord: false,
  waiting,
  receipts: [],
});

test("the Payments page shows a requested deposit apart from what can be paid, and each booking once", () => {
  const open = openMoney(
    [
      payable("asked", "deposit"),
      payable("partly", "deposit", 20_00),
      payable("deposit paid", "rest", 20_00),
      payable("fee", "fee"),
      payable("recorded", "price"),
    ],
    [paid("partly"), paid("deposit paid"), paid("all paid"), paid("recorded", 20_00)],
  );
  expect(open.deposits.map(({ id }) => id)).toEqual(["asked", "partly"]);
  const ahead = open.ahead.map(({ id, rest }) => `${id}: ${rest}`);
  expect(ahead).toEqual(["deposit paid: Pay $30", "all paid: null", "recorded: null"]);
  expect(open.payable.map(({ id }) => id)).toEqual(["fee"]);
});

test("nothing of a booking is payable online while it has no plumber", () => {
  const amounts = { fee: 25_00, agreedPrice: null, agreedDeposit: null, finalAmount: null, paidAmount: 0, due: 25_00 };
  const request = { status: "pending", frozenAt: null, uncheckedPayment: null, ...amounts } as const;
  expect(paymentChoices({ ...request, plumber: "Tendai Moyo" }, "optional")).toEqual([
    { purpose: "fee", amount: 25_00 },
  ]);
  expect(paymentChoices({ ...request, plumber: null }, "optional")).toEqual([]);
});
