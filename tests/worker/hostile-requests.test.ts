import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { seedTownForAdmin } from "../support/town";
import { env } from "../support/env";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});

const FORMS: [path: () => string, viewer: "client" | "plumber" | "admin" | null][] = [
  [() => "/?index", null],
  [() => "/contact", null],
  [() => "/service-details", null],
  [() => "/signup", null],
  [() => "/signin", null],
  [() => "/forgot-password", null],
  [() => "/resend-verification", null],
  [() => "/reset-password?token=x", null],
  [() => "/change-password", "client"],
  [() => "/profile", "client"],
  [() => "/client-dashboard/settings", "client"],
  [() => "/plumber-dashboard/profile", "plumber"],
  [() => `/appointment/${town.plumber.id}`, "client"],
  [() => "/client-dashboard/book", "client"],
  [() => "/client-dashboard/reviews", "client"],
  [() => `/client-dashboard/messages/${town.plumber.id}`, "client"],
  [() => `/messages/${town.plumber.id}`, "client"],
  [() => `/client-dashboard/bookings/${town.pending}/cancel`, "client"],
  [() => `/plumber-dashboard/jobs/${town.pending}`, "plumber"],
  [() => `/plumber-dashboard/jobs/${town.confirmed}/report`, "plumber"],
  [() => `/plumber-dashboard/jobs/${town.pending}/reschedule`, "plumber"],
  [() => "/plumber-dashboard/availability", "plumber"],
  [() => "/plumber-dashboard/calendar", "plumber"],
  [() => "/plumber-dashboard/notifications", "plumber"],
  [() => `/plumber-dashboard/reviews/${town.review}/answer`, "plumber"],
  [() => `/reviews/${town.review}/report`, "client"],
  [() => `/admin-dashboard/dispatch/${town.request}`, "admin"],
  [() => `/admin-dashboard/bookings/${town.confirmed}`, "admin"],
  [() => `/admin-dashboard/bookings/${town.pending}/cancel`, "admin"],
  [() => `/admin-dashboard/people/${town.otherClient.id}/erase`, "admin"],
  [() => `/admin-dashboard/people/${town.otherPlumber.id}/suspend`, "admin"],
  [() => "/admin-dashboard/reviews", "admin"],
  [() => `/admin-dashboard/reviews/${town.review}/hide`, "admin"],
  [() => `/admin-dashboard/inbox/${town.enquiry}`, "admin"],
  [() => "/admin-dashboard/system", "admin"],
];

const BODIES: [name: string, type: string | null, body: string | undefined][] = [
  ["nothing at all", null, undefined],
  ["plain text", "text/plain", "hello"],
  ["JSON", "application/json", '{"email":["x"]}'],
  ["multipart without a boundary", "multipart/form-data", "--x\r\n\r\n--x--"],
  [
    "a truncated multipart",
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nab',
  ],
  [
    "a part without a name",
    "multipart/form-data; boundary=x",
    "--x\r\nContent-Disposition: form-data\r\n\r\nab\r\n--x--\r\n",
  ],
  [
    "the parsing library's commands",
    "application/x-www-form-urlencoded",
    "__intent__=x&__state__=x&__proto__=1&email[]=1&email[a]=2",
  ],
  ["broken encoding", "application/x-www-form-urlencoded", "email=%ff%fe%00&name=%zz&intent=review&booking=%00"],
  [
    "every field twice, and long",
    "application/x-www-form-urlencoded",
    `email=a&email=b&password=${"x".repeat(5000)}&content=${"y".repeat(5000)}&id=1&role=admin`,
  ],
];

describe.each(FORMS)("%s", (path, viewer) => {
  test.each(BODIES)("responds to %s without failing", async (_, type, body) => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await SELF.fetch(env.ORIGIN + path(), {
        method,
        body,
        redirect: "manual",
        headers: {
          Origin: env.ORIGIN,
          Host: "pombi.test",
          ...(type && { "Content-Type": type }),
          ...(viewer && { Cookie: town.cookies[viewer] }),
        },
      });
      await response.text();
      expect(response.status, method).toBeGreaterThanOrEqual(200);
      expect(response.status, method).toBeLessThan(500);
    }
  });
});
