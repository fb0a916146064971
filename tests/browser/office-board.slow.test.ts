import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { instantOf } from "~/domain/time/harare";
import { inDays } from "./support/clock";
import { placeOf } from "./support/dispatchers-morning";
import { gotoLive } from "./support/live";
import { startSite } from "./support/site";
import { currentInstant } from "../support/now";

const site = await startSite();
const db = await site.openDatabase();
const day = inDays(3);
const at = (hour: number) => instantOf(day, hour * 60);
const BOARD = `/admin-dashboard/board?city=kariba&day=${day}`;
const PLUMBERS = 200;

/** Kariba has 200 plumbers, each with a confirmed job at 10 and 12; the third one is off that day. */
beforeAll(async () => {
  const numbers = sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${PLUMBERS - 1})`;
  const id = sql`printf('kariba%018d', i)`;
  const now = currentInstant();
  await db.run(sql`${numbers} insert into users (id, role, first_name, last_name, email, password_hash,
    email_verified_at, created_at, updated_at)
    select ${id}, 'plumber', 'Kariba', printf('Plumber%03d', i), printf('kariba%d@example.test', i), 'none', ${now},
      ${now}, ${now} from n`);
  await db.run(sql`${numbers} insert into plumber_profiles (user_id, sort_name, speciality, experience, about,
    fee_cents, city, city_key, listed, job_minutes, days_off)
    select ${id}, printf('kariba plumber%03d', i), 'Leak Repair', '5 years', 'About', 2000, 'Kariba', 'kariba', 1, 60,
      iif(i = 2, 127, 0) from n`);
  for (const hour of [10, 12])
    await db.run(sql`${numbers} insert into bookings (id, reference, client_id, plumber_id, status, starts_at,
      city_key, service_type, fee, created_at, updated_at, asked_at)
      select printf('karibajob%02d%013d', ${hour}, i), printf('PB-K%02d%03d', ${hour}, i), (select id from users
      where email = 'client@pombi.test'),
        ${id}, 'confirmed', ${at(hour)}, 'kariba', 'Inspection', 2000, ${now}, ${now}, ${now} from n`);
});

async function office(path: string, { script = true, width = 1280 } = {}) {
  const side = await site.open({ width, script }, "admin@pombi.test");
  if (script) await gotoLive(side.page, path);
  else await side.page.goto(path);
  return side;
}

const noticesOf = (reference: string) =>
  db.all<{ status: string }>(
    sql`select distinct status from notices where booking_id = (select id from bookings where reference = ${reference})`,
  );
const jobLink = (reference: string) => `a.board-job[href*="/${reference}?"]`;
const job = (page: Page, reference: string) => page.locator(jobLink(reference));
const trackOf = (page: Page, number: number) =>
  page.locator(".board-row", { hasText: `Plumber00${number}` }).locator(".board-track");

/** Takes a job by the pointer and holds it over an hour of a row. */
async function drag(page: Page, reference: string, row: number, hour: number) {
  const box = (await job(page, reference).boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  const track = (await trackOf(page, row).boundingBox())!;
  await page.mouse.move(track.x + ((hour - 10) / 11) * track.width + 4, track.y + track.height / 2, { steps: 8 });
  await page.locator(".board-ghost").waitFor();
}

test("a dragged job says what is there, is saved on leaving the page, and tells no one if undone before", async () => {
  const { page } = await office(BOARD);
  const ghost = page.locator(".board-ghost");
  await drag(page, "PB-K10000", 1, 12);
  await expect.poll(() => ghost.innerText()).toBe("12:00 pm · Another job");
  await page.mouse.up();
  await ghost.waitFor({ state: "detached" });
  expect(await placeOf(db, "PB-K10000")).toEqual({ plumber: "Plumber000", start: at(10) });

  await drag(page, "PB-K10000", 2, 15);
  await expect.poll(() => ghost.innerText()).toBe("3:00 pm · Day off");
  await page.keyboard.press("Escape");
  await ghost.waitFor({ state: "detached" });
  await page.mouse.up();

  await drag(page, "PB-K10000", 1, 15);
  await expect.poll(() => ghost.innerText()).toBe("3:00 pm · Free");
  await page.mouse.up();
  await page.getByText("Moving to Kariba Plumber001, 3:00 pm. Not saved yet.").waitFor();
  await trackOf(page, 1).locator(jobLink("PB-K10000")).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("It is back where it was. Nobody was told.").waitFor();
  await trackOf(page, 0).locator(jobLink("PB-K10000")).waitFor();
  expect(await placeOf(db, "PB-K10000")).toEqual({ plumber: "Plumber000", start: at(10) });
  expect(await noticesOf("PB-K10000")).toEqual([]);

  await drag(page, "PB-K12000", 1, 15);
  await page.mouse.up();
  await page.getByText("Not saved yet.").waitFor();
  await page.goto("/admin-dashboard/dispatch");
  await expect.poll(() => placeOf(db, "PB-K12000")).toEqual({ plumber: "Plumber001", start: at(15) });
  expect(await noticesOf("PB-K12000")).not.toEqual([]);
});

/** Moves a job by keys: to the next row, four hours later. */
async function moveByKeys(page: Page, reference: string) {
  await job(page, reference).focus();
  for (const key of [" ", "ArrowDown", ...Array.from({ length: 8 }, () => "ArrowRight"), "Enter"])
    await page.keyboard.press(key);
  await page.getByText("Not saved yet.").waitFor();
}

const refusalOf = (page: Page, reference: string) =>
  page.getByRole("alert").filter({ hasText: new RegExp(`${reference}.*wasn't moved`) });

/** Leaves the board for a whole page. The answer to the move comes before that page or behind it: then the next one says it. */
async function goOnUntilTold(page: Page, reference: string) {
  await page.goto("/admin-dashboard/dispatch");
  const isTold = async () => (await refusalOf(page, reference).count()) > 0;
  await expect.poll(async () => (await isTold()) || page.reload().then(() => false)).toBe(true);
}

test.each([
  ["on the board", "PB-K10010", (page: Page) => moveByKeys(page, "PB-K10015")],
  ["on the next page", "PB-K10020", (page: Page) => page.getByRole("link", { name: "Dispatch" }).first().click()],
  ["after a whole page", "PB-K10025", goOnUntilTold],
])("a move that is refused says so %s", async (_, reference, goOn) => {
  const { page } = await office(BOARD);
  await moveByKeys(page, reference);
  await db.run(sql`update bookings set status = 'cancelled' where reference = ${reference}`);
  await goOn(page, reference);
  await refusalOf(page, reference).waitFor();
});

test("Escape takes back a job that keys have lifted; another office's page shows one that they have moved", async () => {
  const { page } = await office(BOARD);
  const other = await office(BOARD);
  await job(page, "PB-K10003").focus();
  for (const key of [" ", "ArrowDown", "ArrowRight", "Escape"]) await page.keyboard.press(key);
  expect(await placeOf(db, "PB-K10003")).toEqual({ plumber: "Plumber003", start: at(10) });
  await moveByKeys(page, "PB-K10003");
  await expect
    .poll(() => placeOf(db, "PB-K10003"), { timeout: 15_000 })
    .toEqual({ plumber: "Plumber004", start: at(14) });
  await trackOf(other.page, 4).locator(jobLink("PB-K10003")).waitFor();
});

test("the board of 200 plumbers weighs less than 15 kB", async () => {
  const { context } = await office(BOARD, { script: false });
  expect(gzipSync(await (await context.request.get(BOARD)).body()).length).toBeLessThan(15_000);
});
