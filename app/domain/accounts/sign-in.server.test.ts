import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { clientForm, emailsTo, newEmail, PASSWORD, register, tokenIn } from "../../../tests/support/sign-up";
import { MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { readDeviceToken } from "./known-device.server";
import { beginPasswordCheck, changePassword, type AdmittedPasswordCheck } from "./password-change.server";
import { requestPasswordReset, resetPassword } from "./password-reset.server";
import { hashPassword } from "./passwords.server";
import { endSession, findSession } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { resendVerification } from "./verification-links.server";

// The real numbers (L1).
const context = contextAt();
const { db } = context;
const SECOND = 1000;
const later = (ms: number) => contextAt(context.now + ms);
const passwordHash = await hashPassword(PASSWORD);
const WRONG = { ok: false, reason: "wrongCredentials" };

const tryFrom = (
  at: typeof context,
  email: string,
  address: string,
  password = "wrong",
  deviceToken: string | null = null,
) => signIn(at, { email, password }, { clientAddress: address, deviceToken });
const reasonOf = (result: { ok: boolean; reason?: string }) => (result.ok ? "in" : result.reason);

describe("wrong passwords", () => {
  test("of one email from one IP address: ten in 15 minutes, then nothing but waiting", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const address = newId();
    const reasons = (await Promise.all(Array.from({ length: 12 }, () => tryFrom(context, email, address)))).map(
      reasonOf,
    );
    expect(reasons.filter((reason) => reason === "wrongCredentials")).toHaveLength(10);
    expect(reasons.filter((reason) => reason === "tooMany")).toHaveLength(2);
    expect(await tryFrom(later(15 * MINUTE - 1), email, address, PASSWORD)).toMatchObject({
      ok: false,
      reason: "tooMany",
      retryAfterSeconds: 1,
    });
    expect(await tryFrom(later(15 * MINUTE), email, address, PASSWORD)).toMatchObject({ ok: true });
  });

  /** Guesses at an email from ever new addresses, three a second, from one second to another; gives how many were checked. */
  const guess = async (email: string, from: number, to: number, address: (at: number) => string = anyAddress) => {
    let checked = 0;
    for (let at = from * SECOND; at < to * SECOND; at += 333)
      if (reasonOf(await tryFrom(later(at), email, address(at))) === "wrongCredentials") checked++;
    return checked;
  };
  let made = 0;
  const anyAddress = () => `10.${(made += 1) >> 8}.${made & 255}.1`;

  test("of one email over all IP addresses: ten at once, then one a minute", async () => {
    const email = newEmail();
    expect(await guess(email, 0, 20)).toBe(10);
    expect(await guess(email, 20, 150)).toBe(2);
  });

  test("an owner with a new phone gets in within 30 seconds, whatever is guessed from elsewhere", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    await guess(email, 0, 20);
    const owner = "192.0.2.7";
    const first = await tryFrom(later(20 * SECOND), email, owner, PASSWORD);
    expect(first).toEqual({ ok: false, reason: "tooMany", retryAfterSeconds: 15 });
    await guess(email, 20, 28);
    // Impatience costs nothing.
    expect(await tryFrom(later(28 * SECOND), email, owner, PASSWORD)).toMatchObject({ retryAfterSeconds: 7 });
    await guess(email, 28, 35);
    expect(await tryFrom(later(35 * SECOND), email, owner)).toEqual(WRONG);
    expect(await tryFrom(later(36 * SECOND), email, owner, PASSWORD)).toMatchObject({ ok: true });
  });

  test("who waits from many addresses guesses no faster, and networks that have failed stand behind those that have not", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    // Forty addresses of two networks, each back within the time of its place.
    const few = (at: number) => `100.64.${(at / 333) & 1}.${Math.floor(at / 333) % 40}`;
    expect(await guess(email, 0, 240, few)).toBeLessThanOrEqual(14 + 4);
    const owner = "192.0.2.8";
    const first = await tryFrom(later(240 * SECOND), email, owner, PASSWORD);
    await guess(email, 240, 255, few);
    const second = await tryFrom(later(255 * SECOND), email, owner, PASSWORD);
    expect([first.ok, second.ok]).toContain(true);
  });

  test("that came too early count for nothing, at that address neither", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const address = "192.0.2.9";
    for (let turn = 0; turn < 10; turn++) await tryFrom(context, email, anyAddress());
    for (let turn = 0; turn < 20; turn++)
      expect(await tryFrom(context, email, address)).toMatchObject({ reason: "tooMany", retryAfterSeconds: 15 });
    expect(await tryFrom(later(15 * SECOND), email, address, PASSWORD)).toMatchObject({ ok: true });
  });

  test("of an unknown email wait like those of a known one", async () => {
    const email = newEmail();
    for (let turn = 0; turn < 10; turn++) await tryFrom(context, email, anyAddress());
    expect(await tryFrom(context, email, anyAddress())).toEqual({
      ok: false,
      reason: "tooMany",
      retryAfterSeconds: 15,
    });
  });

  test("for many emails slow an IP address down; who comes back after the wait still gets in there", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const address = "198.51.100.1";
    const full = context.now + 60 * SECOND;
    await db.run(
      sql`insert into rate_limit_counters (subject, count, window_ends_at) values (${`signInPerAddress:${address}`}, 1, ${full})`,
    );
    const checked = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => tryFrom(later(turn * 500), newEmail(), address)),
    );
    expect(checked.map(reasonOf)).not.toContain("wrongCredentials");
    expect(await tryFrom(later(10 * SECOND), email, address, PASSWORD)).toMatchObject({ retryAfterSeconds: 15 });
    expect(await tryFrom(later(25 * SECOND), email, address, PASSWORD)).toMatchObject({ ok: true });
    expect(await tryFrom(later(25 * SECOND), newEmail(), "198.51.100.2")).toEqual(WRONG);
  });

  test("a success takes its count back", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const address = newId();
    for (let turn = 0; turn < 25; turn++)
      expect(await tryFrom(context, email, address, PASSWORD), `turn ${turn}`).toMatchObject({ ok: true });
  });
});

describe("a browser that has signed in before", () => {
  test("has attempts of its own, also behind the address where others fail", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const address = newId();
    const first = await tryFrom(context, email, address, PASSWORD);
    const { deviceToken } = first as { deviceToken: string };
    for (let turn = 0; turn < 12; turn++) await tryFrom(context, email, address);
    for (let turn = 0; turn < 12; turn++) await tryFrom(context, email, newId());
    expect(await tryFrom(context, email, address, PASSWORD)).toMatchObject({ reason: "tooMany" });
    expect(await tryFrom(context, email, address, PASSWORD, deviceToken)).toMatchObject({ ok: true, deviceToken });
  });

  test("or has set a new password by an emailed link, which nobody can keep it from", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const address = newId();
    for (let turn = 0; turn < 12; turn++) await tryFrom(context, email, address);
    await requestPasswordReset(context, email, newId());
    const reset = await resetPassword(context, tokenIn((await emailsTo(context, email))[0]?.text), "a new password");
    const { deviceToken } = reset as { deviceToken: string };
    expect(await tryFrom(context, email, address, "a new password")).toMatchObject({ reason: "tooMany" });
    expect(await tryFrom(context, email, address, "a new password", deviceToken)).toMatchObject({ ok: true });
  });

  test("has ten of them in 15 minutes", async () => {
    const { email } = await createUser(context, "client", { passwordHash });
    const { deviceToken } = (await tryFrom(context, email, newId(), PASSWORD)) as { deviceToken: string };
    const reasons = (
      await Promise.all(Array.from({ length: 11 }, () => tryFrom(context, email, newId(), "wrong", deviceToken)))
    ).map(reasonOf);
    expect(reasons.filter((reason) => reason === "tooMany")).toHaveLength(1);
    expect(await tryFrom(later(15 * MINUTE), email, newId(), PASSWORD, deviceToken)).toMatchObject({ ok: true });
  });

  test("is known by our signature, for that email alone; the token names nobody", async () => {
    const { email, id } = await createUser(context, "client", { passwordHash });
    const { deviceToken } = (await tryFrom(context, email, newId(), PASSWORD)) as { deviceToken: string };
    const { sessionSecret } = context;
    expect(await readDeviceToken(sessionSecret, deviceToken, email)).toEqual(expect.any(String));
    expect(await readDeviceToken(sessionSecret, deviceToken, "other@example.test")).toBeNull();
    expect(await readDeviceToken(["another secret of 32 letters or so"], deviceToken, email)).toBeNull();
    for (const garbage of [null, "", ".", "a.b", `x${deviceToken}`, `${deviceToken}.x`])
      expect(await readDeviceToken(sessionSecret, garbage, email)).toBeNull();
    for (const name of [email, id]) expect(deviceToken).not.toContain(name);
  });
});

describe("the current password", () => {
  const openSessions = async () => {
    const user = await createUser(context, "client", { passwordHash });
    const open = async () => ((await tryFrom(context, user.email, newId(), PASSWORD)) as { token: string }).token;
    return { user, here: await open(), there: await open() };
  };

  test("a token that was signed out, or is used elsewhere, does not lock its owner out", async () => {
    const { user, here, there } = await openSessions();
    await endSession(context, there);
    for (let turn = 0; turn < 15; turn++)
      expect(await beginPasswordCheck(context, there, user.id)).toMatchObject({ ok: true });
    const authenticated = (await findSession(db, here, user, context.now))!.user;
    const begun = (await beginPasswordCheck(context, here, user.id)) as AdmittedPasswordCheck;
    expect(
      await changePassword(context, authenticated, begun, { current: PASSWORD, next: "the new password" }),
    ).toEqual({ ok: true });
  });

  test("ten wrong ones in a session, then 15 minutes of waiting in that session alone", async () => {
    const { user, here, there } = await openSessions();
    const begun = await Promise.all(Array.from({ length: 11 }, () => beginPasswordCheck(context, there, user.id)));
    expect(begun.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: "tooMany", retryAfterSeconds: 900 }]);
    expect(await beginPasswordCheck(later(15 * MINUTE - 1), there, user.id)).toMatchObject({ ok: false });
    expect(await beginPasswordCheck(later(15 * MINUTE), there, user.id)).toMatchObject({ ok: true });
    expect(await beginPasswordCheck(context, here, user.id)).toMatchObject({ ok: true });
  });
});

describe("limits of sign-up and of emailed links", () => {
  const HOUR = 60 * MINUTE;

  test("registration: 3 an hour per email, 50 per address", async () => {
    const email = newEmail();
    const results = [];
    for (let turn = 0; turn < 4; turn++) results.push(reasonOf(await register(context, clientForm(email))));
    expect(results).toEqual(["in", "in", "in", "tooMany"]);
    expect(await register(later(HOUR), clientForm(email))).toEqual({ ok: true });
    const address = newId();
    await db.run(
      sql`insert into rate_limit_counters (subject, count, window_ends_at) values (${`registrationPerAddress:${address}`}, 49, ${context.now + HOUR})`,
    );
    expect(await register(context, clientForm(newEmail()), { address })).toEqual({ ok: true });
    expect(await register(context, clientForm(newEmail()), { address })).toMatchObject({
      reason: "tooMany",
      retryAfterSeconds: 3600,
    });
  });

  test.each([
    [
      "a new password",
      async (at: typeof context, email: string, address: string) => requestPasswordReset(at, email, address),
    ],
    [
      "verification",
      async (at: typeof context, email: string, address: string) => resendVerification(at, email, null, address),
    ],
  ])("links for %s: 3 an hour per email, then the same answer without an email; 50 per IP address", async (_, ask) => {
    const account = await createUser(context, "client");
    const waiting = newEmail();
    await register(context, clientForm(waiting));
    const before = { [account.email]: 0, [waiting]: 1 };
    for (const email of [account.email, waiting]) {
      for (let turn = 0; turn < 6; turn++) expect(await ask(context, email, newId())).toEqual({ ok: true });
      expect([0, 3]).toContain((await emailsTo(context, email)).length - before[email]!);
    }
    const sent = async () =>
      (await emailsTo(context, account.email)).length + (await emailsTo(context, waiting)).length - 1;
    expect(await sent()).toBe(3);
    for (const email of [account.email, waiting]) await ask(later(HOUR), email, newId());
    expect(await sent()).toBe(4);
    const address = newId();
    await db.run(
      sql`insert into rate_limit_counters (subject, count, window_ends_at) values (${`accountEmailPerAddress:${address}`}, 49, ${context.now + HOUR})`,
    );
    expect(await ask(context, newEmail(), address)).toEqual({ ok: true });
    expect(await ask(context, newEmail(), address)).toMatchObject({ reason: "tooMany", retryAfterSeconds: 3600 });
  });

  test("a link from before the limit stays good", async () => {
    const owner = await createUser(context, "client", { passwordHash });
    await requestPasswordReset(context, owner.email, newId());
    const token = tokenIn((await emailsTo(context, owner.email))[0]?.text);
    for (let turn = 0; turn < 10; turn++) await requestPasswordReset(context, owner.email, newId());
    expect(await resetPassword(context, token, "a new password")).toMatchObject({ ok: true });
  });
});
