import { describe, expect, test } from "vitest";
import { users } from "~/db/schema";
import { LOCAL_ACCOUNT } from "../../scripts/paynow/paynow-server";
import { DASHBOARD_PATHS, findViolations, PUBLIC_PATHS } from "./support/axe";
import { soon } from "./support/clock";
import { openLive } from "./support/live";
import { startSite } from "./support/site";
import { translate } from "./support/translate";
import { post } from "./support/users";

// Someone to pay at, so that the pages of money are there; no one pays here.
const site = await startSite({
  LIMIT_FACTOR: "20",
  PAYNOW_ID: LOCAL_ACCOUNT.id,
  PAYNOW_KEY: LOCAL_ACCOUNT.key,
  PAYNOW_ORIGIN: "http://127.0.0.1:9",
});

// No one's name makes a page wider than the screen.
const name = "W".repeat(26);
await (await site.openDatabase()).update(users).set({ firstName: name, lastName: name });

describe.concurrent("axe finds nothing, and no page is wider than the screen:", () => {
  test.for([360, 1280])("the public pages at %i px", async (width, { expect }) => {
    expect(await findViolations(site, PUBLIC_PATHS, { width })).toEqual([]);
  });

  test("the public pages without script", async ({ expect }) => {
    expect(await findViolations(site, PUBLIC_PATHS, { width: 360, script: false })).toEqual([]);
  });

  const dashboards = [360, 1280].flatMap((width) =>
    Object.entries(DASHBOARD_PATHS).map(([as, paths]) => [as, width, paths] as const),
  );
  test.for(dashboards)("the dashboard of %s at %i px", async ([as, width, paths], { expect }) => {
    expect(await findViolations(site, paths, { width, as })).toEqual([]);
  });
});

test.each(Object.entries(DASHBOARD_PATHS))(
  "each page of %s survives its translation while a message arrives, and keeps what is typed",
  async (email, paths) => {
    const writer = email.startsWith("admin") ? "client8@pombi.test" : "admin@pombi.test";
    const to = { client: "democlient01", plumber: "demoplumber01" }[email.split("@")[0]!] ?? "demoadmin";
    const { context } = await site.open({ width: 360, script: true }, writer);
    const { page, complaints } = await openLive(site, 1280, email, paths[0]!);
    for (const [turn, path] of paths.entries()) {
      await page.goto(path, { waitUntil: "networkidle" });
      // Pages without script have nothing to break.
      if (!(await page.evaluate(() => "__remixContext" in window))) continue;
      const heading = await page.locator("h1, h2").first().innerText();
      const text = page.locator("main textarea:visible, main input[type=text]:visible").first();
      const isForm = (await text.count()) > 0;
      if (isForm) await text.fill("Half a senten");
      await translate(page);
      const message = { id: `translated-${to}-${turn}`, content: `Translated ${turn}` };
      await post(context, site.origin, `/messages/${to}`, message);
      // Everything that the page shows is drawn again.
      await page.evaluate(() => window.__remixRouter.revalidate());
      await expect.poll(() => page.evaluate(() => window.__remixRouter.state.revalidation), soon).toBe("idle");
      expect([path, complaints, await page.locator("h1, h2").first().innerText()]).toEqual([path, [], heading]);
      if (isForm) expect([path, await text.inputValue()]).toEqual([path, "Half a senten"]);
    }
  },
);
