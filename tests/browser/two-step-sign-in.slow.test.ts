import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { atTime } from "./support/clock";
import { startSite } from "./support/site";
import { giveCredentials, newestEmail, signOut } from "./support/users";
import { currentInstant } from "../support/now";

// As outside of local mode: admins need a second factor.
const site = await startSite({ LIMIT_FACTOR: "20", REQUIRE_SECOND_FACTOR: "1" });
const { origin } = site;

/** Gives a page the fingerprint reader of a phone, whose finger is always there. */
async function withFingerprint(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Signs out, and opens the page to sign in. */
async function leaveForSignIn(page: Page): Promise<void> {
  await page.goto("/profile");
  await signOut(page);
  await page.waitForURL(/signin/);
  await page.goto("/signin");
}

test("an admin adds a passkey first, and signs in, takes the second step and steps up with it", async () => {
  const { page, context } = await site.open({ width: 360, script: true });
  await withFingerprint(context, page);
  await page.goto("/signin");
  await giveCredentials(page, "admin@pombi.test");
  await page.waitForURL(`${origin}/security`);
  await page.goto("/admin-dashboard");
  expect(page.url()).toBe(`${origin}/security`);
  await page.getByLabel("Name").fill("My phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  expect(await page.locator("pre").innerText()).toMatch(/^([A-Z2-9]{4}(-[A-Z2-9]{4}){3}\n?){10}$/);
  await newestEmail(origin, "admin@pombi.test", /Two-step sign-in was turned on/);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await page.getByText("never used").waitFor();
  await page.goto("/admin-dashboard");
  await page.waitForURL(`${origin}/admin-dashboard`);

  await leaveForSignIn(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`${origin}/admin-dashboard`);

  await leaveForSignIn(page);
  await giveCredentials(page, "admin@pombi.test");
  await page.waitForURL(/second-factor/);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`${origin}/admin-dashboard`);

  await atTime(origin, currentInstant() + 11 * 60_000, async () => {
    await page.goto("/admin-dashboard/people/democlient03/suspend");
    await page.getByLabel("Why?").fill("A test of two steps");
    await page.getByRole("button", { name: "Yes, suspend" }).click();
    await page.getByText("Please show first that it's you.").waitFor();
    expect(await page.getByLabel("Why?").inputValue()).toBe("A test of two steps");
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await page.getByText("Suspended: A test of two steps").waitFor();
  });
  await atTime(origin, currentInstant() + 22 * 60_000, async () => {
    await page.goto("/admin-dashboard/system");
    const link = page.getByRole("link", { name: "users.csv" });
    await link.click();
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await page.waitForURL(`${origin}/admin-dashboard/system`);
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(file.suggestedFilename()).toMatch(/^pombi-users-/);
    // A file leaves the page where it is: its forms still work.
    const resend = page.getByRole("button", { name: "Send again" });
    await resend.first().click();
    await expect.poll(() => resend.count()).toBe(0);
  });
});
