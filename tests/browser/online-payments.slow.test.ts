import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { startPaynow } from "../../scripts/paynow/paynow-server";
import { startSite } from "./support/site";

// The client of the demo town pays online, at Paynow's stand-in (M10): what its list says, the tickets say too.

const paynow = await startPaynow({ behaviour: { waits: 0.4 } });
afterAll(() => paynow.close());
const site = await startSite({ LIMIT_FACTOR: "20", ...paynow.variables });
const { origin } = site;

async function openPayments(
  width: number,
  script: boolean,
): Promise<{ page: Page; see: (text: string) => Promise<void> }> {
  const { page } = await site.open({ width, script }, "client@pombi.test");
  await page.goto(`${origin}/client-dashboard/payments`);
  const seen = page.locator("main");
  /** With script a page changes by itself; without it, Refresh asks. */
  const see = async (text: string) => {
    const line = seen.getByText(text).first();
    if (script) return line.waitFor();
    await expect
      .poll(async () => {
        const refresh = page.getByRole("button", { name: "Refresh" });
        if (await refresh.count()) await refresh.click();
        return line.count();
      })
      .toBeGreaterThan(0);
  };
  return { page, see };
}

const pay = async (page: Page, method: string, phone: string) => {
  await page.getByLabel(method).check();
  await page.getByLabel("Mobile number that pays").fill(phone);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
};
const standIn = () =>
  paynow.standIn.transactions.map(({ method, amount, status }) => [method, amount, status].join(" "));

describe.each([
  { script: true, width: 1280, deposit: "$25", rest: "63.50" },
  { script: false, width: 360, deposit: "$40", rest: "95.90" },
])("with script: $script, $width px wide", ({ script, width, deposit, rest }) => {
  test("a deposit by EcoCash is cancelled on the phone, then paid; the rest is paid by card", async () => {
    const { page, see } = await openPayments(width, script);
    const before = standIn().length;
    await page.getByRole("link", { name: `Pay ${deposit}` }).click();
    await page.getByText("The deposit").waitFor();
    await pay(page, "EcoCash", "0773333333");
    await page.getByText(`Paying ${deposit} by EcoCash`).waitFor();
    await see("Cancelled");
    await page.getByRole("heading", { name: "Pay another way" }).waitFor();

    await pay(page, "EcoCash", "077 111 1111");
    await see(`Paid ${deposit}`);
    await page.getByText("Pay the rest now").click();
    await page.getByLabel("Visa or Mastercard").check();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    // Paynow's own page, and back.
    await page.waitForURL((url) => url.origin === paynow.origin);
    await page.getByRole("button", { name: "Faked Success" }).click();
    await page.waitForURL((url) => url.origin === origin);
    await see(`Paid $${rest}`);

    await page.getByRole("link", { name: "See the booking" }).click();
    await page
      .getByText(/is held for .* until the work is done/)
      .first()
      .waitFor();
    await page.getByText(`$${rest} online`).waitFor();
    const dollars = deposit.slice(1);
    expect(standIn().slice(before)).toEqual([
      `ecocash ${dollars}.00 Cancelled`,
      `ecocash ${dollars}.00 Paid`,
      `web ${rest} Paid`,
    ]);
    await page.getByRole("link", { name: /^PR-/ }).first().click();
    await page.getByText(/Paid through Paynow by (card|EcoCash)\. Pombi holds it/).waitFor();
  });
});
