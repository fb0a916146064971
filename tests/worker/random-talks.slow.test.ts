import { beforeEach, expect, test } from "vitest";
import { emptyStorage } from "../support/fresh-storage";
import { talkAtRandom } from "../support/random-talks";

// Each message is looked for among all that were sent: four towns of 500 take a fraction of one of 2,000.
beforeEach(emptyStorage);

const SEEDS = [20261129, 20261130, 20261131, 20261132];

test.for(SEEDS)(
  "500 random conversations by WhatsApp (seed %d): each message is answered or passed on once",
  { timeout: 30 * 60_000 },
  async (seed) => {
    expect(await talkAtRandom(500, seed)).toBeGreaterThan(25);
  },
);
