import { beforeAll, expect, test } from "vitest";
import { createUser } from "../support/users";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const origin = "https://pombi.test";
const unescape = (text: string) =>
  text
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
const attribute = (html: string, tag: string, holds: string, name: string) => {
  const found = [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, "g"))]
    .map(([one]) => one)
    .filter((one) => one.includes(holds));
  return found.map((one) => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(one)?.[1] ?? ""));
};
const named = (html: string, name: string) => attribute(html, "meta", `"${name}"`, "content");
const machines = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );

const PAGES: [path: () => string, canonical?: string][] = [
  [() => "/"],
  [() => "/about"],
  [() => "/services"],
  [() => "/services/residential"],
  [() => "/services/geysers"],
  [() => "/prices"],
  [() => "/prices/Harare", "/prices/harare"],
  [() => "/services/commercial"],
  [() => "/services/emergency?city=Harare", "/services/emergency"],
  [() => "/service-details"],
  [() => "/contact"],
  [() => "/blog"],
  ...[1, 2, 3, 4, 5].map((id): [() => string] => [() => `/blog/${id}`]),
  [() => "/faq"],
  [() => "/how-we-rank-plumbers"],
  [() => "/privacy"],
  [() => "/terms"],
  [() => "/plumbers?sort=fee", "/plumbers"],
  [() => "/plumbers/harare"],
  [() => "/plumbers/HARARE?speciality=Drain+Cleaning", "/plumbers/harare"],
  [() => "/plumbers/%20Harare/", "/plumbers/harare"],
  [() => `/appointment/${town.plumber.id}?day=2026-12-01`, "appointment"],
  [() => "/signup?role=plumber", "/signup"],
  [() => "/signup/done"],
  [() => "/signin"],
  [() => "/forgot-password"],
  [() => "/reset-password?token=x", "/reset-password"],
  [() => "/verify-email?token=x", "/verify-email"],
  [() => "/resend-verification"],
  [() => "/api"],
  [() => "/api/objects"],
];

test.each(PAGES.map(([path, canonical]) => ({ path, canonical, name: path.toString().slice(6) })))(
  "$name says what it is to search engines and messengers",
  async ({ path, canonical }) => {
    const html = await (await visit(path())).text();
    const address = origin + (canonical === "appointment" ? `/appointment/${town.plumber.id}` : (canonical ?? path()));
    expect(attribute(html, "link", 'rel="canonical"', "href")).toEqual([address]);
    const [description, ...more] = named(html, "description");
    expect(more).toEqual([]);
    expect(description!.length).toBeGreaterThan(30);
    expect(named(html, "og:description")).toEqual([description]);
    const [title] = named(html, "og:title");
    expect(unescape(/<title>([^<]*)/.exec(html)![1]!)).toContain(title);
    expect(named(html, "og:url")).toEqual([address]);
    expect(named(html, "og:type")[0]).toMatch(/^(website|article|profile)$/);
    expect(named(html, "og:image")[0]).toMatch(new RegExp(`^${origin}/.+\\.(png|webp|jpg)$`));
    expect(named(html, "twitter:card")).toEqual(["summary_large_image"]);
  },
);

test("a ticket's shared link shows our picture, and nothing of the booking", async () => {
  const shared = await visit(`/bookings/${town.confirmed}`);
  expect(shared.status).toBe(303);
  const html = await (await visit(shared.headers.get("Location")!)).text();
  expect(named(html, "og:title")).toEqual(["A plumbing job"]);
  expect(named(html, "og:image")).toEqual([`${origin}/share.png`]);
  // The same for a booking that there isn't.
  const other = await visit("/bookings/PB-222222");
  const otherHtml = await (await visit(other.headers.get("Location")!)).text();
  for (const name of ["description", "og:title", "og:description", "og:url"])
    expect(named(otherHtml, name)).toEqual(named(html, name));
});

test("descriptions differ from page to page", async () => {
  const found = await Promise.all(
    [
      "/",
      "/about",
      "/services",
      "/contact",
      "/blog",
      "/blog/1",
      "/faq",
      "/how-we-rank-plumbers",
      "/plumbers",
      "/plumbers/harare",
      "/signup",
      "/signin",
      "/api",
      "/api/objects",
    ].map(async (path) => named(await (await visit(path)).text(), "description")[0]),
  );
  expect(new Set(found).size).toBe(found.length);
});

test("home names the company, a post its author and picture, a plumber no phone of the office", async () => {
  const [company] = machines(await (await visit("/")).text());
  expect(company).toMatchObject({
    "@type": "LocalBusiness",
    telephone: "+263242700700",
    openingHours: ["Mo-Fr 08:00-18:00", "Sa 09:00-17:00"],
    address: { addressLocality: "Harare" },
  });
  const [post] = machines(await (await visit("/blog/4")).text());
  expect(post).toMatchObject({
    "@type": "BlogPosting",
    author: { "@type": "Organization" },
    image: `${origin}/posts/4.png`,
  });
  const [plumber] = machines(await (await visit(`/appointment/${town.plumber.id}`)).text());
  expect(plumber).toMatchObject({ "@type": "Plumber" });
  expect(plumber).not.toHaveProperty("telephone");
});

test("a page that does not exist has its heading as title", async () => {
  for (const path of ["/no/such/page", "/services/unknown"]) {
    const html = await (await visit(path)).text();
    expect(/<title>([^<]*)/.exec(html)![1]).toBe("Request Not Executable Error – Pombi");
    expect(named(html, "description")).toHaveLength(1);
  }
});

test("a city without plumbers is not found, and names the cities that are spelled like it", async () => {
  const nowhere = await visit("/plumbers/Nowhere");
  expect(nowhere.status).toBe(404);
  expect(await nowhere.text()).toContain("No plumbers in Nowhere yet.");
  expect((await visit("/plumbers/Nowhere?speciality=Gas+Fitting")).status).toBe(404);
  const near = await visit("/plumbers/Harrare");
  expect(near.status).toBe(404);
  expect(await near.text()).toMatch(/Did you mean .*<a href="\/plumbers\/harare">Harare<\/a>/);
  await createUser(town.context, "plumber", { city: "Victoria Falls" });
  const falls = await visit("/plumbers/victoria%20falls");
  expect([falls.status, /<h1[^>]*>([^<]*)/.exec(await falls.text())![1]]).toEqual([200, "Plumbers in Victoria Falls"]);
  expect((await visit("/plumbers/victoria%20falls?speciality=Gas+Fitting")).status).toBe(200);
});

test("every address of the sitemap says when it last changed", async () => {
  const xml = await (await visit("/sitemap.xml")).text();
  const urls = [...xml.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>(\d{4}-\d{2}-\d{2})<\/lastmod><\/url>/g)];
  expect(urls).toHaveLength(xml.match(/<url>/g)!.length);
  expect(urls.find(([, address]) => address === `${origin}/blog/1`)?.[2]).toBe("2026-09-08");
  expect(urls.some(([, address]) => address === `${origin}/plumbers/harare`)).toBe(true);
});
