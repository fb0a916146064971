import { expect, test } from "vitest";
import { readStop } from "./inbound.server";

test.each([
  [
    "sure",
    ["stop", " Stop. ", "STOP POMBI", "Stop. Thank you", "please stop", "Stop sending me messages", "unsubscribe"],
  ],
  ["sure", ["\u200bSTOP", "Pls can you stop", "Stop all", "stop it, I have told you three times now"]],
  [
    "perhaps",
    ["The leak doesn't stop", "It won’t stop", "tap wont stop", "Can you stop by tomorrow", "Stop by at five"],
  ],
  [
    "perhaps",
    ["Hello, could you please stop sending me these messages", "How do I unsubscribe from all of this please"],
  ],
  [
    null,
    [
      "The water does not stop since yesterday evening",
      "stopcock broken",
      "nonstop",
      "I'll be at the stop sign in ten minutes",
    ],
  ],
] as const)("%s: %s", (asked, texts) => {
  for (const text of texts) expect(readStop(text), text).toBe(asked);
});
