import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOOKING_STATUSES } from "~/domain/bookings/booking";

test.each(BOOKING_STATUSES)("the badge of a booking that is %s has its colour", (status) => {
  expect(readFileSync("app/styles.css", "utf8")).toMatch(new RegExp(`\\.badge-${status}[ ,]`));
});
