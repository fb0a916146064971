import type { Locator, Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { HOUR, instantOf, MINUTE, parseTime } from "~/domain/time/harare";
import { png } from "../../support/png";
import { atTime } from "./clock";
import type { Site } from "./site";
import { chooseSlot, giveAddress } from "./request";

/** True where all of an element is in the window. */
const isInSight = (element: Locator) =>
  element.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** The test of a job from request to receipt (B24), by a client and a plumber on phones, each with a browser of their own. */
export function testJob(site: Site, script: boolean, [clientNumber, number]: [string, string]): void {
  const { origin } = site;

  test("a job from request to receipt: photos, quote, on the way, a higher amount, payment", async () => {
    const { page } = await site.open({ width: 360, script }, `client${clientNumber}@pombi.test`);
    const { page: plumber } = await site.open({ width: 360, script }, `plumber${number}@pombi.test`);
    const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
    /** Sees what the other side did: with script by itself, without it on the next load. */
    const see = async (page: Page, text: string | RegExp) => {
      if (!script) await page.reload();
      await shows(page, text);
    };
    const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

    // The request, with two photos of the problem.
    await page.goto(`/appointment/demoplumber${number}`);
    for (const [index, picture] of [await png(40, 30), await png(30, 40)].entries()) {
      const buffer = Buffer.from(await picture.arrayBuffer());
      const file = { name: `leak-${index}.png`, mimeType: "image/png", buffer };
      await page.locator("input[name=photo]").setInputFiles(file);
      if (!script) await press(page, "Add this photo");
      await expect.poll(() => page.locator("#photos img").count()).toBe(index + 1);
    }
    const loads: string[] = [];
    let sockets = 0;
    /** The causes of a page's loading again: news of others' steps, and a line that was cut meanwhile. */
    const reasons: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().endsWith(".data")) loads.push(request.url());
    });
    page.on("websocket", (socket) => {
      if (sockets++ > 0) reasons.push("a line that was cut");
      socket.on("framereceived", ({ payload }) => {
        if (/"type"(?!.*"step")/.test(String(payload))) reasons.push(String(payload));
      });
    });
    const time = await chooseSlot(page, 6, -1);
    const day = await page.locator("input[name=appointmentDate]").last().inputValue();
    const start = instantOf(day, parseTime(time)!);
    await page.getByLabel("What's the problem?").selectOption("Leak Fixing");
    await giveAddress(page, "Avondale", "4 King George Road");
    await press(page, /^Book/);
    await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
    await shows(page, "Booking successful!");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(`${time}, Leak Fixing`);
    expect(await page.locator("img[src*='job-photos']").count()).toBe(2);
    const id = /bookings\/(\w+)/.exec(page.url())![1]!;
    const ticket = `/client-dashboard/bookings/${id}`;
    const job = `/plumber-dashboard/jobs/${id}`;
    // The plumber sees the suburb and the photos, quotes, and confirms; the client accepts.
    await plumber.goto(job);
    await shows(plumber, "Avondale");
    expect(await plumber.getByText("King George").count()).toBe(0);
    expect(await plumber.locator("img[src*='job-photos']").count()).toBe(2);
    await plumber.getByRole("link", { name: "Write a quote" }).click();
    await plumber.getByLabel("Line 1: item").fill("New tap, fitted");
    await plumber.getByLabel("Line 1: price in US dollars").fill("80");
    await press(plumber, "Send the quote");
    await shows(plumber, /A quote for \$80, sent to/);
    await see(page, "Accept $80");
    await see(page, "New tap, fitted");
    const scripts: string[] = [];
    const noteScript = (request: Request) => void (request.resourceType() === "script" && scripts.push(request.url()));
    page.on("request", noteScript);
    await press(page, "Accept");
    await shows(page, "Agreed by quote");
    // The action's own page isn't shown.
    page.off("request", noteScript);
    if (script) expect(scripts).toEqual([]);
    // The message is on top, the button was far below it.
    await expect.poll(() => isInSight(page.getByText("The quote is accepted."))).toBe(true);
    await see(plumber, "Agreed by quote");
    await press(plumber, "Confirm");
    await shows(plumber, "4 King George Road, Avondale");
    // An act of the other side makes the message old; one's own does not.
    if (script) {
      await page.getByText("The quote is accepted.").waitFor({ state: "detached" });
      expect(await plumber.getByText("The job is confirmed.").count()).toBe(1);
      // One load behind one's own step; the news of it is no reason for another.
      expect(loads.length, `${loads.join(" ")} for ${reasons.join(" ")}`).toBeLessThanOrEqual(1 + reasons.length);
    }

    // The day: on the way, working.
    await atTime(origin, start - 40 * MINUTE, async () => {
      await page.goto(ticket);
      await plumber.goto(job);
      await plumber.getByRole("link", { name: "On the way" }).click();
      await press(plumber, "20 min");
      await shows(plumber, /^We've told .+ that you're on the way\.$/);
      await see(page, /is on the way, arriving about/);
      await press(plumber, "Start");
      await see(page, /is working on it/);
    });

    // Done for more than agreed: the client is asked.
    await atTime(origin, start + HOUR, async () => {
      await page.goto(ticket);
      await plumber.goto(job);
      await plumber.getByRole("link", { name: "Mark Completed" }).click();
      await plumber.getByLabel("Final amount (US$)").fill("95");
      await plumber.getByLabel("What was done").fill("Replaced the tap and a valve.");
      await plumber.getByLabel("Reason for the extra").fill("The valve broke");
      await press(plumber, "Mark Completed");
      await plumber.waitForURL(new RegExp(`${job}$`));
      await see(page, /asks for \$95, \$15 more than agreed/);
      await press(page, "Agree");
      await see(plumber, "agreed to $95");

      // Paid in cash: one records it, the other confirms it, and there is a receipt.
      await page.getByRole("link", { name: "I paid cash" }).click();
      expect(await page.getByLabel("Amount (US$)").inputValue()).toBe("95");
      await press(page, "Record a payment");
      await page.waitForURL(new RegExp(`${ticket}$`));
      await see(plumber, /recorded that \$95 was paid/);
      await press(plumber, "Yes, I got $95");
      await shows(plumber, /PR-\d+/);
      await see(page, /PR-\d+/);
      await page.locator("[aria-current=step]", { hasText: "Paid" }).waitFor({ state: "attached" });
      await page
        .getByRole("link", { name: /PR-\d+/ })
        .first()
        .click();
      await shows(page, "recorded by Pombi. Not a fiscal tax invoice.");

      // Paid, so the plumber cannot take it back.
      await plumber.reload();
      expect(await plumber.getByText("Not done yet").count()).toBe(0);
    });
  });
}
