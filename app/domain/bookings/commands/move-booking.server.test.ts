import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { notices } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { book } from "../../../../tests/support/town";
import { createUser } from "../../../../tests/support/users";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { offeredStarts } from "../../time/slots";
import type { AuthenticatedUser } from "../../values/user";
import { findBookingFor, listHistory } from "../queries/booking-details.server";
import { findBookablePlumber } from "./booking-requests.server";
import { transitionBooking } from "./booking-transitions.server";
import { moveBooking } from "./reschedule.server";

const context = contextAt();
const { db, now } = context;
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
const move = async (to: AuthenticatedUser | null, at: number, shown = here()) =>
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
  ["another time", () => tendai, () => start - 2 * HOUR, ["reschedule"], Array(2).fill(["bookingRescheduled", 0])],
  ["another plumber", () => farai, () => start, ["assign"], Array(3).fill(["bookingAssigned", 0])],
  ["both", () => farai, () => start - DAY, ["assign", "reschedule"], Array(3).fill(["bookingAssigned", 0])],
])("a move to %s is done and told at once", async (_, to, at, events, told) => {
  expect(await move(to(), at())).toEqual({ ok: true });
  expect(await found()).toMatchObject({ startsAt: at(), plumber: { id: to().id } });
  expect(await queued()).toEqual(told);
  expect((await listHistory(db, admin, id)).map(({ event }) => event).slice(2)).toEqual(events);
});

test("a move keeps to the rules of the office: free, in the future, listed, and as the page showed it", async () => {
  await book(context, await createUser(context, "client"), farai, start);
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
  expect(await queued()).toEqual([]);
  // Outside the plumber's hours, which do not bind the office.
  const early = start - DAY - 6 * HOUR;
  expect(await move(farai, early)).toEqual({ ok: true });
  expect(await move(farai, early)).toEqual({ ok: true });
  expect((await listHistory(db, admin, id)).filter(({ event }) => event === "assign")).toHaveLength(1);
});
