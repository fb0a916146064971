import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/db/schema";
import { visit } from "../support/site";
import { rowOf, seedTown, setBooking } from "../support/town";

const town = await seedTown();
const { context, cookies, db } = town;

const makeFeed = async (cookie: string, intent = "newFeed") => {
  const page = await (await visit("/plumber-dashboard/calendar", { cookie, form: { intent } })).text();
  return /value="https:\/\/pombi\.test(\/calendar\/[\w-]+\.ics)"/.exec(page)?.[1] ?? null;
};
const read = async (path: string) => (await visit(path)).text();

test("a plumber's feed holds only their jobs, and no client's contacts; a transition raises its sequence", async () => {
  await db.update(users).set({ phone: "+263770001234" }).where(eq(users.id, town.client.id));
  const path = (await makeFeed(cookies.plumber))!;
  const answer = await visit(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const feed = (await answer.text()).replaceAll("\r\n ", "");
  expect(feed).toContain(`UID:${town.pending}@pombi.test`);
  expect(feed).toContain("Rudo Own");
  const link = `https://pombi.test/plumber-dashboard/jobs/${town.pending}`;
  expect(feed).toContain(`URL:${link}\r\n`);
  expect(feed).toMatch(new RegExp(`DESCRIPTION:${(await rowOf(context, town.pending)).reference}[^\r]*${link}`));
  for (const secret of [town.client.email, "263770001234", "A secret note"]) expect(feed).not.toContain(secret);
  const eventOf = (text: string) => new RegExp(`UID:${town.pending}@[\\s\\S]*?END:VEVENT`).exec(text)![0];
  expect(eventOf(feed)).toMatch(/SEQUENCE:1\r\nSTATUS:TENTATIVE/);
  await visit(`/client-dashboard/bookings/${town.pending}/cancel`, { cookie: cookies.client, form: {} });
  expect(eventOf(await read(path))).toMatch(/SEQUENCE:2\r\nSTATUS:CANCELLED/);
  const others = (await makeFeed(cookies.otherPlumber))!;
  expect(await read(others)).not.toContain("BEGIN:VEVENT");
});

test("a new link replaces the previous one, turning it off leaves none, and a suspended plumber's is empty", async () => {
  const first = (await makeFeed(cookies.plumber))!;
  const second = (await makeFeed(cookies.plumber))!;
  expect([(await visit(first)).status, (await visit(second)).status]).toEqual([404, 200]);
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, town.plumber.id));
  expect((await visit(second)).status).toBe(404);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, town.plumber.id));
  expect(await makeFeed(cookies.plumber, "endFeed")).toBeNull();
  expect((await visit(second)).status).toBe(404);
  const asClient = { cookie: cookies.client, form: { intent: "newFeed" } };
  expect((await visit("/plumber-dashboard/calendar", asClient)).status).toBe(404);
});

test("a feed that has not changed is answered with 304 and no body", async () => {
  const path = (await makeFeed(cookies.plumber))!;
  const first = await visit(path);
  const etag = first.headers.get("ETag")!;
  expect(etag).toMatch(/^W\/"[\w+/]+"$/);
  const again = await visit(path, { headers: { "If-None-Match": etag } });
  expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, etag, ""]);
  await setBooking(context, town.confirmed, { title: "A new tap" });
  expect((await visit(path, { headers: { "If-None-Match": etag } })).status).toBe(200);
});
