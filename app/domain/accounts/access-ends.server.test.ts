import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerLinks, bookings, claimLinks, passkeys, notices, pendingSignIns, sessions, users } from "~/db/schema";
import { openDatabase } from "~/db/client.server";
import { interruptedD1 } from "../../../tests/support/failing-d1";
import { insertBooking } from "../../../tests/support/money-rows";
import * as factors from "../../../tests/support/second-factor";
import { emailsTo, PASSWORD } from "../../../tests/support/sign-up";
import * as support from "../../../tests/support/users";
import { suspendUser } from "../admin/people/user-access.server";
import { renewCalendarFeed } from "../bookings/calendar/calendar-feed.server";
import { addPushDevice } from "../notices/push/push-devices.server";
import { addWebhook } from "../notices/webhooks/webhook-endpoints.server";
import { DAY, MINUTE } from "../time/harare";
import { emailClaimLink } from "./claim-links.server";
import { changePassword } from "./password-changes.server";
import { type AdmittedPasswordCheck, beginPasswordCheck } from "./password-checks.server";
import { issueSocketTicket, makePersonalToken } from "./program-access.server";
import { createdPasskey } from "./second-factor/factor-answers";
import { addPasskey } from "./second-factor/factor-set-up.server";
import { endAllSessions, findAccess } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { newEmailedToken } from "./tokens.server";
import { answerByLink } from "../bookings/commands/answer-links.server";
import { keepAnswerLink } from "../bookings/commands/kept-answer-links.server";

const { context, createCaller, createUser, db, hashForTests, hashOf, now, signedIn } = support;
const passwordHash = await hashForTests(PASSWORD);

/** A plumber as they were confirmed in a session that is open. */
async function confirmed() {
  const plumber = await createUser(context, "plumber", { passwordHash });
  return { ...plumber, sessionHash: await hashOf(await signedIn(context, plumber)) };
}
type Confirmed = Awaited<ReturnType<typeof confirmed>>;

async function choosePassword(user: Confirmed, next = "another password") {
  const sessionHash = await hashOf(await signedIn(context, user));
  const begun = await beginPasswordCheck(context, sessionHash, user.id);
  if (!begun.ok) throw new Error(begun.reason);
  return changePassword(context, { ...user, sessionHash }, begun, { current: PASSWORD, next });
}

const ENDS: Record<string, (user: Confirmed) => Promise<unknown>> = {
  "signing out everywhere": (user) => endAllSessions(context, user),
  "a new password in another session": (user) => choosePassword(user),
  suspension: async ({ id }) => suspendUser(context, await createUser(context, "admin"), id, "R"),
};

const TOKEN = { name: "My script", scopes: ["read" as const] };
const HOOK = { url: "https://hooks.example.com/", topics: ["messages" as const] };
const PUSH = { endpoint: "https://fcm.googleapis.com/fcm/send/x", p256dh: "key", auth: "auth" };

/** By act: gives access, as a user who was confirmed before; answers why it did not. */
const ACTS: Record<string, [reason: string, act: (user: Confirmed) => Promise<object>]> = {
  "a personal token": ["sessionEnded", (user) => makePersonalToken(context, user, TOKEN)],
  "a webhook": ["sessionEnded", (user) => addWebhook(context, user, HOOK, false)],
  "a calendar link": ["sessionEnded", (user) => renewCalendarFeed(context, user)],
  "a device": ["deviceNotFound", (user) => addPushDevice(context, user, PUSH)],
};

const accessOf = async ({ id }: Confirmed) => {
  const { sessions, ...counts } = await findAccess(context, id, "");
  return { ...counts, devices: sessions.filter(({ getsPush }) => getsPush).length };
};
const NONE = { tokens: 0, webhooks: 0, calendarLinks: 0, answerLinks: 0, devices: 0 };

test.each(Object.keys(ENDS))("nothing is made by a user who was confirmed just before %s", async (end) => {
  for (const [name, [reason, act]] of Object.entries(ACTS)) {
    const user = await confirmed();
    // Counted before: what the limit alone refuses is not refused by the end.
    expect(await act(user), name).toMatchObject({ ok: true });
    await ENDS[end]!(user);
    const result = await act(user);
    expect([result, await accessOf(user)], name).toMatchObject([{ ok: false, reason }, NONE]);
  }
  const user = await confirmed();
  await ENDS[end]!(user);
  const ticket = await issueSocketTicket(context, user);
  expect(await db.all(sql`select 1 from socket_tickets where session_hash = ${user.sessionHash}`), "ticket").toEqual(
    [],
  );
  expect(ticket).toMatchObject({ ok: true });
});

test.each(Object.keys(ENDS))("no factor and no new password is left by a session that ended in %s", async (end) => {
  const user = await confirmed();
  const { create } = await factors.newAuthenticator(context.origin);
  const challenge = await factors.challengeFor(context, user.id, "create");
  const begun = await beginPasswordCheck(context, user.sessionHash, user.id);
  const change = { current: PASSWORD, next: "a thief's password" };
  await ENDS[end]!(user);
  const made = createdPasskey.parse(await create(challenge));
  expect(await addPasskey(context, user, made, "Phone")).toMatchObject({ ok: false });
  expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
  const check = begun as AdmittedPasswordCheck;
  expect(await changePassword(context, user, check, change)).toMatchObject({ reason: "wrongPassword" });
});

/** The context in which something happens while the password is hashed. */
const whileHashing = (happens: () => Promise<unknown>): typeof context => ({
  ...context,
  hashing: { ...context.hashing, takeTurn: async () => (await happens(), null) },
});

test.each(Object.keys(ENDS))(
  "a sign-in that began before %s opens nothing, with a second step or without",
  async (end) => {
    for (const hasFactor of [false, true]) {
      const user = await confirmed();
      if (hasFactor) await factors.setUpApp(context, user);
      const entering = whileHashing(async () => {
        await ENDS[end]!(user);
        await db.delete(sessions).where(eq(sessions.userId, user.id));
      });
      const credentials = { email: user.email, password: PASSWORD };
      expect(await signIn(entering, credentials, null), String(hasFactor)).toMatchObject({
        reason: "wrongCredentials",
      });
      const isTheirs = sql`user_id = ${user.id}`;
      expect([await db.$count(sessions, isTheirs), await db.$count(pendingSignIns, isTheirs)]).toEqual([0, 0]);
    }
  },
);

test("a browser that was remembered in the moment of an end of access is a stranger, whatever its clock", async () => {
  const user = await confirmed();
  const later = { ...context, now: now + MINUTE };
  // Two ends of one instant are told apart.
  for (let end = 0; end < 2; end += 1) {
    const entered = (await signIn(later, { email: user.email, password: PASSWORD }, null)) as { deviceToken: string };
    await endAllSessions(context, user);
    const again = await signIn(later, { email: user.email, password: PASSWORD }, entered.deviceToken);
    expect(again).toMatchObject({ ok: true });
    expect(again).not.toMatchObject({ deviceToken: entered.deviceToken });
  }
});

test("an answer link is made for the plumber who has the request, and not while they are suspended", async () => {
  const { id: clientId } = await createUser(context, "client");
  const plumber = await confirmed();
  const other = await confirmed();
  const startsAt = now + DAY;
  const id = await insertBooking(context, { clientId, plumberId: plumber.id, status: "pending", startsAt });
  const keep = async (plumberId: string) =>
    keepAnswerLink(context, await newEmailedToken(), { id, startsAt }, plumberId, sql`true`);
  const made = () => db.$count(answerLinks, eq(answerLinks.bookingId, id));
  await keep(other.id).then((link) => link);
  expect(await made()).toBe(0);
  await keep(plumber.id).then((link) => link);
  expect(await made()).toBe(1);
  await db.delete(answerLinks);
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
  await keep(plumber.id).then((link) => link);
  expect(await made()).toBe(0);
});

test.each([
  ["signing out everywhere", "answerLinkEnded"],
  ["suspension", "accountSuspended"],
])("a request is not answered by a link that ended by %s in that moment", async (end, reason) => {
  const { id: clientId } = await createUser(context, "client");
  const plumber = await confirmed();
  const startsAt = now + DAY;
  const id = await insertBooking(context, { clientId, plumberId: plumber.id, status: "pending", startsAt });
  const emailed = await newEmailedToken();
  await keepAnswerLink(context, emailed, { id, startsAt }, plumber.id, sql`true`).then((link) => link);
  const d1 = interruptedD1("update bookings set status", () => ENDS[end]!(plumber));
  const interrupted = { ...context, db: openDatabase(d1) };
  expect(await answerByLink(interrupted, emailed.token, "confirm", null)).toMatchObject({ ok: false, reason });
  const [booking] = await db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id));
  expect(booking).toEqual({ status: "pending" });
});

test("a claim link ends with a suspension, and none is made for a suspended caller", async () => {
  const { id: userId } = await createCaller(context);
  const email = "caller@example.test";
  const left = () => db.$count(claimLinks, eq(claimLinks.userId, userId));
  const send = async () => {
    const { earlier, claimLink, offer } = emailClaimLink(
      context,
      { userId, email, ...(await newEmailedToken()) },
      sql`true`,
    );
    await db.batch([earlier, claimLink, offer]);
  };
  await send();
  expect(await left()).toBe(1);
  await suspendUser(context, await createUser(context, "admin"), userId, "R");
  expect(await left()).toBe(0);
  await send();
  expect([await left(), (await emailsTo(context, email)).length]).toEqual([0, 1]);
});

test("one email tells of the tokens and webhooks of ten minutes, and names each", async () => {
  const user = await confirmed();
  const subjects = async () => (await emailsTo(context, user.email)).map(({ subject }) => subject);
  const add = () => addWebhook(context, user, HOOK, false);
  await makePersonalToken(context, user, TOKEN);
  expect(await subjects()).toEqual(["A personal token was added to your Pombi account"]);
  await db.update(notices).set({ status: "sent", sentAt: now }).where(eq(notices.userId, user.id));
  for (const act of [add, add, () => makePersonalToken(context, user, TOKEN)]) await act();
  const [joined, ...rest] = await emailsTo(context, user.email);
  expect([joined!.subject, rest.length]).toEqual(["3 tokens and webhooks were added to your Pombi account", 1]);
  expect(joined!.text!.match(/A (webhook|personal token) was added/g)).toHaveLength(3);
  expect(joined!.nextAttemptAt).toBe(now + 10 * MINUTE);
});
