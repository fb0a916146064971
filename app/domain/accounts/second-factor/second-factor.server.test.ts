import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { authenticatorApps, notices, recoveryCodes } from "~/db/schema";
import {
  challengeFor,
  codeOf,
  enrol,
  newAuthenticator,
  setUpApp,
  signatureOf,
  wrongCodeOf,
} from "../../../../tests/support/second-factor";
import { MINUTE } from "../../time/harare";
import { signIn } from "../sign-in.server";
import { beginAppSetUp, confirmApp, findAppSetUp, addPasskey } from "./factor-set-up.server";
import { signInByPasskey, finishSignIn } from "./factor-sign-in.server";
import { renewRecoveryCodes, findSecondFactors } from "./factor-changes.server";
import { createdPasskey, signedPasskey } from "./factor-answers";
import {
  PASSWORD,
  answerSecondStep,
  context,
  db,
  now,
  origin,
  later,
  FROM,
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

describe("an authenticator app", () => {
  test("counts from its first code on, gives ten recovery codes and an email, and is not readable in D1", async () => {
    const someone = await makeUser();
    await beginAppSetUp(context, someone);
    const pending = (await findAppSetUp(context, someone))!;
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
    expect(await answerSecondStep(answer, context, someone)).toBe("wrongFactor");
  });

  test("that is not confirmed within an hour comes to nothing, and until then the old one counts", async () => {
    await beginAppSetUp(context, user);
    const pending = (await findAppSetUp(context, user))!;
    expect(await answerSecondStep({ code: await codeOf(secret, now) })).toBe("in");
    const over = later(61 * MINUTE);
    expect(await findAppSetUp({ ...context, now: over.now }, user)).toBeNull();
    expect(await confirmApp(over, user, await codeOf(pending, over.now))).toMatchObject({ reason: "setUpOver" });
  });

  test("replaced by another one, it counts no longer; recovery codes stay", async () => {
    await beginAppSetUp(context, user);
    const next = (await findAppSetUp(context, user))!;
    expect(await confirmApp(context, user, await codeOf(next, now))).toEqual({ ok: true, recoveryCodes: null });
    const at = later(5 * MINUTE);
    expect(await answerSecondStep({ code: await codeOf(secret, at.now) }, at)).toBe("wrongFactor");
    expect((await findSecondFactors(db, user.id)).recoveryCodesLeft).toBe(10);
  });

  test("a code counts once, however many come at once, and so do all before it", async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => pendingOf(user)));
    const code = await codeOf(secret, now);
    const results = await Promise.all(tokens.map((token) => finishSignIn(context, token, { code })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await openSessions(user.id)).toBe(1);
    const before = await codeOf(secret, now - 30_000);
    expect(await answerSecondStep({ code: before })).toBe("wrongFactor");
    const next = await codeOf(secret, now + 30_000);
    expect(await answerSecondStep({ code: next })).toBe("in");
  });

  test("is encrypted anew when the secret has changed, and lost with the value it was encrypted under", async () => {
    const stored = async () =>
      (await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, user.id)))[0]!.secret;
    const [first] = context.sessionSecret;
    const NEW = "another secret of the tests, longer than 32 letters";
    const rotating = { ...context, sessionSecret: [NEW, first] as const };
    const before = await stored();
    const code = await codeOf(secret, now);
    expect(await answerSecondStep({ code }, rotating)).toBe("in");
    expect(await stored()).not.toBe(before);
    const rotated = { ...later(MINUTE), sessionSecret: [NEW] as const };
    const again = { code: await codeOf(secret, rotated.now) };
    expect(await answerSecondStep(again, rotated)).toBe("in");
    const forgotten = { ...later(2 * MINUTE), sessionSecret: [first] as const };
    const lost = { code: await codeOf(secret, forgotten.now) };
    expect(await answerSecondStep(lost, forgotten)).toBe("wrongFactor");
  });

  test("of one user does not work in another's row", async () => {
    const other = await makeUser();
    await setUpApp(context, other);
    await db.run(
      sql`update authenticator_apps set secret = (select secret from authenticator_apps where user_id = ${user.id}) where user_id = ${other.id}`,
    );
    const code = await codeOf(secret, now);
    expect(await answerSecondStep({ code }, context, other)).toBe("wrongFactor");
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
    expect(await db.$count(notices, sql`user_id = ${user.id} and kind = 'recoveryCodeUsed'`)).toBe(1);
  });

  test("are kept as hashes; new ones end the old", async () => {
    const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    expect(stored).toHaveLength(10);
    for (const { codeHash } of stored) expect(codeHash).toMatch(/^[0-9a-f]{64}$/);
    const renewed = await renewRecoveryCodes(context, user);
    if (!renewed.ok) throw new Error(renewed.reason);
    expect(await answerSecondStep({ code: codes[0]! })).toBe("wrongFactor");
    expect(await answerSecondStep({ code: renewed.recoveryCodes[9]! })).toBe("in");
    expect(await renewRecoveryCodes(context, await makeUser())).toMatchObject({ reason: "noSecondFactor" });
  });

  test("of another user don't count", async () => {
    const other = await makeUser();
    const { recoveryCodes: theirs } = await setUpApp(context, other);
    expect(await answerSecondStep({ code: theirs[0]! })).toBe("wrongFactor");
    expect((await findSecondFactors(db, other.id)).recoveryCodesLeft).toBe(10);
  });
});

describe.each([-7, -257] as const)("a passkey of algorithm %i", (algorithm) => {
  test("is the second step, and signs in alone; what it signs counts once", async () => {
    const authenticator = await newAuthenticator(origin, algorithm);
    const someone = await makeUser();
    expect((await enrol(context, someone, authenticator)).recoveryCodes).toHaveLength(10);
    const passkey = await signatureOf(context, someone.id, authenticator);
    expect(await answerSecondStep({ passkey }, context, someone)).toBe("in");
    expect(await answerSecondStep({ passkey }, context, someone)).toBe("wrongFactor");
    const alone = await signatureOf(context, null, authenticator);
    expect(await signInByPasskey(context, alone)).toMatchObject({ ok: true, id: someone.id, role: "client" });
    expect(await signInByPasskey(context, alone)).toMatchObject({ reason: "wrongPasskey" });
    const [row] = (await findSecondFactors(db, someone.id)).passkeys;
    expect(row).toMatchObject({ name: "Phone", lastUsedAt: now });
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

test("a passkey of another site, without its user or with another challenge signs nobody in", async () => {
  const authenticator = await newAuthenticator(origin);
  const someone = await makeUser();
  await enrol(context, someone, authenticator);
  for (const fault of [
    { origin: "https://p0mbi.test" },
    { host: "p0mbi.test" },
    // Its user was not there; was not verified.
    { flags: 0b100 },
    { flags: 0b001 },
    { challenge: "x".repeat(43) },
    // Made instead of signed.
    { type: "webauthn.create" },
  ]) {
    const passkey = await signatureOf(context, null, authenticator, fault);
    expect(await signInByPasskey(context, passkey), JSON.stringify(fault)).toMatchObject({ reason: "wrongPasskey" });
  }
  expect(await openSessions(someone.id)).toBe(0);
});

test("a passkey's challenge is for one purpose, one user and five minutes", async () => {
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

test("a passkey's challenge makes one passkey; a known one and an eleventh are refused", async () => {
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
