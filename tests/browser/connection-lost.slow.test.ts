import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { PONG_MS, QUIET_MS } from "~/realtime/signals";
import { launchBrowser } from "./support/browser";
import { afterDay, atTime, soon } from "./support/clock";
import { layLine } from "./support/line";
import { openBrowser, post as postFrom } from "./support/users";
import { daysOffered, VISIT } from "./support/request";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;

type Side = Awaited<ReturnType<typeof createUser>>;

const ends: (() => unknown)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** Someone on a line of their own, with every page open on which something can change. */
async function createUser(email: string) {
  const line = await layLine(origin);
  const browser = await launchBrowser({ more: line.args });
  ends.push(
    () => line.close(),
    () => browser.close(),
  );
  const { context } = await openBrowser(browser, origin, { width: 360, script: true });
  await site.openSession(context, email);
  return { line, context, pages: new Map<string, Page>() };
}

/** Opens pages of the side's dashboard. */
async function openPages(side: Side, paths: string[]): Promise<void> {
  for (const path of paths.map((one) => (side === client ? "/client-dashboard" : "/plumber-dashboard") + one)) {
    const page = await side.context.newPage();
    page.setDefaultTimeout(15_000);
    await Promise.all([page.waitForEvent("websocket"), page.goto(path)]);
    side.pages.set(path, page);
  }
}

const pageOf = (side: Side, path: string): Page => side.pages.get(path)!;

const post = ({ context }: Side, path: string, form: Record<string, string>) => postFrom(context, origin, path, form);

/** The text of a page, except for its flash message. */
const shown = (page: Page) =>
  page.locator("main").evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    // On paper alone there is the minute in which the page was made.
    for (const passing of copy.querySelectorAll("[role=status], .sr-only, .hidden, form, noscript")) passing.remove();
    return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  });

const [client, plumber, fresh] = await Promise.all([
  createUser("client8@pombi.test"),
  createUser("plumber16@pombi.test"),
  launchBrowser(),
]);
ends.push(() => fresh.close());
/** Whichever word came last before the cut, and some time to draw (C12). */
const SILENCE_FOUND_WITHIN = QUIET_MS + PONG_MS + 10_000;
const bookings: string[] = [];
const day = (await daysOffered(origin, "demoplumber16"))[5]!;

async function book(time: string): Promise<void> {
  const notes = `Lost line ${bookings.length}`;
  const form = { appointmentDate: day, appointmentTime: time, ...VISIT, notes };
  const { headers } = await post(client, "/appointment/demoplumber16", form);
  bookings.push(/bookings\/([\w-]+)/.exec(headers.get("Location")!)![1]!);
}

for (const time of ["1:00 pm", "2:00 pm", "3:00 pm"]) {
  await book(time);
  // Someone may have two requests waiting for one plumber, and a fourth comes below.
  if (time !== "3:00 pm") await post(plumber, `/plumber-dashboard/jobs/${bookings.at(-1)}`, { intent: "confirm" });
}
await openPages(plumber, [
  "",
  "/jobs",
  ...bookings.map((id) => `/jobs/${id}`),
  `/calendar?week=${day}`,
  "/stats",
  "/reviews",
  "/notifications",
  "/messages",
  "/messages/democlient08",
]);
await openPages(client, ["", "/bookings", "/reviews", "/messages", "/messages/demoplumber16"]);

/** Every open page of a side soon shows what the same page, reopened on a line that was never cut, shows. */
async function expectAgreement(side: Side): Promise<void> {
  const context = await fresh.newContext({ baseURL: origin, viewport: { width: 360, height: 800 } });
  await context.addCookies(await side.context.cookies());
  const anew = await context.newPage();
  for (const [path, page] of side.pages) {
    await expect
      .poll(
        async () => {
          await anew.goto(path);
          const [now, wanted] = await Promise.all([shown(page), shown(anew)]);
          return now === wanted ? "the same" : { now, wanted };
        },
        { ...soon, message: path },
      )
      .toBe("the same");
  }
  await context.close();
}

test("no message is lost while both lines are cut, and both sides agree afterwards", async () => {
  await book("4:00 pm");
  await openPages(plumber, [`/jobs/${bookings[3]}`]);
  const confirmPage = pageOf(plumber, `/plumber-dashboard/jobs/${bookings[2]}`);
  const chat = pageOf(plumber, "/plumber-dashboard/messages/democlient08");
  const leaving = pageOf(plumber, "/plumber-dashboard/stats");
  const titleBefore = await chat.title();
  plumber.line.cut("silent");
  client.line.cut("closed");
  await confirmPage.getByRole("button", { name: "Confirm" }).click();
  await leaving.getByText("Menu", { exact: true }).click();
  await leaving.getByRole("link", { name: "Reviews" }).click({ noWaitAfter: true });
  await chat.getByPlaceholder("Type a message...").fill("Half typed");

  const reason = { transition: "cancel", reasonText: "Mended by a neighbour" };
  await post(client, `/client-dashboard/bookings/${bookings[3]}/cancel`, reason);
  await atTime(origin, afterDay(5), async () => {
    await post(plumber, `/plumber-dashboard/jobs/${bookings[0]}`, { intent: "complete" });
    const review = { booking: bookings[0]!, rating: "3", comment: "Through the cut" };
    await post(client, "/client-dashboard/reviews", { intent: "review", ...review });
  });
  await post(client, "/messages/demoplumber16", { id: "lost-line-1", content: "Are you there?" });
  await pageOf(client, "/client-dashboard").getByText("Reconnecting").waitFor();
  await pageOf(plumber, "/plumber-dashboard").getByText("Reconnecting").waitFor({ timeout: SILENCE_FOUND_WITHIN });
  plumber.line.mend();
  client.line.mend();

  await confirmPage.getByText("The job is confirmed.").waitFor({ timeout: 45_000 });
  await leaving.getByRole("heading", { name: /Reviews/ }).waitFor({ timeout: 45_000 });
  plumber.pages.set("/plumber-dashboard/reviews", leaving);
  plumber.pages.delete("/plumber-dashboard/stats");
  // Messages that the open chat has shown are read.
  await chat.getByRole("log").getByText("Are you there?").waitFor({ timeout: 45_000 });
  await expect.poll(() => chat.title(), { timeout: 45_000 }).toBe(titleBefore);
  await expectAgreement(client);
  await expectAgreement(plumber);
  expect(await chat.getByPlaceholder("Type a message...").inputValue()).toBe("Half typed");
  expect(await shown(pageOf(plumber, `/plumber-dashboard/jobs/${bookings[3]}`))).toContain("Mended by a neighbour");
});
