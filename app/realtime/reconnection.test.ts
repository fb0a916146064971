import { expect, test } from "vitest";
import { reconnection } from "./reconnection";

test.each([
  [0, 1000],
  [0.5, 1500],
  [0.999, 1999],
])(
  "a socket reconnects after 1 s at the earliest, spread at random over another second (%d), and at least every 5 s",
  (random, first) => {
    expect(reconnection(() => random)).toMatchObject({
      minReconnectionDelay: first,
      maxReconnectionDelay: 5000,
      connectionTimeout: 20_000,
    });
  },
);
