import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, pushDevices, sessions } from "~/db/schema";
import { listShownPushes, receivePush, subscribeToStandIn } from "~/http/push-stand-in.server";
import { env } from "../../../../tests/support/env";
import * as support from "../../../../tests/support/notices";
import { createUser, contextAt } from "../../../../tests/support/users";
import { listUndelivered } from "../../admin/desk/system-health.server";
import { sendDueNotices } from "../../outbox/outbox.server";
import { LIMITS } from "../../rate-limits/limits";
import { HOUR, MINUTE } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { addPushDevice, hasPushDevice, listPushDevices, pushSender, testPushDevice } from "./push-devices.server";

const { SHORT } = support;
const context = contextAt();
const { db, now } = context;

/** Someone in a new session of theirs. */
const signIn = async (user: AuthenticatedUser): Promise<AuthenticatedUser> => ({
  ...user,
  sessionHash: await support.openSession(context, user),
});
const subscription = (answer: string | null = null) => subscribeToStandIn(context.origin, answer);
const devices = () => db.select().from(pushDevices);
const add = async (user: AuthenticatedUser, at = now, given = subscription(), limits = LIMITS) =>
  addPushDevice({ ...context, now: at, limits }, user, await given);
const rudo = await signIn(await createUser(context, "client"));
const tendai = await signIn(await createUser(context, "plumber"));

test("a device belongs to the session that added it", async () => {
  const added = await add(rudo);
  expect(added).toEqual({ ok: true, id: expect.any(String) });
  expect(await listPushDevices(db, rudo.id)).toEqual([
    { id: added.ok && added.id, name: "Chrome on Android", createdAt: now, sessionHash: rudo.sessionHash },
  ]);
  expect(await hasPushDevice(db, rudo.sessionHash)).toBe(true);
  expect(await hasPushDevice(db, tendai.sessionHash)).toBe(false);
});

test("the same endpoint again keeps its row, with its new keys", async () => {
  const first = await subscription();
  const added = await add(rudo, now, Promise.resolve(first));
  const renewed = { ...(await subscription()), endpoint: first.endpoint };
  expect(await add(rudo, now + 1, Promise.resolve(renewed))).toEqual(added);
  expect(await devices()).toMatchObject([{ p256dh: renewed.p256dh, createdAt: now + 1 }]);
});

test("one that changed hands belongs to whoever is signed in on it now; a session has one", async () => {
  const phone = subscription();
  const added = await add(rudo, now, phone);
  expect(await add(tendai, now, phone)).toEqual(added);
  expect(await devices()).toMatchObject([{ userId: tendai.id, sessionHash: tendai.sessionHash }]);
  await add(tendai);
  expect(await devices()).toHaveLength(1);
});

test("the oldest of eleven devices is removed, and no one else's", async () => {
  await add(tendai);
  for (let turn = 0; turn < 11; turn++) await add(await signIn(rudo), now + turn);
  const kept = await listPushDevices(db, rudo.id);
  expect(kept.map(({ createdAt }) => createdAt - now)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await listPushDevices(db, tendai.id)).toHaveLength(1);
});

test("two sessions that add one endpoint at once leave one row", async () => {
  const phone = subscription();
  const added = await Promise.all([add(rudo, now, phone), add(tendai, now, phone), add(rudo, now, phone)]);
  expect(added.every(({ ok }) => ok)).toBe(true);
  expect(await devices()).toHaveLength(1);
});

test("a session that has just ended adds none", async () => {
  await db.delete(sessions);
  expect(await add(rudo)).toEqual({ ok: false, reason: "deviceNotFound" });
  expect(await devices()).toEqual([]);
});

test("a test goes to one's own device, and expires after five minutes", async () => {
  const added = await add(rudo);
  const device = { id: added.ok ? added.id : "", path: "/client-dashboard/settings/notifications" };
  expect(await testPushDevice(context, rudo, device)).toEqual({ ok: true });
  expect(await db.select().from(notices)).toMatchObject([
    { kind: "pushTest", channel: "push", recipient: device.id, userId: rudo.id, expiresAt: now + 5 * MINUTE },
  ]);
});

const keys = { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY, subject: env.VAPID_SUBJECT };

const shown = () => listShownPushes().map(({ payload }) => payload.notification.title);

/** Sends what is due, with the stand-in in place of the network. */
const send = (at = now, fetch = (url: string, init: RequestInit) => receivePush(new Request(url, init), at)) =>
  sendDueNotices(contextAt(at), { push: pushSender(db, { keys, origin: context.origin, clock: () => at, fetch }) });
const addDevice = async (answer: string | null = null) =>
  support.addDevice(context, tendai, await subscription(answer));
const queue = (recipient: string, more: Partial<typeof notices.$inferInsert> = {}) =>
  support.queueNotice(context, { topic: "requests", channel: "push", recipient, userId: tendai.id, ...more });
const rows = () => db.select().from(notices);

test("a device shows what the Worker sent, encrypted for it alone and signed by us", async () => {
  await queue(await addDevice(), { id: "n1", expiresAt: now + 2 * HOUR });
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(listShownPushes()[0]).toMatchObject({
    payload: {
      web_push: 8030,
      notification: {
        title: SHORT.title,
        body: SHORT.body,
        navigate: `${context.origin}${SHORT.path}`,
        tag: "b1",
        data: "n1",
      },
    },
    ttl: 7200,
    urgency: "high",
    topic: expect.stringMatching(/^[\w-]{32}$/),
  });
  expect(listShownPushes()[0]!.bytes).toBeLessThanOrEqual(1024);
  expect(await rows()).toMatchObject([{ status: "sent", words: null }]);
});

test("notices of one tag have one topic, others another; only requests are urgent", async () => {
  const device = await addDevice();
  await queue(device);
  await queue(device, { topic: "changes" });
  await queue(device, { words: JSON.stringify({ ...SHORT, tag: "b2" }) });
  await send();
  const [one, two, three] = listShownPushes()
    .slice(0, 3)
    .sort((a, b) => a.payload.notification.tag.localeCompare(b.payload.notification.tag));
  expect(one!.topic).toBe(two!.topic);
  expect(three!.topic).not.toBe(one!.topic);
  expect([one!.urgency, two!.urgency].sort()).toEqual(["high", "normal"]);
  expect(one!.ttl).toBe(24 * 3600);
});

test("devices that are gone are deleted, and the others show the notice", async () => {
  const here = await addDevice();
  const gone = await addDevice("410");
  const unknown = await addDevice("404");
  for (const device of [here, gone, unknown]) await queue(device);
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(await devices()).toMatchObject([{ id: here }]);
  expect((await rows()).find(({ recipient }) => recipient === gone)).toMatchObject({
    status: "dropped",
    attempts: 1,
    lastError: "The push service no longer knows the device.",
    lastErrorCode: "410",
    words: null,
  });
  expect(await listUndelivered(db, now)).toEqual([]);
});

test("a push service's 429 waits as long as it says and uses up no attempt", async () => {
  await queue(await addDevice("429"));
  await send();
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 0, nextAttemptAt: now + 2 * MINUTE }]);
});

test("a push service's wait that is none, or of days, is a minute, or an hour", async () => {
  const waiting = (after: string) => async () => new Response(null, { status: 429, headers: { "Retry-After": after } });
  await queue(await addDevice());
  await send(now, waiting("Wed, 21 Oct 2026 07:28:00 GMT"));
  expect(await rows()).toMatchObject([{ nextAttemptAt: now + MINUTE }]);
  await send(now + MINUTE, waiting("999999"));
  expect(await rows()).toMatchObject([{ nextAttemptAt: now + MINUTE + HOUR }]);
});

test("a push service's 500 is tried again, and then shown once", async () => {
  await queue(await addDevice("500"));
  await send();
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, nextAttemptAt: now + MINUTE }]);
  expect(await devices()).toHaveLength(1);
  await db.update(pushDevices).set(await subscription());
  const before = shown().length;
  await send(now + MINUTE);
  await send(now + 2 * MINUTE);
  expect(shown().length).toBe(before + 1);
});

test("a push service's redirect is not followed", async () => {
  await queue(await addDevice());
  let modes: unknown;
  await send(now, async (_, { redirect }) => {
    modes = redirect;
    return new Response(null, { status: 307, headers: { Location: "https://evil.test/" } });
  });
  expect(modes).toBe("manual");
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, lastErrorCode: "307" }]);
});

test.each([
  ["that has changed hands", () => db.update(pushDevices).set({ userId: rudo.id }), 1],
  ["whose session has ended", () => db.delete(sessions).where(eq(sessions.userId, tendai.id)), 0],
])("a device %s shows nothing of its former user; what was queued for it goes nowhere", async (_, end, left) => {
  await queue(await addDevice());
  await end();
  expect(await devices()).toHaveLength(left);
  const before = shown().length;
  expect(await send()).toEqual({ sent: 0, failed: 0 });
  expect(shown().length).toBe(before);
  expect(await rows()).toMatchObject([{ status: "dropped", lastError: "The device was removed." }]);
});
