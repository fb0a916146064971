import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookings, quotes, users } from "~/db/schema";
import type { Site } from "./site";

/** A reader's phone: the font size set in the browser, and the window, which is small where the page is zoomed in. */
export interface Letters {
  size: number;
  width: number;
  height: number;
}

interface ReadPage {
  path: string;
  /** The one action of the page; null: no control is more important than the others. */
  action: string | null;
  /** Where it is another one without script. */
  plainAction?: string;
}

const VISITOR_PAGES: ReadPage[] = [
  { path: "/", action: "main form button" },
  { path: "/plumbers/harare", action: null },
  { path: "/appointment/demoplumber01", action: ".booking-bar > .button" },
  { path: "/signup", action: "main details:last-of-type > summary", plainAction: "main form .button" },
  { path: "/signin", action: "main form button.button" },
  { path: "/contact", action: null },
  { path: "/services/emergency", action: null },
];
const CLIENT_PAGES: ReadPage[] = [
  { path: "/client-dashboard/overview", action: ".ticket-actions > :first-child" },
  { path: "/client-dashboard/bookings", action: null },
  { path: "/client-dashboard/messages/demoplumber01", action: ".conversation form button" },
];
const PLUMBER_PAGES: ReadPage[] = [
  { path: "/plumber-dashboard", action: ".ticket-actions > :first-child" },
  { path: "/plumber-dashboard/jobs", action: null },
];

/** Walks the pages that people need most with letters of each size: nothing is cut, covered or wider than the window. */
export function testLetters(site: Site, sizes: Letters[]): void {
  test.each(sizes)("every page shows its action whole with letters of $size px at $width px", async (letters) => {
    const faults = [
      ...(await walk(site, letters, VISITOR_PAGES)),
      ...(await walk(site, letters, VISITOR_PAGES, { script: false })),
      ...(await walk(site, letters, CLIENT_PAGES, { email: "client@pombi.test" })),
      ...(await walk(site, letters, PLUMBER_PAGES, { email: "plumber@pombi.test" })),
      ...(await walkQuote(site, letters)),
    ];
    expect(faults).toEqual([]);
  });
}

/** The ticket of a client who has a quote to accept. */
async function walkQuote(site: Site, letters: Letters): Promise<string[]> {
  const db = await site.openDatabase();
  const [quoted] = await db
    .select({ id: bookings.id, email: users.email })
    .from(quotes)
    .innerJoin(bookings, eq(bookings.id, quotes.bookingId))
    .innerJoin(users, eq(users.id, bookings.clientId))
    .where(eq(quotes.status, "open"))
    .limit(1);
  const { id, email } = quoted!;
  const ticket = { path: `/client-dashboard/bookings/${id}`, action: ".ticket-actions > :first-child" };
  return walk(site, letters, [ticket], { email: email! });
}

interface Reader {
  script?: boolean;
  email?: string;
}

async function walk(site: Site, letters: Letters, pages: ReadPage[], { script = true, email }: Reader = {}) {
  const { size, width, height } = letters;
  const { page } = await site.open({ width, script, viewport: { width, height }, reducedMotion: "reduce" }, email);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Page.setFontSizes", { fontSizes: { standard: size } });
  const faults: string[] = [];
  for (const { path, plainAction, ...shown } of pages) {
    const action = (!script && plainAction) || shown.action;
    await page.goto(path);
    const found = [...(await faultsOfPage(page, size)), ...(action ? await faultsOfAction(page, action) : [])];
    faults.push(...found.map((fault) => `${path}${script ? "" : " without script"}: ${fault}`));
  }
  await page.close();
  return faults;
}

/** Faults of the page as it stands after it has loaded. */
const faultsOfPage = (page: Page, size: number) =>
  page.evaluate((expected) => {
    const faults: string[] = [];
    const root = document.documentElement;
    const over = root.scrollWidth - root.clientWidth;
    if (over > 0) faults.push(`${over} px wider than the window`);
    const rem = Number.parseFloat(getComputedStyle(root).fontSize);
    if (rem !== expected) faults.push(`letters of ${rem} px`);
    const bars = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) =>
        ["fixed", "sticky"].includes(getComputedStyle(element).position) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(".skip-link, details:not([open]) *"),
    );
    const boxes = bars
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ top, bottom }) => top < innerHeight && bottom > 0);
    const covered = boxes.reduce((sum, box) => sum + Math.min(box.bottom, innerHeight) - Math.max(box.top, 0), 0);
    if (covered > innerHeight / 3) faults.push(`bars take ${covered} of ${innerHeight} px`);
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        if (one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5) faults.push("a bar covers another");
    const controls = bars.flatMap((bar) => [...bar.querySelectorAll<HTMLElement>("a, button, summary")]);
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      if (!control.checkVisibility() || control.matches("details:not([open]) > :not(summary) *")) continue;
      if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`${control.innerText} is outside of the window`);
    }
    const words = [...document.querySelectorAll<HTMLElement>("main li.card :is(p, b, h2)")]
      .filter((element) => element.innerText.trim() && element.checkVisibility())
      .map((element) => ({ element, range: document.createRange() }));
    for (const { element, range } of words) range.selectNodeContents(element);
    for (const [at, one] of words.entries())
      for (const other of words.slice(at + 1).filter(({ element }) => !one.element.contains(element))) {
        const a = one.range.getBoundingClientRect();
        const b = other.range.getBoundingClientRect();
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 2) faults.push(`“${one.element.innerText}” lies on “${other.element.innerText}”`);
      }
    return faults;
  }, size);

/** Faults of a control that was just reached by the keyboard: parts of it that nobody sees, and broken words. */
const faultsOfAction = (page: Page, selector: string) =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((found) => {
      const faults: string[] = [];
      const action = found.matches("a, button, summary")
        ? (found as HTMLElement)
        : found.querySelector<HTMLElement>("a, button, summary")!;
      const name = action.innerText.trim().replace(/\s+/g, " ");
      action.focus();
      const box = action.getBoundingClientRect();
      const edges = [
        { x: box.left + 2, y: box.top + box.height / 2 },
        { x: box.right - 2, y: box.top + box.height / 2 },
        { x: box.left + box.width / 2, y: box.top + 2 },
        { x: box.left + box.width / 2, y: box.bottom - 2 },
      ];
      for (const { x, y } of edges) {
        const top = document.elementFromPoint(x, y);
        if (!top || !(action.contains(top) || top.contains(action.closest("form, details") ?? action)))
          faults.push(`${name}: at ${Math.round(x)}, ${Math.round(y)} there is ${top ? top.className : "no page"}`);
      }
      if (action.scrollWidth > action.clientWidth + 1) faults.push(`${name}: narrower than its text`);
      if (box.height < 44) faults.push(`${name}: ${box.height} px high`);
      const texts = document.createTreeWalker(action, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of text.textContent!.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (range.getClientRects().length > 1) faults.push(`${name}: “${word}” is broken`);
        }
      return faults;
    });
