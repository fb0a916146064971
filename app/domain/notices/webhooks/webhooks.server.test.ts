import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { notices, users, webhookDeliveries, webhookEndpoints } from "~/db/schema";
import { queueNotice, SHORT } from "../../../../tests/support/notices";
import { book, makeTransition, setBooking } from "../../../../tests/support/town";
import { offeredStarts } from "../../time/slots";
import { context, contextAt, createUser, createUsers, db, inSession, now } from "../../../../tests/support/users";
import { DAY, HOUR, MINUTE, SECOND } from "../../time/harare";
import type { SteppedUpUser } from "../../values/user";
import { sendDueNotices } from "../../outbox/outbox.server";
import { listDeliveries, sendDeliveryAgain, webhookSender, signWebhook } from "./webhook-deliveries.server";
import { addWebhook, listWebhooks, removeWebhook } from "./webhook-endpoints.server";
import { noticesInWords } from "../../../../tests/support/notice-words";

// A receiver is someone's program: here a `fetch` that answers as it does. The outbox, its D1 and the sender are real.
const { origin } = context;
let clock = now;
let heard: Request[] = [];
let answer: (request: Request) => Response | Promise<Response> = () => new Response();

const sender = webhookSender(db, {
  origin,
  now: () => clock,
  fetch: async (input, init) => {
    const request = new Request(input, init);
    heard.push(request.clone() as Request);
    return answer(request);
  },
});
const run = async (at = now) => {
  clock = at;
  return sendDueNotices(contextAt(at), { webhook: sender });
};
const rows = () => db.select().from(notices).where(eq(notices.channel, "webhook"));
const emails = () => noticesInWords(db, eq(notices.kind, "webhookEnded"));
const endpoints = () => db.select().from(webhookEndpoints);

const addTo = (user: SteppedUpUser, url = "https://example.com/hook") =>
  inSession(context, user, (one) => addWebhook(context, one, { url, topics: ["changes"] }, false));
const add = async () => {
  const added = await addTo(owner);
  if (!added.ok) throw new Error(added.reason);
  return added;
};
const queue = (recipient: string, more: Partial<typeof notices.$inferInsert> = {}) => {
  const words = JSON.stringify({ ...SHORT, path: "/answer?token=secret" });
  const notice = { kind: "bookingTransitioned", channel: "webhook", userId: owner.id } as const;
  return queueNotice(context, { ...notice, recipient, words, ...more });
};
/** Adds a webhook for which a delivery is due. */
const addDue = async () => {
  const added = await add();
  await queue(added.id);
  return added;
};

const [owner, stranger] = await Promise.all([createUser(context, "plumber"), createUser(context, "client")]);
beforeEach(() => {
  heard = [];
  answer = () => new Response();
});

test("a delivery says what happened, is signed, and carries neither a secret nor an address", async () => {
  const { secret } = await addDue();
  expect(await run()).toEqual({ sent: 1, failed: 0 });
  const [request] = heard;
  const body = await request!.text();
  const [notice] = await rows();
  expect(JSON.parse(body)).toEqual({
    id: notice!.id,
    type: "bookingTransitioned",
    createdAt: new Date(now).toISOString(),
    data: {
      title: "Tendai has confirmed the booking",
      body: "Sat 21 Nov, 9:00 am",
      url: `${origin}/bookings/PB-7K3QF2`,
      bookingId: "b1",
      reference: "PB-7K3QF2",
    },
  });
  expect(request!.method).toBe("POST");
  expect(request!.redirect).toBe("manual");
  expect(request!.headers.get("Pombi-Signature")).toBe(await signWebhook(secret, body, now));
  expect(notice).toMatchObject({ status: "sent", words: null });
  expect(await listDeliveries(db, owner.id)).toMatchObject([{ answer: 200, took: 0, kind: "bookingTransitioned" }]);
  expect((await db.select().from(webhookDeliveries))[0]!.payload).not.toContain("token");
});

test.each([
  ["an error", () => new Response("no", { status: 500 }), 500],
  ["a redirect", () => new Response(null, { status: 302, headers: { Location: "http://10.0.0.1/" } }), 302],
  ["no line", () => Promise.reject(new TypeError("Network connection lost.")), null],
])("a delivery that gets %s is tried again by the outbox's gaps", async (_, misbehave, status) => {
  await addDue();
  answer = misbehave;
  expect(await run()).toEqual({ sent: 0, failed: 1 });
  expect(heard).toHaveLength(1);
  expect(await rows()).toMatchObject([{ status: "queued", attempts: 1, nextAttemptAt: now + MINUTE }]);
  expect(await listDeliveries(db, owner.id)).toMatchObject([{ answer: status }]);
  expect(await endpoints()).toMatchObject([{ failingSince: now, endedAt: null }]);
  answer = () => new Response(null, { status: 204 });
  expect(await run(now + MINUTE)).toEqual({ sent: 1, failed: 0 });
  expect(await endpoints()).toMatchObject([{ failingSince: null, endedAt: null }]);
});

test("a slow delivery is given up before the outbox would do it, and recorded", async () => {
  await addDue();
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(time.signal);
  answer = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      time.abort();
    });
  expect(await run()).toEqual({ sent: 0, failed: 1 });
  expect(timeout.mock.lastCall![0]).toBeLessThan(5 * SECOND);
  timeout.mockRestore();
  expect(await rows()).toMatchObject([{ status: "queued", lastError: "The webhook did not answer." }]);
  expect(await listDeliveries(db, owner.id)).toMatchObject([{ answer: null }]);
});

test("an endless answer to a delivery is not read", async () => {
  await addDue();
  let pulled = 0;
  answer = () =>
    new Response(new ReadableStream({ pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(65_536))) }));
  expect(await run()).toEqual({ sent: 1, failed: 0 });
  expect(pulled).toBeLessThan(5);
});

test("a delivery of a removed webhook, or a suspended account's, goes nowhere", async () => {
  await addDue();
  await queue("removed");
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, owner.id));
  await run();
  expect(heard).toEqual([]);
  const reason = { status: "dropped", lastError: "The webhook was removed or has ended." };
  expect(await rows()).toMatchObject([reason, reason]);
});

test("the last twenty deliveries are kept", async () => {
  const { id } = await add();
  await db.run(sql`insert into webhook_deliveries (id, endpoint_id, notice_id, kind, payload, took, at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
      select 'd' || i, ${id}, 'n' || i, 'test', '{}', 5, ${now} + i from n`);
  await queue(id);
  await run(now + 21);
  const kept = await listDeliveries(db, owner.id);
  expect([kept.length, kept[0]!.at, kept.at(-1)!.at]).toEqual([20, now + 21, now + 2]);
});

test("a webhook that fails for three days ends, its owner is told once, and nothing more is posted", async () => {
  const { id } = await add();
  answer = () => new Response(null, { status: 503 });
  for (const when of [now, now + DAY, now + 3 * DAY - 1]) {
    await queue(id, { nextAttemptAt: when });
    await run(when);
  }
  expect(await endpoints()).toMatchObject([{ failingSince: now, endedAt: null }]);
  expect(await emails()).toEqual([]);
  await db.delete(notices);
  await queue(id, { nextAttemptAt: now + 3 * DAY });
  await queue(id, { nextAttemptAt: now + 4 * DAY });
  await run(now + 3 * DAY);
  expect(await endpoints()).toMatchObject([{ endedAt: now + 3 * DAY }]);
  expect(await emails()).toMatchObject([{ kind: "webhookEnded", userId: owner.id }]);
  heard = [];
  await run(now + 5 * DAY);
  expect(heard).toEqual([]);
  const reason = { status: "dropped", lastError: "The webhook has ended." };
  expect(await rows()).toMatchObject([reason, reason]);
  expect(await emails()).toHaveLength(1);
});

test("a webhook that fails with 410 ends at once", async () => {
  await addDue();
  answer = () => new Response(null, { status: 410 });
  await run();
  expect(await rows()).toMatchObject([{ status: "dropped", lastError: "The webhook has ended." }]);
  expect(await endpoints()).toMatchObject([{ endedAt: now }]);
  expect((await emails())[0]!.text).toContain("410");
});

test("a delivery sent again has the same id and body", async () => {
  await addDue();
  await run();
  const [delivery] = await listDeliveries(db, owner.id);
  expect(await sendDeliveryAgain(contextAt(now + HOUR), owner, delivery!.id)).toEqual({ ok: true });
  expect(await run(now + HOUR)).toEqual({ sent: 1, failed: 0 });
  const [first, second] = await Promise.all(heard.map((request) => request.text()));
  expect(second).toBe(first);
  expect(await listDeliveries(db, owner.id)).toHaveLength(2);

  // Only while the webhook is in use.
  const gone = { ok: false, reason: "deliveryNotFound" };
  expect(await sendDeliveryAgain(context, owner, "unknown")).toEqual(gone);
  await db.update(webhookEndpoints).set({ endedAt: now });
  expect(await sendDeliveryAgain(context, owner, delivery!.id)).toEqual(gone);
  expect((await rows()).map(({ status }) => status)).toEqual(["sent"]);
});

test("a delivery that is tried or sent again posts what its first attempt did, whatever has changed", async () => {
  const { id } = await add();
  const [client] = await createUsers(context, "client");
  const bookingId = await book(context, client!, owner, offeredStarts(now).at(-1)!);
  await db.delete(notices);
  await queue(id, { kind: "bookingRequested", bookingId, words: null, facts: '{"token":null}' });
  answer = () => new Response(null, { status: 500 });
  expect(await run()).toEqual({ sent: 0, failed: 1 });
  await makeTransition(context, owner, bookingId, "confirm");
  await setBooking(context, bookingId, { startsAt: offeredStarts(now).at(-2)! });
  await db.delete(notices).where(eq(notices.kind, "bookingTransitioned"));
  answer = () => new Response();
  expect(await run(now + MINUTE)).toEqual({ sent: 1, failed: 0 });
  for (const delivery of await listDeliveries(db, owner.id)) {
    expect(await sendDeliveryAgain(contextAt(now + HOUR), owner, delivery.id)).toEqual({ ok: true });
    expect(await run(now + HOUR)).toEqual({ sent: 1, failed: 0 });
  }
  const bodies = await Promise.all(heard.map((request) => request.text()));
  expect([bodies.length, new Set(bodies).size]).toEqual([4, 1]);
});

test("a delivery of an event that was over before its first attempt is posted all the same", async () => {
  const { id } = await add();
  const [client] = await createUsers(context, "client");
  const bookingId = await book(context, client!, owner, offeredStarts(now).at(-1)!);
  await makeTransition(context, owner, bookingId, "confirm");
  await db.delete(notices);
  await queue(id, { kind: "bookingRequested", bookingId, words: null, facts: '{"token":null}' });
  expect(await run()).toEqual({ sent: 1, failed: 0 });
});

test("an account has five webhooks at most, and only public addresses", async () => {
  for (let turn = 0; turn < 5; turn++) await add();
  expect(await addTo(owner)).toEqual({ ok: false, reason: "tooManyWebhooks" });
  expect(await addTo(stranger, "https://10.0.0.1/")).toEqual({ ok: false, reason: "webhookAddressRefused" });
  expect(await listWebhooks(db, owner.id)).toHaveLength(5);
  expect(JSON.stringify(await listWebhooks(db, owner.id))).not.toContain("whsec_");
});

test("an account removes its own, and what is queued for it", async () => {
  const { id } = await addDue();
  await run();
  await queue(id);
  expect(await removeWebhook(context, owner, id)).toEqual({ ok: true });
  expect((await rows()).map(({ status }) => status).sort()).toEqual(["dropped", "sent"]);
  expect(await db.$count(webhookDeliveries)).toBe(0);
  expect(await endpoints()).toEqual([]);
});
