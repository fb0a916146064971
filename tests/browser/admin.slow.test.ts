import { expect, test } from "vitest";
import { sendMessage } from "./support/users";
import { startSite } from "./support/site";

const site = await startSite();

test.each([true, false])("an admin writes on a phone to a user found by name, script: %s", async (script) => {
  const { page } = await site.open({ width: 360, script }, "admin@pombi.test");
  await page.goto("/admin-dashboard/messages");
  await page.getByLabel("Write to").fill("rud");
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/to=rud/);
  await page.locator("nav", { hasText: "Clients & Plumbers" }).getByRole("link").first().click();
  await sendMessage(page, `From the admin, ${script}`);
  await page.getByRole("log").getByText(`From the admin, ${script}`).waitFor();
});

const PHOTO = "scripts/demo-town/job-photos/tap-after-1280.webp";

test.each([
  [true, "5"],
  [false, "12"],
])(
  "a plumber sends a paper and a note; the office records a check; clients see it (script: %s)",
  async (script, number) => {
    const open = async (email: string, path: string) => {
      const { page } = await site.open({ width: 360, script }, email);
      await page.goto(path);
      return page;
    };
    const plumber = await open(`plumber${number}@pombi.test`, "/plumber-dashboard/papers");
    const identity = plumber.locator("section", { hasText: "Identity" });
    await identity.locator("input[type=file]").setInputFiles(PHOTO);
    if (!script) await identity.getByRole("button", { name: "Add photo" }).click();
    await identity.getByText("Photo 1, with our office").waitFor();
    await plumber.getByLabel("A note to our office").fill("Mrs Dube knows my work.");
    await plumber.getByRole("button", { name: "Send to our office" }).click();
    await plumber.getByText("Sent. Our office will look at it.").waitFor();

    const office = await open("admin@pombi.test", "/admin-dashboard");
    await office.getByRole("link", { name: "Plumbers to check" }).click();
    await office.locator(`a[href$="demoplumber${number.padStart(2, "0")}"]`).click();
    await office.getByText("Mrs Dube knows my work.").waitFor();
    const photo = office.context().waitForEvent("page");
    await office.getByRole("link", { name: "View photo 1" }).click();
    expect((await photo).url()).toMatch(/\/papers\/[a-z0-9]{24}\.webp$/);
    const card = office.locator("section", { hasText: "Identity" });
    await card.getByLabel("Last day the paper is valid").fill("2090-05-31");
    await card.getByRole("button", { name: "Record: identity" }).click();
    await office.getByText("Saved and logged.").waitFor();
    await office.getByRole("link", { name: "View photo 1" }).waitFor({ state: "detached" });
    await office.getByRole("link", { name: "Done with the papers" }).click();
    await office.getByRole("button", { name: "Yes, done with the papers" }).click();
    await office.waitForURL(/\/admin-dashboard\/vetting$/);

    await plumber.goto(`/appointment/demoplumber${number.padStart(2, "0")}`);
    await plumber.locator("summary", { hasText: "What we checked" }).click();
    await plumber.getByText("valid until 31 May 2090").waitFor();
  },
  60_000,
);
