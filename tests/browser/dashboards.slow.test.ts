import { inDays } from "./support/clock";
import { signIn as signInToApi } from "../../docs/api-client";
import { expect, test } from "vitest";
import { PASSWORD, registerClient, signIn } from "./support/users";
import { startSite } from "./support/site";

// The acts of people in their dashboards, on a phone: texts and lists are read in tests/worker/dashboard-texts.test.ts.

const site = await startSite();
const { origin } = site;

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
    await page.getByText("Delete account").click();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("I understand that this can't be undone.").check();
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL(/\/signin/);
    await page.waitForLoadState("networkidle");
    expect([turn, new URL(page.url()).searchParams.get("reason")]).toEqual([turn, "erased"]);
    await page.getByText("Your account is deleted.").waitFor();
  }
});

test("the next page's scripts are all asked for before any of them has come", async () => {
  const { page } = await site.open({ width: 360, script: true, serviceWorkers: "block" }, "plumber@pombi.test");
  await page.goto("/plumber-dashboard/jobs", { waitUntil: "networkidle" });
  const asked: string[] = [];
  let letThrough = () => undefined as void;
  const come = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\.js$|\.data\?|\.data$/, async (route) => {
    asked.push(new URL(route.request().url()).pathname.replace(/-[\w-]{8}\.js$/, ""));
    await come;
    await route.continue();
  });
  await page.locator("main").getByRole("link", { name: "View" }).first().click();
  await expect.poll(() => asked.some((path) => path.endsWith(".data"))).toBe(true);
  await expect.poll(() => asked).toContain("/assets/ticket");
  const first = asked.slice();
  letThrough();
  await page.getByRole("heading", { name: "History" }).waitFor({ state: "attached" });
  expect(asked.filter((path) => path.startsWith("/assets/"))).toEqual(
    first.filter((path) => path.startsWith("/assets/")),
  );
});
