import { eq, and, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, plumberProfiles, auditLog, contacts, dailyTallies, notices, users } from "~/db/schema";
import { makeTransition, wishFor, assignTo } from "../../../../tests/support/town";
import { context, createKnownClient, createUser, createUsers, db, now } from "../../../../tests/support/users";
import { makeAdmin } from "../../admin/people/user-access.server";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, HOUR, instantOf, MINUTE, type Instant } from "../../time/harare";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { noticesInWords } from "../../../../tests/support/notice-words";
import { HELD_FOR_NEW_CLIENTS_PER_DAY } from "../../rate-limits/limits";
import { startsOn } from "../../time/slots";
import { requirePart } from "../../values/lists";
import { findBookingFor } from "../queries/booking-details.server";
import { listUnseenBookings } from "../queries/booking-lists.server";

const [client, plumber, admin] = await createUsers(context, "client", "plumber", "admin");
const bookable = (await findBookablePlumber(db, plumber.id))!;
const day = "2026-11-21";
const starts = startsOn(day, now).map((minute) => instantOf(day, minute));

const ask = (from: AuthenticatedUser, start: Instant, of = bookable) =>
  requestBooking(context, from, of, wishFor(start));
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => createUser(context, "client")));
const newBookable = async () => (await findBookablePlumber(db, (await createUser(context, "plumber")).id))!;
const isWaiting = sql`plumber_id is null and preferred_plumber_id = ${plumber.id}`;
const waiting = () => db.select().from(bookings).where(isWaiting);
const held = () => db.$count(bookings, and(eq(bookings.plumberId, plumber.id), eq(bookings.status, "pending")));
const jobsTotal = async () =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id)))[0]?.jobsTotal;
/** So many new clients ask for the day's starts, one after the other: the fourth and on wait for the office. */
async function askInTurn(size: number) {
  for (const [turn, client] of (await crowd(size)).entries()) await ask(client, starts[turn]!);
}

test("one of twelve requests at once for a slot is booked; the others are offered the nearest free starts", async () => {
  const start = starts[0]!;
  const results = await Promise.all((await crowd(12)).map((one) => ask(one, start)));
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  for (const result of results) {
    if (result.ok) continue;
    const nearest = "nearest" in result ? result.nearest : [];
    expect([result.reason, nearest.length, nearest.includes(start)]).toEqual(["slotTaken", 3, false]);
  }
  expect(await db.select().from(bookings).where(eq(bookings.startsAt, start))).toHaveLength(1);
});

test("a client who becomes an admin in the same moment keeps no open booking", async () => {
  const [before, ...clients] = await crowd(9);
  await makeAdmin(context, admin, before!.id);
  expect(await ask(before!, starts[0]!, await newBookable())).toMatchObject({ reason: "onlyClientsBook" });
  for (const [turn, one] of clients.entries()) {
    const of = await newBookable();
    const acts = [() => ask(one, starts[1]!, of), () => makeAdmin(context, admin, one.id)];
    await Promise.all((turn % 2 ? acts : acts.toReversed()).map((act) => act()));
  }
  const isOpenOfAdmin = sql`client_id in (select id from users where role = 'admin')`;
  expect(await db.$count(bookings, isOpenOfAdmin)).toBe(0);
});

test("the same request again gives the first booking, even ten at once", async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => ask(client, starts[0]!)));
  expect(new Set(results.map((result) => result.ok && result.id))).toEqual(new Set([expect.any(String)]));
  expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
});

test("a request is kept in the city that ends its address, and in the plumber's where none does", async () => {
  const cityOf = async (of: typeof bookable, street: string) => {
    const made = await requestBooking(context, await createKnownClient(context), of, {
      ...wishFor(starts[0]!),
      street,
    });
    const [row] = await db
      .select()
      .from(bookings)
      .where(eq(bookings.id, made.ok ? made.id : ""));
    return row?.city;
  };
  expect(await cityOf(await newBookable(), "12 Main Street, Bulawayo")).toBe("Bulawayo");
  expect(await cityOf(await newBookable(), "12 Bulawayo Road")).toBe("Harare");
});

test("a refused or cancelled booking frees its slot", async () => {
  for (const [at, transition] of (["refuse", "cancel"] as const).entries()) {
    const start = starts[at]!;
    const one = await createKnownClient(context);
    const two = await createKnownClient(context);
    const { id } = (await ask(one, start)) as { id: string };
    expect(await ask(two, start)).toMatchObject({ ok: false, reason: "slotTaken" });
    await makeTransition(context, plumber, id, transition);
    expect(await ask(two, start)).toMatchObject({ ok: true, repeated: false });
  }
});

test("a request is refused for a start that the page does not offer", async () => {
  const today = [now - HOUR, instantOf("2026-11-20", 615)];
  for (const start of [...today, instantOf(day, 570), instantOf(day, 21 * 60), instantOf("2026-11-27", 600)])
    expect(await ask(client, start)).toEqual({ ok: false, reason: "startNotOffered" });
});

test("a request is refused from anyone but a client", async () => {
  for (const user of [plumber, await createUser(context, "plumber"), admin])
    expect(await ask(user, starts[0]!)).toEqual({ ok: false, reason: "onlyClientsBook" });
});

test("a request is refused of a client who is suspended as they ask", async () => {
  const suspended = await createUser(context, "client");
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, suspended.id));
  expect(await ask(suspended, starts[0]!)).toEqual({ ok: false, reason: "onlyClientsBook" });
  expect(await db.$count(bookings, eq(bookings.clientId, suspended.id))).toBe(0);
});

test("a request is refused for a plumber who was suspended after the page was shown", async () => {
  const seen = await newBookable();
  await db.update(plumberProfiles).set({ listed: false }).where(eq(plumberProfiles.userId, seen.id));
  expect(await ask(client, starts[0]!, seen)).toEqual({ ok: false, reason: "plumberNotFound" });
  expect(await findBookablePlumber(db, seen.id)).toBeNull();
});

test("a request is refused beyond five unanswered ones, even when ten are sent at once", async () => {
  const eager = await createKnownClient(context);
  const five = await Promise.all(Array.from({ length: 5 }, newBookable));
  const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 600 + 30 * slot));
  const results = await Promise.all(starts.map((start, turn) => ask(eager, start, five[turn % 5])));
  expect(results.filter((result) => result.ok)).toHaveLength(5);
  expect(results.filter((result) => !result.ok && result.reason === "tooManyPending")).toHaveLength(5);
});

test("a client has two unanswered requests to one plumber, even when ten are sent at once, held or not", async () => {
  for (const eager of [await createKnownClient(context), await createUser(context, "client")]) {
    const busy = await newBookable();
    // The day is already full for new clients: requests that go to the office count too.
    for (const minute of [600, 660, 720])
      await ask(await createUser(context, "client"), instantOf("2026-11-22", minute), busy);
    const starts = Array.from({ length: 10 }, (_, slot) => instantOf("2026-11-22", 780 + 30 * slot));
    const results = await Promise.all(starts.map((start) => ask(eager, start, busy)));
    expect(results.filter((result) => result.ok)).toHaveLength(2);
    expect(results.filter((result) => !result.ok && result.reason === "tooManyPendingWithPlumber")).toHaveLength(8);
  }
});

test("a request is refused without a plumber, when its start is not within the next twelve months", async () => {
  const askOffice = (start: number) => requestBooking(context, client, null, wishFor(start));
  for (const start of [now, now - 1, now + 400 * DAY])
    expect(await askOffice(start)).toEqual({ ok: false, reason: "startNotInFuture" });
  for (const repeated of [false, true])
    expect(await askOffice(now + 30 * DAY + 17 * MINUTE)).toMatchObject({ ok: true, repeated });
});

test("23 new accounts at once hold three slots of a day; the office gets the rest with their plumber", async () => {
  const clients = await crowd(23);
  const results = await Promise.all(clients.map((client, turn) => ask(client, starts[turn % starts.length]!)));
  const made = results.filter((result) => result.ok);
  expect(await held()).toBe(HELD_FOR_NEW_CLIENTS_PER_DAY);
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
  // A slot that no one holds yet is free for others.
  expect(await ask(await createKnownClient(context), starts[3]!)).toMatchObject({ ok: true, isHeld: true });
  const newClient = await createUser(context, "client");
  expect(await ask(newClient, instantOf("2026-11-22", 600))).toMatchObject({ ok: true, isHeld: true });
});

test("the requests of clients with a completed job take none of the three slots of new ones", async () => {
  for (const start of starts.slice(10, 13)) await ask(await createKnownClient(context), start);
  await askInTurn(3);
  expect(await waiting()).toEqual([]);
});

test("the plumber's answer makes room for the next new client", async () => {
  await askInTurn(3);
  const { items } = requirePart(await listUnseenBookings(db, plumber, { before: null, limit: 50 }, now));
  await makeTransition(context, plumber, items[0]!.id, "confirm");
  const [fourth, fifth] = await crowd(2);
  expect(await ask(fourth!, starts[5]!)).toMatchObject({ ok: true, isHeld: true });
  expect(await ask(fifth!, starts[6]!)).toMatchObject({ ok: true, isHeld: false });
});

test("the plumber neither sees nor hears of a held request until the office assigns it; a repeat adds none", async () => {
  await askInTurn(3);
  const fourth = await createUser(context, "client");
  const emailsBefore = await noticesInWords(db, eq(notices.recipient, plumber.email));
  const results = await Promise.all(Array.from({ length: 10 }, () => ask(fourth, starts[4]!)));
  expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ clientId: fourth.id, startsAt: starts[4] });

  expect(await findBookingFor(db, plumber, request!.id)).toBeNull();
  const unseen = requirePart(await listUnseenBookings(db, plumber, { before: null, limit: 50 }, now));
  expect(unseen.items.map(({ id }) => id)).not.toContain(request!.id);
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
