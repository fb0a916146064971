import type { Browser, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { HOUR, instantOf, MINUTE, parseTime } from "~/domain/time/harare";
import { png } from "../../support/png";
import { atTime } from "./clock";
import type { Site } from "./site";
import { openBrowser } from "./users";
import { giveAddress } from "./request";

/** The id of the booking whose ticket a page shows. */
const bookingIn = (page: Page) => /bookings\/(\w+)/.exec(page.url())![1]!;

/** Whether all of an element is in the window. */
const isInSight = (element: Locator) =>
  element.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** What a page prints takes one sheet of A4. */
async function expectOnePage(page: Page): Promise<void> {
  const paper = await page.pdf({ format: "A4" });
  expect(paper.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
}

/** The test of a job from request to receipt (B24), by a client and a plumber on phones, each with a browser of their own. */
export function testJob(
  site: Site,
  browser: () => Browser,
  script: boolean,
  [clientNumber, number]: [string, string],
): void {
  const { origin } = site;
  const clientEmail = `client${clientNumber}@pombi.test`;
  const plumberEmail = `plumber${number}@pombi.test`;

  test("a job from request to receipt: photos, quote, on the way, a higher amount, payment, review", async () => {
    const [client, plumber] = await Promise.all([
      openBrowser(browser(), origin, { width: 360, script }),
      openBrowser(browser(), origin, { width: 360, script }),
    ]);
    await site.openSession(client.context, clientEmail);
    await site.openSession(plumber.context, plumberEmail);
    /** Sees what the other side did: with script by itself, without it on the next load. */
    const see = async (page: Page, text: string | RegExp) => {
      if (!script) await page.reload();
      await page.getByText(text).first().waitFor();
    };
    const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

    // The request, with two photos of the problem.
    const { page } = client;
    await page.goto(`/appointment/demoplumber${number}`);
    for (const [index, picture] of [await png(40, 30), await png(30, 40)].entries()) {
      await page.locator("input[name=photo]").setInputFiles({
        name: `leak-${index}.png`,
        mimeType: "image/png",
        buffer: Buffer.from(await picture.arrayBuffer()),
      });
      if (!script) await press(page, "Add this photo");
      await expect.poll(() => page.locator("img[src*='job-photos']").count()).toBe(index + 1);
    }
    await page.locator(".day").last().click();
    const slot = page.locator(".slot:not(.not-6)").last();
    const time = (await slot.innerText()).trim();
    const day = await page.locator("input[name=appointmentDate]").last().inputValue();
    const start = instantOf(day, parseTime(time)!);
    await slot.click();
    await page.getByLabel("What's the problem?").selectOption("Leak Fixing");
    await giveAddress(page, "Avondale", "4 King George Road");
    await press(page, /^Book/);
    await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
    await page.getByText("Booking successful!").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(`${time}, Leak Fixing`);
    expect(await page.locator("img[src*='job-photos']").count()).toBe(2);
    const id = bookingIn(page);
    const ticket = `/client-dashboard/bookings/${id}`;
    const job = `/plumber-dashboard/jobs/${id}`;
    // The plumber sees the suburb and the photos, quotes, and confirms; the client accepts.
    await plumber.page.goto(job);
    await plumber.page.getByText("Avondale").first().waitFor();
    expect(await plumber.page.getByText("King George").count()).toBe(0);
    expect(await plumber.page.locator("img[src*='job-photos']").count()).toBe(2);
    await plumber.page.getByRole("link", { name: "Write a quote" }).click();
    await plumber.page.getByLabel("Line 1: item").fill("New tap, fitted");
    await plumber.page.getByLabel("Line 1: price in US dollars").fill("80");
    await press(plumber.page, "Send the quote");
    await plumber.page
      .getByText(/A quote for \$80, sent to/)
      .first()
      .waitFor();
    await see(page, "Answer the quote");
    await see(page, "New tap, fitted");
    await press(page, "Accept");
    await page.getByText("Agreed by quote").waitFor();
    // The message stands above, the button was far below it.
    await expect.poll(() => isInSight(page.getByText("The quote is accepted."))).toBe(true);
    await see(plumber.page, "Agreed by quote");
    await press(plumber.page, "Confirm");
    await plumber.page.getByText("4 King George Road, Avondale").waitFor();
    // What the other side has done since makes the message old; what one has just done oneself does not.
    if (script) {
      await page.getByText("The quote is accepted.").waitFor({ state: "detached" });
      expect(await plumber.page.getByText("The job is confirmed.").count()).toBe(1);
    }

    // The day: on the way, working.
    await atTime(origin, start - 40 * MINUTE, async () => {
      await page.goto(ticket);
      await plumber.page.goto(job);
      await plumber.page.getByRole("link", { name: "On the way" }).click();
      await press(plumber.page, "20 min");
      await plumber.page.getByText(/^We've told .+ that you're on the way\.$/).waitFor();
      await see(page, /is on the way, arriving about/);
      // Someone who changes their mind: a long history.
      await plumber.page.evaluate(async (job) => {
        for (let time = 0; time < 6; time++)
          for (const intent of ["not-on-the-way", "on-the-way"])
            await fetch(job, { method: "POST", body: new URLSearchParams({ intent }) });
      }, job);
      await press(plumber.page, "Start");
      await see(page, /is working on it/);
    });

    // Done for more than agreed: the client is asked.
    await atTime(origin, start + HOUR, async () => {
      await page.goto(ticket);
      await plumber.page.goto(job);
      await plumber.page.getByRole("link", { name: "Mark Completed" }).click();
      await plumber.page.getByLabel("Final amount (US$)").fill("95");
      await plumber.page.getByLabel("What was done").fill("Replaced the tap and a valve.");
      await press(plumber.page, "Mark Completed");
      await plumber.page.getByRole("alert").first().waitFor();
      expect(await plumber.page.getByLabel("What was done").inputValue()).toBe("Replaced the tap and a valve.");
      await plumber.page.getByLabel("Reason for the extra").fill("The valve broke");
      await press(plumber.page, "Mark Completed");
      await plumber.page.waitForURL(new RegExp(`${job}$`));
      await see(page, /asks for \$95, \$15 more than agreed/);
      await press(page, "Agree");
      await see(plumber.page, "agreed to $95");

      // Paid in cash: one records it, the other confirms it, and there is a receipt.
      await page.getByRole("link", { name: "Record a payment" }).first().click();
      await page.getByLabel("Amount (US$)").fill("95");
      await page.getByLabel("How was it paid?").selectOption("cash");
      await press(page, "Record a payment");
      await page.waitForURL(new RegExp(`${ticket}$`));
      await see(plumber.page, /recorded that \$95 was paid/);
      await press(plumber.page, "Yes, I got it");
      await plumber.page
        .getByText(/PR-\d+/)
        .first()
        .waitFor();
      await see(page, /PR-\d+/);
      await page.locator("[aria-current=step]", { hasText: "Paid" }).waitFor({ state: "attached" });
      await page
        .getByRole("link", { name: /PR-\d+/ })
        .first()
        .click();
      await page.getByText("recorded by Pombi. Not a fiscal tax invoice.").waitFor();
      await expectOnePage(page);

      // Paid, so the plumber cannot take it back; the client reviews.
      await plumber.page.reload();
      expect(await plumber.page.getByText("Not done yet").count()).toBe(0);
      for (const side of [plumber.page, page]) {
        await side.goto(side === page ? ticket : job);
        expect(await side.locator(".history li").count()).toBeGreaterThanOrEqual(20);
        await expectOnePage(side);
      }
      await page.getByRole("link", { name: "Leave a review" }).click();
      await page.getByLabel("Rating").first().selectOption("5");
      await press(page, "Submit review");
      await page.getByText("Review submitted!").waitFor();
    });

    expect([...client.complaints, ...plumber.complaints]).toEqual([]);
    await client.context.close();
    await plumber.context.close();
  });

  test("what is late or missed: a late cancellation, a visit that nobody made, and a job taken back within ten minutes", async () => {
    const { page, context, complaints } = await openBrowser(browser(), origin, { width: 360, script });
    await site.openSession(context, plumberEmail);
    const own = await openBrowser(browser(), origin, { width: 360, script });
    await site.openSession(own.context, clientEmail);
    const book = async (day: number): Promise<{ id: string; start: number }> => {
      await own.page.goto(`/appointment/demoplumber${number}`);
      await own.page.locator(".day").nth(day).click();
      const slot = own.page.locator(`.slot:not(.not-${day})`).first();
      const date = await own.page.locator("input[name=appointmentDate]").nth(day).inputValue();
      const start = instantOf(date, parseTime((await slot.innerText()).trim())!);
      await slot.click();
      await own.page.getByLabel("What's the problem?").selectOption("Leak Fixing");
      await giveAddress(own.page, "Avondale", "4 King George Road");
      await own.page.getByRole("button", { name: /^Book/ }).click();
      await own.page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
      const id = bookingIn(own.page);
      await page.goto(`/plumber-dashboard/jobs/${id}`);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("The job is confirmed.").waitFor();
      return { id, start };
    };
    const more = (of: Page) => of.locator("article summary", { hasText: "More" }).click();

    // "Not done yet" is there for ten minutes, and not a minute longer.
    const done = await book(3);
    await atTime(origin, done.start + HOUR, async () => {
      await page.goto(`/plumber-dashboard/jobs/${done.id}/finish`);
      await page.getByRole("button", { name: "Mark Completed" }).click();
      await page.getByText("The job is completed.").waitFor();
    });
    await atTime(origin, done.start + HOUR + 11 * MINUTE, async () => {
      await page.goto(`/plumber-dashboard/jobs/${done.id}`);
      expect(await page.getByText("Not done yet").count()).toBe(0);
    });
    await atTime(origin, done.start + HOUR + 5 * MINUTE, async () => {
      await page.goto(`/plumber-dashboard/jobs/${done.id}`);
      await more(page);
      await page.getByRole("button", { name: "Not done yet" }).click();
      await page.getByText("The job goes on.").waitFor();
      expect(await page.getByRole("link", { name: "Nobody was there" }).isVisible()).toBe(false);
    });

    // A cancellation an hour before the start is late; it can be made all the same.
    const late = await book(4);
    await atTime(origin, late.start - HOUR, async () => {
      await own.page.goto(`/client-dashboard/bookings/${late.id}/cancel`);
      await own.page.getByText(/marked as late/).waitFor();
      await own.page.getByRole("button", { name: "Yes, cancel" }).click();
      await own.page.getByText("The booking is cancelled.").waitFor();
    });

    // Nobody came: said half an hour after the start, taken back and said again, and the money waits for the office.
    const missed = await book(5);
    const ticket = `/client-dashboard/bookings/${missed.id}`;
    const claim = own.page.getByRole("link", { name: "The plumber didn't come" });
    await atTime(origin, missed.start + 29 * MINUTE, async () => {
      await own.page.goto(ticket);
      expect(await claim.count()).toBe(0);
    });
    await atTime(origin, missed.start + 31 * MINUTE, async () => {
      const say = async () => {
        await own.page.goto(ticket);
        await more(own.page);
        await claim.click();
        await own.page.getByText("Only late?").waitFor();
        await own.page.getByRole("button", { name: "Yes, the plumber didn't come" }).click();
        await own.page.getByText(/^You told us that .* No payment is due\./).waitFor();
        expect(await claim.count()).toBe(0);
      };
      await say();
      await more(own.page);
      await own.page.getByRole("button", { name: "The plumber came after all" }).click();
      await own.page.getByText("Taken back.").waitFor();
      expect(await own.page.getByText("No payment is due.").count()).toBe(0);
      await say();
    });
    const office = await openBrowser(browser(), origin, { width: 1280, script });
    await site.openSession(office.context, "admin@pombi.test");
    await office.page.goto("/admin-dashboard/disputes");
    const said = office.page.getByText(/said that the plumber didn't come/);
    await office.page.getByRole("row").filter({ has: said }).getByRole("link").first().click();
    await office.page.getByRole("link", { name: "Decide about the missed visit" }).waitFor();
    await said.first().waitFor();
    for (const side of [{ complaints, context }, own, office]) {
      expect(side.complaints).toEqual([]);
      await side.context.close();
    }
  });
}
