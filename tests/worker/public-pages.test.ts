import { parseHTML } from "linkedom/worker";
import { expect, test } from "vitest";
import { BLOG_POSTS } from "~/content/blog-posts";
import { SERVICES } from "~/content/services";
import { bookingEvents, plumberProfiles } from "~/db/schema";
import { refreshPrices } from "~/domain/prices/usual-prices.server";
import { DAY } from "~/domain/time/harare";
import { CITIES, cityPath } from "~/domain/values/cities";
import { insertBooking } from "../support/money-rows";
import { currentInstant } from "../support/now";
import { wordsOf } from "../support/pages";
import { routes, visit } from "../support/site";
import { seedTown } from "../support/town";
import { createUser } from "../support/users";

// Every public page as a crawl finds it, and what search engines and messengers are told by it.

const origin = "https://pombi.test";
/** The pages that links lead to from the home page and the sitemap, by their paths. */
const pages = new Map<string, Page>();

type Page = Awaited<ReturnType<typeof open>>;

async function open(path: string, cookie?: string) {
  const response = await visit(path, { cookie });
  const html = await response.text();
  const isPage = response.status !== 303 && response.headers.get("Content-Type")?.startsWith("text/html");
  return { status: response.status, html, document: isPage ? parseHTML(html).document : null };
}

/** Where a page leads on our site. */
const linksOf = (path: string, { document }: Page): URL[] =>
  [...(document?.querySelectorAll("a[href]") ?? [])]
    .map((link) => new URL(link.getAttribute("href")!, origin + path))
    .filter((url) => url.origin === origin);

const town = await seedTown();
const unrated = await createUser(town.context, "plumber", { firstName: "</script><b>x", city: "Gweru" });
const rated = await createUser(town.context, "plumber", { ratings: [4, 5] });
await seedPrices();
const sitemap = await (await visit("/sitemap.xml")).text();
/** The paths of the sitemap. */
const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!.replace(origin, ""));
const waiting = ["/", ...addresses];
while (waiting.length > 0) {
  const path = waiting.pop()!;
  if (pages.has(path)) continue;
  const page = await open(path);
  pages.set(path, page);
  for (const url of linksOf(path, page))
    // Every plumber has the same page: those of the sitemap are enough.
    if (!/^\/(appointment|photos|assets)\//.test(url.pathname)) waiting.push(url.pathname + url.search);
}

/** Five settled jobs of three plumbers in Harare. */
async function seedPrices() {
  const { context, db, client } = town;
  const now = currentInstant();
  const plumbers = await Promise.all([1, 2, 3].map(() => createUser(context, "plumber", { city: "Harare" })));
  for (let job = 0; job < 5; job++) {
    const at = now - (job + 1) * DAY;
    const id = await insertBooking(context, {
      clientId: client.id,
      plumberId: plumbers[job % 3]!.id,
      cityKey: "harare",
      serviceType: "Leak Fixing",
      status: "completed",
      startsAt: at,
      completedAt: at,
      fee: 90_00,
      finalAmount: 30_00 + job * 10_00,
    });
    const event = { event: "complete", actorRole: "plumber", toStatus: "completed", at } as const;
    await db.insert(bookingEvents).values({ id, bookingId: id, seq: 1, ...event });
  }
  while ((await refreshPrices({ db, now })) > 0);
}

test("a crawl of every link on every public page finds no dead end", () => {
  for (const [path, page] of pages) {
    // A city of ours in which no one is listed yet has no page (D3).
    expect(path.startsWith("/plumbers/") ? [200, 404] : [200, 303], path).toContain(page.status);
    for (const { hash, pathname, search } of linksOf(path, page))
      if (hash && pathname + search === path)
        expect(page.document!.getElementById(hash.slice(1)), path + hash).not.toBeNull();
  }
  expect(pages.size).toBeGreaterThan(30);
});

test("every page has one h1 and a title of its own", () => {
  const titles: string[] = [];
  for (const [path, { document }] of pages) {
    if (!document) continue;
    expect(document.querySelectorAll("h1"), path).toHaveLength(1);
    expect(document.title, path).toMatch(/^[^\s–]/);
    if (!path.includes("?")) titles.push(document.title);
  }
  expect(titles.filter((title, at) => titles.indexOf(title) < at)).toEqual([]);
});

const named = ({ document }: Page, name: string) =>
  [...document!.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map((meta) =>
    meta.getAttribute("content"),
  );
const canonicalOf = ({ document }: Page) =>
  [...document!.querySelectorAll("link[rel=canonical]")].map((link) => link.getAttribute("href"));

test("every page says what it is to search engines and messengers, by its one address", () => {
  const described = [...pages].filter(([, { status, document }]) => status === 200 && document !== null);
  for (const [path, page] of described) {
    const address = origin + path.split("?")[0]!;
    expect(canonicalOf(page), path).toEqual([address]);
    const [description, ...more] = named(page, "description");
    expect(more, path).toEqual([]);
    expect(description!.length, path).toBeGreaterThan(30);
    expect(named(page, "og:description"), path).toEqual([description]);
    expect(page.document!.title, path).toContain(named(page, "og:title")[0]);
    expect(named(page, "og:url"), path).toEqual([address]);
    expect(named(page, "og:type")[0], path).toMatch(/^(website|article|profile)$/);
    expect(named(page, "og:image")[0], path).toMatch(/^https:\/\/pombi\.test\/.+\.(png|webp|jpg)$/);
    expect(named(page, "twitter:card"), path).toEqual(["summary_large_image"]);
  }
  const unlike = addresses.filter((path) => !path.startsWith("/appointment/"));
  const descriptions = unlike.map((path) => named(pages.get(path)!, "description")[0]);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

/** What every program that draws a preview of a link reads of its page, in bytes. */
const READ_BY_PREVIEWS = 2048;

test("a page's words for previews of its link end within its first bytes, in front of its styles", () => {
  const inlined = [...pages].filter(([, { html }]) => html.includes("<style"));
  expect(inlined.length).toBeGreaterThan(3);
  for (const [path, { html }] of pages) {
    const last = [...html.matchAll(/<meta property="og:[^>]*>/g)].at(-1);
    if (last) expect(new TextEncoder().encode(html.slice(0, last.index)).length, path).toBeLessThan(READ_BY_PREVIEWS);
  }
});

test("an address that is spelled another way, or holds a token, names the page's one address", async () => {
  for (const [path, canonical] of [
    ["/prices/Harare", "/prices/harare"],
    ["/services/emergency?city=Harare", "/services/emergency"],
    ["/plumbers/HARARE?speciality=Drain+Cleaning", "/plumbers/harare"],
    ["/plumbers/%20Harare/", "/plumbers/harare"],
    ["/plumbers/Harare?cursor=x", "/plumbers/harare"],
    [`/appointment/${town.plumber.id}?day=2026-12-01`, `/appointment/${town.plumber.id}`],
    ["/reset-password?token=x", "/reset-password"],
    ["/verify-email?token=x", "/verify-email"],
    ["/signup/done", "/signup/done"],
  ] as const)
    expect(canonicalOf(await open(path)), path).toEqual([origin + canonical]);
  expect(canonicalOf(await open("/client-dashboard", town.cookies.client))).toEqual([]);
});

test("a ticket's shared link shows our picture, and nothing of the booking", async () => {
  const shared = await visit(`/bookings/${town.confirmed}`);
  expect(shared.status).toBe(303);
  const page = await open(shared.headers.get("Location")!);
  expect(named(page, "og:title")).toEqual(["A plumbing job"]);
  expect(named(page, "og:image")).toEqual([`${origin}/share.png`]);
  // The same for a booking that there isn't.
  const other = await open((await visit("/bookings/PB-222222")).headers.get("Location")!);
  for (const name of ["description", "og:title", "og:description", "og:url"])
    expect(named(other, name)).toEqual(named(page, name));
});

test("a city matches in any letter case and with blanks; one without plumbers is 404 with similar names", async () => {
  const nowhere = await open("/plumbers/Nowhere");
  expect([nowhere.status, nowhere.html]).toEqual([404, expect.stringContaining("No plumbers in Nowhere yet.")]);
  // A visitor of such a town has another way than the next city.
  expect(nowhere.html).toMatch(/Our office can look for one there\..*href="\/contact"[^>]*>Ask our office</);
  expect((await open("/services/emergency?city=Nowhere")).html).toContain("Your town isn&#x27;t among these.");
  expect((await open("/plumbers/Nowhere?speciality=Gas+Fitting")).status).toBe(404);
  const near = await open("/plumbers/Harrare");
  expect(near.status).toBe(404);
  expect(near.html).toMatch(/Did you mean .*<a href="\/plumbers\/harare">Harare<\/a>/);
  await createUser(town.context, "plumber", { city: "Victoria Falls" });
  const falls = await open("/plumbers/victoria%20FALLS%20");
  expect([falls.status, wordsOf(falls.document!.querySelector("h1"))]).toEqual([200, "1 plumber in Victoria Falls"]);
  expect((await open("/plumbers/victoria%20falls?speciality=Gas+Fitting")).status).toBe(200);
});

/** Public pages that are no entry to the site: steps of a form, answers to a link, and what isn't there. */
const NO_ENTRY = ["answer", "ask", "booking", "emergency", "not-found", "only-clients", "unsubscribe"];

/** The addresses of each public route with parameters. */
const ADDRESSES: Record<string, () => string[]> = {
  "services/:slug": () => SERVICES.map(({ slug }) => `/services/${slug}`),
  "blog/:id": () => BLOG_POSTS.map(({ id }) => `/blog/${id}`),
  "prices/:city?": () => ["/prices", ...CITIES.map((city) => `/prices/${city.toLowerCase()}`)],
  "plumbers/:city?": () => ["/plumbers", cityPath("Harare")],
  "appointment/:plumberId": () => [`/appointment/${town.plumber.id}`],
};

test("the sitemap has every public page that is an entry to the site, by date of change, and no other", async () => {
  expect(await (await visit("/robots.txt")).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const entries = Object.values(routes).flatMap((route) => {
    const name = /^routes\/public\/(.*)$/.exec(route!.id)?.[1];
    if (!name || NO_ENTRY.includes(name)) return [];
    const path = route!.path ?? "";
    if (path.includes(":")) expect(ADDRESSES, path).toHaveProperty([path]);
    return ADDRESSES[path]?.() ?? [`/${path}`];
  });
  expect(entries.length).toBeGreaterThan(25);
  expect(entries.filter((path) => !addresses.includes(path))).toEqual([]);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const path of addresses) expect(pages.get(path)!.status, path).toBe(200);
  expect(addresses.filter((path) => path.includes(town.client.id) || path.includes("dashboard"))).toEqual([]);
  const dated = sitemap.match(/<url><loc>[^<]+<\/loc><lastmod>\d{4}-\d{2}-\d{2}<\/lastmod><\/url>/g)!;
  expect(dated).toHaveLength(addresses.length);
  expect(dated).toContain(`<url><loc>${origin}/blog/1</loc><lastmod>2026-09-08</lastmod></url>`);
});

/** The keys that a search engine asks of schema.org's types, and more that ours always have. */
const REQUIRED: Record<string, string[]> = {
  LocalBusiness: ["name"],
  Plumber: ["name", "address", "image", "url"],
  Service: ["name", "serviceType", "provider", "areaServed"],
  AggregateOffer: ["lowPrice", "highPrice", "priceCurrency"],
  BlogPosting: ["headline", "image", "datePublished", "author"],
  FAQPage: ["mainEntity"],
  Question: ["name", "acceptedAnswer"],
  Answer: ["text"],
  BreadcrumbList: ["itemListElement"],
  ListItem: ["position", "name", "item"],
  AggregateRating: ["ratingValue", "reviewCount"],
  PostalAddress: ["addressLocality", "addressCountry"],
  Organization: ["name"],
  City: ["name"],
  Country: ["name"],
};

type Thing = Record<string, unknown> & { "@type": string };
const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && "@type" in value;

/** A thing and all things in it. */
const thingsIn = (value: unknown): Thing[] => {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  return isThing(value) ? [value, ...Object.values(value).flatMap(thingsIn)] : [];
};

const structuredData = (path: string): Thing[] =>
  [...pages.get(path)!.html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Thing,
  );

test("structured data has known types with all that they need, and addresses that lead somewhere", () => {
  const types = new Set<string>();
  for (const path of addresses) {
    const roots = structuredData(path);
    for (const root of roots) expect(root["@context"], path).toBe("https://schema.org");
    for (const thing of roots.flatMap(thingsIn)) {
      const type = thing["@type"];
      types.add(type);
      expect(REQUIRED, `${path}: ${type}`).toHaveProperty([type]);
      for (const key of REQUIRED[type]!) expect(thing[key], `${path}: ${type}.${key}`).toBeTruthy();
      if (typeof thing["image"] === "string") expect(thing["image"], path).toMatch(/^https:\/\/pombi\.test\//);
      if (type === "BreadcrumbList") {
        const steps = thing["itemListElement"] as { position: number; item: string }[];
        for (const [at, { position, item }] of steps.entries())
          expect([position, item], path).toEqual([at + 1, expect.stringContaining(`${origin}/`)]);
        expect(steps.at(-1)!.item).toBe(origin + path);
      }
    }
  }
  expect([...types].sort()).toEqual(Object.keys(REQUIRED).sort());
});

test("machines read the company, posts, and plumbers without a phone, whose texts end no script", () => {
  expect(structuredData("/")[0]).toMatchObject({
    "@type": "LocalBusiness",
    telephone: "+263242700700",
    openingHours: ["Mo-Fr 08:00-18:00", "Sa 09:00-17:00"],
    address: { addressLocality: "Harare" },
  });
  expect(structuredData("/blog/4")[0]).toMatchObject({
    "@type": "BlogPosting",
    author: { "@type": "Organization" },
    image: `${origin}/posts/4.png`,
  });
  expect(structuredData("/faq")[0]!["mainEntity"]).toHaveLength(10);
  const [plumber, trail] = structuredData(`/appointment/${unrated.id}`);
  expect(plumber).toMatchObject({ "@type": "Plumber", name: "</script><b>x plumber" });
  for (const missing of ["aggregateRating", "telephone"]) expect(plumber).not.toHaveProperty(missing);
  expect(trail).toMatchObject({ "@type": "BreadcrumbList" });
  expect(structuredData(`/appointment/${rated.id}`)[0]).toMatchObject({
    aggregateRating: { ratingValue: "4.50", reviewCount: 2 },
  });
});

test("the price guide shows a city's prices, the country's where the city has few jobs, and what's unknown", async () => {
  const read = (path: string) => wordsOf(pages.get(path)!.document!.body);
  const harare = read("/prices/harare");
  expect(harare).toContain("What plumbing costs in Harare");
  expect(harare).toContain("$40 to $60");
  expect(harare).toContain("Usually, from 5 jobs in Harare");
  expect(harare).toContain("Too few jobs so far to say what it usually costs.");
  expect(read("/prices/gweru")).toContain("Across Zimbabwe (too few Gweru jobs)");
  for (const path of ["/prices/gweru", "/services/leaks", "/blog/4"]) expect(read(path), path).toContain("$40 to $60");
  expect((await visit("/prices/atlantis")).status).toBe(404);
});

test("the pages on which visitors arrive have few elements, which is what their first paint costs", async () => {
  const { id } = await createUser(town.context, "plumber", { city: "Harare" });
  for (let turn = 0; turn < 12; turn++) await createUser(town.context, "plumber", { city: "Harare", ratings: [5] });
  await town.db.update(plumberProfiles).set({ jobsCompleted: 9, minutesToAnswer: 20, acceptedPercent: 90 });
  const check = { kind: "identity", checkedAt: currentInstant(), expiresAt: null } as const;
  await town.db.update(plumberProfiles).set({ checks: [check, { ...check, kind: "reference" }] });
  for (const [path, most] of [
    ["/", 600],
    ["/plumbers/harare", 350],
    [`/appointment/${id}`, 450],
  ] as const)
    expect((await open(path)).document!.querySelectorAll("*").length, path).toBeLessThanOrEqual(most);
});

test("no page of the sitemap is heavier than 20 kB, home than 28", async () => {
  for (const path of addresses) {
    const packed = new Blob([pages.get(path)!.html]).stream().pipeThrough(new CompressionStream("gzip"));
    const { byteLength } = await new Response(packed).arrayBuffer();
    expect(byteLength, path).toBeLessThan((path === "/" ? 28 : 20) * 1024);
  }
});
