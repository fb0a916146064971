import type { Browser } from "playwright-core";
import { FIRST_VISITS } from "./bounds";
import { cookieFor, onSite, type Site, launchChromium, openOnSlowPhone, phoneSlowness, type Reading } from "./site";
import { median, printTable, rowOf } from "./table";
import { startBlank } from "./upload";

// npm run bench: a first visit, with nothing cached, on a slow connection and a slow phone, beside a blank Remix page:
// when its largest part is painted, how long tasks block, what it weighs on the line, and in how many requests. Each
// round meets every page, so a machine that changes its speed does so for all.
const TIMES = Number(process.env["TIMES"] ?? 5);

interface Visit extends Reading {
  loads: { url: string; bytes: number }[];
}

/** The path of the first ticket of a list. */
async function firstTicket(site: Site, list: string, cookie: string): Promise<string> {
  const { text } = await site.send(list, { cookie });
  return new RegExp(`href="(${list}/\\w+)"`).exec(text)![1]!;
}

async function firstVisit(browser: Browser, slowness: number, url: string, cookie: string): Promise<Visit> {
  const { page, protocol, read } = await openOnSlowPhone(browser, slowness);
  if (cookie) await page.context().addCookies([cookieFor(cookie)]);
  const loads = new Map<string, Visit["loads"][number]>();
  protocol.on(
    "Network.requestWillBeSent",
    ({ requestId, request }) => void loads.set(requestId, { url: request.url, bytes: 0 }),
  );
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loads.get(requestId)!.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(1500);
  const reading = await read();
  await page.context().close();
  return { ...reading, loads: [...loads.values()] };
}

await onSite({ LIMIT_FACTOR: "20" }, async (site) => {
  const [blank, browser] = await Promise.all([startBlank(true), launchChromium()]);
  const slowness = await phoneSlowness(browser);
  const atMost: Partial<(typeof FIRST_VISITS)[number]["atMost"]> = {};
  const nothing = { name: "a blank Remix page", url: blank.url.href, cookie: "", atMost, seen: [] as Visit[] };
  const targets = [nothing];
  for (const { path, as, ...target } of FIRST_VISITS) {
    const cookie = as ? (await site.signIn(as)).cookie : "";
    const list = /^(.*)\/first$/.exec(path)?.[1];
    const url = site.origin + (list ? await firstTicket(site, list, cookie) : path);
    targets.push({ ...target, url, cookie, seen: [] });
  }
  // The first round makes the Workers, and does not count.
  for (let round = 0; round <= TIMES; round++)
    for (const { url, cookie, seen } of targets) {
      const visit = await firstVisit(browser, slowness, url, cookie);
      if (round > 0) seen.push(visit);
    }
  await Promise.all([browser.close(), blank.miniflare.dispose()]);
  printTable(
    `A first visit on slow 4G, ${slowness.toFixed(1)} times slower than this machine, 360 x 800 (medians of ${TIMES})`,
    targets.map(({ name, atMost, seen }) => {
      if (process.env["LOADS"]) console.info(name, seen[0]!.loads);
      const bytes = ({ loads }: Visit) => loads.reduce((sum, load) => sum + load.bytes, 0);
      const paints = seen.map(({ ms }, round) => ms / nothing.seen[round]!.ms);
      return rowOf(name, [
        { is: median(seen.map(({ ms }) => ms)), unit: "ms" },
        { is: median(paints), unit: "times the blank page's", digits: 2, atMost: atMost.paint },
        { is: median(seen.map(({ blocking }) => blocking)), unit: "ms blocking", atMost: atMost.blocking },
        { is: median(seen.map(bytes)) / 1000, unit: "kB", atMost: atMost.kB },
        { is: median(seen.map(({ loads }) => loads.length)), unit: "requests", atMost: atMost.requests },
      ]);
    }),
  );
});
process.exit();
