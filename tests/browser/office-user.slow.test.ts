import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test, afterEach } from "vitest";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { press, takeUnseenStops, type } from "./support/keys";
import { gotoLive } from "./support/live";
import { startSite } from "./support/site";
import { currentInstant } from "../support/now";

const site = await startSite();
const db = await site.openDatabase();

/** Mavis Chirwa of the demo town has booked by phone; the same woman signs up by herself later. */
const OWN = "mavischirwaherself00";
beforeAll(async () => {
  const now = currentInstant();
  await db.run(sql`insert into users (id, role, first_name, last_name, email, password_hash, email_verified_at, created_at, updated_at)
    values (${OWN}, 'client', 'Chirwa', 'Mavis', 'mavis@example.test', 'unknown', ${now}, ${now}, ${now})`);
});

/** A merge can't be undone: the next walk finds the caller's file as this one did. */
afterEach(async () => {
  const caller = sql`(select id from users where first_name = 'Mavis' and last_name = 'Chirwa')`;
  await db.run(sql`update bookings set client_id = ${caller} where client_id = ${OWN}`);
  await db.run(sql`update users set merged_into = null, password_hash = 'none' where id = ${caller}`);
});

const readTimeline = (page: Page) =>
  page.locator("section[aria-labelledby=timeline] li").evaluateAll((entries) =>
    entries.map((entry) => ({
      at: entry.querySelector("time")!.dateTime,
      words: entry.querySelector("p")!.textContent ?? "",
      kind: entry.querySelector("svg")!.getAttribute("aria-label"),
    })),
  );
const isInOrder = (entries: { at: string }[]) =>
  entries.every(({ at }, place) => place === 0 || at <= entries[place - 1]!.at);

test.each([
  { script: true, width: 1280, how: "by keys alone" },
  { script: false, width: 360, how: "without script, on a phone" },
])(
  "$how the office finds a file by its name, reads it in order, writes a note, and merges the caller's file into it",
  async ({ script, width }) => {
    const { page, context, complaints } = await site.open({ width, script, mayComplain: true });
    await site.openSession(context, "admin@pombi.test", "earlier");
    const choose = (target: Locator) => (script ? press(target) : target.click());
    const write = (target: Locator, text: string) => (script ? type(target, text) : target.fill(text));
    const go = (name: string) => choose(page.getByRole("link", { name, exact: true }).first());
    const note = `Calls in the evening, ${script ? "by keys" : "by phone"}`;
    const path = "/admin-dashboard/search?q=mavis";
    await (script ? gotoLive(page, path) : page.goto(path));

    if (script) await press(page.getByRole("link", { name: "Skip to content" }));

    // The caller's own file: what came by phone.
    await go("Mavis Chirwa");
    await page.getByRole("heading", { name: "Mavis Chirwa" }).waitFor();
    await write(page.getByRole("textbox", { name: "Note" }), note);
    await choose(page.getByRole("button", { name: "Add note" }));
    await page.locator("section[aria-labelledby=timeline]").getByText(note).waitFor();
    const caller = await readTimeline(page);
    expect(isInOrder(caller)).toBe(true);
    const bookings = caller.filter(({ kind }) => kind === "Booking");
    expect(bookings).toHaveLength(2);
    expect(caller.find(({ words }) => words.includes(note))?.kind).toBe("Note");

    // Both side by side. Who may merge shows first who they are (A24).
    await go("Compare and merge");
    await page.getByRole("heading", { name: "Merge two accounts" }).waitFor();
    await choose(page.getByRole("button", { name: "Merge" }));
    await write(page.getByLabel("Your password"), DEMO_PASSWORD);
    await choose(page.getByRole("button", { name: "Merge" }));
    await page.getByText("Merged and logged.").waitFor();
    await page.getByRole("heading", { name: "Chirwa Mavis" }).waitFor();
    const both = await readTimeline(page);
    expect(isInOrder(both)).toBe(true);
    expect(both.filter(({ kind }) => kind === "Booking")).toHaveLength(bookings.length);
    expect(both.some(({ words }) => words.includes(note))).toBe(true);
    expect(both.some(({ words }) => words.includes("merged another account into"))).toBe(true);
    if (script) expect(takeUnseenStops()).toEqual([]);
    // The form without the password is answered with 403.
    expect(complaints.filter((complaint) => !complaint.includes("403"))).toEqual([]);
  },
);
