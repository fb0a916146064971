import { expect, test } from "vitest";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { describeCallingOff } from "./describe-held";

const BOOKING = { heldAmount: 0, frozenAt: null, paidInHand: 0 } as BookingForCommand;
const said = (changed: Partial<BookingForCommand>) =>
  describeCallingOff({ ...BOOKING, ...changed }, { status: "cancelled", lateBy: null }, "client", 0);

test("calling off costs nothing unless something was paid in hand, which our office settles", () => {
  expect(said({})).toEqual(["It costs nothing."]);
  expect(said({ paidInHand: 20_00 })).toEqual(["$20 was paid in hand: our office settles it with you both."]);
});
