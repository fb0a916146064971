import type { Locator, Page } from "playwright-core";

/** The appointment page's button: "Book, $25" on a phone. */
export const bookButton = (page: Page): Locator => page.getByRole("button", { name: /^Book( an appointment|, \$)/ });

/** Fills in what the appointment page asks for besides the time. */
export async function describeVisit(page: Page, street = "12 Test Road"): Promise<void> {
  await page.getByLabel("What's the problem?").selectOption("Leak Fixing");
  await page.getByLabel("Suburb").fill("Avondale");
  await page.getByLabel("Street or landmark").fill(street);
}
