import { expect, test } from "vitest";
import type { Site } from "./site";
import { linkIn, newestEmail, signIn } from "./users";
import { bookButton, chooseSlot, describeVisit, lineAt } from "./request";

/** The walk of a new client and a plumber, from the home page to a confirmed booking, each on a phone. */
export function testJourney(site: Site, script: boolean): void {
  const { origin } = site;
  const email = "new-client@example.test";
  const device = { width: 360, script };

  test("a visitor finds a plumber, signs up, verifies and books; the plumber signs in and confirms", async () => {
    const { page } = await site.open(device);
    await page.goto("/");
    await page.getByRole("link", { name: "Harare" }).first().click();
    await page.getByRole("heading", { name: "Plumbers in Harare" }).waitFor();
    await page.getByRole("link", { name: "Tendai Moyo" }).click();
    const time = await chooseSlot(page, 6, -1);
    await describeVisit(page);
    await bookButton(page).click();

    await page.getByText("You must be logged in to book.").waitFor();
    await page.getByText("We've kept your request.").waitFor();
    await page.getByLabel("First Name").fill("Tsitsi");
    await page.getByLabel("Last Name").fill("Newcomer");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Phone").fill("077 123 4567");
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByLabel("I accept the terms").check();
    await page.getByRole("button", { name: "SIGN UP" }).click();
    await page.getByText("Registration successful! Please check your email to verify your account.").waitFor();
    await page.goto(linkIn(await newestEmail(origin, email, /send your request/)));
    await page.getByText(`Account: ${email}`).waitFor();
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByRole("button", { name: "Verify and see the request first" }).click();

    // Back where the visitor was going, with the chosen day and time.
    await page.waitForURL(/\/appointment\/.*#book$/);
    await page.getByText("One step left:").waitFor();
    expect(await page.locator("input[name=appointmentTime]:checked").inputValue()).toBe(time);
    expect(await page.getByLabel("Street or landmark").inputValue()).toBe("12 Test Road");
    await bookButton(page).click();
    await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
    await page.getByText("Booking successful!").waitFor();
    const ticket = page.locator("article", { hasText: "Tendai Moyo" });
    await lineAt(ticket, "Sent").waitFor();
    await ticket.getByText(/^Request sent to Tendai\./).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(time);
    const reference = /PB-\w{6}/.exec(await ticket.innerText())?.[0] ?? "none";
    await newestEmail(origin, email, /^Sent to /);
    await newestEmail(origin, "plumber@pombi.test", /New booking request/);

    const { page: plumber } = await site.open(device);
    await signIn(plumber, "plumber@pombi.test");
    await plumber.getByText("Sign-in successful!").waitFor();
    await plumber.goto("/plumber-dashboard/notifications");
    const request = plumber.locator("li", { hasText: "Tsitsi Newcomer" }).filter({ hasText: time });
    await request.getByRole("link", { name: "View" }).click();
    await plumber.getByText(reference).waitFor();
    expect(await plumber.getByText("12 Test Road").count()).toBe(0);
    expect(await plumber.getByText("77 123 4567").count()).toBe(0);
    await plumber.getByRole("button", { name: "Confirm" }).click();
    await plumber.getByText("The job is confirmed.").waitFor();
    await plumber.getByRole("link", { name: "Call +263 77 123 4567" }).waitFor();
    await plumber.getByText("12 Test Road").waitFor();
    expect(await plumber.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    if (!script) await page.reload();
    await lineAt(ticket, "Confirmed").waitFor();
    await newestEmail(origin, email, /Your booking is confirmed/);

    await plumber.locator("header summary").click();
    await plumber.getByRole("button", { name: "Logout" }).first().click();
    await plumber.getByText("You are signed out.").waitFor();
    await plumber.goto("/plumber-dashboard/jobs");
    await plumber.waitForURL(/\/signin\?redirectTo/);
  });
}
