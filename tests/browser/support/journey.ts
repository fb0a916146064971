import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { png } from "../../support/png";
import { HOUR } from "~/domain/time/harare";
import { afterDay, atTime, inDays } from "./clock";
import type { Site } from "./site";
import { linkIn, newestEmail, openBrowser, signIn, toSecondStep, type Device } from "./users";
import { bookButton, describeVisit, giveAddress, lineAt } from "./request";

/** The last free start of the week that is not `skip`ped, chosen as a user does: a day, then a time. */
async function chooseSlot(page: Page, skip: number): Promise<string> {
  await page.locator(".day").last().click();
  const free = page.locator(".slot:not(.not-6)");
  const slot = free.nth((await free.count()) - 1 - skip);
  const time = (await slot.innerText()).trim();
  await slot.click();
  return time;
}

/**
 * The tests of the whole journey: new client and plumber, booking, review, and what either does beside it. `turn` tells
 * the users and times of one device from those of another.
 */
export function testJourney(site: Site, browser: () => Browser, device: Device, turn: number): void {
  const { origin } = site;
  const email = `new-client-${turn}@example.test`;

  test("a visitor finds a plumber, picks a slot, signs up, verifies, signs in and books; the plumber confirms and completes", async () => {
    const client = await openBrowser(browser(), origin, device);
    const { page } = client;

    await page.goto("/");
    await page.getByRole("link", { name: "Harare" }).first().click();
    await page.getByRole("heading", { name: "Plumbers in Harare" }).waitFor();
    await page.getByRole("link", { name: "Tendai Moyo" }).click();
    const time = await chooseSlot(page, turn);
    await describeVisit(page);
    await bookButton(page).click();

    await page.getByText("You must be logged in to book.").waitFor();
    await page.getByText("We've kept your request.").waitFor();
    await page.getByRole("link", { name: "New here? Sign Up" }).click();
    await page.getByLabel("First Name").fill("Tsitsi");
    await page.getByLabel("Last Name").fill("Newcomer");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Phone").fill("077 123 4567");
    await toSecondStep(page);
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByRole("button", { name: "SIGN UP" }).click();
    await page.getByRole("alert").getByText("You must accept the terms and policy.").waitFor();
    expect(await page.getByLabel("First Name").inputValue()).toBe("Tsitsi");
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByLabel("I accept the terms").check();
    await page.getByRole("button", { name: "SIGN UP" }).click();
    await page.getByText("Registration successful! Please check your email to verify your account.").waitFor();
    // Two seconds later the page turns by itself.
    await page.waitForURL(/\/signin/);

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByRole("button", { name: "SIGN IN" }).click();
    await page.getByText("Please verify your email before signing in.").waitFor();

    await page.goto(linkIn(await newestEmail(origin, email, /Verify your email/)));
    await page.getByText(`Account: ${email}`).waitFor();
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Verify and see the request first" }).click();
    await page.getByText("That isn't the password you chose when you signed up.").first().waitFor();
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
    await newestEmail(origin, email, /We have your request/);
    await newestEmail(origin, "plumber@pombi.test", /New booking request/);

    const plumber = await openBrowser(browser(), origin, device);
    await signIn(plumber.page, "plumber@pombi.test");
    await plumber.page.getByText("Sign-in successful!").waitFor();
    await plumber.page.goto("/plumber-dashboard/notifications");
    const request = plumber.page.locator("li", { hasText: "Tsitsi Newcomer" }).filter({ hasText: time });
    await request.getByRole("link", { name: "View" }).click();
    await plumber.page.getByText(reference).waitFor();
    expect(await plumber.page.getByText("12 Test Road").count()).toBe(0);
    expect(await plumber.page.getByText("77 123 4567").count()).toBe(0);
    await plumber.page.getByRole("button", { name: "Confirm" }).click();
    await plumber.page.getByText("The job is confirmed.").waitFor();
    await plumber.page.getByRole("link", { name: "+263 77 123 4567" }).waitFor();
    await plumber.page.getByText("12 Test Road").waitFor();
    expect(await plumber.page.getByRole("button", { name: "Confirm" }).count()).toBe(0);

    await page.reload();
    await lineAt(ticket, "Confirmed").waitFor();
    await newestEmail(origin, email, /Your booking is confirmed/);

    await plumber.page.locator("article").getByText("More", { exact: true }).click();
    await plumber.page.getByRole("link", { name: "Write the report" }).click();
    await plumber.page.getByLabel("What was done").fill("Changed the washer.");
    await plumber.page.getByRole("button", { name: "Save report" }).click();
    await plumber.page.getByText("The report is saved.").waitFor();
    await plumber.page.getByText("Changed the washer.").waitFor();
    // Before the day the page says what the day brings; after the start there is the button.
    await plumber.page.getByText(/On the day you can tell/).waitFor();
    expect(await plumber.page.getByRole("link", { name: "Mark Completed" }).count()).toBe(0);
    await atTime(origin, afterDay(6) + HOUR, async () => {
      await plumber.page.reload();
      await plumber.page.getByRole("link", { name: "Mark Completed" }).click();
      await plumber.page.getByRole("heading", { name: "Finish the job" }).waitFor();
      await plumber.page.getByRole("button", { name: "Mark Completed" }).click();
      await plumber.page.getByText("The job is completed.").waitFor();
    });
    const history = plumber.page.locator("section", { hasText: "History" });
    for (const line of ["sent the request", "confirmed", "finished the job"]) await history.getByText(line).waitFor();
    await page.reload();
    await lineAt(ticket, "Done").waitFor();
    expect(linkIn(await newestEmail(origin, email, /The job is completed/))).toContain("/money/record-payment");

    // Out again, and the dashboard is closed.
    if (device.width < 1024) await plumber.page.locator("header summary").click();
    await plumber.page.getByRole("button", { name: "Logout" }).first().click();
    await plumber.page.getByText("You are signed out.").waitFor();
    await plumber.page.goto("/plumber-dashboard/jobs");
    await plumber.page.waitForURL(/\/signin\?redirectTo/);

    expect(client.complaints).toEqual([]);
    expect(plumber.complaints).toEqual([]);
    await client.context.close();
    await plumber.context.close();
  });

  test("a plumber signs up with a photo and another city, verifies, is approved, and is listed in the directory", async () => {
    const { page, context, complaints } = await openBrowser(browser(), origin, device);
    const address = `new-plumber-${turn}@example.test`;
    await page.goto("/");
    if (device.width < 1024) await page.locator("header summary").first().click();
    await page
      .getByRole("navigation", { name: device.width < 1024 ? "Menu" : "Main" })
      .getByRole("link", { name: "Create Account" })
      .click();
    await page.getByRole("radio", { name: /Plumber/ }).check();
    await page.getByLabel("First Name").fill("Tapiwa");
    await page.getByLabel("Last Name").fill(`Newhand${turn}`);
    await page.getByLabel("Email").fill(address);
    await toSecondStep(page);
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByLabel("Photo", { exact: true }).setInputFiles({
      name: "me.png",
      mimeType: "image/png",
      buffer: Buffer.from(await (await png(300, 300)).arrayBuffer()),
    });
    await page.getByLabel("Speciality", { exact: true }).selectOption("Gas Fitting");
    await page.getByLabel("Experience").fill("5 Years");
    await page.getByLabel("About").fill("Gas and geysers.");
    await page.getByLabel("Appointment fee (USD)").fill("15");
    await page.getByLabel("Address Line 1").fill("1 Station Road");
    await page.getByLabel("City", { exact: true }).selectOption("Other");
    await page.getByLabel("I accept the terms").check();
    await page.getByRole("button", { name: "SIGN UP" }).click();
    // The city is missing: the photo is kept, nobody uploads twice.
    await page.getByRole("alert").getByText("City is required for plumbers.").waitFor();
    await page.getByText("We've kept your photo.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByLabel("Your city").fill("Kwekwe");
    await page.getByRole("button", { name: "SIGN UP" }).click();
    await page.getByText("Registration successful! Please check your email to verify your account.").waitFor();
    await page.goto("/plumbers/kwekwe");
    expect(await page.getByRole("link", { name: `Tapiwa Newhand${turn}` }).count()).toBe(0);
    const link = linkIn(await newestEmail(origin, address, /Verify your email/));
    await page.goto(link);
    await page.getByLabel("Password", { exact: true }).fill("a fine password");
    await page.getByRole("button", { name: "Verify and sign in" }).click();
    await page.waitForURL(/\/plumber-dashboard/);
    await page.getByText("Your email is verified. You're signed in.").waitFor();
    await page.goto(link);
    await page.getByText("Your email is verified.", { exact: true }).waitFor();
    await page.goto("/plumbers/kwekwe");
    expect(await page.getByRole("link", { name: `Tapiwa Newhand${turn}` }).count()).toBe(0);
    const office = await openBrowser(browser(), origin, device);
    await site.openSession(office.context, "admin@pombi.test");
    await office.page.goto("/admin-dashboard/vetting");
    await office.page.getByRole("link", { name: `Tapiwa Newhand${turn}` }).click();
    await office.page.getByRole("link", { name: "Approve" }).click();
    await office.page.getByRole("button", { name: "Yes, approve" }).click();
    await office.page.waitForURL(/\/admin-dashboard\/vetting$/);
    expect(office.complaints).toEqual([]);
    await office.context.close();
    await page.goto("/");
    await page.getByLabel("Where do you need a plumber?").fill("kwekwe");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: `Tapiwa Newhand${turn}` }).click();
    for (const text of ["Gas Fitting · 5 Years", "Gas and geysers.", "Appointment fee: $15", "Kwekwe"])
      await page.getByText(text).first().waitFor();
    const photo = page.getByRole("img", { name: /^Photo of Tapiwa/ });
    // `decode` waits until it is there.
    await photo.evaluate((image) => (image as HTMLImageElement).decode());
    expect(await photo.evaluate((image) => (image as HTMLImageElement).currentSrc)).toMatch(
      /\/photos\/\S+-(160|800)\.webp$/,
    );
    expect(await page.getByText("1 Station Road").count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a client cancels a pending booking after the question, and keeps it by saying no", async () => {
    const { page, context, complaints } = await openBrowser(browser(), origin, device);
    await site.openSession(context, `client${turn + 3}@pombi.test`);
    await page.goto("/plumbers/Chinhoyi");
    await page.getByRole("link", { name: "Prosper Kanda" }).click();
    await chooseSlot(page, turn);
    await describeVisit(page);
    await bookButton(page).click();
    await page.getByText("Booking successful!").waitFor();
    await page.getByRole("link", { name: "Bookings" }).first().click();
    const card = page
      .locator("li", { hasText: "Prosper Kanda" })
      .filter({ has: page.getByRole("link", { name: "Cancel" }) })
      .first();
    await card.getByRole("link", { name: "Cancel" }).click();
    await page.getByText("Are you sure you want to cancel this booking?").waitFor();
    await page.getByRole("link", { name: "No, keep it" }).click();
    const ticket = page.locator("article", { hasText: "Prosper Kanda" });
    await ticket.getByText("More", { exact: true }).click();
    await ticket.getByRole("link", { name: "Cancel the booking" }).click();
    await page.getByRole("button", { name: "Yes, cancel" }).click();
    await page.getByText("The booking is cancelled.").waitFor();
    await lineAt(ticket, "Cancelled").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a plumber refuses a request, another cancels, and marks a booking as seen", async () => {
    const number = [2, 3, 7][turn]!;
    // A request of its own: moving the clock may have let those of the demo town expire.
    const client = await openBrowser(browser(), origin, device);
    await site.openSession(client.context, `client${turn + 10}@pombi.test`);
    await client.page.goto(`/appointment/demoplumber0${number}`);
    await chooseSlot(client.page, turn);
    await describeVisit(client.page);
    await bookButton(client.page).click();
    await client.page.getByText("Booking successful!").waitFor();
    await client.context.close();
    const { page, context, complaints } = await openBrowser(browser(), origin, device);
    await site.openSession(context, `plumber${number}@pombi.test`);
    await page.goto("/plumber-dashboard/notifications");
    const unseen = await page.getByRole("button", { name: "Mark as Seen" }).count();
    expect(unseen).toBeGreaterThan(0);
    const id = await page.getByRole("button", { name: "Mark as Seen" }).first().getAttribute("value");
    await page.getByRole("button", { name: "Mark as Seen" }).first().click();
    await page.locator(`button[value="${id}"]`).waitFor({ state: "detached" });
    await page.goto(`/plumber-dashboard/jobs/${id}`);
    await page.getByRole("link", { name: "Refuse" }).click();
    await page.getByText("Are you sure you want to refuse this request?").waitFor();
    await page.getByRole("button", { name: "Yes, refuse" }).click();
    await page.getByText("The request is refused.").waitFor();
    await page.goto(`/plumber-dashboard/jobs/${id}/cancel`);
    await page.getByText("This is not possible: the booking is refused.").waitFor();
    await page.goto("/plumber-dashboard/jobs/nobody");
    await page.getByText("Job not found.").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a client asks the office for a plumber", async () => {
    const { page, context, complaints } = await openBrowser(browser(), origin, device);
    await site.openSession(context, `client${turn + 6}@pombi.test`);
    await page.goto("/client-dashboard/book");
    await page.getByRole("button", { name: "Book Service" }).click();
    await page.getByRole("alert").getByText("Please fill all required fields.").first().waitFor();
    await page.getByLabel("What's the problem?").selectOption("Drain Cleaning");
    await page.getByLabel("Date").fill(inDays(-1));
    await page.getByLabel("Time").fill("14:15");
    await giveAddress(page, "Avondale, Harare", "3 Borehole Lane");
    await page.getByRole("button", { name: "Book Service" }).click();
    await page.getByRole("alert").getByText("Please choose a date and time in the future.").waitFor();
    expect(await page.getByLabel("Street or landmark").inputValue()).toBe("3 Borehole Lane");
    await page.getByLabel("Date").fill(inDays(20));
    await page.getByRole("button", { name: "Book Service" }).click();
    await page.getByText("Booking request sent!").waitFor();
    const ticket = page.locator("article", { hasText: "3 Borehole Lane" });
    expect(await ticket.innerText()).toContain("To be assigned");
    expect(await ticket.innerText()).toContain("2:15 pm");
    expect(complaints).toEqual([]);
    await context.close();
  });
}
