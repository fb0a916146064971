import { beforeAll, expect, test } from "vitest";
import { BLOG_POSTS } from "~/content/blog-posts";
import { SERVICES } from "~/content/services";
import { bookings } from "~/db/schema";
import { refreshPrices } from "~/domain/prices/refresh-prices.server";
import { DAY } from "~/domain/time/harare";
import { CITIES, cityPath } from "~/domain/values/cities";
import { newId } from "~/domain/values/id";
import { routes } from "../../build/server/index.js";
import { visit } from "../support/site";
import { seedTown } from "../support/town";
import { createUser } from "../support/users";
import { currentInstant } from "../support/now";

// What search engines are given: the sitemap, and structured data.

const origin = "https://pombi.test";
let town: Awaited<ReturnType<typeof seedTown>>;
let addresses: string[];

beforeAll(async () => {
  town = await seedTown();
  await seedPrices();
  const xml = await (await visit("/sitemap.xml")).text();
  addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!.replace(origin, ""));
});

/** Five settled jobs of three plumbers in Harare. */
async function seedPrices() {
  const { db } = town.context;
  const now = currentInstant();
  const plumbers = await Promise.all(
    [1, 2, 3].map(() => createUser(town.context, "plumber", { city: "Harare", ratings: [5] })),
  );
  for (let job = 0; job < 5; job++) {
    const at = now - (job + 1) * DAY;
    const id = newId();
    await db.insert(bookings).values({
      id,
      reference: `M-${id}`,
      clientId: town.client.id,
      plumberId: plumbers[job % 3]!.id,
      cityKey: "harare",
      serviceType: "Leak Fixing",
      status: "completed",
      startsAt: at,
      completedAt: at,
      fee: 9000,
      finalAmount: 3000 + job * 1000,
      createdAt: at,
      updatedAt: at,
    });
    await db.run(
      `insert into booking_events (id, booking_id, event, actor_role, to_status, at) values ('${id}', '${id}', 'complete', 'plumber', 'completed', ${at})`,
    );
  }
  while ((await refreshPrices({ db, now })) > 0);
}

/** Public pages that are no entry to the site: steps of a form, answers to a link, and what isn't there. */
const NO_ENTRY = ["answer", "ask", "booking", "not-found", "only-clients", "unsubscribe"];

/** The addresses of each public route with parameters. */
const ADDRESSES: Record<string, () => string[]> = {
  "services/:slug": () => SERVICES.map(({ slug }) => `/services/${slug}`),
  "blog/:id": () => BLOG_POSTS.map(({ id }) => `/blog/${id}`),
  "prices/:city?": () => ["/prices", ...CITIES.map((city) => `/prices/${city.toLowerCase()}`)],
  "plumbers/:city?": () => ["/plumbers", cityPath("Harare")],
  "appointment/:plumberId": () => [`/appointment/${town.plumber.id}`],
};

test("the sitemap has every public page that is an entry to the site", () => {
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
});

/** What schema.org's types must have for a search engine to show them, and more that ours always have. */
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

async function structuredData(path: string): Promise<Thing[]> {
  const html = await (await visit(path)).text();
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Thing,
  );
}

test("what machines read is whole: each thing has a known type and what that type needs, and addresses lead somewhere", async () => {
  const types = new Set<string>();
  for (const path of addresses) {
    const roots = await structuredData(path);
    for (const root of roots) expect(root["@context"], path).toBe("https://schema.org");
    for (const thing of roots.flatMap(thingsIn)) {
      types.add(thing["@type"]);
      expect(REQUIRED, `${path}: ${thing["@type"]}`).toHaveProperty([thing["@type"]]);
      for (const key of REQUIRED[thing["@type"]]!) expect(thing[key], `${path}: ${thing["@type"]}.${key}`).toBeTruthy();
      if (typeof thing["image"] === "string") expect(thing["image"], path).toMatch(/^https:\/\/pombi\.test\//);
      if (thing["@type"] === "ListItem") expect((thing["item"] as string).startsWith(`${origin}/`), path).toBe(true);
    }
  }
  for (const type of [
    "LocalBusiness",
    "Plumber",
    "Service",
    "AggregateOffer",
    "BlogPosting",
    "FAQPage",
    "BreadcrumbList",
  ])
    expect(types).toContain(type);
});

test("breadcrumbs are numbered from one, and end at their own page", async () => {
  for (const path of ["/prices/harare", "/services/leaks", "/blog/2", `/appointment/${town.plumber.id}`]) {
    const trail = (await structuredData(path)).find((thing) => thing["@type"] === "BreadcrumbList")!;
    const steps = trail["itemListElement"] as { position: number; item: string }[];
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, at) => at + 1));
    expect(steps.at(-1)!.item).toBe(origin + path);
  }
});

test("the price guide says what is known of a city, of the country where the city has too few jobs, and what isn't known", async () => {
  const read = async (path: string) => (await (await visit(path)).text()).replaceAll("<!-- -->", "");
  const harare = await read("/prices/HARARE");
  expect(harare).toContain("What plumbing costs in Harare");
  expect(harare).toContain("$40 to $60");
  expect(harare).toContain("Usually, from 5 jobs in Harare");
  expect(harare).toContain("Too few jobs so far to say what it usually costs.");
  const gweru = await read("/prices/gweru");
  expect(gweru).toContain("Too few jobs in Gweru so far. In all of Zimbabwe:");
  expect(gweru).toContain("$40 to $60");
  expect(await read("/services/leaks")).toContain("$40 to $60");
  expect(await read("/blog/4")).toContain("$40 to $60");
  expect((await visit("/prices/atlantis")).status).toBe(404);
});

test("no page of the sitemap is heavier than 20 kB, home than 28", async () => {
  for (const path of addresses) {
    const packed = (await visit(path)).body!.pipeThrough(new CompressionStream("gzip"));
    const { byteLength } = await new Response(packed).arrayBuffer();
    expect(byteLength, path).toBeLessThan((path === "/" ? 28 : 20) * 1024);
  }
});
