import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { noticeChoices, notices } from "~/db/schema";
import { findNoticeChoices, switchEmailsOff } from "~/domain/notices/choices.server";
import { emailSender } from "~/domain/notices/email-sender";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { unsubscribeToken } from "~/domain/accounts/tokens.server";
import { addPhone, queueNotice } from "../support/notices";
import { expectPage, visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();
const { context, cookies, db } = town;
const PAGE = "/plumber-dashboard/settings/notifications";
const HOURS = { quietFrom: "1260", quietUntil: "390" };
const read = async () => (await visit(PAGE, { cookie: cookies.plumber })).text();
const save = (form: Record<string, string>) => visit(PAGE, { cookie: cookies.plumber, form: { ...HOURS, ...form } });
const choices = () => findNoticeChoices(db, town.plumber);

test("notices are chosen by default: everything but news, and quiet nights", async () => {
  const { on, quiet } = await choices();
  expect(on).toEqual(expect.arrayContaining(["requests-email", "messages-push", "reminders-sms"]));
  expect(on).not.toContain("news-email");
  expect(on).not.toContain("messages-sms");
  expect(quiet).toEqual({ from: 21 * 60, until: 6 * 60 + 30 });
});

test("a choice of notices is stored and shown again; one that cannot be switched off stays on", async () => {
  expect((await save({ "messages-email": "on" })).status).toBe(303);
  const { on, quiet } = await choices();
  expect(on).toContain("messages-email");
  expect(on).toEqual(expect.arrayContaining(["requests-email", "changes-email"]));
  expect(on).not.toContain("reviews-email");
  expect(quiet).toBeNull();
  const page = await read();
  expect(page).toMatch(/name="messages-email"[^>]*checked/);
  expect(page).not.toMatch(/name="reviews-email"[^>]*checked/);
  expect(page).not.toMatch(/name="(requests|changes)-email"/);
});

test("a phone has a column once it is verified, and a choice that the form did not show stays as it was", async () => {
  expect(await read()).not.toContain('name="requests-sms"');
  await save({ channels: "email", "messages-email": "on" });
  expect((await choices()).on).toContain("requests-sms");
  await addPhone(context, { userId: town.plumber.id, channel: "sms", phone: "+263772123456" });
  expect(await read()).toMatch(/name="requests-sms"[^>]*checked/);
  await save({ channels: "email sms", "messages-email": "on" });
  expect((await choices()).on).not.toContain("requests-sms");
});

test("a choice with quiet hours that are none is not stored, and the page says so", async () => {
  for (const hours of [
    { quietFrom: "", quietUntil: "390" },
    { quietFrom: "1261", quietUntil: "390" },
    { quietFrom: "390", quietUntil: "390" },
  ])
    await expectPage(save({ quiet: "on", ...hours }), 400, /quiet hours/i);
  expect(await db.$count(noticeChoices)).toBe(0);
});

test("a topic that is switched off on a channel drops what waits there for its owner, and nothing else", async () => {
  const userId = town.plumber.id;
  const waiting: Record<string, Partial<typeof notices.$inferInsert>> = {
    "switched off": { userId, topic: "reviews", channel: "email" },
    "on another channel": { userId, topic: "reviews", channel: "push" },
    "of another topic": { userId, topic: "messages", channel: "email" },
    "of someone else": { userId: town.client.id, topic: "reviews", channel: "email" },
    "that must not be lost": { userId, topic: "requests", channel: "email" },
    "sent already": { userId, topic: "reviews", channel: "email", status: "sent" },
  };
  const statuses = async () => {
    const found = await db.select().from(notices);
    return Object.fromEntries(found.map(({ causeId, status }) => [causeId, status]));
  };
  for (const switchOff of [
    () => save({ channels: "email", "messages-email": "on" }),
    () => switchEmailsOff(db, userId, "reviews"),
  ]) {
    await db.delete(notices);
    for (const [causeId, notice] of Object.entries(waiting)) await queueNotice(context, { causeId, ...notice });
    const before = await statuses();
    await switchOff();
    expect(await statuses()).toEqual({ ...before, "switched off": "dropped" });
  }
});

const tokenFor = (topic: string) => unsubscribeToken(context.sessionSecret, town.plumber.id, topic);
const path = `/unsubscribe?token=${await tokenFor("reviews")}`;
const stored = () => db.select().from(noticeChoices).where(eq(noticeChoices.userId, town.plumber.id));

test("an optional email says how to turn it off, to people and mail programs; a required one doesn't", async () => {
  const sent: { headers: Record<string, string>; text: string; html: string }[] = [];
  const sender = emailSender({ send: async (email) => void sent.push(email) }, async (_, topic) =>
    topic === "reviews" ? "https://pombi.test/unsubscribe?token=x" : null,
  );
  await db.delete(notices);
  const words = JSON.stringify({ subject: "S", text: "T", html: "<html><body>T</body></html>" });
  for (const topic of ["reviews", "changes"] as const)
    await queueNotice(context, { topic, words, userId: town.plumber.id });
  await sendDueNotices(context, { email: sender });
  sent.sort((a, b) => b.text.length - a.text.length);
  expect(sent[0]).toMatchObject({
    headers: {
      "List-Unsubscribe": "<https://pombi.test/unsubscribe?token=x>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    text: expect.stringContaining("No more emails about reviews: https://pombi.test/unsubscribe?token=x"),
    html: expect.stringContaining("</p></body>"),
  });
  expect(sent[1]).toMatchObject({ headers: {}, text: "T" });
});

test("opening an unsubscribe link changes nothing; its button ends the emails of that topic", async () => {
  expect(await (await visit(path)).text()).toContain("No more emails about reviews?");
  expect(await stored()).toEqual([]);
  for (let turn = 0; turn < 2; turn++) await expectPage(visit(path, { form: {} }), 200, "You're unsubscribed");
  expect(await stored()).toEqual([{ userId: town.plumber.id, topic: "reviews", channel: "email", isOn: false }]);
  expect((await choices()).on).not.toContain("reviews-email");
});

const FROM_MAIL_PROGRAMS: Record<string, string>[] = [
  { Origin: "" },
  { Origin: "null", "Sec-Fetch-Site": "cross-site" },
];

test.each(FROM_MAIL_PROGRAMS)("a mail program unsubscribes by one POST without a cookie, with %j", async (headers) => {
  const response = await visit(path, { form: { "List-Unsubscribe": "One-Click" }, headers });
  expect(response.status).toBe(200);
  expect(await stored()).toHaveLength(1);
});

test("an unsubscribe token that is not ours does nothing", async () => {
  for (const token of ["", "x", "x.reviews.signature", "null"])
    await expectPage(visit(`/unsubscribe?token=${token}`, { form: {} }), 404, "This link is not complete.");
  expect(await stored()).toEqual([]);
});

test("emails that must not be lost have no unsubscribe token", async () => {
  for (const topic of ["requests", "changes", "account"]) expect(await tokenFor(topic)).toBeNull();
});
