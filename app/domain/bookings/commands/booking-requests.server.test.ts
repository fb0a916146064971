import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, plumberProfiles } from "~/db/schema";
import { contextAt, NINE_O_CLOCK } from "../../../../tests/support/context";
import { makeTransition, wishFor } from "../../../../tests/support/town";
import { createUser, createKnownClient } from "../../../../tests/support/users";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, HOUR, instantOf, MINUTE } from "../../time/harare";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";

const context = contextAt();
const { db, now } = context;
const client = await createUser(context, "client");
const otherClient = await createUser(context, "client");
const plumber = await createUser(context, "plumber");
const bookable = (await findBookablePlumber(db, plumber.id))!;

let next = 0;
const freshStart = () => instantOf("2026-11-21", 600 + 30 * next++);

const request = (from: AuthenticatedUser, start: number, to = bookable) =>
  requestBooking(context, from, to, wishFor(start));
/** The question to a new plumber. */
const newBookable = async () => (await findBookablePlumber(db, (await createUser(context, "plumber")).id))!;

test("twelve requests for one slot at once: one is booked, the others are told and offered the nearest free starts", async () => {
  const start = freshStart();
  const clients = await Promise.all(Array.from({ length: 12 }, () => createUser(context, "client")));
  const results = await Promise.all(clients.map((one) => request(one, start)));
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  for (const result of results) {
    if (result.ok) continue;
    const nearest = "nearest" in result ? result.nearest : [];
    expect([result.reason, nearest.length, nearest.includes(start)]).toEqual(["slotTaken", 3, false]);
  }
  expect(await db.select().from(bookings).where(eq(bookings.startsAt, start))).toHaveLength(1);
});

test("the same request again gives the first booking, even ten at once", async () => {
  const start = freshStart();
  const results = await Promise.all(Array.from({ length: 10 }, () => request(otherClient, start)));
  expect(results.every((result) => result.ok)).toBe(true);
  expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
  expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
});

test("a refused or cancelled booking frees its slot", async () => {
  for (const transition of ["refuse", "cancel"] as const) {
    const start = freshStart();
    const [one, two] = [await createKnownClient(context), await createKnownClient(context)];
    const { id } = (await request(one, start)) as { id: string };
    expect(await request(two, start)).toMatchObject({ ok: false, reason: "slotTaken" });
    await makeTransition(context, plumber, id, transition);
    expect(await request(two, start)).toMatchObject({ ok: true, repeated: false });
  }
});

describe("a request is refused", () => {
  test("for a start that the page does not offer", async () => {
    const today = [NINE_O_CLOCK - HOUR, instantOf("2026-11-20", 615)];
    const later = [instantOf("2026-11-21", 570), instantOf("2026-11-21", 21 * 60), instantOf("2026-11-27", 600)];
    for (const start of [...today, ...later])
      expect(await request(client, start)).toEqual({ ok: false, reason: "startNotOffered" });
  });

  test("from anyone but a client", async () => {
    for (const user of [plumber, await createUser(context, "plumber"), await createUser(context, "admin")])
      expect(await request(user, freshStart())).toEqual({ ok: false, reason: "onlyClientsBook" });
  });

  test("for a plumber who was suspended after the page was shown", async () => {
    const seen = await newBookable();
    await db.update(plumberProfiles).set({ listed: false }).where(eq(plumberProfiles.userId, seen.id));
    expect(await request(client, freshStart(), seen)).toEqual({ ok: false, reason: "plumberNotFound" });
    expect(await findBookablePlumber(db, seen.id)).toBeNull();
  });

  test("beyond five unanswered ones, even when ten are sent at once", async () => {
    const eager = await createKnownClient(context);
    const five = await Promise.all(Array.from({ length: 5 }, newBookable));
    const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 600 + 30 * slot));
    const results = await Promise.all(starts.map((start, turn) => request(eager, start, five[turn % 5])));
    expect(results.filter((result) => result.ok)).toHaveLength(5);
    expect(results.filter((result) => !result.ok && result.reason === "tooManyPending")).toHaveLength(5);
  });

  test("beyond two that one plumber has not answered, even when ten are sent at once, held or not", async () => {
    for (const eager of [await createKnownClient(context), await createUser(context, "client")]) {
      const busy = await newBookable();
      // The day is already full for new clients: requests that go to the office count too.
      for (const minute of [600, 660, 720])
        await request(await createUser(context, "client"), instantOf("2026-11-22", minute), busy);
      const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 780 + 30 * slot));
      const results = await Promise.all(starts.map((start) => request(eager, start, busy)));
      expect(results.filter((result) => result.ok)).toHaveLength(2);
      expect(results.filter((result) => !result.ok && result.reason === "tooManyPendingWithPlumber")).toHaveLength(8);
    }
  });

  test("without a plumber, when its start is not within the next twelve months", async () => {
    const ask = (start: number) => requestBooking(context, client, null, wishFor(start));
    for (const start of [now, now - 1, now + 400 * DAY])
      expect(await ask(start)).toEqual({ ok: false, reason: "startNotInFuture" });
    const offTheGrid = now + 30 * DAY + 17 * MINUTE;
    expect(await ask(offTheGrid)).toMatchObject({ ok: true, repeated: false });
    expect(await ask(offTheGrid)).toMatchObject({ ok: true, repeated: true });
  });
});
