import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { bookings, notices } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { book } from "../../../../tests/support/town";
import { createUser } from "../../../../tests/support/users";
import { DAY, HOUR, MINUTE, SECOND } from "../../time/harare";
import { offeredStarts } from "../../time/slots";
import type { AuthenticatedUser } from "../../values/user";
import { UNDOABLE_FOR } from "../booking-move";
import { findBookingFor, listHistory } from "../queries/booking-details.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { transitionBooking } from "./booking-transitions.server";
import { moveBooking } from "./move-booking.server";
import { undoMove } from "./undo-move.server";

const context = contextAt();
const { db, now } = context;
const later = (ms: number) => contextAt(now + ms);
let admin: AuthenticatedUser;
let client: AuthenticatedUser;
let tendai: AuthenticatedUser;
let farai: AuthenticatedUser;
let id: string;
let start: number;

beforeAll(async () => {
  admin = await createUser(context, "admin");
});
beforeEach(async () => {
  [client, tendai, farai] = await Promise.all([
    createUser(context, "client"),
    createUser(context, "plumber"),
    createUser(context, "plumber"),
  ]);
  start = offeredStarts(now).at(-1)!;
  id = await book(context, client, tendai, start);
  await transitionBooking(context, tendai, (await findBookingFor(db, tendai, id))!, "confirm");
  await db.delete(notices);
});

const found = async () => (await findBookingFor(db, admin, id))!;
const here = () => ({ plumberId: tendai.id, startsAt: start });
const move = async (to: AuthenticatedUser | null, at: number, shown = here(), when = context) =>
  moveBooking(when, admin, await found(), { plumber: to && (await findBookablePlumber(db, to.id)), start: at }, shown);
const undo = async (plumberId: string, startsAt: number, after = 8 * SECOND, by = admin) =>
  undoMove(later(after), by, await found(), { plumberId, startsAt });
const queued = async () =>
  (await db.select().from(notices).where(eq(notices.bookingId, id))).map(({ kind, status, nextAttemptAt }) => ({
    kind,
    status,
    wait: nextAttemptAt - now,
  }));
/** Everything that a move may change, as rows. */
const state = async () => {
  const all = (rows: unknown[]) => JSON.stringify(rows);
  const trades = sql`('${sql.raw(tendai.id)}', '${sql.raw(farai.id)}')`;
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id));
  const { updatedAt: _, ...booking } = row!;
  return {
    booking,
    jobs: all(
      await db.all(sql`select user_id, jobs_total from plumber_profiles where user_id in ${trades} order by user_id`),
    ),
    tallies: all(
      await db.all(sql`select plumber_id, sum(requested) as n from daily_tallies where plumber_id in ${trades}
        group by plumber_id having n > 0 order by 1`),
    ),
    contacts: all(await db.all(sql`select user_id, other_id from contacts where user_id = ${client.id} order by 2`)),
    links: all(await db.all(sql`select token_hash from answer_links where booking_id = ${id} order by 1`)),
    quotes: all(await db.all(sql`select id, status, answered_at from quotes where booking_id = ${id} order by 1`)),
    days: all(await db.all(sql`select * from free_days where plumber_id in ${trades} order by plumber_id, day`)),
  };
};
const quote = (status: "open" | "accepted", version: number) =>
  db.run(sql`insert into quotes (id, booking_id, version, lines, total, valid_until, status, created_at, answered_at)
    values (${`${id.slice(0, 20)}${version}`}, ${id}, ${version}, '[]', 5000, ${now + DAY}, ${status}, ${now}, ${status === "open" ? null : now})`);

test.each([
  ["another time", () => tendai, () => start - 2 * HOUR, ["bookingRescheduled", "bookingRescheduled"]],
  ["another plumber", () => farai, () => start, ["bookingAssigned", "bookingAssigned", "bookingAssigned"]],
  ["both", () => farai, () => start - DAY, ["bookingAssigned", "bookingAssigned", "bookingAssigned"]],
])("a move to %s is told after 15 seconds; undone, all is as it was and nobody is told", async (_, to, at, kinds) => {
  await quote("accepted", 1);
  await quote("open", 2);
  await db
    .update(bookings)
    .set({ agreedPrice: 5000, remindedDayAt: now - 1 })
    .where(eq(bookings.id, id));
  const before = await state();
  expect(await move(to(), at())).toEqual({ ok: true });
  expect(await found()).toMatchObject({ startsAt: at(), plumber: { id: to().id } });
  expect((await queued()).map(({ kind }) => kind)).toEqual(kinds);
  for (const notice of await queued()) expect(notice).toMatchObject({ status: "queued", wait: UNDOABLE_FOR });

  expect(await undo(to().id, at())).toEqual({ ok: true });
  expect(await state()).toEqual(before);
  expect(new Set((await queued()).map(({ status }) => status))).toEqual(new Set(["dropped"]));
  const events = (await listHistory(db, admin, id)).map(({ event }) => event);
  expect(events.slice(2)).toEqual(
    { [start]: ["assign"], [start - 2 * HOUR]: ["reschedule"], [start - DAY]: ["assign", "reschedule"] }[at()]!.concat(
      "undo",
    ),
  );
  expect(await db.all(sql`select action from audit_log where subject_id = ${id} order by at desc limit 1`)).toEqual([
    { action: "changeUndone" },
  ]);

  expect(await undo(to().id, at(), 9 * SECOND)).toEqual({ ok: true });
  expect((await listHistory(db, admin, id)).filter(({ event }) => event === "undo")).toHaveLength(1);
});

test("an unassigned request goes to a plumber, and back to nobody", async () => {
  const request = await requestBooking(context, client, null, {
    startsAt: start,
    serviceType: "Inspection",
    suburb: "Avondale",
    street: "1 Road",
    pin: null,
    notes: null,
  });
  id = request.ok ? request.id : "";
  const nobody = { plumberId: null, startsAt: start };
  const target = (await findBookablePlumber(db, farai.id))!;
  const before = await state();
  expect(await moveBooking(context, admin, await found(), { plumber: null, start: start + HOUR }, nobody)).toEqual({
    ok: true,
  });
  expect(await undoMove(context, admin, await found(), { plumberId: null, startsAt: start + HOUR })).toEqual({
    ok: true,
  });
  expect(await state()).toEqual(before);
  const after = later(SECOND);
  expect(await moveBooking(after, admin, await found(), { plumber: target, start }, nobody)).toEqual({ ok: true });
  expect(await db.all(sql`select 1 from answer_links where booking_id = ${id}`)).toHaveLength(1);
  expect(await undo(farai.id, start)).toEqual({ ok: true });
  expect(await state()).toEqual(before);
});

test("undo comes too late after 15 seconds, for anybody else, and once something else has happened", async () => {
  await move(farai, start);
  expect(await undo(farai.id, start, 1000, await createUser(context, "admin"))).toMatchObject({ reason: "undoOver" });
  expect(await undo(farai.id, start, UNDOABLE_FOR)).toMatchObject({ reason: "undoOver" });
  expect(await undo(farai.id, start + HOUR)).toMatchObject({ reason: "undoOver" });
  await transitionBooking(later(SECOND), farai, (await findBookingFor(db, farai, id))!, "cancel");
  expect(await undo(farai.id, start)).toMatchObject({
    reason: "movedSince",
    latest: expect.stringContaining("cancelled") as string,
  });
  expect(await found()).toMatchObject({ status: "cancelled", plumber: { id: farai.id } });
  expect((await queued()).filter(({ kind }) => kind === "bookingAssigned").map(({ status }) => status)).toEqual([
    "queued",
    "queued",
    "queued",
  ]);
});

test("undo is refused when the earlier time has been booked meanwhile", async () => {
  await move(tendai, start - DAY);
  await book(later(SECOND), await createUser(context, "client"), tendai, start);
  expect(await undo(tendai.id, start - DAY)).toMatchObject({ reason: "slotTaken" });
  expect(await found()).toMatchObject({ startsAt: start - DAY });
});

test("a move keeps to the rules of the office: free, in the future, listed, and as the page showed it", async () => {
  const other = await book(context, await createUser(context, "client"), farai, start);
  expect(await move(farai, start)).toMatchObject({ reason: "slotTaken" });
  expect(await move(farai, start + 15 * MINUTE)).toMatchObject({ reason: "slotTaken" });
  expect(await move(tendai, now - HOUR)).toMatchObject({ reason: "startNotInFuture" });
  expect(await move(farai, now - HOUR)).toMatchObject({ reason: "startNotInFuture" });
  expect(await move(null, start - HOUR)).toMatchObject({ reason: "plumberNotFound" });
  expect(await move(farai, start - HOUR, { plumberId: farai.id, startsAt: start })).toMatchObject({
    reason: "assignedMeanwhile",
  });
  expect(await move(farai, start - HOUR, { ...here(), startsAt: start - 3 * HOUR })).toMatchObject({
    reason: "transitionNotAllowed",
  });
  expect(await move(tendai, start - HOUR, { ...here(), startsAt: start - 3 * HOUR })).toMatchObject({
    reason: "transitionNotAllowed",
  });
  expect(await found()).toMatchObject({ startsAt: start, plumber: { id: tendai.id } });
  expect(await db.all(sql`select 1 from booking_moves where booking_id in (${id}, ${other})`)).toEqual([]);
  expect(await queued()).toEqual([]);
  // Outside the plumber's hours, which do not bind the office.
  const early = start - DAY - 6 * HOUR;
  expect(await move(farai, early)).toEqual({ ok: true });
  expect(await move(farai, early)).toEqual({ ok: true });
  expect((await listHistory(db, admin, id)).filter(({ event }) => event === "assign")).toHaveLength(1);
});
