import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, users } from "~/db/schema";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { addDays, dateAt, sayWhen, HOUR, instantOf, MINUTE } from "~/domain/time/harare";
import { atTime } from "../support/clock";
import { words } from "../support/money-pages";
import { createSignedInUser, createUser } from "../support/users";
import { expectPage, expectRedirect, visit } from "../support/site";
import { book, completedJob, rowOf, seedTown, requestFields } from "../support/town";
import { currentInstant } from "../support/now";

const town = await seedTown();
const { context, cookies } = town;

const read = async (path: string, cookie?: string) => (await visit(path, { cookie })).text();

test("no one completes a job before its start, and its plumber and the office read from when on they can", async () => {
  const start = town.starts.at(-2)!;
  const job = `/plumber-dashboard/jobs/${town.confirmed}`;
  const atOffice = `/admin-dashboard/bookings/${town.confirmed}/complete`;
  const page = await read(job, cookies.plumber);
  expect(words(page)).toContain("On the day you can tell Rudo that you're on the way.");
  expect(page).not.toMatch(/\/finish|value="start"/);
  const question = words(await read(atOffice, cookies.admin));
  expect(question).toContain(`You can do it from ${sayWhen(start)}.`);
  expect(question).not.toContain("Yes, mark completed");
  for (const [who, path, form] of [
    ["plumber", job, { intent: "complete" }],
    ["plumber", `${job}/complete`, {}],
    ["admin", atOffice, {}],
  ] as const) {
    const answer = await visit(path, { cookie: cookies[who], form });
    expect(answer.status, path).toBe(409);
    expect(words(await answer.text())).toContain(`It's too early for this. You can do it from ${sayWhen(start)}.`);
  }
  expect((await rowOf(context, town.confirmed)).status).toBe("confirmed");
  const anHourBefore = await atTime(start - HOUR, () => read(job, cookies.plumber));
  expect(anHourBefore).toContain('value="start"');
  expect(await atTime(start, () => read(job, cookies.plumber))).toContain(`${job}/finish`);
});

test("a new client's request beyond a plumber's third of a day is the office's to assign with one click", async () => {
  const { starts } = town;
  const plumber = await createSignedInUser(context, "plumber", { firstName: "Wanted", lastName: "Much" });
  const day = starts.filter((start) => dateAt(start) === dateAt(starts.at(-1)!));
  for (let at = 0; at < 3; at++) await book(context, await createUser(context, "client"), plumber, day[at]!);
  const client = await createSignedInUser(context, "client", { firstName: "Fresh", lastName: "Account" });
  const sent = await visit(`/appointment/${plumber.id}`, { cookie: client.cookie, form: requestFields(day[3]!) });
  const [request] = await context.db.select().from(bookings).where(eq(bookings.clientId, client.id));
  const ticket = `/client-dashboard/bookings/${request!.id}`;
  await expectRedirect(sent, ticket);
  expect(sent.headers.getSetCookie().join()).toContain("requestChecked");

  const list = words(await read("/client-dashboard/bookings", client.cookie));
  for (const text of ["We're checking your request", "To be assigned"]) expect(list).toContain(text);
  expect(words(await read(ticket, client.cookie))).toContain("We're checking your request. You asked for Wanted Much.");
  for (const path of ["/plumber-dashboard", "/plumber-dashboard/jobs", "/plumber-dashboard/notifications"])
    expect(await read(path, plumber.cookie)).not.toContain("Fresh Account");
  for (const form of [undefined, { intent: "confirm" }])
    expect((await visit(`/plumber-dashboard/jobs/${request!.id}`, { cookie: plumber.cookie, form })).status).toBe(404);

  const dispatch = await read("/admin-dashboard/dispatch", cookies.admin);
  expect(words(dispatch)).toContain("asked for Wanted Much");
  const action = `/admin-dashboard/dispatch/${request!.id}?back=dispatch`;
  const [, form] = dispatch.split(`action="${action}"`);
  expect(form?.slice(0, form.indexOf("</form>"))).toContain(`value="${plumber.id}"`);
  const assigned = visit(action, { cookie: cookies.admin, form: { from: "", plumber: plumber.id } });
  await expectRedirect(assigned, "/admin-dashboard/dispatch");
  expect(await read("/admin-dashboard/dispatch", cookies.admin)).not.toContain("asked for Wanted Much");
  expect(words(await read("/client-dashboard/bookings", client.cookie))).not.toContain("We're checking your request");
  expect(await read("/plumber-dashboard/jobs", plumber.cookie)).toContain("Fresh Account");
});

test("someone who can't book reads why before and after filling in; clients and visitors have the form", async () => {
  const appointment = `/appointment/${town.otherPlumber.id}`;
  for (const [who, instead] of [
    ["plumber", "Your jobs"],
    ["admin", "Open Dispatch"],
  ] as const) {
    for (const path of [appointment, "/only-clients"]) {
      const page = await read(path, cookies[who]);
      expect(page).toMatch(/role="alert"[^>]*>(?:(?!<\/div>).)*<div[^>]*>Only clients can book appointments\./s);
      expect(words(page)).toContain(instead);
      expect(page).not.toContain('name="appointmentTime"');
    }
    const form = visit("/client-dashboard/book", { cookie: cookies[who] });
    await expectRedirect(form, "/only-clients");
    const sent = visit(appointment, { cookie: cookies[who], form: requestFields(town.starts.at(-3)!) });
    await expectPage(sent, 403, "Only clients can book appointments.");
  }
  for (const cookie of [undefined, cookies.client]) {
    const page = await read(appointment, cookie);
    expect(page).toContain('name="appointmentTime"');
    expect(page).not.toContain("Only clients can book appointments.");
  }
  expect((await visit("/client-dashboard/book", { cookie: cookies.client })).status).toBe(200);
  expect((await visit("/only-clients", { cookie: cookies.client })).status).toBe(303);
});

test("today's chips leave out past starts and show taken ones until the day is over", async () => {
  const midnight = instantOf(addDays(dateAt(currentInstant()), 1), 0);
  const pageAt = (minute: number) =>
    atTime(midnight + minute * MINUTE, () => read(`/appointment/${town.otherPlumber.id}`));
  await book(context, await createUser(context, "client"), town.otherPlumber, midnight + 15 * HOUR);
  const page = await pageAt(12 * 60);
  const chips = [...page.matchAll(/<label class="slot ([^"]*)"><input[^>]*value="([^"]+)"/g)];
  const timesOf = (name: string) =>
    chips.flatMap(([, classes, time]) => (classes!.split(" ").includes(name) ? [time] : []));
  // Noon: the first start on offer is 1 pm (T5).
  const passed = ["10:00 am", "10:30 am", "11:00 am", "11:30 am", "12:00 pm", "12:30 pm"];
  expect([chips.length, timesOf("passed"), timesOf("not-0")]).toEqual([22, passed, [...passed, "3:00 pm"]]);
  expect(await pageAt(19 * 60 + 59)).not.toContain("No more slots today");
  expect(await pageAt(20 * 60)).toContain("No more slots today");
});

test("reviews on the appointment page tell a visitor with a job to log in, and lead them back to that job", async () => {
  const page = await read(`/appointment/${town.plumber.id}?job=PB-ABC234`);
  const alert = /role="alert"(?:(?!<\/div><\/div>).)*You must be logged in to leave a review\./s;
  expect(page).toMatch(alert);
  const link = /href="(\/signin\?[^"]*reason=review)"/.exec(page)?.[1]?.replace(/&amp;/g, "&") ?? "";
  expect(new URLSearchParams(link.split("?")[1]).get("redirectTo")).toBe(
    `/appointment/${town.plumber.id}?job=PB-ABC234#review`,
  );
  expect(await read(link)).toMatch(alert);
  expect(await read(`/appointment/${town.plumber.id}`)).not.toMatch(alert);
});

test("a review without a session leads to its message at sign-in", async () => {
  const form = { intent: "review", booking: "any", rating: "5" };
  const { headers } = await visit(`/appointment/${town.otherPlumber.id}`, { form });
  const page = await read(headers.get("Location") ?? "");
  expect(page).toMatch(/role="alert"(?:(?!<\/div><\/div>).)*You must be logged in to leave a review\./s);
});

test("the appointment page says that the plumber was reviewed already; another job brings the form", async () => {
  const { cookie, ...client } = await createSignedInUser(context, "client");
  const plumber = await createUser(context, "plumber");
  const said = "You have already reviewed this plumber for this job.";
  const form = "Leave a Review for Completed Jobs";
  const page = (job = "") => read(`/appointment/${plumber.id}${job && `?job=${job}`}`, cookie);
  const first = await completedJob(context, client, plumber, 4);
  const { reference } = await rowOf(context, first);
  const partsOf = (html: string) => [html.includes(said), html.includes(form)];
  expect(partsOf(await page())).toEqual([false, true]);
  await leaveReview(context, client, { bookingId: first, rating: 4, comment: null });
  for (const job of ["", reference, first]) expect(partsOf(await page(job))).toEqual([true, false]);
  await completedJob(context, client, plumber, 2);
  expect(partsOf(await page())).toEqual([false, true]);
  expect(await page(reference)).toContain(said);
});

test("a plumber without clients, on a site without admins, reads: No contacts yet.", async () => {
  const { cookie } = await createSignedInUser(context, "plumber");
  expect(await read("/plumber-dashboard/messages", cookie)).not.toContain("No contacts yet.");
  await context.db.update(users).set({ suspendedAt: context.now }).where(eq(users.role, "admin"));
  expect(await read("/plumber-dashboard/messages", cookie)).toContain("No contacts yet.");
});
