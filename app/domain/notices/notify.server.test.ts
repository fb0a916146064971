import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { brand } from "~/brand";
import { bookings, noticeChoices, notices, phoneChannels, pushDevices, sessions, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createRegistration } from "../../../tests/support/sign-up";
import { createUser } from "../../../tests/support/users";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { defineNotices } from "./notice";
import { notify, type Recipient } from "./notify.server";

const TEXT = { subject: "Hello", to: null, paragraphs: [] };
const SHORT = { title: "Hello", body: "You", path: "/", tag: "tag" };

const context = contextAt();
const { db, now } = context;
const { tapFixed } = defineNotices<{ tapFixed: { tap: string } }>({
  tapFixed: {
    topic: "changes",
    email: ({ tap }, origin) => ({ subject: `${tap} is fixed`, to: null, paragraphs: [`${origin}/taps`] }),
  },
});
const tell = (recipient: Recipient, causeId = "cause", condition = sql`true`) =>
  notify(context, recipient, tapFixed, { tap: "The kitchen tap" }, { causeId, condition });
const rows = () => db.select({ recipient: notices.recipient, kind: notices.kind, text: notices.text }).from(notices);

beforeEach(async () => {
  await db.delete(notices);
});

test("a user, a registration and the office are told at their own email, with links to the configured origin", async () => {
  const user = await createUser(context, "client");
  const registration = await createRegistration(context, "plumber");
  await db.batch([tell({ user: user.id }), tell({ registrationOf: registration.email }), tell({ office: true })]);
  const told = { kind: "tapFixed", text: expect.stringContaining("https://pombi.test/taps") };
  expect(await rows()).toEqual([
    { recipient: user.email, ...told },
    { recipient: registration.email, ...told },
    { recipient: brand.email, ...told },
  ]);
});

test("nobody, an unknown id and an erased account are told nothing", async () => {
  const erased = await createUser(context, "client");
  await db
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(sql`id = ${erased.id}`);
  await db.batch([
    tell({ user: null }),
    tell({ user: "nobodynobodynobodynobody" }),
    tell({ user: erased.id }),
    tell({ registrationOf: "nobody@example.test" }),
    tell({ enquirerOf: "nothing" }),
  ]);
  expect(await rows()).toEqual([]);
});

test("the same cause and kind are told once to each; a condition that fails tells nobody", async () => {
  const { id } = await createUser(context, "client");
  await db.batch([
    tell({ user: id }),
    tell({ user: id }),
    tell({ office: true }),
    tell({ user: id }, "another"),
    tell({ user: id }, "a third", sql`1 = 2`),
  ]);
  expect(await rows()).toHaveLength(3);
});

describe("by what someone has chosen", () => {
  const chatty = async () => {
    const user = await createUser(context, "plumber");
    const session = newId();
    await db.insert(sessions).values({
      tokenHash: session,
      userId: user.id,
      role: "plumber",
      createdAt: now,
      refreshedAt: now,
      expiresAt: now + DAY,
    });
    await db.insert(pushDevices).values(
      ["one", "two"].map((name) => ({
        id: newId(),
        userId: user.id,
        sessionHash: session,
        endpoint: `https://push.example.test/${newId()}`,
        p256dh: "",
        auth: "",
        name,
        createdAt: now,
      })),
    );
    await db.insert(phoneChannels).values({
      id: newId(),
      userId: user.id,
      channel: "whatsapp",
      phone: `+26377${Math.floor(Math.random() * 1e7)}`,
      consentWords: "Yes",
      verifiedAt: now,
    });
    return user;
  };
  const bookingAt = async (plumber: { id: string }, startsAt: number) => {
    const id = newId();
    await db.insert(bookings).values({
      id,
      reference: `PB-${newId().slice(0, 12)}`,
      clientId: (await createUser(context, "client")).id,
      plumberId: plumber.id,
      status: "confirmed",
      startsAt,
      createdAt: now,
      updatedAt: now,
    });
    return { id, startsAt };
  };
  const channelsOf = async (causeId: string) =>
    (
      await db
        .select()
        .from(notices)
        .where(sql`cause_id = ${causeId}`)
        .orderBy(notices.channel)
    ).map(({ channel }) => channel);
  const { request, review, aboutBooking } = defineNotices<{
    request: null;
    review: null;
    aboutBooking: { booking: { id: string; startsAt: number } };
  }>({
    request: { topic: "requests", email: () => TEXT, short: () => SHORT },
    review: { topic: "reviews", email: () => TEXT, short: () => SHORT },
    aboutBooking: { topic: "changes", email: () => TEXT, short: () => SHORT },
  });

  test("a notice goes to each of their devices and phones, and by email", async () => {
    const user = await chatty();
    await notify(context, { user: user.id }, request, null, { causeId: "all", condition: sql`true` });
    expect(await channelsOf("all")).toEqual(["email", "push", "push", "whatsapp"]);
  });

  test("what is switched off stays away; what must not be lost is emailed all the same", async () => {
    const user = await chatty();
    const off = (topic: "requests" | "reviews", channel: "email" | "push") => ({
      userId: user.id,
      topic,
      channel,
      isOn: false,
    });
    await db
      .insert(noticeChoices)
      .values([off("requests", "email"), off("requests", "push"), off("reviews", "email"), off("reviews", "push")]);
    await notify(context, { user: user.id }, request, null, { causeId: "off", condition: sql`true` });
    expect(await channelsOf("off")).toEqual(["email", "whatsapp"]);
    // By phone one is told about jobs alone, unless one has chosen more.
    await notify(context, { user: user.id }, review, null, { causeId: "review", condition: sql`true` });
    expect(await channelsOf("review")).toEqual([]);
  });

  test("a channel that is not set up gets nothing", async () => {
    const user = await chatty();
    await notify({ ...context, channels: ["email"] }, { user: user.id }, request, null, {
      causeId: "few",
      condition: sql`true`,
    });
    expect(await channelsOf("few")).toEqual(["email"]);
  });

  test("by phone a request comes at once, anything else after five minutes and only if it was not seen elsewhere", async () => {
    const user = await chatty();
    const whatsapp = async (causeId: string) =>
      (
        await db
          .select()
          .from(notices)
          .where(sql`cause_id = ${causeId} and channel = 'whatsapp'`)
      )[0];
    await notify(context, { user: user.id }, request, null, { causeId: "at once", condition: sql`true` });
    await notify(
      context,
      { user: user.id },
      aboutBooking,
      { booking: await bookingAt(user, now + HOUR) },
      { causeId: "later", condition: sql`true` },
    );
    expect(await whatsapp("at once")).toMatchObject({ nextAttemptAt: now, isFallback: false });
    expect(await whatsapp("later")).toMatchObject({ nextAttemptAt: now + 5 * MINUTE, isFallback: true });
  });

  test.each([
    ["at 20:54 nobody sleeps", "20:54", DAY, 0, 5 * MINUTE],
    ["at 20:59 the one that waits five minutes would come after 21:00", "20:59", DAY, 0, 9.5 * HOUR + MINUTE],
    ["at 21:00 until 6:30", "21:00", DAY, 9.5 * HOUR, 9.5 * HOUR],
    ["at 6:29 until 6:30", "06:29", DAY, MINUTE, 5 * MINUTE],
    ["at 6:30", "06:30", DAY, 0, 5 * MINUTE],
    ["at night, but the job is within 12 hours", "21:00", 12 * HOUR - 1, 0, 5 * MINUTE],
  ])("in quiet hours phones stay silent: %s", async (_, time, ahead, push, whatsapp) => {
    const [hours, minutes] = time.split(":").map(Number);
    const at = instantOf("2026-11-24", hours! * 60 + minutes!);
    const user = await chatty();
    const causeId = newId();
    await notify(
      { ...context, now: at },
      { user: user.id },
      aboutBooking,
      { booking: await bookingAt(user, at + ahead) },
      { causeId, condition: sql`true` },
    );
    const rows = await db
      .select()
      .from(notices)
      .where(sql`cause_id = ${causeId}`);
    for (const { channel, nextAttemptAt } of rows)
      expect([channel, nextAttemptAt - at]).toEqual([channel, { email: 0, push, whatsapp }[channel as string]]);
    expect(rows).toHaveLength(4);
  });

  test("quiet hours are one's own, by day too, or none", async () => {
    const user = await chatty();
    const at = instantOf("2026-11-24", 13 * 60);
    const waits = async (quietFrom: number | null, quietUntil: number | null) => {
      await db
        .update(users)
        .set({ quietFrom, quietUntil })
        .where(sql`id = ${user.id}`);
      const causeId = newId();
      await notify({ ...context, now: at }, { user: user.id }, request, null, { causeId, condition: sql`true` });
      const [row] = await db
        .select()
        .from(notices)
        .where(sql`cause_id = ${causeId} and channel = 'push'`);
      return row!.nextAttemptAt - at;
    };
    expect(await waits(12 * 60, 14 * 60)).toBe(HOUR);
    expect(await waits(14 * 60, 12 * 60)).toBe(0);
    expect(await waits(null, null)).toBe(0);
  });
});
