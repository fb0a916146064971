import { expect, test } from "vitest";
import { liveRandomly } from "../support/money-sequences";
import { countTransfers } from "../support/money-sums";

test("15 random lives of bookings with money: every cent is accounted for", async () => {
  // Shrinking a failure takes longer than the gate may.
  await liveRandomly(15, { endOnFailure: true });
  expect(Object.keys(await countTransfers())).toEqual(expect.arrayContaining(["paid", "cash", "refund-sent", "loss"]));
}, 120_000);
