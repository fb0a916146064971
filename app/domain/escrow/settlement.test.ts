import fc from "fast-check";
import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "~/db/booking-statuses";
import { DAY, HOUR, instantOf } from "../time/harare";
import { canRelease, commissionOf, moneyBackOf, shareOut, type HeldBooking } from "./settlement";

const now = instantOf("2026-11-20", 9 * 60);

/** $50 held for a job of $50 that was completed a day ago. */
const completed = (more: Partial<HeldBooking> = {}): HeldBooking => ({
  status: "completed",
  fee: 25_00,
  agreedPrice: 50_00,
  finalAmount: 50_00,
  finalAnswer: null,
  paidAmount: 50_00,
  frozenAt: null,
  cancelledLateBy: null,
  completedAt: now - DAY,
  releasedAt: null,
  heldAmount: 50_00,
  paidInHand: 0,
  plumber: {},
  ...more,
});
const calledOff = (more: Partial<HeldBooking> = {}) =>
  completed({ status: "cancelled", finalAmount: null, completedAt: null, ...more });
const decided = { finalAmount: 20_00, finalAnswer: "decided" } as const;
/** By the client, late. */
const late = (more: Partial<HeldBooking> = {}) => calledOff({ cancelledLateBy: "client", ...more });

test.each([
  [25_00, 10, 2_50],
  [25_05, 10, 2_51],
  [25_04, 10, 2_50],
  [1, 50, 1],
  [99_99, 0, 0],
  [33_33, 7, 2_33],
])("the company's part of %d cents at %d%% is %d cents", (amount, percent, part) => {
  expect(commissionOf(amount, percent)).toBe(part);
});

test.each<{ what: string; booking: HeldBooking; reason?: string; earned?: number; refunded?: number }>([
  { what: "24 hours after completion is the plumber's", booking: completed(), reason: "completed", earned: 45_00 },
  { what: "a millisecond earlier is held", booking: completed({ completedAt: now - DAY + 1 }) },
  {
    what: "is the plumber's at once when released",
    booking: completed({ completedAt: now, releasedAt: now }),
    reason: "released",
    earned: 45_00,
  },
  {
    what: "above the final amount goes back",
    booking: completed({ finalAmount: 30_00 }),
    reason: "completed",
    earned: 27_00,
    refunded: 20_00,
  },
  {
    what: "all goes back where nothing is to pay",
    booking: completed({ finalAmount: 0 }),
    reason: "completed",
    refunded: 50_00,
  },
  {
    what: "beside cash above the final amount goes back",
    booking: completed({ paidAmount: 120_00 }),
    reason: "completed",
    refunded: 50_00,
  },
  {
    what: "is held while a final amount is disputed",
    booking: completed({ finalAmount: 80_00, finalAnswer: "disputed" }),
  },
  {
    what: "up to the agreed amount needs no answer",
    booking: completed({ finalAmount: 80_00, paidAmount: 60_00, heldAmount: 60_00 }),
    reason: "completed",
    earned: 45_00,
    refunded: 10_00,
  },
  {
    what: "follows a decision at once",
    booking: completed({ ...decided, completedAt: now }),
    reason: "decided",
    earned: 18_00,
    refunded: 30_00,
  },
  { what: "is held while a visit counts as missed", booking: completed({ frozenAt: now }) },
  {
    what: "is held before the job's end",
    booking: completed({ status: "in-progress", finalAmount: null, completedAt: null }),
  },
  { what: "goes back when a booking is cancelled in time", booking: calledOff(), reason: "cancelled", refunded: 50_00 },
  {
    what: "goes back when the plumber cancels late",
    booking: calledOff({ cancelledLateBy: "plumber" }),
    reason: "cancelled",
    refunded: 50_00,
  },
  {
    what: "goes back when a request is refused",
    booking: calledOff({ status: "refused" }),
    reason: "cancelled",
    refunded: 50_00,
  },
  {
    what: "goes back less the fee of a late client",
    booking: late(),
    reason: "cancelled-late",
    earned: 22_50,
    refunded: 25_00,
  },
  {
    what: "goes back whole if the fee was paid",
    booking: late({ paidAmount: 75_00, paidInHand: 25_00 }),
    reason: "cancelled-late",
    refunded: 50_00,
  },
  {
    what: "goes back less the fee after an earlier release",
    booking: late({ paidAmount: 75_00 }),
    reason: "cancelled-late",
    earned: 22_50,
    refunded: 25_00,
  },
  {
    what: "below the fee is the plumber's",
    booking: late({ heldAmount: 10_00, paidAmount: 10_00 }),
    reason: "cancelled-late",
    earned: 9_00,
  },
  {
    what: "goes back from a late client where no plumber had it",
    booking: late({ plumber: null }),
    reason: "cancelled",
    refunded: 50_00,
  },
  { what: "is none when nothing was paid", booking: completed({ heldAmount: 0, paidAmount: 0 }) },
])("held money $what", ({ booking, reason, earned = 0, refunded = 0 }) => {
  const share = reason ? expect.objectContaining({ reason, earned, refunded }) : null;
  expect(shareOut(booking, 10, now)).toEqual(share);
});

test("what goes back is due three days after the oldest part of it, however late that is", () => {
  const dueBy = (...createdAt: number[]) => {
    const refunds = createdAt.map((at) => ({ amount: 10_00, createdAt: at, sentAt: null }));
    const sent = { amount: 5_00, createdAt: now - 30 * DAY, sentAt: now };
    return moneyBackOf({ ...calledOff(), refunds: [sent, ...refunds], released: [] }, now)!.dueBy;
  };
  expect([dueBy(), dueBy(now - DAY), dueBy(now - DAY, now - 5 * DAY)]).toEqual([
    now + 3 * DAY,
    now + 2 * DAY,
    now - 2 * DAY,
  ]);
});

test("held money can be released once, and by no one while the office is to decide", () => {
  expect(canRelease(completed())).toBe(true);
  for (const more of [
    { releasedAt: now },
    { frozenAt: now },
    { finalAnswer: "disputed" as const },
    { heldAmount: 0 },
    { status: "confirmed" as const },
    { status: "cancelled" as const },
  ])
    expect(canRelease(completed(more))).toBe(false);
});

const cents = fc.integer({ min: 0, max: 100_000_00 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyBooking: fc.Arbitrary<HeldBooking> = fc
  .record({
    status: fc.constantFrom(...BOOKING_STATUSES),
    fee: maybe(cents),
    agreedPrice: maybe(cents),
    finalAmount: maybe(cents),
    finalAnswer: fc.constantFrom(null, "agreed" as const, "disputed" as const, "decided" as const),
    paidInHand: cents,
    frozenAt: fc.constantFrom(null, now),
    cancelledLateBy: fc.constantFrom(null, "client" as const, "plumber" as const),
    completedAt: maybe(fc.integer({ min: now - 3 * DAY, max: now })),
    releasedAt: fc.constantFrom(null, now - HOUR),
    heldAmount: cents,
    plumber: fc.constantFrom(null, {}),
  })
  .map((booking) => ({ ...booking, paidAmount: booking.heldAmount + booking.paidInHand }));

test("the three parts are always all of what is held, and none is negative", () => {
  fc.assert(
    fc.property(anyBooking, fc.integer({ min: 0, max: 100 }), (booking, percent) => {
      const share = shareOut(booking, percent, now);
      if (share === null) return;
      const { earned, commission, refunded } = share;
      expect(earned + commission + refunded).toBe(booking.heldAmount);
      expect(Math.min(earned, commission, refunded)).toBeGreaterThanOrEqual(0);
      expect([earned, commission, refunded].every(Number.isInteger)).toBe(true);
      expect(booking.frozenAt).toBeNull();
      expect(booking.finalAnswer).not.toBe("disputed");
      // No one pays more than the final amount in the end.
      if (booking.status === "completed" && booking.finalAmount !== null)
        expect(earned + commission).toBeLessThanOrEqual(Math.max(0, booking.finalAmount));
    }),
    { numRuns: 1000 },
  );
});
