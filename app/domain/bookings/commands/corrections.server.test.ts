import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, notices } from "~/db/schema";
import { takeAll } from "../../../../tests/support/notices";
import { noticesInWords } from "../../../../tests/support/notice-words";
import { book, dropNotices, makeTransition, rowOf, setBooking } from "../../../../tests/support/town";
import { context, createUser, createUsers, db, now } from "../../../../tests/support/users";
import { describeChanges } from "../../audit-log/audit-log";
import { sendDueNotices } from "../../outbox/outbox.server";
import { eraseUser } from "../../personal-data/erasure.server";
import { collectOwnData } from "../../personal-data/own-data.server";
import { offeredStarts } from "../../time/slots";
import type { AuthenticatedUser } from "../../values/user";
import { describeHistory } from "../booking-history";
import type { CorrectableFacts } from "../correction";
import { findBookingFor, listHistory } from "../queries/booking-details.server";
import type { BookingForCommand } from "../booking-views";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { correctBooking, findCorrectable } from "./corrections.server";
import { listLastEntries } from "../../audit-log/audit-log-lists.server";

const starts = offeredStarts(now);
const [admin, client, plumber, otherClient] = await createUsers(context, "admin", "client", "plumber", "client");
const pending = await book(context, client, plumber, starts.at(-1)!);
const confirmed = await book(context, client, plumber, starts.at(-2)!);
await makeTransition(context, plumber, confirmed, "confirm");
await dropNotices(context);

const drawnOf = async (id: string): Promise<CorrectableFacts> => {
  const { status: _, startsAt: __, ...facts } = (await findCorrectable(db, admin, id))!;
  return facts;
};
interface Sent {
  drawn?: CorrectableFacts;
  /** As the command has read it. */
  booking?: BookingForCommand;
  isSure?: boolean;
  at?: number;
}
const commanded = async (id: string) => (await findBookingFor(db, admin, id))!;
/** Corrects a booking as someone's form does, which was drawn with what is stored unless the test says otherwise. */
const correct = async (actor: AuthenticatedUser, id: string, change: CorrectableFacts, sent: Sent = {}) => {
  const { drawn = await drawnOf(id), booking = await commanded(id), isSure = false, at = now } = sent;
  const corrected = { ...drawn, ...change };
  return correctBooking({ ...context, now: at }, actor, booking, { drawn, corrected, isSure });
};
const historyOf = async (viewer: AuthenticatedUser, id: string) =>
  describeHistory(await listHistory(db, viewer, id), { cancelledLateBy: null }, viewer).at(-1)!.words;
const told = async (user: { email: string | null }) =>
  (await noticesInWords(db, eq(notices.recipient, user.email!))).filter(({ kind }) => kind === "bookingCorrected");

test("the office's correction is in history and log with before and after, and each side is told once", async () => {
  const change = { street: "12 King George Road", serviceType: "Leak Fixing", notes: null };
  expect(await correct(admin, confirmed, change)).toEqual({ ok: true });
  expect(await rowOf(context, confirmed)).toMatchObject(change);
  expect(await historyOf(plumber, confirmed)).toBe(
    "corrected the service: “Leak Fixing”; the street: “1 Secret Street” → “12 King George Road”; the notes: removed “A secret note”",
  );
  const [entry] = await listLastEntries(db, [confirmed], 1);
  expect(entry).toMatchObject({ action: "bookingCorrected" });
  expect(describeChanges(entry!)).toContain("street: 1 Secret Street → 12 King George Road");
  for (const side of [plumber, client]) {
    const [notice, ...more] = await told(side);
    expect(more).toEqual([]);
    expect(notice!.text).toContain("Our office has corrected the service, the street and the notes.");
    expect(notice!.text).toContain("12 King George Road");
  }
});

test("a correction is told no more to a plumber whose booking another plumber has by then", async () => {
  const other = await createUser(context, "plumber");
  await correct(admin, confirmed, { notes: "Ring twice" });
  await setBooking(context, confirmed, { plumberId: other.id });
  const seen = async () => (await told(plumber))[0]!.text;
  expect(await seen()).toBeNull();
  await sendDueNotices(context, takeAll().senders);
  const kind = sql`kind = 'bookingCorrected' and channel = 'email'`;
  const statuses = await db.select({ to: notices.userId, status: notices.status }).from(notices).where(kind);
  expect(statuses.toSorted((one) => (one.to === client.id ? 1 : -1))).toEqual([
    { to: plumber.id, status: "dropped" },
    { to: client.id, status: "sent" },
  ]);
});

test("a plumber who has not confirmed reads no street of a correction in history or notice", async () => {
  await correct(admin, pending, { street: "77 Hidden Lane" });
  expect(await told(plumber)).toEqual([]);
  await correct(admin, pending, { street: "78 Hidden Lane", suburb: "Avondale" });
  const [notice] = await told(plumber);
  expect(notice!.text).toContain("has corrected the suburb.");
  const seen = JSON.stringify([notice, await listHistory(db, plumber, pending)]);
  for (const hidden of ["Hidden", "Secret"]) expect(seen).not.toContain(hidden);
  expect(await historyOf(plumber, pending)).toBe("corrected the street; the suburb: “Avondale”");
  expect(await historyOf(client, pending)).toContain("“77 Hidden Lane” → “78 Hidden Lane”");
  await makeTransition(context, plumber, pending, "confirm");
  const later = describeHistory(await listHistory(db, plumber, pending), { cancelledLateBy: null }, plumber);
  expect(later.map(({ words }) => words).join()).toContain("78 Hidden Lane");
});

test("the second of two corrections at once is refused, and the same one twice is done once", async () => {
  const drawn = await drawnOf(pending);
  const results = await Promise.all([
    correct(admin, pending, { street: "1 First Street" }, { drawn }),
    correct(client, pending, { street: "2 Second Street" }, { drawn }),
  ]);
  const { street } = await rowOf(context, pending);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: "changedMeanwhile", present: { street } });
  const isFirst = street === "1 First Street";
  const again = await correct(isFirst ? admin : client, pending, { street }, { drawn });
  expect(again).toEqual({ ok: true });
  const events = await listHistory(db, admin, pending);
  expect(events.filter(({ event }) => event === "correct")).toHaveLength(1);
});

test("the office corrects no booking that has been closed since its page was read", async () => {
  const sent = { drawn: await drawnOf(pending), booking: await commanded(pending) };
  await setBooking(context, pending, { status: "refused" });
  expect(await correct(admin, pending, { notes: "Too late" }, sent)).toMatchObject({ reason: "transitionNotAllowed" });
  expect((await rowOf(context, pending)).notes).toBe(sent.drawn.notes);
});

test("a client's correction is told to the plumber alone and not logged; no one else may correct", async () => {
  const change = { street: "9 New Street" };
  for (const other of [plumber, otherClient]) expect(await findCorrectable(db, other, confirmed)).toBeNull();
  const late = await correct(client, confirmed, change, { at: starts.at(-2)! });
  expect(late).toMatchObject({ reason: "transitionNotAllowed" });
  expect(await correct(client, confirmed, change)).toEqual({ ok: true });
  expect([await told(client), (await told(plumber)).length]).toEqual([[], 1]);
  expect(await db.$count(auditLog, eq(auditLog.subjectId, confirmed))).toBe(0);
});

test("a city where the plumber does not work asks who goes, and a request moves to its city's boards", async () => {
  const change = { city: "Bulawayo" };
  expect(await correct(admin, pending, change)).toMatchObject({ reason: "cityNotServed" });
  expect((await rowOf(context, pending)).city).not.toBe("Bulawayo");
  expect(await correct(admin, pending, { city: "Harare" })).toEqual({ ok: true });
  expect(await correct(admin, pending, change, { isSure: true })).toEqual({ ok: true });
  expect(await rowOf(context, pending)).toMatchObject({ city: "Bulawayo", cityKey: "harare" });

  const wish = { startsAt: starts.at(-5)!, serviceType: null, suburb: null, pin: null, notes: null };
  const request = await requestBooking(context, client, null, { ...wish, street: "1 Main Street", city: "Harare" });
  if (!request.ok) throw new Error(request.reason);
  expect(await correct(admin, request.id, change)).toEqual({ ok: true });
  expect(await rowOf(context, request.id)).toMatchObject({ city: "Bulawayo", cityKey: "bulawayo" });
});

test("corrections are in the client's download, and go with the client's account, not the plumber's", async () => {
  const someone = await createUser(context, "client");
  const bookable = await findBookablePlumber(db, plumber.id);
  const wish = { startsAt: starts.at(-7)!, serviceType: null, suburb: null, pin: null, notes: null };
  const made = await requestBooking(context, someone, bookable, { ...wish, street: "1 Old Street" });
  if (!made.ok) throw new Error(made.reason);
  await correct(admin, made.id, { street: "2 New Street" });
  const words = async (viewer: AuthenticatedUser) => JSON.stringify(await collectOwnData(db, viewer));
  expect(await words(someone)).toContain("1 Old Street");
  expect(await words(plumber)).not.toContain("1 Old Street");
  const stored = async () =>
    JSON.stringify([
      await listHistory(db, admin, made.id),
      await db.select().from(auditLog).where(eq(auditLog.subjectId, made.id)),
    ]);
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.plumberId, plumber.id));
  await eraseUser(context, admin, { ...plumber, isErased: false }, "They asked us to");
  expect(await stored()).toContain("1 Old Street");
  await eraseUser(context, admin, { ...someone, isErased: false }, "They asked us to");
  expect(await stored()).not.toMatch(/Old Street|New Street/);
  expect(await historyOf(admin, made.id)).toBe("corrected the booking");
});
