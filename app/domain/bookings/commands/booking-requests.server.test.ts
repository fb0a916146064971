import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookingEvents, bookings, notices, plumberProfiles } from "~/db/schema";
import { contextAt, NINE_O_CLOCK } from "../../../../tests/support/context";
import { createUser, createKnownClient } from "../../../../tests/support/users";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, HOUR, instantOf, MINUTE } from "../../time/harare";
import { findBookingFor } from "../queries/booking-details.server";
import { transitionBooking } from "./booking-transitions.server";
import { findBookablePlumber, requestBooking, type BookablePlumber } from "./booking-requests.server";

const context = contextAt();
const { db, now } = context;
const wish = (startsAt: number) => ({
  startsAt,
  serviceType: null,
  suburb: null,
  street: null,
  pin: null,
  notes: null,
});

let client: AuthenticatedUser;
let otherClient: AuthenticatedUser;
let plumber: AuthenticatedUser;
let otherPlumber: AuthenticatedUser;
let admin: AuthenticatedUser;
let bookable: BookablePlumber;

beforeAll(async () => {
  client = await createUser(context, "client");
  otherClient = await createUser(context, "client");
  plumber = await createUser(context, "plumber");
  otherPlumber = await createUser(context, "plumber");
  admin = await createUser(context, "admin");
  bookable = (await findBookablePlumber(db, plumber.id))!;
});

// Distinct starts, so that tests do not take one another's slots.
let next = 0;
const freshStart = () => instantOf("2026-11-21", 600 + 30 * (next++ % 22)) + Math.floor((next - 1) / 22) * DAY;

const eventsOf = (id: string) => db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, id));

test("60 requests for one slot at once: one is booked, the others are told and offered the nearest free starts", async () => {
  const start = freshStart();
  const clients = await Promise.all(Array.from({ length: 60 }, () => createUser(context, "client")));
  const results = await Promise.all(clients.map((one) => requestBooking(context, one, bookable, wish(start))));
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  for (const result of results) {
    if (result.ok) continue;
    expect(result.reason).toBe("slotTaken");
    if (result.reason === "slotTaken") {
      expect(result.nearest).toHaveLength(3);
      expect(result.nearest).not.toContain(start);
    }
  }
  expect(await db.select().from(bookings).where(eq(bookings.startsAt, start))).toHaveLength(1);
});

test("the same request again gives the first booking, even ten at once", async () => {
  const start = freshStart();
  const results = await Promise.all(
    Array.from({ length: 10 }, () => requestBooking(context, otherClient, bookable, wish(start))),
  );
  expect(results.every((result) => result.ok)).toBe(true);
  expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
  expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
});

test("a refused or cancelled booking frees its slot", async () => {
  for (const transition of ["refuse", "cancel"] as const) {
    const start = freshStart();
    const [one, two] = [await createKnownClient(context), await createKnownClient(context)];
    const first = await requestBooking(context, one, bookable, wish(start));
    expect(await requestBooking(context, two, bookable, wish(start))).toMatchObject({ ok: false, reason: "slotTaken" });
    await transitionBooking(
      context,
      plumber,
      (await findBookingFor(db, plumber, (first as { id: string }).id))!,
      transition,
    );
    expect(await requestBooking(context, two, bookable, wish(start))).toMatchObject({ ok: true, repeated: false });
  }
});

describe("a request is refused", () => {
  test("for a start that the page does not offer", async () => {
    const off = [
      NINE_O_CLOCK - HOUR,
      instantOf("2026-11-20", 615),
      instantOf("2026-11-21", 570),
      instantOf("2026-11-27", 600),
      instantOf("2026-11-21", 21 * 60),
    ];
    for (const start of off)
      expect(await requestBooking(context, client, bookable, wish(start))).toEqual({
        ok: false,
        reason: "startNotOffered",
      });
  });

  test("from anyone but a client", async () => {
    for (const user of [plumber, otherPlumber, admin]) {
      expect(await requestBooking(context, user, bookable, wish(freshStart()))).toEqual({
        ok: false,
        reason: "onlyClientsBook",
      });
    }
  });

  test("for a plumber who was suspended after the page was shown", async () => {
    const gone = await createUser(context, "plumber");
    const seen = (await findBookablePlumber(db, gone.id))!;
    await db.update(plumberProfiles).set({ listed: false }).where(eq(plumberProfiles.userId, gone.id));
    expect(await requestBooking(context, client, seen, wish(freshStart()))).toEqual({
      ok: false,
      reason: "plumberNotFound",
    });
    expect(await findBookablePlumber(db, gone.id)).toBeNull();
  });

  test("beyond five unanswered ones, even when ten are sent at once", async () => {
    const eager = await createKnownClient(context);
    const five = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await findBookablePlumber(db, (await createUser(context, "plumber")).id))!,
      ),
    );
    const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 600 + 30 * slot));
    const results = await Promise.all(
      starts.map((start, turn) => requestBooking(context, eager, five[turn % 5]!, wish(start))),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(5);
    expect(results.filter((result) => !result.ok && result.reason === "tooManyPending")).toHaveLength(5);
  });

  test("beyond two that one plumber has not answered, even when ten are sent at once, held or not", async () => {
    for (const eager of [await createKnownClient(context), await createUser(context, "client")]) {
      const busy = (await findBookablePlumber(db, (await createUser(context, "plumber")).id))!;
      // The day is already full for new clients: requests that go to the office count too.
      for (const minute of [600, 660, 720])
        await requestBooking(context, await createUser(context, "client"), busy, wish(instantOf("2026-11-22", minute)));
      const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 780 + 30 * slot));
      const results = await Promise.all(starts.map((start) => requestBooking(context, eager, busy, wish(start))));
      expect(results.filter((result) => result.ok)).toHaveLength(2);
      expect(results.filter((result) => !result.ok && result.reason === "tooManyPendingWithPlumber")).toHaveLength(8);
    }
  });

  test("without a plumber, when its start is not within the next twelve months", async () => {
    const caller = await createUser(context, "client");
    for (const start of [now, now - 1, now + 400 * DAY]) {
      expect(await requestBooking(context, caller, null, wish(start))).toEqual({
        ok: false,
        reason: "startNotInFuture",
      });
    }
    const made = await requestBooking(context, caller, null, wish(now + 30 * DAY + 17 * MINUTE));
    expect(made).toMatchObject({ ok: true, repeated: false });
    expect(await requestBooking(context, caller, null, wish(now + 30 * DAY + 17 * MINUTE))).toMatchObject({
      ok: true,
      repeated: true,
    });
  });
});

test("a request notices the plumber and a transition the other side, with the reference and a link to the configured origin", async () => {
  const start = freshStart();
  const one = await createKnownClient(context, { firstName: "Rudo", lastName: "Moyo" });
  const made = await requestBooking(context, one, bookable, wish(start));
  const { id, reference } = made as { id: string; reference: string };
  const [request] = await db.select().from(notices).where(eq(notices.causeId, id));
  expect(request).toMatchObject({ recipient: plumber.email, kind: "bookingRequested", status: "queued" });
  expect(request?.text).toContain(reference);
  expect(request?.text).toMatch(/https:\/\/pombi\.test\/answer\?token=[\w-]{43}$/m);
  expect(request?.text).toContain("Rudo Moyo");

  await transitionBooking(context, plumber, (await findBookingFor(db, plumber, id))!, "confirm");
  const [confirmed] = await eventsOf(id).then((events) =>
    db
      .select()
      .from(notices)
      .where(eq(notices.causeId, events.find(({ event }) => event === "confirm")!.id)),
  );
  expect(confirmed).toMatchObject({ recipient: one.email, kind: "bookingTransitioned" });
});
