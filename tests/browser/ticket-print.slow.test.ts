import { eq } from "drizzle-orm";
import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookingEvents, bookings, payments, privatePhotos, quotes } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { currentInstant } from "../support/now";
import { startSite } from "./support/site";

const site = await startSite();

/** Bookings of the demo's plumber and the demo's client. */
const FULL = "demobooking0009";
const AHEAD = "demobooking0012";
const now = currentInstant();

const words = (length: number) => "The geyser leaks into the ceiling when it heats. ".repeat(40).slice(0, length);

/** A job with as much of everything as it can have. */
async function fill(): Promise<void> {
  const db = await site.openDatabase();
  const startsAt = now - 2 * DAY;
  const done = { status: "completed", startsAt, completedAt: startsAt + HOUR } as const;
  const price = { finalAmount: 900_00, finalReason: words(300), finalAnswer: "agreed", agreedPrice: 600_00 } as const;
  const texts = { notes: words(1000), report: words(1000), suburb: "Avondale", street: words(240) };
  await db
    .update(bookings)
    .set({ ...done, ...price, ...texts })
    .where(eq(bookings.id, FULL));
  await db.insert(quotes).values({
    id: "fullquote",
    bookingId: FULL,
    version: 90,
    status: "accepted",
    total: 600_00,
    note: words(500),
    lines: Array.from({ length: 12 }, (_, at) => ({ what: `${at + 1} ${words(100)}`, amount: 50_00 })),
    validUntil: now,
    createdAt: startsAt - DAY,
    answeredAt: startsAt - DAY,
  });
  const kinds = ["problem", "before", "after"] as const;
  const photos = kinds.flatMap((kind) => [1, 2, 3, 4].map((at) => ({ id: `full${kind}${at}`, kind })));
  await db
    .insert(privatePhotos)
    .values(photos.map((photo) => ({ ...photo, bookingId: FULL, uploadId: photo.id, createdAt: startsAt })));
  for (let at = 0; at < 8; at++)
    await db.insert(payments).values({
      id: `fullpayment${at}`,
      bookingId: FULL,
      amount: 10_00,
      method: "cash",
      status: "denied",
      recordedBy: "client",
      recordedAt: startsAt + at * MINUTE,
      answeredBy: "plumber",
      answeredAt: startsAt + HOUR,
    });
  for (let at = 0; at < 60; at++)
    await db.insert(bookingEvents).values({
      id: `fullevent${at}`,
      bookingId: FULL,
      seq: 1000 + at,
      event: "decline-quote",
      actorRole: "client",
      actorId: null,
      toStatus: "pending",
      amount: 600_00,
      reason: words(300),
      at: startsAt + at * MINUTE,
    });
}

const printed = async (page: Page, name: string) => {
  const paper = await page.pdf({ format: "A4" });
  if (process.env["PAPERS"]) writeFileSync(`${process.env["PAPERS"]}/${name}.pdf`, paper);
  return paper.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;
};

test("a ticket with as much of everything as it can have prints on one page of A4, for both sides", async () => {
  await fill();
  for (const [side, path] of [
    ["plumber", `/plumber-dashboard/jobs/${FULL}`],
    ["client", `/client-dashboard/bookings/${FULL}`],
  ] as const)
    for (const script of [true, false]) {
      const { page } = await site.open({ width: 360, script }, `${side}@pombi.test`);
      await page.goto(path);
      expect(await printed(page, `${side}-${script}`), `${side}, script ${script}`).toBe(1);
    }
});

test("a receipt prints on one page of A4", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client@pombi.test");
  await page.goto("/client-dashboard/payments");
  await page
    .getByRole("link", { name: /PR-\d+/ })
    .first()
    .click();
  await page.getByText("recorded by Pombi. Not a fiscal tax invoice.").waitFor();
  expect(await printed(page, "receipt")).toBe(1);
});

test("paper says dates, not Tomorrow", async () => {
  const db = await site.openDatabase();
  await db
    .update(bookings)
    .set({ status: "confirmed", startsAt: now + DAY })
    .where(eq(bookings.id, AHEAD));
  const { page } = await site.open({ width: 360, script: true }, "client@pombi.test");
  await page.goto(`/client-dashboard/bookings/${AHEAD}`);
  const main = page.getByRole("main");
  expect(await main.innerText()).toContain("Tomorrow 9:00 am");
  await page.emulateMedia({ media: "print" });
  expect(await main.innerText()).toContain("Thu 8 Oct 2026, 9:00 am");
  expect(await main.innerText()).not.toMatch(/tomorrow|in \d+ (minute|hour|day)s?/i);
  expect(await printed(page, "ahead")).toBe(1);
});
