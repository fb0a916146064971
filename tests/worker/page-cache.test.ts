import { afterEach, describe, expect, test, vi } from "vitest";
import { handleOf } from "~/http/page-handle";
import { png } from "../support/png";
import { createUser } from "../support/users";
import { depthOf, routes, visit } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";

const town = await seedTownForAdmin();
// A city in which no one is listed has no page that could be kept.
for (const city of ["Mutare", "Gweru"]) await createUser(town.context, "plumber", { city });

const settings = { PAGE_CACHE: "on" };
const load = (path: string, more: { cookie?: string; headers?: Record<string, string> } = {}) =>
  visit(path, { settings, ...more });
/** A page that comes from the cache asks D1 nothing. */
const isKept = (page: Response) => Number.isNaN(depthOf(page));

test("a visitor's page is kept for a minute: the next visitor costs D1 nothing, and browsers ask each time", async () => {
  const first = await load("/plumbers/Harare");
  expect(depthOf(first)).toBe(1);
  expect(await first.text()).toContain("Tendai Own");
  const again = await load("/plumbers/Harare?utm_source=letter");
  expect(isKept(again)).toBe(true);
  expect(await again.clone().text()).toContain("Tendai Own");
  expect(again.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(again.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
});

test("a kept page doesn't change; another page of the list, city or Save-Data is kept apart", async () => {
  await load("/plumbers/Mutare");
  await createUser(town.context, "plumber", { city: "Mutare", firstName: "Late", lastName: "Comer" });
  expect(await (await load("/plumbers/Mutare")).text()).not.toContain("Late Comer");
  expect(await (await load("/plumbers/Mutare?cursor=-9999.a.b")).text()).toContain("Late Comer");
  expect(await (await load("/plumbers/Mutare", { headers: { "Save-Data": "on" } })).text()).toContain("Late Comer");
});

test("each version draws and keeps its own pages", async () => {
  const ask = (id: string) => visit("/plumbers/Gweru", { settings: { ...settings, VERSION: { id } } });
  const kept: boolean[] = [];
  for (const id of ["one", "one", "two", "one"]) kept.push(isKept(await ask(id)));
  expect(kept).toEqual([false, true, false, true]);
});

test("a signed-in user never gets a visitor's page, nor a visitor theirs", async () => {
  for (const path of ["/", "/about", "/plumbers"]) {
    await load(path);
    const own = await (await load(path, { cookie: town.cookies.client })).text();
    expect(own, path).toContain("Rudo Own");
    expect(own, path).not.toContain("Create Account");
    const visitors = await (await load(path)).text();
    expect(visitors, path).toContain("Create Account");
    expect(visitors, path).not.toContain("Rudo Own");
  }
});

test("a message that is shown once goes to one visitor", async () => {
  const said = await load("/contact", { cookie: "__Host-flash=enquirySent" });
  expect(await said.text()).toContain("Your message has been sent!");
  expect(await (await load("/contact")).text()).not.toContain("Your message has been sent!");
});

test("appointment pages, responses to forms and failures are not kept", async () => {
  for (const path of [`/appointment/${town.plumber.id}`, "/signin"]) {
    await load(path);
    expect(isKept(await load(path)), path).toBe(false);
  }
  for (const _ of ["once", "twice"]) expect((await load("/blog/77")).status).toBe(404);
});

/** Every route whose handle lets its page be kept: its address, and the parameters that it declares. */
const CACHED = Object.values(routes).flatMap((route) => {
  const { cache } = handleOf(route?.module);
  if (!route || !cache) return [];
  const path = `/${route.path ?? ""}`.replace("/:city?", "").replace(":slug", "emergency").replace(":id", "1");
  return [{ path, declared: cache.query }];
});

test("the pages that are the same for every visitor are kept, and no others", () => {
  expect(CACHED.map(({ path }) => path).sort()).toEqual([
    "/",
    "/about",
    "/api",
    "/api/objects",
    "/blog",
    "/blog/1",
    "/contact",
    "/faq",
    "/how-we-rank-plumbers",
    "/plumbers",
    "/prices",
    "/privacy",
    "/service-details",
    "/services",
    "/services/emergency",
    "/terms",
  ]);
});

describe.each(CACHED)("the kept page $path", ({ path, declared }) => {
  // The Worker and Remix look for these in every address.
  const SHARED_PARAMETERS = ["_data", "_routes", "index", "token"];
  const { prototype } = URLSearchParams;

  /** The names of the parameters that someone asks for while a page is drawn; `*` where all are read at once. */
  async function namesRead(address: string): Promise<string[]> {
    const names = new Set<string>();
    for (const method of ["get", "getAll", "has", "entries", "forEach", Symbol.iterator] as const) {
      const read = prototype[method] as (this: URLSearchParams, ...given: unknown[]) => never;
      const asksForOne = ["get", "getAll", "has"].includes(String(method));
      vi.spyOn(prototype, method as "get").mockImplementation(function (this: URLSearchParams, ...given: unknown[]) {
        names.add(asksForOne ? String(given[0]) : "*");
        return read.apply(this, given);
      });
    }
    const page = await visit(address, { settings: { ...settings, VERSION: { id: `reads ${address}` } } });
    vi.restoreAllMocks();
    expect(isKept(page), `${address} is drawn`).toBe(false);
    return [...names].filter((name) => !SHARED_PARAMETERS.includes(name));
  }
  afterEach(() => vi.restoreAllMocks());

  test("a kept page reads the parameters that it declares, and no others", async () => {
    expect((await namesRead(path)).sort()).toEqual([...declared].sort());
    // A page that declares nothing is caught when it reads.
    expect(await namesRead("/signin")).toEqual(expect.arrayContaining(["redirectTo", "reason"]));
    expect(await namesRead(`/appointment/${town.plumber.id}`)).toContain("*");
  });

  test("a kept page is neither split nor changed by a parameter that it does not declare", async () => {
    const version = { VERSION: { id: `undeclared ${path}` } };
    const ask = (address: string) => visit(address, { settings: { ...settings, ...version } });
    const first = await ask(`${path}?reason=registered&token_=1&show=past&save-data=on&~variant=en`);
    expect(isKept(first)).toBe(false);
    const again = await ask(path);
    expect(isKept(again)).toBe(true);
    const html = await again.text();
    expect(await first.text()).toBe(html);
    expect(html).not.toContain("registered");
  });

  test.each(declared)("a kept page has a page of its own for each value of '%s'", async (name) => {
    const version = { VERSION: { id: `declared ${path} ${name}` } };
    const ask = (value: string) => visit(`${path}?${name}=${value}`, { settings: { ...settings, ...version } });
    for (const value of ["one", "two", ""]) expect(isKept(await ask(value)), value).toBe(false);
  });
});

test("an ETag sends 304 without a body to a browser that has the page, and else the page", async () => {
  const etag = (await visit("/about")).headers.get("ETag")!;
  expect(etag).toMatch(/^W\/"/);
  const headers = { "If-None-Match": etag };
  const again = await visit("/about", { headers });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await visit("/about", { headers: { "If-None-Match": 'W/"other"' } })).status).toBe(200);
  // Signed in, the page is another one; dashboards must not be cached at all.
  const { client } = town.cookies;
  expect((await visit("/about", { cookie: client, headers })).status).toBe(200);
  expect((await visit("/client-dashboard", { cookie: client })).headers.get("ETag")).toBeNull();
});

// The platform's cache is in front of the Worker, keyed by path and query alone: only what says `public` may be in it,
// and what says nothing would be kept for hours and given to everyone.

const VISITOR_CACHE = "private, no-cache";
const USER_CACHE = "private, no-store";
const IMMUTABLE = "public, max-age=31536000, immutable";
await town.context.photos.save("auditedphoto", new File([await png(40, 40)], "photo.png"));

/** Asks for the paths of each status, in a text with blanks between them. */
async function expectCacheControl(
  viewer: TownUser | "visitor",
  cacheControl: string,
  pathsBy: Record<number, string>,
  request: Parameters<typeof visit>[1] = {},
) {
  const cookie = viewer === "visitor" ? undefined : town.cookies[viewer];
  for (const [status, paths] of Object.entries(pathsBy))
    for (const path of paths.split(/\s+/)) {
      const response = await visit(path, { cookie, ...request });
      await response.body?.cancel();
      const said = [response.status, response.headers.get("Cache-Control")];
      expect.soft(said, `${path} for a ${viewer}`).toEqual([Number(status), cacheControl]);
    }
}

// What each route answers with 200 is in every-route.test.ts.
test("a browser asks again for data, a redirect and a failure that a visitor has read", async () => {
  await expectCacheControl("visitor", VISITOR_CACHE, {
    200: "/about.data /plumbers/Harare.data",
    303: "/booking /client-dashboard",
    400: "/verify-email?token=nonsense /claim-account?token=nonsense",
    404: "/no/such/page /calendar/aaaaaaaaaaaaaaaaaaaaaaaa.ics /photos/nobody-160.webp /sockets/feed",
  });
  await expectCacheControl("visitor", VISITOR_CACHE, { 400: "/contact" }, { form: { name: "" } });
  await expectCacheControl("visitor", VISITOR_CACHE, { 500: "/" }, { settings: { ORIGIN: undefined } });
});

test("no cache keeps a signed-in user's page, a link that answers a request, or a call's response", async () => {
  const { id } = town.plumber;
  await expectCacheControl("client", USER_CACHE, {
    200: `/ /about /plumbers/Harare /appointment/${id} /bookings.data /client-dashboard.data
      /client-dashboard/bookings.data?_routes=client-bookings`,
    202: "/booking.data",
    303: "/booking",
    404: "/no/such/page /sockets/nothing",
  });
  await expectCacheControl("client", USER_CACHE, { 400: "/profile" }, { form: { name: "" } });
  await expectCacheControl("client", USER_CACHE, { 303: "/profile" }, { form: { name: "Rudo", username: "Own" } });
  const elsewhere = { form: {}, headers: { Origin: "https://evil.test" } };
  await expectCacheControl("client", USER_CACHE, { 403: "/profile" }, elsewhere);
  await expectCacheControl("visitor", USER_CACHE, {
    200: "/api/auth/plumbers",
    401: "/api/auth/profile",
    404: "/answer?token=nonsense /api/nothing",
  });
});

test("caches keep a photo for ever, and the API's document for a while", async () => {
  for (const viewer of ["visitor", "client"] as const)
    await expectCacheControl(viewer, IMMUTABLE, { 200: "/photos/auditedphoto-160.webp" });
  await expectCacheControl("visitor", "public, max-age=300", { 200: "/api/openapi.json" });
});
