import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { notices, pushDevices, sessions } from "~/db/schema";
import { listShownPushes, receivePush, subscribeToStandIn } from "~/http/push-stand-in.server";
import { contextAt } from "../../../../tests/support/context";
import { env } from "../../../../tests/support/env";
import * as support from "../../../../tests/support/notices";
import { createUser } from "../../../../tests/support/users";
import { listUndelivered } from "../../admin/desk/system-health.server";
import { HOUR, MINUTE } from "../../time/harare";
import { sendDueNotices } from "../../outbox/outbox.server";
import { pushSender } from "./push-sender.server";

const context = contextAt();
const { db, now } = context;
const ORIGIN = env.ORIGIN;
const keys = { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY, subject: env.VAPID_SUBJECT };

const SHORT = {
  title: "Rudo wants to book you",
  body: "Tue 24 Nov, 10:30 am",
  path: "/plumber-dashboard/jobs/b1",
  tag: "b1",
};
const shown = () => listShownPushes().map(({ payload }) => payload.notification.title);

/** Sends what is due, with the stand-in in place of the network. */
const send = (at = now, fetch = (url: string, init: RequestInit) => receivePush(new Request(url, init), at)) =>
  sendDueNotices(contextAt(at), { push: pushSender(db, { keys, origin: ORIGIN, clock: () => at, fetch }) });
const addDevice = async (answer: string | null = null) =>
  support.addDevice(context, user, await subscribeToStandIn(ORIGIN, answer));
const queue = (recipient: string, more: Partial<typeof notices.$inferInsert> = {}) =>
  support.queueNotice(context, {
    topic: "requests",
    channel: "push",
    recipient,
    userId: user.id,
    words: JSON.stringify(SHORT),
    ...more,
  });
const rows = () => db.select().from(notices);
const devices = () => db.select().from(pushDevices);

const user = await createUser(context, "plumber");

test("what the Worker sends is what the device shows, encrypted for it alone and signed by us", async () => {
  await queue(await addDevice(), { id: "n1", expiresAt: now + 2 * HOUR });
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(listShownPushes()[0]).toMatchObject({
    payload: {
      web_push: 8030,
      notification: {
        title: SHORT.title,
        body: SHORT.body,
        navigate: `${ORIGIN}${SHORT.path}`,
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
  const [here, gone, unknown] = [await addDevice(), await addDevice("410"), await addDevice("404")];
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

describe("by the push service's answer", () => {
  test("429 waits as long as it says and uses up no attempt", async () => {
    await queue(await addDevice("429"));
    await send();
    expect(await rows()).toMatchObject([{ status: "queued", attempts: 0, nextAttemptAt: now + 2 * MINUTE }]);
  });

  test("a wait that is none, or of days, is a minute, or an hour", async () => {
    const waiting = (after: string) => async () =>
      new Response(null, { status: 429, headers: { "Retry-After": after } });
    await queue(await addDevice());
    await send(now, waiting("Wed, 21 Oct 2026 07:28:00 GMT"));
    expect(await rows()).toMatchObject([{ nextAttemptAt: now + MINUTE }]);
    await send(now + MINUTE, waiting("999999"));
    expect(await rows()).toMatchObject([{ nextAttemptAt: now + MINUTE + HOUR }]);
  });

  test("500 is tried again, and then shown once", async () => {
    await queue(await addDevice("500"));
    await send();
    expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, nextAttemptAt: now + MINUTE }]);
    expect(await devices()).toHaveLength(1);
    const healthy = await subscribeToStandIn(ORIGIN, null);
    await db.update(pushDevices).set(healthy);
    const before = shown().length;
    await send(now + MINUTE);
    await send(now + 2 * MINUTE);
    expect(shown().length).toBe(before + 1);
  });

  test("a redirect is not followed", async () => {
    await queue(await addDevice());
    let modes: unknown;
    await send(now, async (_, { redirect }) => {
      modes = redirect;
      return new Response(null, { status: 307, headers: { Location: "https://evil.test/" } });
    });
    expect(modes).toBe("manual");
    expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, lastErrorCode: "307" }]);
  });
});

test("a device that has changed hands shows nothing of its former user", async () => {
  const id = await addDevice();
  await queue(id);
  const other = await createUser(context, "plumber");
  await db.update(pushDevices).set({ userId: other.id });
  const before = shown().length;
  await send();
  expect(shown().length).toBe(before);
  expect(await rows()).toMatchObject([{ status: "dropped", lastError: "The device was removed." }]);
});

test("the end of a session removes its device; what was queued for it goes nowhere", async () => {
  const id = await addDevice();
  await queue(id);
  await db.delete(sessions).where(eq(sessions.userId, user.id));
  expect(await devices()).toEqual([]);
  expect(await send()).toEqual({ sent: 0, failed: 0 });
  expect(await rows()).toMatchObject([{ status: "dropped", lastError: "The device was removed." }]);
});
