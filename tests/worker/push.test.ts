import { expect, test } from "vitest";
import { SELF } from "cloudflare:test";
import { notices, pushDevices, users } from "~/db/schema";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { Subscription } from "~/domain/notices/push/push-device";
import { pushSender } from "~/domain/notices/push/push-devices.server";
import { MINUTE } from "~/domain/time/harare";
import type { ShownPush } from "~/http/push-stand-in.server";
import { REVALIDATION_HEADER } from "~/realtime/page-state";
import { env } from "../support/env";
import { queueNotice } from "../support/notices";
import { expectRedirect, expectPage, DEPLOYED, visit } from "../support/site";
import { seedTown } from "../support/town";
import { signedIn, contextAt } from "../support/users";
import { currentInstant } from "../support/now";

const SETTINGS = "/client-dashboard/settings/notifications";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

const town = await seedTown();
const { context, cookies, db, client, plumber, starts } = town;
await db.delete(notices);

const devices = () => db.select().from(pushDevices);
/** As a browser subscribes at its push service. */
const subscribe = async (form: Record<string, string> = {}) =>
  (await visit("/dev/push", { form: { browser: "test", ...form } })).json<Subscription>();
/** With settings: it ends after what the Worker does behind the response, which would claim what the test queues next. */
const add = async (cookie: string | undefined, subscription: Subscription) =>
  visit("/push-devices", { cookie, form: { ...subscription }, headers: { "User-Agent": ANDROID }, settings: {} });
const shown = async () => (await visit("/dev/push")).json<ShownPush[]>();
/** The instant at which the first notice was seen. */
const seenAt = async () => (await db.select().from(notices))[0]!.seenAt;
/** Sends what is due through the stand-in's route. */
const send = (now = currentInstant()) =>
  sendDueNotices(contextAt(now), {
    push: pushSender(db, {
      keys: { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY, subject: env.VAPID_SUBJECT },
      origin: env.ORIGIN,
      clock: currentInstant,
      fetch: (url, init) => SELF.fetch(url, init),
    }),
  });

test("a device is added by its browser, named, listed, and removed", async () => {
  const added = await add(cookies.client, await subscribe());
  expect(added.status).toBe(201);
  const { id } = await added.json<{ id: string }>();
  const settings = visit(SETTINGS, { cookie: cookies.client });
  const page = await expectPage(settings, 200, "Chrome on Android", "this device");
  expect(page).not.toContain((await devices())[0]!.sessionHash);
  expect(page).not.toContain((await devices())[0]!.endpoint);
  await expectRedirect(visit(SETTINGS, { cookie: cookies.client, form: { intent: `remove:${id}` } }), SETTINGS);
  expect(await devices()).toEqual([]);
});

test("a device of someone else is not tested, and the refusal keeps what its sender has chosen", async () => {
  const { id } = await (await add(cookies.client, await subscribe())).json<{ id: string }>();
  const path = "/plumber-dashboard/settings/notifications";
  const refused = visit(path, { cookie: cookies.plumber, form: { intent: `test:${id}` } });
  // Their choice is still shown beside it.
  const choice = /checked=""[^>]*name="reminders-email"|name="reminders-email"[^>]*checked=""/;
  await expectPage(refused, 404, "This device no longer gets notifications.", choice);
});

test("a device at another address than a push service's, or without keys, is refused", async () => {
  const subscription = await subscribe();
  for (const change of [{ endpoint: "https://evil.test/push" }, { p256dh: "abc" }, { auth: "" }])
    expect((await add(cookies.client, { ...subscription, ...change })).status, JSON.stringify(change)).toBe(422);
  expect(await devices()).toEqual([]);
});

test("a device of the stand-in gets the test, says what the Worker sent, and its tap marks it as seen", async () => {
  const { id } = await (await add(cookies.client, await subscribe())).json<{ id: string }>();
  const sent = await visit(SETTINGS, { cookie: cookies.client, form: { intent: `test:${id}` } });
  expect(sent.headers.get("Set-Cookie")).toContain("testSent");
  // The Worker has tried it itself, but there is no network here.
  await expect.poll(() => send(currentInstant() + 2 * MINUTE)).toEqual({ sent: 1, failed: 0 });
  const [push] = await shown();
  const { notification } = push!.payload;
  expect(notification).toMatchObject({ title: "It works", navigate: env.ORIGIN + SETTINGS });
  expect(push).toMatchObject({ topic: expect.any(String), urgency: "normal" });

  const tap = (cookie: string) => visit(`/notices/${notification.data}/seen`, { cookie, form: { any: "" } });
  expect((await tap(cookies.plumber)).status).toBe(204);
  expect(await seenAt()).toBeNull();
  expect((await tap(cookies.client)).status).toBe(204);
  expect(await seenAt()).not.toBeNull();
});

test.each([
  { side: "client", page: "/client-dashboard/bookings/", other: "plumber", otherPage: "/plumber-dashboard/jobs/" },
  { side: "plumber", page: "/plumber-dashboard/jobs/", other: "client", otherPage: "/client-dashboard/bookings/" },
] as const)(
  "notices about a booking are seen once the $side opens its page",
  async ({ side, page, other, otherPage }) => {
    await queueNotice(context, {
      channel: "whatsapp",
      recipient: "+263771234567",
      userId: town[side].id,
      bookingId: town.pending,
      isFallback: true,
      nextAttemptAt: currentInstant() + 5 * MINUTE,
    });
    await visit(otherPage + town.pending, { cookie: cookies[other] });
    expect(await seenAt()).toBeNull();
    await visit(page + town.pending, { cookie: cookies[side], headers: { [REVALIDATION_HEADER]: "1" } });
    expect(await seenAt()).toBeNull();
    await visit(page + town.pending, { cookie: cookies[side] });
    await expect.poll(seenAt).not.toBeNull();
  },
);

test("pushes say who and when from request to answer, but no street and no phone, in a kilobyte", async () => {
  await add(cookies.client, await subscribe());
  await add(cookies.plumber, await subscribe());
  // Whatever the hour of the test.
  await db.update(users).set({ quietFrom: null, quietUntil: null });
  const booked = await requestBooking(context, client, await findBookablePlumber(db, plumber.id), {
    startsAt: starts.at(-4)!,
    serviceType: "Leak Fixing",
    suburb: "Avondale",
    street: "17 Secret Street",
    pin: "-17.80000,31.03000",
    notes: "Call me: 0771 234 567",
  });
  if (!booked.ok) throw new Error(booked.reason);
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  await transitionBooking(context, plumber, (await findBookingFor(db, plumber, booked.id))!, "confirm");
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  const pushes = (await shown()).slice(0, 2);
  const told = pushes.map(({ payload }) => payload.notification);
  expect(told.map(({ title }) => title)).toEqual(
    expect.arrayContaining([`${client.firstName} wants to book you`, expect.stringContaining("confirmed")]),
  );
  // Without their ids, which are random and may have 0771 in them.
  const words = JSON.stringify(told).replace(/\b[a-z0-9]{24}\b/g, "");
  expect(words).not.toMatch(/Secret|17\.8|0771|771 ?234|\+263/);
  for (const { bytes } of pushes) expect(bytes).toBeLessThanOrEqual(1024);
});

const KEY = () => env.VAPID_PUBLIC_KEY;
const offersOn = async (path: string, cookie: string, settings?: Record<string, unknown>) =>
  (await (await visit(path, { cookie, settings })).text()).includes(KEY());
const ticket = () => `/client-dashboard/bookings/${town.pending}`;

test("waiting clients and listed plumbers get the offer, but not on arrival or after an answer", async () => {
  expect(await offersOn(ticket(), cookies.client)).toBe(true);
  expect(await offersOn("/plumber-dashboard/notifications", cookies.plumber)).toBe(true);
  expect(await offersOn("/plumber-dashboard", cookies.plumber)).toBe(false);
  expect(await offersOn("/client-dashboard", cookies.client)).toBe(false);
  expect(await offersOn(`/client-dashboard/bookings/${town.confirmed}`, cookies.client)).toBe(false);
});

test("the offer is not made again after a no, nor where notifications are on", async () => {
  expect(await offersOn(ticket(), `${cookies.client}; push-declined=1`)).toBe(false);
  await add(cookies.client, await subscribe());
  expect(await offersOn(ticket(), cookies.client)).toBe(false);
  expect(await offersOn(ticket(), await signedIn(context, town.client))).toBe(true);
});

test("the offer is absent without keys, and so are the list of devices and the column of choices", async () => {
  const settings = { VAPID_PRIVATE_KEY: undefined };
  expect(await offersOn(ticket(), cookies.client, settings)).toBe(false);
  const page = await (await visit(SETTINGS, { cookie: cookies.client, settings })).text();
  expect(page).not.toContain("Devices");
  expect(page).not.toContain('name="messages-push"');
  expect(page).not.toContain(KEY());
});

test("a key that is none stops the Worker, and says which", async () => {
  const response = await visit("/", { settings: { VAPID_PUBLIC_KEY: "abc" } });
  expect(response.status).toBe(500);
});

test("outside of local mode there is no stand-in, and it is no push service", async () => {
  const settings = DEPLOYED;
  const subscription = await subscribe();
  const path = subscription.endpoint.replace(env.ORIGIN, "");
  expect((await visit("/dev/push", { settings })).status).toBe(404);
  for (const posted of ["/dev/push", path]) expect((await visit(posted, { settings, form: {} })).status).toBe(404);
  const refused = await visit("/push-devices", { settings, cookie: cookies.client, form: { ...subscription } });
  expect(refused.status).toBe(422);
});
