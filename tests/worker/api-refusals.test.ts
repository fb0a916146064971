import { beforeAll, describe, expect, test } from "vitest";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { call, type ApiCall } from "../support/api";
import { ask as askWith, document, formOf, isMultipart, operations, type Documented } from "../support/api-document";
import { samplesOn, stageApi, type ApiStage, type Sample } from "../support/api-samples";
import type { TownUser } from "../support/town";

// Requests that every operation of the OpenAPI document refuses, each as the document says.
let stage: ApiStage;
beforeAll(async () => {
  stage = await stageApi();
});
const sampleOf = ({ name }: Documented) => samplesOn(stage)[name.replace(/Alias$/, "")]!;
const ask = (documented: Documented, sample: Sample, more?: ApiCall) => askWith(stage.tokens, documented, sample, more);

const STRANGERS: { as: TownUser; change: (stage: ApiStage) => Partial<Sample> }[] = [
  { as: "otherClient", change: () => ({}) },
  { as: "otherPlumber", change: () => ({}) },
];

/** What is someone else's: for these viewers it does not exist. */
const FOREIGN: Record<string, { as: TownUser; change: (stage: ApiStage) => Partial<Sample> }[]> = {
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
    { as: "client", change: (stage) => ({ params: { id: stage.pending } }) },
  ],
  findReviewOfJob: [
    { as: "otherClient", change: () => ({}) },
    { as: "otherPlumber", change: () => ({}) },
  ],
  listMessages: [
    { as: "otherClient", change: () => ({}) },
    { as: "client", change: (stage) => ({ query: { userId: stage.otherPlumber.id } }) },
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
const FLAGS = ["paused", "sure", "consent"];

describe.each(operations)("$method $path", (documented) => {
  const { operation, method, path } = documented;
  const needsToken = operation.security.length > 0;
  const asText = method === "POST" || method === "PUT" || method === "PATCH";

  if (needsToken) {
    test("without a token, or with one that isn't ours, responds 401", async () => {
      const sample = { ...sampleOf(documented), as: null };
      const forged = `${stage.tokens.client.slice(0, -6)}AAAAAA`;
      for (const headers of [
        {},
        { Authorization: `Bearer ${forged}` },
        { Authorization: "Bearer x" },
        { Authorization: `Basic ${stage.tokens.client}` },
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
        { headers: { Cookie: stage.cookies[as ?? "client"] } },
      );
      expect(response.status).toBe(401);
    });
  }

  test("by another method gets 405 and the known methods", async () => {
    const there = Object.keys(document.paths[path]!).map((one) => one.toUpperCase());
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !there.includes(one))) {
      const { status, headers, body } = await call(other, path.replace(/\{\w+\}/g, "x"), {
        token: stage.tokens.client,
      });
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
          ? [name === "image" ? "text" : stage.photo]
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
        const { status, body } = await ask(documented, { ...sampleOf(documented), ...change(stage), as });
        expect(status, `${as}: ${JSON.stringify(body)}`).toBe(404);
      }
    });
  }

  if (asText) {
    test("is not done by any of that", async () => {
      const { status } = await call("GET", `/api/bookings/${stage.pending}`, { token: stage.tokens.client });
      expect(status).toBe(200);
      expect((await findBookingFor(stage.context.db, stage.plumber, stage.pending))?.status).toBe("pending");
      expect((await findBookingFor(stage.context.db, stage.plumber, stage.pending))?.seenAt).toBeNull();
    });
  }
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
