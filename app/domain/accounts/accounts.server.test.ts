import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { plumberProfiles, sessions, users } from "~/db/schema";
import { contextAt, NINE_O_CLOCK } from "../../../tests/support/context";
import { createUser, signedIn, hashForTests } from "../../../tests/support/users";
import { clientForm, emailsTo, newEmail, plumberForm, register, tokenIn } from "../../../tests/support/sign-up";
import { DAY, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { registrationForm } from "./account-forms";
import { beginPasswordCheck, changePassword, type AdmittedPasswordCheck } from "./password-change.server";
import { requestPasswordReset, resetPassword } from "./password-reset.server";
import { hashPassword } from "./passwords.server";
import { endAllSessions, extendSession, findSession, issueSessionToken, readSessionClaims } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { hashToken } from "./tokens.server";

const context = contextAt();
const { db } = context;

const elsewhere = () => ({ clientAddress: newId(), deviceToken: null });

describe("the sign-up form", () => {
  const errorsOf = (fields: object) => {
    const parsed = registrationForm.safeParse(fields);
    return parsed.success
      ? {}
      : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]).reverse());
  };

  test("names every missing field of a plumber in the words of A2", () => {
    expect(errorsOf({ role: "plumber" })).toEqual({
      name: "First name is required.",
      username: "Last name is required.",
      email: "Email is required.",
      password: "Password is required.",
      terms: "You must accept the terms and policy.",
      speciality: "Speciality is required for plumbers.",
      experience: "Experience is required for plumbers.",
      about: "About is required for plumbers.",
      fees: "Fees is required for plumbers.",
      addressLine1: "Address Line 1 is required for plumbers.",
      city: "City is required for plumbers.",
    });
  });

  test("refuses other roles, a poor password and what is no fee", () => {
    for (const role of ["admin", "Admin", "owner", ""])
      expect(errorsOf({ role })).toEqual({ role: "Please choose client or plumber." });
    for (const password of ["1234567", "Password1", "x".repeat(129)])
      expect(errorsOf({ role: "client", password }), password).toHaveProperty("password");
    for (const fees of ["-1", "10000.01", "free"])
      expect(errorsOf({ role: "plumber", fees })).toHaveProperty(
        "fees",
        "Please enter an amount from 0 to 10,000 with at most 2 decimals.",
      );
  });

  test("takes a password exactly as typed, and 0 as a fee", () => {
    expect(clientForm(newEmail(), { password: "  blanks count  " }).password).toBe("  blanks count  ");
    expect(plumberForm(newEmail(), { fees: "0" })).toMatchObject({ fees: 0 });
  });
});

describe("signing in", () => {
  test("only the right password learns that the account is suspended", async () => {
    const user = await createUser(context, "client", { passwordHash: await hashForTests("a fine password") });
    await db.update(users).set({ suspendedAt: context.now }).where(eq(users.id, user.id));
    expect(await signIn(context, { email: user.email, password: "a fine password" }, elsewhere())).toMatchObject({
      reason: "accountSuspended",
    });
  });

  test("D1 keeps no token, only its hash; the claims are signed", async () => {
    const user = await createUser(context, "client", { passwordHash: await hashForTests("a fine password") });
    const result = await signIn(context, { email: user.email, password: "a fine password" }, elsewhere());
    const { token } = result as { token: string };
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(row?.tokenHash).toBe(await hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await readSessionClaims(context.sessionSecret, token)).toEqual({ id: user.id, role: "client" });
    expect(await readSessionClaims(context.sessionSecret, token.replace(".client.", ".admin."))).toBeNull();
    expect(await readSessionClaims(["another-secret-of-32-letters-or-so"], token)).toBeNull();
    for (const garbage of ["", ".", "a.b.c.d", "a.client.c.%%%", `${token}.x`])
      expect(await readSessionClaims(context.sessionSecret, garbage)).toBeNull();
  });

  test("a hash of another cost opens the account, and is renewed at sign-in", async () => {
    const user = await createUser(context, "client", { passwordHash: await hashPassword("a fine password") });
    const stored = () => db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id));
    expect((await stored())[0]?.hash).toMatch(/^scrypt\$16384\$8\$5\$/);
    for (let time = 0; time < 2; time++) {
      expect(await signIn(context, { email: user.email, password: "a fine password" }, elsewhere())).toMatchObject({
        ok: true,
      });
      expect((await stored())[0]?.hash).toMatch(/^scrypt\$2\$1\$1\$/);
    }
  });
});

describe("a session", () => {
  async function open() {
    const user = await createUser(context, "client");
    const token = (await signedIn(context, user)).replace("__Host-session=", "");
    return { user: { id: user.id, role: "client" as const }, token };
  }
  const lives = async (token: string, user: { id: string; role: "client" }, now: number) =>
    (await findSession(db, token, user, now)) !== null;

  test("ends after seven days without use, is extended by use, and ends after thirty days whatever happens", async () => {
    const start = NINE_O_CLOCK;
    const { token, user } = await open();
    expect(await lives(token, user, start + 7 * DAY - 1)).toBe(true);
    expect(await lives(token, user, start + 7 * DAY)).toBe(false);
    for (let day = 6; day <= 30; day += 6) {
      const found = await findSession(db, token, user, start + day * DAY - 1);
      expect(found, `day ${day}`).not.toBeNull();
      await extendSession(db, found!.user, found!.refreshedAt, start + day * DAY - 1);
    }
    expect(await lives(token, user, start + 30 * DAY - 1)).toBe(true);
    expect(await lives(token, user, start + 30 * DAY)).toBe(false);
  });

  test("is extended at most once a day", async () => {
    const { token, user } = await open();
    const found = (await findSession(db, token, user, NINE_O_CLOCK + DAY - 1))!;
    await extendSession(db, found.user, found.refreshedAt, NINE_O_CLOCK + DAY - 1);
    expect((await findSession(db, token, user, NINE_O_CLOCK + DAY))!.refreshedAt).toBe(NINE_O_CLOCK);
  });

  test("ends when the role changes or the account is suspended", async () => {
    const one = await open();
    await db.update(users).set({ role: "admin" }).where(eq(users.id, one.user.id));
    expect(await findSession(db, one.token, one.user, NINE_O_CLOCK + 1)).toBeNull();
    const two = await open();
    await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, two.user.id));
    expect(await findSession(db, two.token, two.user, NINE_O_CLOCK + 1)).toBeNull();
  });

  test("of one person does not open for another", async () => {
    const { token } = await open();
    const other = await createUser(context, "client");
    expect(await findSession(db, token, other, NINE_O_CLOCK + 1)).toBeNull();
    const forged = await issueSessionToken(context.sessionSecret, other);
    expect(await findSession(db, forged, other, NINE_O_CLOCK + 1)).toBeNull();
  });
});

describe("a forgotten password", () => {
  test("is replaced once by the emailed link, within 30 minutes, and ends all sessions", async () => {
    const user = await createUser(context, "client", { passwordHash: await hashForTests("the old password") });
    await signIn(context, { email: user.email, password: "the old password" }, elsewhere());
    await requestPasswordReset(context, user.email, newId());
    const token = tokenIn((await emailsTo(context, user.email))[0]?.text);
    expect(await resetPassword(contextAt(context.now + 30 * MINUTE), token, "a new password")).toEqual({
      ok: false,
      reason: "linkInvalid",
    });

    const results = await Promise.all([1, 2, 3].map((turn) => resetPassword(context, token, `a new password ${turn}`)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    const winner = results.findIndex(({ ok }) => ok) + 1;
    expect(
      await signIn(context, { email: user.email, password: `a new password ${winner}` }, elsewhere()),
    ).toMatchObject({ ok: true });
    expect(await signIn(context, { email: user.email, password: "the old password" }, elsewhere())).toMatchObject({
      ok: false,
    });
  });

  test("of an unknown or unverified email sends nothing", async () => {
    const [unverified, unknown] = [newEmail(), newEmail()];
    await register(context, clientForm(unverified));
    for (const email of [unverified, unknown])
      expect(await requestPasswordReset(context, email, newId())).toEqual({ ok: true });
    expect((await emailsTo(context, unverified)).map(({ kind }) => kind)).toEqual(["verification"]);
    expect(await emailsTo(context, unknown)).toEqual([]);
  });
});

test("changing the password needs the current one, ends the other sessions and keeps this one", async () => {
  const user = await createUser(context, "client", { passwordHash: await hashForTests("the old password") });
  const [here, there] = await Promise.all(
    [1, 2].map(() => signIn(context, { email: user.email, password: "the old password" }, elsewhere())),
  );
  const token = (here as { token: string }).token;
  const confirmed = (await findSession(db, token, user, context.now))!.user;
  const begun = (await beginPasswordCheck(context, token, user.id)) as AdmittedPasswordCheck;
  expect(await changePassword(context, confirmed, begun, { current: "wrong", next: "the new password" })).toEqual({
    ok: false,
    reason: "wrongPassword",
  });
  expect(
    await changePassword(context, confirmed, begun, {
      current: "the old password",
      next: "the new password",
    }),
  ).toEqual({ ok: true });
  expect(await findSession(db, token, user, context.now)).not.toBeNull();
  expect(await findSession(db, (there as { token: string }).token, user, context.now)).toBeNull();
  expect((await emailsTo(context, user.email)).map(({ kind }) => kind)).toEqual(["passwordChanged"]);
});

describe("a plumber's calendar link", () => {
  const withCalendar = async () => {
    const plumber = await createUser(context, "plumber");
    await db.update(plumberProfiles).set({ calendarTokenHash: newId() }).where(eq(plumberProfiles.userId, plumber.id));
    return plumber;
  };
  const addressOf = async (id: string) =>
    (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]?.calendarTokenHash;

  test("ends with a reset of the password, and with 'sign out everywhere', and with nobody else's", async () => {
    const [resetting, leaving, other] = [await withCalendar(), await withCalendar(), await withCalendar()];
    await requestPasswordReset(context, resetting.email, newId());
    expect(
      await resetPassword(context, tokenIn((await emailsTo(context, resetting.email))[0]?.text), "a new password"),
    ).toMatchObject({ ok: true });
    await endAllSessions(context, leaving);
    expect([await addressOf(resetting.id), await addressOf(leaving.id)]).toEqual([null, null]);
    expect(await addressOf(other.id)).toEqual(expect.any(String));
  });
});
