import fc from "fast-check";
import { expect, test } from "vitest";
import { AT_A_TIME, live, lives, rareLives } from "../support/money-sequences";
import { countTransfers } from "../support/money-sums";

test("15 random lives of bookings with money: every cent is accounted for", async () => {
  // Shrinking a failure takes longer than the gate may.
  await fc.assert(fc.asyncProperty(lives, live), {
    numRuns: 15 / AT_A_TIME,
    examples: [[rareLives]],
    endOnFailure: true,
  });
  expect(Object.keys(await countTransfers())).toEqual(expect.arrayContaining(["paid", "cash", "refund-sent", "loss"]));
}, 120_000);
