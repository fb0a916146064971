import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { inDays } from "./support/clock";
import { emailWhere, linkIn, newestEmail, openBrowser, toSecondStep } from "./support/users";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

// What people do in their dashboards, on a phone: texts and lists are read in tests/worker/dashboard-texts.test.ts.

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PASSWORD = "a fine password";
const textOf = async (page: Page) => (await page.locator("main").innerText()).replace(/\s+/g, " ");

test("without script: a new client signs up, finds the rest of the menu behind More, changes the profile and leaves", async () => {
  const { page, context } = await openBrowser(browser, origin, { width: 360, script: false });
  const email = "newest-client@example.test";
  await page.goto("/signup");
  await page.getByLabel("First Name").fill("Newest");
  await page.getByLabel("Last Name").fill("Person");
  await page.getByLabel("Email").fill(email);
  await toSecondStep(page);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await page.getByText("Registration successful!").waitFor();
  await page.goto(linkIn(await newestEmail(origin, email, /Verify your email/)));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Verify and sign in" }).click();
  await page.waitForURL(/dashboard/);

  const bar = page.locator("nav[aria-label=Dashboard]").last();
  expect(await bar.getByRole("link", { name: "Settings" }).isVisible()).toBe(false);
  await bar.getByText("More").click();
  await bar.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();

  await page.goto("/profile");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("First Name").fill("Changed");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Newest Person" }).waitFor();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Phone").fill("0772 000 111");
  await page.getByLabel("Address Line 1").fill("5 Palm Avenue");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Profile updated successfully!").waitFor();
  for (const text of ["+263 77 200 0111", "5 Palm Avenue"]) expect(await textOf(page)).toContain(text);

  await page.goto("/client-dashboard/settings");
  await page.getByText("I want to delete my account").click();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("I understand that this can't be undone.").check();
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByText("Your account is deleted.").waitFor();
  await page.goto("/client-dashboard");
  expect(new URL(page.url()).pathname).toBe("/signin");
  await context.close();
});

test("a plumber with script changes photo and fee, refuses with a reason, and makes a calendar address, all in place", async () => {
  const { page, context, complaints } = await openBrowser(browser, origin, { width: 360, script: true });
  await site.openSession(context, "plumber8@pombi.test");
  await page.goto("/plumber-dashboard/profile");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Photo", { exact: true }).setInputFiles("public/icon-512.png");
  await page.getByLabel("Appointment fee (USD)").fill("nothing");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText("Please enter an amount from 0 to 10,000").waitFor();
  await page.getByText("We've kept your photo.").waitFor();
  await page.getByLabel("Appointment fee (USD)").fill("17.50");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Profile updated successfully!").waitFor();
  expect(await textOf(page)).toContain("$17.50");

  await page.goto("/plumber-dashboard");
  const waiting = page.locator("main li", { has: page.getByRole("link", { name: "Refuse" }) });
  await waiting.first().getByRole("link", { name: "Refuse" }).click();
  await page.getByLabel(/^Why\?/).selectOption("It is too far away");
  await page.getByRole("button", { name: "Yes, refuse" }).click();
  await page.getByText("The request is refused.").waitFor();
  await page.getByText(/^You refused this request: “It is too far away”/).waitFor();

  await page.goto("/plumber-dashboard/calendar");
  await page.getByRole("button", { name: "Create a new link" }).click();
  const address = await page.getByLabel(/^Copy it now/).inputValue();
  const feed = await page.request.get(new URL(address).pathname);
  expect([feed.status(), (await feed.text()).startsWith("BEGIN:VCALENDAR")]).toEqual([200, true]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("another time: proposed without script on one side, seen and accepted live on the other", async () => {
  const client = await openBrowser(browser, origin, { width: 360, script: false });
  await site.openSession(client.context, "client11@pombi.test");
  await client.page.goto("/plumbers?city=Masvingo");
  await client.page.locator("main li h3 a").first().click();
  const name = await client.page.locator("h1").innerText();
  await client.page.locator(".day").last().click();
  await client.page.locator(".slot:not(.not-6)").last().click();
  await describeVisit(client.page);
  await bookButton(client.page).click();
  const ticket = client.page.locator("article", { hasText: name });
  const reference = /PB-\w{6}/.exec(await ticket.innerText())![0];
  const email = await newestEmail(origin, await plumberEmailOf(name), new RegExp("New booking request"));
  const plumber = await openBrowser(browser, origin, { width: 1280, script: true });
  await site.openSession(plumber.context, email.to);
  await plumber.page.goto(`/bookings/${reference}`);
  await plumber.page.getByText(reference).waitFor();

  await ticket.getByText("More", { exact: true }).click();
  await ticket.getByRole("link", { name: "Suggest a new time" }).click();
  await client.page.getByRole("button", { name: "Suggest this time" }).click();
  await client.page.getByText("Please choose a time.").waitFor();
  await client.page.getByText("Another day or time").click();
  await client.page.getByLabel("Date", { exact: true }).fill(inDays(12));
  await client.page.getByLabel("Time", { exact: true }).fill("09:15");
  await client.page.getByRole("button", { name: "Suggest this time" }).click();
  await client.page.getByText(/^We've sent your suggestion to \w+\.$/).waitFor();
  await ticket.getByText(/You suggested another time: .*9:15 am/).waitFor();

  // The plumber's open page hears of it by itself.
  await plumber.page.getByText(/suggests another time: .*9:15 am/).waitFor();
  await plumber.page.getByRole("link", { name: "Answer the new time" }).click();
  await plumber.page.getByRole("button", { name: "Accept the new time" }).click();
  await plumber.page.getByText("The appointment has moved to the new time.").waitFor();
  await plumber.page.locator("section", { hasText: "History" }).getByText("accepted the new time").waitFor();
  await client.page.reload();
  expect(await client.page.getByRole("heading", { level: 1 }).innerText()).toContain("9:15 am");
  expect([...client.complaints, ...plumber.complaints]).toEqual([]);
  await client.context.close();
  await plumber.context.close();
});

/** Whom the mailbox knows by this name. */
async function plumberEmailOf(name: string): Promise<string> {
  const [firstName] = name.split(" ");
  const isTheirs = ({ subject, text }: { subject: string; text: string }) =>
    subject.startsWith("New booking request") && text.includes(firstName!);
  return (await emailWhere(origin, isTheirs, `No request was emailed to ${name}.`)).to;
}
