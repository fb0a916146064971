import { beforeAll, expect, test } from "vitest";
import { png } from "../support/png";
import { visit } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";

// The platform's cache is in front of the Worker, keyed by path and query alone: only what says `public` may be in it,
// and what says nothing would be kept for hours and given to everyone.

const OF_VISITORS = "private, no-cache";
const OF_ONE_USER = "private, no-store";
const FOR_EVER = "public, max-age=31536000, immutable";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
  await town.context.photos.save("auditedphoto", new File([await png(40, 40)], "photo.png"));
});

async function expectCacheControl(
  viewer: TownUser | "visitor",
  cacheControl: string,
  statusOf: Record<string, number>,
  request: Parameters<typeof visit>[1] = {},
) {
  const cookie = viewer === "visitor" ? undefined : town.cookies[viewer];
  for (const [path, status] of Object.entries(statusOf)) {
    const response = await visit(path, { cookie, ...request });
    await response.body?.cancel();
    const said = [response.status, response.headers.get("Cache-Control")];
    expect.soft(said, `${path} for a ${viewer}`).toEqual([status, cacheControl]);
  }
}

test("a browser asks again for what a visitor has read", async () => {
  await expectCacheControl("visitor", OF_VISITORS, {
    "/": 200,
    "/about": 200,
    "/about.data": 200,
    "/plumbers/Harare": 200,
    [`/appointment/${town.plumber.id}`]: 200,
    "/signin": 200,
    "/no/such/page": 404,
    "/booking": 303,
    "/client-dashboard": 303,
    "/verify-email?token=nonsense": 400,
    "/claim-account?token=nonsense": 400,
    "/reset-password?token=nonsense": 200,
    "/calendar/aaaaaaaaaaaaaaaaaaaaaaaa.ics": 404,
    "/photos/nobody-160.webp": 404,
    "/api": 200,
    "/api/objects": 200,
    "/sockets/feed": 404,
    "/dev/mailbox": 200,
    "/dev/mailbox.json": 200,
  });
  await expectCacheControl("visitor", OF_VISITORS, { "/contact": 400 }, { form: { name: "" } });
  await expectCacheControl("visitor", OF_VISITORS, { "/": 500 }, { settings: { ORIGIN: undefined } });
});

test("nothing keeps what a signed-in user has read, a link that answers a request, or a call's response", async () => {
  await expectCacheControl("client", OF_ONE_USER, {
    "/": 200,
    "/about": 200,
    "/plumbers/Harare": 200,
    [`/appointment/${town.plumber.id}`]: 200,
    "/bookings": 200,
    "/bookings.data": 200,
    "/profile": 200,
    "/change-password": 200,
    "/no/such/page": 404,
    "/booking": 303,
    "/booking.data": 202,
    "/client-dashboard": 200,
    "/client-dashboard.data": 200,
    "/client-dashboard/bookings.data?_routes=client-bookings": 200,
    [`/client-dashboard/messages/${town.plumber.id}`]: 200,
    [`/messages/${town.plumber.id}?after=0`]: 200,
    [`/messages/${town.plumber.id}/new?after=0`]: 200,
    "/my-data.json": 200,
    "/sockets/nothing": 404,
  });
  await expectCacheControl("client", OF_ONE_USER, { "/profile": 400 }, { form: { name: "" } });
  await expectCacheControl("client", OF_ONE_USER, { "/profile": 303 }, { form: { name: "Rudo", username: "Own" } });
  const elsewhere = { form: {}, headers: { Origin: "https://evil.test" } };
  await expectCacheControl("client", OF_ONE_USER, { "/profile": 403 }, elsewhere);
  const plumbers = { [`/appointment/${town.plumber.id}`]: 200, "/plumber-dashboard": 200 };
  await expectCacheControl("plumber", OF_ONE_USER, plumbers);
  await expectCacheControl("admin", OF_ONE_USER, { "/admin-dashboard": 200, "/admin-export/users.csv": 200 });
  await expectCacheControl("visitor", OF_ONE_USER, {
    "/answer?token=nonsense": 404,
    "/api/auth/plumbers": 200,
    "/api/auth/profile": 401,
    "/api/nothing": 404,
  });
});

test("caches keep a photo for ever, what is the same for everyone for a while, and the site's health never", async () => {
  for (const viewer of ["visitor", "client"] as const)
    await expectCacheControl(viewer, FOR_EVER, { "/photos/auditedphoto-160.webp": 200 });
  await expectCacheControl("visitor", "public, max-age=3600", { "/robots.txt": 200, "/sitemap.xml": 200 });
  await expectCacheControl("visitor", "public, max-age=300", { "/api/openapi.json": 200 });
  await expectCacheControl("visitor", "no-store", { "/health": 503 });
});
