import { expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus } from "./booking";
import { jobLine, type JobLine } from "./job-line";

const line = (status: BookingStatus, facts: { onTheWayAt?: number; isPaid?: boolean } = {}) =>
  jobLine({ status, onTheWayAt: null, isPaid: false, ...facts });

test.each<[BookingStatus, Parameters<typeof line>[1], JobLine["reached"]]>([
  ["pending", {}, "Sent"],
  ["confirmed", {}, "Confirmed"],
  ["confirmed", { onTheWayAt: 1 }, "On the way"],
  ["in-progress", {}, "Working"],
  ["in-progress", { onTheWayAt: 1 }, "Working"],
  ["completed", {}, "Done"],
  ["completed", { isPaid: true }, "Paid"],
])("%s with %j has reached %s", (status, facts, reached) => {
  expect(line(status, facts)).toEqual({ reached, closed: null });
});

test("a valve closes the line of a cancelled or refused booking, and of no other", () => {
  for (const status of BOOKING_STATUSES)
    expect(line(status).closed).toBe(status === "cancelled" || status === "refused" ? status : null);
});
