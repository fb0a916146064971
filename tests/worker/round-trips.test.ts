import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import worker from "../../workers/app";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { callsOf, depthOf } from "../support/site";
import { seedPayouts } from "../support/payouts";
import { seedTownForAdmin } from "../support/town";
import { env } from "../support/env";

// Each D1 call takes 30 ms here, so that calls in a row cannot hide as calls side by side (law 6).
const slow = { ...env, ...PAYNOW_SETTINGS, D1_DELAY_MS: "30" };

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let money: Awaited<ReturnType<typeof seedPayouts>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
  money = await seedPayouts(town);
});

/** Two calls for an action, one more for the page that follows. */
const mostCallsOf = (status: number) => (status === 303 ? 2 : 3);

async function visitSlowly(
  path: string,
  viewer: "visitor" | "client" | "plumber" | "admin",
  form?: Record<string, string>,
) {
  const context = createExecutionContext();
  const request = new Request(`${env.ORIGIN}${path}`, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(form),
    redirect: "manual",
    headers: {
      ...(viewer !== "visitor" && { Cookie: town.cookies[viewer] }),
      ...(form && { Origin: env.ORIGIN, Host: new URL(env.ORIGIN).host }),
    },
  });
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], slow, context);
  await response.text();
  await waitOnExecutionContext(context);
  if (form) expect(callsOf(response), path).toBeLessThanOrEqual(mostCallsOf(response.status));
  return response;
}

const PAGES: [viewer: "visitor" | "client" | "plumber" | "admin", path: () => string][] = [
  ["visitor", () => "/"],
  ["client", () => "/"],
  ["visitor", () => "/plumbers"],
  ["visitor", () => "/services/emergency?city=Harare"],
  ["visitor", () => "/sitemap.xml"],
  ["visitor", () => "/prices/harare"],
  ["visitor", () => "/services"],
  ["visitor", () => "/services/geysers"],
  ["client", () => "/blog/1"],
  ["visitor", () => "/plumbers/Harare"],
  ["visitor", () => `/appointment/${town.plumber.id}`],
  ["client", () => `/appointment/${town.plumber.id}`],
  ["client", () => `/appointment/${town.plumber.id}/ask`],
  ["visitor", () => "/verify-email?token=nonsense"],
  ["visitor", () => "/answer?token=nonsense"],
  ["client", () => "/change-password"],
  ["client", () => "/accept-terms"],
  ["client", () => "/security"],
  ["client", () => "/security/app"],
  ["admin", () => "/step-up"],
  ["client", () => "/client-dashboard/bookings?show=upcoming"],
  ["client", () => "/client-dashboard/support"],
  ["client", () => "/client-dashboard/settings/programs"],
  ["client", () => "/client-dashboard/settings"],
  ["client", () => "/client-dashboard/settings/notifications"],
  ["client", () => "/client-dashboard/settings/phone"],
  ["client", () => "/my-data.json"],
  ["plumber", () => "/plumber-dashboard/jobs?show=past"],
  ["plumber", () => "/plumber-dashboard/calendar"],
  ["plumber", () => "/plumber-dashboard/papers"],
  ["admin", () => "/admin-dashboard/vetting"],
  ["admin", () => `/admin-dashboard/vetting/${town.plumber.id}`],
  ["plumber", () => "/plumber-dashboard/availability"],
  ["plumber", () => "/plumber-dashboard/work-photos"],
  ["plumber", () => "/plumber-dashboard/stats"],
  ["plumber", () => "/profile"],
  ["client", () => "/bookings"],
  ["plumber", () => "/bookings"],
  ["admin", () => "/bookings"],
  ["plumber", () => "/plumber-dashboard/profile?edit"],
  ["client", () => "/client-dashboard"],
  ["client", () => "/client-dashboard/bookings"],
  ["client", () => "/client-dashboard/book"],
  ["client", () => "/client-dashboard/saved"],
  ["client", () => `/client-dashboard/bookings/${town.pending}/cancel`],
  ["plumber", () => "/plumber-dashboard"],
  ["plumber", () => "/plumber-dashboard/jobs"],
  ["plumber", () => `/plumber-dashboard/jobs/${town.pending}`],
  ["plumber", () => `/plumber-dashboard/jobs/${town.pending}/refuse`],
  ["plumber", () => `/plumber-dashboard/jobs/${town.confirmed}/report`],
  ["plumber", () => `/plumber-dashboard/jobs/${town.pending}/reschedule`],
  ["client", () => `/client-dashboard/bookings/${town.pending}/photos`],
  ["client", () => `/client-dashboard/bookings/${town.pending}/ask-another`],
  ["client", () => `/client-dashboard/bookings/${town.reviewed}/money/record-payment`],
  ["admin", () => `/admin-dashboard/bookings/${town.reviewed}/money/decide`],
  ["plumber", () => `/plumber-dashboard/jobs/${town.pending}/quote`],
  ["plumber", () => `/plumber-dashboard/jobs/${town.confirmed}/finish`],
  ["client", () => "/client-dashboard/payments"],
  ["client", () => `/client-dashboard/bookings/${town.pending}/pay`],
  ["plumber", () => "/plumber-dashboard/earnings"],
  ["admin", () => "/admin-dashboard/payments"],
  ["admin", () => "/admin-dashboard/payments/online"],
  ["admin", () => "/admin-dashboard/payments/online?q=0771234567"],
  ["admin", () => "/admin-dashboard/payouts"],
  ["admin", () => "/admin-dashboard/payouts/stop"],
  ["admin", () => `/admin-dashboard/payouts/${money.batch}`],
  ["admin", () => "/admin-dashboard/refunds"],
  ["admin", () => "/admin-dashboard/refunds?show=sent"],
  ["admin", () => `/admin-dashboard/refunds/${money.refund}`],
  ["admin", () => "/admin-dashboard/books"],
  ["client", () => `/client-dashboard/bookings/${town.pending}/release`],
  ["client", () => `/client-dashboard/bookings/${town.pending}`],
  ["plumber", () => "/plumber-dashboard/settings/payouts"],
  ["admin", () => "/receipts/PR-1001"],
  ["plumber", () => `/plumber-dashboard/jobs/${town.pending}/photos`],
  ["admin", () => `/admin-dashboard/bookings/${town.pending}/photos`],
  ["plumber", () => "/plumber-dashboard/notifications"],
  ["plumber", () => "/plumber-dashboard/settings/notifications"],
  ["client", () => "/client-dashboard/messages"],
  ["client", () => `/client-dashboard/messages/${town.plumber.id}`],
  ["client", () => `/messages/${town.plumber.id}?after=0`],
  ["client", () => "/client-dashboard/reviews"],
  ["plumber", () => "/plumber-dashboard/messages"],
  ["plumber", () => `/plumber-dashboard/messages/${town.client.id}`],
  ["plumber", () => "/plumber-dashboard/reviews"],
  ["admin", () => "/admin-dashboard"],
  ["admin", () => "/admin-dashboard/search?q=tendai"],
  ["admin", () => "/admin-search.json?q=tendai"],
  ["admin", () => "/admin-dashboard/dispatch"],
  ["admin", () => `/admin-dashboard/dispatch/${town.request}`],
  ["admin", () => "/admin-dashboard/board?city=harare&view=week&moved=PB-234567"],
  ["admin", () => `/admin-dashboard/board/${town.request}?city=harare`],
  ["admin", () => `/admin-dashboard/bookings?status=pending&plumber=${town.plumber.id}`],
  ["admin", () => `/admin-dashboard/bookings/new?client=${town.client.id}&plumber=${town.plumber.id}`],
  ["admin", () => "/admin-dashboard/lists/people"],
  ["admin", () => `/admin-dashboard/bookings/chosen/reassign?ids=${town.pending}.${town.confirmed}`],
  ["visitor", () => "/claim-account?token=nonsense"],
  ["admin", () => `/admin-dashboard/bookings/${town.pending}`],
  ["admin", () => `/admin-dashboard/bookings/${town.pending}/cancel`],
  ["admin", () => `/admin-dashboard/bookings/${town.pending}/reschedule`],
  ["admin", () => `/admin-dashboard/conversations/${conversationIdOf(town.client.id, town.plumber.id)}`],
  ["admin", () => "/admin-dashboard/people?show=plumber"],
  ["admin", () => "/admin-dashboard/registrations?q=tapiwa"],
  ["admin", () => `/admin-dashboard/registrations/${town.waiting.id}/verify`],
  ["admin", () => `/admin-dashboard/people/${town.plumber.id}`],
  ["admin", () => `/admin-dashboard/people/${town.client.id}?kind=money`],
  ["admin", () => `/admin-dashboard/people/${town.client.id}/merge/${town.otherClient.id}`],
  ["admin", () => `/admin-dashboard/people/${town.plumber.id}/suspend`],
  ["admin", () => "/admin-dashboard/reviews?show=reported"],
  ["admin", () => `/admin-dashboard/reviews/${town.review}/hide`],
  ["admin", () => "/admin-dashboard/disputes"],
  ["admin", () => "/admin-dashboard/inbox"],
  ["admin", () => `/admin-dashboard/inbox/${town.enquiry}`],
  ["admin", () => "/admin-dashboard/system"],
  ["admin", () => "/admin-dashboard/settings"],
  ["admin", () => "/admin-dashboard/log"],
  ["admin", () => "/admin-dashboard/today"],
  ["admin", () => "/admin-dashboard/log?setting=commission"],
  ["admin", () => "/admin-dashboard/insights?weeks=52"],
  ["admin", () => "/admin-dashboard/messages?to=tendai"],
  ["plumber", () => `/plumber-dashboard/reviews/${town.review}/answer`],
  ["client", () => `/reviews/${town.review}/report`],
  ["admin", () => "/admin-dashboard/messages"],
  ["admin", () => `/admin-dashboard/messages/${town.client.id}`],
];

/** Pages that need nothing of D1. */
const PLAIN_PAGES = [
  "/about",
  "/contact",
  "/faq",
  "/how-we-rank-plumbers",
  "/api",
  "/api/objects",
  "/signup",
  "/signin",
  "/forgot-password",
  "/no/such/page",
];

describe("a page asks D1 once", () => {
  test.each(PLAIN_PAGES)("or not at all: a visitor's %s", async (path) => {
    const response = await visitSlowly(path, "visitor");
    expect(response.status).toBeLessThan(500);
    expect([depthOf(response), callsOf(response)]).toEqual([0, 0]);
  });

  test.each(PAGES.map(([viewer, path]) => ({ viewer, path, name: path.toString().slice(6) })))(
    "$viewer $name",
    async ({ viewer, path }) => {
      const response = await visitSlowly(path(), viewer);
      expect(response.status).toBeLessThan(500);
      expect([depthOf(response), callsOf(response)]).toEqual([1, 1]);
    },
  );
});
