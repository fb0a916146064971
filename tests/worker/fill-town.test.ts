import { expect, test } from "vitest";
import { HOUR } from "~/domain/time/harare";
import { fillTown } from "../../scripts/fill-town/fill-town";
import { env } from "../support/env";
import { currentInstant } from "../support/now";

const SIZE = { users: 60, plumbers: 5, bookings: 420, messages: 50 };

const count = async (table: string) =>
  (await env.DB.prepare(`select count(*) as n from ${table}`).first("n")) as number;

test.each([0, 19])("an empty database is filled, %i hours later in the day too, and once only", async (hours) => {
  const now = currentInstant() + hours * HOUR;
  expect(await fillTown(env.DB, SIZE, now)).toBe(true);
  expect(await fillTown(env.DB, SIZE, now)).toBe(false);
  expect(await count("users")).toBe(SIZE.users);
  expect(await count("bookings")).toBe(SIZE.bookings);
  expect(await count("bookings where plumber_id is null and status <> 'pending'")).toBe(0);
  expect(await count("messages")).toBeGreaterThan(0);
});

test("a fill that fails leaves nothing behind", async () => {
  await env.DB.exec("create trigger full before insert on heartbeats begin select raise(abort, 'full'); end");
  try {
    await expect(fillTown(env.DB, SIZE, currentInstant())).rejects.toThrow("full");
  } finally {
    await env.DB.exec("drop trigger full");
  }
  expect([await count("users"), await count("bookings")]).toEqual([0, 0]);
});
