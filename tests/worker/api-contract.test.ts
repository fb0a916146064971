import { Validator, type Schema } from "@cfworker/json-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { clientForm, newEmail, register, verificationTokenFor } from "../support/sign-up";
import { newEmailedToken } from "~/domain/accounts/tokens.server";
import { eq } from "drizzle-orm";
import { bookings, notices, passwordResetLinks, users, webhookDeliveries } from "~/db/schema";
import { SCOPES, type Scope } from "~/domain/accounts/personal-token";
import { makePersonalToken } from "~/domain/accounts/personal-tokens.server";
import { addWebhook } from "~/domain/notices/webhooks/webhook-endpoints.server";
import type { Role } from "~/domain/values/user";
import { isForRole, openOperation, said, scopeFor } from "~/api/operation";
import { OPERATIONS, pathsOf } from "~/api/operations/operations.server";
import { refuse } from "~/domain/values/refusal";
import { newId } from "~/domain/values/id";
import { call, type ApiAnswer, type ApiCall } from "../support/api";
import { createUser } from "../support/users";
import { sendJobPhoto } from "../support/job-photos";
import { png } from "../support/png";
import { connectPaynow, PAYNOW_SETTINGS, stubPaynow } from "../support/paynow";
import { recordPayment } from "~/domain/money/payments.server";
import { writeQuote } from "~/domain/money/quotes.server";
import { completedJob, payFor, seedTownForAdmin, type TownUser } from "../support/town";
import { currentInstant } from "../support/now";

// Walks the OpenAPI document: everything in it is tried, and no response differs from it.

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}
interface DocumentedOperation {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}
interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: object;
}

type Fields = Record<string, unknown>;
/** A request that succeeds, by someone who may make it. */
interface Sample {
  as: TownUser | null;
  params?: Fields;
  query?: Record<string, string>;
  body?: Fields;
}

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let tokens: Record<TownUser, string>;
let photo: File;
let emailedToken: string;
let resetToken: string;
let reviewable: string;
let jobPhoto: string;
/** Jobs about whose money something is to be done. */
let [paid, recorded, quoted, dear, soon, payable] = ["", "", "", "", "", ""];
/** Of the plumber's programs. */
const ids = { token: "", webhook: "", delivery: newId() };
/** A client's and a plumber's tokens of one scope each. */
const narrow: { role: Role; scope: Scope; token: string }[] = [];
const WIDE = { LIMIT_FACTOR: "1000", ...PAYNOW_SETTINGS };
afterAll(stubPaynow(connectPaynow()));

const document = (await call("GET", "/api/openapi.json")).body as ApiDocument;

beforeAll(async () => {
  town = await seedTownForAdmin();
  const { context, client, plumber } = town;
  tokens = town.tokens;
  photo = new File([await png(40, 40)], "me.png", { type: "image/png" });

  const known = await createUser(context, "client", {
    email: "known@example.test",
    passwordHash: await hashPassword("a fine password"),
  });
  const waiting = newEmail();
  await register(context, clientForm(waiting));
  emailedToken = await verificationTokenFor(context, waiting);
  const reset = await newEmailedToken();
  await context.db.insert(passwordResetLinks).values({
    tokenHash: reset.tokenHash,
    userId: known.id,
    createdAt: context.now,
    expiresAt: context.now + 3_600_000,
  });
  resetToken = reset.token;
  const passwordHash = await hashPassword("a fine password");
  for (const { id } of [town.otherClient, town.otherPlumber])
    await context.db.update(users).set({ passwordHash }).where(eq(users.id, id));
  const sent = await sendJobPhoto(town.confirmed, town.cookies.client, await png(40, 40));
  jobPhoto = ((await sent.json()) as { id: string }).id;
  reviewable = await completedJob(context, client, plumber, 3);
  paid = await completedJob(context, client, plumber, 4);
  await payFor(context, town, paid, 5_00);
  recorded = newId();
  const paidJob = (await findBookingFor(context.db, client, paid))!;
  await recordPayment(context, client, paidJob, { id: recorded, amount: 1_00, method: "cash" });
  const insert = async (startsAt: number, more: Partial<typeof bookings.$inferInsert>) => {
    const id = newId();
    const given = { id, reference: `PB-${id.slice(0, 8)}`, createdAt: context.now, updatedAt: context.now, startsAt };
    await context.db
      .insert(bookings)
      .values({ ...given, clientId: client.id, plumberId: plumber.id, status: "confirmed", fee: 25_00, ...more });
    return id;
  };
  quoted = await insert(context.now + 9_000_000, {});
  payable = await insert(context.now + 18_000_000, { agreedPrice: 40_00 });
  soon = await insert(context.now + 3_600_000, {});
  dear = await insert(context.now - 9_000_000, {
    status: "completed",
    completedAt: context.now - 3_600_000,
    finalAmount: 60_00,
    finalReason: "More pipe",
  });
  const quotedJob = (await findBookingFor(context.db, plumber, quoted))!;
  const draft = {
    lines: [{ what: "Work", amount: 40_00 }],
    deposit: null,
    note: null,
    validUntil: context.now + 86_400_000,
  };
  await writeQuote(context, plumber, quotedJob, draft);
});

beforeAll(async () => {
  const { context, plumber } = town;
  const made = await makePersonalToken(context, plumber, { name: "Old", scopes: ["read"] });
  const added = await addWebhook(context, plumber, { url: "http://localhost:9/", topics: ["changes"] }, true);
  if (!made.ok || !added.ok) throw new Error("not made");
  Object.assign(ids, { token: made.id, webhook: added.id });
  const notice = { id: newId(), kind: "bookingTransitioned", topic: "changes", channel: "webhook" } as const;
  const payload = JSON.stringify({ title: "T", body: "B", path: "/", bookingId: null, reference: null });
  await context.db.insert(notices).values({
    ...notice,
    causeId: newId(),
    recipient: added.id,
    userId: plumber.id,
    subject: "T",
    status: "sent",
    nextAttemptAt: context.now,
    createdAt: context.now,
  });
  await context.db.insert(webhookDeliveries).values({
    id: ids.delivery,
    endpointId: added.id,
    noticeId: notice.id,
    kind: notice.kind,
    payload,
    answer: 200,
    took: 12,
    at: context.now,
  });
  for (const role of ["client", "plumber"] as const) {
    const someone = await createUser(context, role);
    for (const scope of SCOPES) {
      const one = await makePersonalToken(context, someone, { name: scope, scopes: [scope] });
      if (one.ok) narrow.push({ role, scope, token: one.token });
    }
  }
});

const dayAt = (startsAt: number) => new Date(startsAt + 7_200_000).toISOString();
const when = (startsAt: number) => ({
  appointmentDate: dayAt(startsAt).slice(0, 10),
  appointmentTime: dayAt(startsAt).slice(11, 16),
});

/** A time that nobody has booked. */
const proposed = () => town.starts.at(-9)!;

const SAMPLES: Record<string, () => Sample> = {
  register: () => ({
    as: null,
    body: {
      name: "Tendai",
      username: "Ncube",
      email: `${newId()}@example.test`,
      password: "a fine password",
      role: "plumber",
      image: photo,
      phone: "077 123 4567",
      speciality: "Leak Repair",
      experience: "5 Years",
      about: "About me",
      fees: "25.50",
      addressLine1: "1 Main Street",
      addressLine2: "Avondale",
      city: "Harare",
    },
  }),
  signIn: () => ({ as: null, body: { email: "known@example.test", password: "a fine password" } }),
  verifyEmail: () => ({ as: null, query: { token: emailedToken } }),
  resendVerification: () => ({ as: null, body: { email: "known@example.test" } }),
  forgotPassword: () => ({ as: null, body: { email: "known@example.test" } }),
  resetPassword: () => ({ as: null, body: { token: resetToken, password: "a finer password" } }),
  getProfile: () => ({ as: "plumber" }),
  getOwnData: () => ({ as: "client" }),
  changeProfile: () => ({
    as: "otherClient",
    body: { name: "Kuda", username: "Changed", phone: "077 123 4567", addressLine1: "2 Main Street", image: photo },
  }),
  listPlumbers: () => ({ as: null, query: { city: "harare", limit: "1", before: town.plumber.id } }),
  getPlumber: () => ({ as: null, params: { id: town.plumber.id } }),
  listReviewsOfPlumber: () => ({
    as: null,
    params: { id: town.plumber.id },
    query: { limit: "1", before: town.review },
  }),
  listSlots: () => ({ as: null, params: { id: town.plumber.id } }),
  listUsers: () => ({ as: "client", query: { limit: "1", before: town.plumber.id } }),
  listAdmins: () => ({ as: "client" }),
  listClientBookings: () => ({ as: "client", query: { limit: "2", before: town.pending } }),
  listPlumberBookings: () => ({ as: "plumber", query: { limit: "2", before: town.pending } }),
  listUnseenBookings: () => ({ as: "plumber", query: { limit: "2", before: town.reviewed } }),
  getBooking: () => ({ as: "client", params: { id: town.confirmed } }),
  getPhoto: () => ({ as: "plumber", params: { id: jobPhoto }, query: { size: "320" } }),
  requestBooking: () => ({
    as: "otherClient",
    body: {
      plumber: town.otherPlumber.id,
      ...when(town.starts.at(-1)!),
      serviceType: "Inspection",
      location: "3 Main Street",
      notes: "Ring twice",
    },
  }),
  moveBooking: () => ({
    as: "plumber",
    params: { id: town.pending },
    body: { status: "confirmed", reason: "Gladly", finalAmount: 30, finalReason: "More pipe", sure: true },
  }),
  markBookingSeen: () => ({ as: "plumber", params: { id: town.pending } }),
  proposeTime: () => ({ as: "client", params: { id: town.confirmed }, body: when(proposed()) }),
  answerProposal: () => ({
    as: "plumber",
    params: { id: town.confirmed },
    body: { answer: "accept", startsAt: new Date(proposed()).toISOString() },
  }),
  takeJobStep: () => ({ as: "plumber", params: { id: soon }, body: { step: "on-the-way", minutes: 20 } }),
  listQuotes: () => ({ as: "client", params: { id: quoted } }),
  writeQuote: () => ({
    as: "plumber",
    params: { id: quoted },
    body: {
      lines: [{ what: "A new tap", amount: 45.5 }],
      note: "The tap is in stock.",
      validUntil: dayAt(currentInstant() + 86_400_000).slice(0, 10),
    },
  }),
  answerQuote: () => ({
    as: "client",
    params: { id: quoted, version: "2" },
    body: { answer: "decline", reason: "Too dear" },
  }),
  answerFinalAmount: () => ({
    as: "client",
    params: { id: dear },
    body: { answer: "dispute", amount: 60, reason: "It was our pipe" },
  }),
  listPayments: () => ({ as: "plumber", params: { id: paid } }),
  recordPayment: () => ({ as: "client", params: { id: dear }, body: { amount: 10.5, method: "ecocash" } }),
  answerPayment: () => ({
    as: "plumber",
    params: { id: paid, payment: recorded },
    body: { answer: "deny", reason: "I got nothing" },
  }),
  listReceipts: () => ({ as: "client", params: { id: paid } }),
  listOnlinePayments: () => ({ as: "client", params: { id: payable } }),
  startOnlinePayment: () => ({
    as: "client",
    params: { id: payable },
    body: { purpose: "price", amount: 40, method: "ecocash", phone: "0771111111" },
  }),
  getHistory: () => ({ as: "plumber", params: { id: town.confirmed } }),
  writeReport: () => ({ as: "plumber", params: { id: town.reviewed }, body: { report: "A new washer" } }),
  listReviewable: () => ({ as: "client" }),
  getSummary: () => ({ as: "client" }),
  getNoticeSettings: () => ({ as: "plumber" }),
  setNoticeSettings: () => ({
    as: "plumber",
    body: {
      choices: [{ topic: "messages", channel: "email", isOn: true }],
      quietHours: { from: "9:30 pm", until: "06:00" },
    },
  }),
  getHours: () => ({ as: "plumber" }),
  setHours: () => ({
    as: "plumber",
    body: { opensAt: "10:30 am", closesAt: "18:00", jobMinutes: 60, daysOff: ["Sunday"], paused: false },
  }),
  renewCalendar: () => ({ as: "plumber" }),
  endCalendar: () => ({ as: "plumber" }),
  getStats: () => ({ as: "plumber" }),
  leaveReview: () => ({ as: "client", params: { id: reviewable }, body: { rating: 4, comment: "Good work" } }),
  listMyReviews: () => ({ as: "client", query: { limit: "2", before: town.review } }),
  findReviewOfJob: () => ({ as: "client", query: { job: town.reviewed } }),
  listPlumberReviews: () => ({ as: "plumber", query: { limit: "2", before: town.review } }),
  getAverageRating: () => ({ as: "plumber" }),
  answerReview: () => ({ as: "plumber", params: { id: town.review }, body: { answer: "I am sorry" } }),
  reportReview: () => ({ as: "otherPlumber", params: { id: town.review }, body: { reason: "It is rude" } }),
  listConversations: () => ({ as: "client", query: { limit: "1", before: town.plumber.id } }),
  listMessages: () => ({ as: "client", query: { userId: town.plumber.id, limit: "2", before: "99" } }),
  sendMessage: () => ({ as: "client", body: { recipient: town.plumber.id, content: "Hello", id: "mine-0001" } }),
  issueSocketTicket: () => ({ as: "client" }),
  contactUs: () => ({
    as: null,
    body: {
      name: "Chipo",
      email: "chipo@example.test",
      phone: "077 123 4567",
      subject: "A question",
      message: "Do you come to Norton?",
      topic: "quote",
    },
  }),
  listTokens: () => ({ as: "plumber" }),
  makeToken: () => ({ as: "plumber", body: { name: "My script", scopes: ["read", "jobs"] } }),
  revokeToken: () => ({ as: "plumber", params: { id: ids.token } }),
  listWebhooks: () => ({ as: "plumber" }),
  addWebhook: () => ({ as: "plumber", body: { url: "http://localhost:9/hook", topics: ["requests", "changes"] } }),
  listDeliveries: () => ({ as: "plumber", params: { id: ids.webhook } }),
  sendDeliveryAgain: () => ({ as: "plumber", params: { id: ids.delivery } }),
  removeWebhook: () => ({ as: "plumber", params: { id: ids.webhook } }),
  // Last, as they end sessions.
  signOut: () => ({ as: "admin" }),
  changePassword: () => ({ as: "otherPlumber", body: { current: "a fine password", password: "a finer password" } }),
  deleteAccount: () => ({ as: "otherClient", body: { current: "a fine password" } }),
  signOutEverywhere: () => ({ as: "client" }),
};

const STRANGERS: { as: TownUser; change: () => Partial<Sample> }[] = [
  { as: "otherClient", change: () => ({}) },
  { as: "otherPlumber", change: () => ({}) },
];

/** What is someone else's: for these viewers it does not exist. */
const FOREIGN: Record<string, { as: TownUser; change: () => Partial<Sample> }[]> = {
  getBooking: [
    { as: "otherClient", change: () => ({}) },
    { as: "otherPlumber", change: () => ({}) },
  ],
  moveBooking: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "otherClient", change: () => ({ body: { status: "cancelled" } }) },
  ],
  getPhoto: STRANGERS,
  getHistory: [
    { as: "otherClient", change: () => ({}) },
    { as: "otherPlumber", change: () => ({}) },
  ],
  listQuotes: STRANGERS,
  writeQuote: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "client", change: () => ({}) },
  ],
  answerQuote: [
    { as: "otherClient", change: () => ({}) },
    { as: "plumber", change: () => ({}) },
  ],
  answerFinalAmount: [
    { as: "otherClient", change: () => ({}) },
    { as: "plumber", change: () => ({}) },
  ],
  listPayments: STRANGERS,
  recordPayment: [...STRANGERS, { as: "admin", change: () => ({}) }],
  answerPayment: STRANGERS,
  listReceipts: STRANGERS,
  listOnlinePayments: [...STRANGERS, { as: "plumber", change: () => ({}) }],
  startOnlinePayment: [...STRANGERS, { as: "plumber", change: () => ({}) }],
  takeJobStep: [...STRANGERS, { as: "admin", change: () => ({}) }],
  proposeTime: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "otherClient", change: () => ({}) },
    { as: "admin", change: () => ({}) },
  ],
  answerProposal: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "otherClient", change: () => ({}) },
    { as: "admin", change: () => ({}) },
  ],
  writeReport: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "client", change: () => ({}) },
  ],
  answerReview: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "client", change: () => ({}) },
  ],
  listReviewable: [{ as: "plumber", change: () => ({}) }],
  setHours: [
    { as: "client", change: () => ({}) },
    { as: "admin", change: () => ({}) },
  ],
  markBookingSeen: [
    { as: "otherPlumber", change: () => ({}) },
    { as: "client", change: () => ({}) },
  ],
  leaveReview: [
    { as: "otherClient", change: () => ({}) },
    { as: "plumber", change: () => ({}) },
    { as: "client", change: () => ({ params: { id: town.pending } }) },
  ],
  findReviewOfJob: [
    { as: "otherClient", change: () => ({}) },
    { as: "otherPlumber", change: () => ({}) },
  ],
  listMessages: [
    { as: "otherClient", change: () => ({}) },
    { as: "client", change: () => ({ query: { userId: town.otherPlumber.id } }) },
  ],
  sendMessage: [{ as: "otherClient", change: () => ({}) }],
  listClientBookings: [
    { as: "plumber", change: () => ({}) },
    { as: "admin", change: () => ({}) },
  ],
  listPlumberBookings: [
    { as: "client", change: () => ({}) },
    { as: "admin", change: () => ({}) },
  ],
  listUnseenBookings: [{ as: "client", change: () => ({}) }],
  listMyReviews: [{ as: "plumber", change: () => ({}) }],
  listPlumberReviews: [{ as: "client", change: () => ({}) }],
  getAverageRating: [{ as: "client", change: () => ({}) }],
};

/** Fields that are no text. */
const NUMBERS = ["rating", "amount", "deposit", "finalAmount", "minutes"];
const FLAGS = ["paused", "sure"];

// Sockets have tests of their own (`api-sockets.test.ts`).
const operations = Object.entries(document.paths)
  .filter(([path]) => !path.startsWith("/sockets/"))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
type Documented = (typeof operations)[number];

const sampleOf = ({ name }: Documented): Sample => SAMPLES[name.replace(/Alias$/, "")]!();

const resolve = (schema: Schema): Schema =>
  schema.$ref
    ? schema.$ref
        .slice(2)
        .split("/")
        .reduce<Schema>((at, part) => at[part] as Schema, { ...document })
    : schema;
/** The forms that a body can have. */
function formsOf({ operation }: Documented): Schema[] {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  if (!content) return [];
  const schema = resolve(content.schema);
  return (schema.properties ? [schema] : (schema.oneOf ?? schema.anyOf ?? [schema])).map(resolve);
}
/** The form that the sample fills in: the last one, which has the most in it. */
const formOf = (documented: Documented) => formsOf(documented).at(-1);
const isMultipart = ({ operation }: Documented) => "multipart/form-data" in (operation.requestBody?.content ?? {});

/** Every other request asks for problem details: what an error says is documented in both forms. */
let asked = 0;
const accepts = () => (asked++ % 2 === 0 ? "*/*" : "application/problem+json");

/** Sends a request, and checks the response against the document. */
async function ask(documented: Documented, sample: Sample, { headers, ...more }: ApiCall = {}): Promise<ApiAnswer> {
  const path = documented.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sample.params?.[name])),
  );
  const query = new URLSearchParams(sample.query).toString();
  const body =
    sample.body === undefined
      ? {}
      : isMultipart(documented)
        ? { form: sample.body as Record<string, string | File> }
        : { json: sample.body };
  const response = await call(documented.method, query ? `${path}?${query}` : path, {
    ...(sample.as && { token: tokens[sample.as] }),
    ...body,
    settings: WIDE,
    ...more,
    headers: { Accept: accepts(), ...headers },
  });
  expectAsDocumented(documented, response);
  return response;
}

function expectAsDocumented({ name, operation }: Documented, { status, body, headers }: ApiAnswer) {
  const type = headers.get("Content-Type")!;
  expect(type).toMatch(status < 400 ? /^application\/json$|^image\/webp$/ : /^application\/(problem\+)?json$/);
  const documented = operation.responses[String(status)];
  expect(
    documented,
    `${name} answered ${status} ${JSON.stringify(body)}, of which its document says nothing`,
  ).toBeDefined();
  if (status >= 400)
    expect(documented!.description, `${name} answered a code of which its document says nothing`).toContain(
      `\`${(body as { code: string }).code}\``,
    );
  const schema = documented!.content![type]!.schema;
  if (body instanceof Blob) return;
  const { valid, errors } = new Validator(
    { ...schema, components: document.components } as Schema,
    "2020-12",
    false,
  ).validate(body);
  expect(valid, `${name} ${status}: ${JSON.stringify(errors.slice(0, 3))} in ${JSON.stringify(body)}`).toBe(true);
}

test("the document is OpenAPI 3.1, names every operation once, and each has its sample here", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    OPERATIONS.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${path}`)).sort(),
  );
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  expect(Object.keys(SAMPLES).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

test("an operation that refuses for a reason it does not name does not compile", () => {
  const sly = openOperation({
    id: "sly",
    topic: "Contact",
    method: "GET",
    path: "/api/sly",
    summary: "",
    caller: "anyone",
    response: said,
    refusals: ["tooMany"],
    // @ts-expect-error: `slotTaken` is not among its refusals.
    run: () => Promise.resolve(refuse("slotTaken")),
  });
  expect(sly.refusals).toEqual(["tooMany"]);
});

test("every published call is there (X2)", () => {
  const SPEC = `POST /auth/register, POST /auth/login, GET /api/auth/verify-email, GET /api/auth/users, GET /api/auth/admins, GET /api/auth/plumbers, GET /api/auth/profile,
    PUT /api/auth/profile, GET /api/messages, POST /api/messages, GET /api/bookings/client, GET /api/bookings/plumber, GET /api/bookings/plumber/unseen, GET /api/bookings/{id},
    POST /api/bookings, PATCH /api/bookings/{id}/status, PATCH /api/bookings/{id}/seen, POST /api/bookings/{id}/review, GET /api/bookings/my-reviews, GET /api/reviews,
    GET /api/plumber/reviews, GET /api/plumber/reviews/average, POST /api/auth/register, POST /api/auth/login, POST /api/contact, POST /api/socket-ticket`;
  const known = operations.map(({ path, method }) => `${method} ${path}`);
  for (const line of SPEC.split(",")) expect(known).toContain(line.trim());
});

// The bad requests first: the good ones change what is there.
describe.each(operations)("$method $path", (documented) => {
  const { operation, method, path } = documented;
  const needsToken = operation.security.length > 0;
  const asText = method === "POST" || method === "PUT" || method === "PATCH";

  if (needsToken) {
    test("without a token, or with one that isn't ours, responds 401", async () => {
      const sample = { ...sampleOf(documented), as: null };
      const forged = `${tokens.client.slice(0, -6)}AAAAAA`;
      for (const headers of [
        {},
        { Authorization: `Bearer ${forged}` },
        { Authorization: "Bearer x" },
        { Authorization: `Basic ${tokens.client}` },
      ] as Record<string, string>[]) {
        const response = await ask(documented, sample, { headers });
        expect(response).toMatchObject({ status: 401, body: { message: "You must be logged in." } });
        expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      }
    });

    test("takes no cookie", async () => {
      const { as } = sampleOf(documented);
      const response = await ask(
        documented,
        { ...sampleOf(documented), as: null },
        { headers: { Cookie: town.cookies[as ?? "client"] } },
      );
      expect(response.status).toBe(401);
    });
  }

  test("by another method gets 405 and the known methods", async () => {
    const there = Object.keys(document.paths[path]!).map((one) => one.toUpperCase());
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !there.includes(one))) {
      const { status, headers, body } = await call(other, path.replace(/\{\w+\}/g, "x"), { token: tokens.client });
      expect({ status, body }).toEqual({
        status: 405,
        body: { message: "That method does not exist here.", code: "method_not_allowed", errors: [] },
      });
      for (const one of there) expect(headers.get("Allow")).toContain(one);
    }
    const { status, headers } = await call("OPTIONS", path.replace(/\{\w+\}/g, "x"));
    expect(status).toBe(204);
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  // A plumber that is left out makes an unassigned request, which has its own schema.
  const required = (formOf(documented)?.required ?? []).filter((name) => name !== "plumber");
  if (required.length > 0) {
    test.each(required)("without %s gets 422", async (name) => {
      const sample = sampleOf(documented);
      const { [name]: _, ...rest } = sample.body ?? {};
      expect((await ask(documented, { ...sample, body: rest })).status).toBe(422);
    });
  }

  if (formOf(documented)) {
    test.each(Object.keys(formOf(documented)!.properties ?? {}))(
      "with %s of a wrong type answers 422",
      async (name) => {
        const sample = sampleOf(documented);
        const wrong = isMultipart(documented)
          ? [name === "image" ? "text" : photo]
          : [{ a: 1 }, ["x"], NUMBERS.includes(name) ? "five" : 7, FLAGS.includes(name) ? "yes" : true];
        for (const value of wrong) {
          const { status, body } = await ask(documented, { ...sample, body: { ...sample.body, [name]: value } });
          expect(status, `${JSON.stringify(value)}: ${JSON.stringify(body)}`).toBe(422);
        }
      },
    );

    const texts = Object.keys(formOf(documented)!.properties ?? {}).filter(
      (name) => !["image", ...NUMBERS].includes(name),
    );
    test.each(texts)("with %s that is far too long gets 422, or 404 for what cannot be", async (name) => {
      const sample = sampleOf(documented);
      const { status } = await ask(documented, { ...sample, body: { ...sample.body, [name]: "x".repeat(5000) } });
      expect([404, 422]).toContain(status);
    });

    test("with a body of another kind gets 415, with a broken one 400, with far too much 413", async () => {
      const { body: _, ...sample } = sampleOf(documented);
      const type = isMultipart(documented) ? "multipart/form-data; boundary=x" : "application/json";
      const send = (raw: BodyInit, contentType: string) =>
        ask(documented, sample, { raw, headers: { "Content-Type": contentType } });
      expect((await send("hello", "text/plain")).status).toBe(415);
      expect((await send("a=b", "application/x-www-form-urlencoded")).status).toBe(415);
      for (const broken of ["{", "", '{"a":}', "\u0000"]) expect((await send(broken, type)).status, broken).toBe(400);
      const begin = new TextEncoder().encode(
        isMultipart(documented) ? '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n' : '"',
      );
      expect((await send(new Blob([begin, new Uint8Array(7 * 1024 * 1024)]), type)).status).toBe(413);
      // Without a length it is counted.
      const endless = new ReadableStream({
        type: "bytes",
        start: (controller) => controller.enqueue(begin.slice()),
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
      });
      expect((await send(endless, type)).status).toBe(413);
    });

    if (!isMultipart(documented)) {
      test.each([
        ["a list", []],
        ["a text", "x"],
        ["nothing", null],
        ["a number", 1],
      ])("with %s for a body answers 422", async (_, body) => {
        const { body: __, ...sample } = sampleOf(documented);
        expect((await ask(documented, sample, { json: body })).status).toBe(422);
      });
    }
  }

  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  test.each(queries.map(({ name }) => name).filter((name) => name !== "city"))(
    "with a wrong %s in the address answers 4xx and a message",
    async (name) => {
      const sample = sampleOf(documented);
      for (const value of ["x".repeat(500), "<script>", "\u0000", "1,5", "' or 1=1 --"]) {
        const { status } = await ask(documented, { ...sample, query: { ...sample.query, [name]: value } });
        expect([400, 404, 422], `${name}=${value} answered ${status}`).toContain(status);
      }
    },
  );
  test.each(queries.filter(({ required }) => required).map(({ name }) => name))(
    "without %s in the address answers 422",
    async (name) => {
      const sample = sampleOf(documented);
      const { [name]: _, ...query } = sample.query ?? {};
      expect((await ask(documented, { ...sample, query })).status).toBe(422);
    },
  );

  if (path.includes("{")) {
    test("of an id that names nothing gets 404", async () => {
      for (const id of ["nobody", "%00", "a b", "x".repeat(300), "%E0%A4%A"]) {
        expect((await ask(documented, { ...sampleOf(documented), params: { id } })).status, id).toBe(404);
      }
    });
  }

  const foreign = FOREIGN[documented.name];
  if (foreign) {
    test("for someone else's object responds 404", async () => {
      for (const { as, change } of foreign) {
        const { status, body } = await ask(documented, { ...sampleOf(documented), ...change(), as });
        expect(status, `${as}: ${JSON.stringify(body)}`).toBe(404);
      }
    });
  }

  if (asText) {
    test("is not done by any of that", async () => {
      const { status } = await call("GET", `/api/bookings/${town.pending}`, { token: tokens.client });
      expect(status).toBe(200);
      expect((await findBookingFor(town.context.db, town.plumber, town.pending))?.status).toBe("pending");
      expect((await findBookingFor(town.context.db, town.plumber, town.pending))?.seenAt).toBeNull();
    });
  }
});

describe("what is right succeeds, and responds as documented:", () => {
  test.each(Object.keys(SAMPLES))("%s", async (id) => {
    for (const documented of operations.filter(({ name }) => name === id || name === `${id}Alias`)) {
      const { status, body } = await ask(documented, sampleOf(documented));
      const makes = "201" in documented.operation.responses;
      expect(status, JSON.stringify(body)).toBe(makes ? 201 : 200);
      if (documented.method === "GET") {
        const head = await call(
          "HEAD",
          documented.path.replace(/\{(\w+)\}/g, () => String(sampleOf(documented).params?.["id"])) +
            (sampleOf(documented).query ? `?${new URLSearchParams(sampleOf(documented).query)}` : ""),
          {
            ...(sampleOf(documented).as && { token: tokens[sampleOf(documented).as!] }),
            settings: WIDE,
          },
        );
        expect(head).toMatchObject({ status: 200, body: null });
      }
    }
  });

  test.each(OPERATIONS.filter(({ caller }) => caller !== "anyone").map(({ id }) => id))(
    "%s is open to personal tokens of its scope alone (X12)",
    async (id) => {
      const entry = OPERATIONS.find((one) => one.id === id)!;
      const documented = operations.find(({ name }) => name === id)!;
      for (const { role, scope, token } of narrow) {
        const { status, body } = await ask(documented, { ...sampleOf(documented), as: null }, { token });
        const { code } = (Array.isArray(body) ? {} : body) as { code?: string };
        if (!isForRole(entry.caller, role)) expect(status).toBe(404);
        else if (scopeFor(entry, role) !== scope) expect([status, code]).toEqual([403, "insufficient_scope"]);
        else expect(code === "insufficient_scope" || status === 401, `${role} ${scope}: ${status} ${code}`).toBe(false);
      }
    },
  );

  test("a session that was signed out opens nothing more", async () => {
    expect((await call("GET", "/api/auth/profile", { token: tokens.admin })).status).toBe(401);
  });
});

test("what the API does not know is JSON too", async () => {
  for (const path of [
    "/api/nothing",
    "/api/object",
    "/api/",
    "/api/bookings/",
    "/auth",
    "/auth/nothing",
    "/api/openapi.jso",
    "/api/bookings/x/y/z",
    "/api/x.data",
    "/API/bookings",
  ]) {
    const response = await call(path === "/api/" ? "POST" : "GET", path.replace("/API", "/api"));
    expect(response.headers.get("Content-Type"), path).toBe("application/json");
    expect([401, 404, 405], path).toContain(response.status);
    expect(Object.keys(response.body as object)).toEqual(["message", "code", "errors"]);
  }
});
