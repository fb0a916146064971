import { expect, test } from "vitest";
import type { OnlinePayment } from "~/domain/escrow/online-payment";
import { MINUTE, SECOND } from "~/domain/time/harare";
import { planReload } from "./describe-payment";

const payment = {
  method: "ecocash",
  checkoutUrl: null,
  code: null,
  codeExpiresAt: null,
  createdAt: 1_000_000_000_000,
} as OnlinePayment;

test("a page without script waits ever longer for a payment, and its last load is when the time is over", () => {
  const loads: number[] = [];
  const left: number[] = [];
  let age = 0;
  while (age < 5 * MINUTE) {
    const { seconds, times } = planReload(payment, payment.createdAt + age);
    left.push(times);
    age += seconds * SECOND;
    loads.push(age / SECOND);
  }
  expect(loads).toEqual([10, 20, 40, 80, 160, 300]);
  expect(left).toEqual([6, 5, 4, 3, 2, 1]);
});
