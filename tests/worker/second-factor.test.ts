import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { passwordResetLinks, users } from "~/db/schema";
import { newEmailedToken } from "~/domain/accounts/tokens.server";
import { findSecondFactors } from "~/domain/accounts/second-factor/factor-changes.server";
import type { SteppedUpUser } from "~/domain/values/user";
import { call, withKey } from "../support/api";
import { codeOf, newAuthenticator, setUpApp } from "../support/second-factor";
import { cookieOf, visit } from "../support/site";
import { seedTown } from "../support/town";
import { createUser, signedIn, signedInEarlier, hashForTests } from "../support/users";
import { currentInstant } from "../support/now";

// Two-step sign-in through the front door, as a browser without script uses it.

const PASSWORD = "a fine password";
/** As everywhere but in local mode: admins need a second factor. */
const DEMANDED = { REQUIRE_SECOND_FACTOR: "1" };
const town = await seedTown();
const passwordHash = await hashForTests(PASSWORD);
const { context, cookies } = town;
const { db } = context;

const now = currentInstant;
const locationOf = (response: Response) => response.headers.get("Location");
const text = (html: string) => html.replace(/&#x27;/g, "'").replace(/<!-- -->/g, "");
const signIn = (email: string) => visit("/signin?redirectTo=/bookings", { form: { email, password: PASSWORD } });

describe("setting up an app and signing in with it, page by page", () => {
  let user: SteppedUpUser;
  let secret: Uint8Array<ArrayBuffer>;
  let codes: string[];
  beforeEach(async () => {
    user = await createUser(context, "client", { passwordHash });
    ({ secret, recoveryCodes: codes } = await setUpApp(context, user));
  });

  test("it is set up under Settings, Security, with a QR code and the key as text", async () => {
    const newcomer = await createUser(context, "client");
    const cookie = await signedIn(context, newcomer);
    const settings = await (await visit("/client-dashboard/settings", { cookie })).text();
    expect(settings).toContain('href="/security"');
    const begun = await visit("/security", { cookie, form: { intent: "beginApp" } });
    expect([begun.status, locationOf(begun)]).toEqual([303, "/security/app"]);
    const shown = await visit("/security/app", { cookie });
    expect(shown.headers.get("Cache-Control")).toContain("no-store");
    const page = await shown.text();
    expect(page).toMatch(/<svg[^>]*aria-label="QR code[^>]*>.*<path d="M/);
    const key = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)![1]!.replaceAll(" ", "");
    expect(page).toContain(`secret=${key}&amp;issuer=Pombi`);

    const wrong = await visit("/security/app", { cookie, form: { code: "12345" } });
    expect([wrong.status, text(await wrong.text()).includes("That isn't the app's code.")]).toEqual([400, true]);
    const code = await codeOf(fromBase32(key), now());
    const done = await visit("/security/app", { cookie, form: { code } });
    expect([done.status, done.headers.get("Cache-Control")]).toEqual([200, expect.stringContaining("no-store")]);
    const given = [...(await done.text()).matchAll(/[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}/g)].map(([one]) => one);
    expect(given).toHaveLength(10);
    const after = await (await visit("/security", { cookie })).text();
    expect(text(after)).toContain("10 of 10 left.");
    for (const one of given) expect(after).not.toContain(one);
    expect(await (await visit("/security/app", { cookie })).text()).not.toContain("<code");
  });

  test("after the password comes a second page, and only its code opens a session", async () => {
    const first = await signIn(user.email);
    expect([first.status, locationOf(first)]).toEqual([303, "/signin/second-factor?redirectTo=%2Fbookings"]);
    expect(cookieOf(first)).toBe("");
    const pending = cookieOf(first, "pending");
    expect((await visit("/bookings", { cookie: pending })).status).toBe(303);
    const page = "/signin/second-factor?redirectTo=%2Fbookings";
    const asked = await visit(page, { cookie: pending });
    // This user has an app alone.
    expect([asked.status, (await asked.text()).includes("Use a passkey")]).toEqual([200, false]);
    expect(locationOf(await visit(page))).toBe("/signin?redirectTo=%2Fbookings");
    const empty = await visit(page, { cookie: pending, form: { code: "" } });
    expect([empty.status, (await empty.text()).includes("Please enter the code.")]).toEqual([400, true]);
    const wrong = await visit(page, { cookie: pending, form: { code: "123" } });
    const wrongPage = text(await wrong.text());
    expect([wrong.status, wrongPage.includes("That isn't right"), cookieOf(wrong)]).toEqual([400, true, ""]);

    const right = await visit(page, { cookie: pending, form: { code: await codeOf(secret, now()) } });
    expect([right.status, locationOf(right)]).toEqual([303, "/bookings"]);
    expect(cookieOf(right, "pending")).toBe("__Host-pending=");
    expect(cookieOf(right, "device")).not.toBe("");
    expect((await visit("/bookings", { cookie: cookieOf(right) })).status).toBe(200);
    const again = await visit(page, { cookie: pending, form: { code: codes[0]! } });
    expect([again.status, text(await again.text()).includes("Please sign in again.")]).toEqual([400, true]);
  });

  test("a new password by email does not skip it", async () => {
    const { token, tokenHash } = await newEmailedToken();
    await db
      .insert(passwordResetLinks)
      .values({ tokenHash, userId: user.id, createdAt: now(), expiresAt: now() + 60_000 });
    await visit(`/reset-password?token=${token}`, { form: { password: PASSWORD } });
    const first = await signIn(user.email);
    expect([locationOf(first), cookieOf(first)]).toEqual(["/signin/second-factor?redirectTo=%2Fbookings", ""]);
  });

  test("the API asks for the code, and takes it", async () => {
    const json = { email: user.email, password: PASSWORD };
    const without = await call("POST", "/api/auth/login", { json });
    expect([without.status, without.body]).toMatchObject([401, { code: "second_factor_required" }]);
    // Asked for again with the same key: nothing of it is kept, so the code can come along.
    for (const _ of [1, 2]) {
      const asked = await call("POST", "/api/auth/login", { json, headers: withKey("sign-in-of-a-program") });
      expect([asked.status, asked.headers.get("Idempotency-Replayed")]).toEqual([401, null]);
    }
    const wrong = await call("POST", "/auth/login", { json: { ...json, code: "12 34" } });
    expect([wrong.status, wrong.body]).toMatchObject([400, { code: "wrong_factor" }]);
    const right = await call("POST", "/api/auth/login", { json: { ...json, code: codes[5] } });
    expect([right.status, right.body]).toMatchObject([200, { token: expect.any(String) }]);
  });

  test("the user's data names it, and deleting the account deletes it", async () => {
    const cookie = await signedIn(context, user);
    const data = await (await visit("/my-data.json", { cookie })).json();
    expect(data).toMatchObject({ twoStepSignIn: { passkeys: [], recoveryCodesLeft: 10 } });
    await visit("/client-dashboard/settings", { cookie, form: { current: PASSWORD, sure: "on" } });
    for (const table of ["authenticator_apps", "recovery_codes", "passkeys", "pending_sign_ins"])
      expect(await db.all(sql`select 1 from ${sql.raw(table)} where user_id = ${user.id}`), table).toEqual([]);
  });
});

describe("passkeys", () => {
  const ask = (purpose: string, cookie?: string) => visit("/passkey-challenges", { cookie, form: { purpose } });

  test("are added, sign in alone, and are removed", async () => {
    const user = await createUser(context, "plumber", { passwordHash });
    const cookie = await signedIn(context, user);
    const authenticator = await newAuthenticator(context.origin);
    const options = (await (await ask("create", cookie)).json()) as { challenge: string; user: { name: string } };
    expect(options).toMatchObject({
      rp: { id: "pombi.test" },
      user: { name: user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    const form = { intent: "addPasskey", form: "passkey", name: "", passkey: "" };
    form.passkey = await authenticator.create(options.challenge);
    const nameless = await visit("/security", { cookie, form });
    expect([nameless.status, (await nameless.text()).includes("Please enter a name.")]).toEqual([400, true]);
    const added = await visit("/security", { cookie, form: { ...form, name: "My <phone>" } });
    expect(await added.text()).toMatch(/[A-Z2-9]{4}-[A-Z2-9]{4}-/);
    expect(await (await visit("/security", { cookie })).text()).toContain("My &lt;phone&gt;");

    const { challenge, ...rest } = (await (await ask("signIn")).json()) as { challenge: string };
    expect(rest).toMatchObject({ rpId: "pombi.test", userVerification: "required", allowCredentials: [] });
    const entered = await visit("/signin", { form: { passkey: await authenticator.sign(challenge) } });
    expect([entered.status, locationOf(entered)]).toEqual([303, "/plumber-dashboard"]);
    const replayed = await visit("/signin", { form: { passkey: await authenticator.sign(challenge) } });
    expect([replayed.status, text(await replayed.text()).includes("We don't know this passkey")]).toEqual([400, true]);

    const first = await visit("/signin", { form: { email: user.email, password: PASSWORD } });
    const pending = cookieOf(first, "pending");
    expect(await (await visit("/signin/second-factor", { cookie: pending })).text()).toContain("Use a passkey");
    const second = (await (await ask("secondStep", pending)).json()) as { challenge: string };
    expect(second).toMatchObject({ allowCredentials: [{ id: authenticator.id }] });
    const passkey = await authenticator.sign(second.challenge);
    const finished = await visit("/signin/second-factor", { cookie: pending, form: { passkey } });
    expect(locationOf(finished)).toBe("/plumber-dashboard");

    const { passkeys } = await findSecondFactors(db, user.id);
    await visit("/security", { cookie, form: { intent: `removePasskey:${passkeys[0]!.id}` } });
    expect(await findSecondFactors(db, user.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  test("a challenge is for who may have it", async () => {
    expect((await ask("create")).status).toBe(401);
    expect((await ask("stepUp")).status).toBe(401);
    expect((await ask("secondStep")).status).toBe(400);
    expect((await ask("something")).status).toBe(422);
  });
});

describe("an admin without a second factor, where it is demanded", () => {
  let admin: SteppedUpUser;
  let cookie: string;
  let token: string;
  beforeEach(async () => {
    admin = await createUser(context, "admin", { passwordHash });
    cookie = await signedIn(context, admin);
    token = cookie.slice(cookie.indexOf("=") + 1);
  });

  test("is led to where it is set up from every other page", async () => {
    for (const path of [
      ...["/admin-dashboard", "/admin-dashboard/people", "/admin-dashboard/settings/notifications"],
      ...["/admin-dashboard/no/such/page", "/admin-export/users.csv"],
      ...["/bookings", "/profile", "/change-password", "/my-data.json"],
    ]) {
      const response = await visit(path, { cookie, settings: DEMANDED });
      expect([response.status, locationOf(response)], path).toEqual([303, "/security"]);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
    // Remix writes a redirect of a data request into its body.
    const data = await visit("/admin-dashboard.data", { cookie, settings: DEMANDED });
    expect(await data.text()).toContain("/security");
  });

  test("nothing can be done, nor seen by the API", async () => {
    const path = `/admin-dashboard/people/${town.otherClient.id}/suspend`;
    const done = await visit(path, { cookie, form: {}, settings: DEMANDED });
    expect(locationOf(done)).toBe("/security");
    for (const path of ["/api/auth/profile", "/api/auth/users", "/api/auth/my-data", `/api/bookings/${town.pending}`]) {
      const { status, body } = await call("GET", path, { token, settings: DEMANDED });
      expect([path, status, body]).toMatchObject([path, 403, { code: "second_factor_missing" }]);
    }
    const ticket = await call("POST", "/api/socket-ticket", { token, settings: DEMANDED });
    expect(ticket.status).toBe(403);
    const photo = await visit(`/messages/${town.client.id}`, { cookie, settings: DEMANDED });
    expect(photo.status).toBe(401);
    const [row] = await db.select().from(users).where(eq(users.id, town.otherClient.id));
    expect(row!.suspendedAt).toBeNull();
  });

  test("is in once it is set up, and keeps the last one", async () => {
    const ask = (path: string, form?: Record<string, string>) => visit(path, { cookie, form, settings: DEMANDED });
    const page = await (await ask("/security")).text();
    expect(page).toContain("Admins need it.");
    expect(page).not.toContain("Back to the settings");
    await ask("/security", { intent: "beginApp" });
    const key = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(await (await ask("/security/app")).text())![1]!;
    const code = await codeOf(fromBase32(key.replaceAll(" ", "")), now());
    expect((await ask("/security/app", { code })).status).toBe(200);
    expect((await ask("/admin-dashboard")).status).toBe(200);
    expect((await call("GET", "/api/auth/profile", { token, settings: DEMANDED })).status).toBe(200);
    const removed = await ask("/security", { intent: "removeApp" });
    expect([removed.status, (await removed.text()).includes("Admins need one.")]).toEqual([409, true]);
  });

  test("an old session has to give the password first", async () => {
    const old = await signedInEarlier(context, admin);
    const begun = await visit("/security", { cookie: old, form: { intent: "beginApp" }, settings: DEMANDED });
    expect(locationOf(begun)).toBe("/step-up?redirectTo=%2Fsecurity");
    const shown = await visit("/step-up?redirectTo=%2Fsecurity", {
      cookie: old,
      form: { factorPassword: PASSWORD },
      settings: DEMANDED,
    });
    expect(locationOf(shown)).toBe("/security");
  });

  test("can sign out; in local mode nothing is demanded, and clients are never asked", async () => {
    expect((await visit("/admin-dashboard", { cookie })).status).toBe(200);
    const client = await visit("/client-dashboard", { cookie: cookies.client, settings: DEMANDED });
    expect(client.status).toBe(200);
    await visit("/signout", { cookie, form: {}, settings: DEMANDED });
    expect(locationOf(await visit("/security", { cookie, settings: DEMANDED }))).toContain("/signin");
  });
});

test("an admin takes a lost second factor on the user's page; its owner stops it under Security", async () => {
  const user = await createUser(context, "client");
  const cookie = await signedIn(context, user);
  await setUpApp(context, user);
  const page = `/admin-dashboard/people/${user.id}`;
  const office = { cookie: cookies.admin };
  expect(await (await visit(page, office)).text()).toContain(`${page}/turn-off-second-factor`);
  await visit(`${page}/turn-off-second-factor`, { ...office, form: {} });
  const started = await (await visit(page, office)).text();
  expect(started).toContain("Their two-step sign-in will be turned off at");
  expect(started).toContain(`${page}/keep-second-factor`);
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
