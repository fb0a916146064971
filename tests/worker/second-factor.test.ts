import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { passwordResetLinks, users } from "~/db/schema";
import { newEmailedToken } from "~/domain/accounts/tokens.server";
import { findSecondFactors } from "~/domain/accounts/second-factor/factor-changes.server";
import { codeOf, newAuthenticator, setUpApp } from "../support/second-factor";
import { expectRedirect, expectPage, cookieOf, visit, call, withKey, textOf } from "../support/site";
import { seedTown } from "../support/town";
import { createSignedInUser, signedInEarlier, hashForTests } from "../support/users";
import { currentInstant } from "../support/now";

// Two-step sign-in through the front door, as a browser without script uses it.

const PASSWORD = "a fine password";
/** As everywhere but in local mode: admins need a second factor. */
const DEMANDED = { REQUIRE_SECOND_FACTOR: "1" };
const town = await seedTown();
const passwordHash = await hashForTests(PASSWORD);
const { context, cookies, db } = town;

const locationOf = (response: Response) => response.headers.get("Location");
const SECOND_STEP = "/signin/second-factor?redirectTo=%2Fbookings";
/** The key of an app that a page shows as text. */
const keyIn = (page: string) => /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)![1]!.replaceAll(" ", "");
const signIn = (email: string) => visit("/signin?redirectTo=/bookings", { form: { email, password: PASSWORD } });

/** A client with an app. */
async function createUserWithApp() {
  const { cookie, ...user } = await createSignedInUser(context, "client", { passwordHash });
  return { cookie, user, ...(await setUpApp(context, user)) };
}

test("an app is set up under Settings, Security, with a QR code and the key as text", async () => {
  const { cookie } = await createSignedInUser(context, "client");
  const settings = await (await visit("/client-dashboard/settings", { cookie })).text();
  expect(settings).toContain('href="/security"');
  await expectRedirect(visit("/security", { cookie, form: { intent: "beginApp" } }), "/security/app");
  const shown = await visit("/security/app", { cookie });
  expect(shown.headers.get("Cache-Control")).toContain("no-store");
  const page = await shown.text();
  expect(page).toMatch(/<svg[^>]*aria-label="QR code[^>]*>.*<path d="M/);
  const key = keyIn(page);
  expect(page).toContain(`secret=${key}&amp;issuer=Pombi`);
  const wrong = visit("/security/app", { cookie, form: { code: "12345" } });
  await expectPage(wrong, 400, "That isn't the app's code.");
  const code = await codeOf(fromBase32(key), currentInstant());
  const done = await visit("/security/app", { cookie, form: { code } });
  expect([done.status, done.headers.get("Cache-Control")]).toEqual([200, expect.stringContaining("no-store")]);
  const given = [...(await done.text()).matchAll(/[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}/g)].map(([one]) => one);
  expect(given).toHaveLength(10);
  const after = await textOf(await visit("/security", { cookie }));
  expect(after).toContain("10 of 10 left.");
  for (const one of given) expect(after).not.toContain(one);
  expect(await (await visit("/security/app", { cookie })).text()).not.toContain("<code");
});

test("the password leads to a second page, and only its code opens a session", async () => {
  const { user, secret, recoveryCodes } = await createUserWithApp();
  const first = await signIn(user.email);
  expect([first.status, locationOf(first)]).toEqual([303, SECOND_STEP]);
  expect(cookieOf(first)).toBe("");
  const pending = cookieOf(first, "pending");
  expect((await visit("/bookings", { cookie: pending })).status).toBe(303);
  const answer = (code: string) => visit(SECOND_STEP, { cookie: pending, form: { code } });
  // This user has an app alone.
  expect(await expectPage(visit(SECOND_STEP, { cookie: pending }), 200)).not.toContain("Use a passkey");
  expect(locationOf(await visit(SECOND_STEP))).toBe("/signin?redirectTo=%2Fbookings");
  await expectPage(answer(""), 400, "Code is required.");
  const wrong = await answer("123");
  expect(cookieOf(wrong)).toBe("");
  await expectPage(wrong, 400, "That isn't right");
  const right = await answer(await codeOf(secret, currentInstant()));
  expect([right.status, locationOf(right)]).toEqual([303, "/bookings"]);
  expect(cookieOf(right, "pending")).toBe("__Host-pending=");
  expect(cookieOf(right, "device")).not.toBe("");
  expect((await visit("/bookings", { cookie: cookieOf(right) })).status).toBe(200);
  await expectPage(answer(recoveryCodes[0]!), 400, "Please sign in again.");
});

test("a new password by email does not skip the second step", async () => {
  const { user } = await createUserWithApp();
  const { token, tokenHash } = await newEmailedToken();
  const life = { createdAt: currentInstant(), expiresAt: currentInstant() + 60_000 };
  await db.insert(passwordResetLinks).values({ tokenHash, userId: user.id, ...life });
  await visit(`/reset-password?token=${token}`, { form: { password: PASSWORD } });
  const first = await signIn(user.email);
  expect([locationOf(first), cookieOf(first)]).toEqual([SECOND_STEP, ""]);
});

test("the API asks for the code, and takes it", async () => {
  const { user, recoveryCodes } = await createUserWithApp();
  const json = { email: user.email, password: PASSWORD };
  // Asked for again with the same key: nothing of it is kept, so the code can come along.
  for (const _ of [1, 2]) {
    const asked = await call("POST", "/api/auth/login", { json, headers: withKey("sign-in-of-a-program") });
    expect(asked).toMatchObject({ status: 401, body: { code: "second_factor_required" } });
    expect(asked.headers.get("Idempotency-Replayed")).toBeNull();
  }
  const wrong = await call("POST", "/auth/login", { json: { ...json, code: "12 34" } });
  expect([wrong.status, wrong.body]).toMatchObject([400, { code: "wrong_factor" }]);
  const other = await call("POST", "/auth/login", { json: { ...json, password: "not it", code: recoveryCodes[5] } });
  expect(other.body).toMatchObject({ code: "wrong_credentials" });
  const right = await call("POST", "/api/auth/login", { json: { ...json, code: recoveryCodes[5] } });
  expect([right.status, right.body]).toMatchObject([200, { token: expect.any(String) }]);
});

test("the user's own data names the app, and how many recovery codes are left", async () => {
  const { cookie } = await createUserWithApp();
  const data = await (await visit("/my-data.json", { cookie })).json();
  expect(data).toMatchObject({ twoStepSignIn: { passkeys: [], recoveryCodesLeft: 10 } });
});

const askChallenge = (purpose: string, cookie?: string) => visit("/passkey-challenges", { cookie, form: { purpose } });

test("passkeys are added, sign in alone, and are removed", async () => {
  const { cookie, ...user } = await createSignedInUser(context, "plumber", { passwordHash });
  const authenticator = await newAuthenticator(context.origin);
  const options = (await (await askChallenge("create", cookie)).json()) as {
    challenge: string;
    user: { name: string };
  };
  expect(options).toMatchObject({
    rp: { id: "pombi.test" },
    user: { name: user.email },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [],
  });
  const form = { intent: "addPasskey", form: "passkey", name: "", passkey: "" };
  form.passkey = await authenticator.create(options.challenge);
  await expectPage(visit("/security", { cookie, form }), 400, "Name is required.");
  const added = await visit("/security", { cookie, form: { ...form, name: "My <phone>" } });
  expect(await added.text()).toMatch(/[A-Z2-9]{4}-[A-Z2-9]{4}-/);
  expect(await (await visit("/security", { cookie })).text()).toContain("My &lt;phone&gt;");

  const { challenge, ...rest } = (await (await askChallenge("signIn")).json()) as { challenge: string };
  expect(rest).toMatchObject({ rpId: "pombi.test", userVerification: "required", allowCredentials: [] });
  const signInByPasskey = async () => visit("/signin", { form: { passkey: await authenticator.sign(challenge) } });
  await expectRedirect(signInByPasskey(), "/plumber-dashboard");
  await expectPage(signInByPasskey(), 400, "We don't know this passkey");

  const first = await visit("/signin", { form: { email: user.email, password: PASSWORD } });
  const pending = cookieOf(first, "pending");
  expect(await (await visit("/signin/second-factor", { cookie: pending })).text()).toContain("Use a passkey");
  const second = (await (await askChallenge("secondStep", pending)).json()) as { challenge: string };
  expect(second).toMatchObject({ allowCredentials: [{ id: authenticator.id }] });
  const passkey = await authenticator.sign(second.challenge);
  const finished = await visit("/signin/second-factor", { cookie: pending, form: { passkey } });
  expect(locationOf(finished)).toBe("/plumber-dashboard");

  const { passkeys } = await findSecondFactors(db, user.id);
  await visit("/security", { cookie, form: { intent: `removePasskey:${passkeys[0]!.id}` } });
  expect(await findSecondFactors(db, user.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
});

test.each([
  ["create", 401],
  ["stepUp", 401],
  ["secondStep", 400],
  ["something", 422],
])("a visitor gets no challenge for the purpose %s", async (purpose, status) =>
  expect((await askChallenge(purpose)).status).toBe(status),
);

/** An admin without a second factor, where it is demanded. */
async function createDemandedAdmin() {
  const { cookie, ...admin } = await createSignedInUser(context, "admin", { passwordHash });
  const ask = (path: string, form?: Record<string, string>, as = cookie) =>
    visit(path, { cookie: as, form, settings: DEMANDED });
  return { admin, cookie, token: cookie.slice(cookie.indexOf("=") + 1), ask };
}

test("an admin without a demanded second factor is led to where it is set up from every other page", async () => {
  const { ask } = await createDemandedAdmin();
  for (const path of [
    "/admin-dashboard",
    "/admin-dashboard/people",
    "/admin-dashboard/settings/notifications",
    "/admin-dashboard/no/such/page",
    "/admin-export/users.csv",
    "/bookings",
    "/profile",
    "/change-password",
    "/my-data.json",
  ]) {
    const response = await ask(path);
    expect([response.status, locationOf(response)], path).toEqual([303, "/security"]);
    expect(response.headers.getSetCookie(), path).toEqual([]);
  }
  // Remix writes a redirect of a data request into its body.
  expect(await (await ask("/admin-dashboard.data")).text()).toContain("/security");
});

test("an admin without a demanded second factor can do and see nothing by the API", async () => {
  const { ask, token } = await createDemandedAdmin();
  expect(locationOf(await ask(`/admin-dashboard/people/${town.otherClient.id}/suspend`, {}))).toBe("/security");
  for (const path of ["/api/auth/profile", "/api/auth/users", "/api/auth/my-data", `/api/bookings/${town.pending}`]) {
    const { status, body } = await call("GET", path, { token, settings: DEMANDED });
    expect([path, status, body]).toMatchObject([path, 403, { code: "second_factor_missing" }]);
  }
  const ticket = await call("POST", "/api/socket-ticket", { token, settings: DEMANDED });
  expect(ticket.status).toBe(403);
  expect((await ask(`/messages/${town.client.id}`)).status).toBe(401);
  const [row] = await db.select().from(users).where(eq(users.id, town.otherClient.id));
  expect(row!.suspendedAt).toBeNull();
});

test("an admin is in once the demanded second factor is set up, and keeps the last one", async () => {
  const { ask, token } = await createDemandedAdmin();
  const page = await expectPage(ask("/security"), 200, "Admins need it.");
  expect(page).not.toContain(">Settings<");
  await ask("/security", { intent: "beginApp" });
  const code = await codeOf(fromBase32(keyIn(await (await ask("/security/app")).text())), currentInstant());
  expect((await ask("/security/app", { code })).status).toBe(200);
  expect((await ask("/admin-dashboard")).status).toBe(200);
  expect((await call("GET", "/api/auth/profile", { token, settings: DEMANDED })).status).toBe(200);
  await expectPage(ask("/security", { intent: "removeApp" }), 409, "Admins need one.");
});

test("only a deployment demands a second factor of admins, who can still set one up there and sign out", async () => {
  const { admin, cookie, ask } = await createDemandedAdmin();
  const old = await signedInEarlier(context, admin);
  const stepUp = "/step-up?redirectTo=%2Fsecurity";
  expect(locationOf(await ask("/security", { intent: "beginApp" }, old))).toBe(stepUp);
  expect(locationOf(await ask(stepUp, { factorPassword: PASSWORD }, old))).toBe("/security");
  expect((await visit("/admin-dashboard", { cookie })).status).toBe(200);
  expect((await ask("/client-dashboard", undefined, cookies.client)).status).toBe(200);
  await ask("/signout", {});
  expect(locationOf(await ask("/security"))).toContain("/signin");
});

test("an admin takes a lost second factor on the user's page; its owner stops it under Security", async () => {
  const { user, cookie } = await createUserWithApp();
  const page = `/admin-dashboard/people/${user.id}`;
  const office = { cookie: cookies.admin };
  const turnOff = `${page}/turn-off-second-factor`;
  expect(await (await visit(page, office)).text()).toContain(turnOff);
  await visit(turnOff, { ...office, form: {} });
  const said = "Their two-step sign-in will be turned off at";
  await expectPage(visit(page, office), 200, said, `${page}/keep-second-factor`);
  expect(await (await visit("/security", { cookie })).text()).toContain("Stop it");
  const stopped = await visit("/security", { cookie, form: { intent: "stopReset" } });
  expect(locationOf(stopped)).toBe("/security");
  expect((await findSecondFactors(db, user.id)).resetDueAt).toBeNull();
});

function fromBase32(key: string): Uint8Array<ArrayBuffer> {
  const bits = [...key].map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => parseInt(byte, 2));
}
