import { expect, test } from "vitest";
import type { Receipt } from "~/domain/money/receipt";
import type { ReceiptMoney } from "~/ui/money/describe-held";
import { drawReceipt } from "./receipt-file";

const NOW = Date.UTC(2026, 10, 20, 8);
const receipt: Receipt = {
  number: 1042,
  bookingId: "b",
  paymentId: "p",
  amount: 80_00,
  issuedAt: NOW,
  voids: null,
  voidedBy: null,
  reason: null,
  method: "cash",
  onlineMethod: null,
  takenBackAt: null,
  status: "completed",
  reference: "PB-7K3QF2",
  startsAt: NOW,
  serviceType: "Leak Fixing",
  location: `4 King George Rd, ${"Very Long Street ".repeat(6)}, Avondale (gate), Harare`,
  client: { firstName: "Rudó", lastName: "O’Neill" },
  clientPhone: "+263772000011",
  plumber: { firstName: "Tendai", lastName: "Łukasz" },
  plumberPhone: null,
  lines: [{ what: "tap", amount: 90_00 }],
  finalAmount: 100_00,
  finalReason: "new valve",
  isSettled: true,
  paidBefore: 5_00,
};
const textOf = async (given: Receipt, money: ReceiptMoney | null = null) =>
  (await drawReceipt(given, money).text()).match(/\((?:\\.|[^)\\])*\) Tj/g)!.join("\n");

test("a receipt's file says what its page says, in letters that its font has", async () => {
  const text = await textOf(receipt);
  for (const said of [
    "Receipt PR-1042",
    "Rudo O'Neill, +263 77 200 0011",
    "Tendai Lukasz",
    "PB-7K3QF2, Leak Fixing, Fri 20 Nov 2026",
    "Avondale \\(gate\\), Harare",
    'More than the quote: "new valve"',
    "$100.00",
    "US$80.00",
    "$5.00",
    "Still to pay",
    "$15.00",
    "Paid to Tendai Lukasz, recorded by Pombi. Not a fiscal tax invoice.",
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/[^\n\x20-\x7e]/);
});

test("a void receipt and its counter-entry say so", async () => {
  expect(await textOf({ ...receipt, voidedBy: 1043 })).toContain("Void. See PR-1043.");
  const counter = await textOf({ ...receipt, number: 1043, voids: 1042, amount: -80_00 });
  expect(counter).toContain("Counter-entry PR-1043");
  expect(counter).toContain("Voids PR-1042.");
  expect(counter).toContain("-US$80.00");
});

test("a receipt's file says what became of the money, and no more that it is paid", async () => {
  const sums = [{ label: "Goes back to you", value: "$80.00, by Wed 2 Dec" }];
  const money = { stamp: { name: "To be refunded", at: null }, sums, said: "" };
  const online = { ...receipt, method: "online", onlineMethod: "ecocash" } as const;
  const text = await textOf(online, money);
  for (const said of ["To be refunded", "Goes back to you", "$80.00, by Wed 2 Dec"]) expect(text).toContain(said);
  expect(text).not.toContain("Still to pay");
});

const AS_PRINTED: ReceiptMoney = { stamp: null, sums: [], said: "" };

test.for([
  { how: "in hand", method: "cash", onlineMethod: null, money: null },
  { how: "online", method: "online", onlineMethod: "ecocash", money: AS_PRINTED },
] as const)(
  "nothing is still to pay for a cancelled booking that was paid $how",
  async ({ how: _, money, ...paid }) => {
    const part = await textOf({ ...receipt, ...paid }, money);
    expect(part).toContain("Part paid, Fri 20 Nov 2026");
    expect(part).toContain("Still to pay");
    const kept = await textOf({ ...receipt, ...paid, status: "cancelled" }, money);
    expect(kept).toContain("Paid, Fri 20 Nov 2026");
    expect(kept).not.toMatch(/Part paid|Still to pay/);
  },
);
