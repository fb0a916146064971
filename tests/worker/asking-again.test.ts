import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "~/db/schema";
import type { Instant } from "~/domain/time/harare";
import { expectPage, textOf, visit } from "../support/site";
import { book, seedTown, setBooking, startFields } from "../support/town";

// "Book again" and the addresses of previous bookings (B32).

const ADDRESS = { suburb: "Avondale", street: "12 Test Road", city: "Harare", pin: "-17.8,31.03" };

const town = await seedTown();
const { context, client, otherClient, otherPlumber, plumber } = town;
const previous = await book(context, client, plumber, town.starts.at(-4)!);
const strangers = await book(context, otherClient, plumber, town.starts.at(-5)!);
for (const [id, street] of [
  [previous, ADDRESS.street],
  [strangers, "99 Secret Lane"],
] as const)
  await setBooking(context, id, { ...ADDRESS, serviceType: "Leak Fixing", street });
const page = `/appointment/${otherPlumber.id}`;
const shown = async (path: string, cookie = town.cookies.client) => (await visit(path, { cookie })).text();
/** True if the radio button of this value is chosen; null: the page has none. */
const choiceOf = (html: string, value: string) => {
  const [input] = new RegExp(`<input type="radio" name="knownAddress"[^>]*value="${value}"[^>]*>`).exec(html) ?? [];
  return input === undefined ? null : input.includes("checked");
};
const OTHER = { suburb: "Hillside", street: "1 Other Road" };
const send = (path: string, start: Instant, form: Record<string, string>) =>
  visit(path, { cookie: town.cookies.client, form: { ...startFields(start), serviceType: "Installation", ...form } });
const bookingAt = async (start: Instant) => {
  const isThen = and(eq(bookings.clientId, client.id), eq(bookings.startsAt, start));
  return (await context.db.select().from(bookings).where(isThen))[0];
};

test("the page of a plumber of the same city offers the address, and chooses it", async () => {
  const html = await shown(page);
  expect(html).toContain("12 Test Road");
  expect(html).not.toContain("99 Secret Lane");
  expect([choiceOf(html, previous), choiceOf(html, "")]).toEqual([true, false]);
});

test("Book again brings the service along too, and of someone else's booking nothing", async () => {
  expect(await shown(`${page}?again=${previous}`)).toMatch(/<option[^>]*selected[^>]*>Leak Fixing/);
  const theirs = await shown(`${page}?again=${strangers}`);
  expect(theirs).not.toMatch(/<option[^>]*selected[^>]*>Leak Fixing/);
  expect(theirs).not.toContain("99 Secret Lane");
  expect(await shown(`${page}?again=${previous}`, "")).not.toContain("12 Test Road");
});

test("a request with the chosen address has its street, suburb and mark, whatever the fields say", async () => {
  const chosen = town.starts.at(-6)!;
  const other = town.starts.at(-7)!;
  expect((await send(page, chosen, { ...OTHER, knownAddress: previous })).status).toBe(303);
  expect(await bookingAt(chosen)).toMatchObject(ADDRESS);
  expect((await send(page, other, { ...OTHER, knownAddress: "" })).status).toBe(303);
  expect(await bookingAt(other)).toMatchObject({ ...OTHER, pin: null });
});

test("the address of someone else's booking is asked for, and nothing is sent", async () => {
  const start = town.starts.at(-8)!;
  const answer = send(page, start, { ...OTHER, knownAddress: strangers });
  const html = await expectPage(answer, 400, "Street or landmark is required.");
  expect(html).not.toContain("99 Secret Lane");
  // The fields are open, for the address to be typed.
  expect(choiceOf(html, "")).toBe(true);
  expect(await bookingAt(start)).toBeUndefined();
});

test("a client whose session has ended signs in before the address that they chose is asked for", async () => {
  const start = town.starts.at(-10)!;
  const form = { ...startFields(start), serviceType: "Installation", knownAddress: previous };
  const answer = await visit(page, { cookie: "", form });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, expect.stringContaining("reason=book")]);
  expect(answer.headers.get("Set-Cookie")).toContain("draft=");
});

test("the form of the office's requests offers it too", async () => {
  const start = town.starts.at(-9)!;
  const path = "/client-dashboard/book";
  expect(choiceOf(await shown(path), previous)).not.toBeNull();
  const answer = await send(path, start, { knownAddress: previous });
  expect([answer.status, await textOf(answer)]).toEqual([303, ""]);
  expect(await bookingAt(start)).toMatchObject({ ...ADDRESS, plumberId: null });
});
