import { expect, test } from "vitest";
import { formatShort } from "./short-number";

test.each([
  [0, "0"],
  [4.25, "4.3"],
  [999, "999"],
  [1767, "1.8k"],
  [9_960, "10k"],
  [53_835, "54k"],
  [999_600, "1m"],
  [1_234_567, "1.2m"],
])("%d is %s where there is no room", (value, words) => expect(formatShort(value)).toBe(words));
