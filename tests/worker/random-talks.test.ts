import { expect, test } from "vitest";
import { talkAtRandom } from "../support/random-talks";

test("random conversations by WhatsApp: each message is answered or passed on, and all is sound", async () => {
  expect(await talkAtRandom(6)).toBeGreaterThan(0);
});
