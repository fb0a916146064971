import { expect, test } from "vitest";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { dateAt, DAY, HOUR } from "~/domain/time/harare";
import { atTime } from "../support/clock";
import { emailsTo } from "../support/sign-up";
import { expectPage, textOf, visit } from "../support/site";
import { rowOf, seedTown, startFields, wishFor } from "../support/town";

const town = await seedTown();
const { context, cookies } = town;

const PAGES = {
  client: "/client-dashboard/bookings",
  plumber: "/plumber-dashboard/jobs",
  admin: "/admin-dashboard/bookings",
};
const startOf = async (id: string) => (await rowOf(context, id)).startsAt;

test("each side and the office choose from the plumber's free starts, without the one that the booking has", async () => {
  for (const who of ["client", "plumber", "admin"] as const) {
    const path = `${PAGES[who]}/${town.pending}/reschedule`;
    const html = await textOf(await visit(path, { cookie: cookies[who] }));
    expect(html, who).toContain('class="slots"');
    // The last start of the last day is this booking's own, the one before it another booking's, and the third is free.
    const slots = [...html.matchAll(/<label class="slot ([^"]*)">/g)].map(([, classes]) => classes!.split(" "));
    expect(
      slots.slice(-3).map((classes) => classes.includes("not-6")),
      who,
    ).toEqual([false, true, true]);
    const days = [...html.matchAll(/<input[^>]*name="appointmentDate"[^>]*>/g)].map(([input]) => input);
    expect(days.find((input) => input.includes("checked"))).toContain(dateAt(town.starts.at(-1)!));
  }
});

test("the office moves a booking at once; another day or time takes the place of the picked one", async () => {
  const path = `/admin-dashboard/bookings/${town.confirmed}/reschedule`;
  const send = (form: Record<string, string>) => visit(path, { cookie: cookies.admin, form });
  expect((await send(startFields(town.starts.at(-9)!))).status).toBe(303);
  expect(await startOf(town.confirmed)).toBe(town.starts.at(-9));
  const later = context.now + 20 * DAY;
  const other = { otherDate: dateAt(later), otherTime: "7:15 am" };
  expect((await send({ ...startFields(town.starts.at(-9)!), ...other })).status).toBe(303);
  expect(dateAt(await startOf(town.confirmed))).toBe(dateAt(later));
  await expectPage(send(startFields(town.starts.at(-1)!)), 409, "The plumber has another job at that time.");
  expect((await send({})).status).toBe(400);
  expect((await send({ intent: "accept", start: "1" })).status).toBe(404);
});

test("a client changes the wish of a request without a plumber", async () => {
  const made = await requestBooking(context, town.client, null, wishFor(context.now + 2 * DAY));
  if (!made.ok) throw new Error(made.reason);
  const path = `/client-dashboard/bookings/${made.id}/reschedule`;
  expect(await pageOf("client", made.id)).toContain("Change the time");
  expect(await textOf(await visit(path, { cookie: cookies.client }))).toContain('type="date"');
  const form = startFields(town.starts.at(-12)!);
  expect((await visit(path, { cookie: cookies.client, form })).status).toBe(303);
  expect(await startOf(made.id)).toBe(town.starts.at(-12));
});

const start = town.starts.at(-2)!;
const pageOf = async (who: keyof typeof PAGES, id = town.confirmed) =>
  textOf(await visit(`${PAGES[who]}/${id}`, { cookie: cookies[who] }));
const cancelPage = (form?: Record<string, string>, id = town.confirmed) =>
  visit(`/client-dashboard/bookings/${id}/cancel`, { cookie: cookies.client, form });
const cancelAhead = (before: number) => atTime(start - before, () => cancelPage({ reason: "" }));

test("a late cancellation says so beforehand, and shows on both sides' and the office's pages", async () => {
  const question = atTime(start - HOUR, () => cancelPage());
  await expectPage(question, 200, "so it counts as late. It costs nothing.");
  await cancelAhead(HOUR);
  const isLate = "That counts as late.";
  for (const { who, said, by, then } of [
    { who: "client", said: "You cancelled this booking", by: "You", then: isLate },
    { who: "plumber", said: "Rudo cancelled this job", by: "Rudo Own", then: "No visit fee comes to you, because" },
    { who: "admin", said: "Rudo cancelled this booking", by: "Rudo Own", then: isLate },
  ] as const) {
    const page = await pageOf(who);
    expect(page).toMatch(new RegExp(`${said} [^.]+, less than 2 hours before the start\\. ${then}`));
    expect(page).toContain(`<b>${by}</b> cancelled late`);
  }
});

test("an early cancellation is not marked, and needs no reason", async () => {
  const question = await textOf(await atTime(start - 3 * HOUR, () => cancelPage()));
  expect(question).not.toContain("so it counts as late");
  expect(question).toContain("It costs nothing.");
  await cancelAhead(3 * HOUR);
  for (const who of ["client", "plumber", "admin"] as const)
    expect(await pageOf(who)).toMatch(/<\/b> cancelled(?! late)/);
  expect(await pageOf("plumber")).not.toContain("“");
});

test("the plumber reads a cancellation with the client's reason, cut if very long, in the job's history", async () => {
  for (const [id, form, read] of [
    [town.confirmed, { reason: "The problem is solved", reasonText: "" }, "The problem is solved"],
    [town.pending, { reasonText: "x".repeat(5000) }, `${"x".repeat(300)}”`],
  ] as const) {
    expect((await cancelPage(form, id)).status).toBe(303);
    expect(await pageOf("plumber", id)).toContain(read);
  }
});

test("a client who cancels again in other words reads that it is done, and their words, to copy", async () => {
  const cancel = (reasonText: string) => cancelPage({ reason: "", reasonText }, town.pending);
  for (let time = 0; time < 2; time++) expect((await cancel("It stopped")).status).toBe(303);
  const more = "It stopped, and I moved";
  await expectPage(cancel(more), 409, "the booking is cancelled. You cancelled at", `${more}</textarea>`);
  expect(await pageOf("plumber", town.pending)).toContain("“It stopped”");
});

test("the client reads a plumber's reason for a refusal, on the ticket and in the email", async () => {
  const { pending } = town;
  const path = `/plumber-dashboard/jobs/${pending}/refuse`;
  expect(await textOf(await visit(path, { cookie: cookies.plumber }))).toContain("It is too far away");
  const form = { reason: "It is too far away", reasonText: "The bridge is <closed>" };
  expect((await visit(path, { cookie: cookies.plumber, form })).status).toBe(303);
  expect(await pageOf("client", pending)).toContain("It is too far away: The bridge is &lt;closed&gt;");
  const emails = await emailsTo(context, town.client.email);
  expect(emails.map(({ text }) => text).join()).toContain("It is too far away: The bridge is <closed>");
});
