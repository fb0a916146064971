import { expect, test } from "vitest";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { describeCallingOff, describeReceiptMoney } from "./describe-held";
import { DAY, HOUR } from "~/domain/time/harare";
import type { HeldMoney } from "~/domain/escrow/settlement";

const BOOKING = { heldAmount: 0, frozenAt: null, paidInHand: 0 } as BookingForCommand;
const said = (changed: Partial<BookingForCommand>) =>
  describeCallingOff({ ...BOOKING, ...changed }, { status: "cancelled", lateBy: null }, "client", 0);

test("calling off costs nothing unless something was paid in hand, which our office settles", () => {
  expect(said({})).toEqual(["It costs nothing."]);
  expect(said({ paidInHand: 20_00 })).toEqual(["$20 was paid in hand: our office settles it with you both."]);
});

const NOW = Date.UTC(2026, 10, 30, 8);
const HELD = {
  status: "confirmed",
  fee: 30_00,
  agreedPrice: 80_00,
  finalAmount: null,
  finalAnswer: null,
  paidAmount: 80_00,
  heldAmount: 80_00,
  frozenAt: null,
  releasedAt: null,
  completedAt: null,
  cancelledLateBy: null,
  missedBy: null,
  paidInHand: 0,
  refunds: [],
  released: [],
  client: { firstName: "Rudo", lastName: "Moyo" },
  plumber: { firstName: "Tendai", lastName: "Ncube" },
} satisfies HeldMoney;
const refund = {
  id: "r",
  amount: 80_00,
  reason: "cancelled",
  createdAt: NOW - DAY,
  sentAt: null,
  reference: null,
} as const;
const SENT = { ...refund, sentAt: NOW, reference: "R1" };
const DONE = { status: "completed", completedAt: NOW - HOUR, finalAmount: 80_00 } as const;
const CANCELLED = { status: "cancelled" } as const;

test.each<{ when: string; held: Partial<HeldMoney>; stamp?: string; sums?: string[]; said: string }>([
  { when: "before the work", held: {}, said: "Pombi holds it for Tendai Ncube until a day after the work is done." },
  { when: "after the work", held: DONE, said: "Pombi holds it for Tendai Ncube until Tue 1 Dec at 9:00 am." },
  { when: "while frozen", held: { frozenAt: NOW }, said: "Pombi holds it until our office decides." },
  {
    when: "while the client disputes it",
    held: { ...DONE, finalAnswer: "disputed" },
    said: "Pombi holds it until our office decides.",
  },
  {
    when: "once cancelled, before the refund is made",
    held: CANCELLED,
    stamp: "To be refunded",
    sums: ["Goes back to you: $80.00, by Thu 3 Dec"],
    said: "",
  },
  {
    when: "once the refund is due",
    held: { ...CANCELLED, heldAmount: 0, refunds: [refund] },
    stamp: "To be refunded",
    sums: ["Goes back to you: $80.00, by Wed 2 Dec"],
    said: "",
  },
  {
    when: "once the refund is late",
    held: { ...CANCELLED, heldAmount: 0, refunds: [{ ...refund, createdAt: NOW - 5 * DAY }] },
    stamp: "To be refunded",
    sums: ["Goes back to you: $80.00, late: call us"],
    said: "",
  },
  {
    when: "once the refund is sent",
    held: { ...CANCELLED, heldAmount: 0, refunds: [SENT] },
    stamp: "Refunded",
    sums: ["Sent back to you: $80.00, Mon 30 Nov 2026"],
    said: "",
  },
  {
    when: "cancelled late by the client",
    held: { ...CANCELLED, cancelledLateBy: "client" },
    sums: ["Goes back to you for this booking: $50.00, by Thu 3 Dec"],
    said: "Pombi passes $30 on to Tendai Ncube as the visit fee.",
  },
  {
    when: "once released",
    held: { ...DONE, heldAmount: 0, released: [{ amount: 80_00, commission: null, at: NOW }] },
    said: "$80 was released to Tendai Ncube on Mon 30 Nov 2026.",
  },
  {
    when: "once our office has decided on less",
    held: {
      ...DONE,
      heldAmount: 0,
      finalAnswer: "decided",
      refunds: [{ ...refund, amount: 20_00, reason: "decided" }],
      released: [{ amount: 60_00, commission: null, at: NOW }],
    },
    sums: ["Goes back to you for this booking: $20.00, by Wed 2 Dec"],
    said: "$60 was released to Tendai Ncube on Mon 30 Nov 2026.",
  },
  {
    when: "beside the refund of a payment that doesn't count",
    held: { refunds: [{ ...refund, reason: "not-counted" }] },
    said: "Pombi holds it for Tendai Ncube until a day after the work is done.",
  },
])("a receipt says what became of the money $when", ({ held, stamp, sums = [], said }) => {
  const receipt = { amount: 80_00, takenBackAt: null };
  const shown = describeReceiptMoney(receipt, { ...HELD, ...held }, "client", NOW);
  expect(shown.stamp?.name).toBe(stamp);
  expect(shown.sums.map(({ label, value }) => `${label}: ${value}`.replaceAll("\u00a0", " "))).toEqual(sums);
  expect(shown.said).toBe(said);
});

test("a receipt says when the payment service gave the money back", () => {
  const shown = describeReceiptMoney({ amount: 80_00, takenBackAt: NOW }, { ...HELD, heldAmount: 0 }, "client", NOW);
  expect(shown.stamp).toEqual({ name: "Refunded", at: NOW });
  expect(shown.said).toBe("The payment service gave it back.");
});

test("of two receipts each says its own amount when all of it goes back", () => {
  const cancelled: HeldMoney = { ...HELD, ...CANCELLED };
  const [sum] = describeReceiptMoney({ amount: 30_00, takenBackAt: null }, cancelled, "plumber", NOW).sums;
  expect(sum).toEqual({ label: "Goes back to Rudo Moyo", value: "$30.00, by\u00a0Thu\u00a03\u00a0Dec" });
});
