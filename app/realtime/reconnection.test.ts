import { expect, test } from "vitest";
import { reconnection } from "./reconnection";

test.each([
  [0, 1000],
  [0.5, 1500],
  [0.999, 1999],
])(
  "a socket comes back after 1 s at the earliest, spread over a second by chance (%d), and tries at least every 5 s",
  (chance, first) => {
    expect(reconnection(() => chance)).toMatchObject({
      minReconnectionDelay: first,
      maxReconnectionDelay: 5000,
      connectionTimeout: 20_000,
    });
  },
);
