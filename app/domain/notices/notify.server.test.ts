import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { noticeChoices, notices, users, webhookEndpoints } from "~/db/schema";
import { addDevice, addPhone } from "../../../tests/support/notices";
import { createRegistration } from "../../../tests/support/sign-up";
import { context, createUser, db, now } from "../../../tests/support/users";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { accountNotices } from "../accounts/account-notices";
import { defineNotices } from "./notice";
import { notify, type Recipient } from "./notify.server";
import { noticesInWords } from "../../../tests/support/notice-words";
import { insertBooking } from "../../../tests/support/money-rows";

const TEXT = { subject: "Hello", paragraphs: [] };
const SHORT = { title: "Hello", body: "You", path: "/", tag: "tag" };

const tell = (recipient: Recipient, causeId = "cause", condition = sql`true`) =>
  notify(context, {
    to: recipient,
    cause: causeId,
    when: condition,
    notice: accountNotices.alreadyRegistered,
    facts: null,
  });
const rows = async () =>
  (await noticesInWords(db, eq(notices.kind, "alreadyRegistered"))).map(({ recipient, text }) => ({ recipient, text }));

test("a user, a registration and the office get emails at their own address, with links to our origin", async () => {
  const client = await createUser(context, "client");
  const registration = await createRegistration(context, "plumber");
  await db.batch([tell(client.id), tell({ registrationOf: registration.email }), tell({ office: true })]);
  const linked = { text: expect.stringContaining(`${context.origin}/signin`) };
  expect(await rows()).toEqual([
    { recipient: client.email, ...linked },
    { recipient: registration.email, ...linked },
    { recipient: brand.email, ...linked },
  ]);
});

test("no one, an unknown id and an erased account are told nothing", async () => {
  const erased = await createUser(context, "client");
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, erased.id));
  await db.batch([
    tell(null),
    tell("nobodynobodynobodynobody"),
    tell(erased.id),
    tell({ registrationOf: "nobody@example.test" }),
    tell({ enquirerOf: "nothing" }),
  ]);
  expect(await rows()).toEqual([]);
});

test("the same cause and kind are told once to each; a condition that fails tells no one", async () => {
  const { id } = await createUser(context, "client");
  await db.batch([tell(id), tell(id), tell({ office: true }), tell(id, "another"), tell(id, "a third", sql`1 = 2`)]);
  expect(await rows()).toHaveLength(3);
});

const { request, review, aboutBooking } = defineNotices<{
  request: null;
  review: null;
  aboutBooking: { booking: { id: string; startsAt: number } };
}>("requests", {
  request: { isOver: "never: words", email: () => TEXT, short: () => SHORT },
  review: { isOver: "never: words", topic: "reviews", email: () => TEXT, short: () => SHORT },
  aboutBooking: { isOver: "never: words", topic: "changes", email: () => TEXT, short: () => SHORT },
});

/** Two devices, a phone with WhatsApp, and an email. */
const user = await createUser(context, "plumber");
await addDevice(context, user);
await addDevice(context, user);
await addPhone(context, { userId: user.id, channel: "whatsapp", phone: "+263772001000" });

/** Tells them, and gives the rows that this wrote. */
const told = async (notice: typeof request, at = context) => {
  const causeId = newId();
  await notify(at, { to: user.id, cause: causeId, when: sql`true`, notice, facts: null });
  return db.select().from(notices).where(eq(notices.causeId, causeId)).orderBy(notices.channel);
};
const toldOfBooking = async (startsAt: number, at = context) => {
  const booking = { id: newId(), startsAt };
  const clientId = (await createUser(context, "client")).id;
  await insertBooking(context, { ...booking, clientId, plumberId: user.id });
  await notify(at, { to: user.id, cause: booking.id, when: sql`true`, notice: aboutBooking, facts: { booking } });
  return db.select().from(notices).where(eq(notices.causeId, booking.id)).orderBy(notices.channel);
};
const channelsOf = (rows: { channel: string }[]) => rows.map(({ channel }) => channel);

test("a notice goes to each of its reader's devices and phones, and by email, where the channel is set up", async () => {
  expect(channelsOf(await told(request))).toEqual(["email", "push", "push", "whatsapp"]);
  expect(channelsOf(await told(request, { ...context, channels: ["email"] }))).toEqual(["email"]);
  // Neither what has ended, nor what was added for other news, nor what is somebody else's.
  const { id: otherId } = await createUser(context, "plumber");
  await addPhone(context, { userId: user.id, channel: "sms", phone: "+263772001001", endedAt: now });
  await addPhone(context, { userId: otherId, channel: "sms", phone: "+263772001002" });
  const own = {
    userId: user.id,
    url: "https://hooks.example.com/",
    topics: '["requests"]',
    secret: "s",
    createdAt: now,
  };
  await db.insert(webhookEndpoints).values([
    { ...own, id: "live" },
    { ...own, id: "ended", endedAt: now },
    { ...own, id: "of other news", topics: '["reviews"]' },
    { ...own, id: "of another", userId: otherId },
  ]);
  const sent = await told(request);
  expect(channelsOf(sent)).toEqual(["email", "push", "push", "webhook", "whatsapp"]);
  expect(sent.find(({ channel }) => channel === "webhook")!.recipient).toBe("live");
});

test("a notice that is switched off stays away; one that must not be lost is emailed anyway", async () => {
  const off = (topic: "requests" | "reviews", channel: "email" | "push") =>
    db.insert(noticeChoices).values({ userId: user.id, topic, channel, isOn: false });
  await db.batch([off("requests", "email"), off("requests", "push"), off("reviews", "email"), off("reviews", "push")]);
  expect(channelsOf(await told(request))).toEqual(["email", "whatsapp"]);
  // By phone one is told about jobs alone, unless one has chosen more.
  expect(channelsOf(await told(review))).toEqual([]);
});

test("a request comes by phone at once, other news after five minutes unless it was seen elsewhere", async () => {
  expect((await told(request)).at(-1)).toMatchObject({ channel: "whatsapp", nextAttemptAt: now, isFallback: false });
  expect((await toldOfBooking(now + HOUR)).at(-1)).toMatchObject({
    channel: "whatsapp",
    nextAttemptAt: now + 5 * MINUTE,
    isFallback: true,
  });
});

test("phones stay silent in quiet hours", async () => {
  for (const { name, time, ahead = DAY, push = 0, whatsapp = 5 * MINUTE } of [
    { name: "at 20:54 nobody sleeps", time: 20 * 60 + 54 },
    {
      name: "at 20:59 what waits five minutes would come after 21:00",
      time: 20 * 60 + 59,
      whatsapp: 9.5 * HOUR + MINUTE,
    },
    { name: "from 21:00 until 6:30", time: 21 * 60, push: 9.5 * HOUR, whatsapp: 9.5 * HOUR },
    { name: "not where the job is within 12 hours", time: 21 * 60, ahead: 12 * HOUR - 1 },
  ] as const) {
    const at = instantOf("2026-11-24", time);
    const rows = await toldOfBooking(at + ahead, { ...context, now: at });
    const waits = rows.map(({ channel, nextAttemptAt }) => [channel, nextAttemptAt - at]);
    expect(waits, name).toEqual([
      ["email", 0],
      ["push", push],
      ["push", push],
      ["whatsapp", whatsapp],
    ]);
  }
});

test("quiet hours are one's own, by day too, or none", async () => {
  const at = instantOf("2026-11-24", 13 * 60);
  const waits = async (quietFrom: number | null, quietUntil: number | null) => {
    await db.update(users).set({ quietFrom, quietUntil }).where(eq(users.id, user.id));
    const push = (await told(request, { ...context, now: at })).find(({ channel }) => channel === "push");
    return push!.nextAttemptAt - at;
  };
  expect(await waits(12 * 60, 14 * 60)).toBe(HOUR);
  expect(await waits(13 * 60, 14 * 60)).toBe(HOUR);
  expect(await waits(14 * 60, 12 * 60)).toBe(0);
  expect(await waits(null, null)).toBe(0);
});
