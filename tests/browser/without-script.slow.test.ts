import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { HOUR, instantOf, MINUTE, parseTime } from "~/domain/time/harare";
import { atTime } from "./support/clock";
import { testJob } from "./support/job-journey";
import { testJourney } from "./support/journey";
import { bookButton, chooseSlot, describeVisit } from "./support/request";
import { startSite } from "./support/site";

// The gate's walks by forms and links alone, and what becomes of a job that goes wrong.
const site = await startSite();
const { origin } = site;

testJourney(site, false);
testJob(site, false, ["9", "23"]);

test("a job is taken back within ten minutes, and a client reports a no-show, withdraws and repeats it", async () => {
  const device = { width: 360, script: false };
  const client = (await site.open(device, "client9@pombi.test")).page;
  const plumber = (await site.open(device, "plumber23@pombi.test")).page;
  const office = (await site.open(device, "admin@pombi.test")).page;
  const book = async (day: number): Promise<{ id: string; start: number }> => {
    await client.goto("/appointment/demoplumber23");
    const time = await chooseSlot(client, day, 0);
    const date = await client.locator("input[name=appointmentDate]").nth(day).inputValue();
    const start = instantOf(date, parseTime(time)!);
    await describeVisit(client);
    await bookButton(client).click();
    await client.waitForURL(/\/client-dashboard\/bookings\/\w+/);
    const id = /bookings\/(\w+)/.exec(client.url())![1]!;
    await plumber.goto(`/plumber-dashboard/jobs/${id}`);
    await plumber.getByRole("button", { name: "Confirm" }).click();
    await plumber.getByText("The job is confirmed.").waitFor();
    return { id, start };
  };
  const more = (of: Page) => of.locator("article summary", { hasText: "More" }).click();

  const done = await book(3);
  await atTime(origin, done.start + HOUR, async () => {
    await plumber.goto(`/plumber-dashboard/jobs/${done.id}/finish`);
    await plumber.getByRole("button", { name: "Mark Completed" }).click();
    await plumber.getByText("The job is completed.").waitFor();
    await more(plumber);
    await plumber.getByRole("button", { name: "Not done yet" }).click();
    await plumber.getByText("The job goes on.").waitFor();
  });

  const missed = await book(5);
  await atTime(origin, missed.start + 31 * MINUTE, async () => {
    const claim = client.getByRole("link", { name: /didn't come$/ });
    const say = async () => {
      await client.goto(`/client-dashboard/bookings/${missed.id}`);
      await claim.click();
      await client.getByText("Only late?").waitFor();
      await client.getByRole("button", { name: "Yes, the plumber didn't come" }).click();
      await client.getByText(/^You told us that .* No payment is due\./).waitFor();
      expect(await claim.count()).toBe(0);
    };
    await say();
    await more(client);
    await client.getByRole("button", { name: "The plumber came after all" }).click();
    await client.getByText("Taken back.").waitFor();
    expect(await client.getByText("No payment is due.").count()).toBe(0);
    await say();
  });
  await office.goto("/admin-dashboard/disputes");
  const said = office.getByText(/said that the plumber didn't come/);
  await office.getByRole("row").filter({ has: said }).getByRole("link").first().click();
  await office.getByRole("link", { name: "Decide about the missed visit" }).waitFor();
});
