import { expect, test } from "vitest";
import { notices, pushDevices, sessions } from "~/db/schema";
import { subscribeToStandIn } from "~/http/push-stand-in.server";
import { contextAt } from "../../../../tests/support/context";
import { openSession } from "../../../../tests/support/notices";
import { createUser } from "../../../../tests/support/users";
import { LIMITS } from "../../rate-limits/limits";
import { MINUTE } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { addPushDevice, hasPushDevice, listPushDevices, removePushDevice, testPushDevice } from "./push-devices.server";

const room = { max: 3, minutes: 60 };
const context = contextAt(undefined, { limits: { ...LIMITS, pushTestPerUser: room } });
const { db, now } = context;

/** Someone in a new session of theirs. */
const signIn = async (user: AuthenticatedUser): Promise<AuthenticatedUser> => ({
  ...user,
  sessionHash: await openSession(context, user),
});
const subscription = () => subscribeToStandIn(context.origin, null);
const rows = () => db.select().from(pushDevices);
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
  expect(await rows()).toMatchObject([{ p256dh: renewed.p256dh, createdAt: now + 1 }]);
});

test("one that changed hands belongs to whoever is signed in on it now; a session has one", async () => {
  const phone = subscription();
  const added = await add(rudo, now, phone);
  expect(await add(tendai, now, phone)).toEqual(added);
  expect(await rows()).toMatchObject([{ userId: tendai.id, sessionHash: tendai.sessionHash }]);
  await add(tendai);
  expect(await rows()).toHaveLength(1);
});

test("of eleven devices the oldest goes, and nobody else's", async () => {
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
  expect(await rows()).toHaveLength(1);
});

test("a session that has just ended adds none", async () => {
  await db.delete(sessions);
  expect(await add(rudo)).toEqual({ ok: false, reason: "deviceNotFound" });
  expect(await rows()).toEqual([]);
});

test("beyond so many an hour a user adds none, and what they have stays", async () => {
  const limits = { ...LIMITS, pushDevicePerUser: room };
  for (let turn = 0; turn < 3; turn++) await add(rudo, now, subscription(), limits);
  const [last] = await rows();
  expect(await add(rudo, now, subscription(), limits)).toMatchObject({ ok: false, reason: "tooMany" });
  expect(await rows()).toEqual([last]);
});

test("someone removes their own devices only, and twice is fine", async () => {
  const added = await add(rudo);
  const id = added.ok ? added.id : "";
  await removePushDevice(context, tendai, id);
  expect(await rows()).toHaveLength(1);
  await removePushDevice(context, rudo, id);
  await removePushDevice(context, rudo, id);
  expect(await rows()).toEqual([]);
});

test("a test goes to one device of one's own, is worth nothing after five minutes, and is refused beyond so many an hour", async () => {
  const added = await add(rudo);
  const device = { id: added.ok ? added.id : "", path: "/client-dashboard/settings/notifications" };
  expect(await testPushDevice(context, tendai, device)).toEqual({ ok: false, reason: "deviceNotFound" });
  expect(await testPushDevice(context, rudo, device)).toEqual({ ok: true });
  expect(await db.select().from(notices)).toMatchObject([
    { kind: "pushTest", channel: "push", recipient: device.id, userId: rudo.id, expiresAt: now + 5 * MINUTE },
  ]);
  for (let turn = 0; turn < 2; turn++) expect(await testPushDevice(context, rudo, device)).toEqual({ ok: true });
  expect(await testPushDevice(context, rudo, device)).toMatchObject({ reason: "tooMany" });
  expect(await db.$count(notices)).toBe(3);
});
