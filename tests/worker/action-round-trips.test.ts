import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
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
