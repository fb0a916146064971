import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { DisputeEvent } from "~/db/money-words";
import {
  bookingEvents,
  bookings,
  claimLinks,
  contacts,
  disputes,
  enquiries,
  heartbeats,
  notices,
  onlinePayments,
  passwordResetLinks,
  payoutBatches,
  payouts,
  phoneCodes,
  plumberChecks,
  plumberProfiles,
  privatePhotos,
  refunds,
  reviews,
  secondFactorResets,
  verificationLinks,
} from "~/db/schema";
import { context, createBooking, db, now } from "../../../tests/support/money";
import { insertOnlinePayment } from "../../../tests/support/money-rows";
import { noticesInWords } from "../../../tests/support/notice-words";
import { addPhone, queueNotice, takeAll } from "../../../tests/support/notices";
import { admin, client, plumber, seedPayers } from "../../../tests/support/payers";
import { isOverByRows } from "../notices/notice";
import { DAY, type Instant } from "../time/harare";
import { ALL_NOTICES } from "./notice-words.server";
import { sendDueNotices } from "./outbox.server";

beforeAll(seedPayers);

const PHONE = "+263772000123";
const atLife = { createdAt: now, expiresAt: now + DAY };
const money = { amount: 25_00, place: "EcoCash", name: "T" };

interface Case {
  kind: string;
  facts?: object;
  cause?: () => string;
  channel?: "sms";
  while?: (booking: string) => Promise<unknown>;
  until: (booking: string) => Promise<unknown>;
}

const refund = (more: Partial<typeof refunds.$inferInsert>) => (bookingId: string) =>
  db.insert(refunds).values({
    id: "refund",
    bookingId,
    clientId: client.id,
    causeId: "cause",
    reason: "decided",
    amount: 25_00,
    createdAt: now,
    ...more,
  });
const sent = { sentAt: now, reference: "R1" };
const sendRefund = () => db.update(refunds).set(sent);
const decide = (approval: "approved" | "asked" | "refused" | "waiting") => () =>
  db.update(plumberProfiles).set({ approval }).where(eq(plumberProfiles.userId, plumber.id));
const check = { kind: "identity", lastDay: "2026-12-01", days: 7 };
const ofCheck = () => `${plumber.id} identity 7 7`;
const hasCheck = () =>
  db.insert(plumberChecks).values({
    plumberId: plumber.id,
    kind: "identity",
    nameKey: "t",
    checkedAt: now,
    expiresAt: 7,
    recordedBy: admin.id,
  });
const renew = () => db.update(plumberChecks).set({ expiresAt: 8 });
const review = async (bookingId: string) => {
  await db.update(bookings).set({ status: "completed", completedAt: now }).where(eq(bookings.id, bookingId));
  await db.insert(reviews).values({
    id: "cause",
    bookingId,
    clientId: client.id,
    plumberId: plumber.id,
    rating: 5,
    createdAt: now,
  });
};
const hide = () => db.update(reviews).set({ hiddenAt: now, hiddenReason: "Rude" });
const startReset = () =>
  db.insert(secondFactorResets).values({ userId: client.id, startedBy: admin.id, startedAt: now, dueAt: now + DAY });
const stopReset = () => db.delete(secondFactorResets);

const open = (event: DisputeEvent) => async (bookingId: string) => {
  await db
    .insert(bookingEvents)
    .values({ id: "cause", bookingId, seq: 1, event, actorRole: "client", toStatus: "confirmed", at: now });
  await db.insert(disputes).values({ id: "cause", bookingId, event, openedAt: now });
  await db.update(bookings).set({ frozenAt: now });
};
const close = () => db.update(disputes).set({ closedAt: now });

/** Those that a booking's disputes make so. */
const OF_DISPUTES: Case[] = [
  { kind: "jobStep", facts: { step: "plumber-did-not-come" }, while: open("plumber-did-not-come"), until: close },
  { kind: "jobStep", facts: { step: "plumber-came" }, until: open("plumber-did-not-come") },
  {
    kind: "bookingMoney",
    facts: { event: "deny-payment", amount: 25_00, actor: "plumber", who: "T" },
    while: open("deny-payment"),
    until: close,
  },
];

const payOnlineAt = (bookingId: string, paidAt: Instant) =>
  insertOnlinePayment(context, {
    bookingId,
    clientId: client.id,
    amount: 25_00,
    status: "paid",
    paidAt,
    received: 25_00,
  });

const CASES: Case[] = [
  {
    kind: "verification",
    facts: { token: "t" },
    while: () =>
      db.insert(verificationLinks).values({ tokenHash: "cause", email: client.email, registrationId: "r", ...atLife }),
    until: () => db.delete(verificationLinks),
  },
  {
    kind: "passwordReset",
    facts: { token: "t" },
    while: () => db.insert(passwordResetLinks).values({ tokenHash: "cause", userId: client.id, ...atLife }),
    until: () => db.update(passwordResetLinks).set({ usedAt: now }),
  },
  {
    kind: "accountOffered",
    facts: { token: "t" },
    while: () =>
      db.insert(claimLinks).values({ tokenHash: "cause", userId: client.id, email: client.email, ...atLife }),
    until: () => db.update(claimLinks).set({ expiresAt: now }),
  },
  {
    kind: "phoneCode",
    channel: "sms",
    facts: { code: "123456" },
    while: () =>
      db.insert(phoneCodes).values({ userId: client.id, channel: "sms", phone: PHONE, codeHash: "h", ...atLife }),
    until: () => db.update(phoneCodes).set({ createdAt: now + 1 }),
  },
  {
    kind: "phoneEnded",
    channel: "sms",
    facts: { channel: "sms" },
    until: () => addPhone(context, { userId: client.id, channel: "sms", phone: PHONE }),
  },
  { kind: "factorResetStarted", facts: { dueAt: now + DAY }, while: startReset, until: stopReset },
  {
    kind: "factorResetOfAdmin",
    facts: { name: "A", by: "B", dueAt: now + DAY },
    while: startReset,
    until: stopReset,
  },
  {
    kind: "unreadMessages",
    facts: { reader: "T", role: "client", sender: "P", unread: 1 },
    while: () =>
      db.insert(contacts).values(
        [plumber.id, admin.id].map((otherId) => ({
          userId: client.id,
          otherId,
          conversationId: [client.id, otherId].sort().join("."),
          activeAt: now,
          unread: 1,
          unreadSince: now,
        })),
      ),
    // The other conversation is still unread.
    until: () => db.update(contacts).set({ unread: 0, unreadSince: null }).where(eq(contacts.otherId, plumber.id)),
  },
  {
    kind: "reviewLeft",
    facts: { id: "cause", client: "C", rating: 5, comment: null },
    while: review,
    until: hide,
  },
  { kind: "reviewAnswered", facts: { id: "cause", plumber: "P", answer: "Thanks" }, while: review, until: hide },
  { kind: "plumberApproved", facts: { words: "" }, while: decide("approved"), until: decide("refused") },
  { kind: "papersAsked", facts: { words: "A" }, while: decide("asked"), until: decide("waiting") },
  { kind: "plumberRefused", facts: { words: "A" }, while: decide("refused"), until: decide("approved") },
  { kind: "checkExpiring", facts: check, cause: ofCheck, while: hasCheck, until: renew },
  { kind: "checkExpired", facts: check, cause: ofCheck, while: hasCheck, until: renew },
  {
    kind: "enquiryAssigned",
    facts: { id: "e", by: "A" },
    while: () =>
      db.insert(enquiries).values({
        id: "e",
        topic: "home",
        name: "N",
        email: "n@example.test",
        message: "M",
        createdAt: now,
        assignedTo: plumber.id,
      }),
    until: () => db.update(enquiries).set({ doneAt: now }),
  },
  {
    kind: "photosReleased",
    while: (bookingId) =>
      db.insert(privatePhotos).values({
        id: "p",
        kind: "after",
        bookingId,
        uploadedBy: plumber.id,
        uploadId: "u",
        createdAt: now,
        releasedAt: now,
      }),
    until: () => db.update(bookings).set({ photosSharedAt: now }),
  },
  {
    kind: "cancelledAfterPayment",
    facts: { amount: 25_00 },
    while: open("cancel"),
    until: close,
  },
  {
    kind: "notPaid",
    channel: "sms",
    facts: { amount: 25_00, isLate: false },
    // A deposit that was paid before is another payment.
    while: (bookingId) => payOnlineAt(bookingId, now - 1),
    until: (bookingId) => payOnlineAt(bookingId, now),
  },
  {
    kind: "paymentDisputed",
    facts: { amount: 25_00 },
    cause: () => `pay ${now}`,
    while: (bookingId) =>
      insertOnlinePayment(context, {
        id: "pay",
        bookingId,
        clientId: client.id,
        amount: 25_00,
        status: "paid",
        paidAt: now,
        received: 25_00,
        disputedAt: now,
      }),
    until: () => db.update(onlinePayments).set({ disputedAt: null }),
  },
  {
    kind: "paymentToReturn",
    facts: { amount: 25_00, reader: "client" },
    while: refund({}),
    until: sendRefund,
  },
  { kind: "refundDue", facts: { amount: 25_00, dueBy: now }, while: refund({}), until: sendRefund },
  {
    kind: "refundSent",
    facts: { amount: 25_00, reference: "R1" },
    while: refund(sent),
    until: () => db.update(refunds).set({ sentAt: null, reference: null }),
  },
  {
    kind: "refundReturned",
    facts: { amount: 25_00, wasSent: true, dueBy: now },
    while: refund({ returnReason: "No such account" }),
    until: sendRefund,
  },
  {
    kind: "payoutSent",
    facts: { ...money, reference: "R1" },
    while: async () => {
      const batch = { id: "b", number: 1, method: "ecocash", createdBy: admin.id, createdAt: now } as const;
      await db.insert(payoutBatches).values(batch);
      await db.insert(payouts).values({
        id: "cause",
        batchId: "b",
        plumberId: plumber.id,
        amount: 25_00,
        method: "ecocash",
        number: PHONE,
        holder: "T",
        status: "sent",
        createdAt: now,
      });
    },
    until: () => db.update(payouts).set({ status: "failed" }),
  },
  {
    kind: "ledgerFault",
    facts: { sum: 1, faults: [] },
    while: () => db.update(heartbeats).set({ value: JSON.stringify({ sum: 1, faults: [] }) }),
    until: () => db.update(heartbeats).set({ value: JSON.stringify({ sum: 0, faults: [] }) }),
  },
];

/** Of the others the reader is a client. */
const TO_PLUMBERS = [
  "reviewLeft",
  "plumberApproved",
  "papersAsked",
  "plumberRefused",
  "checkExpiring",
  "checkExpired",
  "enquiryAssigned",
  "payoutSent",
];

test.each([...CASES, ...OF_DISPUTES])(
  "a notice is over once other rows say so, and is told until then: $kind",
  async (one) => {
    const { kind, facts, cause = () => "cause", channel = "email" } = one;
    const bookingId = await createBooking();
    const reader = TO_PLUMBERS.includes(kind) ? plumber : client;
    await one.while?.(bookingId);
    await queueNotice(context, {
      kind,
      channel,
      causeId: cause(),
      recipient: channel === "sms" ? PHONE : reader.email,
      userId: reader.id,
      bookingId,
      facts: JSON.stringify({ reader: "client", senderId: plumber.id, ...facts }),
      words: null,
    });
    const told = async () => {
      const [notice] = await noticesInWords(db, eq(notices.kind, kind));
      return Boolean(notice?.text ?? notice?.short);
    };
    expect(await told()).toBe(true);
    await one.until(bookingId);
    expect(await told()).toBe(false);
  },
);

test("a row that cannot be read makes no other notice of its claim fail", async () => {
  await queueNotice(context, { kind: "phoneEnded", channel: "sms", words: null, facts: "{" });
  await queueNotice(context, { kind: "enquiryAssigned", causeId: "well", words: null, facts: '{"id":"e","by":"A"}' });
  const { sent, senders } = takeAll();
  await sendDueNotices(context, senders);
  expect(await db.select({ status: notices.status }).from(notices)).toEqual([
    { status: "failed" },
    { status: "dropped" },
  ]);
  expect(sent).toEqual([]);
});

test("each kind that is over by other rows than its booking's has a case above", () => {
  const asked = Object.values(ALL_NOTICES).flatMap(({ kind, isOver }) => (isOverByRows(isOver) ? kind : []));
  expect(CASES.map(({ kind }) => kind).sort()).toEqual(asked.sort());
});
