import { expect, test } from "vitest";
import { and, eq, sql } from "drizzle-orm";
import { auditLog, contacts, notices, plumberProfiles, users } from "~/db/schema";
import { dayAhead } from "~/domain/admin/desk/dispatch";
import { listDispatch, listFirst } from "~/domain/admin/desk/dispatch.server";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { dateAt, HOUR, MINUTE, timeAt } from "~/domain/time/harare";
import { type BookingColumns, insertBooking } from "../support/money-rows";
import { currentInstant } from "../support/now";
import { createUser, signedIn } from "../support/users";
import { expectRedirect, textOf, visit } from "../support/site";
import { book, rowOf, seedTown } from "../support/town";
import { noticesInWords } from "../support/notice-words";

const town = await seedTown();
const { context, db } = town;
const { now } = context;

const DISPATCH = "/admin-dashboard/dispatch";
const page = async (path: string, cookie = town.cookies.admin) => textOf(await visit(path, { cookie }));
const send = (path: string, form: Record<string, string>, cookie = town.cookies.admin) => visit(path, { cookie, form });
const assign = (id: string, plumber: { id: string }, cookie?: string, from = "") =>
  send(`${DISPATCH}/${id}`, { plumber: plumber.id, from }, cookie);
const bookingOf = (id: string) => rowOf(context, id);
const jobsOf = async ({ id }: { id: string }) =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!.jobsTotal;
const emailsTo = async (userId: string) =>
  (await noticesInWords(db, eq(notices.userId, userId))).map(({ subject }) => subject.replace(/ \(.*| for .*/, ""));
const newUser = (role: "client" | "plumber" | "admin", wanted?: Parameters<typeof createUser>[2]) =>
  createUser(context, role, wanted);
const flashOf = (response: Response) => response.headers.getSetCookie().filter((one) => one.includes("flash"));

let asks = 0;
/** A request of a new client for the day after; by default asked of a new plumber so long ago. */
async function ask(minutesAgo: number, more: BookingColumns = {}) {
  const client = await newUser("client");
  const plumber = await newUser("plumber");
  const asked = now - minutesAgo * MINUTE;
  const sides = { clientId: client.id, plumberId: plumber.id };
  const times = { startsAt: now + 26 * HOUR, askedAt: asked, createdAt: asked, updatedAt: asked };
  const reference = `PB-D${++asks}`;
  const id = await insertBooking(context, { reference, status: "pending", ...sides, ...times, ...more });
  return { id, client, plumber };
}
const unassigned = (more: Parameters<typeof ask>[1] = {}) => ask(5, { plumberId: null, cityKey: "harare", ...more });
const suspend = (plumber: { id: string }, at: number) =>
  db.update(users).set({ suspendedAt: at }).where(eq(users.id, plumber.id));

test("Dispatch is one list: the most urgent first, then the longest wait, each booking once", async () => {
  const unanswered = await ask(200);
  const request = await ask(240, { plumberId: null });
  const soon = await ask(40, { startsAt: now + 90 * MINUTE });
  const suspended = await ask(300);
  await suspend(suspended.plumber, now - HOUR);
  const notComing = await ask(100, { status: "confirmed" });
  const hasBegun = await ask(100, { status: "confirmed", startsAt: now - HOUR });
  await suspend(notComing.plumber, now - 2 * MINUTE);
  await suspend(hasBegun.plumber, now - MINUTE);
  await ask(100);
  await ask(20, { startsAt: now + 3 * HOUR });
  await ask(500, { proposedStart: now + 30 * HOUR, proposedBy: "plumber", proposals: 1 });
  expect((await listDispatch(db, now)).rows.map(({ id, kind }) => [id, kind])).toEqual([
    // Someone waits for a plumber who isn't coming.
    [notComing.id, "suspended"],
    [hasBegun.id, "suspended"],
    [soon.id, "unanswered"],
    [suspended.id, "suspended"],
    [request.id, "unassigned"],
    [unanswered.id, "unanswered"],
  ]);
  expect((await listDispatch(db, now, "unassigned")).rows.map(({ id }) => id)).toEqual([request.id]);
});

test("a request for tomorrow is the first to remind of, before many later ones that have waited longer", async () => {
  for (let nth = 0; nth < 14; nth++) await ask(600 + nth, { startsAt: now + (80 + nth) * HOUR });
  const tomorrow = await ask(130, { startsAt: dayAhead(now, 2) - HOUR });
  const { rows } = await listFirst(db, now);
  expect(rows.find(({ kind }) => kind === "unanswered")?.id).toBe(tomorrow.id);
  expect((await listDispatch(db, now, "unanswered")).rows[0]!.id).toBe(tomorrow.id);
});

test("a suspended plumber's jobs are found however many were suspended since", async () => {
  const { id, plumber } = await ask(300);
  await suspend(plumber, now - 2 * HOUR);
  await db.run(sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
      insert into users (id, email, role, first_name, last_name, password_hash, email_verified_at, suspended_at, created_at, updated_at)
      select 'gone' || i, 'gone' || i || '@example.test', iif(i % 2, 'client', 'plumber'), 'Gone', 'User', 'x', 1, ${now - HOUR}, 1, 1 from n`);
  expect((await listDispatch(db, now, "suspended")).rows.map((row) => row.id)).toContain(id);
});

test("a plumber is reminded from the list, which then says when and leaves no message for another page", async () => {
  const { id } = await ask(400);
  const path = `${DISPATCH}?kind=unanswered`;
  expect(flashOf(await send(path, { intent: `remind:${id}`, inPlace: "on" }))).toEqual([]);
  const again = await send(path, { intent: `remind:${id}` });
  expect([again.status, again.headers.get("Location"), flashOf(again).length]).toEqual([303, path, 1]);
  expect(await db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(1);
  const row = (await listDispatch(db, currentInstant())).rows.find((one) => one.id === id);
  expect(row?.remindedAt).toBeGreaterThanOrEqual(now);
  expect(row).toMatchObject({ asked: expect.stringMatching(/: not seen$/), told: expect.stringMatching(/email /) });
  expect(await page(DISPATCH)).toContain("Reminded ");
});

test("a request's plumbers are its city's, with reasons, and a busy one cannot be chosen", async () => {
  const here = { city: "Masvingo", speciality: "Leak Repair" };
  await newUser("plumber", { ...here, firstName: "Free" });
  await newUser("plumber", { firstName: "Faraway", city: "Mutare" });
  const busy = await newUser("plumber", { ...here, firstName: "Busy" });
  const startsAt = town.starts.at(-33)!;
  const visitThere = { startsAt, serviceType: "Leak Fixing", street: "4 Main Street, Masvingo" } as const;
  const wish = { ...visitThere, suburb: null, pin: null, notes: null };
  const asked = await requestBooking(context, town.client, null, wish);
  const path = `${DISPATCH}/${asked.ok && asked.id}`;
  await ask(9, { plumberId: busy.id, status: "confirmed", startsAt });
  const html = await page(path);
  for (const text of ["Plumbers in Masvingo", "Assign Free", "Leak Repair", ">Free<"]) expect(html).toContain(text);
  for (const text of ["Busy until", "Faraway"]) expect(html).not.toContain(text);
  const all = await page(`${path}?show=all`);
  expect(all).toContain("Busy until");
  expect(all).not.toContain("Assign Busy");
  expect(await page(`${path}?city=Mutare`)).toContain("Assign Faraway");
});

test("plumbers of the suburb come first, each with one statement about their time", async () => {
  const near = eq(plumberProfiles.userId, (await newUser("plumber", { firstName: "Nearby" })).id);
  await db.update(plumberProfiles).set({ suburb: "Avondale" }).where(near);
  const { id } = await unassigned({ suburb: "avondale, Harare" });
  const html = await page(`${DISPATCH}/${id}?show=all`);
  expect(html).toContain("based in avondale");
  const rows = html.split("<tr data-row").slice(1);
  expect(rows[0]).toContain("Nearby");
  expect(rows[0]).toContain("same suburb");
  for (const row of rows)
    expect(row.match(/>Free<|Busy until|Full that day|Works \d|Day off|Taking a break/g)).toHaveLength(1);
});

test("a booking gets a plumber: everyone is told, the two may write to each other, and figures follow", async () => {
  const { id, client } = await unassigned();
  const plumber = await newUser("plumber");
  await expectRedirect(assign(id, plumber), `/admin-dashboard/bookings/${id}`);
  expect(await bookingOf(id)).toMatchObject({ plumberId: plumber.id, status: "pending", seenAt: null });
  expect(await jobsOf(plumber)).toBe(1);
  expect(await emailsTo(plumber.id)).toEqual([expect.stringContaining("Our office has assigned you a job: ")]);
  expect(await emailsTo(client.id)).toEqual([expect.stringContaining("We've found you a plumber: ")]);
  expect(await page(`/plumber-dashboard/jobs/${id}`, await signedIn(context, plumber))).toContain("Confirm");
  const known = and(eq(contacts.userId, client.id), eq(contacts.otherId, plumber.id));
  expect(await db.$count(contacts, known)).toBe(1);
});

test("a booking gets another plumber: it stays confirmed, and the first plumber loses it and hears so", async () => {
  const first = await newUser("plumber");
  const next = await newUser("plumber");
  const id = await book(context, await newUser("client"), first, town.starts.at(-9)!);
  await transitionBooking(context, first, (await findBookingFor(context.db, first, id))!, "confirm");
  expect((await assign(id, next, undefined, first.id)).status).toBe(303);
  expect(await bookingOf(id)).toMatchObject({ plumberId: next.id, status: "confirmed" });
  expect([await jobsOf(first), await jobsOf(next)]).toEqual([0, 1]);
  expect(await emailsTo(first.id)).toContainEqual(expect.stringContaining("A job was reassigned: "));
  const cookie = await signedIn(context, first);
  expect((await visit(`/plumber-dashboard/jobs/${id}`, { cookie })).status).toBe(404);
  const history = async () => (await page(`/admin-dashboard/bookings/${id}`)).replace(/<[^>]+>/g, "");
  const [one, other] = [first, next].map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  expect(await history()).toContain(`assigned it to ${other}`);
  expect(await history()).toContain(`plumber: ${one} → ${other}`);
  expect((await send(`/admin-dashboard/people/${first.id}/erase`, { sure: "on", reason: "Asked us to" })).status).toBe(
    303,
  );
  expect(await history()).toContain(`plumber: Former plumber → ${other}`);
});

test("one of two bookings of the same time that go to one plumber at once is assigned", async () => {
  const plumber = await newUser("plumber");
  const two = [await unassigned(), await unassigned()];
  const answers = await Promise.all(two.map(({ id }) => assign(id, plumber)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await jobsOf(plumber)).toBe(1);
});

test("a board's move that is refused after leaving shows on the next page; the form's page shows its own", async () => {
  const { id, plumber } = await ask(5, { status: "confirmed" });
  const { reference, startsAt } = await bookingOf(id);
  const move = (start: number, more: Record<string, string> = {}) => ({
    plumber: plumber.id,
    appointmentDate: dateAt(start),
    appointmentTime: timeAt(start),
    from: plumber.id,
    fromStart: String(startsAt),
    ...more,
  });
  const inPlace = await send(`/admin-moves/${reference}`, move(now - HOUR));
  const reply = { problem: "Please choose a date and time in the future." };
  expect([await inPlace.json(), flashOf(inPlace)]).toEqual([reply, []]);
  const [flash] = flashOf(await send(`/admin-moves/${reference}`, move(now - HOUR, { isLeft: "1" })));
  const next = await visit(DISPATCH, { cookie: `${town.cookies.admin}; ${flash?.split(";")[0]}` });
  expect(await textOf(next)).toContain(`${reference} wasn&#x27;t moved`);
  const moved = await send(`/admin-dashboard/board/${reference}`, move(startsAt + HOUR, { board: "city=harare" }));
  const board = `/admin-dashboard/board?city=harare&day=${dateAt(startsAt + HOUR)}`;
  expect([moved.status, moved.headers.get("Location"), flashOf(moved).length]).toEqual([303, board, 1]);
});

test("the soonest of another time is assigned, back to the list, and refused, where it is pressed", async () => {
  const { id } = await unassigned();
  const { startsAt } = await bookingOf(id);
  const plumber = await newUser("plumber");
  const path = `${DISPATCH}/${id}?back=dispatch`;
  const start = startsAt + HOUR - (startsAt % 60_000);
  const form = {
    plumber: plumber.id,
    appointmentDate: dateAt(start),
    appointmentTime: timeAt(start),
    from: "",
    fromStart: String(startsAt - HOUR),
  };
  const refused = await send(path, form);
  const words = await textOf(refused);
  expect([refused.status, words.includes("Assign to a plumber"), words.includes("Move PB-")]).toEqual([
    409,
    true,
    false,
  ]);
  expect(await bookingOf(id)).toMatchObject({ plumberId: null, startsAt });
  const done = await send(path, { ...form, fromStart: String(startsAt) });
  expect([done.status, done.headers.get("Location")]).toEqual([303, DISPATCH]);
  expect(await bookingOf(id)).toMatchObject({ plumberId: plumber.id, startsAt: start });
});
