import { eq, isNull, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";

import * as tables from "~/db/schema";
import { env } from "../../../tests/support/env";
import { accept, completed, confirm, createBooking, draft, finish, record } from "../../../tests/support/money";
import { booking, openOf } from "../../../tests/support/money-rows";
import { admin, client, otherClient, plumber, seedPayers } from "../../../tests/support/payers";
import { addPhone, queueNotice, takeAll } from "../../../tests/support/notices";
import { setBooking } from "../../../tests/support/town";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { writeReport } from "../bookings/commands/job-updates.server";
import { describeDispute, selectDisputes } from "../bookings/queries/open-disputes.server";
import { sendEnquiry, receivePhoneEnquiry } from "../enquiries/enquiries.server";
import { sendMessage } from "../messages/messages.server";
import { denyPayment } from "../money/payments.server";
import { disputeFinal } from "../money/final-amount.server";
import { declineQuote, findQuote, writeQuote } from "../money/quotes.server";
import { sweepStagedPhotos } from "../photos/private-photos.server";
import { savePlumber } from "../plumbers/plumber-profiles.server";
import { answerReview, hideReview, reportReview } from "../reviews/moderation.server";
import { leaveReview } from "../reviews/reviews.server";
import { DAY, HOUR } from "../time/harare";
import { newId } from "../values/id";
import type { SteppedUpUser } from "../values/user";
import { eraseUser } from "./erasure.server";
import { refreshPrices } from "../prices/usual-prices.server";
import { afterwards, context, createUser, db, now } from "../../../tests/support/users";
import { collectOwnData } from "./own-data.server";
import { suspendUser } from "../admin/people/user-access.server";
import { offerAccount } from "../admin/callers/caller-accounts.server";
import { addNote } from "../admin/people/office-notes.server";
import { sendDueNotices } from "../outbox/outbox.server";

/** Marks every free text with whose it is, so that it is found wherever it was copied to. */
let round = 0;
let mark = "";
let othersPhotos: string[] = [];
const OTHERS = "wombat";
let count = 0;
let own: string[] = [];
const officeWords = () => `${mark}${++count}x`;
const words = () => own[own.push(officeWords()) - 1]!;
const othersWords = () => `${OTHERS}${++count}`;

/** Where `needles` stand in D1, in any letter case: "table.column", each with the first text. */
async function findInD1(needles: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const named = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'",
  ).all<{ name: string }>();
  const contents = await env.DB.batch<Record<string, unknown>>(
    named.results.map(({ name }) => env.DB.prepare(`select * from "${name}"`)),
  );
  for (const [at, { results }] of contents.entries())
    for (const [column, value] of results.flatMap((row) => Object.entries(row))) {
      const text = String(value).toLowerCase();
      if (needles.some((needle) => text.includes(needle.toLowerCase())))
        found[`${named.results[at]!.name}.${column}`] ??= text;
    }
  return found;
}

/** A notice that was sent leaves its subject (N4). */
async function sendAll() {
  await db.run(sql`update notices set next_attempt_at = ${now}, expires_at = null`);
  await sendDueNotices(context, takeAll().senders);
}

const NAME = { firstName: "Zvikomborero", lastName: "Chigumba" };
const identify = async (user: SteppedUpUser, phone: string) => {
  const photoKey = newId();
  await env.PHOTOS.put(`${photoKey}-800.webp`, "a face");
  const known = { ...NAME, phone, photoKey, addressLine1: words(), addressLine2: words() };
  await db.update(tables.users).set(known).where(eq(tables.users.id, user.id));
  await addPhone(context, { userId: user.id, channel: "whatsapp", phone });
  Object.assign(user, NAME);
};

const addPhoto = async (of: { bookingId: string } | { messageSeq: number }, uploadedBy: string) => {
  const id = newId();
  const kind = "bookingId" in of ? ("problem" as const) : ("message" as const);
  await env.PHOTOS.put(`private/${id}-1280.webp`, "a photo");
  await db.insert(tables.privatePhotos).values({ id, kind, ...of, uploadedBy, uploadId: newId(), createdAt: now });
};

const writeTo = async (sender: SteppedUpUser, recipientId: string) => {
  await sendMessage(context, sender, { id: newId(), recipientId, content: words() });
  const { messages } = tables;
  const sent = await db.select().from(messages).where(eq(messages.senderId, sender.id)).orderBy(messages.seq);
  await addPhoto({ messageSeq: sent.at(-1)!.seq }, sender.id);
};

/** Words of the office and of the other side's program about someone. */
async function officeWritesAbout(user: SteppedUpUser, bookingId: string, program: SteppedUpUser) {
  await suspendUser(context, admin, user.id, officeWords());
  await addNote(context, admin, user.id, { id: newId(), words: officeWords() });
  const open = await createBooking();
  await transitionBooking(context, admin, await booking(open), "cancel", { reason: "Zvikomborero asked us to" });
  await db.insert(tables.auditLog).values({
    id: newId(),
    adminId: admin.id,
    action: "bookingRetitled",
    subjectKind: "booking",
    subjectId: bookingId,
    before: `{"title":null}`,
    after: `{"title":"The pipes of Zvikomborero Chigumba"}`,
    at: now,
  });
  const endpoint = { id: newId(), userId: program.id, url: "https://hooks.example.com/pombi" };
  await db.insert(tables.webhookEndpoints).values({ ...endpoint, topics: "[]", secret: "secret", createdAt: now });
  const [notice] = await db.all<{ id: string }>(sql`select id from notices where booking_id = ${bookingId} limit 1`);
  await db.insert(tables.webhookDeliveries).values({
    id: newId(),
    endpointId: endpoint.id,
    noticeId: notice!.id,
    kind: "cancel",
    took: 5,
    at: now,
    payload: `{"title":"Zvikomborero Chigumba cancelled"}`,
  });
}

/** Erases someone, whose download holds all they have written until then. */
const erase = async ({ id, role, email }: SteppedUpUser) => {
  const download = JSON.stringify(await collectOwnData(db, { id, role }));
  expect(own.filter((text) => !download.includes(text))).toEqual([]);
  await sendAll();
  // Our office has settled them: with an open one no account is erased.
  await db.update(tables.disputes).set({ closedAt: now }).where(isNull(tables.disputes.closedAt));
  expect(await eraseUser(context, admin, { id, role, email, isErased: false }, "They asked us to")).toEqual({
    ok: true,
  });
  while (await sweepStagedPhotos({ ...context, now: now + 2 * DAY }));
};

const photoKeys = async () => (await env.PHOTOS.list()).objects.map(({ key }) => key);

beforeEach(async () => {
  // Objects that other files have left in R2 are theirs.
  othersPhotos = await photoKeys();
  mark = `quokka${++round}x`;
  own = [];
  await seedPayers();
  await db.run(sql`
    insert or ignore into contacts (user_id, other_id, conversation_id, active_at)
    values (${client.id}, ${plumber.id}, 'conversation', ${now}), (${plumber.id}, ${client.id}, 'conversation', ${now})`);
});

/** Both sides' record (A18): what was written to each other, and about each other in public. */
const KEPT = ["messages.content", "reviews.comment"];

test("erasing a client who did everything leaves none of their words and photos but messages and reviews", async () => {
  await identify(client, "+263772555111");
  const done = await completed({ suburb: words(), street: words(), pin: "-17.81234,31.05678", notes: words() });
  await addPhoto({ bookingId: done }, client.id);
  const cancelled = await createBooking({ notes: words(), title: "The pipes of Zvikomborero Chigumba" });
  await writeQuote(context, plumber, await booking(cancelled), draft(40_00, { note: othersWords() }));
  await declineQuote(context, client, await booking(cancelled), (await findQuote(db, client, cancelled, 1))!, words());
  await transitionBooking(context, client, await booking(cancelled), "cancel", { reason: words() });
  const refused = await createBooking({ status: "pending" });
  await transitionBooking(context, plumber, await booking(refused), "refuse", { reason: othersWords() });

  const disputed = await createBooking();
  await finish(disputed, 90_00, othersWords());
  expect(await disputeFinal(context, client, await booking(disputed), 90_00, words())).toEqual({ ok: true });
  await setBooking(context, disputed, { finalAnswer: "decided", finalAmount: 0 });
  const denied = await completed();
  await record(denied, plumber, 5_00);
  await denyPayment(context, client, await booking(denied), await openOf(denied), words());
  await setBooking(context, denied, { finalAmount: 0 });
  await record(done, client, 25_00);
  await confirm(done, plumber);

  await leaveReview(afterwards, client, { bookingId: done, rating: 4, comment: words() });
  const [review] = await db.select().from(tables.reviews).where(eq(tables.reviews.bookingId, done));
  await answerReview(context, plumber, review!.id, othersWords());
  const report = { reviewId: review!.id, reporterId: client.id, reason: words(), at: now };
  await db.insert(tables.reviewReports).values(report);
  await hideReview(context, admin, review!.id, "Zvikomborero was rude");
  await writeTo(client, plumber.id);
  await sendMessage(context, plumber, { id: newId(), recipientId: client.id, content: othersWords() });
  const enquiry = { name: "Zvikomborero Chigumba", email: client.email!, phone: "+263772555111", subject: words() };
  await sendEnquiry(context, "contact", { ...enquiry, message: words() } as never);
  const byPhone = { id: newId(), channel: "whatsapp", phone: "+263772555111", name: "Zvikomborero" } as const;
  await receivePhoneEnquiry(context, { ...byPhone, text: words() });
  await savePlumber(context, client, plumber.id);
  await db.insert(tables.onlinePayments).values({
    id: newId(),
    bookingId: done,
    clientId: client.id,
    amount: 1_00,
    purpose: "price",
    method: "ecocash",
    phone: "+263772555111",
    status: "failed",
    instructions: "Dial on 0772555111",
    failure: "No answer from 263772555111",
    createdAt: now,
    updatedAt: now,
  });
  await officeWritesAbout(client, cancelled, plumber);

  const email = client.email!;
  const needles = [mark, "zvikomborero", "chigumba", email, "772555111", "17.81234"];
  expect(Object.keys(await findInD1(needles)).length).toBeGreaterThan(20);
  await erase(client);
  expect(Object.keys(await findInD1(needles)).sort()).toEqual(KEPT);
  expect(await photoKeys()).toEqual(othersPhotos);
  expect(await db.$count(tables.savedPlumbers, eq(tables.savedPlumbers.clientId, client.id))).toBe(0);
  expect(await db.select().from(tables.onlinePayments).where(eq(tables.onlinePayments.bookingId, done))).toMatchObject([
    { phone: "•••111" },
  ]);
  // The other side's words and the money are there still (decision 034).
  expect(Object.keys(await findInD1([OTHERS]))).toEqual(
    expect.arrayContaining(["booking_events.reason", "quotes.note", "reviews.answer", "messages.content"]),
  );
  expect(await db.select().from(tables.receipts).where(eq(tables.receipts.bookingId, done))).toMatchObject([
    { amount: 25_00 },
  ]);
  const [dispute] = await selectDisputes(db).where(eq(tables.disputes.bookingId, disputed));
  expect(describeDispute(dispute!)).toMatchObject({ said: "Former client disagreed with $90", reason: null });
});

test("erasing a plumber who did everything leaves only their messages and what was agreed and paid", async () => {
  await identify(plumber, "+263772666222");
  const trade = { about: words(), experience: words(), speciality: words(), sortName: "zvikomborero chigumba" };
  await db.update(tables.plumberProfiles).set(trade).where(eq(tables.plumberProfiles.userId, plumber.id));
  const done = await createBooking();
  const open = async () => booking(done);
  const lines = [{ what: words(), amount: 30_00 }];
  await writeQuote(context, plumber, await open(), { ...draft(30_00, { note: words() }), lines });
  await writeQuote(context, plumber, await open(), draft(40_00, { note: words() }));
  await accept(done, 2);
  await writeReport(context, plumber, done, words());
  await finish(done, 45_00, words());
  await setBooking(context, done, { finalAnswer: "agreed" });
  await record(done, plumber, 45_00);
  await confirm(done, client);
  await leaveReview(afterwards, client, { bookingId: done, rating: 4, comment: othersWords() });
  const [review] = await db.select().from(tables.reviews).where(eq(tables.reviews.bookingId, done));
  await answerReview(context, plumber, review!.id, words());
  await reportReview(context, plumber, review!.id, words());
  const cancelled = await createBooking();
  await transitionBooking(context, plumber, await booking(cancelled), "cancel", { reason: words() });
  // One that someone else has by now: what they wrote about it goes too.
  const reassigned = await createBooking({ status: "pending" });
  await db.insert(tables.bookingEvents).values({
    id: newId(),
    bookingId: reassigned,
    seq: 99,
    event: "cancel",
    toStatus: "cancelled",
    reason: words(),
    at: now,
    actorRole: "plumber",
    actorId: plumber.id,
  });
  await setBooking(context, reassigned, { plumberId: null, clientId: client.id });
  const denied = await completed();
  await record(denied, client, 5_00);
  await denyPayment(context, plumber, await booking(denied), await openOf(denied), words());
  await setBooking(context, denied, { finalAmount: 0 });
  await writeTo(plumber, client.id);
  await savePlumber(context, otherClient, plumber.id);
  await officeWritesAbout(plumber, cancelled, client);

  const needles = [mark, "zvikomborero", "chigumba", plumber.email!, "772666222"];
  await erase(plumber);
  expect(Object.keys(await findInD1(needles)).sort()).toEqual(["messages.content"]);
  expect(await photoKeys()).toEqual(othersPhotos);
  expect(
    await db.select().from(tables.quotes).where(eq(tables.quotes.bookingId, done)).orderBy(tables.quotes.version),
  ).toMatchObject([
    { total: 30_00, note: null, lines: [{ what: "Work", amount: 30_00 }] },
    { total: 40_00, note: null, lines: [{ what: "New cartridge", amount: 40_00 }] },
  ]);
});

test("what went to a phone or an offered email before anybody knew whose they are goes with the account", async () => {
  const phone = "+263772444333";
  const email = "chigumba@example.test";
  const onThePhone = { email: null, emailVerifiedAt: null, passwordHash: "none", phone, ...NAME };
  await db.update(tables.users).set(onThePhone).where(eq(tables.users.id, client.id));
  await offerAccount(context, admin, client.id, email);
  await sendAll();
  const answer = { kind: "dialogueAnswer", channel: "whatsapp", recipient: phone } as const;
  await queueNotice(context, { ...answer, status: "sent", sentAt: now, words: null, subject: "Chigumba, 12 Main St" });
  await queueNotice(context, { ...answer, facts: '{"text":"Chigumba, 12 Main St"}', words: null });
  await queueNotice(context, { ...answer, recipient: "+263772444334", subject: OTHERS });
  const needles = ["chigumba", "772444333", "12 main st"];
  expect(Object.keys(await findInD1(needles))).toContain("notices.subject");
  const { id, role } = client;
  await eraseUser(context, admin, { id, role, email: null, isErased: false }, "They asked us to");
  expect(await findInD1(needles)).toEqual({});
  expect(Object.keys(await findInD1([OTHERS]))).toContain("notices.subject");
});

test("an erasure that is refused takes no word, neither of the account nor about it", async () => {
  await suspendUser(context, admin, client.id, words());
  await createBooking({ status: "confirmed" });
  const before = await findInD1([mark]);
  expect(Object.keys(before)).toContain("audit_log.reason");
  const refused = await eraseUser(context, admin, { ...client, isErased: false }, "They asked us to");
  expect(refused).toEqual({ ok: false, reason: "openBookings" });
  expect(await findInD1([mark])).toEqual(before);
});

test("a plumber's usual prices go with the account, and are not worked out again", async () => {
  const leaver = await createUser(context, "plumber");
  const jobs = await Promise.all(
    Array.from({ length: 5 }, () => completed({ plumberId: leaver.id, serviceType: "Leak Fixing", paidAmount: 25_00 })),
  );
  const record = (bookingId: string, event: "complete" | "agree-final", at: number) =>
    db
      .insert(tables.bookingEvents)
      .values({ id: newId(), bookingId, seq: at, event, actorRole: "client", toStatus: "completed", at });
  await Promise.all(jobs.map((job) => record(job, "complete", now)));
  const refresh = () => refreshPrices({ db, now: now + DAY });
  const prices = () => db.select().from(tables.plumberPrices).where(eq(tables.plumberPrices.plumberId, leaver.id));
  while ((await refresh()) > 0);
  expect(await prices()).toMatchObject([{ jobs: 5 }]);
  const { id, email, role } = leaver;
  expect(await eraseUser(context, admin, { id, email, role, isErased: false }, "They asked us to")).toEqual({
    ok: true,
  });
  await record(jobs[0]!, "agree-final", now + HOUR);
  expect(await refresh()).toBeGreaterThan(0);
  expect(await prices()).toEqual([]);
});
