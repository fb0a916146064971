import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { startPaynow } from "../../scripts/paynow/paynow-server";
import { findViolations } from "./support/axe";
import { afterDay, atTime } from "./support/clock";
import { startSite } from "./support/site";
import { PASSWORD } from "./support/users";

// Money from the client's phone to the plumber's, by everybody's own browser: paid, held, released, paid out, and the
// books beside the provider's own list (M8 to M15).

const paynow = await startPaynow({ behaviour: { waits: 0.1 } });
afterAll(() => paynow.close());
const site = await startSite({ LIMIT_FACTOR: "20", ...paynow.variables });
const { origin } = site;

const signIn = async (email: string, width: number, script: boolean): Promise<Page> =>
  (await site.open({ width, script }, email)).page;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Presses what moves money: it asks who it is that presses (A24). */
async function pressAndShow(page: Page, name: string): Promise<void> {
  await press(page, name);
  await page.getByLabel("Your password").fill(PASSWORD);
  await press(page, name);
}

/** The file that a signed-in browser downloads, as lines of cells. */
async function download(page: Page, path: string): Promise<string[][]> {
  const csv = await (await page.context().request.get(path)).text();
  return csv
    .replace("\uFEFF", "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
}

test.each([
  { script: true, job: "demobooking0009", plumberEmail: "plumber@pombi.test", price: "88.50", earned: "79.65" },
  { script: false, job: "demobooking0207", plumberEmail: "plumber2@pombi.test", price: "135.90", earned: "122.31" },
])("money goes from the client's phone to the plumber's, with script: $script", async (journey) => {
  const { script, job, plumberEmail, price, earned } = journey;
  const [client, plumber, office] = await Promise.all([
    signIn("client@pombi.test", 360, script),
    signIn(plumberEmail, 360, script),
    signIn("admin@pombi.test", 1280, script),
  ]);
  /** With script a page changes by itself, without it on the next load. */
  const see = async (page: Page, text: string | RegExp) => {
    const line = page.getByText(text).first();
    if (script) return line.waitFor();
    await expect.poll(async () => (await page.reload()) && line.count()).toBeGreaterThan(0);
  };
  const ticket = `/client-dashboard/bookings/${job}`;
  const pages = `/plumber-dashboard/jobs/${job}`;

  // Where the money will go: once some is on its way, that takes a second factor.
  await plumber.goto("/plumber-dashboard/earnings");
  await plumber.getByRole("link", { name: "EcoCash or bank account" }).click();
  await plumber.getByLabel("EcoCash phone").fill("077 200 0000");
  await plumber.getByLabel("Name on the account").fill("T Moyo");
  await press(plumber, "Save");
  await plumber.getByText("Now: EcoCash •••000").waitFor();

  // Cancelled on the phone, then paid; no one reloads anything.
  await plumber.goto(pages);
  await client.goto(`${ticket}/pay`);
  for (const [phone, outcome] of Object.entries({ "0773333333": "Cancelled", "0771111111": `Paid $${price}` })) {
    await client.getByLabel("The whole price").check();
    await client.getByLabel("EcoCash").check();
    await client.getByLabel("Mobile number that pays").fill(phone);
    await press(client, script ? `Pay $${price} by EcoCash` : /^Pay$/);
    // The provider may be done before the page is back.
    await client.getByText(`Paying $${price} by EcoCash`).or(client.getByText(outcome)).first().waitFor();
    await see(client, outcome);
  }
  await see(plumber, "Paid, held by Pombi");

  await atTime(origin, afterDay(1), async () => {
    await client.goto(ticket);
    await plumber.goto(`${pages}/finish`);
    await press(plumber, "Mark Completed");
    await plumber.getByText(`$${price} is held for you until`).waitFor();
    await see(client, "Release the money now");
    await client.getByRole("link", { name: "Release the money now" }).click();
    await press(client, `Release $${price}`);
    await client.getByText(`$${price} was released to`).waitFor();
    await client.getByRole("link", { name: /^PR-/ }).first().click();
    await client.getByText("Paid through Paynow by EcoCash.").waitFor();

    await plumber.goto("/plumber-dashboard/earnings");
    await plumber.getByText(`$${earned}`).first().waitFor();

    // The office prepares, takes the file, and notes that it was sent.
    await fetch(`${origin}/cdn-cgi/local/scheduled`);
    await office.goto("/admin-dashboard/payouts");
    await pressAndShow(office, "Prepare for EcoCash");
    await office.waitForURL(/payouts\/[a-z0-9]{24}$/);
    const as = "admin@pombi.test";
    if (script) expect(await findViolations(site, [new URL(office.url()).pathname], { width: 360, as })).toEqual([]);
    const [file] = await Promise.all([
      office.waitForEvent("download"),
      office.getByRole("link", { name: "Download the file" }).click(),
    ]);
    expect(readFileSync(await file.path(), "utf8")).toMatch(new RegExp(`0772000000.*${earned}`));
    await office.getByLabel("Reference of the bank").fill(`ECO-${price}`);
    await press(office, "It was sent");
    await office.getByText("Booked and logged.").waitFor();
    await plumber.goto("/plumber-dashboard/earnings?show=payouts");
    await plumber.getByText(`Reference ECO${price}`).waitFor();

    // The statement says of every payment what the provider's list says.
    const [heads, ...transfers] = await download(office, "/ledger.csv");
    const cell = (row: string[], name: string) => row[heads!.indexOf(name)]!;
    const paidIn = transfers.filter((row) => cell(row, "kind") === "paid");
    const paidThere = paynow.standIn.transactions.filter(({ status }) => status === "Paid");
    expect(paidIn.map((row) => [cell(row, "provider's number"), Number(cell(row, "dollars"))])).toEqual(
      paidThere.map(({ number, amount }) => [String(number), Number(amount)]),
    );
    const [, ...own] = await download(plumber, "/payouts.csv");
    expect(own.map(([, what, dollars]) => `${what} ${dollars}`)).toEqual([`earned ${earned}`, `payout -${earned}`]);
  });
});
