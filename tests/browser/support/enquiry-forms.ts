import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBrowser, type Device } from "./users";

const FORMS = [
  ["/", "home"],
  ["/", "appointment"],
  ["/contact", "contact"],
  ["/service-details", "quote"],
] as const;
/** What has the focus, and where it is on the screen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { top, bottom } = element.getBoundingClientRect();
    return { text: element.innerText.trim(), inView: top >= 0 && bottom <= innerHeight, top: Math.round(top) };
  });

/** The tests of the public forms on one device. */
export function testEnquiryForms(origin: string, browser: () => Browser, device: Device): void {
  test.each(FORMS)(
    "on %s the form %s says at its own place what is missing, then that it was sent",
    async (path, id) => {
      const { page, context, complaints } = await openBrowser(browser(), origin, device);
      await page.goto(path);
      const form = page.locator(`form#${id}`);
      // Forms that share a page are folded.
      if (path === "/") await page.locator("details", { has: form }).locator("summary").click();
      await form.getByLabel("Name").fill("Rudo");
      await form.locator("button").click();

      await page.locator(`#${id}-problem`).waitFor();
      // The browser scrolls there a moment after it has drawn the page.
      await expect
        .poll(() => focused(page))
        .toMatchObject({ text: expect.stringContaining("Email is required"), inView: true });
      expect(await page.title()).toMatch(/^Error: /);
      expect(await form.getByLabel("Name").inputValue()).toBe("Rudo");

      await form.getByLabel("Email").fill(`${id}-${device.width}-${device.script}@example.test`);
      if (id === "home") await form.getByLabel("Subject").fill("Pipes");
      await form.getByLabel("Message").fill("Hello there");
      await form.locator("button").click();

      await page.getByText("Your message has been sent!").waitFor();
      await expect
        .poll(() => focused(page))
        .toMatchObject({ text: expect.stringContaining("Your message has been sent!"), inView: true });
      expect(await page.getByText("Your message has been sent!").count()).toBe(1);
      expect(await form.count()).toBe(0);

      await page.getByRole("link", { name: "Write another message" }).click();
      await form.waitFor({ state: "attached" });
      expect(await form.getByLabel("Name").inputValue()).toBe("");
      expect(await form.isVisible()).toBe(path !== "/");
      expect(await page.getByText("Your message has been sent!").count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}
