import { createExecutionContext } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { requestPasswordReset } from "~/domain/accounts/password-changes.server";
import { DAY, MINUTE } from "~/domain/time/harare";
import { sameSitePath } from "~/http/return-to";
import { BUILD_HEADER } from "~/realtime/own-headers";
import { REVALIDATION_HEADER } from "~/realtime/page-state";
import worker from "../../build/server/index";
import { env } from "../support/env";
import { currentInstant } from "../support/now";
import { emailsTo, tokenIn } from "../support/sign-up";
import {
  expectPage,
  expectRedirect,
  DEPLOYED,
  cookieOf,
  redirectOf,
  visit,
  call,
  tokenOf,
  withKey,
} from "../support/site";
import { seedTown, VISIT } from "../support/town";
import { createUser, hashForTests, contextAt } from "../support/users";

const town = await seedTown();
afterEach(() => vi.restoreAllMocks());

/** Asks at any address; as a deployment meets it unless the settings say otherwise. */
const ask = (url: string, init: RequestInit = {}, settings: Record<string, unknown> = DEPLOYED) =>
  worker.fetch(
    new Request(url, { redirect: "manual", ...init }) as Parameters<typeof worker.fetch>[0],
    { ...env, ...settings },
    createExecutionContext(),
  );

test("every answer is 500 without a right origin or secret, and does not say why", async () => {
  for (const settings of [
    { ORIGIN: undefined },
    { ORIGIN: "nonsense" },
    { SESSION_SECRET: undefined },
    { SESSION_SECRET: "short" },
    { SESSION_SECRET: "short another-secret-of-32-letters-or-more" },
    { SESSION_SECRET: " , " },
  ]) {
    const response = await ask(`${env.ORIGIN}/`, {}, settings);
    expect(response.status, JSON.stringify(settings)).toBe(500);
    expect(await response.text()).not.toMatch(/ORIGIN|SESSION_SECRET/);
  }
});

test("a site outside local mode has no mailbox and no timing", async () => {
  for (const path of ["/dev/mailbox", "/dev/mailbox.json"])
    expect((await ask(env.ORIGIN + path)).status, path).toBe(404);
  const home = await ask(`${env.ORIGIN}/`);
  expect([home.status, home.headers.get("Server-Timing")]).toEqual([200, null]);
});

const NEW = "another-secret-of-32-letters-or-more";
const during = { SESSION_SECRET: `${NEW} ${env.SESSION_SECRET}` };

test("users stay signed in while SESSION_SECRET is changed, until the old value is gone", async () => {
  const statuses = [];
  for (const settings of [during, { SESSION_SECRET: `${NEW},${env.SESSION_SECRET}` }, { SESSION_SECRET: NEW }])
    statuses.push((await visit("/client-dashboard", { cookie: town.cookies.client, settings })).status);
  expect(statuses).toEqual([200, 200, 303]);
});

test("a call that was made under SESSION_SECRET's old value is not made again", async () => {
  const token = await tokenOf(town.context, town.client);
  const message = { name: "Rudo", email: "rudo@example.test", subject: "A tap", message: "Drip" };
  const send = (settings: Record<string, string>) =>
    call("POST", "/api/contact", { token, json: message, headers: withKey("one-and-the-same-key"), settings });
  const first = await send({});
  const again = await send(during);
  expect(first.status).toBeLessThan(300);
  expect(again).toMatchObject({ status: first.status, body: first.body });
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
});

test("a form from elsewhere is refused before anything runs", async () => {
  const path = `/plumber-dashboard/jobs/${town.pending}`;
  const cookie = town.cookies.plumber;
  for (const headers of [
    { Origin: "https://evil.test" },
    { Origin: "null" },
    { Origin: `${env.ORIGIN}:444` },
    { "Sec-Fetch-Site": "cross-site" },
  ] as Record<string, string>[]) {
    const response = await visit(path, { cookie, form: { intent: "confirm" }, headers });
    expect(response.status, JSON.stringify(headers)).toBe(403);
  }
  expect(await (await visit(path, { cookie })).text()).toContain("wants to book you");
});

test("every answer says which build it comes from, refusals and redirects too", async () => {
  const asked = [
    { path: "/", status: 200 },
    { path: "/nowhere", status: 404 },
    { path: "/client-dashboard", status: 303 },
    { path: "/signin", status: 403, form: { email: "x" }, headers: { Origin: "https://evil.test" } },
    { path: "/api/nothing", status: 404 },
  ];
  for (const { path, status, ...more } of asked) {
    const response = await visit(path, more);
    expect([response.status, response.headers.has(BUILD_HEADER)], path).toEqual([status, true]);
  }
});

test("requests to another host are redirected to the site's own", async () => {
  for (const [from, to] of [
    ["http://pombi.test/plumbers/Harare?cursor=x&city=%C3%A9", "/plumbers/Harare?cursor=x&city=%C3%A9"],
    ["https://www.pombi.test/about", "/about"],
    ["https://pombi.somebody.workers.dev/", "/"],
    ["https://pombi.test:8443/faq", "/faq"],
    ["http://pombi.test//evil.test/x", "//evil.test/x"],
  ] as const)
    for (const method of ["GET", "HEAD"])
      expect(await redirectOf(ask(from, { method })), from).toEqual([308, env.ORIGIN + to]);
});

test("requests to another host are not redirected when they are a form, an API call, or in local mode", async () => {
  const body = new URLSearchParams({ email: "x" });
  const form = { method: "POST", body, headers: { Origin: "http://pombi.test" } };
  expect((await ask("http://pombi.test/signin", form)).status).toBe(403);
  expect((await ask("http://pombi.test/api/auth/plumbers")).status).toBe(200);
  expect((await ask("http://localhost:8787/about", {}, {})).status).toBe(200);
});

test("a request that Remix would fail at is the sender's mistake, and no line in the log", async () => {
  const spies = (["error", "warn"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  const post = (headers: Record<string, string> = {}) => ({
    body: new URLSearchParams({ email: "x" }),
    method: "POST",
    headers: { Origin: env.ORIGIN, ...headers },
  });
  for (const { path, init, status } of [
    // Data as Remix once asked for it.
    { path: "/signin?_data=root", init: {}, status: 400 },
    { path: "/signin?_data=routes%2Faccount%2Fsign-in", init: post(), status: 400 },
    { path: "/signin", init: post({ Host: "evil.test" }), status: 400 },
    { path: "/signin", init: post({ Host: "pombi.test", "X-Forwarded-Host": "evil.test" }), status: 400 },
    { path: "/signin.data", init: post({ "X-Forwarded-Host": "evil.test, pombi.test" }), status: 400 },
    // The question of another site before it sends something.
    { path: "/signin", init: { method: "OPTIONS", headers: { Origin: "https://evil.test" } }, status: 403 },
  ] as { path: string; init: RequestInit; status: number }[]) {
    const response = await ask(env.ORIGIN + path, init, {});
    expect(response.status, JSON.stringify([path, init])).toBe(status);
    expect(await response.text()).not.toContain("evil");
  }
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});

test("a public page has no script but enhance", async () => {
  const pages = ["/", "/plumbers", "/signup", "/signin", "/forgot-password", "/nope"];
  for (const path of [...pages, `/appointment/${town.plumber.id}`]) {
    const response = await visit(path);
    const scripts = (await response.text()).match(/<script\b(?! type="application\/ld\+json")[^>]*>/g) ?? [];
    expect(scripts.length, path).toBeLessThanOrEqual(1);
    for (const tag of scripts) expect(tag, path).toMatch(/src="\/assets\/enhance-/);
  }
});

test("a dashboard page has a fresh nonce on each of its scripts", async () => {
  const nonceOf = (response: Response) =>
    /'nonce-([\w-]+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];
  const cookie = town.cookies.client;
  const one = await visit("/client-dashboard", { cookie });
  const two = await visit("/client-dashboard", { cookie });
  expect(nonceOf(one)).toBeTruthy();
  expect(nonceOf(one)).not.toBe(nonceOf(two));
  const scripts = (await one.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const tag of scripts) expect(tag).toContain(`nonce="${nonceOf(one)}"`);
});

test("a visitor of a dashboard is sent to sign in and comes back to where he was going", async () => {
  const user = await createUser(town.context, "client", { passwordHash: await hashForTests("a fine password") });
  const sent = await visit("/client-dashboard/bookings?cursor=ahead.1.x");
  const signIn = sent.headers.get("Location")!;
  expect(signIn).toBe("/signin?redirectTo=%2Fclient-dashboard%2Fbookings%3Fcursor%3Dahead.1.x&reason=area");
  const back = await visit(signIn, { form: { email: user.email.toUpperCase(), password: "a fine password" } });
  await expectRedirect(back, "/client-dashboard/bookings?cursor=ahead.1.x");
  const cookie = cookieOf(back);
  expect((await visit("/client-dashboard", { cookie })).status).toBe(200);
  const out = await visit("/signout", { cookie, form: {} });
  expect(out.headers.get("Location")).toBe("/signin?reason=signedOut");
  expect((await visit("/client-dashboard", { cookie })).headers.get("Location")).toContain("/signin");
});

test("a flash message shows once, on the page that was asked for, and not on another's revalidation", async () => {
  const cookie = `${town.cookies.client}; __Host-flash=signedIn`;
  const revalidation = await visit("/client-dashboard.data", { cookie, headers: { [REVALIDATION_HEADER]: "1" } });
  expect(await revalidation.text()).not.toContain("Sign-in successful!");
  expect(revalidation.headers.getSetCookie().join()).not.toContain("__Host-flash");
  for (const path of ["/client-dashboard", "/client-dashboard.data"]) {
    const page = await visit(path, { cookie });
    expect(await page.text()).toContain("Sign-in successful!");
    expect(page.headers.getSetCookie().join()).toContain("__Host-flash=;");
  }
});

test("a visitor of a dashboard is led to pages of this site alone", () => {
  for (const path of [
    "//evil.test",
    "https://evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    "",
    "x",
    "/.//evil.test",
    "/..//evil.test",
    "/x/..//evil.test",
    "/%2e//evil.test",
  ])
    expect(sameSitePath(path), path).toBeNull();
  const page = "/appointment/x?day=2026-11-21&time=10:30+am#book";
  expect(sameSitePath(page)).toBe(page);
});

const send = (form: Record<string, string>, cookie?: string) =>
  visit(`/appointment/${town.plumber.id}`, { cookie, form: { ...VISIT, notes: "my answers stay", ...form } });
const START = { appointmentDate: "2026-11-21", appointmentTime: "10:30 am" };

test("the appointment page leads a visitor who books to sign-in, and back with day and time", async () => {
  const response = await send(START);
  expect(response.status).toBe(303);
  const { searchParams } = new URL(response.headers.get("Location")!, env.ORIGIN);
  const redirectTo = `/appointment/${town.plumber.id}?day=2026-11-21&time=10%3A30+am#book`;
  expect(Object.fromEntries(searchParams)).toEqual({ reason: "book", redirectTo });
});

test("the appointment page of a plumber who doesn't exist or isn't listed leads to the directory", async () => {
  const hidden = await createUser(town.context, "plumber", { listed: false });
  for (const id of ["nobody", hidden.id]) await expectRedirect(visit(`/appointment/${id}`), "/plumbers");
});

test("no public page shows anyone's email or phone", async () => {
  const contact = { phone: "+263771112223", email: "very-secret@example.test" };
  const secret = await createUser(town.context, "plumber", contact);
  for (const path of ["/", "/plumbers", `/appointment/${secret.id}`])
    expect(await (await visit(path)).text(), path).not.toMatch(/771112223|very-secret/);
});

const GONE = "This link is no longer valid";
const linkSentAt = async (now: number) => {
  const context = contextAt(now);
  const { email } = await createUser(context, "client");
  await requestPasswordReset(context, email);
  return `/reset-password?token=${tokenIn((await emailsTo(context, email))[0]?.text)}`;
};

test("an expired link for a new password says so before a password is typed, and leads to a new one", async () => {
  for (const path of [await linkSentAt(currentInstant() - 31 * MINUTE), "/reset-password?token=made-up"]) {
    const page = await expectPage(visit(path), 200, GONE, 'href="/forgot-password"');
    expect(page).not.toContain('type="password"');
  }
});

test("an emailed link for a new password is not used up by looking at it, as mail scanners do", async () => {
  const path = await linkSentAt(currentInstant());
  for (const _ of [1, 2, 3]) expect(await (await visit(path)).text()).toContain('type="password"');
  const changed = visit(path, { form: { password: "a fine new password" } });
  await expectRedirect(changed, "/signin?reason=reset");
  expect(await (await visit(path)).text()).toContain(GONE);
});

test("a password manager finds the page that changes the password", async () => {
  await expectRedirect(visit("/.well-known/change-password"), "/change-password");
  await expectPage(visit("/change-password", { cookie: town.cookies.client }), 200, "Change your password");
});

test("security.txt says who to tell, and never expires", async () => {
  const response = await visit("/.well-known/security.txt");
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toContain(`Contact: ${env.ORIGIN}/contact\n`);
  expect(text).toContain("Preferred-Languages: en\n");
  expect(text).toContain(`Canonical: ${env.ORIGIN}/.well-known/security.txt\n`);
  const left = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!) - currentInstant();
  expect([left > 178 * DAY, left < 365 * DAY]).toEqual([true, true]);
});
