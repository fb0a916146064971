import { describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;

describe.each([
  { script: true, width: 1280 },
  { script: false, width: 360 },
])("with script: $script, at $width px", ({ script, width }) => {
  async function office(path: string) {
    const side = await site.open({ width, script, mayComplain: true });
    await site.openSession(side.context, "admin@pombi.test", "earlier");
    await side.page.goto(path);
    return side;
  }

  test("each chart of Insights says what it shows and has its figures as a table; all of them are a file", async () => {
    const { page, context } = await office("/admin-dashboard/insights");
    const charts = page.locator("main section:has(> svg[role=img])");
    await charts.first().waitFor();
    const number = await charts.count();
    expect(number).toBeGreaterThanOrEqual(8);
    for (const chart of await charts.all()) {
      const title = await chart.locator("h3").innerText();
      expect(await chart.getByRole("img", { name: title }).locator("desc").textContent()).toContain("weeks before");
      await chart.locator("summary").click();
      expect(await chart.locator("tbody tr").count()).toBeGreaterThan(1);
    }
    await page.getByRole("navigation", { name: "Weeks" }).getByRole("link", { name: "4 weeks", exact: true }).click();
    await page.waitForURL("**/insights?weeks=4");
    await page.getByRole("navigation", { name: "City" }).getByRole("link", { name: "Harare" }).click();
    await page.waitForURL("**/insights?weeks=4&city=harare");
    await page.getByRole("heading", { name: "Requests by city" }).waitFor({ state: "detached" });
    const path = await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href");
    const file = await context.request.get(origin + path!);
    expect(file.headers()["content-disposition"]).toContain("insights-4-weeks");
    expect((await file.text()).split("\r\n")[0]).toContain("week,city,service,requested");
  });

  test("a setting shows what it is; to change who is listed asks who they are, and says who changed it", async () => {
    const { page, complaints } = await office("/admin-dashboard/settings");
    const row = page.locator("details#approval");
    const summary = row.locator("> summary");
    await summary.click();
    const choice = script ? "New plumbers are listed as soon" : "Our office approves new plumbers";
    await row.getByRole("radio", { name: choice }).check();
    await row.getByRole("button", { name: "Save" }).click();
    const password = row.getByLabel("Password", { exact: false });
    await password.waitFor();
    await password.fill(DEMO_PASSWORD);
    await row.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved and logged.").waitFor();
    const now = script ? "Listed at once" : "Listed once our office has approved them";
    await expect.poll(() => summary.innerText()).toContain(now);
    expect(await summary.innerText()).toContain("changed it");

    const emails = page.locator("details#email-frame");
    await emails.locator("> summary").click();
    await emails.getByLabel("Greeting").fill("See www.example.test");
    await emails.getByRole("button", { name: "Save" }).click();
    await emails.getByText("Please write plain words, without links.").first().waitFor();
    expect(await emails.getByLabel("Greeting").inputValue()).toBe("See www.example.test");
    // The refused form answers 403, the wrong one 400.
    expect(complaints.filter((complaint) => !/40[03]/.test(complaint))).toEqual([]);
  });
});
