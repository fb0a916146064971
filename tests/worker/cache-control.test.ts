import { beforeAll, describe, expect, test } from "vitest";
import { png } from "../support/png";
import { visit } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
  await town.context.photos.save("auditedphoto", new File([await png(40, 40)], "photo.png"));
});

const VISITOR = "private, no-cache";
const SIGNED_IN = "private, no-store";
const API = "private, no-store";

type SessionClaims = TownUser | "visitor";
interface Asked {
  form?: Record<string, string>;
  headers?: Record<string, string>;
  settings?: Record<string, unknown>;
}

/**
 * Every kind of response. The platform's cache is in front of the Worker, keyed by path and query alone: only what says
 * `public` may be in it, and what says nothing would be kept for hours and given to everyone.
 */
const ANSWERS: [
  kind: string,
  viewer: SessionClaims,
  path: () => string,
  status: number,
  cacheControl: string,
  asked?: Asked,
][] = [
  ["the home page", "visitor", () => "/", 200, VISITOR],
  ["a static page", "visitor", () => "/about", 200, VISITOR],
  ["the directory", "visitor", () => "/plumbers/Harare", 200, VISITOR],
  ["an appointment page", "visitor", () => `/appointment/${town.plumber.id}`, 200, VISITOR],
  ["sign-in", "visitor", () => "/signin", 200, VISITOR],
  ["a page's data", "visitor", () => "/about.data", 200, VISITOR],
  ["what does not exist", "visitor", () => "/no/such/page", 404, VISITOR],
  ["a redirect", "visitor", () => "/booking", 303, VISITOR],
  ["a dashboard without a session", "visitor", () => "/client-dashboard", 303, VISITOR],
  ["a form's answer", "visitor", () => "/contact", 400, VISITOR, { form: { name: "" } }],

  ["the home page", "client", () => "/", 200, SIGNED_IN],
  ["a static page", "client", () => "/about", 200, SIGNED_IN],
  ["the directory", "client", () => "/plumbers/Harare", 200, SIGNED_IN],
  ["an appointment page", "client", () => `/appointment/${town.plumber.id}`, 200, SIGNED_IN],
  ["an appointment page", "plumber", () => `/appointment/${town.plumber.id}`, 200, SIGNED_IN],
  ["their bookings", "client", () => "/bookings", 200, SIGNED_IN],
  ["their profile", "client", () => "/profile", 200, SIGNED_IN],
  ["change of password", "client", () => "/change-password", 200, SIGNED_IN],
  ["what does not exist", "client", () => "/no/such/page", 404, SIGNED_IN],
  ["a redirect", "client", () => "/booking", 303, SIGNED_IN],
  ["a dashboard's page", "client", () => "/client-dashboard", 200, SIGNED_IN],
  ["a dashboard's page", "plumber", () => "/plumber-dashboard", 200, SIGNED_IN],
  ["a dashboard's page", "admin", () => "/admin-dashboard", 200, SIGNED_IN],
  ["a conversation", "client", () => `/client-dashboard/messages/${town.plumber.id}`, 200, SIGNED_IN],
  ["what a conversation catches up", "client", () => `/messages/${town.plumber.id}?after=0`, 200, SIGNED_IN],
  [
    "what comes to a conversation without script",
    "client",
    () => `/messages/${town.plumber.id}/new?after=0`,
    200,
    SIGNED_IN,
  ],
  ["a dashboard's data", "client", () => "/client-dashboard.data", 200, SIGNED_IN],
  [
    "data of a part of a dashboard",
    "client",
    () => "/client-dashboard/bookings.data?_routes=routes/client/bookings",
    200,
    SIGNED_IN,
  ],
  ["data of a page without script", "client", () => "/bookings.data", 200, SIGNED_IN],
  ["a redirect as data", "client", () => "/booking.data", 202, SIGNED_IN],
  ["a refused form", "client", () => "/profile", 400, SIGNED_IN, { form: { name: "" } }],
  ["a form that succeeded", "client", () => "/profile", 303, SIGNED_IN, { form: { name: "Rudo", username: "Own" } }],
  ["own data", "client", () => "/my-data.json", 200, SIGNED_IN],
  ["an export", "admin", () => "/admin-export/users.csv", 200, SIGNED_IN],

  ["a page opened by a token", "visitor", () => "/verify-email?token=nonsense", 400, VISITOR],
  ["a link that answers a request", "visitor", () => "/answer?token=nonsense", 404, SIGNED_IN],
  ["a link to claim an account", "visitor", () => "/claim-account?token=nonsense", 400, VISITOR],
  ["a page opened by a token", "visitor", () => "/reset-password?token=nonsense", 200, VISITOR],
  ["a calendar that does not exist", "visitor", () => "/calendar/aaaaaaaaaaaaaaaaaaaaaaaa.ics", 404, VISITOR],
  ["a photo", "visitor", () => "/photos/auditedphoto-160.webp", 200, "public, max-age=31536000, immutable"],
  ["a photo", "client", () => "/photos/auditedphoto-160.webp", 200, "public, max-age=31536000, immutable"],
  ["a photo that is not there", "visitor", () => "/photos/nobody-160.webp", 404, VISITOR],
  ["the health of the site", "visitor", () => "/health", 503, "no-store"],
  ["robots.txt", "visitor", () => "/robots.txt", 200, "public, max-age=3600"],
  ["the sitemap", "visitor", () => "/sitemap.xml", 200, "public, max-age=3600"],

  ["a list of the API", "visitor", () => "/api/auth/plumbers", 200, API],
  ["the API's document", "visitor", () => "/api/openapi.json", 200, "public, max-age=300"],
  ["the API's page", "visitor", () => "/api", 200, VISITOR],
  ["the API's objects", "visitor", () => "/api/objects", 200, VISITOR],
  ["a call without a token", "visitor", () => "/api/auth/profile", 401, API],
  ["a call that does not exist", "visitor", () => "/api/nothing", 404, API],

  ["a socket that is none", "visitor", () => "/sockets/feed", 404, VISITOR],
  ["a socket of nobody", "client", () => "/sockets/nothing", 404, SIGNED_IN],
  [
    "a form from elsewhere",
    "client",
    () => "/profile",
    403,
    SIGNED_IN,
    { form: {}, headers: { Origin: "https://evil.test" } },
  ],
  ["a Worker without its settings", "visitor", () => "/", 500, VISITOR, { settings: { ORIGIN: undefined } }],
  ["the mailbox", "visitor", () => "/dev/mailbox", 200, VISITOR],
  ["the mailbox as JSON", "visitor", () => "/dev/mailbox.json", 200, VISITOR],
];

describe("every response says what caches may do with it", () => {
  test.each(ANSWERS)("%s, to a %s", async (_, viewer, path, status, cacheControl, asked = {}) => {
    const response = await visit(path(), { cookie: viewer === "visitor" ? undefined : town.cookies[viewer], ...asked });
    await response.body?.cancel();
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([status, cacheControl]);
  });
});
