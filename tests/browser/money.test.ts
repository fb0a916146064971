import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn as signInToApi } from "../../docs/api-client";
import { HOUR } from "~/domain/time/harare";
import { atTime } from "./support/clock";
import { launchBrowser } from "./support/browser";
import { startSite } from "./support/site";
import { openBrowser, PASSWORD } from "./support/users";

const site = await startSite();
const { origin } = site;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Job {
  id: string;
  status: string;
  startsAt: string;
  client: { name: string };
}

/** A job of the demo's plumber in this status, whose client has a quote to answer. */
async function quotedJob(status: string): Promise<Job> {
  const { call } = await signInToApi(origin, "plumber@pombi.test", PASSWORD);
  const jobs = (await call("GET", "/api/bookings/plumber")) as Job[];
  for (const job of jobs.filter((one) => one.status === status)) {
    const quotes = (await call("GET", `/api/bookings/${job.id}/quotes`)) as { status: string }[];
    if (quotes[0]?.status === "open") return job;
  }
  throw new Error(`The demo has no job that is ${status} with an open quote.`);
}

/** The pages of a printed page. */
const pagesIn = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;

const CLIENTS = { Tariro: "client@pombi.test", Munyaradzi: "client2@pombi.test" } as const;

test.each([
  { script: true, status: "in-progress" },
  { script: false, status: "confirmed" },
])("quote, a higher amount, agreement, cash, receipt; on a phone, script: $script", async ({ script, status }) => {
  const job = await quotedJob(status);
  const device = { width: 360, script };
  const [one, other] = [await openBrowser(browser, origin, device), await openBrowser(browser, origin, device)];
  await site.openSession(one.context, CLIENTS[job.client.name as keyof typeof CLIENTS]);
  await site.openSession(other.context, "plumber@pombi.test");
  const [client, plumber] = [one.page, other.page];
  const ticket = `/client-dashboard/bookings/${job.id}`;
  const moneyOf = (page: Page) => page.locator("section", { has: page.getByRole("heading", { name: "Money" }) });

  await client.goto(ticket);
  await moneyOf(client).getByText("Quote from Tendai Moyo").waitFor();
  await moneyOf(client).getByRole("button", { name: "Accept" }).click();
  await client.getByText("The quote is accepted.").waitFor();
  await moneyOf(client).getByText("Agreed by quote").waitFor();

  const finish = async () => {
    await plumber.goto(`/plumber-dashboard/jobs/${job.id}`);
    await plumber.getByRole("link", { name: "Mark Completed" }).click();
    const amount = plumber.getByLabel("To be paid, in dollars");
    const agreed = Number(await amount.inputValue());
    expect(agreed).toBeGreaterThan(25);
    await amount.fill(String(agreed + 15.5));
    await plumber.getByLabel("What was done").fill("Two valves.");
    await plumber.getByRole("button", { name: "Mark Completed" }).click();
    await plumber.getByText("This is more than was agreed. Please say why").first().waitFor();
    expect(await plumber.getByLabel("What was done").inputValue()).toBe("Two valves.");
    await plumber.getByLabel("Why is it more?").fill("A second valve was broken");
    await plumber.getByRole("button", { name: "Mark Completed" }).click();
    await plumber.getByText("The job is completed.").waitFor();

    await client.goto(ticket);
    await moneyOf(client).getByText("$15.50 more than agreed").waitFor();
    await moneyOf(client).getByRole("button", { name: "Agree" }).click();
    await client.getByText("Thank you. The amount is agreed.").waitFor();
    await moneyOf(client).getByRole("link", { name: "Record a payment" }).click();
    expect(await client.getByLabel("Amount in dollars").inputValue()).toBe(
      (agreed + 15.5).toFixed(2).replace(".00", ""),
    );
    await client.getByLabel("How was it paid?").selectOption("cash");
    await client.getByRole("button", { name: "Record a payment" }).click();
    await client.getByText("The payment is recorded.").waitFor();

    await plumber.goto(`/plumber-dashboard/jobs/${job.id}`);
    await moneyOf(plumber).getByRole("button", { name: "Yes, confirm" }).click();
    await plumber.getByText("The payment is confirmed.").waitFor();
    await plumber.goto("/plumber-dashboard/earnings");
    await plumber
      .getByRole("link", { name: /^PR-\d+$/ })
      .first()
      .waitFor();

    await client.goto(ticket);
    await moneyOf(client)
      .getByRole("link", { name: /^PR-\d+$/ })
      .click();
    await client.getByText("Paid to Tendai Moyo, recorded by Pombi. Not a fiscal tax invoice.").waitFor();
    expect(await client.getByRole("button", { name: "Print" }).count()).toBe(script ? 1 : 0);
    expect(pagesIn(await client.pdf({ format: "A4" }))).toBe(1);
  };
  await (status === "confirmed" ? atTime(origin, Date.parse(job.startsAt) + 2 * HOUR, finish) : finish());

  expect([one.complaints, other.complaints]).toEqual([[], []]);
  for (const { context } of [one, other] as { context: BrowserContext }[]) await context.close();
});
