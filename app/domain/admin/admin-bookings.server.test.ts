import { expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import type { BookingStatus } from "../bookings/booking";
import { dateAt, DAY, HOUR, instantOf, MINUTE, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { LATE_AFTER, listNow } from "./admin-bookings.server";
import { listFirst } from "./dispatch-list.server";
import { countDay } from "./today.server";

/** Around midnight, at the end of a year, and of a February. */
const INSTANTS: [name: string, now: Instant][] = [
  ["at 23:59", instantOf("2026-11-20", 23 * 60 + 59)],
  ["at midnight", instantOf("2026-11-21", 0)],
  ["at 00:21 of a new month", instantOf("2026-12-01", 21)],
  ["at a year's end", instantOf("2027-01-01", 1)],
  ["on 29 February", instantOf("2028-02-29", 5)],
  ["at noon", instantOf("2026-11-20", 12 * 60)],
];

/** How long ago the jobs began; each stays on a list until it is closed. */
const AGES = [LATE_AFTER + 1, 40 * MINUTE, 2 * HOUR, 14 * HOUR, DAY - 1, DAY, DAY + MINUTE, 9 * DAY];

test("a job that nobody has closed is on exactly one of the desk's lists, at any hour", async () => {
  const context = contextAt();
  const { db } = context;
  const [client, plumber] = [await createUser(context, "client"), await createUser(context, "plumber")];
  const add = (status: BookingStatus, startsAt: Instant) => {
    const id = newId();
    const fields = { clientId: client.id, plumberId: plumber.id, createdAt: startsAt, updatedAt: startsAt };
    return { id, insert: db.insert(bookings).values({ id, reference: id, status, startsAt, ...fields }) };
  };
  for (const [name, now] of INSTANTS) {
    const open = AGES.flatMap((age) => [add("confirmed", now - age), add("in-progress", now - age - 3)]);
    const closed = AGES.map((age) => add("completed", now - age - 5));
    await db.batch([db.delete(bookings), ...[...open, ...closed].map(({ insert }) => insert)]);
    const first = (await listFirst(db, now)).rows;
    const shown = [...first, ...(await listNow(db, dateAt(now), now))].map(({ id }) => id);
    expect(shown.sort(), name).toEqual(open.map(({ id }) => id).sort());
    const late = first.filter(({ kind }) => kind === "late");
    expect(late.every(({ status }) => status === "confirmed")).toBe(true);
    const counts = await countDay(db, now);
    expect([counts.late, counts.stillOpen], name).toEqual([late.length, first.length - late.length]);
  }
});
