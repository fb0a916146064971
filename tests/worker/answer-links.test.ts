import { SELF } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerLinks, privatePhotos, users } from "~/db/schema";
import { deleteExpired } from "~/domain/accounts/expiry.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { restoreUser, suspendUser } from "~/domain/admin/people/user-access.server";
import { nudgePlumbers } from "~/domain/bookings/commands/reminders.server";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { DAY, formatInstant, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { env } from "../support/env";
import { expectPage, visit } from "../support/site";
import { assignTo, book, makeTransition, rowOf, seedTown, setBooking } from "../support/town";
import { createUser } from "../support/users";
import { noticesInWords } from "../support/notice-words";

const town = await seedTown();
const { db } = town.context;
const NAME = { firstName: "Tendai", lastName: "Link", phone: "+263771234567" };
const client = await createUser(town.context, "client", { firstName: "Rudo", lastName: "Hidden" });
const plumber = await createUser(town.context, "plumber", NAME);
const startsAt = town.starts.at(-11)!;
const id = await book(town.context, client, plumber, startsAt);
const linksIn = async (kind: string, user = plumber.id) =>
  (
    await noticesInWords(db, sql`kind = ${kind} and booking_id = ${id} and user_id = ${user} and channel = 'email'`)
  ).map(({ text }) => /\/answer\?token=[\w-]{43}/.exec(text ?? "")?.[0]);
const path = (await linksIn("bookingRequested"))[0]!;
const statusOf = async () => (await rowOf(town.context, id)).status;
const eventsOf = async () => (await listHistory(db, client, id)).map(({ event }) => event);
const press = (intent: string, more: Record<string, string> = {}, at = path) =>
  visit(at, { form: { intent, ...more } });
const read = async (response: Response) => (await response.text()).replace(/&#x27;/g, "'").replace(/<!-- -->/g, "");
const assign = (to: string, from: string) => assignTo(town.context, town.admin, id, { to, from });

test("a request's link (N16) shows what helps to decide, no phone, street or surname, and previews nothing", async () => {
  await setBooking(town.context, id, { fee: null });
  const bare = await read(await visit(path));
  expect(bare).toContain("Sign in to suggest another time");
  for (const absent of ["Photos", "photos", "visit fee", "Call us", "Our Plumbers", "<footer"])
    expect(bare).not.toContain(absent);
  const said = { street: "12 Secret Street", suburb: "Avondale", notes: "The tap drips" };
  await setBooking(town.context, id, { fee: 25_00, ...said });
  const photo = { kind: "problem", bookingId: id, uploadedBy: client.id, createdAt: town.context.now } as const;
  await db.insert(privatePhotos).values(["tap", "sink"].map((uploadId) => ({ id: newId(), uploadId, ...photo })));
  await db.update(users).set({ phone: "+263771230000" }).where(eq(users.id, client.id));
  const page = await visit(path);
  const headers = ["Cache-Control", "Referrer-Policy"].map((name) => page.headers.get(name));
  expect([page.status, ...headers]).toEqual([200, "private, no-store", "same-origin"]);
  const html = await read(page);
  for (const shown of [
    "Reply by ",
    "After that Rudo can ask another plumber.",
    "Rudo wants to book you",
    "Avondale",
    "The tap drips",
    "2 of the problem",
    "$25 visit fee",
    "Confirm",
    "Refuse",
    "Sign in to see the photos or suggest another time",
    'name="robots" content="noindex"',
  ])
    expect(html).toContain(shown);
  for (const hidden of ["Secret Street", "77123", "771 23", "Hidden", "og:", "twitter:", "canonical", "__remix"])
    expect(html).not.toContain(hidden);
});

test("the page of a request with a quote says its amount, and whose turn it is", async () => {
  await setBooking(town.context, id, { openQuote: JSON.stringify({ total: 79_50, validUntil: startsAt }) });
  const quoted = await read(await visit(path));
  for (const shown of ["$79.50 quoted", "Rudo hasn't answered your quote for $79.50 yet.", "The request ends "])
    expect(quoted).toContain(shown);
  expect(quoted).not.toContain("visit fee");
  await setBooking(town.context, id, { openQuote: null, agreedPrice: 79_50 });
  const agreed = await read(await visit(path));
  for (const shown of ["Rudo accepted your quote for $79.50", "$79.50 agreed"]) expect(agreed).toContain(shown);
  await setBooking(town.context, id, { agreedPrice: null });
});

test("a request's link (N16) is kept as a hash, and does nothing by being opened, whatever scans it", async () => {
  const kept = JSON.stringify(await db.select().from(answerLinks).where(eq(answerLinks.bookingId, id)));
  expect(kept).not.toContain(path.split("=")[1]!);
  for (const scanner of ["a phone", "a phone", "link scanner"])
    await visit(path, { headers: { "User-Agent": scanner } });
  const head = await SELF.fetch(env.ORIGIN + path, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(await statusOf()).toBe("pending");
  expect(await eventsOf()).toEqual(["request"]);
  expect((await rowOf(town.context, id)).seenAt).toBeNull();
});

test("a request's link (N16) confirms by one button: the history names the plumber, and the client is told", async () => {
  const answered = await press("confirm");
  expect(answered.headers.get("Cache-Control")).toBe("private, no-store");
  const visitIs = `Rudo, ${formatInstant(startsAt)}, `;
  const page = await expectPage(answered, 200, "It's your job now", visitIs, `/plumber-dashboard/jobs/${id}`);
  const [, file = ""] = /href="data:text\/calendar;charset=utf-8,([^"]+)"/.exec(page) ?? [];
  expect(decodeURIComponent(file)).toMatch(/STATUS:CONFIRMED[^]*SUMMARY:[^\r]*: Rudo\r/);
  expect(await statusOf()).toBe("confirmed");
  const made = { event: "confirm", actorRole: "plumber", actorName: "Tendai Link" };
  expect((await listHistory(db, client, id)).at(-1)).toMatchObject(made);
  const [told] = await noticesInWords(
    db,
    sql`kind = 'bookingTransitioned' and booking_id = ${id} and user_id = ${client.id} and channel = 'email'`,
  );
  expect(told?.subject).toMatch(/confirmed/);
  await expectPage(visit(path), 410, "You have confirmed this request.");
});

test("a request's link (N16) promises the address and the phone that the client gave, and no other", async () => {
  const confirmed = async (phone: string | null, street: string | null) => {
    await db.update(users).set({ phone }).where(eq(users.id, client.id));
    await setBooking(town.context, id, { street, suburb: null, city: null, status: "pending" });
    return read(await press("confirm"));
  };
  const both = await confirmed("+263771230000", "1 Road");
  expect(both).toContain("The address and the client's phone are on the job's page.");
  await db.update(answerLinks).set({ expiresAt: startsAt }).where(eq(answerLinks.bookingId, id));
  expect(await confirmed(null, "1 Road")).toContain("The address is on the job's page.");
});

test("a request's link (N16) promises the reminders that are still to come, and no other", async () => {
  const promised = async (ahead: number) => {
    await setBooking(town.context, id, { startsAt: town.context.now + ahead, status: "pending" });
    await db.update(answerLinks).set({ expiresAt: startsAt }).where(eq(answerLinks.bookingId, id));
    return /We'll remind you [^.]*\./.exec(await read(await press("confirm")))?.[0];
  };
  const two = "We'll remind you two hours before.";
  expect(await promised(DAY + MINUTE)).toBe("We'll remind you a day and two hours before.");
  for (const ahead of [DAY - MINUTE, 2 * HOUR + MINUTE]) expect(await promised(ahead)).toBe(two);
  expect(await promised(2 * HOUR - MINUTE)).toBeUndefined();
});

test("a request's link (N16) refuses, with the plumber's words", async () => {
  const reason = "I'm in Gweru that day";
  expect((await press("refuse", { reasonText: reason })).status).toBe(200);
  expect(await statusOf()).toBe("refused");
  expect((await listHistory(db, client, id)).at(-1)).toMatchObject({ event: "refuse", reason });
  expect(await read(await visit(path))).toContain("has been refused");
});

test("a request's link (N16) answers once: repeated taps succeed, and then the other button is refused", async () => {
  const answers = [...(await Promise.all([press("confirm"), press("confirm")])), await press("confirm")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await expectPage(press("refuse"), 410, "You have confirmed this request.");
  expect(await eventsOf()).toEqual(["request", "confirm"]);
  expect(await statusOf()).toBe("confirmed");
});

test("a button that the page does not have does nothing", async () => {
  expect((await press("complete")).status).toBe(400);
  expect(await statusOf()).toBe("pending");
});

test("the links of a nudge and of the request answer one booking: an answer by one counts for both", async () => {
  await setBooking(town.context, id, { askedAt: town.context.now - 3 * HOUR });
  await nudgePlumbers(town.context);
  const [nudge] = await linksIn("requestUnanswered");
  expect(nudge).not.toBe(path);
  expect((await visit(nudge!)).status).toBe(200);
  expect((await press("confirm", {}, nudge)).status).toBe(200);
  expect((await visit(path)).status).toBe(410);
  expect((await press("refuse")).status).toBe(410);
  expect(await eventsOf()).toEqual(["request", "confirm"]);
});

const expectEnd = async (status: number, words: string) => {
  const page = await visit(path);
  const pressed = await press("confirm");
  expect(await statusOf()).not.toBe("confirmed");
  expect([page.status, pressed.status]).toEqual([status, status]);
  const text = await read(page);
  expect(text).toContain(words);
  return text;
};

test.each([
  ["signing out everywhere", () => endAllSessions(town.context, plumber), "all your devices were signed out"],
  ["the client's cancellation", () => makeTransition(town.context, client, id, "cancel"), "has been cancelled"],
])("a link ends by %s", async (_, end, said) => {
  await end();
  expect(await expectEnd(410, said)).not.toContain("Rudo");
});

test("a link ends by suspension, and does not live again with the account", async () => {
  await suspendUser(town.context, town.admin, plumber.id, "Did not come");
  const text = await expectEnd(403, "suspended");
  expect(text).toContain("Call our office");
  expect(text).not.toContain("Sign in to see");
  await restoreUser(town.context, town.admin, plumber.id);
  await expectEnd(410, "");
});

test("a link ends by reassignment; the new plumber has one, and later the first another", async () => {
  expect(await assign(town.otherPlumber.id, plumber.id)).toEqual({ ok: true });
  await expectEnd(410, "another plumber");
  const [theirs] = await linksIn("bookingAssigned", town.otherPlumber.id);
  expect((await visit(theirs!)).status).toBe(200);
  expect(await assign(plumber.id, town.otherPlumber.id)).toEqual({ ok: true });
  await expectEnd(404, "");
  const again = (await linksIn("bookingAssigned")).find(Boolean);
  expect((await press("confirm", {}, again)).status).toBe(200);
});

test("a link ends with the start, and says so for a week", async () => {
  const { now } = town.context;
  const over = { createdAt: now - 2 * HOUR, expiresAt: now - HOUR };
  await db.update(answerLinks).set(over).where(eq(answerLinks.bookingId, id));
  await expectEnd(410, "time of this request is over");
  await deleteExpired(db, now);
  expect((await visit(path)).status).toBe(410);
  await deleteExpired(db, now + 7 * DAY);
  expect((await visit(path)).status).toBe(404);
});

test("an address without a token of ours is no link", async () => {
  for (const at of ["/answer", "/answer?token=", "/answer?token=nonsense"])
    expect([(await visit(at)).status, (await press("confirm", {}, at)).status], at).toEqual([404, 404]);
});

test("a booking that is assigned when it is confirmed gives no link: there is nothing to answer", async () => {
  await press("confirm");
  await assign(town.otherPlumber.id, plumber.id);
  expect(await linksIn("bookingAssigned", town.otherPlumber.id)).toEqual([undefined]);
});
