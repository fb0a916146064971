import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { PUBLIC_PATHS } from "./support/axe";
import { openBrowser } from "./support/users";
import { startSite } from "./support/site";

const site = await startSite();
const { origin } = site;

const KB = 1000;

/** As the build weighs its files. */
const gzippedBytes = (body: Buffer | string) => gzipSync(body, { level: 9 }).length;

interface Load {
  url: string;
  kind: string;
  bytes: number;
}

/** The requests of a first visit at 360 x 800 without scrolling, and the bytes of the next one. */
async function firstVisit(path: string, as: string | null) {
  const { page, context, complaints } = await openBrowser(await site.browser(), origin, { width: 360, script: true });
  if (as) await site.openSession(context, as);
  const loads = await load(page, path);
  const again = await load(page, path);
  await context.close();
  // Violations of the page's policy are among them.
  expect(complaints).toEqual([]);
  const bytesOf = (kind: string) => total(loads.filter((one) => one.kind === kind));
  const cached = loads.map(({ url }) => url).filter((url) => /^\/(assets|photos)\//.test(url));
  return {
    loads,
    html: bytesOf("document"),
    scripts: bytesOf("script"),
    again: total(again.filter(({ url }) => !cached.includes(url))),
  };
}

/** The requests of a page, each response in bytes of gzip (files that are compressed already, as they are). */
async function load(page: Page, path: string): Promise<Load[]> {
  const loads: Load[] = [];
  const reads: Promise<void>[] = [];
  const read = async (response: Response) => {
    const body = await response.body();
    const packed = /woff2|webp|png/.test(response.headers()["content-type"] ?? "");
    const bytes = packed ? body.length : gzippedBytes(body);
    loads.push({ url: response.url().replace(origin, ""), kind: response.request().resourceType(), bytes });
  };
  const listen = (response: Response) =>
    void (response.status() !== 304 && reads.push(read(response).catch(() => undefined)));
  page.on("response", listen);
  await page.goto(path, { waitUntil: "networkidle" });
  await Promise.all(reads);
  page.off("response", listen);
  return loads;
}

const isPhoto = ({ url }: Load) => /^\/(work-)?photos\//.test(url);
const total = (loads: Load[]) => loads.reduce((bytes, load) => bytes + load.bytes, 0);

describe.concurrent("a public page", () => {
  test.each(PUBLIC_PATHS)(
    "the public page %s has at most 5 kB of script, 110 in all, 8 requests, photos apart",
    async (path) => {
      const visit = await firstVisit(path, null);
      const rest = visit.loads.filter((load) => !isPhoto(load));
      expect(visit.scripts).toBeLessThanOrEqual(5 * KB);
      expect(total(rest)).toBeLessThanOrEqual(110 * KB);
      expect(rest.length).toBeLessThanOrEqual(8);
      for (const photo of visit.loads.filter(isPhoto)) {
        if (photo.url.includes("-160.webp")) expect(photo.bytes).toBeLessThanOrEqual(6 * KB);
        if (photo.url.startsWith("/work-photos/")) expect(photo.bytes).toBeLessThanOrEqual(10 * KB);
      }
      expect(visit.loads.every(({ url }) => url.startsWith("/") || url.startsWith("data:"))).toBe(true);
    },
  );
});

describe.concurrent("a dashboard page", () => {
  test.each([
    ["client@pombi.test", "/client-dashboard", 113],
    ["client@pombi.test", "/client-dashboard/bookings", 113],
    ["plumber@pombi.test", "/plumber-dashboard", 113],
    ["plumber@pombi.test", "/plumber-dashboard/jobs", 113],
    ["admin@pombi.test", "/admin-dashboard", 126],
  ])(
    "a dashboard page of %s, %s, has at most 15 kB of HTML, %d of script, 220 in all, 25 when revisited",
    async (who, path, script) => {
      const visit = await firstVisit(path, who);
      const rest = visit.loads.filter((load) => !isPhoto(load));
      expect(visit.html).toBeLessThanOrEqual(15 * KB);
      expect(visit.scripts).toBeGreaterThan(0);
      expect(visit.scripts).toBeLessThanOrEqual(script * KB);
      expect(total(rest)).toBeLessThanOrEqual(220 * KB);
      expect(visit.again).toBeLessThanOrEqual(25 * KB);
    },
  );
});

test.each([
  ["client@pombi.test", "/client-dashboard/bookings?show=past"],
  ["plumber@pombi.test", "/plumber-dashboard/jobs?show=past"],
])("each past ticket of %s, with money and photos, has at most 15 kB of HTML", async (who, list) => {
  const { page } = await site.open({ width: 360, script: true }, who);
  await page.goto(list);
  const tickets = await page
    .locator("main")
    .getByRole("link", { name: "View" })
    .evaluateAll((links) =>
      Promise.all(links.map(async (link) => (await fetch((link as HTMLAnchorElement).href)).text())),
    );
  const full = tickets.filter((html) => html.includes("/receipts/PR-") && html.includes("/job-photos/"));
  expect(full.length).toBeGreaterThan(0);
  expect(Math.max(...tickets.map(gzippedBytes))).toBeLessThanOrEqual(15 * KB);
});
