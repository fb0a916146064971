import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { rateLimitCounters } from "~/db/schema";
import { openHashingQueue, type HashingQueue } from "./hashing-queue.server";
import { context, contextAt, createUser, db, hashForTests } from "../../../tests/support/users";
import { clientForm, emailsTo, newEmail, PASSWORD, register, tokenIn } from "../../../tests/support/sign-up";
import { MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { hashToken, issueDeviceToken, readDeviceToken } from "./tokens.server";
import { eraseOwnAccount } from "../personal-data/erasure.server";
import type { TooMany } from "../values/refusal";
import { changePassword, requestPasswordReset, resetPassword } from "./password-changes.server";
import { type AdmittedPasswordCheck, beginPasswordCheck } from "./password-checks.server";
import { stepUpByPassword } from "./second-factor/factor-use.server";
import { endAllSessions, endSession, findSession } from "./sessions.server";
import { signIn, signInByCall } from "./sign-in.server";
import { beginSignUp, changeSignUpEmail, signUp, type AdmittedSignUp } from "./registration.server";
import { verifyEmail } from "./verification.server";

const SECOND = 1000;
/** The context so much later; its limits are the real ones (L1). */
const later = (ms: number) => contextAt(context.now + ms);
const passwordHash = await hashForTests(PASSWORD);

const tryFrom = (
  at: typeof context,
  email: string,
  address: string,
  password = "wrong",
  deviceToken: string | null = null,
) => signIn({ ...at, clientAddress: address }, { email, password }, deviceToken);
const reasonOf = (result: { ok: boolean; reason?: string }) => (result.ok ? "in" : result.reason);
/** Wrong passwords from one place, at once; gives how many were checked. */
async function guessAtOnce(times: number, email: string, address: string, deviceToken?: string) {
  const results = await Promise.all(
    Array.from({ length: times }, () => tryFrom(context, email, address, "wrong", deviceToken)),
  );
  return results.filter((result) => reasonOf(result) === "wrongCredentials").length;
}

/** Guesses at an email, one a second, from one second to another; gives how many were checked. */
const guess = async (email: string, from: number, to: number, address: (second: number) => string = anyAddress) => {
  let checked = 0;
  for (let second = from; second < to; second++)
    if (reasonOf(await tryFrom(later(second * SECOND), email, address(second))) === "wrongCredentials") checked++;
  return checked;
};
let made = 0;
const anyAddress = () => `10.${(made += 1) >> 8}.${made & 255}.1`;

test("wrong passwords keep an owner with a new phone out only with a new network for each", async () => {
  const { email } = await createUser(context, "client", { passwordHash });
  // Forty addresses of two networks.
  const few = (second: number) => `100.64.${second & 1}.${second % 40}`;
  expect(await guess(email, 0, 240, few)).toBe(4 + 15);
  expect(await tryFrom(later(240 * SECOND), email, "192.0.2.8", PASSWORD)).toMatchObject({ ok: true });
  await guess(email, 240, 260);
  expect(await tryFrom(later(260 * SECOND), email, "192.0.2.8", PASSWORD)).toMatchObject({ reason: "tooMany" });
  expect(await tryFrom(later(19 * MINUTE), email, "192.0.2.8", PASSWORD)).toMatchObject({ ok: true });
});

test("a successful sign-in takes its count back", async () => {
  const { email } = await createUser(context, "client", { passwordHash });
  const address = newId();
  for (let turn = 0; turn < 11; turn++)
    expect(await tryFrom(context, email, address, PASSWORD), `turn ${turn}`).toMatchObject({ ok: true });
});

const deviceOf = async (email: string, address = newId()) =>
  ((await tryFrom(context, email, address, PASSWORD)) as { deviceToken: string }).deviceToken;

test("a browser that has signed in before has ten attempts in 15 minutes that others can't use up", async () => {
  const { email } = await createUser(context, "client", { passwordHash });
  const address = newId();
  const deviceToken = await deviceOf(email, address);
  await guessAtOnce(10, email, address);
  expect(await tryFrom(context, email, address, PASSWORD)).toMatchObject({ reason: "tooMany" });
  expect(await tryFrom(context, email, address, PASSWORD, deviceToken)).toMatchObject({ ok: true, deviceToken });
  expect(await guessAtOnce(11, email, address, deviceToken)).toBe(10);
  expect(await tryFrom(later(15 * MINUTE), email, newId(), PASSWORD, deviceToken)).toMatchObject({ ok: true });
});

test("no one locks out a browser that has signed in or set a new password by an emailed link", async () => {
  const { email } = await createUser(context, "client", { passwordHash });
  const address = newId();
  await guessAtOnce(10, email, address);
  await requestPasswordReset(context, email);
  const reset = await resetPassword(context, tokenIn((await emailsTo(context, email))[0]?.text), "a new password");
  const { deviceToken } = reset as { deviceToken: string };
  expect(await tryFrom(context, email, address, "a new password")).toMatchObject({ reason: "tooMany" });
  expect(await tryFrom(context, email, address, "a new password", deviceToken)).toMatchObject({ ok: true });
});

test("a browser that has signed in before is a stranger's again once its owner has signed out everywhere", async () => {
  const user = await createUser(context, "client", { passwordHash });
  const deviceToken = await issueDeviceToken(context, user.email, null);
  await endAllSessions(context, user);
  const again = (await tryFrom(context, user.email, newId(), PASSWORD, deviceToken)) as { deviceToken: string };
  expect(again.deviceToken).not.toBe(deviceToken);
  const address = newId();
  await guessAtOnce(10, user.email, address);
  expect(await tryFrom(context, user.email, address, PASSWORD, deviceToken)).toMatchObject({ reason: "tooMany" });
  expect(await tryFrom(context, user.email, address, PASSWORD, again.deviceToken)).toMatchObject({ ok: true });
});

test("our signature recognises a browser that signed in before, for that email alone; it names no one", async () => {
  const { email, id } = await createUser(context, "client", { passwordHash });
  const deviceToken = await deviceOf(email);
  const { sessionSecret } = context;
  const known = { id: expect.any(String), since: 0 };
  expect(await readDeviceToken(sessionSecret, deviceToken, email)).toEqual(known);
  expect(await readDeviceToken(sessionSecret, deviceToken, "other@example.test")).toBeNull();
  expect(await readDeviceToken(["another secret of 32 letters or so"], deviceToken, email)).toBeNull();
  for (const garbage of [null, "", ".", "a.b", `x${deviceToken}`, `${deviceToken}.x`])
    expect(await readDeviceToken(sessionSecret, garbage, email)).toBeNull();
  for (const name of [email, id]) expect(deviceToken).not.toContain(name);
});

test("a session that has been signed out counts no tries of the current password", async () => {
  const user = await createUser(context, "client", { passwordHash });
  const { token } = (await tryFrom(context, user.email, newId(), PASSWORD)) as { token: string };
  await endSession(context, token);
  for (let turn = 0; turn < 11; turn++)
    expect(await beginPasswordCheck(context, await hashToken(token), user.id)).toMatchObject({ ok: true });
});

test("a link from before the hour's limit stays good", async () => {
  const owner = await createUser(context, "client", { passwordHash });
  await requestPasswordReset(context, owner.email);
  const token = tokenIn((await emailsTo(context, owner.email))[0]?.text);
  for (let turn = 0; turn < 3; turn++) await requestPasswordReset(context, owner.email);
  expect(await resetPassword(context, token, "a new password")).toMatchObject({ ok: true });
});

const BUSY: TooMany = { ok: false, reason: "tooMany", isBusy: true, retryAfterSeconds: 5 };
const full = contextAt(context.now, {
  hashing: { ...context.hashing, takeTurn: () => Promise.resolve(BUSY), refusal: () => null },
});

test("hashing refuses while too many wait, and then nothing is changed or counted", async () => {
  const { email, id, role } = await createUser(context, "client", { passwordHash });
  const { token } = (await tryFrom(context, email, newId(), PASSWORD)) as { token: string };
  const user = (await findSession(db, token, { id, role }, context.now))!.user;
  const check = async () => (await beginPasswordCheck(full, user.sessionHash, id)) as AdmittedPasswordCheck;
  await requestPasswordReset(context, email);
  const reset = tokenIn((await emailsTo(context, email))[0]?.text);
  const newcomer = newEmail();
  const signedUp = await register(context, clientForm(newcomer));
  if (!signedUp.ok) throw new Error(signedUp.reason);
  const waiting = { id: signedUp.id, email: newcomer, role: "client" as const };
  const link = tokenIn((await emailsTo(context, newcomer))[0]?.text);

  const verbs: Record<string, () => Promise<unknown>> = {
    "sign-in": async () => tryFrom(full, email, newId(), PASSWORD),
    "sign-in by a call": async () => signInByCall(full, { email, password: PASSWORD }, null),
    "sign-up": async () => {
      const form = clientForm(newEmail());
      const admission = (await beginSignUp(full, form.email)) as AdmittedSignUp;
      return signUp(full, admission, form, { photoKey: null, redirectTo: null, termsVersion: null });
    },
    verification: async () => verifyEmail(full, link, PASSWORD),
    "another email": async () => changeSignUpEmail(full, waiting, { email: newEmail(), password: PASSWORD }, null),
    "a new password": async () => resetPassword(full, reset, "the new password"),
    "changing it": async () =>
      changePassword(full, user, await check(), { current: PASSWORD, next: "the new password" }),
    "a step-up": async () => stepUpByPassword(full, user, PASSWORD),
    "an erasure": async () => eraseOwnAccount(full, user, await check(), PASSWORD),
  };
  for (const [verb, run] of Object.entries(verbs)) expect(await run(), verb).toEqual(BUSY);

  const counted = await db
    .select()
    .from(rateLimitCounters)
    .where(sql`subject glob 'signInPerUser:*' or subject glob 'currentPassword*' or subject glob 'verification*'`);
  expect(counted.filter(({ count }) => count > 0)).toEqual([]);
  expect(await tryFrom(context, email, newId(), PASSWORD)).toMatchObject({ ok: true });
  expect(await verifyEmail(context, link, PASSWORD)).toMatchObject({ ok: true });
  expect(await resetPassword(context, reset, "the new password")).toMatchObject({ ok: true });
});

let queue: HashingQueue;
let now: number;
let waits: number[];
beforeEach(() => {
  now = 0;
  waits = [];
  queue = openHashingQueue({ now: () => now, wait: async (ms) => waits.push(ms) });
});

const askTurns = async (who: Parameters<HashingQueue["takeTurn"]>[0], times: number) => {
  const results = await Promise.all(Array.from({ length: times }, () => queue.takeTurn(who)));
  return results.filter((result) => result === null).length;
};

test("a single hash starts at once, and the next ones one after the other", async () => {
  await askTurns({ address: "a" }, 4);
  expect(waits).toEqual([400, 800, 1200]);
  now = 5000;
  await askTurns({ address: "a" }, 1);
  expect(waits).toHaveLength(3);
});

test("two hashes take two turns", async () => {
  await queue.takeTurn({ known: "session" }, 2);
  await queue.takeTurn({ address: "a" });
  expect(waits).toEqual([800]);
});

test("one address has 12 places, strangers have 16 in all, and the rest is for those who are known", async () => {
  expect(await askTurns({ address: "a" }, 60)).toBe(1 + 12);
  expect(await queue.takeTurn({ address: "a" })).toEqual(BUSY);
  expect(queue.refusal({ address: "a" })).toEqual(BUSY);
  expect(await askTurns({ address: "b" }, 60)).toBe(4);
  expect(await queue.takeTurn({ address: "c" })).toEqual(BUSY);
  expect(await askTurns({ known: "one device" }, 60)).toBe(2);
  const others = await Promise.all(Array.from({ length: 60 }, (_, turn) => askTurns({ known: `device ${turn}` }, 1)));
  expect(others.filter(Boolean)).toHaveLength(6);
  expect(Math.max(...waits)).toBe(24 * 400);
});

test("a place is free again when its turn has come, whatever has become of the request", async () => {
  expect(await askTurns({ address: "a" }, 60)).toBe(13);
  now = 400;
  expect(await askTurns({ address: "a" }, 60)).toBe(1);
  now = 100_000;
  expect(await askTurns({ address: "a" }, 60)).toBe(13);
});
