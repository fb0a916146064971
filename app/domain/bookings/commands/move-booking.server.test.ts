import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { book, makeTransition } from "../../../../tests/support/town";
import { createUser } from "../../../../tests/support/users";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { offeredStarts } from "../../time/slots";
import type { AuthenticatedUser } from "../../values/user";
import { findBookingFor, listHistory } from "../queries/booking-details.server";
import { findBookablePlumber } from "./booking-requests.server";
import { moveBooking } from "./reschedule.server";

const context = contextAt();
const { db, now } = context;
const admin = await createUser(context, "admin");
const client = await createUser(context, "client");
const tendai = await createUser(context, "plumber");
const farai = await createUser(context, "plumber");
const start = offeredStarts(now).at(-1)!;
const id = await book(context, client, tendai, start);
await makeTransition(context, tendai, id, "confirm");
await db.delete(notices);

const found = async () => (await findBookingFor(db, admin, id))!;
const here = { plumberId: tendai.id, startsAt: start };
const move = async (to: AuthenticatedUser | null, at: number, shown = here) =>
  moveBooking(
    context,
    admin,
    await found(),
    { plumber: to && (await findBookablePlumber(db, to.id)), start: at },
    shown,
  );
const queued = async () =>
  (await db.select().from(notices).where(eq(notices.bookingId, id))).map(({ kind, nextAttemptAt }) => [
    kind,
    nextAttemptAt - now,
  ]);

test.each([
  ["another time", tendai, start - 2 * HOUR, ["reschedule"], Array(2).fill(["bookingRescheduled", 0])],
  ["another plumber", farai, start, ["assign"], Array(3).fill(["bookingAssigned", 0])],
  ["another plumber and time", farai, start - DAY, ["assign", "reschedule"], Array(3).fill(["bookingAssigned", 0])],
])("a move to %s is done and told at once", async (_, to, at, events, told) => {
  expect(await move(to, at)).toEqual({ ok: true });
  expect(await found()).toMatchObject({ startsAt: at, plumber: { id: to.id } });
  expect(await queued()).toEqual(told);
  expect((await listHistory(db, admin, id)).map(({ event }) => event).slice(2)).toEqual(events);
});

test("a move keeps to the rules of the office: free, in the future, listed, and as the page showed it", async () => {
  await book(context, await createUser(context, "client"), farai, start);
  const elsewhere = { ...here, startsAt: start - 3 * HOUR };
  for (const [reason, to, at, shown] of [
    ["slotTaken", farai, start],
    ["slotTaken", farai, start + 15 * MINUTE],
    ["startNotInFuture", tendai, now - HOUR],
    ["startNotInFuture", farai, now - HOUR],
    ["plumberNotFound", null, start - HOUR],
    ["assignedMeanwhile", farai, start - HOUR, { ...here, plumberId: farai.id }],
    ["transitionNotAllowed", farai, start - HOUR, elsewhere],
    ["transitionNotAllowed", tendai, start - HOUR, elsewhere],
  ] as const)
    expect(await move(to, at, shown)).toMatchObject({ reason });
  expect(await found()).toMatchObject({ startsAt: start, plumber: { id: tendai.id } });
  expect(await queued()).toEqual([]);
  // Outside the plumber's hours, which do not bind the office.
  const early = start - DAY - 6 * HOUR;
  expect(await move(farai, early)).toEqual({ ok: true });
  expect(await move(farai, early)).toEqual({ ok: true });
  expect((await listHistory(db, admin, id)).filter(({ event }) => event === "assign")).toHaveLength(1);
});
