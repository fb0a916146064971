import type { Browser } from "playwright-core";
import { DEMO_PASSWORD, type DEMO_LOGINS } from "../../scripts/demo-town/demo-logins";
import { startBlankSite } from "./blank-site";
import { removeState } from "../browser/support/processes";
import { startServer } from "../browser/support/server";
import { launchChromium, openOnSlowPhone } from "./slow-phone";
import { median, printTable } from "./table";

// npm run bench: a first visit, with nothing cached, on a slow connection and a slow phone, next to a blank Remix page:
// when its largest part is painted, how long tasks block, what it weighs on the line, and in how many requests.
const TIMES = Number(process.env["TIMES"] ?? 3);

interface Target {
  name: string;
  /** With "first" at its end: the first ticket of the list. */
  path: string;
  as?: (typeof DEMO_LOGINS)[number];
  atMost?: { ms?: number; blocking?: number; kB?: number; requests?: number };
}

const DASHBOARD = { kB: 150, requests: 15 };
const TARGETS: Target[] = [
  { name: "the home page", path: "/", atMost: { ms: 600, blocking: 25 } },
  { name: "the directory", path: "/plumbers", atMost: { ms: 750, blocking: 25, kB: 55, requests: 12 } },
  {
    name: "a plumber's appointment page",
    path: "/appointment/demoplumber01",
    atMost: { ms: 750, kB: 55, requests: 9 },
  },
  { name: "a client's dashboard", path: "/client-dashboard", as: "client@pombi.test", atMost: DASHBOARD },
  { name: "a client's ticket", path: "/client-dashboard/bookings/first", as: "client@pombi.test", atMost: DASHBOARD },
  { name: "a plumber's dashboard", path: "/plumber-dashboard", as: "plumber@pombi.test", atMost: DASHBOARD },
  { name: "a plumber's ticket", path: "/plumber-dashboard/jobs/first", as: "plumber@pombi.test", atMost: DASHBOARD },
  { name: "the office's dashboard", path: "/admin-dashboard", as: "admin@pombi.test", atMost: DASHBOARD },
];

interface Visit {
  ms: number;
  /** What tasks took beyond 50 ms each, in ms. */
  blocking: number;
  kB: number;
  requests: number;
  loads: { url: string; bytes: number }[];
}

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["cookies"]>>;

async function signIn(browser: Browser, origin: string, email: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.goto("/signin");
  await page.locator("input[type=email]").fill(email);
  await page.locator("input[type=password]").fill(DEMO_PASSWORD);
  await page.locator("main form button[type=submit], main form button:not([type])").first().click();
  await page.waitForURL((url) => url.pathname !== "/signin");
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function ticketPath(origin: string, path: string, cookies: Cookies): Promise<string> {
  const list = path.slice(0, -"/first".length);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const page = await fetch(origin + list, { headers: { Cookie } }).then((response) => response.text());
  return new RegExp(`href="(${list}/\\w+)"`).exec(page)![1]!;
}

async function firstVisit(browser: Browser, url: string, cookies: Cookies = []): Promise<Visit> {
  const { page, protocol } = await openOnSlowPhone(browser, { slowness: 4 });
  await page.context().addCookies(cookies);
  const urls = new Map<string, { url: string; bytes: number }>();
  protocol.on(
    "Network.requestWillBeSent",
    ({ requestId, request }) => void urls.set(requestId, { url: request.url, bytes: 0 }),
  );
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    urls.get(requestId)!.bytes = encodedDataLength;
  });
  await page.addInitScript(() => {
    const reading = { ms: Number.NaN, blocking: 0 };
    Object.assign(window, { reading });
    // No function here may have a name: esbuild would wrap it in a helper that the page does not have.
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) reading.ms = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) reading.blocking += Math.max(0, duration - 50);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(1500);
  const reading = await page.evaluate(() => (window as Window & { reading?: Pick<Visit, "ms" | "blocking"> }).reading!);
  await page.context().close();
  const loads = [...urls.values()];
  return { ...reading, kB: loads.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, requests: loads.length, loads };
}

const [server, blank, browser] = await Promise.all([
  startServer({ env: { LIMIT_FACTOR: "20" } }),
  startBlankSite(),
  launchChromium(),
]);
try {
  const visits: { target: Target; url: string; cookies?: Cookies; seen: Visit[] }[] = [
    { target: { name: "a blank Remix page", path: "/" }, url: blank.origin, seen: [] },
  ];
  for (const target of TARGETS) {
    const cookies = target.as && (await signIn(browser, server.origin, target.as));
    const isTicket = cookies && target.path.endsWith("/first");
    const path = isTicket ? await ticketPath(server.origin, target.path, cookies) : target.path;
    visits.push({ target, url: server.origin + path, cookies, seen: [] });
  }
  // The first round makes the Workers, and does not count.
  for (let round = 0; round <= TIMES; round++) {
    for (const { url, cookies, seen } of visits) {
      const visit = await firstVisit(browser, url, cookies);
      if (round > 0) seen.push(visit);
    }
  }
  printTable(
    `A first visit on slow 4G, a quarter of this machine's speed, 360 x 800 (medians of ${TIMES})`,
    visits.map(({ target: { name, atMost = {} }, seen }) => {
      const [ms, blocking, kB, requests] = [
        median(seen.map((visit) => visit.ms)),
        median(seen.map((visit) => visit.blocking)),
        median(seen.map((visit) => visit.kB)),
        median(seen.map((visit) => visit.requests)),
      ];
      if (process.env["LOADS"]) console.info(name, seen[0]!.loads);
      const bounds = Object.entries(atMost).map(([what, most]) => `${most} ${what}`);
      return {
        what: name,
        measured: `${ms.toFixed(0).padStart(5)} ms ${blocking.toFixed(0).padStart(4)} blocking ${kB.toFixed(0).padStart(4)} kB ${String(requests).padStart(3)} requests`,
        bound: bounds.length > 0 ? `at most ${bounds.join(", ")}` : "",
        isKept:
          ms <= (atMost.ms ?? Infinity) &&
          blocking <= (atMost.blocking ?? Infinity) &&
          kB <= (atMost.kB ?? Infinity) &&
          requests <= (atMost.requests ?? Infinity),
      };
    }),
  );
} finally {
  await Promise.all([browser.close(), server.kill(), blank.kill()]);
  removeState(server.stateDir);
}
process.exit();
