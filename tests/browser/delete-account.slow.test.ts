import { expect, test } from "vitest";
import { signIn as signInToApi } from "../../docs/api-client";
import { inDays } from "./support/clock";
import { linkIn, newestEmail, PASSWORD, signIn } from "./support/users";
import { startSite } from "./support/site";

// The push that requests are cancelled, and that the session has ended, reaches the old page while the new one is on
// its way: it must not lead elsewhere.
const TIMES = 5;

const site = await startSite();
const { origin } = site;

async function newClient(): Promise<string> {
  const email = `leaving-${crypto.randomUUID()}@example.test`;
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: "Rudo",
    username: "Leaving",
    role: "client",
    email,
    password: PASSWORD,
  }))
    form.set(name, value);
  await fetch(`${origin}/auth/register`, { method: "POST", body: form });
  const token = new URL(linkIn(await newestEmail(origin, email, /erify/))).searchParams.get("token");
  await fetch(`${origin}/api/auth/verify-email?token=${token}`);
  return email;
}

test("deleting an account always ends at 'Your account is deleted.'", async () => {
  for (let turn = 0; turn < TIMES; turn++) {
    const email = await newClient();
    const { call } = await signInToApi(origin, email, PASSWORD);
    for (const time of ["2:00 pm", "3:00 pm"]) {
      const appointmentDate = inDays(turn + 8);
      await call("POST", "/api/bookings", {
        plumber: "",
        appointmentDate,
        appointmentTime: time,
        serviceType: "Inspection",
        location: "1 Main Street",
      });
    }
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
