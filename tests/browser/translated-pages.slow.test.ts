import { expect, test } from "vitest";
import { DASHBOARD_PATHS } from "./support/axe";
import { openLive } from "./support/live";
import { startSite } from "./support/site";
import { soon } from "./support/clock";
import { translate } from "./support/translate";
import { post } from "./support/users";

const site = await startSite({ LIMIT_FACTOR: "20" });

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
