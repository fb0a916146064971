import { expect, test } from "vitest";
import { reconnection } from "./reconnection";

test("a socket reconnects after one second at the earliest, spread at random over another, and at least every 5 s", () => {
  const bounds = { maxReconnectionDelay: 5000, connectionTimeout: 20_000 };
  expect(reconnection(() => 0)).toMatchObject({ minReconnectionDelay: 1000, ...bounds });
  expect(reconnection(() => 0.999)).toMatchObject({ minReconnectionDelay: 1999, ...bounds });
});
