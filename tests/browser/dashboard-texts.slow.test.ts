import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "./support/browser";
import { inDays } from "./support/clock";
import { emailWhere, linkIn, newestEmail, openBrowser, toSecondStep } from "./support/users";
import { startSite } from "./support/site";
import { bookButton, describeVisit } from "./support/request";

// The texts, lists and constants that the rules give for dashboards and profiles, read off the pages without script at
// 360 px: as someone new finds them, and as someone with work does.

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PASSWORD = "a fine password";

async function signUpAs(role: "client" | "plumber"): Promise<{ page: Page; context: BrowserContext; email: string }> {
  const { page, context } = await openBrowser(browser, origin, { width: 360, script: false });
  const email = `newest-${role}@example.test`;
  await page.goto(`/signup?role=${role}`);
  await page.getByLabel("First Name").fill("Newest");
  await page.getByLabel("Last Name").fill("Person");
  await page.getByLabel("Email").fill(email);
  await toSecondStep(page);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  if (role === "plumber") {
    await page.getByLabel("Photo", { exact: true }).setInputFiles("public/icon-192.png");
    await page.getByLabel("Speciality", { exact: true }).selectOption("Leak Repair");
    await page.getByLabel("Experience").fill("1 Year");
    await page.getByLabel("About").fill("New here.");
    await page.getByLabel("Appointment fee (USD)").fill("0");
    await page.getByLabel("Address Line 1").fill("1 Road");
    await page.getByLabel("City", { exact: true }).selectOption("Gweru");
  }
  await page.getByLabel("I accept the terms").check();
  await page.getByRole("button", { name: "SIGN UP" }).click();
  await page.getByText("Registration successful!").waitFor();
  await page.goto(linkIn(await newestEmail(origin, email, /Verify your email/)));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Verify and sign in" }).click();
  await page.waitForURL(/dashboard/);
  return { page, context, email };
}

const textOf = async (page: Page) => (await page.locator("main").innerText()).replace(/\s+/g, " ");
const figureOf = async (page: Page, label: string) =>
  (await page.locator("dl > div", { hasText: label }).locator("dd").innerText()).trim();
const menuOf = (page: Page) =>
  page
    .locator("aside nav[aria-label=Dashboard] a")
    .evaluateAll((links) => links.map((link) => [link.querySelector("span")?.textContent, link.getAttribute("href")]));

describe("2.6: a new client", () => {
  let page: Page;
  let context: BrowserContext;
  beforeAll(async () => {
    ({ page, context } = await signUpAs("client"));
  });
  afterAll(() => context.close());

  test("the side menu has its eight entries; on a phone four are in the bar, the others behind More", async () => {
    const dashboard = "/client-dashboard";
    expect(await menuOf(page)).toEqual([
      ["Overview", `${dashboard}/overview`],
      ["Bookings", `${dashboard}/bookings`],
      ["Payments", `${dashboard}/payments`],
      ["Messages", `${dashboard}/messages`],
      ["Profile", `${dashboard}/profile`],
      ["Support", `${dashboard}/support`],
      ["Reviews", `${dashboard}/reviews`],
      ["Settings", `${dashboard}/settings`],
    ]);
    const bar = page.locator("nav[aria-label=Dashboard]").last();
    expect(await bar.getByRole("link", { name: "Settings" }).isVisible()).toBe(false);
    await bar.getByText("More").click();
    await bar.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
  });

  test("the overview welcomes by name and counts nothing yet", async () => {
    await page.goto("/client-dashboard/overview");
    await page.getByRole("heading", { name: "Welcome, Newest" }).waitFor();
    for (const label of ["Active Bookings", "Upcoming Appointments", "Unread Messages", "Outstanding Payments"])
      expect(await figureOf(page, label), label).toBe("0");
  });

  test("empty lists say so", async () => {
    await page.goto("/client-dashboard/bookings");
    await page.getByText("No bookings found.").waitFor();
    await page.goto("/client-dashboard/reviews");
    for (const text of [
      "My Ratings & Reviews",
      "You have not reviewed any jobs yet.",
      "No completed jobs left to review!",
    ])
      expect(await textOf(page)).toContain(text);
    await page.goto("/bookings");
    await page.getByRole("heading", { name: "My Bookings" }).waitFor();
    expect(await textOf(page)).toContain("No bookings found.");
    await page.goto("/client-dashboard/messages");
    for (const text of ["Plumbers & Admin", "(Admin)"]) expect(await textOf(page)).toContain(text);
  });

  test("what doesn't exist yet says 'Coming soon'", async () => {
    for (const name of ["payments", "support"]) {
      await page.goto(`/client-dashboard/${name}`);
      await page.getByText("Coming soon").waitFor();
    }
  });

  test("the booking form lists its services, and says what is missing", async () => {
    await page.goto("/client-dashboard/book");
    expect((await page.getByLabel("What's the problem?").locator("option").allInnerTexts()).slice(1)).toEqual([
      "Leak Fixing",
      "Drain Cleaning",
      "Installation",
      "Inspection",
      "Other",
    ]);
    await page.getByRole("button", { name: "Book Service" }).click();
    await page.getByRole("alert").getByText("Please fill all required fields.").first().waitFor();
  });

  test("the profile is shown, changed, and left as it was by Cancel", async () => {
    await page.goto("/profile");
    for (const text of ["Newest Person", "Client", "newest-client@example.test", "Social Media", "My Productions"])
      expect(await textOf(page)).toContain(text);
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
  });

  test("the account is deleted in the end, and with it the way in", async () => {
    await page.goto("/client-dashboard/settings");
    await page.getByText("I want to delete my account").click();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("I understand that this can't be undone.").check();
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByText("Your account is deleted.").waitFor();
    await page.goto("/client-dashboard");
    expect(new URL(page.url()).pathname).toBe("/signin");
  });
});

describe("2.7: a new plumber", () => {
  let page: Page;
  let context: BrowserContext;
  beforeAll(async () => {
    ({ page, context } = await signUpAs("plumber"));
  });
  afterAll(() => context.close());

  test("the sidebar has its entries, and any unknown path is the dashboard", async () => {
    const dashboard = "/plumber-dashboard";
    expect(await menuOf(page)).toEqual([
      ["Dashboard", dashboard],
      ["Jobs", `${dashboard}/jobs`],
      ["Calendar", `${dashboard}/calendar`],
      ["Stats", `${dashboard}/stats`],
      ["Earnings", `${dashboard}/earnings`],
      ["Profile", `${dashboard}/profile`],
      ["Papers", `${dashboard}/papers`],
      ["Settings", `${dashboard}/settings`],
      ["Reviews", `${dashboard}/reviews`],
      ["Notifications", `${dashboard}/notifications`],
      ["Messages", `${dashboard}/messages`],
    ]);
    await page.goto(`${dashboard}/any/unknown/path`);
    await page.getByRole("heading", { name: "Welcome, Newest" }).waitFor();
  });

  test("the dashboard: figures of nothing, two decimals, a completion rate of 0, the card with N/A", async () => {
    await page.goto("/plumber-dashboard");
    const figures = await Promise.all(
      ["Total Jobs", "Completed Jobs", "Completion Rate", "Average Rating", "Total Reviews"].map((label) =>
        figureOf(page, label),
      ),
    );
    expect(figures).toEqual(["0", "0", "0%", "0.00", "0"]);
    for (const text of [
      "No recent reviews yet.",
      "Gweru",
      "Leak Repair",
      "1 Year",
      "newest-plumber@example.test",
      "N/A",
    ])
      expect(await textOf(page)).toContain(text);
  });

  test("empty pages say so", async () => {
    for (const [path, ...texts] of [
      ["jobs", "My Jobs"],
      ["jobs/nobody", "Job not found."],
      ["calendar", "Your calendar will appear here."],
      ["stats", "Stats"],
      ["reviews", "Client Reviews & Ratings", "You have not received any reviews yet."],
      ["notifications", "Unseen Bookings", "No new bookings."],
      ["messages", "Clients & Admin"],
      ["settings", "Settings"],
      ["profile", "plumber User", "$0", "Social Media", "My Productions"],
    ] as const) {
      await page.goto(`/plumber-dashboard/${path}`);
      for (const text of texts) expect(await textOf(page), path).toContain(text);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/plumber-dashboard/messages");
    await page.getByText("Select a client or admin to chat.").waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
  });
});

describe("2.7: a plumber with script", () => {
  test("changes photo and fee, refuses with a reason, and makes a calendar address, all in place", async () => {
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

describe("2.7: a plumber with work", () => {
  test("figures, jobs by part, the week, stats with their table, reviews with two decimals", async () => {
    const { page, context } = await openBrowser(browser, origin, { width: 360, script: false });
    await site.openSession(context, "plumber5@pombi.test");
    await page.goto("/plumber-dashboard");
    expect(await figureOf(page, "Average Rating")).toMatch(/^\d\.\d\d$/);
    expect(await figureOf(page, "Completion Rate")).toMatch(/^\d+%$/);
    await page.goto("/plumber-dashboard/jobs");
    for (const filter of ["Upcoming", "Past", "Cancelled"]) {
      await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: filter }).click();
      await page.locator("nav[aria-label=Show] [aria-current=true]", { hasText: filter }).waitFor();
    }
    await page.goto("/plumber-dashboard/calendar");
    const week = await page.locator("main ol > li h2").allInnerTexts();
    expect(week).toHaveLength(7);
    expect(week[0]).toMatch(/^Mon/);
    await page.getByRole("link", { name: "Next week" }).click();
    await page.waitForURL(/week=\d{4}-\d\d-\d\d/);
    await page.goto("/plumber-dashboard/stats");
    expect(await page.locator("main tbody tr").count()).toBe(8);
    await context.close();
  });
});
