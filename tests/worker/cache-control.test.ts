import { expect, test } from "vitest";
import { png } from "../support/png";
import { visit } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";

// The platform's cache is in front of the Worker, keyed by path and query alone: only what says `public` may be in it,
// and what says nothing would be kept for hours and given to everyone.

const OF_VISITORS = "private, no-cache";
const OF_ONE_USER = "private, no-store";
const FOR_EVER = "public, max-age=31536000, immutable";
const town = await seedTownForAdmin();
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

test("a browser asks again for what a visitor has read", async () => {
  await expectCacheControl("visitor", OF_VISITORS, {
    200: `/ /about /about.data /plumbers/Harare /appointment/${town.plumber.id} /signin /reset-password?token=nonsense
      /api /api/objects /dev/mailbox /dev/mailbox.json`,
    303: "/booking /client-dashboard",
    400: "/verify-email?token=nonsense /claim-account?token=nonsense",
    404: "/no/such/page /calendar/aaaaaaaaaaaaaaaaaaaaaaaa.ics /photos/nobody-160.webp /sockets/feed",
  });
  await expectCacheControl("visitor", OF_VISITORS, { 400: "/contact" }, { form: { name: "" } });
  await expectCacheControl("visitor", OF_VISITORS, { 500: "/" }, { settings: { ORIGIN: undefined } });
});

test("nothing keeps what a signed-in user has read, a link that answers a request, or a call's response", async () => {
  const { id } = town.plumber;
  await expectCacheControl("client", OF_ONE_USER, {
    200: `/ /about /plumbers/Harare /appointment/${id} /bookings /bookings.data /profile /change-password
      /client-dashboard /client-dashboard.data /client-dashboard/bookings.data?_routes=client-bookings
      /client-dashboard/messages/${id} /messages/${id}?after=0 /messages/${id}/new?after=0 /my-data.json`,
    202: "/booking.data",
    303: "/booking",
    404: "/no/such/page /sockets/nothing",
  });
  await expectCacheControl("client", OF_ONE_USER, { 400: "/profile" }, { form: { name: "" } });
  await expectCacheControl("client", OF_ONE_USER, { 303: "/profile" }, { form: { name: "Rudo", username: "Own" } });
  const elsewhere = { form: {}, headers: { Origin: "https://evil.test" } };
  await expectCacheControl("client", OF_ONE_USER, { 403: "/profile" }, elsewhere);
  await expectCacheControl("plumber", OF_ONE_USER, { 200: `/appointment/${id} /plumber-dashboard` });
  await expectCacheControl("admin", OF_ONE_USER, { 200: "/admin-dashboard /admin-export/users.csv" });
  await expectCacheControl("visitor", OF_ONE_USER, {
    200: "/api/auth/plumbers",
    401: "/api/auth/profile",
    404: "/answer?token=nonsense /api/nothing",
  });
});

test("caches keep a photo for ever, what is the same for everyone for a while, and the site's health never", async () => {
  for (const viewer of ["visitor", "client"] as const)
    await expectCacheControl(viewer, FOR_EVER, { 200: "/photos/auditedphoto-160.webp" });
  await expectCacheControl("visitor", "public, max-age=3600", { 200: "/robots.txt /sitemap.xml" });
  await expectCacheControl("visitor", "public, max-age=300", { 200: "/api/openapi.json" });
  await expectCacheControl("visitor", "no-store", { 503: "/health" });
});
