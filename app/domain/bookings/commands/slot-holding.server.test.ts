import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, bookings, contacts, dailyTallies, notices, plumberProfiles } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { createUser, createKnownClient } from "../../../../tests/support/users";
import type { AuthenticatedUser } from "../../values/user";
import { findPlumber } from "../../plumbers/plumber-profiles.server";
import { instantOf, MINUTE } from "../../time/harare";
import { bookableDates, startsOn } from "../../time/slots";
import { HELD_FOR_NEW_CLIENTS_PER_DAY } from "../../rate-limits/limits";
import { assignBooking } from "./assignment.server";
import { findBookingFor } from "../queries/booking-details.server";
import { listUnseenBookings } from "../queries/lists-by-start.server";
import { transitionBooking } from "./booking-transitions.server";
import { findBookablePlumber, requestBooking, type AssignablePlumber } from "./booking-requests.server";

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
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => createUser(context, "client")));
const day = "2026-11-21";
const starts = startsOn(day, now).map((minute) => instantOf(day, minute));

let plumber: AuthenticatedUser;
let bookable: AssignablePlumber;
beforeEach(async () => {
  plumber = await createUser(context, "plumber");
  bookable = (await findBookablePlumber(db, plumber.id))!;
});
const held = () =>
  db
    .select()
    .from(bookings)
    .where(and(eq(bookings.plumberId, plumber.id), eq(bookings.status, "pending")));
const waiting = () =>
  db
    .select()
    .from(bookings)
    .where(and(isNull(bookings.plumberId), eq(bookings.preferredPlumberId, plumber.id)));

test("23 new accounts at once hold three slots of a day; the office gets the rest, with the plumber they asked for", async () => {
  const clients = await crowd(23);
  const results = await Promise.all(
    clients.map((client, turn) => requestBooking(context, client, bookable, wish(starts[turn % starts.length]!))),
  );
  const made = results.filter((result) => result.ok);
  expect(await held()).toHaveLength(HELD_FOR_NEW_CLIENTS_PER_DAY);
  expect(made.filter((result) => result.ok && result.isHeld)).toHaveLength(HELD_FOR_NEW_CLIENTS_PER_DAY);
  expect(await waiting()).toHaveLength(made.length - HELD_FOR_NEW_CLIENTS_PER_DAY);
  for (const result of results) if (!result.ok) expect(result.reason).toBe("slotTaken");
  expect(await waiting()).toMatchObject(
    made.slice(HELD_FOR_NEW_CLIENTS_PER_DAY).map(() => ({ status: "pending", cityKey: "harare" })),
  );
});

test("23 new accounts with all their requests leave most of a plumber's week free", async () => {
  const clients = await crowd(23);
  const week = bookableDates(now).flatMap((date) => startsOn(date, now).map((minute) => instantOf(date, minute)));
  // Each asks five times, for later and later in the week, all at once.
  await Promise.all(
    clients.flatMap((client, turn) =>
      Array.from({ length: 5 }, (_, more) =>
        requestBooking(context, client, bookable, wish(week[(turn * 7 + more * 31) % week.length]!)),
      ),
    ),
  );
  expect((await held()).length).toBeLessThanOrEqual(7 * HELD_FOR_NEW_CLIENTS_PER_DAY);
  const { takenStarts } = (await findPlumber(db, plumber.id, now))!;
  expect(week.filter((start) => !takenStarts.includes(start)).length).toBeGreaterThan(
    week.length - 7 * HELD_FOR_NEW_CLIENTS_PER_DAY - 1,
  );
});

test("a client with a completed job, and one who comes on another day, still get their slot", async () => {
  const clients = await crowd(4);
  for (const [turn, client] of clients.entries()) await requestBooking(context, client, bookable, wish(starts[turn]!));
  expect(await waiting()).toHaveLength(1);
  // A slot that nobody holds yet is free for others.
  expect(await requestBooking(context, await createKnownClient(context), bookable, wish(starts[3]!))).toMatchObject({
    ok: true,
    isHeld: true,
  });
  expect(
    await requestBooking(context, await createUser(context, "client"), bookable, wish(instantOf("2026-11-22", 600))),
  ).toMatchObject({ ok: true, isHeld: true });
});

test("the plumber's answer makes room for the next new client", async () => {
  const clients = await crowd(5);
  for (const [turn, client] of clients.slice(0, 3).entries())
    await requestBooking(context, client, bookable, wish(starts[turn]!));
  const [first] = await held();
  await transitionBooking(context, plumber, (await findBookingFor(db, plumber, first!.id))!, "confirm");
  expect(await requestBooking(context, clients[3]!, bookable, wish(starts[5]!))).toMatchObject({
    ok: true,
    isHeld: true,
  });
  expect(await requestBooking(context, clients[4]!, bookable, wish(starts[6]!))).toMatchObject({
    ok: true,
    isHeld: false,
  });
});

test("until the office assigns it, the plumber neither sees nor hears of it nor has it counted; the same again is one request", async () => {
  const clients = await crowd(4);
  for (const [turn, client] of clients.slice(0, 3).entries())
    await requestBooking(context, client, bookable, wish(starts[turn]!));
  const emailsBefore = await db.select().from(notices).where(eq(notices.recipient, plumber.email));
  const results = await Promise.all(
    Array.from({ length: 10 }, () => requestBooking(context, clients[3]!, bookable, wish(starts[4]!))),
  );
  expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ clientId: clients[3]!.id, startsAt: starts[4] });

  expect(await findBookingFor(db, plumber, request!.id)).toBeNull();
  expect(await listUnseenBookings(db, plumber, { before: null, limit: 50 }, context.now)).toMatchObject({
    ok: true,
    items: expect.not.arrayContaining([expect.objectContaining({ id: request!.id })]),
  });
  expect(await db.select().from(notices).where(eq(notices.recipient, plumber.email))).toHaveLength(emailsBefore.length);
  expect(
    await db
      .select()
      .from(contacts)
      .where(and(eq(contacts.userId, plumber.id), eq(contacts.otherId, clients[3]!.id))),
  ).toEqual([]);
  expect((await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id)))[0]).toMatchObject({
    jobsTotal: 3,
  });
  expect((await db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, plumber.id)))[0]).toMatchObject({
    requested: 3,
  });
  const [email] = await db.select().from(notices).where(eq(notices.causeId, request!.id));
  expect(email?.text).toContain(`asked for ${bookable.firstName} ${bookable.lastName}`);
  expect(email?.recipient).not.toBe(plumber.email);
});

test("assigned to the plumber asked for, it holds its slot and everyone hears of it", async () => {
  const admin = await createUser(context, "admin");
  const clients = await crowd(4);
  for (const [turn, client] of clients.entries()) await requestBooking(context, client, bookable, wish(starts[turn]!));
  const [request] = await waiting();
  const booking = (await findBookingFor(db, admin, request!.id))!;
  expect(booking).toMatchObject({
    preferredPlumberId: plumber.id,
    preferredPlumberName: `${plumber.firstName} ${plumber.lastName}`,
    plumber: null,
  });
  expect(await assignBooking(context, admin, booking, bookable, null)).toEqual({ ok: true });
  expect(await findBookingFor(db, plumber, request!.id)).toMatchObject({ status: "pending", preferredPlumberId: null });
  expect(await waiting()).toEqual([]);
  expect((await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id)))[0]).toMatchObject({
    jobsTotal: 4,
  });
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, request!.id))).toHaveLength(1);
});

test("it cannot be assigned once another booking has the slot", async () => {
  const admin = await createUser(context, "admin");
  const clients = await crowd(4);
  for (const [turn, client] of clients.entries()) await requestBooking(context, client, bookable, wish(starts[turn]!));
  const [request] = await waiting();
  await requestBooking(context, await createKnownClient(context), bookable, wish(request!.startsAt));
  expect(await assignBooking(context, admin, (await findBookingFor(db, admin, request!.id))!, bookable, null)).toEqual({
    ok: false,
    reason: "slotTaken",
  });
  expect(
    await db
      .select()
      .from(bookings)
      .where(
        and(
          isNotNull(bookings.plumberId),
          sql`starts_at > ${request!.startsAt - MINUTE} and starts_at < ${request!.startsAt + MINUTE}`,
          eq(bookings.plumberId, plumber.id),
        ),
      ),
  ).toHaveLength(1);
});
