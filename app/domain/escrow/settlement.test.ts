import fc from "fast-check";
import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "~/db/booking-statuses";
import { DAY, HOUR, instantOf } from "../time/harare";
import { canRelease, commissionOf, shareOut, type HeldBooking } from "./settlement";

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

test.each<[what: string, booking: HeldBooking, share: [reason: string, earned: number, back: number] | null]>([
  ["24 hours after completion is the plumber's", completed(), ["completed", 45_00, 0]],
  ["a millisecond earlier is held", completed({ completedAt: now - DAY + 1 }), null],
  ["is the plumber's at once when released", completed({ completedAt: now, releasedAt: now }), ["released", 45_00, 0]],
  ["above the final amount goes back", completed({ finalAmount: 30_00 }), ["completed", 27_00, 20_00]],
  ["all goes back where nothing is to pay", completed({ finalAmount: 0 }), ["completed", 0, 50_00]],
  ["beside cash above the final amount goes back", completed({ paidAmount: 120_00 }), ["completed", 0, 50_00]],
  ["is held while a final amount is disputed", completed({ finalAmount: 80_00, finalAnswer: "disputed" }), null],
  [
    "up to the agreed amount needs no answer",
    completed({ finalAmount: 80_00, paidAmount: 60_00, heldAmount: 60_00 }),
    ["completed", 45_00, 10_00],
  ],
  ["follows a decision at once", completed({ ...decided, completedAt: now }), ["decided", 18_00, 30_00]],
  ["is held while a visit counts as missed", completed({ frozenAt: now }), null],
  ["is held before the job's end", completed({ status: "in-progress", finalAmount: null, completedAt: null }), null],
  ["goes back when a booking is cancelled in time", calledOff(), ["cancelled", 0, 50_00]],
  ["goes back when the plumber cancels late", calledOff({ cancelledLateBy: "plumber" }), ["cancelled", 0, 50_00]],
  ["goes back when a request is refused", calledOff({ status: "refused" }), ["cancelled", 0, 50_00]],
  ["goes back less the fee of a late client", late(), ["cancelled-late", 22_50, 25_00]],
  ["goes back whole if the fee was paid", late({ paidAmount: 75_00, paidInHand: 25_00 }), ["cancelled-late", 0, 50_00]],
  ["goes back less the fee after an earlier release", late({ paidAmount: 75_00 }), ["cancelled-late", 22_50, 25_00]],
  ["below the fee is the plumber's", late({ heldAmount: 10_00, paidAmount: 10_00 }), ["cancelled-late", 9_00, 0]],
  ["goes back from a late client where no plumber had it", late({ plumber: null }), ["cancelled", 0, 50_00]],
  ["is none when nothing was paid", completed({ heldAmount: 0, paidAmount: 0 }), null],
])("held money %s", (_, booking, share) => {
  const shared = shareOut(booking, 10, now);
  expect(shared && [shared.reason, shared.earned, shared.refunded]).toEqual(share);
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
