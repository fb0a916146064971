import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { authenticatorApps, notices, passkeys, pendingSignIns, recoveryCodes, sessions } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import {
  challengeFor,
  codeOf,
  enrol,
  newAuthenticator,
  setUpApp,
  signatureOf,
  wrongCodeOf,
} from "../../../../tests/support/second-factor";
import { createUser } from "../../../../tests/support/users";
import type { DomainContext } from "../../domain-context.server";
import { DAY, MINUTE } from "../../time/harare";
import type { Role, SteppedUpUser } from "../../values/user";
import { hashPassword } from "../passwords.server";
import { changePassword } from "../password-change.server";
import { signIn, signInByCall } from "../sign-in.server";
import { endAllSessions } from "../sessions.server";
import { hashToken } from "../tokens.server";
import { beginAppSetUp, confirmApp, findAppSetUp, removeApp } from "./authenticator-app.server";
import { signInByPasskey } from "./passkey-sign-in.server";
import { addPasskey, removePasskey } from "./passkeys.server";
import { findPendingSignIn, finishSignIn, keepPendingSignIn } from "./pending-sign-in.server";
import { findSecondFactors, renewRecoveryCodes } from "./second-factors.server";
import { stepUpByFactor, stepUpByPassword, steppedUp } from "./step-up.server";
import { createdPasskey, signedPasskey } from "./webauthn";

const PASSWORD = "a fine password";
const context = contextAt();
const { db, now, origin } = context;
const later = (ms: number) => ({ ...context, now: now + ms });
const FROM = { clientAddress: "somewhere", deviceToken: null };

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
let user: SteppedUpUser;
let secret: Uint8Array<ArrayBuffer>;
let codes: string[];
const makeUser = (role: Role = "client") => createUser(context, role, { passwordHash });
beforeEach(async () => {
  user = await makeUser();
  ({ secret, recoveryCodes: codes } = await setUpApp(context, user));
});

const kinds = async (userId: string) =>
  (
    await db
      .select({ kind: notices.kind })
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(sql`rowid`)
  ).map(({ kind }) => kind);
const subjects = async (userId: string) =>
  (
    await db
      .select({ subject: notices.subject })
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(sql`rowid`)
  ).map(({ subject }) => subject);
/** What the right password leads to: the token under which a sign-in waits for its second step. */
async function pendingOf(account: SteppedUpUser, at: DomainContext = context): Promise<string> {
  const { token, kept } = await keepPendingSignIn(at, account.id, passwordHash);
  await kept;
  return token;
}
const openSessions = (userId: string) => db.$count(sessions, eq(sessions.userId, userId));
/** An open session of the user's, as `AuthenticatedUser` names it. */
async function withSession(account: SteppedUpUser): Promise<SteppedUpUser> {
  const sessionHash = await hashToken(account.id);
  await db.insert(sessions).values({
    tokenHash: sessionHash,
    userId: account.id,
    role: account.role,
    createdAt: now,
    refreshedAt: now,
    expiresAt: now + DAY,
  });
  return { ...account, sessionHash, steppedUpAt: null };
}

describe("an authenticator app", () => {
  test("counts from its first code on, gives ten recovery codes and an email, and is not readable in D1", async () => {
    const someone = await makeUser();
    await beginAppSetUp(context, someone);
    const pending = (await findAppSetUp(db, context.sessionSecret, someone, now))!;
    expect(await confirmApp(context, someone, await wrongCodeOf(pending, now))).toMatchObject({
      reason: "appCodeWrong",
    });
    expect((await signIn(context, { email: someone.email, password: PASSWORD }, FROM)).ok).toBe(true);
    const confirmed = await confirmApp(context, someone, await codeOf(pending, now));
    expect(confirmed).toMatchObject({ ok: true });
    expect(new Set(confirmed.ok ? confirmed.recoveryCodes : []).size).toBe(10);
    expect(await subjects(someone.id)).toEqual(["Two-step sign-in was turned on – Pombi"]);
    const [row] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, someone.id));
    expect(row).toMatchObject({ pendingSecret: null, confirmedAt: now });
    expect(row!.secret).not.toContain(Buffer.from(pending).toString("base64url"));
    expect(await confirmApp(context, someone, await codeOf(pending, now))).toMatchObject({ reason: "setUpOver" });
    // Its first code was used to set it up.
    const answer = { code: await codeOf(pending, now) };
    expect(await finishSignIn(context, await pendingOf(someone), answer)).toMatchObject({ reason: "wrongFactor" });
  });

  test("that is not confirmed within an hour comes to nothing, and until then the old one counts", async () => {
    await beginAppSetUp(context, user);
    const pending = (await findAppSetUp(db, context.sessionSecret, user, now))!;
    const old = await finishSignIn(context, await pendingOf(user), { code: await codeOf(secret, now) });
    expect(old.ok).toBe(true);
    const over = later(61 * MINUTE);
    expect(await findAppSetUp(db, context.sessionSecret, user, over.now)).toBeNull();
    expect(await confirmApp(over, user, await codeOf(pending, over.now))).toMatchObject({ reason: "setUpOver" });
  });

  test("replaced by another one, it counts no longer; recovery codes stay", async () => {
    await beginAppSetUp(context, user);
    const next = (await findAppSetUp(db, context.sessionSecret, user, now))!;
    expect(await confirmApp(context, user, await codeOf(next, now))).toEqual({ ok: true, recoveryCodes: null });
    const at = later(5 * MINUTE);
    const withOld = await finishSignIn(at, await pendingOf(user, at), { code: await codeOf(secret, at.now) });
    expect(withOld).toMatchObject({ reason: "wrongFactor" });
    expect((await findSecondFactors(db, user.id)).recoveryCodesLeft).toBe(10);
  });

  test("a code counts once, however many come at once, and so do all before it", async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => pendingOf(user)));
    const code = await codeOf(secret, now);
    const results = await Promise.all(tokens.map((token) => finishSignIn(context, token, { code })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await openSessions(user.id)).toBe(1);
    const before = await codeOf(secret, now - 30_000);
    expect(await finishSignIn(context, await pendingOf(user), { code: before })).toMatchObject({
      reason: "wrongFactor",
    });
    const next = await codeOf(secret, now + 30_000);
    expect((await finishSignIn(context, await pendingOf(user), { code: next })).ok).toBe(true);
  });

  test("is encrypted anew when the secret has changed, and lost with the value it was encrypted under", async () => {
    const stored = async () =>
      (await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, user.id)))[0]!.secret;
    const [first] = context.sessionSecret;
    const NEW = "another secret of the tests, longer than 32 letters";
    const rotating = { ...context, sessionSecret: [NEW, first] as const };
    const before = await stored();
    const code = await codeOf(secret, now);
    expect((await finishSignIn(rotating, await pendingOf(user, rotating), { code })).ok).toBe(true);
    expect(await stored()).not.toBe(before);
    const rotated = { ...later(MINUTE), sessionSecret: [NEW] as const };
    const again = { code: await codeOf(secret, rotated.now) };
    expect((await finishSignIn(rotated, await pendingOf(user, rotated), again)).ok).toBe(true);
    const forgotten = { ...later(2 * MINUTE), sessionSecret: [first] as const };
    const lost = { code: await codeOf(secret, forgotten.now) };
    const result = await finishSignIn(forgotten, await pendingOf(user, forgotten), lost);
    expect(result).toMatchObject({ reason: "wrongFactor" });
  });

  test("of one user does not work in another's row", async () => {
    const other = await makeUser();
    await setUpApp(context, other);
    await db.run(
      sql`update authenticator_apps set secret = (select secret from authenticator_apps where user_id = ${user.id}) where user_id = ${other.id}`,
    );
    const code = await codeOf(secret, now);
    expect(await finishSignIn(context, await pendingOf(other), { code })).toMatchObject({ reason: "wrongFactor" });
  });
});

describe("recovery codes", () => {
  test("each counts once, however it is typed and however many come at once, and the user is told", async () => {
    const [code] = codes as [string];
    const tokens = await Promise.all(Array.from({ length: 4 }, () => pendingOf(user)));
    const typed = [code, code.toLowerCase(), code.replaceAll("-", " "), code.replaceAll("-", "")];
    const results = await Promise.all(tokens.map((token, at) => finishSignIn(context, token, { code: typed[at]! })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await findSecondFactors(db, user.id)).recoveryCodesLeft).toBe(9);
    expect((await kinds(user.id)).filter((kind) => kind === "recoveryCodeUsed")).toHaveLength(1);
  });

  test("are kept as hashes; new ones end the old", async () => {
    const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    expect(stored).toHaveLength(10);
    for (const { codeHash } of stored) expect(codeHash).toMatch(/^[0-9a-f]{64}$/);
    const renewed = await renewRecoveryCodes(context, user);
    if (!renewed.ok) throw new Error(renewed.reason);
    const old = await finishSignIn(context, await pendingOf(user), { code: codes[0]! });
    expect(old).toMatchObject({ reason: "wrongFactor" });
    const fresh = await finishSignIn(context, await pendingOf(user), { code: renewed.recoveryCodes[9]! });
    expect(fresh.ok).toBe(true);
    expect(await renewRecoveryCodes(context, await makeUser())).toMatchObject({ reason: "noSecondFactor" });
  });

  test("of another user don't count", async () => {
    const other = await makeUser();
    const { recoveryCodes: theirs } = await setUpApp(context, other);
    const result = await finishSignIn(context, await pendingOf(user), { code: theirs[0]! });
    expect(result).toMatchObject({ reason: "wrongFactor" });
    expect((await findSecondFactors(db, other.id)).recoveryCodesLeft).toBe(10);
  });
});

describe.each([-7, -257] as const)("a passkey of algorithm %i", (algorithm) => {
  test("is the second step, and signs in alone; what it signs counts once", async () => {
    const authenticator = await newAuthenticator(origin, algorithm);
    const someone = await makeUser();
    expect((await enrol(context, someone, authenticator)).recoveryCodes).toHaveLength(10);
    const passkey = await signatureOf(context, someone.id, authenticator);
    expect((await finishSignIn(context, await pendingOf(someone), { passkey })).ok).toBe(true);
    expect(await finishSignIn(context, await pendingOf(someone), { passkey })).toMatchObject({
      reason: "wrongFactor",
    });
    const alone = await signatureOf(context, null, authenticator);
    expect(await signInByPasskey(context, alone)).toMatchObject({ ok: true, id: someone.id, role: "client" });
    expect(await signInByPasskey(context, alone)).toMatchObject({ reason: "wrongPasskey" });
    const [row] = (await findSecondFactors(db, someone.id)).passkeys;
    expect(row).toMatchObject({ name: "Phone", lastUsedAt: now });
  });

  test.each([
    ["of another site", { origin: "https://p0mbi.test" }],
    ["of another host", { host: "p0mbi.test" }],
    ["without its user being there", { flags: 0b100 }],
    ["without its user being verified", { flags: 0b001 }],
    ["of a challenge that we didn't give", { challenge: "x".repeat(43) }],
    ["made instead of signed", { type: "webauthn.create" }],
  ])("does not count %s", async (_, fault) => {
    const authenticator = await newAuthenticator(origin, algorithm);
    const someone = await makeUser();
    await enrol(context, someone, authenticator);
    const passkey = await signatureOf(context, null, authenticator, fault);
    expect(await signInByPasskey(context, passkey)).toMatchObject({ reason: "wrongPasskey" });
    expect(await openSessions(someone.id)).toBe(0);
  });

  test("does not count with another key's signature, or a broken one", async () => {
    const [authenticator, other] = [
      await newAuthenticator(origin, algorithm),
      await newAuthenticator(origin, algorithm),
    ];
    const someone = await makeUser();
    await enrol(context, someone, authenticator);
    const stolen = { ...(await signatureOf(context, null, other)), id: authenticator.id };
    expect(await signInByPasskey(context, stolen)).toMatchObject({ reason: "wrongPasskey" });
    for (const signature of [new Uint8Array(), new Uint8Array([0x30, 200, 2, 255]), new Uint8Array(300)]) {
      const broken = await signatureOf(context, null, authenticator);
      broken.response.signature = signature;
      expect(await signInByPasskey(context, broken)).toMatchObject({ reason: "wrongPasskey" });
    }
  });
});

describe("a passkey's challenge", () => {
  test("is for one purpose, one user and five minutes", async () => {
    const authenticator = await newAuthenticator(origin);
    await enrol(context, user, authenticator);
    const sign = async (challenge: string) => ({ passkey: signedPasskey.parse(await authenticator.sign(challenge)) });
    const wrong = { reason: "wrongFactor" };
    const finish = async (challenge: string, at = context) =>
      finishSignIn(at, await pendingOf(user, at), await sign(challenge));
    expect(await finish(await challengeFor(context, user.id, "create"))).toMatchObject(wrong);
    expect(await finish(await challengeFor(context, (await makeUser()).id))).toMatchObject(wrong);
    expect(await finish(await challengeFor(context, null))).toMatchObject(wrong);
    const old = await challengeFor(context, user.id);
    expect(await finish(old, later(5 * MINUTE))).toMatchObject(wrong);
    expect((await finish(await challengeFor(context, user.id))).ok).toBe(true);
    const own = await sign(await challengeFor(context, user.id));
    expect(await signInByPasskey(context, own.passkey)).toMatchObject({ reason: "wrongPasskey" });
  });

  test("makes one passkey; a known one and an eleventh are refused", async () => {
    const authenticator = await newAuthenticator(origin);
    const challenge = await challengeFor(context, user.id, "create");
    const add = async (json: string, name = "K") => addPasskey(context, user, createdPasskey.parse(json), name);
    const json = await authenticator.create(challenge);
    const both = await Promise.all([add(json), add(json)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const again = await authenticator.create(await challengeFor(context, user.id, "create"));
    expect(await add(again)).toMatchObject({ reason: "passkeyUnusable" });
    const unverified = await newAuthenticator(origin);
    const flags = { flags: 0b1000001 };
    const weak = await unverified.create(await challengeFor(context, user.id, "create"), flags);
    expect(await add(weak)).toMatchObject({ reason: "passkeyUnusable" });
    for (let more = 0; more < 9; more++) await enrol(context, user, await newAuthenticator(origin));
    const eleventh = await newAuthenticator(origin);
    const created = await eleventh.create(await challengeFor(context, user.id, "create"));
    expect(await add(created)).toMatchObject({ reason: "tooManyPasskeys" });
  });
});

describe("signing in", () => {
  test("the right password alone opens nothing, and the second step takes five tries", async () => {
    const begun = await signIn(context, { email: user.email, password: PASSWORD }, FROM);
    if (begun.ok || begun.reason !== "secondFactorRequired") throw new Error("no second step");
    const token = begun.pendingToken;
    expect(await openSessions(user.id)).toBe(0);
    const wrong = { code: await wrongCodeOf(secret, now) };
    for (let at = 0; at < 5; at++)
      expect(await finishSignIn(context, token, wrong)).toMatchObject({ reason: "wrongFactor" });
    const right = { code: await codeOf(secret, now) };
    expect(await finishSignIn(context, token, right)).toMatchObject({ reason: "signInOver" });
    expect((await finishSignIn(context, await pendingOf(user), right)).ok).toBe(true);
    expect(await db.$count(pendingSignIns, eq(pendingSignIns.userId, user.id))).toBe(1);
  });

  test("five tries, also when they come at once", async () => {
    const token = await pendingOf(user);
    const wrong = { code: await wrongCodeOf(secret, now) };
    const results = await Promise.all(Array.from({ length: 12 }, () => finishSignIn(context, token, wrong)));
    expect(results.filter((one) => !one.ok && one.reason === "wrongFactor")).toHaveLength(5);
  });

  test("ten minutes are the second step's time, and a used one is over", async () => {
    const token = await pendingOf(user);
    const over = later(10 * MINUTE);
    expect(await findPendingSignIn(over, token)).toBeNull();
    const late = await finishSignIn(over, token, { code: await codeOf(secret, over.now) });
    expect(late).toMatchObject({ reason: "signInOver" });
    expect((await finishSignIn(context, token, { code: codes[0]! })).ok).toBe(true);
    expect(await finishSignIn(context, token, { code: codes[1]! })).toMatchObject({ reason: "signInOver" });
    expect(await finishSignIn(context, "x".repeat(43), { code: codes[1]! })).toMatchObject({ reason: "signInOver" });
  });

  test("wrong codes count for the account, in all sign-ins; right ones don't", async () => {
    const wrong = { code: await wrongCodeOf(secret, now) };
    for (let at = 0; at < 10; at++) {
      const result = await finishSignIn(context, await pendingOf(user), wrong);
      expect(result).toMatchObject({ reason: "wrongFactor" });
    }
    const right = { code: await codeOf(secret, now) };
    expect(await finishSignIn(context, await pendingOf(user), right)).toMatchObject({ reason: "tooMany" });
    expect(await finishSignIn(context, await pendingOf(user), { code: codes[0]! })).toMatchObject({
      reason: "tooMany",
    });
    const after = later(15 * MINUTE);
    const code = await codeOf(secret, after.now);
    expect((await finishSignIn(after, await pendingOf(user, after), { code })).ok).toBe(true);
  });

  test("fifty wrong codes a day, whatever comes between; a passkey isn't counted", async () => {
    const authenticator = await newAuthenticator(origin);
    await enrol(context, user, authenticator);
    for (let quarter = 0; quarter < 5; quarter++) {
      const at = later(quarter * 15 * MINUTE);
      const wrong = { code: await wrongCodeOf(secret, at.now) };
      for (let guess = 0; guess < 10; guess++) await finishSignIn(at, await pendingOf(user, at), wrong);
    }
    const at = later(6 * 15 * MINUTE);
    const right = { code: await codeOf(secret, at.now) };
    expect(await finishSignIn(at, await pendingOf(user, at), right)).toMatchObject({ reason: "tooMany" });
    const passkey = await signatureOf(at, user.id, authenticator);
    expect((await finishSignIn(at, await pendingOf(user, at), { passkey })).ok).toBe(true);
  });

  test("a password that is changed, a suspension and signing out everywhere end a sign-in that waits for its second step", async () => {
    const token = await pendingOf(user);
    const admitted = { ok: true, storedHash: passwordHash } as Parameters<typeof changePassword>[2];
    await changePassword(context, user, admitted, { current: PASSWORD, next: "another fine password" });
    expect((await finishSignIn(context, token, { code: codes[0]! })).ok).toBe(false);

    const [suspended, away] = [await makeUser(), await makeUser()];
    const factors = [await setUpApp(context, suspended), await setUpApp(context, away)];
    const tokens = [await pendingOf(suspended), await pendingOf(away)];
    await db.run(sql`update users set suspended_at = ${now} where id = ${suspended.id}`);
    await endAllSessions(context, away);
    for (const at of [0, 1])
      expect((await finishSignIn(context, tokens[at]!, { code: factors[at]!.recoveryCodes[0]! })).ok).toBe(false);
    expect((await openSessions(suspended.id)) + (await openSessions(away.id)) + (await openSessions(user.id))).toBe(0);
  });

  test("a program sends the code along", async () => {
    const credentials = { email: user.email, password: PASSWORD };
    const call = (code: string | null) => signInByCall(context, credentials, code === null ? null : { code }, "there");
    expect(await call(null)).toMatchObject({ reason: "secondFactorRequired" });
    expect(await call(await wrongCodeOf(secret, now))).toMatchObject({ reason: "wrongFactor" });
    expect(await call(await codeOf(secret, now))).toMatchObject({ ok: true, id: user.id });
    expect(await call(await codeOf(secret, now))).toMatchObject({ reason: "wrongFactor" });
    const wrong = await signInByCall(context, { ...credentials, password: "not it" }, { code: codes[0]! }, "there");
    expect(wrong).toMatchObject({ reason: "wrongCredentials" });
    expect((await findSecondFactors(db, user.id)).recoveryCodesLeft).toBe(10);
  });
});

describe("stepping up", () => {
  test("lasts ten minutes, and takes the second factor, not the password", async () => {
    const here = await withSession(user);
    expect(steppedUp(here, now)).toBeNull();
    expect(await stepUpByPassword(context, here, PASSWORD)).toMatchObject({ reason: "stepUpRequired" });
    const wrong = { code: await wrongCodeOf(secret, now) };
    expect(await stepUpByFactor(context, here, wrong)).toMatchObject({ reason: "wrongFactor" });
    const shown = await stepUpByFactor(context, here, { code: await codeOf(secret, now) });
    if (!shown.ok) throw new Error(shown.reason);
    expect(steppedUp(shown.user, now + 10 * MINUTE - 1)).not.toBeNull();
    expect(steppedUp(shown.user, now + 10 * MINUTE)).toBeNull();
    const [row] = await db.select().from(sessions).where(eq(sessions.tokenHash, here.sessionHash));
    expect(row!.steppedUpAt).toBe(now);
    // The code was used.
    const again = await stepUpByFactor(context, here, { code: await codeOf(secret, now) });
    expect(again).toMatchObject({ reason: "wrongFactor" });
  });

  test("takes the password of who has no second factor, ten wrong ones at most", async () => {
    const here = await withSession(await makeUser());
    expect(await stepUpByFactor(context, here, { code: "123456" })).toMatchObject({
      reason: "passwordStepUpRequired",
    });
    for (let at = 0; at < 9; at++)
      expect(await stepUpByPassword(context, here, "not it")).toMatchObject({ reason: "wrongPassword" });
    expect((await stepUpByPassword(context, here, PASSWORD)).ok).toBe(true);
    await stepUpByPassword(context, here, "not it");
    expect(await stepUpByPassword(context, here, PASSWORD)).toMatchObject({ reason: "tooMany" });
  });
});

describe("removing", () => {
  test("the last factor turns two-step sign-in off, with the recovery codes and an email", async () => {
    const authenticator = await newAuthenticator(origin);
    await enrol(context, user, authenticator);
    expect(await removeApp(context, user)).toEqual({ ok: true });
    expect(await findSecondFactors(db, user.id)).toMatchObject({ appSince: null, recoveryCodesLeft: 10 });
    const [{ id } = { id: "" }] = (await findSecondFactors(db, user.id)).passkeys;
    expect(await removePasskey(context, await makeUser(), id)).toMatchObject({ reason: "factorGone" });
    expect(await removePasskey(context, user, id)).toEqual({ ok: true });
    expect(await removePasskey(context, user, id)).toMatchObject({ reason: "factorGone" });
    expect(await removeApp(context, user)).toMatchObject({ reason: "factorGone" });
    expect(await findSecondFactors(db, user.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await subjects(user.id)).map((subject) => subject.replace(" – Pombi", ""))).toEqual([
      "Two-step sign-in was turned on",
      "A passkey was added",
      "The authenticator app was removed",
      "Two-step sign-in was turned off",
    ]);
    expect((await signIn(context, { email: user.email, password: PASSWORD }, FROM)).ok).toBe(true);
  });

  test("an admin who has to have one keeps the last, also when both go at once", async () => {
    const demanding = { ...context, requiresSecondFactor: true };
    const admin = await makeUser("admin");
    await setUpApp(context, admin);
    expect(await removeApp(demanding, admin)).toMatchObject({ reason: "lastFactor" });
    await enrol(context, admin, await newAuthenticator(origin));
    const [passkey] = await db.select().from(passkeys).where(eq(passkeys.userId, admin.id));
    const both = await Promise.all([removeApp(demanding, admin), removePasskey(demanding, admin, passkey!.id)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await subjects(admin.id)).not.toContain("Two-step sign-in was turned off – Pombi");
    const role = await db.all<{ changes: string }>(
      sql`select after as changes from audit_log where admin_id = ${admin.id} order by rowid`,
    );
    expect(role.map(({ changes }) => (JSON.parse(changes) as { change: string }).change).slice(0, 2)).toEqual([
      "An authenticator app was set up",
      "A passkey was added",
    ]);
    expect(role).toHaveLength(3);
  });

  test("what was changed makes other sessions show the new factor first", async () => {
    const someone = await withSession(await makeUser());
    const open = {
      userId: someone.id,
      role: "client",
      createdAt: now,
      refreshedAt: now,
      expiresAt: now + DAY,
    } as const;
    await db.insert(sessions).values({ ...open, tokenHash: `${someone.id} elsewhere`, steppedUpAt: now });
    await setUpApp(context, someone);
    const rows = await db.select().from(sessions).where(eq(sessions.userId, someone.id));
    const isFresh = (here: boolean) =>
      rows.find(({ tokenHash }) => (tokenHash === someone.sessionHash) === here)!.steppedUpAt !== null;
    expect([isFresh(true), isFresh(false)]).toEqual([true, false]);
  });
});
