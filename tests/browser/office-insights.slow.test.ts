import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;

test.each([
  { script: true, width: 1280 },
  { script: false, width: 360 },
])(
  "each chart of Insights says what it shows and has its figures as a table; all are a file (script: $script, $width px)",
  async ({ script, width }) => {
    const { page, context } = await site.open({ width, script, mayComplain: true });
    await site.openSession(context, "admin@pombi.test", "earlier");
    await page.goto("/admin-dashboard/insights");
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
  },
);
