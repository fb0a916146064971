import { eq, sql, desc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookings, dialogues, enquiries, messages, notices, reviews, users, phoneChannels } from "~/db/schema";
import { findDialogue, findDialogueById, giveBackDialogue, takeDialogue } from "~/domain/dialogues/dialogues.server";
import { HOUR, MINUTE, DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { sendMessage } from "~/domain/messages/messages.server";
import { suspendUser } from "~/domain/admin/people/user-access.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { addPhone } from "../../tests/support/notices";
import { openPhones } from "../../tests/support/phones";
import { meterD1, pipeline, gatherReads } from "../../workers/d1";
import { env } from "../../tests/support/env";
import { rowOf, seedTown, completedJob, book } from "../../tests/support/town";

const town = await seedTown();
const { context, db } = town;
await addPhone(context, { userId: town.client.id, channel: "whatsapp", phone: "+263772000011" });
await addPhone(context, { userId: town.plumber.id, channel: "whatsapp", phone: "+263772000012" });
await addPhone(context, { userId: town.otherPlumber.id, channel: "whatsapp", phone: "+263772000013" });

let phones: ReturnType<typeof openPhones>;
let client: ReturnType<typeof phones.open>;
let plumber: typeof client;
beforeEach(() => {
  phones = openPhones(context.now);
  client = phones.open("+263772000011", "Rudo");
  plumber = phones.open("+263772000012", "Tendai");
});
const see = (phone: typeof client, id: string) => phone.send({ text: "See the job", choice: `job.${id}.see.` });
const more = async (phone: typeof client, id: string, action: string) => {
  await phone.send({ text: "More", choice: `job.${id}.more.` });
  return phone.tap(action);
};
const log = (...a: unknown[]) => console.log("ZZ", ...a.map((x) => (typeof x === "string" ? x : JSON.stringify(x))));
const T = (name: string, fn: () => Promise<void>) => test(name, async () => { try { await fn(); } catch (e) { log(name, "THREW", String(e).slice(0, 400)); } });


T("cancel by voice note / no", async () => {
  await more(client, town.confirmed, "Cancel the visit");
  log(await client.write("no, wait, how much does it cost?"), (await rowOf(context, town.confirmed)).status);
});
T("cancel by voice note", async () => {
  await more(client, town.confirmed, "Cancel the visit");
  await client.send({ unseen: "audio" }); log("voice", (await rowOf(context, town.confirmed)).status);
});
T("double Send", async () => {
  const s = phones.open("+263771000036");
  await s.write("A pipe leaks in Harare"); await s.write("Avondale"); await s.tap("Farai"); await s.write("12 Baker Avenue"); await s.write("Chipo Zulu");
  await Promise.all([s.send({ text: "Send", choice: "summary.send" }), s.send({ text: "Send", choice: "summary.send" })]);
  log("double send: messages", await db.select({ c: messages.content, r: messages.recipientId }).from(messages), "bookings", await db.$count(bookings, eq(bookings.street, "12 Baker Avenue")));
});
T("double stars", async () => {
  const id = await completedJob(context, town.client, town.plumber);
  await more(client, id, "Leave a review");
  await client.tap("★★★★★"); await client.send({ text: "★★★★★ Excellent", choice: "stars.5" });
  log("double stars", await db.select({ r: reviews.rating, c: reviews.comment }).from(reviews));
});
T("stale reason", async () => {
  await more(client, town.confirmed, "Cancel the visit");
  await client.tap("Keep the visit");
  await client.send({ text: "The problem is solved", choice: "reason.0" });
  log("stale reason relayed", await db.select({ c: messages.content }).from(messages), client.last().text);
});
T("typed confirm", async () => {
  await see(plumber, town.pending); log(plumber.last().text);
  const h = phones.all.length;
  await plumber.write("confirm"); log("typed confirm answers", phones.all.length - h, (await rowOf(context, town.pending)).status, await db.select({ c: messages.content }).from(messages));
});
T("depths", async () => {
  const measure = async (name: string, what: (d: D1Database) => Promise<unknown>) => {
    const meter = meterD1(); await what(pipeline(env.DB, gatherReads(), meter.step) as any);
    log("depth", name, meter.depth(), "calls", meter.calls(), "rows", meter.rowsRead());
  };
  const s = phones.open("+263771000040");
  await measure("first words", (d) => s.send({ text: "A pipe leaks in Harare" }, d));
  await measure("suburb", (d) => s.send({ text: "Avondale" }, d));
  await measure("other times", (d) => s.send({ text: "Other", choice: "offer.more" }, d));
  await measure("see", (d) => client.send({ text: "x", choice: `job.${town.confirmed}.see.` }, d));
  await measure("propose ask", (d) => client.send({ text: "x", choice: `job.${town.confirmed}.propose-time.` }, d));
  const c = client.last().choices[0]!;
  await measure("propose do", (d) => client.send({ text: c.title, choice: c.id }, d));
  await measure("jobs", (d) => client.send({ text: "jobs" }, d));
  await measure("relay", (d) => client.send({ text: "hello there" }, d));
});
T("takeover ends after a day", async () => {
  const s = phones.open("+263771000041");
  await s.write("A pipe leaks in Harare");
  const d = (await findDialogueById(db, (await findDialogue(db, s.phone))!.id))!;
  await takeDialogue(phones.context(), town.admin, d);
  await phones.wait(phones.now() + 20 * HOUR); await s.write("are you there");
  await phones.wait(phones.now() + 5 * HOUR); log("after 25 h:", await s.write("I'm at home now"));
});
T("expired dialogue: stale Send", async () => {
  const s = phones.open("+263771000042");
  await s.write("A pipe leaks in Harare"); await s.write("Avondale"); await s.tap("Farai"); await s.write("12 Baker Avenue"); await s.write("Chipo Zulu");
  await db.run(sql`update plumber_profiles set fee_cents = 9900`);
  log(await s.tap("Send"), await db.select({ fee: bookings.fee }).from(bookings).where(eq(bookings.street, "12 Baker Avenue")));
});
T("something else", async () => {
  const s = phones.open("+263771000043");
  await s.write("the thing behind my wall makes a terrible noise at night"); await s.write("it hums and then bangs"); 
  log(s.last().text);
  const s2 = phones.open("+263771000044");
  await s2.write("the thing behind my wall makes a terrible noise at night"); await s2.tap("Something else"); await s2.tap("Harare"); await s2.write("Avondale"); await s2.tap("Farai"); await s2.write("15 Baker Avenue"); await s2.write("Chipo Zulu"); await s2.tap("Send");
  log(await db.select({ s: bookings.serviceType, n: bookings.notes }).from(bookings).where(eq(bookings.street, "15 Baker Avenue")));
});
T("proposals double on two at once", async () => {
  await more(client, town.confirmed, "Another time");
  const c = client.last().choices[0]!;
  await Promise.all([client.send({ text: c.title, choice: c.id }), client.write("again"), client.send({ text: c.title, choice: c.id })]);
  log("proposals", await db.select({ p: bookings.proposals }).from(bookings).where(eq(bookings.id, town.confirmed)), await db.select({ c: messages.content }).from(messages));
});
T("insights", async () => {
  for (let i = 0; i < 5; i++) await see(client, town.confirmed);
  log("rows of dialogues after 5 taps", await db.$count(dialogues));
});
T("past client writes hi", async () => {
  const h = phones.all.length; await client.write("I need a plumber"); log("answers", phones.all.length - h, await db.select({ c: messages.content }).from(messages));
});
T("export", async () => {
  const h = phones.all.length; const p = phones.open("+263772000013"); await p.write("hi"); log("plumber without client: answers", phones.all.length - h, "inbox", await db.$count(enquiries));
});
T("admin", async () => {
  await addPhone(context, { userId: town.admin.id, channel: "whatsapp", phone: "+263772000019" });
  const a = phones.open("+263772000019");
  log(await a.write("A pipe leaks in Harare")); await a.write("Avondale"); await a.tap("Farai"); await a.write("12 Baker Avenue"); log(await a.tap("Send"));
});
T("location later", async () => {
  const s = phones.open("+263771000045"); await s.write("hi"); log(await s.send({ place: { latitude: -17.8, longitude: 31.04 } })); log((await findDialogue<any>(db, s.phone))?.answers);
});
T("refund in request", async () => {
  const s = phones.open("+263771000046"); await s.write("A pipe leaks in Harare"); await s.write("Avondale"); await s.tap("Farai");
  log(await s.write("x".repeat(10) + " very long story ".repeat(60)), (await s.write("again and again ".repeat(60))));
  const [e] = await db.select().from(enquiries); log("inbox length", e?.message.length, "of", 1020 + 960);
});
