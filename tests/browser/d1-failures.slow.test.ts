import { describe, expect, test } from "vitest";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

const site = await startSite();

const LOST = { "Dev-D1-Fails": "*" };

describe.each([
  ["with script", true],
  ["without script", false],
])("%s, while D1 cannot be reached", (_, script) => {
  test("a transition that fails says what failed, and can be retried once D1 is back", async () => {
    const { page, context } = await site.open({ width: 360, script, mayComplain: true }, "plumber@pombi.test");
    await page.goto("/plumber-dashboard/jobs?show=upcoming");
    // The last one: jobs in progress or late come first, and cannot be cancelled.
    const job = await page.getByRole("link", { name: "View" }).last().getAttribute("href");
    await page.goto(`${job}/cancel`, { waitUntil: "networkidle" });
    await page.getByLabel("In your own words").fill("The car broke down");
    await context.setExtraHTTPHeaders(LOST);
    await page.getByRole("button", { name: "Yes, cancel" }).click();
    await page.getByText("Failed to cancel job").first().waitFor();
    expect(await page.getByText("Failed to fetch").count()).toBe(0);
    await context.setExtraHTTPHeaders({});
    await page.getByRole("button", { name: script ? "Yes, cancel" : "Try again" }).click();
    await page.getByText(/^The job is cancelled\. We've told \w+\.$/).waitFor();
    await page.getByText("The car broke down").first().waitFor();
  });

  test("a booking keeps what was chosen and written, and is made by Try again", async () => {
    const { page, context } = await site.open({ width: 360, script, mayComplain: true }, "client@pombi.test");
    await page.goto("/appointment/demoplumber02");
    await page
      .locator(".day")
      .nth(script ? 4 : 5)
      .click();
    await page
      .locator(`.slot:not(.not-${script ? 4 : 5})`)
      .last()
      .click();
    await describeVisit(page);
    await page.getByLabel("Tell the plumber more").fill("The geyser drips");
    await context.setExtraHTTPHeaders(LOST);
    await bookButton(page).click();
    await page.getByText("Booking failed").waitFor();
    await page.getByText("Times can't be loaded").waitFor();
    await page.getByText("You have chosen").waitFor();
    expect(await page.getByLabel("Tell the plumber more").inputValue()).toBe("The geyser drips");
    await context.setExtraHTTPHeaders({});
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Booking successful!").waitFor();
  });
});
