import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { hashPassword } from "~/domain/accounts/passwords.server";
import worker from "../../workers/app";
import { requestFields } from "../support/request-form";
import { createUser } from "../support/users";
import { clientForm, createRegistration, newEmail, register, verificationTokenFor } from "../support/sign-up";
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

describe("an action waits for at most two, and the page that follows for one more", () => {
  test("signing up", async () => {
    const form = {
      role: "client",
      name: "A",
      username: "B",
      email: "depth@example.test",
      password: "a fine password",
      terms: "on",
    };
    const response = await visitSlowly("/signup", "visitor", form);
    expect([response.status, depthOf(response)]).toEqual([303, 2]);
  });

  test("writing to the company", async () => {
    const form = { form: "home", name: "A", email: "depth@example.test", subject: "S", message: "M" };
    const response = await visitSlowly("/?index", "visitor", form);
    expect([response.status, depthOf(response)]).toEqual([303, 1]);
  });

  test("signing in", async () => {
    const user = await createUser(town.context, "client", { passwordHash: await hashPassword("a fine password") });
    const response = await visitSlowly("/signin", "visitor", { email: user.email, password: "a fine password" });
    expect([response.status, depthOf(response)]).toEqual([303, 2]);
  });

  test("a sign-in that fails, with its page", async () => {
    const response = await visitSlowly("/signin", "visitor", { email: "nobody@example.test", password: "wrong" });
    expect([response.status, depthOf(response)]).toEqual([400, 1]);
  });

  test("asking for emails", async () => {
    for (const path of ["/forgot-password", "/resend-verification"]) {
      expect(depthOf(await visitSlowly(path, "visitor", { email: town.client.email }))).toBe(1);
    }
  });

  test("verifying an email", async () => {
    const email = newEmail();
    await register(town.context, clientForm(email));
    const response = await visitSlowly(
      `/verify-email?token=${await verificationTokenFor(town.context, email)}`,
      "visitor",
      { password: "a fine password" },
    );
    expect([response.status, depthOf(response)]).toEqual([303, 2]);
  });

  test("resetting and changing a password", async () => {
    expect(
      depthOf(await visitSlowly("/reset-password?token=nonsense", "visitor", { password: "a fine password" })),
    ).toBeLessThanOrEqual(2);
    const response = await visitSlowly("/change-password", "client", { current: "wrong", password: "a fine password" });
    expect(depthOf(response)).toBeLessThanOrEqual(2);
  });

  test("changing the profile", async () => {
    const response = await visitSlowly("/profile", "client", {
      name: "Rudo",
      username: "Own",
      phone: "",
      addressLine1: "",
    });
    expect([response.status, depthOf(response)]).toEqual([303, 2]);
  });

  test("every action of an admin", async () => {
    const { db } = town.context;
    const [newcomer, leaver] = [
      await createRegistration(town.context, "plumber"),
      await createUser(town.context, "client"),
    ];
    await db.run(
      sql`insert into notices (id, kind, topic, channel, cause_id, recipient, subject, text, status, attempts, next_attempt_at, created_at) values ('depthmail', 'bookingTransitioned', 'changes', 'email', 'd', 'd@example.test', 'S', 'T', 'failed', 6, 0, 0)`,
    );
    const actions: [path: string, form: Record<string, string>][] = [
      [`/admin-dashboard/dispatch/${town.request}`, { plumber: town.otherPlumber.id, from: "" }],
      ["/admin-dashboard/dispatch", { intent: `remind:${town.request}` }],
      ["/admin-dashboard/lists/bookings", { intent: "save", name: "Late", query: "status=pending" }],
      ["/admin-dashboard/lists/bookings", { intent: "columns", all: "city,price", column: "city" }],
      ["/admin-dashboard/bookings/chosen/remind", { id: town.request }],
      ["/admin-dashboard/bookings/chosen/reassign", { id: town.request, plumber: town.otherPlumber.id, from: "" }],
      [`/admin-dashboard/bookings/${town.request}`, { title: "Tap" }],
      [`/admin-dashboard/bookings/${town.request}/cancel`, {}],
      [`/admin-dashboard/registrations/${newcomer.id}/resend`, {}],
      [`/admin-dashboard/registrations/${newcomer.id}/verify`, {}],
      [`/admin-dashboard/people/${newcomer.id}/suspend`, {}],
      [`/admin-dashboard/people/${newcomer.id}/restore`, {}],
      [`/admin-dashboard/people/${newcomer.id}/approve`, {}],
      [`/admin-dashboard/people/${newcomer.id}/ask-papers`, { words: "W" }],
      [
        `/admin-dashboard/vetting/${newcomer.id}`,
        { kind: "identity", lastDay: "2099-01-31", nameKey: "tapiwa waiting" },
      ],
      [`/admin-dashboard/vetting/${newcomer.id}`, { intent: "remove:identity" }],
      [`/admin-dashboard/people/${newcomer.id}/make-admin`, {}],
      [`/admin-dashboard/people/${newcomer.id}/revoke-admin`, {}],
      [`/admin-dashboard/people/${leaver.id}/erase`, { sure: "on" }],
      [`/admin-dashboard/reviews/${town.review}/hide`, { reason: "R" }],
      ["/admin-dashboard/reviews", { intent: `restore:${town.review}` }],
      [`/admin-dashboard/inbox/${town.enquiry}`, { intent: "assignToMe" }],
      [`/admin-dashboard/inbox/${town.enquiry}`, { answer: "A" }],
      ["/admin-dashboard/settings", { form: "approval", approval: "on" }],
      ["/admin-dashboard/system", { intent: "resend:depthmail" }],
    ];
    for (const [path, form] of actions) {
      const response = await visitSlowly(path, "admin", form);
      expect([path, response.status, depthOf(response)]).toEqual([path, 303, 2]);
    }
  });

  test("what the office does about money, and a client's release", async () => {
    const [pending] = await town.context.db.all<{ reference: string }>(
      sql`select reference from bookings where id = ${town.pending}`,
    );
    const lost = { payment: "b".repeat(24), booking: pending!.reference, amount: "5", method: "card" };
    const actions: [path: string, form: Record<string, string>][] = [
      [`/admin-dashboard/payouts/${money.batch}`, { intent: "sent", reference: "B1" }],
      [`/admin-dashboard/payouts/${money.batch}`, { intent: `returned:${money.payout}`, reason: "R" }],
      ["/admin-dashboard/payouts", { id: "a".repeat(24), method: "ecocash" }],
      [`/admin-dashboard/payouts/${"a".repeat(24)}`, { intent: "cancel" }],
      [`/admin-dashboard/refunds/${money.refund}`, { reference: "R1" }],
      ["/admin-dashboard/payouts/stop", { form: "stop", reason: "R" }],
      ["/admin-dashboard/payouts/stop", { form: "payment", ...lost }],
      ["/admin-dashboard/payouts/stop", { form: "resume" }],
      ["/admin-dashboard/books", { arrived: "10", fee: "1", reference: "A1" }],
      ["/admin-dashboard/books", { intent: "void:A1", reason: "Noted twice" }],
      ["/admin-dashboard/settings", { form: "commission", percent: "12" }],
    ];
    for (const [path, form] of actions) {
      const response = await visitSlowly(path, "admin", form);
      expect([path, form, response.status, depthOf(response)]).toEqual([path, form, 303, 2]);
    }
    const released = await visitSlowly(`/client-dashboard/bookings/${money.job}/release`, "client", {});
    expect([released.status, depthOf(released)]).toEqual([303, 2]);
    const details = { method: "ecocash", phone: "0772000999", holder: "T Ncube" };
    const saved = await visitSlowly("/plumber-dashboard/settings/payouts", "plumber", details);
    expect([saved.status, depthOf(saved)]).toEqual([303, 2]);
  });

  test("a question before booking", async () => {
    const question = { id: "question-0001", content: "Do you do copper?" };
    const cookie = town.cookies.client;
    town.cookies.client = town.cookies.otherClient;
    const asked = await visitSlowly(`/appointment/${town.otherPlumber.id}/ask`, "client", question);
    town.cookies.client = cookie;
    const kept = await visitSlowly(`/appointment/${town.plumber.id}/ask`, "visitor", question);
    expect([asked.status, depthOf(asked), asked.headers.get("Location")]).toEqual([
      303,
      2,
      `/client-dashboard/messages/${town.otherPlumber.id}`,
    ]);
    expect([kept.status, depthOf(kept), kept.headers.get("Location")]).toEqual([
      303,
      1,
      `/signin?redirectTo=${encodeURIComponent(`/appointment/${town.plumber.id}/ask`)}&reason=ask`,
    ]);
  });

  test("booking, and a slot that is gone with its page", async () => {
    const made = await visitSlowly(`/appointment/${town.plumber.id}`, "client", requestFields(town.starts.at(-3)!));
    expect([made.status, depthOf(made)]).toEqual([303, 2]);
    const cookie = town.cookies.client;
    town.cookies.client = town.cookies.otherClient;
    const gone = await visitSlowly(`/appointment/${town.plumber.id}`, "client", requestFields(town.starts.at(-3)!));
    town.cookies.client = cookie;
    expect([gone.status, depthOf(gone)]).toEqual([409, 3]);
  });

  test("every transition, once made and once refused", async () => {
    const confirmed = await visitSlowly(`/plumber-dashboard/jobs/${town.pending}`, "plumber", {
      intent: "confirm",
    });
    expect([confirmed.status, depthOf(confirmed)]).toEqual([303, 2]);
    const late = await visitSlowly(`/plumber-dashboard/jobs/${town.pending}/refuse`, "plumber", {});
    expect(late.status).toBe(409);
    expect(depthOf(late)).toBeLessThanOrEqual(3);
    const seen = await visitSlowly("/plumber-dashboard/notifications", "plumber", { booking: town.pending });
    expect([seen.status, depthOf(seen)]).toEqual([303, 2]);
  });
});
