import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { authenticatorApps, notices, passkeys, recoveryCodes, sessions } from "~/db/schema";
import { noticesInWords } from "../../../../tests/support/notice-words";
import * as factors from "../../../../tests/support/second-factor";
import { tokenOf } from "../../../../tests/support/site";
import { context, createUser, db, hashForTests, now } from "../../../../tests/support/users";
import { LIMITS, type LimitName } from "../../rate-limits/limits";
import { DAY, MINUTE } from "../../time/harare";
import type { Role, SteppedUpUser } from "../../values/user";
import { signIn, findPendingSignIn, finishSignIn, keepPendingSignIn, signInByPasskey } from "../sign-in.server";
import { hashToken } from "../tokens.server";
import { beginAppSetUp, confirmApp, findAppSetUp, addPasskey, removeApp, removePasskey } from "./factor-set-up.server";
import { renewRecoveryCodes, findSecondFactors } from "./factor-changes.server";
import { stepUpByFactor, stepUpByPassword, steppedUp } from "./factor-use.server";
import { createdPasskey, signedPasskey } from "./factor-answers";

const { challengeFor, codeOf, enrol, newAuthenticator, setUpApp, signatureOf, wrongCodeOf } = factors;
const PASSWORD = "a fine password";
const { origin } = context;
const later = (ms: number) => ({ ...context, now: now + ms });
const withLimit = (limit: LimitName, max: number) => ({
  ...context,
  limits: { ...LIMITS, [limit]: { ...LIMITS[limit], max } },
});
const passwordHash = await hashForTests(PASSWORD);

/** A user in a session that is open. */
const makeUser = async (role: Role = "client") => {
  const made = await createUser(context, role, { passwordHash });
  const sessionHash = `first of ${made.id}`;
  const life = { createdAt: now, refreshedAt: now, expiresAt: now + DAY };
  await db.insert(sessions).values({ tokenHash: sessionHash, userId: made.id, role, ...life });
  return { ...made, sessionHash };
};
const user = await makeUser();
const { secret, recoveryCodes: codes } = await setUpApp(context, user);

const enter = ({ email }: SteppedUpUser) => signIn(context, { email, password: PASSWORD }, null);
const outcome = (result: { ok: boolean; reason?: string }) => (result.ok ? "in" : result.reason);
const appOf = async ({ id }: SteppedUpUser) =>
  (await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, id)))[0]!;
const subjects = async (userId: string) =>
  (await noticesInWords(db, eq(notices.userId, userId))).map(({ subject }) => subject?.replace(" – Pombi", ""));
/** The sessions that were opened since `makeUser`. */
const openSessions = (userId: string) =>
  db.$count(sessions, sql`user_id = ${userId} and token_hash <> ${`first of ${userId}`}`);

/** The token under which a sign-in waits for its second step. */
async function pendingOf(account = user, at = context): Promise<string> {
  const { token, kept } = await keepPendingSignIn(at, { ...account, passwordHash, accessEndedAt: null });
  await kept;
  return token;
}
const finish = async (token: string, answer: Parameters<typeof finishSignIn>[2], at = context) =>
  outcome(await finishSignIn(at, token, answer));
/** Signs in up to the second step and answers it: "in", or why not. */
const answer = async (given: Parameters<typeof finishSignIn>[2], at = context, account = user) =>
  finish(await pendingOf(account, at), given, at);
/** As `answer`, by what the app shows at that time. */
const answerByApp = async (at = context, account = user, from = secret) =>
  answer({ code: await codeOf(from, at.now) }, at, account);

/** A user as they are signed in in a browser that has not stepped up. */
async function withSession(account: SteppedUpUser, steppedUpAt: number | null = null): Promise<SteppedUpUser> {
  const sessionHash = await hashToken(await tokenOf(context, account));
  await db.update(sessions).set({ steppedUpAt }).where(eq(sessions.tokenHash, sessionHash));
  return { ...account, sessionHash, steppedUpAt: null };
}

test("the second step of signing in needs the right password first and allows five tries, also at once", async () => {
  const begun = await enter(user);
  if (begun.ok || begun.reason !== "secondFactorRequired") throw new Error("no second step");
  const token = begun.pendingToken;
  expect(await openSessions(user.id)).toBe(0);
  const wrong = { code: await wrongCodeOf(secret, now) };
  const results = await Promise.all(Array.from({ length: 12 }, () => finish(token, wrong)));
  expect(results.filter((one) => one === "wrongFactor")).toHaveLength(5);
  expect(await finish(token, { code: await codeOf(secret, now) })).toBe("signInOver");
  expect(await answerByApp()).toBe("in");
});

test("the second step of signing in has ten minutes, and is over once it was taken", async () => {
  const token = await pendingOf();
  const over = later(10 * MINUTE);
  expect(await findPendingSignIn(over, token)).toBeNull();
  expect(await finish(token, { code: await codeOf(secret, over.now) }, over)).toBe("signInOver");
  expect(await finish(token, { code: codes[0]! })).toBe("in");
  for (const used of [token, "x".repeat(43)]) expect(await finish(used, { code: codes[1]! })).toBe("signInOver");
});

test.each([
  { limit: "secondFactorPerUser", wait: 0, end: 15, later: "in" },
  { limit: "secondFactorPerUserInADay", wait: 20, end: 23 * 60, later: "tooMany" },
] as const)(
  "the second step of signing in counts an account's wrong codes everywhere, but no passkeys: $limit",
  async ({ limit, wait, end, later }) => {
    const strict = withLimit(limit, 2);
    const at = (minutes: number) => ({ ...strict, now: now + minutes * MINUTE });
    const { authenticator } = await enrol(context, user);
    for (const minutes of [0, wait])
      expect(await answer({ code: await wrongCodeOf(secret, at(minutes).now) }, at(minutes))).toBe("wrongFactor");
    const over = at(wait + 1);
    expect([await answerByApp(over), await answer({ code: codes[0]! }, over)]).toEqual(["tooMany", "tooMany"]);
    expect(await answer({ passkey: await signatureOf(over, user.id, authenticator) }, over)).toBe("in");
    expect(await answerByApp(at(end))).toBe(later);
  },
);

/** The sessions of a user that have stepped up just now. */
const steppedUpOf = async ({ id }: SteppedUpUser) =>
  (
    await db
      .select()
      .from(sessions)
      .where(sql`user_id = ${id} and stepped_up_at = ${now}`)
  ).map((one) => one.tokenHash);

test("stepping up lasts ten minutes, and takes the second factor, not the password", async () => {
  const here = await withSession(user);
  await withSession(user);
  expect(steppedUp(here, now)).toBeNull();
  expect(outcome(await stepUpByPassword(context, here, PASSWORD))).toBe("stepUpRequired");
  expect(outcome(await stepUpByFactor(context, here, { code: await wrongCodeOf(secret, now) }))).toBe("wrongFactor");
  const right = { code: await codeOf(secret, now) };
  const shown = await stepUpByFactor(context, here, right);
  if (!shown.ok) throw new Error(shown.reason);
  expect(steppedUp(shown.user, now + 10 * MINUTE - 1)).not.toBeNull();
  expect(steppedUp(shown.user, now + 10 * MINUTE)).toBeNull();
  expect(await steppedUpOf(user)).toEqual([here.sessionHash]);
  // The code was used.
  expect(outcome(await stepUpByFactor(context, here, right))).toBe("wrongFactor");
});

test("stepping up takes the password of a user without a second factor, and counts wrong ones", async () => {
  const strict = withLimit("currentPasswordPerSession", 2);
  const here = await withSession(await makeUser());
  await withSession(here);
  expect(outcome(await stepUpByFactor(strict, here, { code: "123456" }))).toBe("passwordStepUpRequired");
  const tried = [];
  for (const password of ["not it", PASSWORD, "not it", PASSWORD])
    tried.push(outcome(await stepUpByPassword(strict, here, password)));
  expect(tried).toEqual(["wrongPassword", "in", "wrongPassword", "tooMany"]);
  expect(await steppedUpOf(here)).toEqual([here.sessionHash]);
});

test("removing the last factor turns two-step sign-in off, with the recovery codes and an email", async () => {
  await enrol(context, user);
  expect(await removeApp(context, user)).toEqual({ ok: true });
  const left = await findSecondFactors(db, user.id);
  expect(left).toMatchObject({ appSince: null, recoveryCodesLeft: 10 });
  const { id } = left.passkeys[0]!;
  expect(await removePasskey(context, await makeUser(), id)).toMatchObject({ reason: "factorGone" });
  expect(await removePasskey(context, user, id)).toEqual({ ok: true });
  expect(await removeApp(context, user)).toMatchObject({ reason: "factorGone" });
  expect(await findSecondFactors(db, user.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  expect(await subjects(user.id)).toEqual([
    "Two-step sign-in was turned on",
    "A passkey was added",
    "The authenticator app was removed",
    "Two-step sign-in was turned off",
  ]);
  expect(outcome(await enter(user))).toBe("in");
});

test("an admin who has to have a factor keeps the last, also when both go at once", async () => {
  const demanding = { ...context, requiresSecondFactor: true };
  const admin = await makeUser("admin");
  await setUpApp(context, admin);
  expect(await removeApp(demanding, admin)).toMatchObject({ reason: "lastFactor" });
  await enrol(context, admin);
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.userId, admin.id));
  const both = await Promise.all([removeApp(demanding, admin), removePasskey(demanding, admin, passkey!.id)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await subjects(admin.id)).not.toContain("Two-step sign-in was turned off");
  const logged = await db.all<{ change: string }>(
    sql`select json_extract(after, '$.change') as change from audit_log where admin_id = ${admin.id} order by rowid`,
  );
  const changes = ["An authenticator app was set up", "A passkey was added", expect.stringContaining("removed")];
  expect(logged.map(({ change }) => change)).toEqual(changes);
});

test("a changed factor makes other sessions show it before anything that demands it", async () => {
  const account = await makeUser();
  const elsewhere = await withSession(account, now);
  const here = await withSession(account);
  await setUpApp(context, here);
  const isFresh = ({ sessionHash }: SteppedUpUser) =>
    db.$count(sessions, sql`token_hash = ${sessionHash} and stepped_up_at is not null`);
  expect([await isFresh(here), await isFresh(elsewhere)]).toEqual([1, 0]);
});

test("an authenticator app counts from its first code, gives ten recovery codes, and is unreadable in D1", async () => {
  const someone = await makeUser();
  await beginAppSetUp(context, someone);
  const pending = (await findAppSetUp(context, someone))!.bytes;
  const confirm = (code: string) => confirmApp(context, someone, code);
  expect(outcome(await confirm(await wrongCodeOf(pending, now)))).toBe("appCodeWrong");
  expect(outcome(await enter(someone))).toBe("in");
  const confirmed = await confirm(await codeOf(pending, now));
  expect(new Set(confirmed.ok ? confirmed.recoveryCodes : []).size).toBe(10);
  expect(await subjects(someone.id)).toEqual(["Two-step sign-in was turned on"]);
  const row = await appOf(someone);
  expect(row).toMatchObject({ pendingSecret: null, confirmedAt: now });
  expect(row.secret).not.toContain(Buffer.from(pending).toString("base64url"));
  expect(outcome(await confirm(await codeOf(pending, now)))).toBe("setUpOver");
  // Its first code was used to set it up.
  expect(await answerByApp(context, someone, pending)).toBe("wrongFactor");
});

test("an authenticator app not confirmed within an hour is dropped, and until then the old one counts", async () => {
  await beginAppSetUp(context, user);
  const pending = (await findAppSetUp(context, user))!.bytes;
  expect(await answerByApp()).toBe("in");
  const over = later(61 * MINUTE);
  expect(await findAppSetUp(over, user)).toBeNull();
  expect(outcome(await confirmApp(over, user, await codeOf(pending, over.now)))).toBe("setUpOver");
});

test("an authenticator app counts no longer once another one has replaced it; recovery codes stay", async () => {
  await beginAppSetUp(context, user);
  const next = (await findAppSetUp(context, user))!.bytes;
  expect(await confirmApp(context, user, await codeOf(next, now))).toEqual({ ok: true, recoveryCodes: null });
  expect(await answerByApp(later(5 * MINUTE))).toBe("wrongFactor");
  expect((await findSecondFactors(db, user.id)).recoveryCodesLeft).toBe(10);
});

test("an authenticator app takes a code once, however many come at once, and none from before it", async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, () => pendingOf()));
  const code = await codeOf(secret, now);
  const results = await Promise.all(tokens.map((token) => finish(token, { code })));
  expect(results.filter((one) => one === "in")).toHaveLength(1);
  expect(await openSessions(user.id)).toBe(1);
  expect(await answer({ code: await codeOf(secret, now - 30_000) })).toBe("wrongFactor");
  expect(await answer({ code: await codeOf(secret, now + 30_000) })).toBe("in");
});

test("an authenticator app's key is encrypted again when the secret changes, and lost with its old secret", async () => {
  const [first] = context.sessionSecret;
  const NEW = "another secret of the tests, longer than 32 letters";
  const { secret: before } = await appOf(user);
  expect(await answerByApp({ ...context, sessionSecret: [NEW, first] })).toBe("in");
  expect((await appOf(user)).secret).not.toBe(before);
  expect(await answerByApp({ ...later(MINUTE), sessionSecret: [NEW] })).toBe("in");
  expect(await answerByApp({ ...later(2 * MINUTE), sessionSecret: [first] })).toBe("wrongFactor");
});

test("a recovery code counts once, however it is typed and however many come at once, and the user is told", async () => {
  const [code] = codes as [string];
  const typed = [code, code.toLowerCase(), code.replaceAll("-", " "), code.replaceAll("-", "")];
  const results = await Promise.all(typed.map((one) => answer({ code: one })));
  expect(results.filter((one) => one === "in")).toHaveLength(1);
  expect((await findSecondFactors(db, user.id)).recoveryCodesLeft).toBe(9);
  expect(await db.$count(notices, sql`user_id = ${user.id} and kind = 'recoveryCodeUsed'`)).toBe(1);
});

test("recovery codes are kept as hashes and are their user's alone; new ones end the old", async () => {
  const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  expect(stored).toHaveLength(10);
  for (const { codeHash } of stored) expect(codeHash).toMatch(/^[0-9a-f]{64}$/);
  const other = await makeUser();
  expect(outcome(await renewRecoveryCodes(context, other))).toBe("noSecondFactor");
  const { recoveryCodes: theirs } = await setUpApp(context, other);
  expect(await answer({ code: theirs[0]! })).toBe("wrongFactor");
  expect((await findSecondFactors(db, other.id)).recoveryCodesLeft).toBe(10);
  const renewed = await renewRecoveryCodes(context, user);
  if (!renewed.ok) throw new Error(renewed.reason);
  expect(await answer({ code: codes[0]! })).toBe("wrongFactor");
  expect(await answer({ code: renewed.recoveryCodes[9]! })).toBe("in");
});

const ALGORITHMS = [-7, -257] as const;

test.each(ALGORITHMS)(
  "a passkey of algorithm %i is the second step, and signs in alone; its signature counts once",
  async (algorithm) => {
    const authenticator = await newAuthenticator(origin, algorithm);
    const someone = await makeUser();
    expect((await enrol(context, someone, authenticator)).recoveryCodes).toHaveLength(10);
    const passkey = await signatureOf(context, someone.id, authenticator);
    for (const said of ["in", "wrongFactor"]) expect(await answer({ passkey }, context, someone)).toBe(said);
    const alone = await signatureOf(context, null, authenticator);
    expect(await signInByPasskey(context, alone)).toMatchObject({ ok: true, id: someone.id, role: "client" });
    expect(await signInByPasskey(context, alone)).toMatchObject({ reason: "wrongPasskey" });
    const [row] = (await findSecondFactors(db, someone.id)).passkeys;
    expect(row).toMatchObject({ name: "Phone", lastUsedAt: now });
  },
);

test.each(ALGORITHMS)(
  "a passkey of algorithm %i does not count with another key's signature, or a broken one",
  async (algorithm) => {
    const authenticator = await newAuthenticator(origin, algorithm);
    await enrol(context, await makeUser(), authenticator);
    const stolen = await signatureOf(context, null, await newAuthenticator(origin, algorithm));
    const refused = { reason: "wrongPasskey" };
    expect(await signInByPasskey(context, { ...stolen, id: authenticator.id })).toMatchObject(refused);
    for (const signature of [new Uint8Array(), new Uint8Array([0x30, 200, 2, 255]), new Uint8Array(300)]) {
      const broken = await signatureOf(context, null, authenticator);
      broken.response.signature = signature;
      expect(await signInByPasskey(context, broken)).toMatchObject(refused);
    }
  },
);

test.each([
  ["of another site", { origin: "https://p0mbi.test" }],
  ["of another host", { host: "p0mbi.test" }],
  ["whose user was not there", { flags: 0b100 }],
  ["whose user was not verified", { flags: 0b001 }],
  ["for another challenge", { challenge: "x".repeat(43) }],
  ["made instead of signed", { type: "webauthn.create" }],
])("a passkey %s signs no one in", async (_, fault) => {
  const { authenticator } = await enrol(context, user);
  const passkey = await signatureOf(context, null, authenticator, fault);
  expect(await signInByPasskey(context, passkey)).toMatchObject({ reason: "wrongPasskey" });
});

test("a passkey's challenge is for one purpose, one user and five minutes", async () => {
  const { authenticator } = await enrol(context, user);
  const sign = async (challenge: string) => signedPasskey.parse(await authenticator.sign(challenge));
  const answerTo = async (challenge: string, at = context) => answer({ passkey: await sign(challenge) }, at);
  expect(await answerTo(await challengeFor(context, user.id, "create"))).toBe("wrongFactor");
  const other = await makeUser();
  const { authenticator: theirs } = await enrol(context, other);
  expect(await answer({ passkey: await signatureOf(context, user.id, theirs) })).toBe("wrongFactor");
  for (const id of [other.id, null]) expect(await answerTo(await challengeFor(context, id))).toBe("wrongFactor");
  expect(await answerTo(await challengeFor(context, user.id), later(5 * MINUTE))).toBe("wrongFactor");
  expect(await answerTo(await challengeFor(context, user.id))).toBe("in");
  const own = await sign(await challengeFor(context, user.id));
  expect(await signInByPasskey(context, own)).toMatchObject({ reason: "wrongPasskey" });
});

test("a passkey's challenge makes one passkey; a known one, an unverified one and an eleventh are refused", async () => {
  const create = async (authenticator = newAuthenticator(origin), flags?: number) =>
    (await authenticator).create(await challengeFor(context, user.id, "create"), { flags });
  const add = async (json: string) => outcome(await addPasskey(context, user, createdPasskey.parse(json), "K"));
  const authenticator = newAuthenticator(origin);
  const json = await create(authenticator);
  expect((await Promise.all([add(json), add(json)])).sort()).toEqual(["in", "passkeyUnusable"]);
  expect(await add(await create(authenticator))).toBe("passkeyUnusable");
  expect(await add(await create(undefined, 0b1000001))).toBe("passkeyUnusable");
  // Neither a challenge of somebody else, nor one to sign in with.
  for (const given of [challengeFor(context, (await makeUser()).id, "create"), challengeFor(context, user.id)])
    expect(await add(await (await newAuthenticator(origin)).create(await given))).toBe("passkeyUnusable");
  for (let more = 0; more < 9; more++) expect(await add(await create())).toBe("in");
  expect(await add(await create())).toBe("tooManyPasskeys");
});
