import { eq, inArray } from "drizzle-orm";
import type { Operation } from "~/api/operation";
import { OPERATIONS } from "~/api/operations/operations.server";
import { notices, passwordResetLinks, privatePhotos, users, verificationLinks, webhookDeliveries } from "~/db/schema";
import { sendPhoneCode } from "~/domain/accounts/phone-channels.server";
import { makePersonalToken } from "~/domain/accounts/program-access.server";
import { newEmailedToken } from "~/domain/accounts/tokens.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { recordPayment } from "~/domain/money/payments.server";
import { addWebhook } from "~/domain/notices/webhooks/webhook-endpoints.server";
import { newId } from "~/domain/values/id";
import { env } from "./env";
import { type BookingColumns, insertBooking } from "./money-rows";
import { addDevice, queueNotice } from "./notices";
import { png } from "./png";
import { createRegistration, newEmail, PASSWORD } from "./sign-up";
import { completedJob, dropNotices, payFor, quoteFor, seedTownForAdmin, type TownUser } from "./town";
import { createUser, hashForTests, inSession } from "./users";
import { noticesInWords } from "./notice-words";

/** A request that succeeds, by someone who may make it. */
export interface Sample {
  as: TownUser | null;
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}
export type ApiStage = Awaited<ReturnType<typeof stageApi>>;

/** A small town in which every operation can succeed, with what its samples name. */
export async function stageApi() {
  const town = await seedTownForAdmin();
  const { context, client, plumber } = town;
  const { db, now } = context;
  const jobPhoto = newId();
  await db
    .insert(privatePhotos)
    .values({ id: jobPhoto, kind: "problem", bookingId: town.confirmed, uploadId: newId(), createdAt: now });
  await env.PHOTOS.put(`private/${jobPhoto}-320.webp`, "a photo");
  const paid = await completedJob(context, client, plumber, 4);
  await payFor(context, town, paid, 5_00);
  const recorded = newId();
  const paidJob = (await findBookingFor(db, client, paid))!;
  await recordPayment(context, client, paidJob, { id: recorded, amount: 1_00, method: "cash" });
  const insert = (startsAt: number, more: BookingColumns = {}) =>
    insertBooking(context, { clientId: client.id, plumberId: plumber.id, startsAt, ...more });
  const quoted = await insert(now + 9_000_000);
  await quoteFor(context, plumber, quoted, 40_00);
  const stage = {
    ...town,
    ...(await seedAccounts(town)),
    ...(await seedPrograms(town)),
    ...(await seedWays(town)),
    photo: new File([await png(40, 40)], "me.png", { type: "image/png" }),
    jobPhoto,
    reviewable: await completedJob(context, client, plumber, 3),
    paid,
    recorded,
    quoted,
    soon: await insert(now + 3_600_000),
    payable: await insert(now + 18_000_000, { agreedPrice: 40_00 }),
    moving: await insert(now + 27_000_000, { proposedStart: proposedIn(town), proposedBy: "client", proposals: 1 }),
    dear: await insert(now - 9_000_000, {
      status: "completed",
      completedAt: now - 3_600_000,
      finalAmount: 60_00,
      finalReason: "More pipe",
    }),
  };
  await dropNotices(context);
  return stage;
}

/** A time that no one has booked. */
const proposedIn = ({ starts }: { starts: number[] }) => starts.at(-9)!;

type Town = Awaited<ReturnType<typeof seedTownForAdmin>>;

/** Someone with a known password, a link to choose a new one, someone who has not verified their email. */
async function seedAccounts({ context, otherClient, otherPlumber }: Town) {
  const { db, now } = context;
  const known = newEmail();
  const { id } = await createUser(context, "client", { email: known });
  await db
    .update(users)
    .set({ passwordHash: await passwordHash })
    .where(inArray(users.id, [id, otherClient.id, otherPlumber.id]));
  const verification = await newEmailedToken();
  const reset = await newEmailedToken();
  const { id: registrationId, email } = await createRegistration(context, "client");
  const life = { createdAt: now, expiresAt: now + 3_600_000 };
  await db.insert(verificationLinks).values({ tokenHash: verification.tokenHash, registrationId, email, ...life });
  await db.insert(passwordResetLinks).values({ tokenHash: reset.tokenHash, userId: id, ...life });
  return { known, emailedToken: verification.token, resetToken: reset.token };
}
const passwordHash = hashForTests(PASSWORD);

/** A phone that a code was sent to, and a browser that gets notifications. */
async function seedWays({ context, client, otherClient }: Town) {
  await sendPhoneCode(context, otherClient, { channel: "sms", phone: "+263772900200" });
  const [sent] = await noticesInWords(context.db, eq(notices.recipient, "+263772900200"));
  return { phoneCode: sent!.short!.code!, device: await addDevice(context, client) };
}

/** The plumber's programs: a token, a webhook, and what was delivered to it. */
async function seedPrograms({ context, plumber }: Town) {
  const { db, now } = context;
  const hook = { url: "http://localhost:9/", topics: ["changes" as const] };
  const made = await inSession(context, plumber, (one) =>
    makePersonalToken(context, one, { name: "Old", scopes: ["read"] }),
  );
  const added = await inSession(context, plumber, (one) => addWebhook(context, one, hook, true));
  if (!made.ok || !added.ok) throw new Error("not made");
  const notice = { kind: "bookingTransitioned", channel: "webhook", userId: plumber.id, recipient: added.id } as const;
  const noticeId = await queueNotice(context, { ...notice, subject: "T", status: "sent" });
  const delivery = newId();
  const payload = JSON.stringify({ title: "T", body: "B", path: "/", bookingId: null, reference: null });
  await db.insert(webhookDeliveries).values({
    id: delivery,
    endpointId: added.id,
    noticeId,
    kind: notice.kind,
    payload,
    answer: 200,
    took: 12,
    at: now,
  });
  return { token: made.id, webhook: added.id, delivery };
}

const dayAt = (startsAt: number) => new Date(startsAt + 7_200_000).toISOString();
const when = (startsAt: number) => ({
  appointmentDate: dayAt(startsAt).slice(0, 10),
  appointmentTime: dayAt(startsAt).slice(11, 16),
});

/** The user who calls an operation if its sample says nothing else. */
const CALLERS = {
  anyone: null,
  user: "client",
  participant: "plumber",
  client: "client",
  plumber: "plumber",
  admin: "admin",
} as const satisfies Record<Operation["caller"], TownUser | null>;

/** Of each operation, by its id, a request that succeeds on a stage. */
export const samplesOn = (stage: ApiStage): Record<string, Sample> => {
  const given = requestsOn(stage);
  return Object.fromEntries(OPERATIONS.map(({ id, caller }) => [id, { as: CALLERS[caller], ...given[id] }]));
};

/** The requests that succeed on a stage, but for their usual caller. An operation that needs nothing has none. */
export const requestsOn = (stage: ApiStage): Record<string, Partial<Sample>> => ({
  register: {
    body: {
      name: "Tendai",
      username: "Ncube",
      email: newEmail(),
      password: PASSWORD,
      role: "plumber",
      image: stage.photo,
      phone: "077 123 4567",
      speciality: "Leak Repair",
      experience: "5 Years",
      about: "About me",
      fees: "25.50",
      addressLine1: "1 Main Street",
      addressLine2: "Avondale",
      city: "Harare",
    },
  },
  signIn: { body: { email: stage.known, password: PASSWORD } },
  verifyEmail: { query: { token: stage.emailedToken } },
  resendVerification: { body: { email: stage.known } },
  forgotPassword: { body: { email: stage.known } },
  resetPassword: { body: { token: stage.resetToken, password: "a finer password" } },
  getProfile: { as: "plumber" },
  changeProfile: {
    as: "otherClient",
    body: { name: "Kuda", username: "New", phone: "077 123 4567", addressLine1: "2 Main Street", image: stage.photo },
  },
  listPlumbers: { query: { city: "harare", limit: "1", before: stage.plumber.id } },
  getPlumber: { params: { id: stage.plumber.id } },
  listReviewsOfPlumber: { params: { id: stage.plumber.id }, query: { limit: "1", before: stage.review } },
  listSlots: { params: { id: stage.plumber.id } },
  listUsers: { query: { limit: "1", before: stage.plumber.id } },
  listClientBookings: { query: { limit: "2", before: stage.pending } },
  listPlumberBookings: { query: { limit: "2", before: stage.pending } },
  listUnseenBookings: { query: { limit: "2", before: stage.reviewed } },
  getBooking: { params: { id: stage.confirmed } },
  getPhoto: { as: "plumber", params: { id: stage.jobPhoto }, query: { size: "320" } },
  requestBooking: {
    as: "otherClient",
    body: {
      plumber: stage.otherPlumber.id,
      ...when(stage.starts.at(-1)!),
      serviceType: "Inspection",
      location: "3 Main Street",
      notes: "Ring twice",
    },
  },
  moveBooking: {
    as: "plumber",
    params: { id: stage.pending },
    body: { status: "confirmed", reason: "Gladly", finalAmount: 30, finalReason: "More pipe", sure: true },
  },
  markBookingSeen: { params: { id: stage.pending } },
  proposeTime: { as: "client", params: { id: stage.confirmed }, body: when(proposedIn(stage)) },
  answerProposal: {
    params: { id: stage.moving },
    body: { answer: "accept", startsAt: new Date(proposedIn(stage)).toISOString() },
  },
  takeJobStep: { params: { id: stage.soon }, body: { step: "on-the-way", minutes: 20 } },
  listQuotes: { params: { id: stage.quoted } },
  writeQuote: {
    params: { id: stage.quoted },
    body: {
      lines: [{ what: "A new tap", amount: 45.5 }],
      note: "The tap is in stock.",
      validUntil: dayAt(stage.context.now + 86_400_000).slice(0, 10),
    },
  },
  answerQuote: { params: { id: stage.quoted, version: "1" }, body: { answer: "decline", reason: "Too dear" } },
  answerFinalAmount: { params: { id: stage.dear }, body: { answer: "dispute", amount: 60, reason: "It was our pipe" } },
  listPayments: { as: "plumber", params: { id: stage.paid } },
  recordPayment: { as: "client", params: { id: stage.dear }, body: { amount: 10.5, method: "ecocash" } },
  answerPayment: {
    as: "plumber",
    params: { id: stage.paid, payment: stage.recorded },
    body: { answer: "deny", reason: "I got nothing" },
  },
  listReceipts: { params: { id: stage.paid } },
  listOnlinePayments: { params: { id: stage.payable } },
  startOnlinePayment: {
    params: { id: stage.payable },
    body: { purpose: "price", amount: 40, method: "ecocash", phone: "0771111111" },
  },
  getHistory: { as: "plumber", params: { id: stage.confirmed } },
  writeReport: { params: { id: stage.reviewed }, body: { report: "A new washer" } },
  getNoticeSettings: { as: "plumber" },
  setNoticeSettings: {
    as: "plumber",
    body: {
      choices: [{ topic: "messages", channel: "email", isOn: true }],
      quietHours: { from: "9:30 pm", until: "06:00" },
    },
  },
  setHours: { body: { opensAt: "10:30 am", closesAt: "18:00", jobMinutes: 60, daysOff: ["Sunday"], paused: false } },
  leaveReview: { params: { id: stage.reviewable }, body: { rating: 4, comment: "Good work" } },
  listMyReviews: { query: { limit: "2", before: stage.review } },
  findReviewOfJob: { query: { job: stage.reviewed } },
  listPlumberReviews: { query: { limit: "2", before: stage.review } },
  answerReview: { params: { id: stage.review }, body: { answer: "I am sorry" } },
  reportReview: { as: "otherPlumber", params: { id: stage.review }, body: { reason: "It is rude" } },
  listConversations: { query: { limit: "1", before: stage.plumber.id } },
  listMessages: { query: { userId: stage.plumber.id, limit: "2", before: "99" } },
  sendMessage: { body: { recipient: stage.plumber.id, content: "Hello", id: "mine-0001" } },
  contactUs: {
    body: {
      name: "Chipo",
      email: "chipo@example.test",
      phone: "077 123 4567",
      topic: "quote",
      subject: "A question",
      message: "Do you come to Norton?",
    },
  },
  makeToken: { body: { name: "My script", scopes: ["read", "jobs"] } },
  revokeToken: { params: { id: stage.token } },
  addWebhook: { body: { url: "http://localhost:9/hook", topics: ["requests", "changes"] } },
  listDeliveries: { params: { id: stage.webhook } },
  sendDeliveryAgain: { params: { id: stage.delivery } },
  removeWebhook: { params: { id: stage.webhook } },
  listPhones: { as: "otherClient" },
  sendPhoneCode: { body: { channel: "sms", phone: "0772 900 100", consent: true } },
  verifyPhone: { as: "otherClient", body: { channel: "sms", code: stage.phoneCode } },
  endPhone: { params: { channel: "whatsapp" } },
  removeDevice: { params: { id: stage.device } },
  signOut: { as: "admin" },
  changePassword: { as: "otherPlumber", body: { current: PASSWORD, password: "a finer password" } },
  deleteAccount: { as: "otherClient", body: { current: PASSWORD } },
});
