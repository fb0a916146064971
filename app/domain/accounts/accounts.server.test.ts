import { eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as schema from "~/db/schema";
import { insertBooking } from "../../../tests/support/money-rows";
import { addDevice, openSession, queueNotice } from "../../../tests/support/notices";
import { context, contextAt, createUser, db, hashForTests, NINE_O_CLOCK } from "../../../tests/support/users";
import { tokenOf } from "../../../tests/support/site";
import { clientForm, emailsTo, newEmail, plumberForm, register, tokenIn } from "../../../tests/support/sign-up";
import { makeAdmin, suspendUser } from "../admin/people/user-access.server";
import { addWebhook } from "../notices/webhooks/webhook-endpoints.server";
import { eraseUser } from "../personal-data/erasure.server";
import { DAY, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { registrationForm } from "./account-forms";
import { changePassword, requestPasswordReset, resetPassword } from "./password-changes.server";
import { type AdmittedPasswordCheck, beginPasswordCheck } from "./password-checks.server";
import { hashPassword } from "./passwords.server";
import { makePersonalToken } from "./program-access.server";
import { completeFactorResets } from "./second-factor/factor-set-up.server";
import { endAllSessions, extendSession, findSession } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { hashToken, readClaims, signClaims } from "./tokens.server";

const { answerLinks, notices, pendingSignIns, plumberProfiles, sessions, socketTickets, users } = schema;

const OLD = "the old password";
const owner = async () => createUser(context, "client", { passwordHash: await hashForTests(OLD) });
const enter = (email: string, password = OLD) => signIn(context, { email, password }, null);
const storedHashOf = async (id: string) =>
  (await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)))[0]!.hash;

const errorsOf = (fields: object) => {
  const parsed = registrationForm.safeParse(fields);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]).reverse());
};

test("sign-up refuses other roles, poor passwords and bad fees, and takes passwords as typed and fee 0", () => {
  for (const role of ["admin", "Admin", "owner", ""])
    expect(errorsOf({ role })).toEqual({ role: "Please choose client or plumber." });
  for (const password of ["1234567", "Password1", "x".repeat(129)])
    expect(errorsOf({ role: "client", password }), password).toHaveProperty("password");
  const noFee = "Please enter an amount from 0 to 10,000 with at most 2 decimals.";
  for (const fees of ["-1", "10000.01", "free"])
    expect(errorsOf({ role: "plumber", fees })).toMatchObject({ fees: noFee });
  expect(clientForm(newEmail(), { password: "  blanks count  " }).password).toBe("  blanks count  ");
  expect(plumberForm(newEmail(), { fees: "0" })).toMatchObject({ fees: 0 });
});

test("a suspended account is named to the right password alone", async () => {
  const { id, email } = await owner();
  await db.update(users).set({ suspendedAt: context.now }).where(eq(users.id, id));
  expect(await enter(email)).toMatchObject({ reason: "accountSuspended" });
  expect(await enter(email, "another one")).toMatchObject({ reason: "wrongCredentials" });
});

test("D1 keeps no token, only its hash; the claims are signed", async () => {
  const user = await owner();
  const { token } = (await enter(user.email)) as { token: string };
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(row?.tokenHash).toBe(await hashToken(token));
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await readClaims(context.sessionSecret, token)).toEqual({ id: user.id, role: "client" });
  expect(await readClaims(context.sessionSecret, token.replace(".client.", ".admin."))).toBeNull();
  expect(await readClaims(["another-secret-of-32-letters-or-so"], token)).toBeNull();
  for (const garbage of ["", ".", "a.b.c.d", "a.client.c.%%%", `${token}.x`])
    expect(await readClaims(context.sessionSecret, garbage)).toBeNull();
});

test("a hash of another cost opens the account, and is renewed at sign-in", async () => {
  const { id, email } = await createUser(context, "client", { passwordHash: await hashPassword(OLD) });
  expect(await storedHashOf(id)).toMatch(/^scrypt\$16384\$8\$5\$/);
  for (const _ of [1, 2]) {
    expect(await enter(email)).toMatchObject({ ok: true });
    expect(await storedHashOf(id)).toMatch(/^scrypt\$2\$1\$1\$/);
  }
});

async function openUserSession() {
  const user = await createUser(context, "client");
  return { user, token: await tokenOf(context, user) };
}
const sessionLives = async (token: string, user: { id: string; role: "client" }, now: number) =>
  (await findSession(db, token, user, now)) !== null;

test("a session ends after 7 days without use and after 30 in any case; use extends it once a day", async () => {
  const start = NINE_O_CLOCK;
  const { token, user } = await openUserSession();
  expect(await sessionLives(token, user, start + 7 * DAY - 1)).toBe(true);
  expect(await sessionLives(token, user, start + 7 * DAY)).toBe(false);
  const use = async (at: number) => {
    const found = (await findSession(db, token, user, at))!;
    await extendSession(db, found.user, found.refreshedAt, at);
    return (await findSession(db, token, user, at))!.refreshedAt;
  };
  expect(await use(start + DAY - 1)).toBe(start);
  for (let day = 6; day <= 30; day += 6) expect(await use(start + day * DAY - 1)).toBe(start + day * DAY - 1);
  expect(await sessionLives(token, user, start + 30 * DAY - 1)).toBe(true);
  expect(await sessionLives(token, user, start + 30 * DAY)).toBe(false);
});

test("a session ends when the role changes or the account is suspended, and opens for no other user", async () => {
  const other = await createUser(context, "client");
  for (const change of [{ role: "admin" as const }, { suspendedAt: 1 }]) {
    const { token, user } = await openUserSession();
    await db.update(users).set(change).where(eq(users.id, user.id));
    expect(await sessionLives(token, user, NINE_O_CLOCK + 1)).toBe(false);
  }
  for (const token of [(await openUserSession()).token, await signClaims(context.sessionSecret, other)])
    expect(await findSession(db, token, other, NINE_O_CLOCK + 1)).toBeNull();
});

test("a forgotten password is replaced once by the emailed link, within 30 minutes, and ends all sessions", async () => {
  const { id, email } = await owner();
  await enter(email);
  await requestPasswordReset(context, email);
  const token = tokenIn((await emailsTo(context, email))[0]?.text);
  const late = await resetPassword(contextAt(context.now + 30 * MINUTE), token, "a new password");
  expect(late).toEqual({ ok: false, reason: "linkInvalid" });
  const results = await Promise.all([1, 2, 3].map((turn) => resetPassword(context, token, `a new password ${turn}`)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  const winner = results.findIndex(({ ok }) => ok) + 1;
  expect([(await enter(email, `a new password ${winner}`)).ok, (await enter(email)).ok]).toEqual([true, false]);
});

test("a form of a new password whose answer was lost is answered as before, and another form is refused", async () => {
  const { email } = await owner();
  await requestPasswordReset(context, email);
  const token = tokenIn((await emailsTo(context, email))[0]?.text);
  const formId = newId();
  const reset = (by: string | null) => resetPassword({ ...context, formId: by }, token, "a new password");
  const atOnce = await Promise.all([reset(formId), reset(formId)]);
  expect(atOnce.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await reset(formId)).toEqual({ ok: true, deviceToken: null });
  for (const by of [null, newId()]) expect(await reset(by)).toEqual({ ok: false, reason: "linkInvalid" });
  expect((await emailsTo(context, email)).filter(({ kind }) => kind === "passwordChanged")).toHaveLength(1);
});

test("a form of a changed password whose answer was lost is answered as before", async () => {
  const user = await owner();
  const { token } = (await enter(user.email)) as { token: string };
  const confirmed = (await findSession(db, token, user, context.now))!.user;
  const send = async (formId: string | null) => {
    const begun = (await beginPasswordCheck(context, confirmed.sessionHash, user.id)) as AdmittedPasswordCheck;
    return changePassword({ ...context, formId }, confirmed, begun, { current: OLD, next: "the new password" });
  };
  const formId = newId();
  for (const deviceToken of [expect.any(String), null]) expect(await send(formId)).toEqual({ ok: true, deviceToken });
  expect(await send(newId())).toEqual({ ok: false, reason: "wrongPassword" });
});

test("a forgotten password of an unknown or unverified email sends nothing", async () => {
  const unverified = newEmail();
  const unknown = newEmail();
  await register(context, clientForm(unverified));
  for (const email of [unverified, unknown]) expect(await requestPasswordReset(context, email)).toEqual({ ok: true });
  expect((await emailsTo(context, unverified)).map(({ kind }) => kind)).toEqual(["verification"]);
  expect(await emailsTo(context, unknown)).toEqual([]);
});

test("changing the password needs the current one, ends the other sessions and keeps this one", async () => {
  const user = await owner();
  const open = async () => ((await enter(user.email)) as { token: string }).token;
  const here = await open();
  const there = await open();
  const confirmed = (await findSession(db, here, user, context.now))!.user;
  const begun = (await beginPasswordCheck(context, confirmed.sessionHash, user.id)) as AdmittedPasswordCheck;
  const change = (current: string) => changePassword(context, confirmed, begun, { current, next: "the new password" });
  expect(await change("wrong")).toEqual({ ok: false, reason: "wrongPassword" });
  expect(await change(OLD)).toMatchObject({ ok: true });
  expect(await findSession(db, here, user, context.now)).not.toBeNull();
  expect(await findSession(db, there, user, context.now)).toBeNull();
  expect((await emailsTo(context, user.email)).map(({ kind }) => kind)).toEqual(["passwordChanged"]);
});

/** By table: the condition under which a row of a user (`id`) still gives access. */
const ACCESS = {
  sessions: (id: string) => sql`user_id = ${id}`,
  socket_tickets: (id: string) => sql`session_hash in (select token_hash from sessions where user_id = ${id})`,
  push_devices: (id: string) => sql`user_id = ${id}`,
  pending_sign_ins: (id: string) => sql`user_id = ${id}`,
  password_reset_links: (id: string) => sql`user_id = ${id} and used_at is null`,
  personal_tokens: (id: string) => sql`user_id = ${id}`,
  webhook_endpoints: (id: string) => sql`user_id = ${id}`,
  answer_links: (id: string) => sql`plumber_id = ${id} and expires_at > created_at`,
  plumber_profiles: (id: string) => sql`user_id = ${id} and calendar_token_hash is not null`,
};
/** Secrets that open no account by themselves: of passwords and factors, sign-ups, phones, who has no account yet. */
const OTHER_SECRETS = [
  "users",
  "authenticator_apps",
  "recovery_codes",
  "registrations",
  "verification_links",
  "claim_links",
  "phone_codes",
  "idempotent_requests",
];

async function left(id: string) {
  const tables = [];
  for (const [table, isOpen] of Object.entries(ACCESS))
    if ((await db.all(sql`select 1 from ${sql.raw(table)} where ${isOpen(id)}`)).length > 0) tables.push(table);
  return tables;
}

async function plumberWithEverything() {
  const plumber = await createUser(context, "plumber", { passwordHash: await hashForTests(OLD) });
  const { id: userId } = plumber;
  await addDevice(context, plumber);
  const sessionHash = await openSession(context, plumber);
  const later = context.now + DAY;
  await db.insert(socketTickets).values({ ticketHash: newId(), sessionHash, expiresAt: later });
  await db.insert(pendingSignIns).values({ tokenHash: newId(), userId, passwordHash: "any", expiresAt: later });
  const signedIn = { ...plumber, sessionHash };
  await makePersonalToken(context, signedIn, { name: "My script", scopes: ["read"] });
  const hook = { url: "https://hooks.example.com/", topics: ["messages" as const] };
  const webhook = await addWebhook(context, signedIn, hook, false);
  if (!webhook.ok) throw new Error(webhook.reason);
  await queueNotice(context, { channel: "webhook", recipient: webhook.id, userId });
  const { id: clientId } = await createUser(context, "client");
  const bookingId = await insertBooking(context, { clientId, plumberId: userId, status: "cancelled", startsAt: later });
  const link = { tokenHash: newId(), bookingId, plumberId: userId, createdAt: context.now, expiresAt: later };
  await db.insert(answerLinks).values(link);
  await db.update(plumberProfiles).set({ calendarTokenHash: newId() }).where(eq(plumberProfiles.userId, userId));
  await requestPasswordReset(context, plumber.email);
  return { ...plumber, sessionHash };
}

const ENDS: Record<string, (user: Awaited<ReturnType<typeof plumberWithEverything>>) => Promise<unknown>> = {
  "signing out everywhere": (user) => endAllSessions(context, user),
  "a new password by email": async ({ email }) =>
    resetPassword(context, tokenIn((await emailsTo(context, email)).find(hasLink)?.text), "a new password"),
  "a changed password": async (user) => {
    const { id, sessionHash } = user;
    const check = { ok: true, storedHash: await storedHashOf(id) } as AdmittedPasswordCheck;
    await changePassword(context, user, check, { current: OLD, next: "a new password" });
    expect(await db.$count(sessions, eq(sessions.tokenHash, sessionHash))).toBe(1);
    await db.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
  },
  suspension: async ({ id }) => suspendUser(context, await createUser(context, "admin"), id, "Did not come"),
  "another role": async ({ id }) => makeAdmin(context, await createUser(context, "admin"), id),
  "a second factor that was taken": async ({ id }) => {
    const { id: startedBy } = await createUser(context, "admin");
    await db.insert(schema.secondFactorResets).values({ userId: id, startedBy, startedAt: 0, dueAt: 0 });
    await completeFactorResets(context);
  },
  erasure: async (user) =>
    eraseUser(context, await createUser(context, "admin"), { ...user, isErased: false }, "They asked us to"),
};
const hasLink = ({ text }: { text: string | null }) => text?.includes("/reset-password?token=") ?? false;

test.each(Object.entries(ENDS))("all access to an account, and to no other, ends by %s", async (_, end) => {
  const user = await plumberWithEverything();
  const other = await plumberWithEverything();
  expect(await left(user.id)).toEqual(Object.keys(ACCESS));
  await end(user);
  expect(await left(user.id)).toEqual([]);
  expect(await db.$count(notices, sql`user_id = ${user.id} and channel = 'webhook' and status = 'queued'`)).toBe(0);
  expect(await left(other.id)).toEqual(Object.keys(ACCESS));
});

test("the list of accesses has every table that keeps a secret", () => {
  const tables = Object.values<unknown>(schema).filter((one) => is(one, SQLiteTable));
  const keepSecrets = tables.filter((table) =>
    Object.values(getTableColumns(table)).some(({ name }) => /hash$|secret$|^endpoint$/i.test(name)),
  );
  const known = [...Object.keys(ACCESS), ...OTHER_SECRETS];
  expect(keepSecrets.map(getTableName).sort()).toEqual(known.sort());
});
