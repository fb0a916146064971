import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { dateAt, timeAt, type Instant } from "~/domain/time/harare";
import { textOf, visit } from "../support/site";
import { book, seedTown } from "../support/town";

// "Book again" and the addresses of previous bookings (B32).

const PREVIOUS = {
  serviceType: "Leak Fixing",
  suburb: "Avondale",
  street: "12 Test Road",
  city: "Harare",
  pin: "-17.8,31.03",
} as const;

let town: Awaited<ReturnType<typeof seedTown>>;
let previous: string;
let strangers: string;
const page = () => `/appointment/${town.otherPlumber.id}`;
const shown = async (path: string, cookie = town.cookies.client) => (await visit(path, { cookie })).text();
/** Whether the radio button of this value is there, and chosen. */
const choiceOf = (html: string, value: string) => {
  const [input] = new RegExp(`<input type="radio" name="knownAddress"[^>]*value="${value}"[^>]*>`).exec(html) ?? [];
  return input === undefined ? null : input.includes("checked");
};
const request = (start: Instant, form: Record<string, string>) => ({
  appointmentDate: dateAt(start),
  appointmentTime: timeAt(start),
  serviceType: "Installation",
  ...form,
});
const bookingAt = async (start: Instant) => {
  const [booking] = await town.context.db
    .select()
    .from(bookings)
    .where(and(eq(bookings.clientId, town.client.id), eq(bookings.startsAt, start)));
  return booking;
};

beforeAll(async () => {
  town = await seedTown();
  const { context, client, otherClient, plumber } = town;
  previous = await book(context, client, plumber, town.starts.at(-4)!);
  strangers = await book(context, otherClient, plumber, town.starts.at(-5)!);
  await context.db.update(bookings).set(PREVIOUS).where(eq(bookings.id, previous));
  await context.db
    .update(bookings)
    .set({ ...PREVIOUS, street: "99 Secret Lane" })
    .where(eq(bookings.id, strangers));
});

test("the page of a plumber of the same city offers the address, and chooses it", async () => {
  const html = await shown(page());
  expect(html).toContain("12 Test Road");
  expect(html).not.toContain("99 Secret Lane");
  expect([choiceOf(html, previous), choiceOf(html, "")]).toEqual([true, false]);
});

test("Book again brings the service along too, and of somebody else's booking nothing", async () => {
  expect(await shown(`${page()}?again=${previous}`)).toMatch(/<option[^>]*selected[^>]*>Leak Fixing/);
  const theirs = await shown(`${page()}?again=${strangers}`);
  expect(theirs).not.toMatch(/<option[^>]*selected[^>]*>Leak Fixing/);
  expect(theirs).not.toContain("99 Secret Lane");
  expect(await shown(`${page()}?again=${previous}`, "")).not.toContain("12 Test Road");
});

test("a request with the chosen address has its street, suburb and mark, whatever the fields say", async () => {
  const start = town.starts.at(-6)!;
  const form = request(start, { knownAddress: previous, suburb: "Hillside", street: "1 Other Road" });
  expect((await visit(page(), { cookie: town.cookies.client, form })).status).toBe(303);
  const { suburb, street, pin, city } = PREVIOUS;
  expect(await bookingAt(start)).toMatchObject({ suburb, street, pin, city });
});

test("another address is the one in the fields", async () => {
  const start = town.starts.at(-7)!;
  const form = request(start, { knownAddress: "", suburb: "Hillside", street: "1 Other Road" });
  expect((await visit(page(), { cookie: town.cookies.client, form })).status).toBe(303);
  expect(await bookingAt(start)).toMatchObject({ suburb: "Hillside", street: "1 Other Road", pin: null });
});

test("the address of somebody else's booking is asked for, and nothing is sent", async () => {
  const start = town.starts.at(-8)!;
  const form = request(start, { knownAddress: strangers, suburb: "Hillside", street: "1 Other Road" });
  const answer = await visit(page(), { cookie: town.cookies.client, form });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Please give the street, or a landmark.");
  expect(html).not.toContain("99 Secret Lane");
  // The fields are open, for the address to be typed.
  expect(choiceOf(html, "")).toBe(true);
  expect(await bookingAt(start)).toBeUndefined();
});

test("the form of the office's requests offers it too", async () => {
  const start = town.starts.at(-9)!;
  const path = "/client-dashboard/book";
  expect(choiceOf(await shown(path), previous)).not.toBeNull();
  const answer = await visit(path, { cookie: town.cookies.client, form: request(start, { knownAddress: previous }) });
  expect([answer.status, await textOf(answer)]).toEqual([303, ""]);
  const { suburb, street, city } = PREVIOUS;
  expect(await bookingAt(start)).toMatchObject({ suburb, street, city, plumberId: null });
});
