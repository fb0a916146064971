import { and, eq, isNull, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, contacts, dailyTallies, notices, plumberProfiles } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { assignTo, makeTransition, wishFor } from "../../../../tests/support/town";
import { createUser, createKnownClient } from "../../../../tests/support/users";
import type { AuthenticatedUser } from "../../values/user";
import { instantOf, type Instant } from "../../time/harare";
import { startsOn } from "../../time/slots";
import { HELD_FOR_NEW_CLIENTS_PER_DAY } from "../../rate-limits/limits";
import { findBookingFor } from "../queries/booking-details.server";
import { listUnseenBookings } from "../queries/booking-lists.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { noticesInWords } from "../../../../tests/support/notice-words";

const context = contextAt();
const { db, now } = context;
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => createUser(context, "client")));
const day = "2026-11-21";
const starts = startsOn(day, now).map((minute) => instantOf(day, minute));

const plumber = await createUser(context, "plumber");
const bookable = (await findBookablePlumber(db, plumber.id))!;
const admin = await createUser(context, "admin");
const list = (which: SQL | undefined) => db.select().from(bookings).where(which);
const held = () => list(and(eq(bookings.plumberId, plumber.id), eq(bookings.status, "pending")));
const waiting = () => list(and(isNull(bookings.plumberId), eq(bookings.preferredPlumberId, plumber.id)));
const jobsTotal = async () =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id)))[0]?.jobsTotal;
const ask = (client: AuthenticatedUser, start: Instant) => requestBooking(context, client, bookable, wishFor(start));
/** So many new clients ask for the day's starts, one after the other: the fourth and on wait for the office. */
async function askInTurn(size: number) {
  for (const [turn, client] of (await crowd(size)).entries()) await ask(client, starts[turn]!);
}

test("23 new accounts at once hold three slots of a day; the office gets the rest, with the plumber they asked for", async () => {
  const clients = await crowd(23);
  const results = await Promise.all(clients.map((client, turn) => ask(client, starts[turn % starts.length]!)));
  const made = results.filter((result) => result.ok);
  expect(await held()).toHaveLength(HELD_FOR_NEW_CLIENTS_PER_DAY);
  expect(made.filter((result) => result.ok && result.isHeld)).toHaveLength(HELD_FOR_NEW_CLIENTS_PER_DAY);
  expect(await waiting()).toHaveLength(made.length - HELD_FOR_NEW_CLIENTS_PER_DAY);
  for (const result of results) if (!result.ok) expect(result.reason).toBe("slotTaken");
  expect(await waiting()).toMatchObject(
    made.slice(HELD_FOR_NEW_CLIENTS_PER_DAY).map(() => ({ status: "pending", cityKey: "harare" })),
  );
});

test("a client with a completed job, and one who comes on another day, still get their slot", async () => {
  await askInTurn(4);
  expect(await waiting()).toHaveLength(1);
  // A slot that nobody holds yet is free for others.
  expect(await ask(await createKnownClient(context), starts[3]!)).toMatchObject({ ok: true, isHeld: true });
  const newClient = await createUser(context, "client");
  expect(await ask(newClient, instantOf("2026-11-22", 600))).toMatchObject({ ok: true, isHeld: true });
});

test("the plumber's answer makes room for the next new client", async () => {
  await askInTurn(3);
  const [first] = await held();
  await makeTransition(context, plumber, first!.id, "confirm");
  const [fourth, fifth] = await crowd(2);
  expect(await ask(fourth!, starts[5]!)).toMatchObject({ ok: true, isHeld: true });
  expect(await ask(fifth!, starts[6]!)).toMatchObject({ ok: true, isHeld: false });
});

test("until the office assigns it, the plumber neither sees nor hears of it nor has it counted; the same again is one request", async () => {
  await askInTurn(3);
  const fourth = await createUser(context, "client");
  const emailsBefore = await noticesInWords(db, eq(notices.recipient, plumber.email));
  const results = await Promise.all(Array.from({ length: 10 }, () => ask(fourth, starts[4]!)));
  expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ clientId: fourth.id, startsAt: starts[4] });

  expect(await findBookingFor(db, plumber, request!.id)).toBeNull();
  expect(await listUnseenBookings(db, plumber, { before: null, limit: 50 }, context.now)).toMatchObject({
    ok: true,
    items: expect.not.arrayContaining([expect.objectContaining({ id: request!.id })]),
  });
  expect(await noticesInWords(db, eq(notices.recipient, plumber.email))).toHaveLength(emailsBefore.length);
  const areContacts = and(eq(contacts.userId, plumber.id), eq(contacts.otherId, fourth.id));
  expect(await db.select().from(contacts).where(areContacts)).toEqual([]);
  expect(await jobsTotal()).toBe(3);
  const tallies = await db.select().from(dailyTallies).where(eq(dailyTallies.plumberId, plumber.id));
  expect(tallies).toMatchObject([{ requested: 3 }]);
  const [email] = await noticesInWords(db, eq(notices.causeId, request!.id));
  expect(email?.text).toContain(`asked for ${bookable.firstName} ${bookable.lastName}`);
  expect(email?.recipient).not.toBe(plumber.email);
});

test("assigned to the plumber asked for, it holds its slot; not once another booking has that", async () => {
  await askInTurn(5);
  const [request, late] = (await waiting()).sort((one, other) => one.startsAt - other.startsAt);
  await ask(await createKnownClient(context), late!.startsAt);
  expect(await assignTo(context, admin, late!.id, { to: plumber.id })).toEqual({ ok: false, reason: "slotTaken" });
  expect(await findBookingFor(db, admin, request!.id)).toMatchObject({
    preferredPlumberId: plumber.id,
    preferredPlumberName: `${plumber.firstName} ${plumber.lastName}`,
    plumber: null,
  });
  expect(await assignTo(context, admin, request!.id, { to: plumber.id })).toEqual({ ok: true });
  expect(await findBookingFor(db, plumber, request!.id)).toMatchObject({ status: "pending", preferredPlumberId: null });
  expect(await waiting()).toMatchObject([{ id: late!.id }]);
  expect(await jobsTotal()).toBe(5);
  expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, request!.id))).toHaveLength(1);
});
