import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { enquiries, notices } from "~/db/schema";
import { dateAt, instantOf } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { createUser } from "../support/users";
import { visit } from "../support/site";
import { atTime } from "../support/clock";
import { currentInstant } from "../support/now";
import { seedTown } from "../support/town";
import { brand } from "~/brand";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");
const read = async (path: string) => textOf(await (await visit(path)).text());

test("a crawl of every link on every public page finds no dead end, and every page has one h1 and a title of its own", async () => {
  const waiting = ["/"];
  const seen = new Set(waiting);
  const titles = new Map<string, string>();
  while (waiting.length > 0) {
    const path = waiting.pop()!;
    const response = await visit(path);
    // A city of ours in which nobody is listed yet has no page (D3).
    expect(path.startsWith("/plumbers/") ? [200, 404] : [200, 303], path).toContain(response.status);
    const html = await response.text();
    if (response.status === 303 || !response.headers.get("Content-Type")?.startsWith("text/html")) continue;
    expect(html.match(/<h1\b/g), path).toHaveLength(1);
    titles.set(path, /<title>([^<]*)/.exec(html)?.[1] ?? "");
    for (const [, href] of html.matchAll(/<a\b[^>]*\shref="([^"]+)"/g)) {
      const url = new URL(href!.replace(/&amp;/g, "&"), `https://pombi.test${path}`);
      if (url.origin !== "https://pombi.test") continue;
      if (url.hash && url.pathname === new URL(path, "https://pombi.test").pathname)
        expect(html, `${path} ${url.hash}`).toContain(`id="${url.hash.slice(1)}"`);
      const next = url.pathname + url.search;
      // Every plumber has the same page: one of them is enough.
      if (seen.has(next) || /^\/(appointment|photos|assets)\//.test(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  expect(seen.size).toBeGreaterThan(30);
  const byPage = [...titles].filter(([path]) => !path.includes("?"));
  const named = byPage.map(([, title]) => title);
  expect(named.every(Boolean)).toBe(true);
  expect(new Set(named).size).toBe(named.length);
});

test("robots.txt leads to a sitemap of every public page and every listed plumber, and nobody else", async () => {
  expect(await (await visit("/robots.txt")).text()).toContain("Sitemap: https://pombi.test/sitemap.xml");
  const response = await visit("/sitemap.xml");
  expect(response.headers.get("Content-Type")).toBe("application/xml");
  const addresses = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
    address!.replace("https://pombi.test", ""),
  );
  expect(addresses).toEqual(
    expect.arrayContaining(["/", "/about", "/blog/5", "/plumbers/harare", `/appointment/${town.plumber.id}`]),
  );
  expect(addresses.some((address) => address.includes(town.client.id) || address.includes("dashboard"))).toBe(false);
  for (const address of addresses.filter((one) => !one.startsWith("/appointment/")))
    expect((await visit(address)).status, address).toBe(200);
});

test("a public page names its one address and a picture to share; a dashboard's page does not", async () => {
  const page = await (await visit("/plumbers/Harare?cursor=x")).text();
  expect(page).toContain('<link rel="canonical" href="https://pombi.test/plumbers/harare"/>');
  expect(page).toContain('content="https://pombi.test/share.png"');
  expect(await (await visit("/client-dashboard", { cookie: town.cookies.client })).text()).not.toContain("canonical");
});

test("machines read plumbers, posts and questions; a rating only where there are reviews; no text ends its script", async () => {
  const read = async (path: string) => {
    const html = await (await visit(path)).text();
    return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    );
  };
  const unrated = await createUser(town.context, "plumber", { firstName: "</script><b>x", city: "Gweru" });
  const rated = await createUser(town.context, "plumber", { ratings: [4, 5] });
  const [first, trail] = await read(`/appointment/${unrated.id}`);
  expect(first).toMatchObject({ "@type": "Plumber", name: "</script><b>x plumber" });
  expect(first).not.toHaveProperty("aggregateRating");
  expect(trail).toMatchObject({ "@type": "BreadcrumbList" });
  expect((await read(`/appointment/${rated.id}`))[0]).toMatchObject({
    aggregateRating: { ratingValue: "4.50", reviewCount: 2 },
  });
  expect((await read("/blog/2"))[0]).toMatchObject({ "@type": "BlogPosting" });
  expect(((await read("/faq"))[0]?.["mainEntity"] as unknown[]).length).toBe(4);
});

test("a search for a city leads to its one URL; speciality and fee filter and sort, page after page", async () => {
  const found = await visit("/plumbers?city=%20bulawayo&sort=fee");
  expect([found.status, found.headers.get("Location")]).toEqual([303, "/plumbers/bulawayo?sort=fee"]);
  expect((await visit("/plumbers?city=")).headers.get("Location")).toBe("/plumbers");
  for (let turn = 0; turn < 30; turn++) {
    await createUser(town.context, "plumber", {
      firstName: `Gas${turn}`,
      city: "Chegutu",
      speciality: turn % 2 ? "Gas Fitting" : "Drain Cleaning",
      feeCents: 100 * ((turn * 7) % 31),
    });
  }
  const fees: number[] = [];
  let path: string | undefined = "/plumbers/chegutu?sort=fee";
  while (path) {
    const html: string = await (await visit(path)).text();
    fees.push(...[...textOf(html).matchAll(/Fee \$(\d+)/g)].map(([, fee]) => Number(fee)));
    path = /href="([^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    if (path) expect(path).toContain("/plumbers/chegutu?sort=fee&cursor=");
  }
  expect(fees).toHaveLength(30);
  expect(fees).toEqual([...fees].sort((a, b) => a - b));
  const gas = await read("/plumbers/chegutu?speciality=Gas+Fitting");
  expect(gas.match(/Gas\d+ /g)).toHaveLength(15);
  expect(await read("/plumbers/Gweru?speciality=Faucet+Installation")).toContain(
    "No plumbers for Faucet Installation in Gweru yet.",
  );
  expect((await read("/plumbers/chegutu?speciality=Magic&sort=sideways")).match(/Gas\d+ /g)).toHaveLength(24);
});

test("Save-Data leaves out our font and the large photo", async () => {
  const photographed = await createUser(town.context, "plumber", { photoKey: "a".repeat(24) });
  const page = async (headers: Record<string, string>) =>
    (await visit(`/appointment/${photographed.id}`, { headers })).text();
  expect(await page({})).toContain("-800.webp 800w");
  const saving = await page({ "Save-Data": "on" });
  expect(saving).not.toContain("800.webp");
  expect(saving).toContain("data-saves-data");
});

test.each<[string, () => string]>([
  ["home", () => "/"],
  ["the directory", () => "/plumbers"],
  ["a city", () => "/plumbers/Harare"],
  ["a plumber", () => `/appointment/${town.plumber.id}`],
])(
  "who arrives at %s gets the stylesheet with it, let in by its hash; from page to page it is a file",
  async (_, path) => {
    const arriving = await visit(path());
    const page = await arriving.text();
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!;
    // A prefetch falls under `default-src 'none'` in Firefox; a stylesheet for print is fetched last.
    expect(page).not.toContain("prefetch");
    expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/styles-[\w-]+\.css" media="print"\/>/);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)));
    expect(arriving.headers.get("Content-Security-Policy")).toContain(
      `'sha256-${btoa(String.fromCharCode(...digest))}'`,
    );
    for (const headers of [{ "Sec-Fetch-Site": "same-origin" }, { "Save-Data": "on" }] as Record<string, string>[]) {
      const going = await visit(path(), { headers });
      expect(await going.text()).not.toContain("<style>");
      expect(going.headers.get("Content-Security-Policy")).not.toContain("sha256");
    }
  },
);

test("the emergency page names who of a city is free within three hours, and the company's number", async () => {
  const page = await read("/services/emergency?city=harare");
  expect(page).toContain("Who is free within three hours?");
  expect(page).toContain("+263 24 270 0700");
});

test("at night the emergency page names who is free soonest, and when the office opens", async () => {
  const night = instantOf(dateAt(currentInstant()), 23 * 60);
  const page = await atTime(night, async () => (await visit("/services/emergency?city=harare")).text());
  expect(textOf(page)).toContain("Nobody in Harare is free within three hours. These plumbers are free soonest:");
  expect(page).toContain(`href="/appointment/${town.plumber.id}"`);
  expect(textOf(page)).toMatch(/Our office is closed now\. It opens (tomorrow|Mon \d+ \w+) at [89]:00 am\./);
});

describe.each([
  ["/?index", "home", "home"],
  ["/?index", "appointment", "appointment"],
  ["/contact", "contact", "contact"],
  ["/service-details", "quote", "quote"],
])("the form %s %s", (path, form, topic) => {
  const filled = () => ({
    form,
    name: "Rudo",
    email: `${newId()}@example.test`,
    phone: "077 123 4567",
    subject: form === "home" ? "Pipes" : "",
    message: "Hello there",
  });

  test("goes to the inbox and to the company's email", async () => {
    const answers = filled();
    const response = await visit(path, { form: answers });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie().join()).toContain("__Host-flash=enquirySent");
    const [row] = await town.context.db.select().from(enquiries).where(eq(enquiries.email, answers.email));
    expect(row).toMatchObject({ topic, name: "Rudo", phone: "+263771234567", message: "Hello there" });
    expect(await town.context.db.select().from(notices).where(eq(notices.causeId, row!.id))).toMatchObject([
      { recipient: brand.email },
    ]);
  });

  test("says what is missing by the texts of the rules and keeps the values", async () => {
    const response = await visit(path, { form: { form, name: "", email: "", subject: "", message: "", phone: "12" } });
    expect(response.status).toBe(400);
    const page = textOf(await response.text());
    for (const text of [
      "Name is required",
      "Email is required",
      "Message is required",
      ...(form === "home" ? ["Subject is required"] : []),
    ])
      expect(page).toContain(text);
  });

  test("accepts nothing from a program that fills in every field, and doesn't say so", async () => {
    const answers = { ...filled(), website: "https://spam.test" };
    expect((await visit(path, { form: answers })).status).toBe(303);
    expect(await town.context.db.select().from(enquiries).where(eq(enquiries.email, answers.email))).toEqual([]);
  });
});

test("the same sender writes five times an hour at most", async () => {
  const form = { form: "contact", name: "Rudo", email: "often@example.test", subject: "", message: "Again" };
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn++) statuses.push((await visit("/contact", { form })).status);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});
