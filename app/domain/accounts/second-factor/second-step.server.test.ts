import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passkeys, sessions } from "~/db/schema";
import {
  codeOf,
  enrol,
  newAuthenticator,
  setUpApp,
  signatureOf,
  wrongCodeOf,
} from "../../../../tests/support/second-factor";
import { LIMITS, type LimitName } from "../../rate-limits/limits";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import type { SteppedUpUser } from "../../values/user";
import { changePassword } from "../password-changes.server";
import { signIn, signInByCall } from "../sign-in.server";
import { endAllSessions } from "../sessions.server";
import { hashToken } from "../tokens.server";
import { removeApp, removePasskey } from "./factor-set-up.server";
import { findPendingSignIn, finishSignIn } from "./factor-sign-in.server";
import { findSecondFactors } from "./factor-changes.server";
import { stepUpByFactor, stepUpByPassword, steppedUp } from "./factor-use.server";
import {
  PASSWORD,
  answerSecondStep,
  context,
  db,
  now,
  origin,
  later,
  FROM,
  passwordHash,
  user,
  secret,
  codes,
  makeUser,
  subjects,
  pendingOf,
  openSessions,
  hashOnce,
  makeTwoStepUser,
} from "../../../../tests/support/two-step-user";

beforeAll(hashOnce);
beforeEach(makeTwoStepUser);

const openSession = (account: SteppedUpUser, steppedUpAt: number | null = null) =>
  db.insert(sessions).values({
    tokenHash: account.sessionHash,
    userId: account.id,
    role: account.role,
    createdAt: now,
    refreshedAt: now,
    expiresAt: now + DAY,
    steppedUpAt,
  });

/** The user with an open session, as `AuthenticatedUser` names it. */
async function withSession(account: SteppedUpUser): Promise<SteppedUpUser> {
  const user = { ...account, sessionHash: await hashToken(account.id), steppedUpAt: null };
  await openSession(user);
  return user;
}

const withLimit = (limit: LimitName, max: number) => ({
  ...context,
  limits: { ...LIMITS, [limit]: { ...LIMITS[limit], max } },
});

describe("signing in", () => {
  test("the right password alone opens nothing, and the second step takes five tries, also at once", async () => {
    const begun = await signIn(context, { email: user.email, password: PASSWORD }, FROM);
    if (begun.ok || begun.reason !== "secondFactorRequired") throw new Error("no second step");
    const token = begun.pendingToken;
    expect(await openSessions(user.id)).toBe(0);
    const wrong = { code: await wrongCodeOf(secret, now) };
    const results = await Promise.all(Array.from({ length: 12 }, () => finishSignIn(context, token, wrong)));
    expect(results.filter((one) => !one.ok && one.reason === "wrongFactor")).toHaveLength(5);
    const right = { code: await codeOf(secret, now) };
    expect(await finishSignIn(context, token, right)).toMatchObject({ reason: "signInOver" });
    expect(await answerSecondStep(right)).toBe("in");
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

  test("wrong codes count for the account, in all sign-ins, for a quarter of an hour", async () => {
    const strict = withLimit("secondFactorPerUser", 2);
    const wrong = { code: await wrongCodeOf(secret, now) };
    for (const _ of [1, 2]) expect(await answerSecondStep(wrong, strict)).toBe("wrongFactor");
    for (const code of [await codeOf(secret, now), codes[0]!])
      expect(await answerSecondStep({ code }, strict)).toBe("tooMany");
    const after = { ...strict, now: now + 15 * MINUTE };
    const code = await codeOf(secret, after.now);
    expect(await answerSecondStep({ code }, after)).toBe("in");
  });

  test("wrong codes count for a day too; a passkey isn't counted", async () => {
    const strict = withLimit("secondFactorPerUserInADay", 2);
    const authenticator = await newAuthenticator(origin);
    await enrol(context, user, authenticator);
    for (const minutes of [0, 20]) {
      const at = { ...strict, now: now + minutes * MINUTE };
      await finishSignIn(at, await pendingOf(user, at), { code: await wrongCodeOf(secret, at.now) });
    }
    const at = { ...strict, now: now + 23 * HOUR };
    const right = { code: await codeOf(secret, at.now) };
    expect(await answerSecondStep(right, at)).toBe("tooMany");
    const passkey = await signatureOf(at, user.id, authenticator);
    expect(await answerSecondStep({ passkey }, at)).toBe("in");
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

test("stepping up lasts ten minutes, and takes the second factor, not the password", async () => {
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

test("stepping up takes the password of a user without a second factor, and counts wrong ones", async () => {
  const strict = withLimit("currentPasswordPerSession", 2);
  const here = await withSession(await makeUser());
  expect(await stepUpByFactor(strict, here, { code: "123456" })).toMatchObject({
    reason: "passwordStepUpRequired",
  });
  expect(await stepUpByPassword(strict, here, "not it")).toMatchObject({ reason: "wrongPassword" });
  expect((await stepUpByPassword(strict, here, PASSWORD)).ok).toBe(true);
  await stepUpByPassword(strict, here, "not it");
  expect(await stepUpByPassword(strict, here, PASSWORD)).toMatchObject({ reason: "tooMany" });
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
    const elsewhere = { ...someone, sessionHash: `${someone.id} elsewhere` };
    await openSession(elsewhere, now);
    await setUpApp(context, someone);
    const rows = await db.select().from(sessions).where(eq(sessions.userId, someone.id));
    const isFresh = (here: boolean) =>
      rows.find(({ tokenHash }) => (tokenHash === someone.sessionHash) === here)!.steppedUpAt !== null;
    expect([isFresh(true), isFresh(false)]).toEqual([true, false]);
  });
});
