import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { instantOf } from "~/domain/time/harare";
import { atTime, inDays } from "./support/clock";
import { arrive as goTo, begin, press, reach, tab, takeUnseenStops, type } from "./support/keys";
import { daysOffered, VISIT } from "./support/request";
import { startSite } from "./support/site";
import { cookiesOf, post as postFrom } from "./support/users";

const site = await startSite();
afterEach(() => expect(takeUnseenStops()).toEqual([]));

test.each([
  ["client4@pombi.test", "/client-dashboard/bookings"],
  ["plumber11@pombi.test", "/plumber-dashboard/jobs"],
])("the focus moves along when %s moves on from %s in place", async (email, from) => {
  const { page } = await site.open({ width: 1280, script: true }, email);
  await begin(page, from, true);
  await press(page.locator("main").getByRole("link", { name: "View" }).first());
  await page.getByRole("heading", { level: 1, name: /(am|pm), / }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("main") instanceof HTMLElement))
    .toBe(true);
});

test("past the menu comes the page's beginning, wherever the page before was left", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client4@pombi.test");
  await begin(page, "/client-dashboard/settings/notifications", true);
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await begin(page, "/client-dashboard/bookings", true);
  // A restored position is set within the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(
    await page.locator("#content").evaluate((main) => Math.round(main.getBoundingClientRect().top)),
  ).toBeGreaterThanOrEqual(0);
});

test.each([
  ["client", true, "bookings bookings/demobooking0012 profile?edit"],
  ["client", false, "bookings"],
  ["plumber", true, "jobs jobs/demobooking0012 calendar"],
])(
  "a %s on a phone with keys (script: %s) sees every stop beside the tab bar, and all behind Menu",
  async (role, script, names) => {
    const { page } = await site.open({ width: 360, script }, `${role}@pombi.test`);
    const pages = names.split(" ").map((name) => `/${role}-dashboard/${name}`);
    await goTo(page, pages[0]!, script);
    await press(page.locator("nav summary", { hasText: "Menu" }));
    await press(page.locator("nav details").getByRole("link", { name: "Settings" }));
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    expect(await page.locator("nav details[open]").count()).toBe(0);
    for (const path of pages) {
      await goTo(page, path, script);
      for (let stop = 0; stop < 40; stop++) {
        await tab(page);
        if (await page.evaluate(() => document.activeElement === document.body)) break;
      }
    }
  },
);

/** A date as typed into the browser's own field: month, day, year. */
const typedDate = (days: number) => {
  const [year, month, day] = inDays(days).split("-");
  return `${month}${day}${year}`;
};

const main = (page: Page) => page.locator("main");
const dialogOf = (page: Page) => page.getByRole("dialog");

test.each([true, false])(
  "a client and a plumber go from request to review with the keys alone, script: %s",
  async (script) => {
    const { origin } = site;
    const post = (page: Page, path: string, form: Record<string, string>) =>
      postFrom(page.context(), origin, path, form);

    const [plumberNumber, clientNumber] = script ? ["12", "02"] : ["13", "05"];
    const plumberId = `demoplumber${plumberNumber}`;
    const open = (page: Page, path: string) => begin(page, path, script);
    const moreOf = (page: Page) => page.locator("article summary", { hasText: "More" });

    // The time that both agree on.
    const newDay = inDays(4);
    const startOfJob = instantOf(newDay, 11 * 60 + 30);
    const startOf = async () => {
      const headers = { Cookie: await cookiesOf(plumber.context()) };
      const page = await (await fetch(`${origin}${job}/reschedule`, { headers })).text();
      return /name="start"[^>]*value="(\d+)"/.exec(page)?.[1] ?? "";
    };

    const emails = [`client${Number(clientNumber)}@pombi.test`, `plumber${plumberNumber}@pombi.test`];
    const sides = await Promise.all(emails.map((email) => site.open({ width: 1280, script }, email)));
    const [client, plumber] = sides.map((side) => side.page) as [Page, Page];
    const days = await daysOffered(origin, plumberId);
    const ask = async (appointmentTime: string) => {
      const form = { appointmentDate: days[5]!, appointmentTime, ...VISIT };
      const ticket = (await post(client, `/appointment/${plumberId}`, form)).headers.get("Location")!;
      return [ticket, ticket.replace("/client-dashboard/bookings", "/plumber-dashboard/jobs")] as const;
    };
    const [ticket, job] = await ask("7:00 pm");
    const [, unwanted] = await ask("8:00 pm");

    // A client fills the form of a request and sends it, then cancels it with a reason.
    await open(client, "/client-dashboard/book");
    await press(main(client).getByRole("button", { name: "Book Service" }));
    await client.getByRole("alert").getByText("Please fill all required fields.").first().waitFor();
    await reach(client.getByLabel("What's the problem?"));
    await client.keyboard.press("D");
    await type(client.getByLabel("Tell the plumber more"), "By the keys alone.");
    await type(client.getByLabel("Date"), typedDate(20));
    await type(client.getByLabel("Time"), "0215PM");
    await reach(client.getByRole("radio", { name: /, / }).first());
    await client.keyboard.press("ArrowUp");
    await type(client.getByLabel("Suburb"), "Avondale, Harare");
    await type(client.getByLabel("Street or landmark"), `9 Key Lane, ${script}`);
    await press(client.getByRole("button", { name: "Book Service" }));
    await client.getByText("Booking request sent!").waitFor();
    await client.getByRole("heading", { level: 1, name: /2:15 pm/ }).waitFor();
    await press(moreOf(client));
    await press(client.getByRole("link", { name: "Cancel the booking" }));
    await reach(dialogOf(client).getByLabel("Why?"));
    await client.keyboard.press("ArrowDown");
    await type(dialogOf(client).getByLabel("In your own words"), "A neighbour came");
    await press(dialogOf(client).getByRole("button", { name: "Yes, cancel" }));
    await client.getByText("The booking is cancelled.").waitFor();
    await client.getByText(/^You cancelled this booking .*A neighbour came/).waitFor();

    // A question keeps the focus inside, and after No it is where it was.
    await open(client, ticket);
    await press(moreOf(client));
    const asked = client.getByRole("link", { name: "Cancel the booking" });
    await press(asked);
    const way = dialogOf(client).getByRole("link", { name: "No, keep it" });
    await reach(way, 5);
    // Without script it is a page, which can't trap the focus.
    for (let turn = 0; script && turn < 12; turn++) {
      await tab(client);
      expect(
        await client.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
        ),
      ).toBe(true);
    }
    await press(way);
    await dialogOf(client).waitFor({ state: "detached" });
    if (script) {
      await expect.poll(() => asked.evaluate((link) => link === document.activeElement)).toBe(true);
      await client.keyboard.press("Enter");
      await dialogOf(client).waitFor();
      await client.keyboard.press("Escape");
      await dialogOf(client).waitFor({ state: "detached" });
      await expect.poll(() => asked.evaluate((link) => link === document.activeElement)).toBe(true);
    }

    // A client proposes another time, and accepts one.
    await open(client, ticket);
    await press(moreOf(client));
    await press(client.getByRole("link", { name: "Suggest a new time" }));
    await press(dialogOf(client).getByText("Another day or time"));
    await type(dialogOf(client).getByLabel("Date", { exact: true }), typedDate(9));
    await type(dialogOf(client).getByLabel("Time", { exact: true }), "0430PM");
    await press(dialogOf(client).getByRole("button", { name: "Suggest this time" }));
    await client.getByText(/You suggested another time: .*4:30 pm/).waitFor();
    await post(plumber, `${job}/reschedule`, { intent: "decline", start: await startOf() });
    await post(plumber, `${job}/reschedule`, { appointmentDate: newDay, appointmentTime: "11:30 am" });
    await open(client, ticket);
    await press(client.getByRole("link", { name: /^Move to / }));
    await press(dialogOf(client).getByRole("button", { name: "Accept the new time" }));
    await dialogOf(client).waitFor({ state: "detached" });
    await client.getByRole("heading", { level: 1, name: /11:30 am/ }).waitFor();

    // A plumber marks a request as seen, refuses it with a reason, and confirms the other.
    await open(plumber, "/plumber-dashboard/notifications");
    const unseen = plumber.getByRole("listitem").filter({ has: plumber.locator(`a[href="${unwanted}"]`) });
    await press(unseen.getByRole("button", { name: "Mark as Seen" }));
    await unseen.waitFor({ state: "detached" });
    await open(plumber, unwanted);
    await press(plumber.getByRole("link", { name: "Refuse" }));
    await reach(dialogOf(plumber).getByLabel("Why?"));
    await plumber.keyboard.press("ArrowDown");
    const reason = await dialogOf(plumber).getByLabel("Why?").inputValue();
    await press(dialogOf(plumber).getByRole("button", { name: "Yes, refuse" }));
    await plumber.getByText("The request is refused.").waitFor();
    await plumber.locator("section", { hasText: "History" }).getByText(reason).waitFor();
    await open(plumber, job);
    await press(plumber.getByRole("button", { name: "Confirm" }));
    await plumber.getByText("The job is confirmed.").waitFor();

    // A plumber starts the job and completes it.
    await atTime(origin, startOfJob, async () => {
      await open(plumber, job);
      await press(plumber.getByRole("button", { name: "Start" }));
      await press(plumber.getByRole("link", { name: "Mark Completed" }));
      await plumber.getByRole("heading", { name: "Finish the job" }).waitFor();
      await press(plumber.getByRole("button", { name: "Mark Completed" }));
      await plumber.getByText("The job is completed.").waitFor();
    });

    // A client leaves a review for it.
    await atTime(origin, startOfJob, async () => {
      await open(client, `/client-dashboard/messages/${plumberId}`);
      await press(client.locator("summary", { hasText: /^Leave a review for / }));
      const form = client.locator("#review form").first();
      await reach(form.getByLabel("5 stars"));
      await client.keyboard.press("ArrowDown");
      await type(form.getByLabel("Comment"), `Keyed in, ${script}`);
      await press(form.getByRole("button", { name: /^Submit (4 stars|review)/ }));
      await client.getByText("Review submitted!").waitFor();
    });
    await client.goto("/client-dashboard/reviews");
    const review = main(client).locator("li", { hasText: `Keyed in, ${script}` });
    expect(await review.innerText()).toMatch(/4\s*\/5/);

    expect(sides.map(({ complaints }) => complaints)).toEqual([[], []]);
  },
);
