import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { plumberProfiles, rateLimitCounters, registrations, stagedPhotos, users, verificationLinks } from "~/db/schema";
import { context, contextAt, createUser, db, hashForTests } from "../../../tests/support/users";
import * as signUps from "../../../tests/support/sign-up";
import { stagePhoto, sweepStagedPhotos } from "../photos/private-photos.server";
import { LIMITS } from "../rate-limits/limits";
import { DAY, HOUR, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { decideAboutPlumber } from "../vetting/approval.server";
import { deleteExpired } from "./expiry.server";
import { findSession } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { changeSignUpEmail, findVerificationLink, resendVerification, type WaitingSignUp } from "./registration.server";
import { verifyByToken, verifyEmail } from "./verification.server";

const { clientForm, emailsTo, newEmail, PASSWORD, plumberForm, register, verificationTokenFor } = signUps;

/** Signs in from anywhere: "in", or why not. */
const enter = async (email: string, password = PASSWORD) => {
  const result = await signIn(context, { email, password }, null);
  return result.ok ? "in" : result.reason;
};
const PHOTO_GONE = { ok: false, reason: "photoGone" };
const LINK_INVALID = { ok: false, reason: "linkInvalid" };
const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const registrationsOf = (email: string) => db.select().from(registrations).where(eq(registrations.email, email));
const isStillStaged = async (photoKey: string) =>
  (await db.$count(stagedPhotos, eq(stagedPhotos.photoKey, photoKey))) === 1;

async function stagedPhoto(): Promise<string> {
  const photoKey = newId();
  await stagePhoto(db, photoKey, context.now);
  return photoKey;
}

test("signing up makes no account until the emailed link is opened with the password, which signs in too", async () => {
  const email = newEmail();
  const redirectTo = "/appointment/x?day=2026-11-21";
  expect(await register(context, clientForm(email), { redirectTo })).toMatchObject({ ok: true });
  expect(await userOf(email)).toBeUndefined();
  expect([await enter(email), await enter(email, "other")]).toEqual(["emailNotVerified", "wrongCredentials"]);
  const result = await verifyEmail(context, await verificationTokenFor(context, email), PASSWORD);
  if (!result.ok) throw new Error(result.reason);
  const { id } = (await userOf(email))!;
  expect(result).toMatchObject({ viewer: { id, role: "client" }, redirectTo });
  expect(await findSession(db, result.token, result.viewer, context.now)).not.toBeNull();
  expect(await registrationsOf(email)).toEqual([]);
  expect(await enter(email)).toBe("in");
});

test("a plumber who signs up waits for the office once the email is verified, with what they wrote", async () => {
  const email = newEmail();
  const photoKey = await stagedPhoto();
  expect(await register(context, plumberForm(email), { photoKey })).toMatchObject({ ok: true });
  expect(await isStillStaged(photoKey)).toBe(false);
  await verifyEmail(context, await verificationTokenFor(context, email), PASSWORD);
  const user = (await userOf(email))!;
  expect(user).toMatchObject({ role: "plumber", photoKey, addressLine1: "1 Main Street" });
  const profile = () => db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, user.id));
  const place = { city: "Kwekwe", cityKey: "kwekwe" };
  const trade = { sortName: "tendai ncube", ...place, speciality: "Boreholes", feeCents: 2550 };
  const waits = { approval: "waiting", queuedAt: context.now, listed: false };
  expect(await profile()).toMatchObject([{ ...trade, ...waits }]);
  const admin = await createUser(context, "admin");
  await decideAboutPlumber(context, admin, user.id, "approve", { words: null, seen: [] });
  expect(await profile()).toMatchObject([{ approval: "approved", queuedAt: null, listed: true }]);
});

const MALLORY = "the password of mallory";

async function signUpTwice() {
  const email = newEmail();
  const photoOfMallory = await stagedPhoto();
  const photoOfOwner = await stagedPhoto();
  await register(context, plumberForm(email, { name: "Mallory", password: MALLORY }), { photoKey: photoOfMallory });
  const first = await verificationTokenFor(context, email);
  await register(context, plumberForm(email, { name: "Owner" }), { photoKey: photoOfOwner });
  const second = await verificationTokenFor(context, email);
  return { email, first, second, photoOfMallory, photoOfOwner };
}

test("two who sign up with one email can't sign in until a link and the password pick one account", async () => {
  const { email, first, second, photoOfMallory, photoOfOwner } = await signUpTwice();
  for (const password of [MALLORY, PASSWORD]) expect(await enter(email, password)).toBe("emailNotVerified");
  // Looking at links changes nothing, however often.
  for (const token of [first, second, first])
    expect(await findVerificationLink(db, token, context.now)).toMatchObject({ email, isVerified: false });
  expect([(await registrationsOf(email)).length, await userOf(email)]).toEqual([2, undefined]);

  // The owner opens the email that Mallory caused.
  expect(await verifyEmail(context, first, PASSWORD)).toMatchObject({ ok: true });
  expect(await userOf(email)).toMatchObject({ firstName: "Owner", photoKey: photoOfOwner });
  expect(await registrationsOf(email)).toEqual([]);
  expect([await isStillStaged(photoOfMallory), await isStillStaged(photoOfOwner)]).toEqual([true, false]);
  for (const token of [first, second]) {
    expect(await findVerificationLink(db, token, context.now)).toMatchObject({ isVerified: true });
    expect(await verifyEmail(context, token, MALLORY)).toMatchObject({ ok: false, reason: "alreadyVerified" });
  }
  expect(await enter(email, MALLORY)).toBe("wrongCredentials");
});

test("one of two accounts with one email, opened at once with both passwords, stays", async () => {
  const { email, first, second } = await signUpTwice();
  const results = await Promise.all([verifyEmail(context, first, MALLORY), verifyEmail(context, second, PASSWORD)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.find(({ ok }) => !ok)).toMatchObject({ reason: "alreadyVerified" });
  expect(await userOf(email)).toMatchObject({ firstName: results[0]!.ok ? "Mallory" : "Owner" });
  expect(
    await db.all(sql`select 1 from plumber_profiles where user_id = (select id from users where email = ${email})`),
  ).toHaveLength(1);
});

test("signing up with an account's email looks the same, changes nothing, and emails the owner", async () => {
  const owner = await createUser(context, "client", { passwordHash: await hashForTests(PASSWORD) });
  const before = await userOf(owner.email);
  const form = (email: string) => clientForm(email, { name: "Mallory", password: "another password" });
  expect(await register(context, form(owner.email))).toMatchObject({ ok: true });
  expect(await userOf(owner.email)).toEqual(before);
  const [email, ...others] = await emailsTo(context, owner.email);
  expect([email?.kind, others]).toEqual(["alreadyRegistered", []]);
  for (const link of ["/signin", "/forgot-password"]) expect(email?.text).toContain(`https://pombi.test${link}`);
  expect(email?.text).not.toContain("token=");
  // As with an email that has no account.
  const free = newEmail();
  await register(context, form(free));
  for (const email of [owner.email, free]) {
    expect(await enter(email, "another password")).toBe("emailNotVerified");
    expect(await enter(email, "wrong")).toBe("wrongCredentials");
  }
  expect(await enter(owner.email)).toBe("in");
});

test("all sign-ups with one email share a salt, even simultaneous ones: one scrypt checks them all", async () => {
  const owner = await createUser(context, "client", { passwordHash: await hashForTests(PASSWORD) });
  const free = newEmail();
  await Promise.all(
    [1, 2, 3].flatMap((turn) =>
      [owner.email, free].map((email) => register(context, clientForm(email, { password: `the password ${turn}` }))),
    ),
  );
  const saltOf = (hash: string) => hash.split("$")[4];
  const salts = async (email: string) =>
    new Set((await registrationsOf(email)).map(({ passwordHash }) => saltOf(passwordHash)));
  expect(await salts(owner.email)).toEqual(new Set([saltOf((await userOf(owner.email))!.passwordHash)]));
  expect((await salts(free)).size).toBe(1);
  expect(await salts(free)).not.toEqual(await salts(owner.email));
});

test("a photo reveals nothing about an email: a made-up or used one is refused for all, also at once", async () => {
  const owner = await createUser(context, "client");
  for (const email of [owner.email, newEmail()]) {
    expect(await register(context, plumberForm(email), { photoKey: newId() })).toEqual(PHOTO_GONE);
    const photoKey = await stagedPhoto();
    const results = await Promise.all([1, 2].map(() => register(context, plumberForm(email), { photoKey })));
    expect(results).toEqual(expect.arrayContaining([{ ok: true, id: expect.any(String) }, PHOTO_GONE]));
    expect(await register(context, plumberForm(newEmail()), { photoKey })).toEqual(PHOTO_GONE);
  }
});

test("a verification link works for 48 hours; a late or made-up one verifies and leaves nothing", async () => {
  const email = newEmail();
  await register(context, clientForm(email));
  const real = await verificationTokenFor(context, email);
  const before = await db.all(sql`select * from rate_limit_counters`);
  for (const [at, token] of [
    [contextAt(context.now + 48 * HOUR), real],
    [context, "made-up"],
  ] as const) {
    expect(await findVerificationLink(db, token, at.now)).toBeNull();
    expect(await verifyEmail(at, token, PASSWORD)).toEqual(LINK_INVALID);
    expect(await verifyByToken(at, token)).toEqual(LINK_INVALID);
  }
  expect(await db.all(sql`select * from rate_limit_counters`)).toEqual(before);
  expect(await verifyEmail(contextAt(context.now + 48 * HOUR - 1), real, PASSWORD)).toMatchObject({ ok: true });
});

test("a verification link is sent again only to an email someone signed up with; earlier ones keep working", async () => {
  const waiting = newEmail();
  const unknown = newEmail();
  const owner = await createUser(context, "client");
  await register(context, clientForm(waiting));
  const first = await verificationTokenFor(context, waiting);
  const redirectTo = "/plumbers";
  for (const [email, sent] of [[waiting, 2] as const, [unknown, 0] as const, [owner.email, 0] as const]) {
    expect(await resendVerification(context, email, redirectTo)).toEqual({ ok: true });
    expect(await emailsTo(context, email)).toHaveLength(sent);
  }
  const second = await verificationTokenFor(context, waiting);
  expect(await findVerificationLink(db, second, context.now)).toMatchObject({ redirectTo });
  expect(await verifyEmail(context, first, PASSWORD)).toMatchObject({ ok: true });

  // A person who signed up with a taken email is told again that there is an account.
  await register(context, clientForm(owner.email));
  await resendVerification(context, owner.email, null);
  const told = (await emailsTo(context, owner.email)).map(({ kind }) => kind);
  expect(told).toEqual(["alreadyRegistered", "alreadyRegistered"]);
  expect(await db.$count(verificationLinks, eq(verificationLinks.email, owner.email))).toBe(0);
});

test("a token alone makes its registration's account in the API, again too, and stands in no email", async () => {
  const email = newEmail();
  await register(context, clientForm(email, { name: "First", password: "the first password" }));
  const first = await verificationTokenFor(context, email);
  await register(context, clientForm(email, { name: "Second" }));
  const second = await verificationTokenFor(context, email);
  for (const _ of [1, 2]) expect(await verifyByToken(context, second)).toEqual({ ok: true });
  expect(await verifyByToken(context, first)).toEqual(LINK_INVALID);
  expect(await userOf(email)).toMatchObject({ firstName: "Second" });
  for (const { text, html } of await emailsTo(context, email)) expect(`${text}${html}`).not.toContain("/api/");
});

test("an unclaimed photo goes after a day, and cannot be claimed shortly before", async () => {
  const photoKey = await stagedPhoto();
  const other = await stagedPhoto();
  const late = contextAt(context.now + 23.5 * HOUR);
  expect(await register(late, plumberForm(newEmail()), { photoKey: other })).toEqual(PHOTO_GONE);
  await sweepStagedPhotos({ ...context, now: context.now + DAY - MINUTE });
  expect(await isStillStaged(photoKey)).toBe(true);
  await sweepStagedPhotos({ ...context, now: context.now + DAY });
  expect(await isStillStaged(photoKey)).toBe(false);
});

test("a registration goes after a week with its photo, but not while a link to it lives", async () => {
  const email = newEmail();
  const asked = newEmail();
  const photoKey = await stagedPhoto();
  await register(context, plumberForm(email), { photoKey });
  await register(context, clientForm(asked));
  await resendVerification(contextAt(context.now + 6 * DAY), asked, null);
  await deleteExpired(db, context.now + 7 * DAY - 1);
  expect([(await registrationsOf(email)).length, await isStillStaged(photoKey)]).toEqual([1, false]);
  await deleteExpired(db, context.now + 7 * DAY);
  expect([(await registrationsOf(email)).length, await isStillStaged(photoKey)]).toEqual([0, true]);
  expect(await registrationsOf(asked)).toHaveLength(1);
  await deleteExpired(db, context.now + 8 * DAY);
  expect(await registrationsOf(asked)).toEqual([]);
});

const wait = async (email = newEmail(), form = clientForm(email)) => {
  const made = await register(context, form);
  if (!made.ok) throw new Error(made.reason);
  return { id: made.id, email, role: form.role };
};
const change = (waiting: WaitingSignUp, email: string, password = PASSWORD, by = context) =>
  changeSignUpEmail(by, waiting, { email, password }, "/plumbers");

test("another email takes over a plumber's whole registration, and the first email's links end", async () => {
  const photoKey = await stagedPhoto();
  const wrong = newEmail();
  const made = await register(context, plumberForm(wrong, { phone: "0771234567" }), { photoKey });
  if (!made.ok) throw new Error(made.reason);
  const [before] = await registrationsOf(wrong);
  const token = await verificationTokenFor(context, wrong);
  const right = newEmail();
  const changed = await change({ id: made.id, email: wrong, role: "plumber" }, right);
  if (!changed.ok) throw new Error(changed.reason);
  const [after, ...others] = await registrationsOf(right);
  expect(after).toEqual({ ...before, id: changed.id, email: right, passwordHash: after!.passwordHash });
  expect([others, await registrationsOf(wrong)]).toEqual([[], []]);
  expect(await verifyEmail(context, token, PASSWORD)).toEqual(LINK_INVALID);
  const verified = await verifyEmail(context, await verificationTokenFor(context, right), PASSWORD);
  expect(verified).toMatchObject({ ok: true, redirectTo: "/plumbers", viewer: { role: "plumber" } });
  expect(await userOf(right)).toMatchObject({ photoKey, phone: "+263771234567" });
});

test("a change of email ends only the links of its own registration", async () => {
  const email = newEmail();
  await register(context, clientForm(email, { password: MALLORY }));
  const strangers = await verificationTokenFor(context, email);
  await change(await wait(email), newEmail());
  expect(await registrationsOf(email)).toHaveLength(1);
  expect(await verifyEmail(context, strangers, MALLORY)).toMatchObject({ ok: true });
});

test("a change of email to one that has an account gets the same result, and its owner a notice alone", async () => {
  const owner = await createUser(context, "client", { passwordHash: await hashForTests("the owner's own") });
  const free = newEmail();
  for (const email of [owner.email, free]) {
    expect(await change(await wait(), email)).toEqual({ ok: true, id: expect.any(String) });
    expect(await enter(email)).toBe("emailNotVerified");
    expect(await enter(email, "wrong")).toBe("wrongCredentials");
  }
  expect((await emailsTo(context, owner.email)).map(({ kind }) => kind)).toEqual(["alreadyRegistered"]);
  expect(await enter(owner.email, "the owner's own")).toBe("in");
  // One salt for an email's hashes (A6): two derivations at sign-in would tell.
  const salts = (await registrationsOf(owner.email)).map(({ passwordHash }) => passwordHash.split("$")[4]);
  const { passwordHash } = (await userOf(owner.email))!;
  expect(salts).toEqual([passwordHash!.split("$")[4]]);
});

test("a waiting sign-up's email changes only with its password, which may be guessed a few times", async () => {
  const waiting = await wait();
  const limited = contextAt(context.now, { limits: { ...LIMITS, verificationPerLink: { max: 2, minutes: 15 } } });
  const said: unknown[] = [];
  for (const password of ["a guess", "another", PASSWORD]) {
    const result = await change(waiting, newEmail(), password, limited);
    said.push(result.ok ? "changed" : result.reason);
  }
  expect(said).toEqual(["notSignUpPassword", "notSignUpPassword", "tooMany"]);
  expect(await registrationsOf(waiting.email)).toHaveLength(1);
});

test.each<{ what: string; limits: Partial<typeof LIMITS> }>([
  { what: "IP address", limits: { registrationPerAddress: { max: 0, minutes: 60 } } },
  { what: "email", limits: { registrationPerEmail: { max: 0, minutes: 60 } } },
])("a change of email counts as a sign-up of its $what, and emails no one beyond that", async ({ limits }) => {
  const waiting = await wait();
  const email = newEmail();
  const strict = contextAt(context.now, { limits: { ...LIMITS, ...limits } });
  expect(await change(waiting, email, PASSWORD, strict)).toMatchObject({ reason: "tooMany" });
  expect([await registrationsOf(email), await emailsTo(context, email)]).toEqual([[], []]);
});

test("a change of email works once: not again, not by another's name, and not after the email is verified", async () => {
  const over = { ok: false, reason: "signUpOver" };
  const waiting = await wait();
  const results = await Promise.all([change(waiting, newEmail()), change(waiting, newEmail())]);
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(results).toContainEqual(over);
  const other = await wait();
  expect(await change({ ...other, email: waiting.email }, newEmail())).toEqual(over);
  await verifyEmail(context, await verificationTokenFor(context, other.email), PASSWORD);
  expect(await change(other, newEmail())).toEqual(over);
});

test.each<{ what: string; reuse: (by: typeof context) => Promise<string> }>([
  {
    what: "A sign-up",
    reuse: async (by) => {
      const email = newEmail();
      await register({ ...by, formId: null }, clientForm(email, { password: MALLORY }));
      await register(by, clientForm(email, { password: MALLORY }));
      return email;
    },
  },
  {
    what: "A change of email",
    reuse: async (by) => {
      const { email } = await wait();
      await change(await wait(), email, PASSWORD, by);
      return email;
    },
  },
])("$what that reuses a forgotten form id mails no link of another email's registration", async ({ reuse }) => {
  const victim = newEmail();
  const formId = newId();
  await register({ ...context, formId }, clientForm(victim, { password: MALLORY }));
  const later = { ...contextAt(context.now + DAY), formId };
  await deleteExpired(db, later.now);
  const email = await reuse(later);
  const mailed = (await emailsTo(context, email)).map(({ text }) =>
    findVerificationLink(db, signUps.tokenIn(text), later.now),
  );
  expect((await Promise.all(mailed)).map((link) => link?.email)).toEqual([email, email]);
  expect(await db.$count(verificationLinks, eq(verificationLinks.email, victim))).toBe(1);
});

test("a right password of a waiting sign-up is no guess at it", async () => {
  const waiting = await wait();
  const countOf = async () =>
    (
      await db
        .select()
        .from(rateLimitCounters)
        .where(eq(rateLimitCounters.subject, `verificationPerLink:sign-up ${waiting.id}`))
    )[0]?.count;
  await change(waiting, newEmail(), "a guess");
  await change(waiting, newEmail());
  expect(await countOf()).toBe(1);
});

test("a change of email whose answer was lost is told the same id again, and sends one email", async () => {
  const waiting = await wait();
  const email = newEmail();
  const sent = { ...context, formId: newId() };
  const first = await change(waiting, email, PASSWORD, sent);
  expect(await change(waiting, email, PASSWORD, sent)).toEqual(first);
  expect([await registrationsOf(email), await emailsTo(context, email)].map(({ length }) => length)).toEqual([1, 1]);
  const victim = newEmail();
  expect(await change(waiting, victim, PASSWORD, sent)).toEqual({ ok: false, reason: "signUpOver" });
  const again = { ...context, formId: newId() };
  const form = clientForm(newEmail());
  expect(await register(again, form)).toEqual(await register(again, form));
});
