import { expect, test } from "vitest";
import { talkAtRandom } from "../support/random-talks";

test("2,000 random conversations by WhatsApp: each message is answered or passed on, and all is sound", async () => {
  expect(await talkAtRandom(2000)).toBeGreaterThan(100);
}, 3_600_000);
