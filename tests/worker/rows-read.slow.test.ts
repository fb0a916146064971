import { expect, test } from "vitest";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { env } from "../support/env";
import { client, populate, rowsOfPages } from "../support/growing-town";
import { rowsRead } from "../support/users";

// Enough of each kind that every page is full, and every count at its end, before the table grows.
await populate(1, 10_000);

test("every page reads the same number of rows with 10,000 and with 100,000 rows", async () => {
  const before = await rowsOfPages();
  await populate(10_000, 100_000);
  expect(await env.DB.prepare("select count(*) as count from bookings").first("count")).toBeGreaterThan(99_000);
  const after = await rowsOfPages();
  console.info("rows read", JSON.stringify(after, null, 1));
  expect(after).toEqual(before);
  for (const [page, rows] of Object.entries(after)) expect.soft(rows, page).toBeLessThan(3500);
}, 240_000);

test("a booking is found by its id alone, with its two users, the plumber's city and its own events", async () => {
  expect(await rowsRead((db) => findBookingFor(db, client, "book00000042"))).toBeLessThanOrEqual(10);
});
