import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, privatePhotos, requestDrafts } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { png } from "../support/png";
import { atTime } from "../support/clock";
import { words } from "../support/money-pages";
import { sendJobPhoto } from "../support/job-photos";
import { expectPage, expectRedirect, textOf, visit } from "../support/site";
import { book, makeTransition, startFields, rowOf, seedTown, setBooking } from "../support/town";
import { createUser } from "../support/users";

// "Ask another plumber" (B31): whom a client asks instead reads what was said the first time.

const town = await seedTown();
const { context, db, client, otherPlumber, cookies, confirmed } = town;
const busy = await createUser(context, "plumber", { firstName: "Busy", lastName: "Bee" });
const REQUEST = { serviceType: "Leak Fixing", suburb: "Avondale", street: "12 Test Road", notes: "Behind the geyser" };
const start = town.starts.at(-4)!;
await createUser(context, "plumber", { firstName: "Far", lastName: "Away", city: "Bulawayo" });
// Free then, but clears drains.
await createUser(context, "plumber", { firstName: "Drain", lastName: "Only", speciality: "Drain Cleaning" });
await book(context, town.otherClient, busy, start);
const id = await book(context, client, town.plumber, start);
await setBooking(context, id, REQUEST);
await sendJobPhoto(id, cookies.client, await png(40, 30));
await makeTransition(context, town.plumber, id, "refuse");

const page = (booking = id) => `/client-dashboard/bookings/${booking}/ask-another`;
const press = (intent: string, { booking = id } = {}) =>
  visit(page(booking), { cookie: cookies.client, form: { intent } });
const wordsOf = async (path: string, cookie = cookies.client) => words(await (await visit(path, { cookie })).text());
const ofPlumber = (plumberId: string) =>
  db
    .select()
    .from(bookings)
    .where(sql`plumber_id = ${plumberId} and client_id = ${client.id}`);
const photosOf = (bookingId: string) => db.select().from(privatePhotos).where(eq(privatePhotos.bookingId, bookingId));

test("the page lists the city's plumbers by fit for the work, then by free time, without who refused", async () => {
  const shown = await textOf(await visit(page(), { cookie: cookies.client }));
  expect(shown).toMatch(/Your request goes along: .*your notes, 1 photo\./);
  expect(shown).toContain("Ask Farai");
  const order = ["Farai Other", "Busy Bee", "Drain Only"].map((name) => shown.indexOf(name));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(shown).not.toMatch(/Ask Busy|Tendai Own|Far Away/);
});

test("one press sends the same request with its photos once, and only its client is led there", async () => {
  const answer = await press(`ask:${otherPlumber.id}`);
  const again = await press(`ask:${otherPlumber.id}`);
  const [asked, ...others] = await ofPlumber(otherPlumber.id);
  expect(others).toEqual([]);
  expect(asked).toMatchObject({ status: "pending", startsAt: start, ...REQUEST });
  for (const one of [answer, again]) await expectRedirect(one, `/client-dashboard/bookings/${asked!.id}`);
  expect([await photosOf(id), await photosOf(asked!.id)].map((photos) => photos.length)).toEqual([1, 1]);
  const [copy] = await photosOf(asked!.id);
  expect((await visit(`/job-photos/${copy!.id}-320.webp`, { cookie: cookies.otherPlumber })).status).toBe(200);
  const link = `href="/client-dashboard/bookings/${asked!.id}"`;
  const shown = visit(`/client-dashboard/bookings/${id}`, { cookie: cookies.client });
  const ticket = await expectPage(shown, 200, "You've asked Farai instead.", link);
  expect(ticket).not.toContain("ask-another");
  const refused = await visit(`/plumber-dashboard/jobs/${id}`, { cookie: cookies.plumber });
  expect(await refused.text()).not.toMatch(new RegExp(`Farai|${asked!.id}`));
});

test("one press takes along no photo that the office has hidden", async () => {
  await db.update(privatePhotos).set({ hiddenAt: context.now }).where(eq(privatePhotos.bookingId, id));
  await press(`ask:${otherPlumber.id}`);
  const [asked] = await ofPlumber(otherPlumber.id);
  expect(await photosOf(asked!.id)).toEqual([]);
});

test("a plumber who is not free then is asked for another time, on their page, with everything filled in", async () => {
  const answer = await press(`choose:${busy.id}`);
  await expectRedirect(answer, `/appointment/${busy.id}#book`);
  const [draft] = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  const form = visit(`/appointment/${busy.id}`, { cookie: `${cookies.client}; ${draft}` });
  await expectPage(form, 200, "Behind the geyser", "12 Test Road");
  // A time that is over is not asked for: every plumber offers to choose one.
  await atTime(start + 1, async () => {
    const shown = await textOf(await visit(page(), { cookie: cookies.client }));
    expect([shown.includes("Choose a time"), shown.includes("Ask Busy")]).toEqual([true, false]);
  });
});

test("a booking that was asked for instead, at whatever time, is known to the one that it replaces", async () => {
  const refused = await book(context, client, town.plumber, town.starts.at(-6)!);
  await setBooking(context, refused, REQUEST);
  await makeTransition(context, town.plumber, refused, "refuse");
  const answer = await press(`choose:${busy.id}`, { booking: refused });
  const [draft] = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  const elsewhen = town.starts.at(-9)!;
  const form = { ...startFields(elsewhen), ...REQUEST };
  const sent = await visit(`/appointment/${busy.id}`, { cookie: `${cookies.client}; ${draft}`, form });
  expect(sent.status).toBe(303);
  const [asked] = await ofPlumber(busy.id);
  expect(asked).toMatchObject({ startsAt: elsewhen, replacesId: refused });
  expect(await wordsOf(`/client-dashboard/bookings/${refused}`)).toContain("You've asked Busy instead.");
  // Office and client go from each to the other.
  const references = [await rowOf(context, refused), asked!].map(({ reference }) => reference);
  for (const [list, cookie] of [
    ["/admin-dashboard/bookings", cookies.admin],
    ["/client-dashboard/bookings", cookies.client],
  ]) {
    const pages = [refused, asked!.id].map(async (id) => textOf(await visit(`${list}/${id}`, { cookie })));
    const [earlier, later] = await Promise.all(pages);
    expect(earlier).toMatch(new RegExp(`Replaced by<.{0,80}href="${list}/${asked!.id}"[^>]*>${references[1]}`));
    expect(later).toMatch(new RegExp(`Replaces<.{0,80}href="${list}/${refused}"[^>]*>${references[0]}`));
  }
  await makeTransition(context, busy, asked!.id, "refuse");
  const next = await textOf(await visit(page(asked!.id), { cookie: cookies.client }));
  expect(next).not.toMatch(/Tendai Own|Busy Bee/);
  // A booking at the same time that nobody asked for instead of it is no replacement.
  const other = await book(context, client, town.plumber, town.starts.at(-7)!);
  await makeTransition(context, town.plumber, other, "refuse");
  await book(context, client, otherPlumber, town.starts.at(-7)!);
  expect(await wordsOf(`/client-dashboard/bookings/${other}`)).not.toContain("instead.");
});

test("a draft of somebody else's booking replaces nothing", async () => {
  const theirs = await book(context, town.otherClient, town.plumber, town.starts.at(-6)!);
  await makeTransition(context, town.plumber, theirs, "refuse");
  const answer = await press(`choose:${busy.id}`);
  const [draft] = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  await db.update(requestDrafts).set({ replacesId: theirs });
  const form = { ...startFields(town.starts.at(-9)!), ...REQUEST };
  await visit(`/appointment/${busy.id}`, { cookie: `${cookies.client}; ${draft}`, form });
  expect(await ofPlumber(busy.id)).toMatchObject([{ replacesId: null }]);
});

test("a plumber who is busy or unlisted is not asked", async () => {
  expect((await press(`ask:${busy.id}`)).status).toBe(409);
  expect(await ofPlumber(busy.id)).toEqual([]);
  expect((await press(`ask:${town.admin.id}`)).status).toBe(404);
});

test("a request without an answer can be asked of someone else after a day, which cancels it", async () => {
  const booking = await book(context, client, town.plumber, town.starts.at(-1)!);
  await setBooking(context, booking, REQUEST);
  const ticket = () => wordsOf(`/client-dashboard/bookings/${booking}`);
  expect((await visit(page(booking), { cookie: cookies.client })).status).toBe(303);
  await atTime(context.now + 30 * HOUR, async () => {
    expect(await ticket()).toMatch(/hasn't answered for 30 hours\. .* Ask another plumber/);
    expect((await press(`ask:${otherPlumber.id}`, { booking })).status).toBe(303);
    expect(await ticket()).toContain("You cancelled this booking");
  });
});

test("a booking that is still open has no such page, until its client says that the plumber didn't come", async () => {
  const open = `/client-dashboard/bookings/${confirmed}`;
  const ask = () => visit(`${open}/ask-another`, { cookie: cookies.client });
  await expectRedirect(ask(), open);
  const booking = (await findBookingFor(context.db, client, confirmed))!;
  await atTime(booking.startsAt + HOUR, async () => {
    const ticket = await wordsOf(open);
    expect(ticket).toMatch(/(Call|Message) Tendai Tendai didn't come/);
    const said = await visit(`${open}/step/plumber-did-not-come`, { cookie: cookies.client, form: {} });
    expect(said.status).toBe(303);
    const missed = await wordsOf(open);
    expect(missed).toContain("You can ask another plumber now.");
    expect(missed).toMatch(/Confirmed, then Missed/);
    expect(await (await ask()).text()).toContain("Choose a time");
    for (const [page, cookie] of [
      ["/client-dashboard/bookings", cookies.client],
      ["/plumber-dashboard/jobs", cookies.plumber],
    ] as const)
      expect(await wordsOf(page, cookie)).toMatch(/All Upcoming Past Cancelled .* Past .* missed /);
    expect(await wordsOf("/plumber-dashboard/calendar", cookies.plumber)).toMatch(/Rudo Own Plumbing Service missed/);
  });
});

test("an open visit of an earlier day is asked about first on both sides' lists, not among those to come", async () => {
  const { startsAt } = (await findBookingFor(context.db, client, confirmed))!;
  for (const [page, cookie, asked] of [
    ["/client-dashboard/bookings", cookies.client, /Cancelled For you to answer \(\d+\) /],
    ["/plumber-dashboard/jobs", cookies.plumber, /Cancelled Waiting for you \(\d+\) /],
  ] as const) {
    const inDays = (days: number) => atTime(startsAt + days * DAY, () => wordsOf(page, cookie));
    expect(await inDays(-2)).toMatch(/ Coming /);
    expect(await inDays(1)).toMatch(asked);
  }
});

test("leaving a silent plumber is never late", async () => {
  const made = await book(context, client, otherPlumber, town.starts.at(-2)!);
  const booking = (await findBookingFor(context.db, client, made))!;
  const soon = { ...context, now: booking.startsAt - HOUR };
  expect(await transitionBooking(soon, client, booking, "cancel", { isUnanswered: true })).toMatchObject({ ok: true });
  expect(await rowOf(context, made)).toMatchObject({ status: "cancelled", cancelledLateBy: null });
});
