import { inDays } from "./support/clock";
import { signIn as signInToApi } from "../../docs/api-client";
import { expect, test } from "vitest";
import { linkIn, newestEmail, toSecondStep, PASSWORD, registerClient, signIn } from "./support/users";
import { startSite } from "./support/site";

// The acts of people in their dashboards, on a phone: texts and lists are read in tests/worker/dashboard-texts.test.ts.

const site = await startSite();
const { origin } = site;

test("a plumber signs up with a photo and another city, verifies, and is listed once approved", async () => {
  const device = { width: 360, script: true };
  const { page } = await site.open(device);
  const address = "new-plumber@example.test";
  const own = page.getByRole("link", { name: "Tapiwa Newhand" });
  await page.goto("/");
  await page.locator("header summary").first().click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Create Account" }).click();
  await page.getByRole("radio", { name: /Plumber/ }).check();
  await page.getByLabel("First Name").fill("Tapiwa");
  await page.getByLabel("Last Name").fill("Newhand");
  await page.getByLabel("Email").fill(address);
  await toSecondStep(page);
  await page.getByLabel("Photo", { exact: true }).setInputFiles("public/icon-512.png");
  await page.getByLabel("Speciality", { exact: true }).selectOption("Gas Fitting");
  await page.getByLabel("Experience").fill("5 Years");
  await page.getByLabel("About").fill("Gas and geysers.");
  await page.getByLabel("Visit fee (US$)").fill("15");
  await page.getByLabel("Address Line 1").fill("1 Station Road");
  await page.getByLabel("City", { exact: true }).selectOption("Other");
  await page.getByLabel("I accept the terms").check();
  for (const city of ["", "Kwekwe"]) {
    await page.getByLabel("Your city").fill(city);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "SIGN UP" }).click();
    // The photo is kept: no one uploads twice.
    if (!city) await page.getByText("We've kept your photo.").waitFor();
  }
  await page.getByText("Registration successful!").waitFor();
  await page.goto(linkIn(await newestEmail(origin, address, /Verify your email/)));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Verify and sign in" }).click();
  await page.waitForURL(/\/plumber-dashboard/);
  await page.getByText("Your email is verified. You're signed in.").waitFor();
  await page.goto("/plumbers/kwekwe");
  expect(await own.count()).toBe(0);

  const office = await site.open(device, "admin@pombi.test");
  await office.page.goto("/admin-dashboard/vetting");
  await office.page.getByRole("link", { name: "Tapiwa Newhand" }).click();
  await office.page.getByRole("link", { name: "Approve" }).click();
  await office.page.getByRole("button", { name: "Yes, approve" }).click();
  await office.page.waitForURL(/\/admin-dashboard\/vetting$/);

  await page.goto("/");
  await page.getByLabel("Where do you need a plumber?").fill("kwekwe");
  await page.getByRole("button", { name: "Search" }).click();
  await own.click();
  const facts = ["Gas Fitting, 5 years' experience", "Visit fee $15: comes, inspects, quotes", "Kwekwe"];
  for (const text of [...facts, "Gas and geysers."]) await page.getByText(text).first().waitFor();
  const photo = page.getByRole("img", { name: /^Photo of Tapiwa/ });
  // `decode` waits until it is there.
  await photo.evaluate((image) => (image as HTMLImageElement).decode());
  const source = await photo.evaluate((image) => (image as HTMLImageElement).currentSrc);
  expect(source).toMatch(/\/photos\/\S+-(160|800)\.webp$/);
  expect(await page.getByText("1 Station Road").count()).toBe(0);
});

// The push that requests are cancelled, and that the session has ended, reaches the old page while the new one is on
// its way: it must not lead elsewhere.
const TIMES = 5;

test("deleting an account always ends at 'Your account is deleted.'", async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const email = await registerClient(origin);
    const { call } = await signInToApi(origin, email, PASSWORD);
    const wish = { plumber: "", serviceType: "Inspection", location: "1 Main Street" };
    for (const appointmentTime of ["2:00 pm", "3:00 pm"])
      await call("POST", "/api/bookings", { ...wish, appointmentDate: inDays(turn + 8), appointmentTime });
    const { page } = await site.open({ width: 1280, script: turn > 0 });
    await signIn(page, email);
    await page.goto("/client-dashboard/settings");
    await page.getByText("I want to delete my account").click();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("I understand that this can't be undone.").check();
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL(/\/signin/);
    await page.waitForLoadState("networkidle");
    expect([turn, new URL(page.url()).searchParams.get("reason")]).toEqual([turn, "erased"]);
    await page.getByText("Your account is deleted.").waitFor();
  }
});
