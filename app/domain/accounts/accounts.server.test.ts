import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { emailTokens, mails, plumberProfiles, sessions, stagedPhotos, users } from "~/db/schema";
import { contextAt, NINE_O_CLOCK } from "../../../tests/support/context";
import { settle } from "../../../tests/support/people";
import { stagePhoto, sweepStagedPhotos } from "../photos/staged-photos.server";
import { DAY, HOUR, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { registrationForm, type Registration } from "./account-forms";
import { beginPasswordChange, changePassword, requestPasswordReset, resetPassword } from "./password-change.server";
import { hashPassword, needsRehash, passwordMatches } from "./passwords.server";
import { resendVerification, signUp, verifyEmail } from "./registration.server";
import { extendSession, findSession, issueSessionToken, readSessionClaims } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { hashToken } from "./tokens.server";

const context = contextAt();
const { db } = context;

const clientForm = (email: string, more = {}): Registration =>
  registrationForm.parse({ role: "client", name: "Rudo", username: "Moyo", email, password: "a fine password", terms: "on", ...more });
const plumberForm = (email: string, more = {}): Registration =>
  registrationForm.parse({
    role: "Plumber", name: "Tendai", username: "Ncube", email, password: "a fine password", terms: "on",
    speciality: "Other", specialityOther: "Boreholes", experience: "5 Years", about: "About me", fees: "25.50",
    addressLine1: "1 Main Street", city: "Other", cityOther: " Kwekwe ", ...more,
  });

const none = { photoKey: null, redirectTo: null };
const address = () => `${newId()}@example.test`;
const mailsTo = (email: string) => db.select().from(mails).where(eq(mails.recipient, email));
const tokenIn = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1] ?? "";
const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]!;

async function verified(email: string): Promise<void> {
  const [mail] = (await mailsTo(email)).filter(({ kind }) => kind === "verification").slice(-1);
  expect(await verifyEmail(context, tokenIn(mail?.text))).toMatchObject({ ok: true });
}

describe("signing up", () => {
  test("makes an account that waits for its mail, and signs in only after the link was opened", async () => {
    const email = address();
    expect(await signUp(context, clientForm(email), { photoKey: null, redirectTo: "/appointment/x?day=2026-11-21" })).toEqual({ ok: true });
    expect(await signIn(context, { email, password: "a fine password" }, "ip")).toEqual({ ok: false, reason: "emailNotVerified" });

    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain("https://pombi.test/verify-email?token=");
    const token = tokenIn(mail?.text);
    expect(await verifyEmail(context, token)).toEqual({ ok: true, email, role: "client", redirectTo: "/appointment/x?day=2026-11-21" });
    // A mail scanner, or a second click.
    expect(await verifyEmail(context, token)).toMatchObject({ ok: true });
    expect(await signIn(context, { email, password: "a fine password" }, "ip")).toMatchObject({ ok: true, role: "client" });
  });

  test("lists a plumber once the mail is verified, with the city and speciality written under Other", async () => {
    const email = address();
    const photoKey = newId();
    await stagePhoto(db, photoKey, context.now);
    expect(await signUp(context, plumberForm(email), { photoKey, redirectTo: null })).toEqual({ ok: true });
    const user = await userOf(email);
    expect(user).toMatchObject({ role: "plumber", photoKey, addressLine1: "1 Main Street" });
    const profile = async () => (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, user.id)))[0];
    expect(await profile()).toMatchObject({ city: "Kwekwe", cityKey: "kwekwe", speciality: "Boreholes", feeCents: 2550, listed: false });
    expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toEqual([]);
    await verified(email);
    expect(await profile()).toMatchObject({ listed: true });
  });

  test("with a verified address changes nothing, says the same, and mails its owner", async () => {
    const email = address();
    await signUp(context, clientForm(email), none);
    await verified(email);
    const before = await userOf(email);
    expect(await signUp(context, clientForm(email, { name: "Mallory", password: "another password" }), none)).toEqual({ ok: true });
    expect(await userOf(email)).toEqual(before);
    const sent = await mailsTo(email);
    expect(sent.map(({ kind }) => kind).sort()).toEqual(["alreadyRegistered", "verification"]);
    expect(sent.find(({ kind }) => kind === "alreadyRegistered")?.text).not.toContain("token=");
  });

  test("with an unverified address replaces password, profile and role, and voids the earlier link", async () => {
    const email = address();
    const photoKey = newId();
    await stagePhoto(db, photoKey, context.now);
    await signUp(context, plumberForm(email), { photoKey, redirectTo: null });
    const first = tokenIn((await mailsTo(email))[0]?.text);
    await signUp(context, clientForm(email, { password: "the second password" }), none);
    const user = await userOf(email);
    expect(user).toMatchObject({ role: "client", name: "Rudo", photoKey: null });
    expect(await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, user.id))).toEqual([]);
    expect(await verifyEmail(context, first)).toEqual({ ok: false, reason: "linkInvalid" });
    // The photo that nobody holds any more is left for the sweep.
    expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toHaveLength(1);
    await verified(email);
    expect(await signIn(context, { email, password: "the second password" }, "ip")).toMatchObject({ ok: true });
    expect(await signIn(context, { email, password: "a fine password" }, "ip")).toMatchObject({ ok: false });
  });

  test("a staged photo is claimed by one form alone", async () => {
    const photoKey = newId();
    await stagePhoto(db, photoKey, context.now);
    const results = await Promise.all([1, 2].map(() => signUp(context, plumberForm(address()), { photoKey, redirectTo: null })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "photoGone" });
  });
});

test("photos that nobody claims are swept after a day, and cannot be claimed shortly before", async () => {
  const photoKey = newId();
  await stagePhoto(db, photoKey, context.now);
  const late = contextAt(context.now + 23.5 * HOUR);
  const other = newId();
  await stagePhoto(db, other, context.now);
  expect(await signUp(late, plumberForm(address()), { photoKey: other, redirectTo: null })).toEqual({ ok: false, reason: "photoGone" });
  await sweepStagedPhotos(db, context.photos, context.now + DAY - MINUTE);
  expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toHaveLength(1);
  await sweepStagedPhotos(db, context.photos, context.now + DAY);
  expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toEqual([]);
});

test("a photo says nothing about an address: made up, it is refused for all; used with a verified one, it is used up", async () => {
  const known = address();
  await signUp(context, clientForm(known), none);
  await verified(known);
  for (const email of [known, address()]) {
    expect(await signUp(context, plumberForm(email), { photoKey: newId(), redirectTo: null })).toEqual({ ok: false, reason: "photoGone" });
    const photoKey = newId();
    await stagePhoto(db, photoKey, context.now);
    expect(await signUp(context, plumberForm(email), { photoKey, redirectTo: null })).toEqual({ ok: true });
    expect(await signUp(context, plumberForm(address()), { photoKey, redirectTo: null })).toEqual({ ok: false, reason: "photoGone" });
  }
});

describe("the sign-up form", () => {
  const errorsOf = (fields: object) => {
    const parsed = registrationForm.safeParse(fields);
    return parsed.success ? {} : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]).reverse());
  };

  test("says every missing field of a plumber in the words of the spec", () => {
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

  test.each(["admin", "Admin", "owner", ""])("refuses the role %j", (role) => expect(errorsOf({ role })).toEqual({ role: "Please choose client or plumber." }));

  test.each([
    ["short", "1234567"],
    ["common", "Password1"],
    ["too long", "x".repeat(129)],
  ])("refuses a password that is %s", (_, password) => expect(errorsOf({ role: "client", password })).toHaveProperty("password"));

  test("takes a password exactly as typed", () => expect(clientForm(address(), { password: "  blanks count  " }).password).toBe("  blanks count  "));
  test("0 is a fee", () => expect(plumberForm(address(), { fees: "0" })).toMatchObject({ fees: 0 }));
  test.each(["-1", "10000.01", "1.234", "free"])("%j is no fee", (fees) => expect(errorsOf({ role: "plumber", fees })).toHaveProperty("fees", "Please enter an amount from 0 to 10,000 with at most 2 decimals."));
});

describe("a verification link", () => {
  test("works for 48 hours and no longer", async () => {
    const email = address();
    await signUp(context, clientForm(email), none);
    const token = tokenIn((await mailsTo(email))[0]?.text);
    expect(await verifyEmail(contextAt(context.now + 48 * HOUR), token)).toEqual({ ok: false, reason: "linkInvalid" });
    expect(await verifyEmail(contextAt(context.now + 48 * HOUR - 1), token)).toMatchObject({ ok: true });
  });

  test("is sent again only to an address that waits for it", async () => {
    const [waiting, unknown] = [address(), address()];
    await signUp(context, clientForm(waiting), none);
    await resendVerification(context, waiting, null);
    await resendVerification(context, unknown, null);
    expect(await mailsTo(waiting)).toHaveLength(2);
    expect(await mailsTo(unknown)).toEqual([]);
    await verified(waiting);
    await resendVerification(context, waiting, null);
    expect(await mailsTo(waiting)).toHaveLength(2);
  });

  test("a made-up token, or one of another purpose, verifies nothing", async () => {
    expect(await verifyEmail(context, "made-up")).toEqual({ ok: false, reason: "linkInvalid" });
    const member = await settle(context, "client");
    await requestPasswordReset(context, member.email);
    const token = tokenIn((await mailsTo(member.email))[0]?.text);
    expect(await verifyEmail(context, token)).toEqual({ ok: false, reason: "linkInvalid" });
  });
});

describe("signing in", () => {
  test("answers an unknown address like a wrong password", async () => {
    const passwordHash = await hashPassword("a fine password");
    const member = await settle(context, "client", { passwordHash });
    const wrong = { ok: false, reason: "wrongCredentials" };
    expect(await signIn(context, { email: member.email, password: "wrong" }, newId())).toEqual(wrong);
    expect(await signIn(context, { email: address(), password: "a fine password" }, newId())).toEqual(wrong);
  });

  test("tells that the e-mail is not verified only after a right password", async () => {
    const member = await settle(context, "client", { verified: false, passwordHash: await hashPassword("a fine password") });
    expect(await signIn(context, { email: member.email, password: "wrong" }, newId())).toMatchObject({ reason: "wrongCredentials" });
    expect(await signIn(context, { email: member.email, password: "a fine password" }, newId())).toMatchObject({ reason: "emailNotVerified" });
  });

  test("a suspended account learns so after a right password", async () => {
    const member = await settle(context, "client", { passwordHash: await hashPassword("a fine password") });
    await db.update(users).set({ suspendedAt: context.now }).where(eq(users.id, member.id));
    expect(await signIn(context, { email: member.email, password: "a fine password" }, newId())).toMatchObject({ reason: "accountSuspended" });
  });

  test("D1 keeps no token, only its hash; the claims are signed", async () => {
    const member = await settle(context, "client", { passwordHash: await hashPassword("a fine password") });
    const result = await signIn(context, { email: member.email, password: "a fine password" }, newId());
    const { token } = result as { token: string };
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, member.id));
    expect(row?.tokenHash).toBe(await hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await readSessionClaims(context.sessionSecret, token)).toEqual({ id: member.id, role: "client" });
    expect(await readSessionClaims(context.sessionSecret, token.replace(".client.", ".admin."))).toBeNull();
    expect(await readSessionClaims("another secret of 32 letters or so", token)).toBeNull();
    for (const garbage of ["", ".", "a.b.c.d", "a.client.c.%%%", `${token}.x`]) expect(await readSessionClaims(context.sessionSecret, garbage)).toBeNull();
  });

  test("a hash with other parameters is made anew at sign-in", async () => {
    const old = await hashPassword("a fine password");
    expect(needsRehash(old)).toBe(false);
    expect(needsRehash(old.replace("$5$", "$4$"))).toBe(true);
    expect(await passwordMatches("a fine password", old)).toBe(true);
    expect(await passwordMatches("a fine password", null)).toBe(false);
  });
});

describe("a session", () => {
  async function open(now: number) {
    const member = await settle(contextAt(now), "client", { passwordHash: await hashPassword("a fine password") });
    const { token } = (await signIn(contextAt(now), { email: member.email, password: "a fine password" }, newId())) as { token: string };
    return { member, token };
  }
  const lives = async (token: string, member: { id: string; role: "client" }, now: number) => (await findSession(db, token, member, now)) !== null;

  test("ends after seven days without use, is extended by use, and ends after thirty days whatever happens", async () => {
    const start = NINE_O_CLOCK;
    const { token, member } = await open(start);
    const viewer = { id: member.id, role: "client" as const };
    expect(await lives(token, viewer, start + 7 * DAY - 1)).toBe(true);
    expect(await lives(token, viewer, start + 7 * DAY)).toBe(false);
    for (let day = 6; day <= 30; day += 6) {
      const found = await findSession(db, token, viewer, start + day * DAY - 1);
      expect(found, `day ${day}`).not.toBeNull();
      await extendSession(db, found!.member, found!.refreshedAt, start + day * DAY - 1);
    }
    expect(await lives(token, viewer, start + 30 * DAY - 1)).toBe(true);
    expect(await lives(token, viewer, start + 30 * DAY)).toBe(false);
  });

  test("is extended at most once a day", async () => {
    const { token, member } = await open(NINE_O_CLOCK);
    const found = (await findSession(db, token, member, NINE_O_CLOCK + DAY - 1))!;
    await extendSession(db, found.member, found.refreshedAt, NINE_O_CLOCK + DAY - 1);
    expect((await findSession(db, token, member, NINE_O_CLOCK + DAY))!.refreshedAt).toBe(NINE_O_CLOCK);
  });

  test("ends when the role changes or the account is suspended", async () => {
    const one = await open(NINE_O_CLOCK);
    await db.update(users).set({ role: "admin" }).where(eq(users.id, one.member.id));
    expect(await findSession(db, one.token, one.member, NINE_O_CLOCK + 1)).toBeNull();
    const two = await open(NINE_O_CLOCK);
    await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, two.member.id));
    expect(await findSession(db, two.token, two.member, NINE_O_CLOCK + 1)).toBeNull();
  });

  test("of one person does not open for another", async () => {
    const { token } = await open(NINE_O_CLOCK);
    const other = await settle(context, "client");
    expect(await findSession(db, token, other, NINE_O_CLOCK + 1)).toBeNull();
    const forged = await issueSessionToken(context.sessionSecret, other);
    expect(await findSession(db, forged, other, NINE_O_CLOCK + 1)).toBeNull();
  });
});

describe("a forgotten password", () => {
  test("is replaced once by the mailed link, within 30 minutes, and ends all sessions", async () => {
    const member = await settle(context, "client", { passwordHash: await hashPassword("the old password") });
    await signIn(context, { email: member.email, password: "the old password" }, newId());
    await requestPasswordReset(context, member.email);
    const token = tokenIn((await mailsTo(member.email))[0]?.text);
    expect(await resetPassword(contextAt(context.now + 30 * MINUTE), token, "a new password")).toEqual({ ok: false, reason: "linkInvalid" });

    const results = await Promise.all([1, 2, 3].map((turn) => resetPassword(context, token, `a new password ${turn}`)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual([]);
    const winner = results.findIndex(({ ok }) => ok) + 1;
    expect(await signIn(context, { email: member.email, password: `a new password ${winner}` }, newId())).toMatchObject({ ok: true });
    expect(await signIn(context, { email: member.email, password: "the old password" }, newId())).toMatchObject({ ok: false });
  });

  test("of an unknown or unverified address sends nothing", async () => {
    const unverified = await settle(context, "client", { verified: false });
    const unknown = address();
    await requestPasswordReset(context, unverified.email);
    await requestPasswordReset(context, unknown);
    expect(await mailsTo(unverified.email)).toEqual([]);
    expect(await mailsTo(unknown)).toEqual([]);
  });
});

test("a changed password needs the present one, ends the other sessions and keeps this one", async () => {
  const member = await settle(context, "client", { passwordHash: await hashPassword("the old password") });
  const [here, there] = await Promise.all([1, 2].map(() => signIn(context, { email: member.email, password: "the old password" }, newId())));
  const token = (here as { token: string }).token;
  const confirmed = (await findSession(db, token, member, context.now))!.member;
  const begun = (await beginPasswordChange(context, member.id)) as { storedHash: string };
  expect(await changePassword(context, confirmed, begun.storedHash, { current: "wrong", next: "the new password" })).toEqual({ ok: false, reason: "wrongPassword" });
  expect(await changePassword(context, confirmed, begun.storedHash, { current: "the old password", next: "the new password" })).toEqual({ ok: true });
  expect(await findSession(db, token, member, context.now)).not.toBeNull();
  expect(await findSession(db, (there as { token: string }).token, member, context.now)).toBeNull();
  expect((await mailsTo(member.email)).map(({ kind }) => kind)).toEqual(["passwordChanged"]);
  expect(await db.select().from(emailTokens).where(and(eq(emailTokens.userId, member.id)))).toEqual([]);
});
