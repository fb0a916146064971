import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { consents, notices, phoneChannels, phoneCodes, users } from "~/db/schema";
import { queueNotice } from "../../../tests/support/notices";
import { contextAt, createUser, createUsers } from "../../../tests/support/users";
import { LIMITS } from "../rate-limits/limits";
import type { Sender } from "../notices/notice";
import { hasSpokenConsent } from "../notices/calls.server";
import { notify } from "../notices/notify.server";
import { sendDueNotices } from "../outbox/outbox.server";
import { batch, isTrue } from "~/db/client.server";
import { DAY, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { vettingNotices } from "../vetting/vetting-notices";
import {
  endPhone,
  listAccountsWith,
  listOwnPhones,
  sendPhoneCode,
  stopPhone,
  verifyPhone,
} from "./phone-channels.server";
import { CODE_ATTEMPTS, CONSENT_WORDS } from "./account";
import { phoneForm } from "./account-forms";
import { noticesInWords } from "../../../tests/support/notice-words";

const WIDE = {
  ...LIMITS,
  phoneCodePerPhone: { max: 100, minutes: 60 },
  phoneCodePerUser: { max: 100, minutes: 60 },
  phoneCodePerAddress: { max: 1000, minutes: 60 },
};
const context = contextAt(undefined, { limits: WIDE });
const { db, now } = context;
const PHONE = "+263772123456";
const OTHER = "+263772999999";
const [rudo, farai] = await createUsers(context, "client", "plumber");

/** The code that went out last, as the phone shows it. */
const lastCode = async (phone = PHONE) => (await noticesInWords(db, eq(notices.recipient, phone))).at(-1)!.short!.code!;
const send = (user: AuthenticatedUser = rudo, phone = PHONE) => sendPhoneCode(context, user, { channel: "sms", phone });
const sendCode = async (user: AuthenticatedUser = rudo, phone = PHONE) => {
  await send(user, phone);
  return lastCode(phone);
};
const verify = (user: AuthenticatedUser, code: string, at = now) =>
  verifyPhone({ ...context, now: at }, user, "sms", code);
const prove = async () => verify(rudo, await sendCode());
const own = (user: AuthenticatedUser = rudo) => listOwnPhones(db, user.id, now);
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

test("the code sent to a phone proves it; D1 has the code's hash, and the consent with its time", async () => {
  expect(await send()).toEqual({ ok: true });
  expect(await own()).toEqual([{ channel: "sms", phone: PHONE, verifiedAt: null }]);
  const [row] = await db.select().from(phoneCodes);
  expect(row!.codeHash).not.toContain(await lastCode());
  expect(row!.codeHash).toMatch(/^[\w-]{43}$/);
  expect((await verify(rudo, await lastCode(), now + 10 * MINUTE)).ok).toBe(false);
  expect(await verify(rudo, await lastCode(), now + 10 * MINUTE - 1000)).toEqual({ ok: true });
  const verifiedAt = now + 10 * MINUTE - 1000;
  expect(await own()).toEqual([{ channel: "sms", phone: PHONE, verifiedAt }]);
  const kept = { consentWords: CONSENT_WORDS.sms, verifiedAt, endedAt: null };
  expect(await db.select().from(phoneChannels)).toMatchObject([kept]);
  expect(await db.$count(phoneCodes)).toBe(0);
});

test("a phone gets its code at once, on that channel alone, for ten minutes, and nothing else before", async () => {
  await send();
  const rows = await noticesInWords(db);
  const sent = { kind: "phoneCode", channel: "sms", recipient: PHONE, isFallback: false };
  expect(rows).toMatchObject([{ ...sent, nextAttemptAt: now, expiresAt: now + 10 * MINUTE }]);
  expect(rows[0]!.subject).not.toMatch(/\d/);
  const notice = notify(context, {
    to: rudo.id,
    cause: newId(),
    when: sql`true`,
    notice: vettingNotices.plumberApproved,
    facts: {
      words: "",
      hadPhotos: false,
    },
  });
  await batch(db, { notice });
  const told = await noticesInWords(db, eq(notices.kind, "plumberApproved"));
  expect(told.map(({ channel }) => channel)).toEqual(["email"]);
});

test("a code whose answer was lost proves the phone again, as long as it would have worked", async () => {
  const code = await sendCode();
  for (const at of [now, now, now + 10 * MINUTE - 1]) expect(await verify(rudo, code, at)).toEqual({ ok: true });
  expect(await verify(rudo, code, now + 10 * MINUTE)).toEqual({ ok: false, reason: "codeOver" });
  expect(await own()).toHaveLength(1);
});

test("a phone takes five tries, also at once: then the right code is wrong too, until another is sent", async () => {
  const code = await sendCode();
  for (let attempt = 1; attempt < CODE_ATTEMPTS; attempt++)
    expect(await verify(rudo, wrong(code))).toEqual({ ok: false, reason: "wrongCode" });
  expect(await own()).toHaveLength(1);
  for (const last of [wrong(code), code]) expect(await verify(rudo, last)).toEqual({ ok: false, reason: "codeOver" });
  expect(await own()).toEqual([]);
  const next = await sendCode();
  for (let attempt = 1; attempt < CODE_ATTEMPTS; attempt++) await verify(rudo, wrong(next));
  expect(await verify(rudo, next)).toEqual({ ok: true });
  const other = await sendCode(farai, OTHER);
  await Promise.all(Array.from({ length: 20 }, () => verify(farai, wrong(other))));
  expect(await verify(farai, other)).toEqual({ ok: false, reason: "codeOver" });
});

test("a phone belongs to one account: another that proves it learns so, and gets it after a STOP from it", async () => {
  await prove();
  expect(await send(farai)).toEqual({ ok: true });
  expect(await verify(farai, await lastCode())).toEqual({ ok: false, reason: "phoneInUse" });
  expect(await own(farai)).toMatchObject([{ verifiedAt: null }]);
  await stopPhone(context, { channel: "sms", phone: PHONE, causeId: newId() });
  await db.delete(notices).where(eq(notices.kind, "phoneEnded"));
  expect(await verify(farai, await sendCode(farai))).toEqual({ ok: true });
  expect(await own()).toEqual([]);
});

test("a phone that two accounts prove at once goes to one, and neither proves it by the other's code", async () => {
  const first = await sendCode();
  const second = await sendCode(farai);
  expect(await verify(rudo, second)).toEqual({ ok: false, reason: "wrongCode" });
  const results = await Promise.all([verify(rudo, first), verify(farai, second)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.$count(phoneChannels)).toBe(1);
});

test("a phone can be changed: the old one ends, and what is queued for it is dropped", async () => {
  await proveAndQueue();
  const code = await sendCode(rudo, OTHER);
  expect((await own()).map(({ phone }) => phone)).toEqual([PHONE, OTHER]);
  await verify(rudo, code);
  expect(await own()).toEqual([{ channel: "sms", phone: OTHER, verifiedAt: now }]);
  expect(await statusOfQueued()).toBe("dropped");
});

test("a phone can be stopped, and what is queued for it is dropped", async () => {
  await proveAndQueue();
  for (const _ of [1, 2]) await endPhone(context, rudo, "sms");
  expect(await own()).toEqual([]);
  expect(await statusOfQueued()).toBe("dropped");
});

/** Proves the phone, for which a notice then waits. */
async function proveAndQueue() {
  await prove();
  const notice = { id: "queuedForPhone", kind: "bookingReminder", topic: "reminders", channel: "sms" } as const;
  await queueNotice(context, { ...notice, recipient: PHONE, userId: rudo.id, nextAttemptAt: now + MINUTE });
}
const statusOfQueued = async () => (await noticesInWords(db, eq(notices.id, "queuedForPhone")))[0]?.status;

const stop = (causeId: string) => stopPhone(context, { channel: "sms", phone: PHONE, causeId });
const confirmations = () => noticesInWords(db, eq(notices.kind, "phoneEnded"));

test("STOP ends the channel, drops what is queued, and is confirmed at once, however often it is repeated", async () => {
  await proveAndQueue();
  await stop("one");
  await stop("one");
  expect(await own()).toEqual([]);
  expect(await statusOfQueued()).toBe("dropped");
  expect(await confirmations()).toMatchObject([{ recipient: PHONE, nextAttemptAt: now, status: "queued" }]);
});

test.each([
  ["is not tried again", () => Promise.reject(new Error("busy")), "dropped"],
  ["is marked as sent if it arrives", async () => null, "sent"],
])("a message that is being sent at the time of STOP %s", async (_, answer, status) => {
  await proveAndQueue();
  const sms: Sender = {
    send: async ({ id }) => {
      if (id === "queuedForPhone") await stop("one");
      return answer();
    },
  };
  await sendDueNotices(contextAt(now + MINUTE), { sms });
  expect(await statusOfQueued()).toBe(status);
});

test("STOP from an unknown phone is not answered", async () => {
  await stop("one");
  expect(await noticesInWords(db)).toEqual([]);
});

test("STOP ends what a client without an email agreed to on the phone, each time until they agree again", async () => {
  const admin = await createUser(context, "admin");
  const onThePhone = { email: null, emailVerifiedAt: null, passwordHash: "none", phone: PHONE };
  await db.update(users).set(onThePhone).where(eq(users.id, rudo.id));
  const agree = (at: number) =>
    db.insert(consents).values({ id: newId(), userId: rudo.id, words: "Yes", adminId: admin.id, at });
  const short = () => ({ title: "T", body: "B", path: "/", tag: "t" });
  const told = async () => {
    const notice = { kind: "told", topic: "changes", isOver: "never: words", short } as const;
    await batch(db, { notice: notify(context, { to: rudo.id, cause: newId(), when: sql`true`, notice, facts: null }) });
    return db.$count(notices, eq(notices.kind, "told"));
  };
  await agree(now - 1000);
  expect(await told()).toBe(1);
  await stop("one");
  expect(await confirmations()).toHaveLength(1);
  expect(await told()).toBe(1);
  await agree(now + 1000);
  expect(await told()).toBe(2);
  await stopPhone(contextAt(now + 2000), { channel: "sms", phone: PHONE, causeId: "two" });
  expect(await told()).toBe(2);
});

test("STOP ends the consent of every client without an email who has that phone", async () => {
  const admin = await createUser(context, "admin");
  const clients = await createUsers(context, "client", "client");
  for (const { id } of clients) {
    const onThePhone = { email: null, emailVerifiedAt: null, passwordHash: "none", phone: OTHER };
    await db.update(users).set(onThePhone).where(eq(users.id, id));
    await db.insert(consents).values({ id: newId(), userId: id, words: "Yes", adminId: admin.id, at: now - 1000 });
  }
  await stopPhone(context, { channel: "sms", phone: OTHER, causeId: "one" });
  const agree = await Promise.all(clients.map(({ id }) => isTrue(db, hasSpokenConsent(id))));
  expect(agree).toEqual([false, false]);
});

test("a phone is its former owner's for a month after STOP: then it may be somebody else's", async () => {
  await prove();
  await stop("one");
  const isUnclear = async (days: number, ms: number) =>
    (await listAccountsWith(db, PHONE, now + days * DAY + ms)).map((one) => [one.user.id === rudo.id, one.isUnclear]);
  expect(await isUnclear(30, -1)).toEqual([[true, false]]);
  expect(await isUnclear(30, 0)).toEqual([[true, true]]);
});

const form = { channel: "sms", phone: "0772 123 456", consent: "on" };

test("the form takes a phone as people write it, but no unreachable phone or one without consent", () => {
  expect(phoneForm.parse(form)).toMatchObject({ phone: PHONE });
  expect(phoneForm.parse({ ...form, channel: "whatsapp", phone: "+44 7911 123456" }).phone).toBe("+447911123456");
  for (const [more, field] of [
    [{ phone: "+447911123456" }, "phone"],
    [{ phone: "024 2700700" }, "phone"],
    [{ phone: "hello" }, "phone"],
    [{ consent: undefined }, "consent"],
    [{ channel: "email" }, "channel"],
  ] as const)
    expect(phoneForm.safeParse({ ...form, ...more }).error?.issues.map(({ path }) => path[0])).toContain(field);
});
