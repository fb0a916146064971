import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices } from "~/db/schema";
import { context, contextAt, createUsers, db, now } from "../../../../tests/support/users";
import { assignTo, book, makeTransition, rowOf, setBooking, wishFor } from "../../../../tests/support/town";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, formatInstant, HOUR, MINUTE } from "../../time/harare";
import { offeredStarts } from "../../time/slots";
import { BOOKING_STATUSES } from "../booking";
import { describeHistory } from "../booking-history";
import { findBookingFor, listHistory } from "../queries/booking-details.server";
import { availableProposalActions } from "../booking-machine";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { acceptTime, declineTime, moveBooking, proposeTime, rescheduleBooking } from "./reschedule.server";
import { noticesInWords } from "../../../../tests/support/notice-words";

const start = offeredStarts(now).at(-1)!;
/** Off the grid of the appointment page, which does not bind suggestions. */
const suggested = start + DAY + 7 * MINUTE;
const [client, rival, plumber] = await createUsers(context, "client", "client", "plumber");
const [admin, farai] = await createUsers(context, "admin", "plumber");
const id = await book(context, client, plumber, start);
await db.delete(notices);

const seenBy = async (side: AuthenticatedUser, of = id) => (await findBookingFor(db, side, of))!;
type Side = typeof client | typeof plumber;
const propose = async (side: Side, at = suggested) => proposeTime(context, side, await seenBy(side), at);
const accept = async (side: Side, at = suggested) => acceptTime(context, side, await seenBy(side), at);
const decline = async (side: Side, at = suggested) => declineTime(context, side, await seenBy(side), at);
const emailsTo = async (user: Side) =>
  (await noticesInWords(db, eq(notices.recipient, user.email))).map(({ subject }) => subject);

test.each(["client", "plumber"] as const)(
  "the %s suggests and the other side accepts: the booking moves, with its history and two emails",
  async (by) => {
    const [proposer, other] = by === "client" ? [client, plumber] : [plumber, client];
    expect(await propose(proposer)).toEqual({ ok: true });
    expect(await emailsTo(other)).toEqual([expect.stringMatching(/^A new time is suggested/)]);
    await db.update(notices).set({ status: "sent", sentAt: context.now });
    const proposed = { proposedStart: suggested, proposedBy: by, proposals: 1 };
    expect(await seenBy(client)).toMatchObject({ startsAt: start, status: "pending", ...proposed });
    expect(await accept(proposer)).toMatchObject({ ok: false });
    expect(await accept(other)).toEqual({ ok: true });
    const answered = { proposedStart: null, proposedBy: null };
    expect(await seenBy(client)).toMatchObject({ startsAt: suggested, status: "pending", ...answered });
    const history = describeHistory(await listHistory(db, client, id), { cancelledLateBy: null }, client);
    expect(history.map(({ words }) => words)).toEqual([
      "sent the request",
      `suggested a new time: ${formatInstant(suggested)}`,
      `accepted the new time: ${formatInstant(suggested)}`,
    ]);
    expect(await emailsTo(proposer)).toEqual([expect.stringMatching(/^The new time is accepted/)]);
  },
);

test("a confirmed booking stays confirmed when it moves, and gets new reminders", async () => {
  await makeTransition(context, plumber, id, "confirm");
  await setBooking(context, id, { remindedDayAt: now, remindedHoursAt: now });
  await propose(client);
  await accept(plumber);
  const moved = { status: "confirmed", startsAt: suggested, remindedDayAt: null, remindedHoursAt: null };
  expect(await rowOf(context, id)).toMatchObject(moved);
});

test("declined or withdrawn, a suggestion changes nothing and cannot be accepted", async () => {
  await propose(plumber);
  expect(await decline(client)).toEqual({ ok: true });
  const latest = "You declined the new time at 9:00 am.";
  expect(await accept(client)).toEqual({ ok: false, reason: "proposalGone", latest });
  await propose(client);
  expect(await decline(client)).toEqual({ ok: true });
  expect(await seenBy(client)).toMatchObject({ startsAt: start, proposedStart: null, proposals: 2 });
});

test("a booking takes three suggestions and no fourth, of either side, even at once", async () => {
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map((turn) => propose(turn % 2 ? client : plumber, suggested + turn * HOUR)),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(3);
  for (const result of results) if (!result.ok) expect(result.reason).toBe("proposalsUsed");
});

test("a free start is given to one of two bookings that move there at once", async () => {
  const second = await book(context, rival, plumber, offeredStarts(now).at(-2)!);
  await propose(client);
  await proposeTime(context, rival, await seenBy(rival, second), suggested);
  const theirs = await seenBy(plumber, second);
  const results = await Promise.all([accept(plumber), acceptTime(context, plumber, theirs, suggested)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "slotTaken" });
});

test("no time is suggested, accepted or set that is past, too far ahead or the start of the booking", async () => {
  for (const at of [now - HOUR, now, now + 400 * DAY])
    expect(await propose(client, at)).toEqual({ ok: false, reason: "startNotInFuture" });
  expect(await propose(client, start)).toEqual({ ok: false, reason: "startUnchanged" });
  await propose(client);
  const late = await acceptTime(contextAt(suggested), plumber, await seenBy(plumber), suggested);
  expect(late).toEqual({ ok: false, reason: "startNotInFuture" });
  for (const at of [now, now - DAY])
    expect(await moveAtOnce(admin, at)).toEqual({ ok: false, reason: "startNotInFuture" });
});

test("a side's choices about the time follow from the booking's status and from who suggested it", () => {
  for (const status of BOOKING_STATUSES) {
    const booking = { status, plumber: {}, proposedBy: "client" as const, proposals: 1, isMissed: false };
    const open = status === "pending" || status === "confirmed";
    expect(availableProposalActions(booking, "client"), status).toEqual(open ? ["propose", "decline"] : []);
    expect(availableProposalActions(booking, "plumber"), status).toEqual(open ? ["propose", "accept", "decline"] : []);
    const byPlumber = { ...booking, proposedBy: "plumber" as const };
    expect(availableProposalActions(byPlumber, "plumber"), status).toEqual(open ? ["propose", "decline"] : []);
    expect(availableProposalActions({ ...booking, proposals: 3, proposedBy: null }, "client"), status).toEqual([]);
    expect(availableProposalActions({ ...booking, plumber: null }, "client"), status).toEqual([]);
    expect(availableProposalActions({ ...booking, isMissed: true }, "client"), status).toEqual([]);
  }
});

const moveAtOnce = async (actor: AuthenticatedUser, at: number, of = id) =>
  rescheduleBooking(context, actor, await seenBy(actor, of), at);

test("a move by the office is recorded and emailed to both, ends a suggestion, and renews reminders", async () => {
  await propose(client);
  await setBooking(context, id, { remindedDayAt: now, askedToCloseAt: now });
  await db.delete(notices);
  expect(await moveAtOnce(admin, suggested + HOUR)).toEqual({ ok: true });
  const ended = { proposedStart: null, remindedDayAt: null, askedToCloseAt: null };
  expect(await rowOf(context, id)).toMatchObject({ startsAt: suggested + HOUR, status: "pending", ...ended });
  expect((await listHistory(db, client, id)).at(-1)).toMatchObject({ event: "reschedule", actorRole: "admin" });
  for (const side of [client, plumber])
    expect(await emailsTo(side)).toEqual([expect.stringMatching(/^The booking has a new time/)]);
  expect(await moveAtOnce(admin, suggested + HOUR)).toEqual({ ok: true });
  expect(await listHistory(db, client, id)).toHaveLength(3);
});

test("a move leaves room for the booking's own length, whatever its plumber's time per job is by now", async () => {
  await setBooking(context, id, { jobMinutes: 120 });
  const taken = offeredStarts(now).at(-5)!;
  await book(context, rival, plumber, taken);
  expect(await moveAtOnce(admin, taken - HOUR)).toEqual({ ok: false, reason: "slotTaken" });
  expect(await propose(client, taken - HOUR)).toEqual({ ok: false, reason: "slotTaken" });
});

test("a client who moves a request without a plumber is in its history, and nobody is told", async () => {
  const { id: request } = (await requestBooking(context, client, null, wishFor(now + 3 * DAY))) as { id: string };
  await db.delete(notices);
  expect(await moveAtOnce(client, suggested, request)).toEqual({ ok: true });
  expect(await seenBy(client, request)).toMatchObject({ startsAt: suggested, plumber: null, status: "pending" });
  expect((await listHistory(db, client, request)).at(-1)).toMatchObject({ event: "reschedule", actorRole: "client" });
  expect(await emailsTo(client)).toEqual([]);
  expect(await moveAtOnce(client, suggested)).toMatchObject({ reason: "transitionNotAllowed" });
});

const here = { plumberId: plumber.id, startsAt: start };
const drop = async (to: AuthenticatedUser | null, at: number, shown = here) => {
  const taker = to && (await findBookablePlumber(db, to.id));
  return moveBooking(context, admin, await seenBy(admin), { plumber: taker, start: at }, shown);
};
const told = async () => (await db.select().from(notices)).map(({ kind, nextAttemptAt }) => [kind, nextAttemptAt]);

test.each([
  {
    what: "another time",
    to: plumber,
    at: start - 2 * HOUR,
    events: ["reschedule"],
    notes: Array(2).fill(["bookingRescheduled", now]),
  },
  { what: "another plumber", to: farai, at: start, events: ["assign"], notes: Array(3).fill(["bookingAssigned", now]) },
  {
    what: "another plumber and time",
    to: farai,
    at: start - DAY,
    events: ["assign", "reschedule"],
    notes: Array(3).fill(["bookingAssigned", now]),
  },
])("a move on the office's board to $what is done and told at once", async ({ to, at, events, notes }) => {
  await makeTransition(context, plumber, id, "confirm");
  await db.delete(notices);
  expect(await drop(to, at)).toEqual({ ok: true });
  expect(await seenBy(admin)).toMatchObject({ startsAt: at, plumber: { id: to.id } });
  expect(await told()).toEqual(notes);
  expect((await listHistory(db, admin, id)).map(({ event }) => event).slice(2)).toEqual(events);
});

test("an assignment names whom the page showed, and is refused once another plumber has the booking", async () => {
  const assigned = await assignTo(context, admin, id, { to: farai.id, from: null });
  expect(assigned).toMatchObject({ reason: "assignedMeanwhile" });
  expect((await rowOf(context, id)).plumberId).toBe(plumber.id);
});

test("a move on the office's board follows the office's rules and asks that nothing changed meanwhile", async () => {
  await book(context, rival, farai, start);
  await db.delete(notices);
  const elsewhere = { ...here, startsAt: start - 3 * HOUR };
  for (const { reason, to, at, shown } of [
    { reason: "slotTaken", to: farai, at: start },
    { reason: "slotTaken", to: farai, at: start + 15 * MINUTE },
    { reason: "startNotInFuture", to: plumber, at: now - HOUR },
    { reason: "startNotInFuture", to: farai, at: now - HOUR },
    { reason: "plumberNotFound", to: null, at: start - HOUR },
    { reason: "assignedMeanwhile", to: farai, at: start - HOUR, shown: { ...here, plumberId: farai.id } },
    { reason: "transitionNotAllowed", to: farai, at: start - HOUR, shown: elsewhere },
    { reason: "transitionNotAllowed", to: plumber, at: start - HOUR, shown: elsewhere },
  ] as const)
    expect(await drop(to, at, shown)).toMatchObject({ reason });
  expect(await seenBy(admin)).toMatchObject({ startsAt: start, plumber: { id: plumber.id } });
  expect(await told()).toEqual([]);
  // Outside the plumber's hours, which do not bind the office; sent twice, it happens once.
  for (let turn = 0; turn < 2; turn++) expect(await drop(farai, start - DAY - 6 * HOUR)).toEqual({ ok: true });
  expect((await listHistory(db, admin, id)).filter(({ event }) => event === "assign")).toHaveLength(1);
});
