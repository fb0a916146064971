import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, personalTokens, receipts, users } from "~/db/schema";
import { findSecondFactors } from "~/domain/accounts/second-factor/factor-changes.server";
import { fullName } from "~/domain/values/user";
import { codeOf, enrol, newAuthenticator, setUpApp } from "../support/second-factor";
import { emailsTo, PASSWORD } from "../support/sign-up";
import { expectPage, cookieOf, visit, call } from "../support/site";
import { completedJob, payFor, seedTown } from "../support/town";
import { createUser, hashForTests, hashOf, signedIn, signedInEarlier } from "../support/users";
import { currentInstant } from "../support/now";

const town = await seedTown();
const passwordHash = await hashForTests(PASSWORD);
const { context, db, otherClient, client, plumber } = town;

const locationOf = (response: Response) => response.headers.get("Location");

const lost = await createUser(context, "client");
await setUpApp(context, lost);
const admin = await createUser(context, "admin", { passwordHash });
const { secret } = await setUpApp(context, admin);
const cookie = await signedInEarlier(context, admin);
const pathOf = (id: string, action: string) => `/admin-dashboard/people/${id}/${action}`;

test("suspending asks for a code, keeps what was written, and goes through with it", async () => {
  const client = await createUser(context, "client");
  const suspend = (form: Record<string, string>) => visit(pathOf(client.id, "suspend"), { cookie, form });
  const suspendedAt = async () => (await db.select().from(users).where(eq(users.id, client.id)))[0]!.suspendedAt;
  const reason = "He shouted";
  const kept = `value="${reason}"`;
  await expectPage(suspend({ reason }), 403, "Please show first that it's you.", kept, 'name="factorCode"');
  await expectPage(suspend({ reason, factorCode: "99" }), 400, kept);
  expect(await suspendedAt()).toBeNull();
  expect((await suspend({ reason, factorCode: await codeOf(secret, currentInstant()) })).status).toBe(303);
  expect(await suspendedAt()).not.toBeNull();
  const other = await createUser(context, "client");
  expect((await visit(pathOf(other.id, "suspend"), { cookie, form: { reason: "Rude" } })).status).toBe(303);
});

test("an admin's changes of people and settings are refused without a code", async () => {
  const rows = () => db.all(sql`select id, role, email from users order by id`);
  const before = await rows();
  for (const [path, form] of [
    [pathOf(otherClient.id, "make-admin"), {}],
    [pathOf(town.admin.id, "revoke-admin"), {}],
    [pathOf(otherClient.id, "erase"), { sure: "on", reason: "Asked us to" }],
    [pathOf(lost.id, "turn-off-second-factor"), {}],
    ["/admin-dashboard/settings", { form: "approval", approval: "off" }],
    ["/admin-dashboard/settings", { form: "budgets", whatsapp: "7", sms: "7" }],
  ] as [string, Record<string, string>][]) {
    const response = await visit(path, { cookie, form });
    const asks = (await response.text()).includes('name="factorCode"');
    expect([response.status, asks], `${path} ${JSON.stringify(form)}`).toEqual([403, true]);
  }
  expect(await rows()).toEqual(before);
});

test("a code changes a setting, whose page shows its value and author; a wrong value stays in the form", async () => {
  const path = "/admin-dashboard/settings";
  const form = { form: "approval", approval: "off", factorCode: await codeOf(secret, currentInstant()) };
  expect((await visit(path, { cookie, form })).status).toBe(303);
  await expectPage(visit(path, { cookie }), 200, ">Listed at once<", `${fullName(admin)} changed it`);
  const frame = { form: "email-frame", greeting: "See www.example.test", closing: "" };
  const wrong = visit(path, { cookie, form: frame });
  await expectPage(wrong, 400, "Please write plain words, without links.", `value="${frame.greeting}"`);
});

test("deciding about money and voiding a receipt are refused, and done with a code", async () => {
  const job = await completedJob(context, client, plumber, 5);
  const receipt = await payFor(context, { client, plumber }, job, 10_00);
  const page = `/admin-dashboard/bookings/${job}/money`;
  const form = { receipt: String(receipt), reason: "Wrong job" };
  await expectPage(visit(`${page}/void-receipt`, { cookie, form }), 403, 'value="Wrong job"');
  const decided = await visit(`${page}/decide`, { cookie, form: { amount: "5", reason: "R", shown: "2500...0" } });
  expect(decided.status).toBe(403);
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, job));
  expect(booking).toMatchObject({ finalAmount: 25_00, paidAmount: 10_00 });
  const factorCode = await codeOf(secret, currentInstant());
  expect((await visit(`${page}/void-receipt`, { cookie, form: { ...form, factorCode } })).status).toBe(303);
  expect(await db.$count(receipts, eq(receipts.voids, receipt))).toBe(1);
});

test("a form asks for the proof from the start, and no form does within ten minutes of it", async () => {
  const job = await completedJob(context, client, plumber, 9);
  const stale = await createUser(context, "admin", { passwordHash });
  const old = await signedInEarlier(context, stale);
  const rude = await createUser(context, "client");
  const suspends = pathOf(rude.id, "suspend");
  const decides = `/admin-dashboard/bookings/${job}/money/decide`;
  const asking = async (cookie: string) => {
    const pages = await Promise.all([suspends, decides].map(async (path) => (await visit(path, { cookie })).text()));
    return pages.map((page) => page.includes('name="factorPassword"'));
  };
  expect(await asking(old)).toEqual([true, true]);
  // A form that takes no proof asks for none.
  expect(await (await visit(pathOf(rude.id, "consent"), { cookie: old })).text()).not.toContain("factorPassword");
  const shown = /name="shown" value="([^"]*)"/.exec(await (await visit(decides, { cookie: old })).text())![1]!;
  const form = { amount: "20", reason: "We called both", shown, factorPassword: PASSWORD };
  expect((await visit(decides, { cookie: old, form })).status).toBe(303);
  expect(await asking(old)).toEqual([false, false]);
  expect(await asking(await signedInEarlier(context, stale))).toEqual([true, true]);
  expect((await visit(suspends, { cookie: old, form: { reason: "Rude" } })).status).toBe(303);
});

test("an export leads to a page that asks, and back to the link; a GET does nothing", async () => {
  const asked = await visit("/admin-export/users.csv", { cookie });
  expect(locationOf(asked)).toBe("/step-up?redirectTo=%2Fadmin-dashboard%2Fsystem");
  await expectPage(visit(locationOf(asked)!, { cookie }), 200, 'name="factorCode"');
  const form = { factorCode: await codeOf(secret, currentInstant()) };
  const back = await visit("/step-up?redirectTo=https://evil.test/", { cookie, form });
  expect(locationOf(back)).toBe("/admin-dashboard");
  expect((await visit("/admin-export/users.csv", { cookie })).status).toBe(200);
});

test("a passkey takes the place of a code", async () => {
  const authenticator = await newAuthenticator(context.origin);
  await enrol(context, admin, authenticator);
  const asked = await visit("/passkey-challenges", { cookie, form: { purpose: "stepUp" } });
  const { challenge } = (await asked.json()) as { challenge: string };
  const client = await createUser(context, "client");
  const form = { reason: "Rude", passkey: await authenticator.sign(challenge) };
  expect((await visit(pathOf(client.id, "suspend"), { cookie, form })).status).toBe(303);
});

test.each(["beginApp", "removeApp", "renewCodes"])("changing the second factor asks for a code: %s", async (intent) => {
  expect(await (await visit("/security", { cookie })).text()).not.toContain(`value="${intent}"`);
  const response = await visit("/security", { cookie, form: { intent } });
  expect(locationOf(response)).toBe("/step-up?redirectTo=%2Fsecurity");
  expect((await findSecondFactors(db, admin.id)).recoveryCodesLeft).toBe(10);
});

test("an app's secret shows only to the session that sets it up, and only that session can confirm it", async () => {
  const here = await signedIn(context, admin);
  const there = await signedIn(context, admin);
  await visit("/security", { cookie: here, form: { intent: "beginApp" } });
  expect(await (await visit("/security/app", { cookie: here })).text()).toContain("<code");
  for (const page of ["/security/app", "/security/app.data"])
    expect(await (await visit(page, { cookie: there })).text()).not.toMatch(/<code|otpauth/);
  expect(locationOf(await visit("/security/app", { cookie }))).toBe("/step-up?redirectTo=%2Fsecurity%2Fapp");
  expect((await visit("/security/app", { cookie: there, form: { code: "123456" } })).status).toBe(409);
});

test("another session is seen with its device, and ended only with a code; one's own is not ended so", async () => {
  const headers = { "User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile" };
  const first = await visit("/signin", { form: { email: admin.email, password: PASSWORD }, headers });
  const form = { code: await codeOf(secret, currentInstant()) };
  const pending = cookieOf(first, "pending");
  const session = cookieOf(await visit("/signin/second-factor", { cookie: pending, form, headers }));
  const other = await signedIn(context, admin);
  const page = await (await visit("/security", { cookie: other })).text();
  expect(page).toContain("Chrome on Android");
  const intent = /Chrome on Android[^]*?value="(endSession:[^"]+)"/.exec(page)![1]!;
  expect(locationOf(await visit("/security", { cookie, form: { intent } }))).toContain("/step-up");
  const stranger = await signedIn(context, town.admin);
  await visit("/security", { cookie: stranger, form: { intent } });
  expect((await visit("/admin-dashboard", { cookie: session })).status).toBe(200);
  for (const _ of [1, 2]) expect((await visit("/security", { cookie: other, form: { intent } })).status).toBe(303);
  expect(locationOf(await visit("/admin-dashboard", { cookie: session }))).toContain("/signin");
  await visit("/security", { cookie: other, form: { intent: `endSession:${(await hashOf(other)).slice(0, 16)}` } });
  expect((await visit("/admin-dashboard", { cookie: other })).status).toBe(200);
});

test("a token and a webhook ask for the password, keep what was typed, and are told by email", async () => {
  const client = await createUser(context, "client", { passwordHash });
  const old = await signedInEarlier(context, client);
  const path = "/client-dashboard/settings/programs";
  const token = { intent: "makeToken", form: "makeToken", name: "My sheet", "scopes-read": "on" };
  const url = "http://localhost:9/hook";
  const webhook = { intent: "addWebhook", form: "addWebhook", url, "topics-changes": "on" };
  for (const form of [token, webhook]) {
    const kept = form === token ? "My sheet" : url;
    await expectPage(visit(path, { cookie: old, form }), 403, kept, 'name="factorPassword"');
  }
  const bearer = old.slice(old.indexOf("=") + 1);
  const json = { name: "My sheet", scopes: ["read"] };
  const refused = await call("POST", "/api/auth/tokens", { token: bearer, json });
  expect([refused.status, refused.body]).toMatchObject([403, { code: "step_up_required" }]);
  expect(await db.$count(personalTokens, eq(personalTokens.userId, client.id))).toBe(0);
  expect((await visit(path, { cookie: old, form: { ...token, factorPassword: PASSWORD } })).status).toBe(200);
  expect((await visit(path, { cookie: old, form: webhook })).status).toBe(200);
  // Within ten minutes they are one email.
  const told = ["2 tokens and webhooks were added to your Pombi account"];
  expect((await emailsTo(context, client.email)).map(({ subject }) => subject).sort()).toEqual(told);
});
