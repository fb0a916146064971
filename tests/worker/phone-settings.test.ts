import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, phoneChannels, phoneCodes, rateLimitCounters } from "~/db/schema";
import { CONSENT_WORDS } from "~/domain/accounts/account";
import { LIMITS } from "~/domain/rate-limits/limits";
import { queueNotice } from "../support/notices";
import { expectPage, DEPLOYED, SENDING, callsOf, visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();
const { context, cookies, db, plumber } = town;
await db.delete(notices);
const PAGE = "/client-dashboard/settings/phone";
const PHONE = "+263772123456";

const post = (form: Record<string, string>, settings?: Record<string, unknown>) =>
  visit(PAGE, { cookie: cookies.client, form, settings });
const ask = (more: Record<string, string> = {}) =>
  post({ intent: "send", form: "phone-sms", channel: "sms", phone: "0772 123 456", consent: "on", ...more }, SENDING);
const page = async (path = PAGE) => (await visit(path, { cookie: cookies.client })).text();
/** The phone's messages, as the stand-in's page shows them. */
const codeOnPhone = async () => /Your code for Pombi\. (\d{6})\./.exec(await page("/dev/mailbox"))![1]!;
const verify = async (code?: string) =>
  post({ intent: "verify", form: "code-sms", channel: "sms", phone: PHONE, code: code ?? (await codeOnPhone()) });

test("a phone in the settings is added in two steps, which survive a reload, and can be stopped", async () => {
  expect(await page()).toContain(CONSENT_WORDS.sms);
  const sent = await ask();
  expect([sent.status, sent.headers.get("Location"), callsOf(sent)]).toEqual([303, PAGE, 2]);
  expect(await page()).toContain("We&#x27;ve sent six digits to +263 77 212 3456.");
  await expectPage(verify("12 34"), 400, "The code has six digits.");
  const code = await codeOnPhone();
  const guessed = await verify(code === "000000" ? "111111" : "000000");
  expect(callsOf(guessed)).toBeLessThanOrEqual(3);
  await expectPage(guessed, 400, "That isn't the code");
  const verified = await verify(`${code.slice(0, 3)} ${code.slice(3)}`);
  expect([verified.status, callsOf(verified)]).toEqual([303, 2]);
  expect(await page("/client-dashboard/settings/notifications")).toContain("+263\u00a077\u00a0212\u00a03456");
  expect(await page()).toMatch(/We write to <b[^>]*>\+263 77 212 3456<\/b>/);
  expect((await post({ intent: "stop:sms" })).status).toBe(303);
  expect(await page()).not.toContain("We write to");
  expect(await db.$count(phoneChannels, sql`ended_at is not null`)).toBe(1);
});

test("a phone in the settings that asked for too many codes gets no more", async () => {
  await ask();
  await db.update(rateLimitCounters).set({ count: LIMITS.phoneCodePerPhone.max });
  // Not folded away: the code that was sent last still waits above it.
  await expectPage(ask(), 429, /<details open="">[^]*Too many attempts\./);
  expect(await db.$count(notices)).toBe(1);
});

test("a phone in the settings whose code has ended is asked for again", async () => {
  await ask();
  await db.update(phoneCodes).set({ expiresAt: context.now });
  const shown = ["This code doesn't work any more", 'value="+263 77 212 3456"'];
  expect(await expectPage(verify("123456"), 410, ...shown)).not.toContain("We&#x27;ve sent six digits");
});

test("the phone of another account is said not to be free, and not whose it is", async () => {
  await ask();
  await verify();
  await db.update(phoneChannels).set({ userId: plumber.id }).where(eq(phoneChannels.phone, PHONE));
  await db.delete(notices);
  await ask();
  const page = await expectPage(verify(), 409, "Another account uses this phone.");
  expect(page).not.toContain(plumber.firstName);
});

test("a phone is not offered in the settings where no provider is set up; only a channel that is set up is", async () => {
  const cookie = cookies.client;
  expect((await visit(PAGE, { cookie, settings: DEPLOYED })).status).toBe(404);
  const settings = await visit("/client-dashboard/settings/notifications", { cookie, settings: DEPLOYED });
  expect(await settings.text()).not.toContain("<h2>Your phone");
  const sms = { ...DEPLOYED, SMS_USERNAME: "pombi", SMS_API_KEY: "k", SMS_WEBHOOK_SECRET: "s".repeat(32) };
  const offered = await expectPage(visit(PAGE, { cookie, settings: sms }), 200, "Text message");
  expect(offered).not.toContain("WhatsApp may write");
  const form = { intent: "send", channel: "whatsapp", phone: PHONE, consent: "on" };
  expect((await visit(PAGE, { cookie, settings: sms, form })).status).toBe(404);
});

test("/dev/mailbox answers from a phone as the provider would, with STOP and reports, in local mode alone", async () => {
  const stop = { channel: "sms", phone: PHONE, text: "STOP" };
  const write = async (form: Record<string, string>) => (await visit("/dev/mailbox", { form })).text();
  await ask();
  await verify();
  for (const form of [undefined, stop])
    expect((await visit("/dev/mailbox", { settings: DEPLOYED, form })).status).toBe(404);
  expect(await db.$count(phoneChannels, sql`ended_at is null`)).toBe(1);
  expect(await write(stop)).toContain("answered 200");
  expect(await db.$count(phoneChannels, sql`ended_at is null`)).toBe(0);
  for (const channel of ["whatsapp", "sms"] as const) {
    const id = await queueNotice(context, { channel, recipient: PHONE, status: "sent", providerId: channel });
    await write({ channel, providerId: channel, report: "delivered" });
    const [row] = await db.select().from(notices).where(eq(notices.id, id));
    expect(row!.deliveredAt, channel).not.toBeNull();
  }
});
