import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { afterDay, atTime } from "./support/clock";
import { openBrowser } from "./support/users";
import { gotoLive, untilLive } from "./support/live";
import { soon } from "./support/soon";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Side {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** Someone signed in, on a page whose socket is open. */
async function at(email: string, path: string, script = true): Promise<Side> {
  const side = await openBrowser(browser, origin, { width: 360, script });
  await site.openSession(side.context, email);
  await (script ? gotoLive(side.page, path) : side.page.goto(path));
  return side;
}

/** Another page of the same user's browser. */
async function alsoAt(side: Side, path: string): Promise<Page> {
  const page = await side.context.newPage();
  await (path.includes("-dashboard") ? gotoLive(page, path) : page.goto(path));
  return page;
}

test("side by side: book, see it appear, confirm, see it change, chat both ways, complete, review, see the rating", async () => {
  const client = await at("client3@pombi.test", "/client-dashboard/bookings");
  const plumber = await at("plumber9@pombi.test", "/plumber-dashboard/notifications");
  const jobs = await alsoAt(plumber, "/plumber-dashboard/jobs");
  const overview = await alsoAt(client, "/client-dashboard");
  const active = async () =>
    Number(await overview.locator("dt", { hasText: "Active Bookings" }).locator("xpath=..").locator("dd").innerText());
  const activeBefore = await active();

  const booking = await alsoAt(client, "/appointment/demoplumber09");
  const chosenDay = booking.locator(".day").nth(4);
  // The demo town may have another job of theirs at that time of another day.
  const [day] = /\d+ \w+/.exec(await chosenDay.innerText())!;
  await chosenDay.click();
  const slot = booking.locator(".slot:not(.not-4)").nth(6);
  const time = (await slot.innerText()).trim();
  await slot.click();
  await describeVisit(booking);
  await bookButton(booking).click();
  await booking.getByText("Booking successful!").waitFor();
  const request = plumber.page
    .getByRole("list", { name: "Unseen Bookings" })
    .getByRole("listitem")
    .filter({ hasText: "Thandiwe Mpofu" })
    .filter({ hasText: day })
    .filter({ hasText: time });
  await request.waitFor(soon);
  const upcoming = (page: Page, who: string, day: string) =>
    page
      .getByRole("region", { name: "Upcoming" })
      .getByRole("listitem")
      .filter({ hasText: who })
      .filter({ hasText: day })
      .filter({ hasText: time });
  await upcoming(jobs, "Thandiwe Mpofu", day).waitFor(soon);
  const card = upcoming(client.page, "Mthunzi Dube", day);
  await card.getByText("pending").waitFor(soon);
  await expect.poll(active, soon).toBe(activeBefore + 1);

  await request.getByRole("link", { name: "View" }).click();
  await plumber.page.getByRole("button", { name: "Confirm" }).click();
  await plumber.page.getByText("The job is confirmed.").waitFor();
  await card.getByText("confirmed").waitFor(soon);

  await card.getByRole("link", { name: "View" }).click();
  await client.page.getByRole("link", { name: "Message", exact: true }).click();
  await plumber.page.getByRole("link", { name: "Message", exact: true }).click();
  await plumber.page.getByText("Online").waitFor(soon);
  await client.page.getByPlaceholder("Type a message...").fill("Shall I close the valve?");
  await plumber.page.getByRole("region").getByText("typing…").waitFor(soon);
  await client.page.getByRole("button", { name: "Send" }).click();
  await plumber.page.getByRole("log").getByText("Shall I close the valve?").waitFor(soon);
  await plumber.page.getByPlaceholder("Type a message...").fill("Yes, the red one.");
  await plumber.page.getByRole("button", { name: "Send" }).click();
  await client.page.getByRole("log").getByText("Yes, the red one.").waitFor(soon);
  expect(await client.page.getByRole("log").getByText("Shall I close the valve?").count()).toBe(1);
  // The plumber has the conversation open: the client sees that it was read.
  await client.page.getByRole("img", { name: "Read" }).last().waitFor(soon);

  const forms = client.page.locator("#review form");
  const formsBefore = await forms.count();
  await atTime(origin, afterDay(4), async () => {
    // Sockets that were opened days ago are gone by now.
    await untilLive(client.page, () => client.page.reload(), 2);
    const job = await alsoAt(plumber, "/plumber-dashboard/jobs");
    await upcoming(job, "Thandiwe Mpofu", "Today").getByRole("link", { name: "View" }).click();
    await job.getByRole("link", { name: "Mark Completed" }).click();
    await job.getByRole("button", { name: "Mark Completed" }).click();
    await job.getByText("The job is completed.").waitFor();
    // Under the open chat the review form appears by itself, above those of earlier jobs.
    await expect.poll(() => forms.count(), soon).toBe(formsBefore + 1);
    await client.page.getByText(/^Leave a review for /).click();
    const form = forms.first();
    await form.getByLabel("Rating").selectOption("4");
    await form.getByLabel("Comment").fill("Came early.");
    await form.getByRole("button", { name: "Submit review" }).click();
    await client.page.getByText("Review submitted!").waitFor();
  });
  const reviews = await alsoAt(plumber, "/plumber-dashboard/reviews");
  await reviews.getByText("Came early.").waitFor();
  await client.page.goto("/appointment/demoplumber09");
  await client.page.getByText("Came early.").waitFor();
  expect(await client.page.getByText("Thandiwe M.").count()).toBeGreaterThan(0);

  expect([...client.complaints, ...plumber.complaints]).toEqual([]);
  await client.context.close();
  await plumber.context.close();
});

test("an unread message counts in the menu and the title at once, and no more after it was read", async () => {
  const plumber = await at("plumber24@pombi.test", "/plumber-dashboard/jobs");
  const client = await at("client9@pombi.test", "/client-dashboard/messages/demoplumber24");
  const title = () => plumber.page.title();
  const before = Number(/^\((\d+)\)/.exec(await title())?.[1] ?? 0);
  await client.page.getByPlaceholder("Type a message...").fill("Are you on your way?");
  await client.page.keyboard.press("Enter");
  await expect.poll(title, soon).toMatch(new RegExp(`^\\(${before + 1}\\) `));
  await plumber.page.goto("/plumber-dashboard/messages/democlient09");
  await plumber.page.getByRole("log").getByText("Are you on your way?").waitFor();
  await expect.poll(title, soon).not.toContain(`(${before + 1})`);
  await client.context.close();
  await plumber.context.close();
});

describe("without a connection", () => {
  test("a page says so quietly, and both sides agree once the connection is back", async () => {
    const plumber = await at("plumber14@pombi.test", "/plumber-dashboard/messages/democlient12");
    const client = await at("client12@pombi.test", "/client-dashboard/messages/demoplumber14");
    await plumber.context.setOffline(true);
    // A cut connection closes no socket: the page notices at the next failed attempt, or when the connection is back.
    await plumber.page.getByPlaceholder("Type a message...").fill("Sent into the void");
    await plumber.page.keyboard.press("Enter");
    await plumber.page.getByText("Not sent yet: it goes out when you're back online.").waitFor();
    for (const text of ["One", "Two", "Three"]) {
      await client.page.getByPlaceholder("Type a message...").fill(text);
      await client.page.keyboard.press("Enter");
      await client.page.getByRole("log").getByText(text, { exact: true }).waitFor();
      await client.page.getByRole("img", { name: "Sending" }).waitFor({ state: "detached" });
    }
    await plumber.context.setOffline(false);
    // It goes by itself, once.
    await client.page.getByRole("log").getByText("Sent into the void").waitFor();
    for (const text of ["One", "Two", "Three"])
      await plumber.page.getByRole("log").getByText(text, { exact: true }).waitFor();
    const texts = (page: Page) => page.getByRole("log").locator("li p:first-child").allInnerTexts();
    await expect
      .poll(async () => (await texts(plumber.page)).slice(-4))
      .toEqual(["One", "Two", "Three", "Sent into the void"]);
    expect((await texts(client.page)).slice(-4)).toEqual(["One", "Two", "Three", "Sent into the void"]);
    await client.context.close();
    await plumber.context.close();
  });
});

test("without script the same conversation works by forms, and a form sent twice is one message", async () => {
  const client = await at("client10@pombi.test", "/client-dashboard/messages", false);
  const { page } = client;
  await page.getByRole("link", { name: /Grace Chikomo/ }).click();
  await page.getByPlaceholder("Type a message...").fill("I cannot find my invoice");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("log").getByText("I cannot find my invoice").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("alert").getByText("Please write a message.").waitFor();

  const admin = await at("admin@pombi.test", "/admin-dashboard/messages", false);
  // Among the conversations; she is in the list of all users too.
  await admin.page
    .getByRole("link", { name: /Vimbai Chari/ })
    .first()
    .click();
  await admin.page.getByRole("log").getByText("I cannot find my invoice").waitFor();
  await admin.page.getByPlaceholder("Type a message...").fill("It is on its way");
  await admin.page.getByRole("button", { name: "Send" }).click();
  await page.goto("/client-dashboard/messages");
  expect(
    await page.locator("nav[aria-label='Plumbers & Admin'] li", { hasText: "Grace Chikomo" }).innerText(),
  ).toContain("1");
  await page.getByRole("link", { name: /Grace Chikomo/ }).click();
  await page.getByRole("log").getByText("It is on its way").waitFor();
  expect(await page.getByRole("log").getByText("I cannot find my invoice").count()).toBe(1);

  // A completed job is reviewed by a form too.
  const reviewer = await at("client@pombi.test", "/client-dashboard/reviews", false);
  await reviewer.page.getByRole("button", { name: "Submit review" }).first().click();
  await reviewer.page.getByText("Review submitted!").waitFor();
  for (const side of [client, admin, reviewer]) {
    expect(side.complaints).toEqual([]);
    await side.context.close();
  }
});
