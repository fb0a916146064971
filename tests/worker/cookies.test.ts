import { expect, test } from "vitest";
import { requestPasswordReset } from "~/domain/accounts/password-changes.server";
import { issueDeviceToken } from "~/domain/accounts/tokens.server";
import { renewCalendarFeed } from "~/domain/bookings/calendar/calendar-feed.server";
import { sessions } from "~/db/schema";
import { currentInstant } from "../support/now";
import { setUpApp } from "../support/second-factor";
import { emailsTo, PASSWORD, tokenIn } from "../support/sign-up";
import { cookieOf, visit } from "../support/site";
import { requestFields, seedTown } from "../support/town";
import { createSignedInUser, createUser, hashForTests, inSession, signedIn } from "../support/users";

// Each cookie whole, with what it may do and how long it lives, and what a browser is told to forget (W18).

const town = await seedTown();
const { context, plumber, starts } = town;
const passwordHash = await hashForTests(PASSWORD);
const now = { ...context, now: currentInstant() };

const OURS = "Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=";
const ended = (name: string) => `__Host-${name}=; ${OURS}0`;
const withoutSecrets = (cookie: string) =>
  cookie.replace(/^(__Host-(?:session|device|pending|draft|kept)=)[^;]+/, "$1…");

/** The cookies that an answer sets, and whether the browser forgets what it keeps. */
async function told(answer: Response | Promise<Response>) {
  const { headers } = await answer;
  return [headers.getSetCookie().map(withoutSecrets).sort(), headers.get("Clear-Site-Data")];
}
const signIn = (email: string, cookie?: string) => visit("/signin", { cookie, form: { email, password: PASSWORD } });
const createKnown = () => createSignedInUser(now, "client", { passwordHash });
const DAYS = 24 * 3600;
const SIGNED_IN = [
  `__Host-device=…; ${OURS}${365 * DAYS}`,
  `__Host-flash=signedIn; ${OURS}60`,
  `__Host-session=…; ${OURS}${30 * DAYS}`,
];

test("signing in sets a session and a known device, and leaves what the browser keeps", async () => {
  const { email } = await createKnown();
  expect(await told(signIn(email))).toEqual([SIGNED_IN, null]);
});

test("the first step of a sign-in sets the cookie of the second alone, for ten minutes", async () => {
  const user = await createUser(now, "client", { passwordHash });
  await setUpApp(now, user);
  expect(await told(signIn(user.email))).toEqual([[`__Host-pending=…; ${OURS}600`], null]);
});

test("each way to sign out ends the session and a kept request, and clears the browser's storage", async () => {
  const filledIn = await visit(`/appointment/${plumber.id}`, { form: requestFields(starts.at(-5)!) });
  const draft = cookieOf(filledIn, "draft");
  expect(await told(filledIn)).toEqual([[`__Host-draft=…; ${OURS}${2 * DAYS}`], null]);
  const settings = "/client-dashboard/settings";
  for (const [path, form] of [
    ["/signout", {}],
    [settings, { intent: "signOutEverywhere" }],
    [settings, { current: PASSWORD, sure: "on" }],
  ] as [string, Record<string, string>][]) {
    const { cookie } = await createKnown();
    const out = told(visit(path, { cookie: `${cookie}; ${draft}`, form }));
    expect(await out, path).toEqual([[ended("draft"), ended("session")], '"cache", "storage"']);
  }
});

test("a session that is met ended is ended in the browser, which keeps the words that it has", async () => {
  const { cookie } = await createKnown();
  await context.db.delete(sessions);
  expect(await told(visit("/client-dashboard/bookings", { cookie }))).toEqual([[ended("session")], '"cache"']);
});

test("a new password by an emailed link ends the session here, and the photos that it has shown go", async () => {
  const { email, cookie } = await createKnown();
  await requestPasswordReset(now, email);
  const path = `/reset-password?token=${tokenIn((await emailsTo(now, email))[0]?.text)}`;
  const password = "a new long password";
  expect(await told(visit(path, { cookie, form: { password } }))).toEqual([
    [`__Host-device=…; ${OURS}${365 * DAYS}`, ended("session")],
    '"cache"',
  ]);
});

test("a form without a session is kept for an hour, and shown once", async () => {
  const device = `__Host-device=${await issueDeviceToken(context, town.client.email, null)}`;
  const book = "/client-dashboard/book";
  const sent = await visit(book, { cookie: device, form: { notes: "Under the sink" } });
  expect(await told(sent)).toEqual([[`__Host-kept=…; ${OURS}3600`, ended("session")], null]);
  const cookie = `${await signedIn(now, town.client)}; ${cookieOf(sent, "kept")}`;
  expect(await told(visit(book, { cookie }))).toEqual([[ended("kept")], null]);
});

test("a message is shown once within a minute, and a city is remembered for 30 days", async () => {
  const said = await visit("/client-dashboard", { cookie: `${town.cookies.client}; __Host-flash=signedIn` });
  expect(await told(said)).toEqual([[ended("flash")], null]);
  expect(await told(visit("/plumbers/harare"))).toEqual([[`__Host-city=harare; ${OURS}${30 * DAYS}`], null]);
  const forgotten = visit("/plumbers?problem=burst-pipe&city=", { cookie: "__Host-city=harare" });
  expect(await told(forgotten)).toEqual([[ended("city")], null]);
});

test("the calendar of a plumber is found by no search engine, and kept by no shared cache", async () => {
  const made = await inSession(now, plumber, (one) => renewCalendarFeed(now, one));
  if (!made.ok) throw new Error(made.reason);
  const { status, headers } = await visit(new URL(made.address).pathname);
  const named = ["Content-Type", "Cache-Control", "X-Robots-Tag"].map((name) => headers.get(name));
  expect([status, ...named]).toEqual([200, "text/calendar; charset=utf-8", "private, max-age=300", "noindex"]);
});
