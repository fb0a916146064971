import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { dateAt, DAY, HOUR } from "~/domain/time/harare";
import { atTime } from "../support/clock";
import { startFields } from "../support/request-form";
import { textOf, visit } from "../support/site";
import { book, seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const startOf = async (id: string) =>
  (await town.context.db.select().from(bookings).where(eq(bookings.id, id)))[0]!.startsAt;

test.each([
  ["client", () => `/client-dashboard/bookings/${town.pending}/reschedule`],
  ["plumber", () => `/plumber-dashboard/jobs/${town.pending}/reschedule`],
  ["admin", () => `/admin-dashboard/bookings/${town.pending}/reschedule`],
] as const)(
  "the %s chooses from the plumber's free starts; the booking's own start is one of them",
  async (who, path) => {
    const html = await textOf(await visit(path(), { cookie: town.cookies[who] }));
    expect(html).toContain('class="slots"');
    // The last start of the last day is this booking's own, and the one before it another booking's.
    const slots = [...html.matchAll(/<label class="slot ([^"]*)">/g)].map(([, classes]) => classes!.split(" "));
    expect(slots.at(-1)).not.toContain("not-6");
    expect(slots.at(-2)).toContain("not-6");
    const day = [...html.matchAll(/<input[^>]*name="appointmentDate"[^>]*>/g)].find(([input]) =>
      input.includes("checked"),
    );
    expect(day?.[0]).toContain(dateAt(town.starts.at(-1)!));
  },
);

test("the office moves a booking at once; another day or time takes the place of the picked one", async () => {
  const path = `/admin-dashboard/bookings/${town.confirmed}/reschedule`;
  const send = (form: Record<string, string>) => visit(path, { cookie: town.cookies.admin, form });
  expect((await send(startFields(town.starts.at(-9)!))).status).toBe(303);
  expect(await startOf(town.confirmed)).toBe(town.starts.at(-9));
  const later = town.context.now + 20 * DAY;
  const other = { otherDate: dateAt(later), otherTime: "7:15 am" };
  expect((await send({ ...startFields(town.starts.at(-9)!), ...other })).status).toBe(303);
  expect(dateAt(await startOf(town.confirmed))).toBe(dateAt(later));
  const taken = await send(startFields(town.starts.at(-1)!));
  expect(taken.status).toBe(409);
  expect(await textOf(taken)).toContain("This time slot has just been booked.");
  expect((await send({})).status).toBe(400);
  expect((await send({ intent: "accept", start: "1" })).status).toBe(404);
});

test("a client changes the wish of a request without a plumber; a stranger gets 404", async () => {
  const made = await requestBooking(town.context, town.client, null, {
    startsAt: town.context.now + 2 * DAY,
    serviceType: "Inspection",
    suburb: null,
    street: "1 Road, Harare",
    pin: null,
    notes: null,
  });
  if (!made.ok) throw new Error(made.reason);
  const path = `/client-dashboard/bookings/${made.id}/reschedule`;
  const ticket = await textOf(await visit(`/client-dashboard/bookings/${made.id}`, { cookie: town.cookies.client }));
  expect(ticket).toContain("Change the time");
  expect(await textOf(await visit(path, { cookie: town.cookies.client }))).toContain('type="date"');
  const form = startFields(town.starts.at(-12)!);
  expect((await visit(path, { cookie: town.cookies.otherClient, form })).status).toBe(404);
  expect((await visit(path, { cookie: town.cookies.client, form })).status).toBe(303);
  expect(await startOf(made.id)).toBe(town.starts.at(-12));
});

test("a late cancellation is marked on both sides' pages, the office's, and in the history; an early one is not", async () => {
  const pages = (id: string) =>
    Promise.all(
      (
        [
          [`/client-dashboard/bookings/${id}`, "client"],
          [`/plumber-dashboard/jobs/${id}`, "plumber"],
          [`/admin-dashboard/bookings/${id}`, "admin"],
        ] as const
      ).map(async ([path, as]) => textOf(await visit(path, { cookie: town.cookies[as] }))),
    );
  const cancelled = async (start: number, before: number) => {
    const id = await book(town.context, town.client, town.plumber, start);
    await atTime(start - before, () =>
      visit(`/client-dashboard/bookings/${id}/cancel`, { cookie: town.cookies.client, form: { reason: "" } }),
    );
    return id;
  };
  const late = await cancelled(town.starts.at(-20)!, HOUR);
  const early = await cancelled(town.starts.at(-21)!, 3 * HOUR);
  for (const [at, page] of (await pages(late)).entries()) {
    const said = ["You cancelled this booking", "Rudo cancelled this job", "Rudo cancelled this booking"][at];
    expect(page).toMatch(new RegExp(`${said} [^.]+, less than 2 hours before the start\\. That counts as late\\.`));
    expect(page).toContain(`<b>${at === 0 ? "You" : "Rudo Own"}</b> cancelled late`);
  }
  for (const [at, page] of (await pages(early)).entries()) {
    expect(page).toContain(`<b>${at === 0 ? "You" : "Rudo Own"}</b> cancelled`);
    expect(page).not.toContain("cancelled late");
  }
});

test("a late cancellation says beforehand that it will be marked", async () => {
  const said = async (before: number) =>
    textOf(
      await atTime((await startOf(town.pending)) - before, () =>
        visit(`/client-dashboard/bookings/${town.pending}/cancel`, { cookie: town.cookies.client }),
      ),
    );
  expect(await said(3 * HOUR)).not.toContain("it will be marked as late");
  expect(await said(HOUR)).toContain("This is less than 2 hours before the start: it will be marked as late.");
});
