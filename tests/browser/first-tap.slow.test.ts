import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";

const site = await startSite();

/** React renders in messages to itself: holds them in the page until `goOn()`, as a slow phone does. */
function holdRendering(): void {
  const held: (() => void)[] = [];
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
    held.push(() => Reflect.apply(postMessage, this, args));
  } as typeof postMessage;
  Object.assign(globalThis, {
    goOn: () => {
      MessagePort.prototype.postMessage = postMessage;
      for (const send of held.splice(0)) send();
    },
  });
}

const goOn = (page: Page) => page.evaluate("goOn()");

/** A page that listens already and has not been rendered by React yet. */
async function openHeld(email: string, path: string) {
  const one = await site.open({ width: 360, script: true }, email);
  await one.page.addInitScript(holdRendering);
  await one.page.goto(path);
  await one.page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("_reactListening")));
  return one;
}

const PAGES: { email: string; path: string; text: string; link: string; leadsTo: RegExp }[] = [
  {
    email: "client@pombi.test",
    path: "/client-dashboard",
    text: "h1",
    link: "Bookings",
    leadsTo: /client-dashboard\/bookings/,
  },
  {
    email: "client@pombi.test",
    path: "/client-dashboard/messages/demoplumber01",
    text: "main",
    link: "All conversations",
    leadsTo: /messages$/,
  },
  {
    email: "plumber@pombi.test",
    path: "/plumber-dashboard",
    text: "h1",
    link: "Jobs",
    leadsTo: /plumber-dashboard\/jobs/,
  },
  {
    email: "plumber@pombi.test",
    path: "/plumber-dashboard/jobs",
    text: "h1",
    link: "Dashboard",
    leadsTo: /plumber-dashboard$/,
  },
  {
    email: "admin@pombi.test",
    path: "/admin-dashboard",
    text: "h1",
    link: "Dispatch",
    leadsTo: /admin-dashboard\/dispatch/,
  },
];

test.each(PAGES)(
  "$email taps on $path before it is alive, and it comes alive",
  async ({ email, path, text, link, leadsTo }) => {
    for (const first of ["text", "link"]) {
      const { page } = await openHeld(email, path);
      await page.evaluate("globalThis.isMarked = true");
      const linkTo = page.locator("nav:visible, main header").getByRole("link", { name: link }).first();
      if (first === "text")
        await page
          .locator(text)
          .first()
          .click({ position: { x: 5, y: 5 } });
      else await linkTo.click();
      await goOn(page);
      if (first === "text") await linkTo.click();
      await page.waitForURL(leadsTo);
      expect(await page.evaluate("globalThis.isMarked === true")).toBe(true);
    }
  },
);

test("a form's button that is pressed before the page is alive sends the form, once", async () => {
  const { page } = await openHeld("admin@pombi.test", "/admin-dashboard/dispatch?kind=unanswered");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page
    .locator("button", { hasText: /^Remind (?!all)/ })
    .first()
    .click();
  await goOn(page);
  await page.locator(":text('Reminded ')").first().waitFor();
  expect(sent).toHaveLength(1);
});

/** The element under a tap in the middle of the screen while the old page gives way to this one, if that is drawn. */
function noteWhatIsTapped(): void {
  addEventListener("pagereveal", ({ viewTransition }: PageRevealEvent) =>
    viewTransition?.ready.then(() => {
      const met = document.elementFromPoint(180, 500);
      Object.assign(globalThis, { met: met && document.body.contains(met) && met.tagName });
    }),
  );
}

test("the page takes taps while the pipe moves from one ticket to the next", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client@pombi.test");
  await page.addInitScript(noteWhatIsTapped);
  await page.goto("/client-dashboard/bookings/demobooking0009");
  await page.evaluate("location.assign('/client-dashboard/bookings/demobooking0006')");
  await page.waitForURL(/0006$/);
  await expect.poll(() => page.evaluate("globalThis.met")).toEqual(expect.any(String));
});
