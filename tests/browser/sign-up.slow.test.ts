import { bookButton } from "./support/request";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";
import { giveCredentials, linkIn, newestEmail, sendMessage, toNextStep } from "./support/users";

const site = await startSite();
const { origin } = site;

test("sign-up keeps each answer on the way there and back, opens at a mistake, and returns no password", async () => {
  const { page } = await site.open({ width: 360, script: true });
  await page.goto("/signup");
  await toNextStep(page);
  const password = page.getByLabel("Password", { exact: true });
  expect(await password.isVisible()).toBe(false);
  await page.getByLabel("First Name").fill("Tsitsi");
  await page.getByLabel("Last Name").fill("Moyo");
  await page.getByLabel("Email").fill("tsitsi@example");
  await toNextStep(page);
  expect(await page.getByLabel("First Name").isVisible()).toBe(false);
  await password.fill("a fine password");
  const heading = page.getByRole("heading", { name: "Your account" });
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
  await page.locator("summary", { hasText: "Change" }).filter({ visible: true }).click();
  expect(await page.getByLabel("First Name").inputValue()).toBe("Tsitsi");
  expect(await password.isVisible()).toBe(false);
  await toNextStep(page);
  expect(await password.inputValue()).toBe("a fine password");
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "SIGN UP" }).click();

  await page.getByRole("alert").getByText("Please enter a valid email address.").waitFor();
  expect(await page.content()).not.toContain("a fine password");
  expect(page.url()).not.toContain("password");
  expect(await page.getByLabel("Last Name").inputValue()).toBe("Moyo");
  await toNextStep(page);
  expect(await page.getByLabel("I accept the terms").isChecked()).toBe(true);
});

test("the menus of public pages have a button that closes them, mark the page, and close by Escape", async () => {
  const phone = await site.open({ width: 360, script: true });
  await phone.page.goto("/blog/1");
  const menu = phone.page.getByRole("navigation", { name: "Menu" });
  const button = phone.page.locator("header summary").first();
  await button.click();
  expect(await menu.locator("[aria-current=page]").innerText()).toBe("Blog");
  await phone.page.getByRole("img", { name: "Close the menu" }).click();
  expect(await menu.isVisible()).toBe(false);
  await button.click();
  await phone.page.keyboard.press("Escape");
  expect(await menu.isVisible()).toBe(false);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  const desk = await site.open({ width: 1280, script: true }, "client@pombi.test");
  await desk.page.goto("/contact");
  const main = desk.page.getByRole("navigation", { name: "Main" });
  expect(await main.locator("[aria-current=page]").innerText()).toBe("Contact");
  await main.locator("summary").click();
  await main.getByText("My Profile").waitFor();
  await desk.page.keyboard.press("Escape");
  expect(await main.getByText("My Profile").isVisible()).toBe(false);
});

test.each([true, false])(
  "a new visitor sends a request from the home page with eight taps and seven fields, script: %s",
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
    await tap(page.getByRole("navigation", { name: "Cities" }).getByRole("link", { name: "Harare" }));
    await tap(page.locator("main li h3 a").first());
    await page.getByRole("heading", { name: "Choose day and time" }).waitFor();
    await fill("Suburb", "Avondale");
    await fill("Street or landmark", "1 New Street");
    await tap(bookButton(page));
    await fill("First Name", "Nyarai");
    await fill("Last Name", "Newcomer");
    await fill("Email", email);
    await fill("Password", "a fine password");
    await tap(page.getByLabel("I accept the terms"));
    await tap(page.getByRole("button", { name: "SIGN UP" }));
    await page.getByText("Registration successful!").waitFor();
    taps += 1;
    await page.goto(linkIn(await newestEmail(origin, email, /send your request/)));
    await fill("Password", "a fine password");
    await tap(page.getByRole("button", { name: "Verify and send the request" }));
    await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
    await page.getByText("Booking successful!").waitFor();

    expect([taps, fields]).toEqual([8, 7]);
  },
);

test.each<{ script: boolean; plumber: string; answers: string; asks: string }>([
  { script: true, plumber: "demoplumber07", answers: "plumber7@pombi.test", asks: "client3@pombi.test" },
  { script: false, plumber: "demoplumber08", answers: "plumber8@pombi.test", asks: "client4@pombi.test" },
])(
  "a visitor's question survives sign-in and is answered, script: $script",
  async ({ script, plumber, answers, asks }) => {
    const { page: client } = await site.open({ width: 360, script });
    await client.goto(`/appointment/${plumber}`);
    await client.getByRole("link", { name: /^Ask / }).first().click();
    await client.getByLabel("Your question").fill("Do you fit solar geysers?");
    await client.getByRole("button", { name: "Sign in and send" }).click();
    await client.waitForURL(/signup/);
    const toSignIn = client.locator("main a", { hasText: /^Sign in$/i });
    await toSignIn.filter({ visible: true }).click();
    await client.waitForURL(/signin/);
    await giveCredentials(client, asks);
    await client.waitForURL(/\/ask$/);
    expect(await client.getByLabel("Your question").inputValue()).toBe("Do you fit solar geysers?");
    await client.getByRole("button", { name: "Send question" }).click();
    await client.waitForURL(/\/client-dashboard\/messages\//);

    const { page: answerer } = await site.open({ width: 360, script }, answers);
    await answerer.goto("/plumber-dashboard/messages");
    await answerer.getByText("Do you fit solar geysers?").first().click();
    await sendMessage(answerer, "Yes, since 2019.");
    const isAnswered = async () => {
      await client.goto("/client-dashboard/messages");
      return client.getByText("Yes, since 2019.").first().isVisible();
    };
    await expect.poll(isAnswered, { timeout: 10_000 }).toBe(true);
  },
);
