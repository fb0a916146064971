import type { Locator, Page } from "playwright-core";

/** The answers that the site's forms ask for, but for the time (B4). */
export const VISIT = { serviceType: "Leak Fixing", suburb: "Avondale", street: "12 Test Road" };

/** The appointment page's button: "Book an appointment, $25", which a phone shows as "Book, $25". */
export const bookButton = (page: Page): Locator => page.getByRole("button", { name: /^Book an appointment/ });

/** Chooses a day, and one of the slots that are free then, by their places: -1 is the last. Gives the slot's time. */
export async function chooseSlot(page: Page, day: number, place: number): Promise<string> {
  await page.locator(".day").nth(day).click();
  const folded = page.locator(".slot-group:not([open]) > summary").filter({ visible: true });
  while ((await folded.count()) > 0) await folded.first().click();
  const slot = page.locator(`.picker .slot:not(.not-${day})`).nth(place);
  const time = (await slot.innerText()).trim();
  await slot.click();
  return time;
}

/** Fills in all that the appointment page asks for but the time. */
export async function describeVisit(page: Page, street = VISIT.street): Promise<void> {
  await page.getByLabel("What's the problem?").selectOption(VISIT.serviceType);
  await giveAddress(page, VISIT.suburb, street);
}

/** Writes an address, in place of those of earlier bookings where the form offers some (B32). */
export async function giveAddress(page: Page, suburb: string, street: string): Promise<void> {
  const another = page.getByLabel("Another address");
  if (await another.isVisible()) await another.check();
  await page.getByLabel("Suburb").fill(suburb);
  await page.getByLabel("Street or landmark").fill(street);
}

/** The days that a plumber's page offers, the first one first. */
export async function daysOffered(origin: string, plumberId: string): Promise<string[]> {
  const page = await (await fetch(`${origin}/appointment/${plumberId}`)).text();
  return [...page.matchAll(/name="appointmentDate"[^>]*value="([\d-]+)"/g)].map((match) => match[1]!);
}

/** The line of a ticket that is at this station (B24). */
export const lineAt = (ticket: Locator, station: string): Locator => ticket.getByRole("img", { name: station });
