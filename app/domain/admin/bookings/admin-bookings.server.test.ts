import { expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { bookingEvents, bookings, disputes } from "~/db/schema";
import { context, createUser, db, now } from "../../../../tests/support/users";
import type { BookingStatus } from "../../bookings/booking";
import { decidedBy } from "../../bookings/dispute";
import { dateAt, DAY, HOUR, instantOf, MINUTE, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { countByView, listAdminBookings, listNow } from "./admin-bookings.server";
import { LATE_AFTER, shouldHaveBegun } from "./office-row";
import { readBookingQuery } from "../lists/office-lists";
import { listDispatch, listFirst } from "../desk/dispatch.server";
import { countDay } from "../desk/today.server";

/** Around midnight, at the end of a year, and of a February. */
const INSTANTS: [name: string, now: Instant][] = [
  ["at 23:59", instantOf("2026-11-20", 23 * 60 + 59)],
  ["at midnight", instantOf("2026-11-21", 0)],
  ["at 00:21 of a new month", instantOf("2026-12-01", 21)],
  ["at a year's end", instantOf("2027-01-01", 1)],
  ["on 29 February", instantOf("2028-02-29", 5)],
  ["at noon", instantOf("2026-11-20", 12 * 60)],
];

const AGES = [LATE_AFTER + 1, 40 * MINUTE, 2 * HOUR, 14 * HOUR, DAY - 1, DAY, DAY + MINUTE, 9 * DAY];

const client = await createUser(context, "client");
const plumber = await createUser(context, "plumber");

/** Replaces all bookings by these: confirmed ones, where a row says nothing else. */
async function addBookings(rows: (Partial<typeof bookings.$inferInsert> & { id: string; startsAt: Instant })[]) {
  const sides = { clientId: client.id, plumberId: plumber.id };
  const fields = { ...sides, status: "confirmed", createdAt: now, updatedAt: now } as const;
  const inserts = rows.map((row) => db.insert(bookings).values({ reference: row.id, ...fields, ...row }));
  await db.batch([db.delete(bookings), ...inserts]);
}

test("a job that no one has closed is on exactly one of the desk's lists, at any hour", async () => {
  const add = (status: BookingStatus, startsAt: Instant) => ({ id: newId(), status, startsAt });
  for (const [name, at] of INSTANTS) {
    const open = AGES.flatMap((age) => [add("confirmed", at - age), add("in-progress", at - age - 3)]);
    const closed = AGES.map((age) => add("completed", at - age - 5));
    await addBookings([...open, ...closed]);
    const first = (await listFirst(db, at)).rows;
    const shown = [...first, ...(await listNow(db, dateAt(at), at))].map(({ id }) => id);
    expect(shown.sort(), name).toEqual(open.map(({ id }) => id).sort());
    const late = first.filter(({ kind }) => kind === "late");
    const begun = open.filter(({ status }) => status !== "confirmed").map(({ id }) => id);
    for (const { id } of late) expect(begun).not.toContain(id);
    const counts = await countDay(db, at);
    expect([counts.late, counts.stillOpen], name).toEqual([late.length, first.length - late.length]);
    for (const view of ["late", "open"] as const) {
      const count = view === "late" ? counts.late : counts.stillOpen;
      const filter = readBookingQuery(`status=${view}`);
      const { rows } = await listAdminBookings(db, filter, null, at);
      for (const row of rows) expect(shouldHaveBegun(row, at), view).toBe(row.status === "confirmed");
      const listed = rows.map(({ id }) => id);
      const due = first.filter(({ kind }) => kind === view).sort((one, other) => one.startsAt - other.startsAt);
      expect(listed, `${view} ${name}`).toEqual(due.map(({ id }) => id));
      expect([(await countByView(db, filter, at))[view], listed.length]).toEqual([count, count]);
    }
  }
});

test("a row says what is next and what it costs: a deposit, the visit, nothing once it is off", async () => {
  const ahead = { startsAt: now + 3 * DAY, fee: 20_00 };
  await addBookings([
    { ...ahead, id: "deposit", agreedPrice: 90_00, agreedDeposit: 25_00 },
    { ...ahead, id: "visit", startsAt: now + 4 * DAY },
    { ...ahead, id: "off", startsAt: now + 5 * DAY, status: "cancelled" },
  ]);
  const { rows } = await listAdminBookings(db, readBookingQuery("status=all&sort=start"), null, now);
  expect(rows.some((row) => shouldHaveBegun(row, now))).toBe(false);
  expect(rows.map(({ id, price, fee, next }) => ({ id, price, fee, next }))).toMatchObject([
    { id: "deposit", price: 90_00, next: "$25 deposit to pay" },
    { id: "visit", price: null, fee: 20_00, next: `${plumber.firstName} to come` },
    { id: "off", price: null, fee: null },
  ]);
});

test("a visit that the client says was missed is to be decided, not late, also behind 60 older disputes", async () => {
  const start = now - 2 * HOUR;
  const ids = Array.from({ length: 62 }, (_, at) => `disputed${at}`);
  await addBookings(
    ids.map((id, at) =>
      at < 61
        ? { id, startsAt: start - at * DAY - DAY, status: "completed" }
        : { id, startsAt: start, frozenAt: start },
    ),
  );
  const dispute = (id: string, at: number) => {
    const event = at < 61 ? "dispute-final" : "plumber-did-not-come";
    const toStatus = at < 61 ? "completed" : "confirmed";
    const opened = db.insert(disputes).values({ id, bookingId: id, event, openedAt: start + at });
    return [
      db
        .insert(bookingEvents)
        .values({ id, bookingId: id, seq: 1, event, actorRole: "client", toStatus, at: start + at }),
      opened.onConflictDoNothing(),
    ];
  };
  const [first, ...rest] = ids.flatMap(dispute);
  await db.batch([first!, ...rest]);
  expect((await listFirst(db, now)).rows.map(({ id, kind }) => [id, kind])).toEqual([["disputed61", "missed"]]);
});

test("a dispute is among the office's first on the day by which a decision is promised, and not before", async () => {
  const id = "promised";
  await addBookings([{ id, startsAt: now - DAY, status: "completed" }]);
  const claim = { event: "dispute-final", actorRole: "client", toStatus: "completed" } as const;
  await db.batch([
    db.insert(bookingEvents).values({ id, bookingId: id, seq: 1, at: now, ...claim }),
    db.insert(disputes).values({ id, bookingId: id, event: "dispute-final", openedAt: now }),
  ]);
  const due = instantOf(decidedBy(now), 0);
  const firstAt = async (at: Instant) =>
    (await listFirst(db, at)).rows.filter((row) => row.id === id).map(({ kind, asked }) => [kind, asked]);
  expect(await firstAt(due - 1)).toEqual([]);
  expect(await firstAt(due)).toEqual([["promised", "Promised by today"]]);
  expect(await firstAt(due + DAY)).toEqual([["promised", "Not decided within 3 working days"]]);
});

test("the longest-waiting unassigned request is on Dispatch behind any number of nearer visits", async () => {
  const waits = (startsAt: Instant, createdAt: Instant, at: number) => ({
    ...({ id: `waits${at}`, plumberId: null, status: "pending", startsAt, createdAt } as const),
  });
  const near = Array.from({ length: 60 }, (_, at) => waits(now + (3 + at / 6) * HOUR, now - at, at));
  await addBookings([...near, waits(now + 99 * DAY, now - DAY, 60), waits(now + HOUR, now, 61)]);
  const { rows, hasMore } = await listDispatch(db, now, "unassigned");
  expect([rows.length, hasMore, rows[0]?.id, rows.at(-1)?.id]).toEqual([50, true, "waits61", "waits60"]);
});

test("a booking with malformed JSON is left out, and the list goes on behind it", async () => {
  const rows = Array.from({ length: 52 }, (_, at) => ({ id: `row${at}`, startsAt: now + at * HOUR }));
  await addBookings(rows);
  await db.run(sql`update bookings set open_quote = '{', status = 'refused' where id = 'row1'`);
  const filter = readBookingQuery("status=all&sort=start");
  const page = await listAdminBookings(db, filter, null, now);
  expect([page.rows.length, (await listAdminBookings(db, filter, page.next, now)).rows[0]?.id]).toEqual([50, "row51"]);
});
