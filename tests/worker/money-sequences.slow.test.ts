import { expect, inject, test } from "vitest";
import { liveRandomly } from "../support/money-sequences";
import { countTransfers } from "../support/money-sums";

declare module "vitest" {
  interface ProvidedContext {
    /** The number of sequences: more in the soak than among the slow tests. */
    randomLives: number;
  }
}

const count = inject("randomLives");

test(
  `${count} random lives of bookings with money, with D1 breaking anywhere: every cent is accounted for`,
  async () => {
    await liveRandomly(count);
    const kinds = [
      "paid",
      "paid-not-counted",
      "earned",
      "commission",
      "refund-due",
      "refund-sent",
      "payout",
      "payout-returned",
      "taken-back",
      "loss",
      "cash",
      "cash-voided",
    ];
    expect(Object.keys(await countTransfers())).toEqual(expect.arrayContaining(kinds));
  },
  20 * 60_000,
);
