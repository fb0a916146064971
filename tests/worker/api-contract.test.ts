import { afterAll, expect, test } from "vitest";
import { operation } from "~/api/operation";
import { OPERATIONS, pathsOf } from "~/api/operations/operations.server";
import { SCOPES, type Scope } from "~/domain/accounts/personal-token";
import { makePersonalToken } from "~/domain/accounts/program-access.server";
import { refuse } from "~/domain/values/refusal";
import { allRows } from "../support/all-rows";
import * as api from "../support/api-document";
import { addressOf, document, formOf, isMultipart, operations, WIDE, type Documented } from "../support/api-document";
import { requestsOn, samplesOn, stageApi, type ApiStage, type Sample } from "../support/api-samples";
import { connectPaynow, stubPaynow } from "../support/paynow";
import { depthOf, call, type ApiCall } from "../support/site";
import type { TownUser } from "../support/town";
import { createUser, inSession } from "../support/users";

// Walks the OpenAPI document: each operation is tried with what is right and with what is wrong, and no response differs
// from the document.
afterAll(stubPaynow(connectPaynow()));

const stage = await stageApi();

const sampleOf = ({ name }: Documented) => samplesOn(stage)[name.replace(/Alias$/, "")]!;
const ask = (documented: Documented, sample: Sample, more?: ApiCall) => api.ask(stage.tokens, documented, sample, more);
const named = (name: string) => operations.find((one) => one.name === name)!;

test("the document is OpenAPI 3.1 and names every operation once, and every sample is of one", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    OPERATIONS.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${path}`)).sort(),
  );
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  expect(OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(requestsOn(stage))));
  for (const { operation, name } of operations.filter(formOf))
    expect(Object.keys(operation.responses), name).toContain("413");
});

test("an operation that refuses for a reason it does not name does not compile", () => {
  const sly = operation("GET /api/sly", "anyone", {
    summary: "",
    refusals: ["tooMany"],
    // @ts-expect-error: `slotTaken` is not among its refusals.
    run: () => Promise.resolve(refuse("slotTaken")),
  });
  expect(sly.refusals).toEqual(["tooMany"]);
});

test("the document has every published call (X2)", () => {
  const SPEC = `POST /auth/register, POST /auth/login, GET /api/auth/verify-email, GET /api/auth/users, GET /api/auth/admins, GET /api/auth/plumbers, GET /api/auth/profile,
    PUT /api/auth/profile, GET /api/messages, POST /api/messages, GET /api/bookings/client, GET /api/bookings/plumber, GET /api/bookings/plumber/unseen, GET /api/bookings/{id},
    POST /api/bookings, PATCH /api/bookings/{id}/status, PATCH /api/bookings/{id}/seen, POST /api/bookings/{id}/review, GET /api/bookings/my-reviews, GET /api/reviews,
    GET /api/plumber/reviews, GET /api/plumber/reviews/average, POST /api/auth/register, POST /api/auth/login, POST /api/contact, POST /api/socket-ticket`;
  const known = operations.map(({ path, method }) => `${method} ${path}`);
  for (const line of SPEC.split(",")) expect(known).toContain(line.trim());
});

test("a path refuses every other method with 405, names its own, and shows nothing to other origins", async () => {
  for (const [path, methods] of Object.entries(document.paths).filter(([path]) => !path.startsWith("/sockets/"))) {
    const known = Object.keys(methods).map((one) => one.toUpperCase());
    const address = path.replace(/\{\w+\}/g, "x");
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !known.includes(one))) {
      const { status, headers, body } = await call(other, address, { token: stage.tokens.client });
      expect({ status, body }, `${other} ${path}`).toEqual({
        status: 405,
        body: { message: "That method does not exist here.", code: "method_not_allowed", errors: [] },
      });
      for (const one of known) expect(headers.get("Allow")).toContain(one);
    }
    const { status, headers } = await call("OPTIONS", address);
    expect([status, headers.get("Access-Control-Allow-Origin")], path).toEqual([204, null]);
  }
});

test("an operation for users refuses a call without a token of ours with 401, and takes no cookie", async () => {
  for (const documented of operations.filter(({ operation }) => operation.security.length > 0)) {
    const { as, ...sample } = sampleOf(documented);
    for (const headers of [
      {},
      { Authorization: `Bearer ${stage.tokens.client.slice(0, -6)}AAAAAA` },
      { Authorization: "Bearer x" },
      { Authorization: `Basic ${stage.tokens.client}` },
      { Cookie: stage.cookies[as ?? "client"] },
    ] as Record<string, string>[]) {
      const response = await ask(documented, { ...sample, as: null }, { headers });
      expect(response, documented.name).toMatchObject({ status: 401, body: { message: "You must be logged in." } });
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  }
});

// All bodies come in by one door, so two of them represent the others.
test.each(["sendMessage", "changeProfile"])("a body that is far too large gets 413: %s", async (name) => {
  const documented = named(name);
  const type = isMultipart(documented) ? "multipart/form-data; boundary=x" : "application/json";
  const begin = new TextEncoder().encode(
    isMultipart(documented) ? '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n' : '"',
  );
  // Without a length it is counted.
  const endless = new ReadableStream({
    type: "bytes",
    start: (controller) => controller.enqueue(begin.slice()),
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  });
  for (const raw of [new Blob([begin, new Uint8Array(7 * 1024 * 1024)]), endless])
    expect((await ask(documented, sampleOf(documented), { raw, headers: { "Content-Type": type } })).status).toBe(413);
});

test("an unknown path of the API is answered in JSON too", async () => {
  const inApi = ["nothing", "object", "bookings/", "openapi.jso", "bookings/x/y/z", "x.data"];
  for (const path of ["/api/", "/auth", "/auth/nothing", ...inApi.map((name) => `/api/${name}`)]) {
    const response = await call(path === "/api/" ? "POST" : "GET", path);
    expect(response.headers.get("Content-Type"), path).toBe("application/json");
    expect([401, 404, 405], path).toContain(response.status);
    expect(Object.keys(response.body as object)).toEqual(["message", "code", "errors"]);
  }
});

/** A wrong request: how it differs from the sample, and with which status it is refused. */
interface Wrong {
  name: string;
  statuses: number[];
  change?: Partial<Sample>;
  more?: ApiCall;
}

/** Properties that are no text. */
const NUMBERS = ["rating", "amount", "deposit", "finalAmount", "minutes"];
const FLAGS = ["paused", "sure", "consent"];

function wrongBodies(documented: Documented): Wrong[] {
  const form = formOf(documented);
  if (!form) return [];
  const { body = {} } = sampleOf(documented);
  const type = isMultipart(documented) ? "multipart/form-data; boundary=x" : "application/json";
  const send = (raw: string, as: string): ApiCall => ({ raw, headers: { "Content-Type": as } });
  const wrong: Wrong[] = [
    { name: "a text", statuses: [415], more: send("hello", "text/plain") },
    { name: "a page's form", statuses: [415], more: send("a=b", "application/x-www-form-urlencoded") },
    ...["{", "", '{"a":}', "\u0000"].map((raw) => ({ name: `broken: ${raw}`, statuses: [400], more: send(raw, type) })),
  ];
  // A plumber that is left out makes an unassigned request, which has its own schema.
  for (const name of (form.required ?? []).filter((one) => one !== "plumber")) {
    const { [name]: _, ...rest } = body;
    wrong.push({ name: `without ${name}`, statuses: [422], change: { body: rest } });
  }
  for (const name of Object.keys(form.properties ?? {})) {
    const values = isMultipart(documented)
      ? [name === "image" ? "text" : stage.photo]
      : [{ a: 1 }, NUMBERS.includes(name) ? "five" : 7, FLAGS.includes(name) ? "yes" : true];
    for (const value of values)
      wrong.push({
        name: `${name}: ${JSON.stringify(value)}`,
        statuses: [422],
        change: { body: { ...body, [name]: value } },
      });
    if (!["image", ...NUMBERS].includes(name))
      wrong.push({
        name: `${name} far too long`,
        statuses: [404, 422],
        change: { body: { ...body, [name]: "x".repeat(5000) } },
      });
  }
  if (!isMultipart(documented))
    for (const json of [[], "x", null, 1])
      wrong.push({ name: `body: ${JSON.stringify(json)}`, statuses: [422], more: { json } });
  return wrong;
}

function wrongAddresses(documented: Documented): Wrong[] {
  const { params, query = {} } = sampleOf(documented);
  const wrong: Wrong[] = [];
  for (const { name, required } of documented.operation.parameters?.filter((one) => one.in === "query") ?? []) {
    for (const value of name === "city" ? [] : ["x".repeat(500), "<script>", "\u0000", "1,5", "' or 1=1 --"])
      wrong.push({
        name: `${name}=${value}`,
        statuses: [400, 404, 422],
        change: { query: { ...query, [name]: value } },
      });
    const { [name]: _, ...rest } = query;
    if (required) wrong.push({ name: `without ${name}`, statuses: [422], change: { query: rest } });
  }
  for (const id of params ? ["nobody", "%00", "a b", "x".repeat(300), "%E0%A4%A"] : [])
    wrong.push({
      name: `id ${id}`,
      statuses: [404],
      change: { params: Object.fromEntries(Object.keys(params!).map((name) => [name, id])) },
    });
  return wrong;
}

/** The users whose calls find nothing: it is someone else's, or for another role. */
const FOREIGN: [users: TownUser[], operations: string][] = [
  [
    ["otherClient", "otherPlumber"],
    "getBooking getPhoto getHistory listQuotes listPayments recordPayment answerPayment listReceipts listOnlinePayments startOnlinePayment takeJobStep proposeTime answerProposal findReviewOfJob",
  ],
  [["otherPlumber", "client"], "writeQuote writeReport answerReview markBookingSeen"],
  [["otherPlumber", "client"], "revokeToken listDeliveries sendDeliveryAgain removeWebhook"],
  [["otherClient", "plumber"], "answerQuote answerFinalAmount leaveReview removeDevice"],
  [["admin"], "recordPayment takeJobStep proposeTime answerProposal setHours listClientBookings listPlumberBookings"],
  [["plumber"], "listOnlinePayments startOnlinePayment listReviewable listClientBookings listMyReviews"],
  [["client"], "setHours listPlumberBookings listUnseenBookings listPlumberReviews getAverageRating"],
  [["otherClient"], "listMessages sendMessage"],
  [["otherPlumber"], "moveBooking"],
];

/** Requests for what is someone else's, or for another role: there it does not exist. */
const foreignOn = ({ pending, otherPlumber }: ApiStage, name: string): Partial<Sample>[] => [
  ...FOREIGN.flatMap(([users, operations]) =>
    operations.split(" ").includes(name) ? users.map((as) => ({ as })) : [],
  ),
  ...(name === "moveBooking" ? [{ as: "otherClient" as const, body: { status: "cancelled" } }] : []),
  ...(name === "leaveReview" ? [{ params: { id: pending } }] : []),
  ...(name === "listMessages" ? [{ query: { userId: otherPlumber.id } }] : []),
];

test("an operation refuses wrong bodies and addresses and what is someone else's, and does nothing of it", async () => {
  const before = await allRows();
  for (const documented of operations) {
    const foreign = foreignOn(stage, documented.name).map((change) => ({
      name: `not found for ${JSON.stringify(change)}`,
      statuses: [404],
      change,
    }));
    const refused = await Promise.all(
      [...wrongBodies(documented), ...wrongAddresses(documented), ...foreign].map(
        async ({ name, statuses, change, more }: Wrong) => {
          const { status, body } = await ask(documented, { ...sampleOf(documented), ...change }, more);
          return { name, statuses, status, body };
        },
      ),
    );
    const wrong = refused.filter(({ status, statuses }) => !statuses.includes(status));
    expect(wrong, documented.name).toEqual([]);
  }
  expect(await allRows()).toEqual(before);
});

/**
 * The scope that opens an operation to a personal token (X12), of a client and of a plumber; null: no token does, "404":
 * it is the other side's.
 */
const SCOPES_NEEDED: { client: Scope | "404" | null; plumber: Scope | "404" | null; operations: string }[] = [
  {
    client: "read",
    plumber: "read",
    operations: `getProfile getBooking getPhoto getHistory listQuotes listPayments listReceipts getNoticeSettings
      listDevices listPhones findReviewOfJob`,
  },
  {
    client: "read",
    plumber: "404",
    operations: "listClientBookings getSummary listOnlinePayments listReviewable listMyReviews",
  },
  {
    client: "404",
    plumber: "read",
    operations: "listPlumberBookings listUnseenBookings getHours getStats listPlumberReviews getAverageRating",
  },
  {
    client: "messages",
    plumber: "messages",
    operations: "listMessages listConversations sendMessage listUsers listAdmins",
  },
  {
    client: "book",
    plumber: "jobs",
    operations: "moveBooking proposeTime answerProposal takeJobStep recordPayment answerPayment reportReview",
  },
  { client: "book", plumber: "book", operations: "requestBooking" },
  { client: "book", plumber: "404", operations: "answerQuote answerFinalAmount startOnlinePayment leaveReview" },
  { client: "404", plumber: "jobs", operations: "markBookingSeen writeReport writeQuote setHours answerReview" },
  { client: "404", plumber: null, operations: "renewCalendar endCalendar" },
  {
    client: null,
    plumber: null,
    operations: `signOut changeProfile changePassword signOutEverywhere getOwnData deleteAccount issueSocketTicket
      setNoticeSettings removeDevice sendPhoneCode verifyPhone endPhone listTokens makeToken revokeToken listWebhooks
      addWebhook removeWebhook listDeliveries sendDeliveryAgain`,
  },
];

test("a personal token opens the operations of its scopes, and is refused by all others (X12)", async () => {
  const needed = SCOPES_NEEDED.flatMap(({ operations: names, ...scopes }) =>
    names.split(/\s+/).map((name) => ({ name, ...scopes })),
  );
  const signedIn = OPERATIONS.filter(({ caller }) => caller !== "anyone").map(({ id }) => id);
  expect(needed.map(({ name }) => name).sort()).toEqual(signedIn.sort());
  const wrong: string[] = [];
  for (const role of ["client", "plumber"] as const)
    for (const scope of SCOPES) {
      const user = await createUser(stage.context, role);
      const made = await inSession(stage.context, user, (one) =>
        makePersonalToken(stage.context, one, { name: scope, scopes: [scope] }),
      );
      if (!made.ok) throw new Error(made.reason);
      const { token } = made;
      const calls = needed.map(async ({ name, ...scopes }) => {
        const documented = named(name);
        const { status, body } = await ask(documented, { ...sampleOf(documented), as: null }, { token });
        const { code } = (Array.isArray(body) ? {} : (body ?? {})) as { code?: string };
        const answer = code === "insufficient_scope" ? `${status} ${code}` : status < 400 ? "open" : String(status);
        const wanted = scopes[role] === "404" ? "404" : scopes[role] === scope ? "open" : "403 insufficient_scope";
        // A stranger may not have the sample's booking: 404 shows that the scope let the call through.
        const isRight = answer === wanted || (wanted === "open" && !/401|insufficient/.test(answer));
        return isRight ? [] : [`${name} by a ${role}'s token to ${scope}: ${answer}, not ${wanted}`];
      });
      wrong.push(...(await Promise.all(calls)).flat());
    }
  expect(wrong).toEqual([]);
});

test.each(operations)(
  "a right request succeeds as documented, and a read waits for D1 once: $method $path",
  async (documented) => {
    const sample = sampleOf(documented);
    const isRead = documented.method === "GET";
    const settings = isRead ? { ...WIDE, D1_DELAY_MS: "15" } : WIDE;
    const response = await ask(documented, sample, { settings });
    const { status, body } = response;
    expect(status, JSON.stringify(body)).toBe("201" in documented.operation.responses ? 201 : 200);
    if (!isRead) return;
    // A list's next page may first look up its start.
    expect(depthOf(response)).toBeLessThanOrEqual(2);
    const { before: _, ...query } = sample.query ?? {};
    const token = sample.as ? stage.tokens[sample.as] : undefined;
    const head = await call("HEAD", addressOf(documented, { ...sample, query }), { token, settings });
    expect({ ...head, depth: depthOf(head) }).toMatchObject({ status: 200, body: null, depth: 1 });
  },
);
