import { test } from "vitest";
import { png } from "../support/png";
import { bookButton, describeVisit } from "./support/request";
import { startSite } from "./support/site";

const site = await startSite();

test.each([
  ["with script", true, "client6@pombi.test", "2"],
  ["without script", false, "client9@pombi.test", "3"],
])("refused, and asked somebody else who is free then: %s (B31)", async (_, script, clientEmail, number) => {
  const [client, plumber] = await Promise.all([site.open({ width: 360, script }), site.open({ width: 360, script })]);
  await site.openSession(client.context, clientEmail);
  await site.openSession(plumber.context, `plumber${number}@pombi.test`);

  const { page } = client;
  await page.goto(`/appointment/demoplumber0${number}`);
  const photo = Buffer.from(await (await png(40, 30)).arrayBuffer());
  await page.locator("input[name=photo]").setInputFiles({ name: "leak.png", mimeType: "image/png", buffer: photo });
  if (!script) await page.getByRole("button", { name: "Add this photo" }).click();
  await page.locator("img[src*='job-photos']").waitFor();
  await page.locator(".day").last().click();
  await page.locator(".slot:not(.not-6)").last().click();
  await describeVisit(page, "9 Walk Road");
  await page.getByLabel(/^Tell the plumber more/).fill("Behind the geyser");
  await bookButton(page).click();
  await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
  const id = /bookings\/(\w+)/.exec(page.url())![1]!;

  await plumber.page.goto(`/plumber-dashboard/jobs/${id}/refuse`);
  await plumber.page.getByRole("button", { name: /refuse/i }).click();
  await plumber.page.getByText("You refused this request.").waitFor();

  await page.goto("/client-dashboard/bookings");
  await page.getByRole("link", { name: "Ask another plumber" }).first().click();
  await page.getByRole("heading", { name: "Ask another plumber" }).waitFor();
  await page.getByText(/^Your request goes along: .*9 Walk Road.*your notes, 1 photo\.$/).waitFor();
  await page.getByRole("button", { name: /^Ask / }).first().click();
  await page.waitForURL((url) => url.pathname.startsWith("/client-dashboard/bookings/") && !url.pathname.includes(id));
  await page.getByText(/^Request sent to /).waitFor();
  await page.getByText("9 Walk Road").first().waitFor();
  await page.getByText("Behind the geyser").waitFor();
  await page.locator("img[src*='job-photos']").first().waitFor();
});
