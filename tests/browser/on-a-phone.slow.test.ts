import { gotoLive, openLive } from "./support/live";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookingEvents, bookings, users } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { currentInstant } from "../support/now";
import { startSite } from "./support/site";

const site = await startSite();

/** A booking of the demo's plumber and the demo's client. */
const ID = "demobooking0012";
const now = currentInstant();

type Columns = Partial<typeof bookings.$inferInsert>;
const NOTHING = { onTheWayAt: null, expectedAt: null, proposedStart: null, proposedBy: null, frozenAt: null };
const UNPAID = { finalAmount: null, finalReason: null, finalAnswer: null, completedAt: null, agreedPrice: null };
const done = { status: "completed", startsAt: now - 3 * HOUR, completedAt: now - HOUR, finalAmount: 25_00 } as const;

const suggestedBy = (proposedBy: "client" | "plumber") => ({ proposedStart: now + 3 * DAY, proposedBy });

const STATES: Record<string, Columns> = {
  requested: { status: "pending", startsAt: now + 2 * DAY },
  "another time suggested by the client": { status: "pending", startsAt: now + 2 * DAY, ...suggestedBy("client") },
  "another time suggested by the plumber": { status: "confirmed", startsAt: now + 2 * HOUR, ...suggestedBy("plumber") },
  "confirmed, two days ahead": { status: "confirmed", startsAt: now + 2 * DAY },
  "two hours ahead": { status: "confirmed", startsAt: now + 2 * HOUR },
  "half an hour ahead": { status: "confirmed", startsAt: now + 30 * MINUTE },
  "on the way": { status: "confirmed", startsAt: now + 30 * MINUTE, onTheWayAt: now - MINUTE, expectedAt: now + HOUR },
  "an hour late": { status: "confirmed", startsAt: now - HOUR },
  frozen: { status: "confirmed", startsAt: now - HOUR, frozenAt: now - MINUTE },
  working: { status: "in-progress", startsAt: now - HOUR },
  "done, to be paid": done,
  "done for more than agreed": { ...done, finalAmount: 125_50, finalReason: "The valve broke" },
  cancelled: { status: "cancelled", startsAt: now + DAY },
  refused: { status: "refused", startsAt: now + DAY },
};

/** Parts of the bar that are cut off, lie outside of the screen or over something else, or leave a gap. */
const faultsOfBar = (page: Page) =>
  page.locator(".ticket-actions").evaluate((bar) => {
    const faults: string[] = [];
    const controls = [...bar.querySelectorAll<HTMLElement>("a, button, summary")].filter((one) =>
      one.checkVisibility(),
    );
    let end = 16;
    for (const control of controls) {
      const name = control.innerText.trim();
      const box = control.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(control);
      const text = words.getBoundingClientRect();
      if (text.left < box.left || text.right > box.right || text.top < box.top || text.bottom > box.bottom)
        faults.push(`${name}: cut off`);
      if (control.scrollWidth > control.clientWidth) faults.push(`${name}: narrower than its text`);
      if (box.left < 16 || box.right > innerWidth - 16 || box.bottom > innerHeight) faults.push(`${name}: outside`);
      if (box.height < 44) faults.push(`${name}: ${box.height} px high`);
      if (box.left < end || box.left > end + 12) faults.push(`${name}: begins at ${box.left}, expected at ${end}`);
      end = box.right;
    }
    if (Math.abs(end - (innerWidth - 16)) > 1) faults.push(`the last control ends at ${end}`);
    if (controls.length > 3) faults.push(`${controls.length} controls`);
    return faults;
  });

const faultsOfMenu = async (page: Page) => {
  await page.locator(".ticket-actions summary").last().click();
  const faults = await page.locator(".ticket-actions details[open] ul").evaluate((menu) => {
    const box = menu.getBoundingClientRect();
    return box.top < 0 || box.left < 0 || box.right > innerWidth ? [`the menu is at ${JSON.stringify(box)}`] : [];
  });
  await page.locator(".ticket-actions summary").last().click();
  return faults;
};

test.each([
  ["plumber", `/plumber-dashboard/jobs/${ID}`],
  ["client", `/client-dashboard/bookings/${ID}`],
])("the bar of the ticket of a %s on a phone shows each control whole, in every state", async (side, path) => {
  const db = await site.openDatabase();
  const { page } = await site.open({ width: 360, script: true }, `${side}@pombi.test`);
  await db.delete(bookingEvents).where(eq(bookingEvents.bookingId, ID));
  for (const name of ["Tendai", "Bartholomew-Christopher"]) {
    await db.update(users).set({ firstName: name }).where(eq(users.email, "client@pombi.test"));
    await db.update(users).set({ firstName: name }).where(eq(users.email, "plumber@pombi.test"));
    for (const [state, columns] of Object.entries(STATES)) {
      await db
        .update(bookings)
        .set({ ...NOTHING, ...UNPAID, ...columns })
        .where(eq(bookings.id, ID));
      await page.goto(path);
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 640 });
        expect([...(await faultsOfBar(page)), ...(await faultsOfMenu(page))], `${state}, ${name}, ${width}`).toEqual(
          [],
        );
      }
    }
  }
});

// The look of the dashboards on a phone of 360 px, beside their texts.

test("a thin bar runs on top and the pressed tab is marked while the next page loads", async () => {
  const { page } = await openLive(site, 360, "client@pombi.test", "/client-dashboard/bookings");
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/client-dashboard/messages.data*", async (route) => {
    await arrived;
    await route.continue();
  });
  const tab = page.locator(".dashboard-tabs").getByRole("link", { name: /^Messages/ });
  await tab.click();
  await page.locator(".loading-bar").waitFor();
  const bar = (await page.locator(".loading-bar").boundingBox())!;
  expect([bar.y, bar.height]).toEqual([0, 3]);
  expect(await tab.getAttribute("aria-current")).toBe("page");
  expect(page.url()).toMatch(/\/bookings$/);
  arrive();
  await page.getByRole("heading", { name: "Plumbers & Admin" }).waitFor();
  await page.locator(".loading-bar").waitFor({ state: "detached" });
});

test("a conversation takes the whole screen, and shows the photo that goes with the next message", async () => {
  const { page } = await openLive(site, 360, "client@pombi.test", "/client-dashboard/messages");
  expect(await page.locator(".dashboard-tabs").isVisible()).toBe(true);
  await gotoLive(page, "/client-dashboard/messages/demoplumber01");
  expect(await page.locator(".dashboard-tabs").isVisible()).toBe(false);
  const { height } = (await page.locator(".conversation").boundingBox())!;
  expect(height).toBe(page.viewportSize()!.height);
  await page.getByLabel("Add a photo").setInputFiles("public/icon-192.png");
  const preview = page.getByAltText("The photo that goes with your message");
  await preview.waitFor();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove" }).click();
  await preview.waitFor({ state: "detached" });
});
