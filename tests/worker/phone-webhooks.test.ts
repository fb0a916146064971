import { createExecutionContext, SELF, waitOnExecutionContext } from "cloudflare:test";
import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bookings, enquiries, messages, notices, phoneChannels, rateLimitCounters } from "~/db/schema";
import { smsInboundReport } from "~/domain/notices/stand-ins/sms-stand-in";
import { whatsAppInbound, whatsAppSignature } from "~/domain/notices/stand-ins/whatsapp-stand-in";
import { DAY, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import worker from "../../workers/app";
import { env } from "../support/env";
import { visit } from "../support/site";
import { createUser } from "../support/users";
import { book, seedTown } from "../support/town";
import { currentInstant } from "../support/now";

// What local mode's stand-ins sign with (workers/environment.ts).
const APP_SECRET = "local";
const SMS_SECRET = "local".repeat(8);
const PHONE = "+263772123456";
const STRANGER = "+263772999999";

let town: Awaited<ReturnType<typeof seedTown>>;
const seconds = Math.floor(currentInstant() / 1000);
beforeAll(async () => {
  town = await seedTown();
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${env.ORIGIN}${path}`, { method: "POST", body, headers });
const whatsApp = async (body: string) =>
  post("/webhooks/whatsapp", body, { "X-Hub-Signature-256": await whatsAppSignature(APP_SECRET, body) });
const sms = (part: "messages" | "reports", form: URLSearchParams, secret = SMS_SECRET) =>
  post(`/webhooks/sms/${secret}/${part}`, form.toString(), { "Content-Type": "application/x-www-form-urlencoded" });

/** Writes from a phone, and gives the status that the provider gets. */
async function write(channel: "whatsapp" | "sms", from: string, text: string, id = newId()): Promise<number> {
  const response =
    channel === "whatsapp"
      ? await whatsApp(whatsAppInbound({ from, id, text, name: "Chipo", seconds }))
      : await sms("messages", smsInboundReport({ from, id, text, at: "2026-11-20 09:00:00" }));
  return response.status;
}

const allMessages = () => town.context.db.select().from(messages).orderBy(asc(messages.seq));
const verified = (channel: "whatsapp" | "sms", userId = town.client.id, phone = PHONE) =>
  town.context.db.insert(phoneChannels).values({
    id: newId(),
    userId,
    channel,
    phone,
    consentWords: "Yes",
    verifiedAt: town.context.now,
  });

beforeEach(async () => {
  const { db } = town.context;
  for (const table of [messages, enquiries, notices, phoneChannels, rateLimitCounters]) await db.delete(table);
});

describe.each(["whatsapp", "sms"] as const)("what comes in by %s", (channel) => {
  test("from a verified phone is a message of its owner to the other side of their newest conversation", async () => {
    await verified(channel);
    expect(await write(channel, PHONE, "I am at the gate")).toBe(200);
    expect(await allMessages()).toMatchObject([
      { senderId: town.client.id, recipientId: town.plumber.id, content: "I am at the gate" },
    ]);
    const [phone] = await town.context.db.select().from(phoneChannels);
    expect(phone!.lastInboundAt).toBeGreaterThan(currentInstant() - MINUTE);
  });

  test("goes to the other side of the booking that it names, if it is theirs", async () => {
    await verified(channel);
    const { context, client, otherPlumber, plumber, starts } = town;
    const [id, foreign] = await Promise.all([
      book(context, client, otherPlumber, starts.at(-5)!),
      book(context, town.otherClient, otherPlumber, starts.at(-6)!),
    ]);
    const referenceOf = async (bookingId: string) =>
      (await context.db.select().from(bookings).where(eq(bookings.id, bookingId)))[0]!.reference;
    await context.db.run(
      sql`update contacts set active_at = 9999999999999 where user_id = ${client.id} and other_id = ${plumber.id}`,
    );
    await write(channel, PHONE, `About ${(await referenceOf(id)).toLowerCase()}: bring a ladder`);
    await write(channel, PHONE, `About ${await referenceOf(foreign)}: who is this?`);
    expect((await allMessages()).map(({ recipientId }) => recipientId)).toEqual([otherPlumber.id, plumber.id]);
  });

  test("is one message, however often the provider posts it", async () => {
    await verified(channel);
    for (let turn = 0; turn < 3; turn++) expect(await write(channel, PHONE, "Hello", "same")).toBe(200);
    await Promise.all([write(channel, PHONE, "Hello", "same"), write(channel, PHONE, "Hello", "same")]);
    expect(await allMessages()).toHaveLength(1);
  });

  test("from an unknown phone goes to the office's inbox, once, and the office is told", async () => {
    for (let turn = 0; turn < 2; turn++) await write(channel, STRANGER, "Do you come to Norton?", "same");
    expect(await town.context.db.select().from(enquiries)).toMatchObject([
      {
        topic: channel,
        phone: STRANGER,
        email: null,
        message: "Do you come to Norton?",
        name: channel === "whatsapp" ? "Chipo" : "+263 77 299 9999",
      },
    ]);
    expect(await town.context.db.$count(notices, eq(notices.kind, "phoneEnquiry"))).toBe(1);
    expect(await allMessages()).toEqual([]);
  });

  test("of somebody without a conversation goes to the office under their name", async () => {
    const newcomer = await createUser(town.context, "client", { firstName: "Nyasha", lastName: "New" });
    await verified(channel, newcomer.id);
    await write(channel, PHONE, "Hello?");
    expect(await town.context.db.select().from(enquiries)).toMatchObject([{ name: "Nyasha New", message: "Hello?" }]);
  });

  test.each(["STOP", "stop", " Stop. ", "unsubscribe", "Stop all"])("%j ends it, and says so there", async (text) => {
    await verified(channel);
    expect(await write(channel, PHONE, text)).toBe(200);
    expect(await town.context.db.select().from(phoneChannels)).toMatchObject([{ endedAt: expect.any(Number) }]);
    expect(await town.context.db.select().from(notices)).toMatchObject([
      { kind: "phoneEnded", channel, recipient: PHONE },
    ]);
    expect(await allMessages()).toEqual([]);
  });

  test("that only has the word in it is a message", async () => {
    await verified(channel);
    await write(channel, PHONE, "The leak doesn't stop");
    expect(await allMessages()).toHaveLength(1);
  });

  test("too fast is asked for again, and nothing is lost", async () => {
    await verified(channel);
    const statuses: number[] = [];
    for (let turn = 0; turn < 31; turn++) statuses.push(await write(channel, PHONE, `Line ${turn}`, `id${turn}`));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    await town.context.db.delete(rateLimitCounters);
    expect(await write(channel, PHONE, "Line 30", "id30")).toBe(200);
    expect(await allMessages()).toHaveLength(31);
  });

  test("from a suspended account is no message", async () => {
    const someone = await createUser(town.context, "client");
    await verified(channel, someone.id);
    await town.context.db.run(sql`update users set suspended_at = 1 where id = ${someone.id}`);
    await write(channel, PHONE, "Hello");
    expect(await allMessages()).toEqual([]);
    expect(await town.context.db.$count(enquiries)).toBe(1);
  });
});

describe("the office", () => {
  const pageOf = async () => {
    const [row] = await town.context.db.select().from(enquiries);
    return `/admin-dashboard/inbox/${row!.id}`;
  };
  const read = async (path: string) => (await visit(path, { cookie: town.cookies.admin })).text();

  test.each([
    ["whatsapp", "Answer by WhatsApp"],
    ["sms", "Answer by text message"],
  ] as const)("answers what came by %s from its page, and sees who did and how far it got", async (channel, label) => {
    await write(channel, STRANGER, "Do you come to Norton?");
    const page = await pageOf();
    expect(await read(page)).toContain(label);
    const posted = await visit(page, { cookie: town.cookies.admin, form: { answer: "Yes, on Tuesdays." } });
    expect([posted.status, posted.headers.get("Location")]).toEqual([303, page]);
    const text = await read(page);
    expect(text).not.toContain(label);
    expect(text).toMatch(/Yes, on Tuesdays\.[^]*Grace Desk, /);
    await expect
      .poll(() => read(page))
      .toMatch(/(WhatsApp|Text message)(<!-- -->)?: (<!-- -->)?(Sent|Delivered|Seen) /);
  });

  test("reads why WhatsApp takes no answer after a day, and is refused one", async () => {
    await write("whatsapp", STRANGER, "Do you come to Norton?");
    await town.context.db.update(enquiries).set({ createdAt: currentInstant() - DAY });
    const page = await pageOf();
    const text = await read(page);
    expect(text).toContain("WhatsApp takes an answer for 24 hours");
    expect(text).not.toContain("Answer by WhatsApp");
    const posted = await visit(page, { cookie: town.cookies.admin, form: { answer: "Yes." } });
    expect(posted.status).toBe(409);
    expect(await town.context.db.$count(notices, eq(notices.kind, "enquiryAnswered"))).toBe(0);
  });

  test("is told that a text message is too long, and keeps what it wrote", async () => {
    await write("sms", STRANGER, "Do you come to Norton?");
    const posted = await visit(await pageOf(), { cookie: town.cookies.admin, form: { answer: "word ".repeat(50) } });
    expect(posted.status).toBe(400);
    const text = await posted.text();
    expect(text).toContain("This doesn&#x27;t fit into one text message");
    expect(text).toContain("word word word");
  });
});

describe("who is no provider", () => {
  const body = whatsAppInbound({ from: STRANGER, id: "forged", text: "STOP", seconds });

  test.each([
    ["no signature", undefined],
    ["another's", `sha256=${"0".repeat(64)}`],
    ["one too short", "sha256=00"],
    ["another kind", `sha1=${"0".repeat(40)}`],
  ])("with %s is refused", async (_, signature) => {
    const response = await post("/webhooks/whatsapp", body, signature ? { "X-Hub-Signature-256": signature } : {});
    expect(response.status).toBe(401);
  });

  test("cannot change a byte of what was signed", async () => {
    const signature = await whatsAppSignature(APP_SECRET, body);
    expect(
      (await post("/webhooks/whatsapp", body.replace("STOP", "STO0"), { "X-Hub-Signature-256": signature })).status,
    ).toBe(401);
  });

  test("a thousand times changes nothing and never asks D1", async () => {
    await verified("whatsapp");
    await verified("sms");
    await post("/webhooks/whatsapp", body);
    let asked = 0;
    const DB = new Proxy(env.DB, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method === "function") asked++;
        return typeof method === "function" ? (...values: unknown[]): unknown => method.apply(target, values) : method;
      },
    });
    const before = await town.context.db.select().from(phoneChannels);
    for (let turn = 0; turn < 500; turn++) {
      for (const path of ["/webhooks/whatsapp", `/webhooks/sms/${"x".repeat(40)}/messages`]) {
        const context = createExecutionContext();
        const request = new Request(`${env.ORIGIN}${path}`, {
          method: "POST",
          body,
          headers: { "X-Hub-Signature-256": `sha256=${"ab".repeat(32)}` },
        });
        const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, DB }, context);
        expect([401, 404]).toContain(response.status);
        await waitOnExecutionContext(context);
      }
    }
    expect(asked).toBe(0);
    expect(await town.context.db.select().from(phoneChannels)).toEqual(before);
  });

  test("gets no further with a large body", async () => {
    expect((await post("/webhooks/whatsapp", "x".repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await sms("messages", new URLSearchParams({ text: "x".repeat(20_000) }))).status).toBe(413);
  });

  test.each(["null", '{"entry":[{"changes":[{"value":{}}]}]}', '{"entry":7}', "not JSON", ""])(
    "signed but meaningless, %j is taken and nothing happens",
    async (odd) => {
      expect((await whatsApp(odd)).status).toBe(200);
      expect(await allMessages()).toEqual([]);
    },
  );

  test("cannot read or probe the addresses", async () => {
    for (const path of [`/webhooks/sms/${SMS_SECRET}/messages`, "/webhooks/whatsapp"])
      expect((await SELF.fetch(`${env.ORIGIN}${path}`)).status).toBe(404);
    expect((await sms("messages", new URLSearchParams(), "wrong")).status).toBe(404);
    expect((await post(`/webhooks/sms/${SMS_SECRET}/other`, "")).status).toBe(404);
  });

  test("gets Meta's challenge back only with the verify token", async () => {
    const ask = (token: string) =>
      SELF.fetch(
        `${env.ORIGIN}/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      );
    expect(await (await ask("local")).text()).toBe("1158201444");
    expect((await ask("guess")).status).toBe(403);
  });

  test("finds nothing where no provider is set up", async () => {
    const context = createExecutionContext();
    const request = new Request(`${env.ORIGIN}/webhooks/whatsapp`, { method: "POST", body: "{}" });
    const settings = { ...env, LOCAL_MODE: undefined, LOG_REQUESTS: "off" };
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], settings as never, context);
    expect(response.status).toBe(404);
    await waitOnExecutionContext(context);
  });
});
