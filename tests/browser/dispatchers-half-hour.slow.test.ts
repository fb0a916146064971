import type { Page } from "playwright-core";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { addDays, dateAt, instantOf, MINUTE } from "~/domain/time/harare";
import { atTime, inDays } from "./support/clock";
import { giveApp, placeOf, REQUESTS, seedMorning } from "./support/dispatchers-morning";
import { press, takeUnseenStops, type } from "./support/keys";
import { startSite } from "./support/site";
import { PASSWORD } from "./support/users";

// A dispatcher's half hour by keyboard alone. A person's time for it is modelled: the keystroke-level model (Card,
// Moran, Newell) gives an average typist 0.28 s for a key and 1.35 s for a decision; the time that the pages take is
// measured here and added.
const KEY = 0.28;
const DECISION = 1.35;

const SESSION_SECRET = "a-secret-of-this-test-of-32-letters-or-more";
const site = await startSite({ LIMIT_FACTOR: "20", SESSION_SECRET });
const { origin } = site;
const db = await site.openDatabase();
/** Nine in the morning, of a day that begins for the site alone. */
const now = instantOf(inDays(1), 9 * 60);
let codeOf: (instant: number) => Promise<string>;
beforeAll(async () => {
  await seedMorning(db, now);
  codeOf = await giveApp(db, SESSION_SECRET, now);
});

const tomorrow = (hour: number) => instantOf(addDays(dateAt(now), 1), hour * 60);

/** Jobs as they come with `j`, the keys that bring them elsewhere, and where that is. */
const MOVES: { reference: string; way: string[]; to: string; isTaken?: true }[] = [
  { reference: "PB-JOB1000", way: ["ArrowDown", "ArrowRight", "ArrowRight"], to: "Plumber1, 11:00 am", isTaken: true },
  { reference: "PB-JOB1201", way: ["ArrowRight", "ArrowRight"], to: "Plumber1, 1:00 pm" },
  { reference: "PB-JOB1002", way: ["ArrowDown", "ArrowRight", "ArrowRight"], to: "Plumber3, 11:00 am", isTaken: true },
  { reference: "PB-JOB1203", way: ["ArrowRight", "ArrowRight"], to: "Plumber3, 1:00 pm" },
  { reference: "PB-JOB1004", way: ["ArrowRight", "ArrowRight"], to: "Plumber4, 11:00 am" },
];

/** Counts the requests that were reminded, got another plumber, got one, and were cancelled for the chosen reason. */
async function outcomes() {
  const [row] = await db.all<Record<string, number>>(sql`select
    (select count(*) from audit_log where action = 'plumberReminded' and subject_id like 'townremind%') as reminded,
    (select count(*) from bookings where id like 'townanew%' and asked_at >= ${now}) as anew,
    (select count(*) from bookings where id like 'townassign%' and plumber_id is not null) as assigned,
    (select count(*) from booking_events where booking_id like 'towncancel%' and event = 'cancel'
    and reason = 'No plumber is free then') as cancelled`);
  return row;
}

/** Gives a function that runs a task of fewer keys than a limit, and gives the seconds that a person needs. */
async function countKeys(page: Page) {
  await page.addInitScript(() => {
    addEventListener("keydown", () => (sessionStorage["keys"] = String(Number(sessionStorage["keys"] ?? 0) + 1)), true);
  });
  const keysSoFar = () => page.evaluate(() => Number(sessionStorage["keys"] ?? 0));
  /** `act` gives how many decisions it took. */
  return async (name: string, most: number, act: () => Promise<number>) => {
    const keysBefore = await keysSoFar();
    const began = performance.now();
    const decisions = await act();
    const waited = (performance.now() - began) / 1000;
    const keys = (await keysSoFar()) - keysBefore;
    expect(keys, name).toBeLessThan(most);
    return keys * KEY + decisions * DECISION + waited;
  };
}

test("a dispatcher's half hour works by keyboard alone, from 20 requests in 5 minutes to a payout", async () => {
  const { page } = await site.open({ width: 1280, script: true });
  const time = await countKeys(page);
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const chosen = page.locator("main [data-row]:has(:focus)");
  const job = (reference: string) => page.locator(`a.board-job[href*="/${reference}?"]`);
  const focusedJob = () =>
    page.evaluate(() => /\/board\/([^?]+)/.exec(document.activeElement?.getAttribute("href") ?? "")?.[1]);
  const announced = () => page.locator("p[role=status].sr-only").first().innerText();

  await atTime(origin, now, async () => {
    await page.goto("/signin");
    await type(page.getByLabel("Email"), "admin@pombi.test");
    await type(page.getByLabel("Password", { exact: true }), PASSWORD);
    await keys("Enter");
    await page.waitForURL(/second-factor/);
    await type(page.getByRole("textbox", { name: "Code" }), await codeOf(now));
    await keys("Enter");
    await page.locator("html[data-keys]").waitFor();

    const seconds = await time(`${REQUESTS} requests`, 5 * REQUESTS, async () => {
      await keys("g", "d");
      await heading(/^Dispatch/);
      await keys("j");
      let last = "";
      for (let request = 0; request < REQUESTS; request++) {
        // After each action the next row is chosen.
        await expect.poll(() => chosen.locator("a[data-row-link]").getAttribute("href")).not.toBe(last);
        last = (await chosen.locator("a[data-row-link]").getAttribute("href"))!;
        const text = await chosen.innerText();
        const isOverdue = /\b9 h/.test(text);
        if (!isOverdue && !/Nobody yet/.test(text)) {
          await keys("r");
          continue;
        }
        await keys("a");
        await heading("Assign to a plumber");
        if (isOverdue) await keys("1", "Enter", "Tab", "Enter");
        else {
          await page.locator("main table.comparison").waitFor();
          if (await page.getByText(/^Nobody (is free|works)/).isVisible()) {
            await keys("d");
            await page.getByRole("dialog").waitFor();
            await press(page.getByLabel("Why?"), "N");
            await press(page.getByRole("button", { name: "Yes, cancel" }));
          } else await keys("1", "Enter");
        }
        await heading(/^Dispatch/);
      }
      // The need of each request, and for those that get a plumber whether it is the first one compared.
      return REQUESTS + 11;
    });
    expect(seconds).toBeLessThan(5 * 60);
    expect(await outcomes()).toEqual({ reminded: 9, anew: 3, assigned: 4, cancelled: 4 });

    await time("five moves on the board, one undone", 50, async () => {
      await keys("g", "o");
      await heading("Board");
      await keys("c", "C", "Enter");
      await page.waitForURL(/city=chinhoyi/);
      await page.getByText("8 plumbers").waitFor();
      await keys("]");
      await job("PB-JOB1000").waitFor();
      await keys("j");
      for (const { reference, way, to, isTaken = false } of MOVES) {
        await expect.poll(focusedJob).toBe(reference);
        await keys(" ", ...way.slice(0, 1));
        if (isTaken) await expect.poll(announced).toContain("Another job");
        await keys(...way.slice(1));
        await expect.poll(announced).toBe(`Chinhoyi ${to}: Free`);
        await keys("Enter");
        await page.getByText(`Moving to Chinhoyi ${to}.`).waitFor();
        await expect.poll(focusedJob).toBe(reference);
        if (reference !== MOVES.at(-1)!.reference) await keys("j");
      }
      await keys("u");
      await page.getByText("It is back where it was. Nobody was told.").waitFor();
      return MOVES.length + 1;
    });
    await expect.poll(() => placeOf(db, "PB-JOB1000")).toEqual({ plumber: "Plumber1", start: tomorrow(11) });
    expect(await placeOf(db, "PB-JOB1004")).toEqual({ plumber: "Plumber4", start: tomorrow(10) });

    await time("a booking by phone for someone new", 110, async () => {
      await keys("n");
      await heading("New booking");
      await type(page.getByLabel("Name or phone"), "Rudo Moyo 0779 555 123");
      await keys("Enter");
      await page.getByText("No client has this phone.").waitFor();
      expect(await page.getByLabel("Last name").inputValue()).toBe("Moyo");
      await press(page.getByLabel("Service"), "L");
      await type(page.getByLabel("Street or landmark"), "1 King George Road");
      const [year, month, day] = addDays(dateAt(now), 3).split("-");
      await type(page.getByLabel("Day", { exact: true }), `${month}${day}${year}`);
      await type(page.getByLabel("Time", { exact: true }), "0230PM");
      await press(page.getByRole("button", { name: "Book", exact: true }));
      await page.getByText("The booking is made.").waitFor();
      return 5;
    });

    await time("a dispute", 75, async () => {
      await keys("g", "e");
      await heading("Disputes");
      await keys("j", "Enter");
      await page.getByText("He was there for ten minutes").first().waitFor();
      await page.getByText("Please decide.").first().waitFor();
      await keys("m");
      // Upwards from the first of the two sides' amounts lies another one.
      await press(page.getByRole("radio", { name: /as agreed/ }), "ArrowUp");
      await type(page.getByLabel("Final amount (US$)"), "30");
      await type(page.getByLabel("Why?"), "Ten minutes are one visit");
      await keys("Enter");
      await page
        .getByText(/logged/)
        .first()
        .waitFor();
      await keys("g", "e");
      await heading("Disputes");
      await page.getByText("No open disputes.").waitFor();
      return 3;
    });
  });

  // An older session is asked for the password again (A24).
  const later = now + 20 * MINUTE;
  await atTime(origin, later, async () => {
    // The night's check of the ledger.
    await fetch(`${origin}/cdn-cgi/local/scheduled`);
    await time("a payout", 45, async () => {
      await keys("ControlOrMeta+k");
      await page.getByRole("combobox", { name: "A page, a name" }).waitFor();
      await page.keyboard.type("payouts");
      await page.getByRole("option", { name: /^Payouts/, selected: true }).waitFor();
      await keys("Enter");
      await heading("Payouts");
      await keys("e");
      await type(page.getByLabel("Code of your authenticator app"), await codeOf(later));
      await keys("Enter");
      await heading(/^Payout \d+, EcoCash/);
      const file = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download the file" }).press("Enter");
      await file;
      await type(page.getByLabel("Reference of the bank"), "ECO-1");
      await keys("Enter");
      await page.getByText("Booked and logged.").waitFor();
      return 3;
    });
  });

  expect(takeUnseenStops()).toEqual([]);
});
