import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { bookButton } from "./support/request";
import { startSite } from "./support/site";
import { linkIn, newestEmail } from "./support/users";

const site = await startSite();
const { origin } = site;

test.each([true, false])(
  "from the home page a new visitor sends a request with nine taps and seven fields, script: %s",
  async (script) => {
    const { page } = await site.open({ width: 360, script });
    const email = `first-${script}@example.test`;
    let taps = 0;
    let fields = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    const fill = async (label: string, text: string) => {
      fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    };

    await page.goto("/");
    await tap(page.getByRole("link", { name: /^Blocked drain/ }));
    await tap(page.locator("main li h3 a").first());
    await page.getByRole("heading", { name: "Choose day and time" }).waitFor();
    await fill("Suburb", "Avondale");
    await fill("Street or landmark", "1 New Street");
    await tap(bookButton(page));
    await tap(page.getByRole("link", { name: "New here? Sign Up" }));
    await fill("First Name", "Nyarai");
    await fill("Last Name", "Newcomer");
    await fill("Email", email);
    await tap(page.locator("summary", { hasText: "Continue" }));
    await fill("Password", "a fine password");
    await tap(page.getByLabel("I accept the terms"));
    await tap(page.getByRole("button", { name: "SIGN UP" }));
    await page.getByText("Registration successful!").waitFor();
    taps += 1;
    await page.goto(linkIn(await newestEmail(origin, email, /Verify your email/)));
    await fill("Password", "a fine password");
    await tap(page.getByRole("button", { name: "Verify and send the request" }));
    await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
    await page.getByText("Booking successful!").waitFor();

    expect([taps, fields]).toEqual([9, 7]);
  },
);
