import { eq, sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { batch, openDatabase, type Write } from "~/db/client.server";
import { OPEN_ONLINE_STATUSES } from "~/db/money-words";
import { bookings, onlinePayments, payments, quotes, users } from "~/db/schema";
import { failingD1, ROW_BROKEN, saysInSql } from "../../../../tests/support/failing-d1";
import { insertBooking } from "../../../../tests/support/money-rows";
import { seededRandom } from "../../../../tests/support/random";
import { context, createUser, createUsers, db, now } from "../../../../tests/support/users";
import { onlineStepOfRow } from "../../escrow/online-payment";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { parseMarkedCursor } from "../../values/lists";
import { BOOKING_STATUSES, isOpen, isToCome, isUnderWay, type BookingFilter, type BookingStatus } from "../booking";
import { nextStep, type ListedRow } from "../next-step/next-step";
import { needsOtherPlumber, timeWindow } from "../next-step/step-facts";
import {
  AT_HAND_SHOWN,
  BOOKINGS_PAGE_SIZE,
  countAsked,
  countOpen,
  listOverview,
  listOwnBookings,
} from "./booking-lists.server";
import { listedFields, selectWithSides } from "./booking-views.server";
import { findPlumberDay } from "./job-lists.server";

const [client, plumber] = await createUsers(context, "client", "plumber");

/** Name, status, and when it starts from now. */
const ROWS: { id: string; status: BookingStatus; start: number }[] = [
  { id: "cancelled-ahead", status: "cancelled", start: 3 * DAY },
  { id: "confirmed-ahead", status: "confirmed", start: 2 * DAY },
  { id: "pending-soon", status: "pending", start: 20 * MINUTE },
  { id: "running-ahead", status: "in-progress", start: 45 * MINUTE },
  { id: "late", status: "confirmed", start: -3 * HOUR },
  { id: "running", status: "in-progress", start: -HOUR },
  { id: "done-yesterday", status: "completed", start: -DAY },
  { id: "refused-before", status: "refused", start: -2 * DAY },
  { id: "done-long-ago", status: "completed", start: -50 * DAY },
];
const OPEN = ["running", "running-ahead", "late", "pending-soon", "confirmed-ahead"];

for (const { id, status, start } of ROWS) await add(id, status, now + start);

type More = Partial<typeof bookings.$inferInsert>;
async function add(id: string, status: BookingStatus, startsAt: number, more: More = {}) {
  const sides = { clientId: client.id, plumberId: plumber.id };
  await insertBooking(context, { id, ...sides, status, startsAt, fee: null, ...more });
}

/** Open ones; five of them start within the same minute. */
async function addAhead(count: number) {
  for (let at = 0; at < count; at++)
    await add(`z-open-${String(at).padStart(3, "0")}`, "pending", now + 5 * DAY + (at - (at % 5)) * MINUTE + (at % 5));
}

const SIDES = [client, plumber];
const list = (owner: (typeof SIDES)[number], filter: BookingFilter, cursor: string | null, from = db) =>
  listOwnBookings(from, owner, filter, cursor, now);

async function readAll(owner: (typeof SIDES)[number], filter: BookingFilter, from = db) {
  const ids: string[] = [];
  let next: string | null = null;
  let pages = 0;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(owner, filter, next, from);
    ids.push(...page.bookings.map(({ id }) => id));
    next = page.next;
    pages += 1;
  } while (next);
  return { ids, pages };
}

const ORDERS: [filter: BookingFilter, ids: string[]][] = [
  ["all", [...OPEN, "cancelled-ahead", "done-yesterday", "refused-before", "done-long-ago"]],
  ["upcoming", OPEN],
  ["past", ["done-yesterday", "done-long-ago"]],
  ["cancelled", ["cancelled-ahead", "refused-before"]],
];

test("both sides read late and current bookings first, then the soonest, then closed ones, newest first", async () => {
  for (const [filter, ids] of ORDERS)
    for (const owner of SIDES) expect(await readAll(owner, filter), filter).toEqual({ ids, pages: 1 });
  // A cursor of the closed ones leads nowhere under a filter that shows open ones alone.
  expect(await list(client, "upcoming", `${now}.done-yesterday.past`)).toEqual({ bookings: [], asked: [], next: null });
});

test("page by page through both parts, each comes once and in that order, even when many start at once", async () => {
  await addAhead(30);
  for (let at = 0; at < 30; at++)
    await add(`z-over-${String(at).padStart(2, "0")}`, "completed", now - 100 * DAY - (at - (at % 5)) * HOUR);
  for (const owner of SIDES) {
    const { ids, pages } = await readAll(owner, "all");
    expect(pages).toBe(Math.ceil((ROWS.length + 60) / BOOKINGS_PAGE_SIZE));
    expect(new Set(ids).size).toBe(ROWS.length + 60);
    const open = ids.slice(0, OPEN.length + 30);
    const over = ids.slice(OPEN.length + 30);
    expect(open).toEqual([...OPEN, ...Array.from({ length: 30 }, (_, at) => `z-open-${String(at).padStart(3, "0")}`)]);
    expect(over.slice(0, 4)).toEqual(["cancelled-ahead", "done-yesterday", "refused-before", "done-long-ago"]);
    expect(over.slice(4).every((id) => id.startsWith("z-over-"))).toBe(true);
    expect(new Set(over).size).toBe(34);
  }
});

test("the first page of all has whatever asks for something, as many as the menu counts", async () => {
  await addAhead(120);
  const owner = { ...plumber, role: "plumber" } as const;
  const first = await listOwnBookings(db, owner, "all", null, now);
  const asked = [...first.bookings, ...first.asked].filter(({ step }) => step.isAsked).map(({ id }) => id);
  expect(asked).toHaveLength(await countAsked(db, owner, now));
  const { ids } = await readAll(owner, "all");
  expect(asked).toEqual(ids.filter((id) => asked.includes(id)));
  expect(asked.at(-1)).toBe("z-open-095");
  expect((await listOwnBookings(db, owner, "all", first.next, now)).asked).toEqual([]);
});

test("rows that cannot be read are left out and reported, and the list goes on behind them", async () => {
  await addAhead(30);
  // Asks both sides, from a further page.
  await add("z-due", "completed", now - 10 * DAY, { finalAmount: 25_00 });
  const lost = ["late", "running"];
  // As if these broke each statement that reads them: all lists do, and what asks for another booking by its id doesn't.
  const readable = new Set((await db.select({ id: bookings.id }).from(bookings)).map(({ id }) => id));
  for (const id of lost) readable.delete(id);
  const d1 = failingD1(
    ([query = ""], _, values) =>
      saysInSql(query, "bookings.title") && !values.some((value) => readable.has(String(value))),
    ROW_BROKEN,
  );
  const failed: unknown[] = [];
  const broken = openDatabase(d1, (error) => void failed.push(error));
  for (const owner of SIDES) {
    const whole = await readAll(owner, "all");
    const rest = await readAll(owner, "all", broken);
    expect(rest).toEqual({ ids: whole.ids.filter((id) => !lost.includes(id)), pages: whole.pages });
  }
  expect(failed).toHaveLength(SIDES.length * lost.length);
});

test("a job that is completed between two pages is not missed", async () => {
  await addAhead(BOOKINGS_PAGE_SIZE + 5);
  const first = await list(plumber, "all", null);
  expect(parseMarkedCursor(first.next)?.mark).toBe("ahead");
  await add("new-and-done", "completed", now - MINUTE);
  const second = await list(plumber, "all", first.next);
  expect(second.bookings.map(({ id }) => id)).toContain("new-and-done");
});

test("a dashboard begins with the job that runs; a plumber's then lists the jobs to answer", async () => {
  const [owner, other] = await createUsers(context, "client", "plumber");
  const rows: { id: string; status: BookingStatus; start: number; finalAmount?: number }[] = [
    { id: "own-late", status: "confirmed", start: -HOUR },
    { id: "own-running", status: "in-progress", start: -MINUTE },
    { id: "own-early", status: "in-progress", start: MINUTE },
    { id: "own-next", status: "confirmed", start: 3 * DAY },
    { id: "own-request", status: "pending", start: 4 * DAY },
    { id: "own-due", status: "completed", start: -DAY, finalAmount: 25_00 },
    { id: "own-settled", status: "completed", start: -2 * DAY, finalAmount: 0 },
    { id: "own-old", status: "completed", start: -60 * DAY, finalAmount: 25_00 },
  ];
  for (const { id, status, start, finalAmount = null } of rows)
    await add(id, status, now + start, { clientId: owner.id, plumberId: other.id, finalAmount });
  expect((await listOverview(db, owner, now)).next?.id).toBe("own-running");
  expect(await countOpen(db, owner, now)).toEqual({ active: 5, upcoming: 3 });
  const { next, waiting, today } = await findPlumberDay(db, other.id, now);
  expect([next?.id, today]).toEqual(["own-running", []]);
  expect(waiting.map(({ id, step }) => [id, step.isAsked, step.action])).toEqual([
    ["own-early", true, "complete"],
    ["own-late", true, "start"],
    ["own-request", true, "confirm"],
    ["own-due", true, "record-payment"],
  ]);
});

test("a plumber's today has the other jobs of the day, and none of tomorrow's", async () => {
  const sides = { clientId: client.id, plumberId: (await createUser(context, "plumber")).id };
  await add("day-first", "confirmed", now + HOUR, sides);
  await add("day-later", "confirmed", now + 8 * HOUR, sides);
  await add("day-after", "confirmed", now + 23 * HOUR, sides);
  const { next, today } = await findPlumberDay(db, sides.plumberId, now);
  expect([next?.id, today.map(({ id }) => id)]).toEqual(["day-first", ["day-later"]]);
});

test("an unpaid deposit is asked for, and counted, also while the plumber is on the way", async () => {
  const owner = await createUser(context, "client");
  const deposit = { clientId: owner.id, agreedPrice: 100_00, agreedDeposit: 30_00, expectedAt: now + HOUR };
  await add("deposit-on-the-way", "confirmed", now + HOUR, { ...deposit, onTheWayAt: now });
  const { bookings: own } = await listOwnBookings(
    db,
    { id: owner.id, role: "client" },
    "all",
    null,
    now,
    onlineStepOfRow,
  );
  expect(own.map(({ step }) => [step.isAsked, step.action])).toEqual([[true, "pay"]]);
  expect(await countAsked(db, { id: owner.id, role: "client" }, now)).toBe(1);
});

const random = seededRandom(inject("randomSeed"));
const oneOf = <Value>(...values: readonly Value[]): Value => values[random(values.length)]!;

const STATES = 1000;
const CLIENTS = 30;

/** A booking in a state that its checks allow, with what may be open of its money. */
function addBooking(number: number, clientId: string, plumberId: string): Write[] {
  const id = `state${number}`;
  const status = oneOf(...BOOKING_STATUSES);
  // No two of a plumber start at once.
  const startsAt =
    now + oneOf(-40, -30, -29, -2, -1, 0, 0, 0, 0, 1, 3) * DAY + random(4000) * MINUTE * oneOf(1, -1) + number;
  const isDone = status === "completed";
  const onTheWayAt = status === "confirmed" ? oneOf(null, null, now - HOUR) : null;
  const proposedBy = isToCome(status) ? oneOf(null, null, "client" as const, "plumber" as const) : null;
  const booking = db.insert(bookings).values({
    id,
    reference: id,
    clientId,
    status,
    startsAt,
    proposedBy,
    onTheWayAt,
    plumberId: status === "pending" ? oneOf(plumberId, plumberId, null) : plumberId,
    expectedAt: onTheWayAt && now + (random(120) - 60) * MINUTE,
    proposedStart: proposedBy && now + 5 * DAY,
    fee: oneOf(null, 20_00),
    agreedPrice: oneOf(null, 100_00),
    agreedDeposit: oneOf(null, null, 30_00, 100_00),
    paidAmount: oneOf(0, 0, 30_00, 100_00),
    finalAmount: isDone ? oneOf(null, 0, 20_00, 100_00, 150_00) : null,
    finalAnswer: isDone ? oneOf(null, null, "agreed" as const, "disputed" as const, "decided" as const) : null,
    frozenAt: oneOf(null, null, null, null, now),
    createdAt: now - 50 * DAY,
    updatedAt: now,
  });
  const more = { bookingId: id, createdAt: now, updatedAt: now };
  const statements: Write[] = [booking];
  if (random(3) === 0)
    statements.push(
      db.insert(payments).values({
        id,
        bookingId: id,
        amount: oneOf(20_00, 200_00),
        method: "cash",
        status: "open",
        recordedAt: now,
        recordedBy: oneOf("client" as const, "plumber" as const, "admin" as const),
      }),
    );
  if (random(5) === 0)
    statements.push(
      db.insert(onlinePayments).values({
        ...more,
        id,
        clientId,
        amount: 20_00,
        purpose: "rest",
        method: "card",
        status: oneOf(...OPEN_ONLINE_STATUSES),
      }),
    );
  if (random(5) === 0)
    statements.push(
      db.insert(onlinePayments).values({
        ...more,
        id: `left${number}`,
        clientId,
        amount: 20_00,
        purpose: "rest",
        method: "card",
        status: "expired",
        review: "unanswered",
      }),
    );
  // Open quotes end with the booking.
  if (isOpen(status) && random(3) === 0)
    statements.push(
      db.insert(quotes).values({
        ...more,
        id,
        version: 1,
        lines: [],
        total: 100_00,
        status: "open",
        validUntil: now + oneOf(-1, 0, 1, HOUR),
      }),
    );
  // A job that is over leaves nothing open.
  if (random(6) === 0)
    statements.push(db.update(payments).set({ status: "confirmed", answeredAt: now }).where(eq(payments.id, id)));
  if (random(6) === 0)
    statements.push(db.update(onlinePayments).set({ status: "failed" }).where(eq(onlinePayments.id, id)));
  if (random(6) === 0) statements.push(db.delete(quotes).where(eq(quotes.id, id)));
  return statements;
}

/** The client's visit is today or under way, and no recorded payment comes first. */
function isToday(row: ListedRow): boolean {
  const isFrozen = row.frozenAt !== null;
  if (!isFrozen && needsOtherPlumber(row)) return true;
  const isOfToday = row.onTheWayAt !== null || timeWindow(row.startsAt, now) !== "ahead";
  return (
    (isFrozen || row.openPayment === null) && (isUnderWay(row.status) || (row.status === "confirmed" && isOfToday))
  );
}

test("the menu counts and the overview shows the bookings that need a next step, in random states", async () => {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => createUser(context, "client")));
  const plumbers = await Promise.all(Array.from({ length: CLIENTS }, () => createUser(context, "plumber")));
  for (let number = 0; number < STATES; number += 50) {
    const some = Array.from({ length: 50 }, (_, nth) =>
      addBooking(number + nth, oneOf(...clients).id, oneOf(...plumbers).id),
    );
    await batch(db, { some: some.flat() });
  }
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumbers[0]!.id));

  let asked = 0;
  for (const role of ["client", "plumber"] as const) {
    const rows = await selectWithSides(db, listedFields(role, sql`${now}`));
    for (const { id } of role === "client" ? clients : plumbers) {
      const own = rows
        .filter((row) => row[role]?.id === id && (isOpen(row.status) || row.startsAt > now - 30 * DAY))
        .map((row) => ({
          ...row,
          step: nextStep({ ...row, ...(role === "client" && onlineStepOfRow(row)) }, role, now),
        }));
      const count = await countAsked(db, { id, role }, now);
      expect.soft(count, `${role} ${id}`).toBe(own.filter(({ step }) => step.isAsked).length);
      asked += count;
      if (role === "plumber") continue;
      const open = own.filter(({ status }) => isOpen(status)).sort((a, b) => a.openOrder - b.openOrder);
      const closed = own.filter(({ status }) => !isOpen(status)).sort((a, b) => b.startsAt - a.startsAt);
      const atHand = [...open.slice(1), ...closed].filter((row) => row.step.isAsked || isToday(row));
      const { next, others, hasMore } = await listOverview(db, { id, role }, now);
      const shown = [next?.id, ...others.map((row) => row.id)];
      expect.soft(shown, id).toEqual([open[0]?.id, ...atHand.slice(0, AT_HAND_SHOWN).map((row) => row.id)]);
      expect.soft(hasMore, id).toBe(atHand.length > AT_HAND_SHOWN);
    }
  }
  expect(asked).toBeGreaterThan(STATES / 4);
});
