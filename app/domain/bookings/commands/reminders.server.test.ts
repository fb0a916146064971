import { eq, sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { bookingEvents, notices, users } from "~/db/schema";
import { failingD1, interruptedD1, ROW_BROKEN } from "../../../../tests/support/failing-d1";
import { context, contextAt, createUser, createUsers, db, now, rowsRead } from "../../../../tests/support/users";
import { assignTo, book, makeTransition, quoteFor, rowOf, setBooking } from "../../../../tests/support/town";
import { gatherReads, pipeline } from "../../../../workers/d1";
import type { AuthenticatedUser } from "../../values/user";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { offeredStarts } from "../../time/slots";
import { dayAndTime } from "../next-step/step-words";
import { listFirst } from "../../admin/desk/dispatch.server";
import { findBookingFor } from "../queries/booking-details.server";
import {
  toExpire,
  toNudge,
  toRemind,
  expireRequests,
  askAboutOpenJobs,
  nudgePlumbers,
  remindOfAppointments,
} from "./reminders.server";
import { takeJobStep } from "./job-steps.server";
import { noticesInWords } from "../../../../tests/support/notice-words";
import { listDue } from "./due-bookings.server";
import { toSettle } from "../../escrow/settlements.server";

const client = await createUser(context, "client");
const plumber = await createUser(context, "plumber", { city: "Gweru" });
const start = offeredStarts(now).at(-1)!;
const id = await book(context, client, plumber, start);
await db.delete(notices);

const seenBy = async (side: AuthenticatedUser) => (await findBookingFor(db, side, id))!;
/** Confirms the booking, and forgets what was told about it. */
const confirm = async (at = now) => {
  await makeTransition(contextAt(at), plumber, id, "confirm");
  await db.delete(notices);
};
const suspend = () => db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
/** A reminder's subject: the day by its date, whenever it is read (T2), then what begins so. */
const onTheDay = (visit: string) => expect.stringContaining(`${dayAndTime(start)}: ${visit}`) as string;
const subjects = async (recipient: string) =>
  (await noticesInWords(db, eq(notices.recipient, recipient))).map(({ subject }) => subject);
/** Gives the booking to someone else, whose id it returns. */
async function reassignAt(at: number): Promise<string> {
  const [admin, other] = await createUsers(context, "admin", "plumber");
  expect(await assignTo(context, admin, id, { to: other.id, from: plumber.id, at })).toEqual({ ok: true });
  return other.id;
}
const remindAt = async (...instants: number[]) => {
  for (const at of instants) await remindOfAppointments(contextAt(at));
};

test("reminders of a confirmed booking go to both sides a day and two hours ahead, once each", async () => {
  await confirm();
  await remindAt(start - DAY - HOUR, start - DAY - 1);
  expect(await subjects(client.email)).toEqual([]);
  await Promise.all([1, 2, 3].map(() => remindAt(start - DAY)));
  await remindAt(start - DAY + MINUTE, start - 2 * HOUR - 1);
  expect(await subjects(client.email)).toEqual([onTheDay(`${plumber.firstName} is coming`)]);
  expect(await subjects(plumber.email)).toEqual([onTheDay("your job at ")]);
  await db.delete(notices);
  await remindAt(start - 2 * HOUR, start - HOUR, start + MINUTE);
  for (const { email } of [client, plumber]) expect(await subjects(email)).toEqual([onTheDay("")]);
});

test("reminders of a confirmed booking are not sent for a booking confirmed later than that", async () => {
  await confirm(start - 90 * MINUTE);
  await remindAt(start - 80 * MINUTE, start - MINUTE);
  expect([...(await subjects(client.email)), ...(await subjects(plumber.email))]).toEqual([]);
  const { remindedDayAt, remindedHoursAt } = await rowOf(context, id);
  expect([remindedDayAt, remindedHoursAt].every(Boolean)).toBe(true);
});

test("late reminders are sent, but neither after the start nor once the booking is cancelled", async () => {
  await confirm();
  await remindAt(start - 5 * HOUR);
  expect(await subjects(client.email)).toEqual([onTheDay("")]);
  await remindAt(start + MINUTE);
  expect(await subjects(client.email)).toHaveLength(1);
  await makeTransition(context, plumber, id, "cancel");
  await db.delete(notices);
  await remindAt(start - HOUR);
  expect(await subjects(client.email)).toEqual([]);
});

test("reminders of a confirmed booking are sent though something else was written about it just before", async () => {
  await confirm();
  await quoteFor(contextAt(start - 90 * MINUTE), plumber, id, 80_00);
  await db.delete(notices);
  await remindAt(start - HOUR);
  for (const { email } of [client, plumber]) expect(await subjects(email)).toEqual([onTheDay("")]);
});

test("one reminder of a confirmed booking goes out where both are due, after an outage of 22 hours", async () => {
  await confirm();
  await remindAt(start - DAY + 22 * HOUR, start - HOUR);
  for (const { email } of [client, plumber]) expect(await subjects(email)).toEqual([onTheDay("")]);
});

test("reminders begin again for a booking that was moved away and back, and nudges for one given back", async () => {
  await confirm();
  await remindAt(start - DAY);
  const unmarked = { remindedDayAt: null, remindedHoursAt: null };
  await setBooking(context, id, unmarked);
  await remindAt(start - DAY + HOUR);
  expect(await subjects(client.email)).toEqual([onTheDay(""), onTheDay("")]);
  const nudged = async () => db.$count(notices, eq(notices.kind, "requestUnanswered"));
  await setBooking(context, id, { status: "pending", askedAt: now, nudges: 0 });
  await nudgePlumbers(contextAt(now + 2 * HOUR));
  const first = await nudged();
  await setBooking(context, id, { askedAt: now + 3 * HOUR, nudges: 0 });
  await nudgePlumbers(contextAt(now + 5 * HOUR));
  expect([first, await nudged()]).toEqual([1, 2]);
});

test("reminders of a suspended plumber's booking go to the client alone: our office arranges the visit", async () => {
  await confirm();
  await suspend();
  await remindAt(start - DAY, start - 2 * HOUR);
  await askAboutOpenJobs(contextAt(start + DAY));
  expect(await subjects(client.email)).toEqual([
    onTheDay("our office is arranging your visit"),
    onTheDay("our office is arranging your visit"),
  ]);
  expect(await subjects(plumber.email)).toEqual([]);
});

test("queued reminders no longer go to a plumber who has lost the job", async () => {
  await confirm();
  await remindAt(start - DAY);
  await reassignAt(start - DAY);
  const told = await noticesInWords(db, eq(notices.userId, plumber.id));
  expect(Object.fromEntries(told.map(({ kind, status }) => [kind, status]))).toEqual({
    bookingReminder: "dropped",
    bookingAssigned: "queued",
  });
});

test("an unanswered request nudges the plumber after two hours and after a day, once each", async () => {
  const nudged = [];
  for (const after of [HOUR, 2 * HOUR, 3 * HOUR, DAY, 3 * DAY]) {
    await Promise.all([1, 2].map(() => nudgePlumbers(contextAt(now + after))));
    nudged.push((await subjects(plumber.email)).length);
  }
  expect(nudged).toEqual([0, 1, 1, 2, 2]);
  expect(await subjects(client.email)).toEqual([]);
});

test.each([
  ["whose plumber is suspended nudges nobody", () => suspend(), 0],
  ["that was answered nudges nobody", () => confirm(now + HOUR), 0],
  ["whose first two nudges the scheduled tasks missed nudges once", () => null, 1],
])("%s", async (_, change, count) => {
  await change();
  for (const after of [DAY, DAY + MINUTE, 3 * DAY]) await nudgePlumbers(contextAt(now + after));
  expect(await subjects(plumber.email)).toHaveLength(count);
});

test("an unanswered request expires once, with an email that leads to other plumbers", async () => {
  await Promise.all([1, 2].map(() => expireRequests(contextAt(start))));
  expect((await seenBy(client)).status).toBe("refused");
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.event, "expire"));
  expect(events).toMatchObject([{ actorRole: "system", actorId: null, toStatus: "refused", at: start }]);
  const [email, ...others] = await noticesInWords(db, eq(notices.recipient, client.email));
  expect(others).toEqual([]);
  expect(email?.text).toContain(`/client-dashboard/bookings/${id}/ask-another`);
});

/** Inserts so many bookings, `i` in their status and start counting them. */
const insertMany = (count: number, status: SQL, startsAt: SQL) =>
  db.run(sql`insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select printf('many%08d', i), printf('M%08d', i), ${client.id}, ${plumber.id}, ${status}, ${startsAt}, 1, 1 from n`);

test("due bookings are found without reading the rest", async () => {
  const reminders = [toRemind("remindedDayAt", DAY, now), toRemind("remindedHoursAt", 2 * HOUR, now)];
  const due = [...reminders, toNudge(0, now - 2 * HOUR), toExpire(now), toSettle(now)];
  const lists = () => Promise.all(due.map((one) => rowsRead((db) => listDue(db, one))));
  const before = await lists();
  await insertMany(2000, sql`iif(i % 2, 'completed', 'cancelled')`, sql`${now} + i * 1000`);
  expect(await lists()).toEqual(before);
});

test.each([
  { what: "expired", status: "pending", after: 0, run: expireRequests },
  { what: "reminded of", status: "confirmed", after: -5 * HOUR, run: remindOfAppointments },
  { what: "asked about", status: "confirmed", after: DAY, run: askAboutOpenJobs },
] as const)("a booking is $what behind thirty older ones that cannot be read", async ({ status, after, run }) => {
  if (status === "confirmed") await confirm();
  await insertMany(30, sql`${status}`, sql`${start} - i * 1000`);
  await db.delete(notices);
  const d1 = failingD1((_, __, values) => values.some((value) => String(value).startsWith("many")), ROW_BROKEN);
  await expect(run(contextAt(start + after, { db: openDatabase(d1) }))).rejects.toThrow();
  expect(await subjects(client.email)).toHaveLength(1);
});

const ask = (at: number) => askAboutOpenJobs(contextAt(at));

test("a job still open a day after its start asks both sides once how it went", async () => {
  await confirm();
  await Promise.all([1, 2, 3].map(() => ask(start + DAY)));
  await ask(start + 2 * DAY);
  for (const user of [client, plumber])
    expect(await subjects(user.email)).toEqual([expect.stringMatching(/^Is the job done\?/)]);
  expect((await listFirst(db, start + DAY)).rows.map((row) => row.id)).toEqual([id]);
});

test.each([
  ["the client has said that the plumber didn't come", "plumber-did-not-come"],
  ["it is completed, and is on no list", "complete"],
] as const)("a job that is still open a day after its start asks no one once %s", async (_, step) => {
  await confirm();
  const later = contextAt(start + HOUR);
  if (step === "complete") await makeTransition(later, plumber, id, step);
  else await takeJobStep(later, client, await seenBy(client), step, null);
  await db.delete(notices);
  await ask(start + DAY);
  expect([await subjects(client.email), await subjects(plumber.email)]).toEqual([[], []]);
  if (step === "complete") expect((await listFirst(db, start + DAY)).rows).toEqual([]);
});

test.each([
  {
    kind: "bookingReminder",
    run: remindOfAppointments,
    at: () => start - DAY,
    after: MINUTE,
    words: "update bookings set reminded_day_at",
  },
  {
    kind: "jobStillOpen",
    run: askAboutOpenJobs,
    at: () => start + DAY,
    after: MINUTE,
    words: "update bookings set asked_to_close_at",
  },
  {
    kind: "requestUnanswered",
    run: nudgePlumbers,
    at: () => now + 2 * HOUR,
    after: 2 * HOUR,
    words: "update bookings set nudges",
  },
] as const)(
  "a job that is reassigned while the task runs sends the $kind to its new plumber alone",
  async ({ kind, run, at, after, words }) => {
    if (kind !== "requestUnanswered") await confirm();
    let other = "";
    const d1 = interruptedD1(words, async () => (other = await reassignAt(at())));
    await run(contextAt(at(), { db: openDatabase(pipeline(d1, gatherReads())) }));
    await run(contextAt(at() + after));
    const told = await noticesInWords(db, eq(notices.kind, kind));
    const sides = kind === "requestUnanswered" ? [other] : [client.id, other];
    expect(told.map(({ userId }) => userId).sort()).toEqual(sides.sort());
  },
);
