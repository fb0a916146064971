import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { sendMessage, signIn } from "./support/users";
import { press, takeUnseenStops, type } from "./support/keys";
import { gotoLive, openLive } from "./support/live";
import { startSite } from "./support/site";
import { soon } from "./support/clock";
import { currentInstant } from "../support/now";

const site = await startSite();
const db = await site.openDatabase();

const at = (email: string, path: string) => openLive(site, 1280, email, path);

test("a suspended plumber's open page is at sign-in at once, and once restored they can sign in again", async () => {
  const plumber = await at("plumber19@pombi.test", "/plumber-dashboard/jobs");
  const admin = await at("admin@pombi.test", "/admin-dashboard/people/demoplumber19/suspend");
  await admin.page.getByLabel("Why?").fill("Did not come");
  await admin.page.getByRole("button", { name: "Yes, suspend" }).click();
  await admin.page.getByText("Suspended: Did not come").waitFor();
  await plumber.page.waitForURL(/\/signin/, { ...soon, waitUntil: "commit" });
  await admin.page.getByRole("link", { name: "Restore" }).click();
  await admin.page.getByRole("button", { name: "Yes, restore" }).click();
  await admin.page.getByText("Suspended: Did not come").waitFor({ state: "detached" });
  await signIn(plumber.page, "plumber19@pombi.test");
});

describe.each([true, false])("on a phone, script: %s,", (script) => {
  let page: Page;
  beforeEach(async () => {
    ({ page } = await site.open({ width: 360, script }, "admin@pombi.test"));
    await page.goto("/admin-dashboard");
  });

  test("an admin opens a booking, changes its title and cancels it with a reason, and finds both in the log", async () => {
    await page.goto(`/admin-dashboard/bookings?status=confirmed&city=${script ? "harare" : "bulawayo"}`);
    await page.locator("tbody a", { hasText: "PB-" }).first().click();
    await page.getByLabel("Title").fill(`Tap, ${script}`);
    await page.getByRole("button", { name: "Save title" }).click();
    await page.getByText(`Tap, ${script}`, { exact: true }).waitFor();
    await page.getByText("More", { exact: true }).last().click();
    await page.getByRole("link", { name: "Cancel", exact: true }).click();
    await page.getByLabel("Why?").selectOption("It was booked twice");
    await page.getByRole("button", { name: "Yes, cancel" }).click();
    await page.getByText("Done. We've told both sides.").waitFor();
    await page.getByText("“It was booked twice”").first().waitFor();
    await page.goto("/admin-dashboard/log");
    for (const text of ["cancelled the booking", "changed the job's title"])
      await page.locator("tbody").getByText(text).first().waitFor();
  });

  test("an admin writes to a user found by name", async () => {
    await page.goto("/admin-dashboard/messages");
    await page.getByLabel("Write to").fill("rud");
    await page.getByRole("button", { name: "Find" }).click();
    await page.waitForURL(/to=rud/);
    await page.locator("nav", { hasText: "Clients & Plumbers" }).getByRole("link").first().click();
    await sendMessage(page, `From the admin, ${script}`);
    await page.getByRole("log").getByText(`From the admin, ${script}`).waitFor();
  });
});

const PHOTO = "scripts/demo-town/job-photos/tap-after-1280.webp";

test.each([
  [true, "5"],
  [false, "12"],
])(
  "a plumber sends a paper and a note; the office records a check; clients see it (script: %s)",
  async (script, number) => {
    const open = async (email: string, path: string) => {
      const { page } = await site.open({ width: 360, script }, email);
      await page.goto(path);
      return page;
    };
    const plumber = await open(`plumber${number}@pombi.test`, "/plumber-dashboard/papers");
    const identity = plumber.locator("section", { hasText: "Identity" });
    await identity.locator("input[type=file]").setInputFiles(PHOTO);
    if (!script) await identity.getByRole("button", { name: "Add photo" }).click();
    await identity.getByText("Photo 1, with our office").waitFor();
    await plumber.getByLabel("A note to our office").fill("Mrs Dube knows my work.");
    await plumber.getByRole("button", { name: "Send to our office" }).click();
    await plumber.getByText("Sent. Our office will look at it.").waitFor();

    const office = await open("admin@pombi.test", "/admin-dashboard");
    await office.getByRole("link", { name: "Plumbers to check" }).click();
    await office.locator(`a[href$="demoplumber${number.padStart(2, "0")}"]`).click();
    await office.getByText("Mrs Dube knows my work.").waitFor();
    const photo = office.context().waitForEvent("page");
    await office.getByRole("link", { name: "View photo 1" }).click();
    expect((await photo).url()).toMatch(/\/papers\/[a-z0-9]{24}\.webp$/);
    const card = office.locator("section", { hasText: "Identity" });
    await card.getByLabel("Last day the paper is valid").fill("2090-05-31");
    await card.getByRole("button", { name: "Record: identity" }).click();
    await office.getByText("Saved and logged.").waitFor();
    await office.getByRole("link", { name: "View photo 1" }).waitFor({ state: "detached" });
    await office.getByRole("link", { name: "Done with the papers" }).click();
    await office.getByRole("button", { name: "Yes, done with the papers" }).click();
    await office.waitForURL(/\/admin-dashboard\/vetting$/);

    await plumber.goto(`/appointment/demoplumber${number.padStart(2, "0")}`);
    await plumber.locator("summary", { hasText: "What we checked" }).click();
    await plumber.getByText("valid until 31 May 2090").waitFor();
  },
  60_000,
);

/** Mavis Chirwa of the demo town has booked by phone; the same woman signs up by herself later. */
const OWN = "mavischirwaherself00";
const now = currentInstant();
await db.run(sql`insert into users (id, role, first_name, last_name, email, password_hash, email_verified_at, created_at, updated_at)
    values (${OWN}, 'client', 'Chirwa', 'Mavis', 'mavis@example.test', 'unknown', ${now}, ${now}, ${now})`);

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
  "$how the office finds a file by name, reads it, writes a note, and merges the caller's file",
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

    // Both side by side. An admin gives the password before a merge (A24).
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
