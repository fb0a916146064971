import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject, type ZodOpenApiResponseObject } from "zod-openapi";
import { brand } from "~/brand";
import { clientFrame } from "~/realtime/protocol";
import { apiFrame } from "./api-frames";
import { KEY, KEY_HEADER } from "./idempotency.server";
import { OPERATIONS, pathsOf } from "./operations.server";
import { TOPICS, type Operation, type Topic } from "./operation";
import { codeOf, describeProblem, PROBLEM_JSON, type ProblemName } from "./problem";
import { problem, problemDetails } from "./problem-objects";
import { mediaTypeOf } from "./request-body";

const ticket = z.string().meta({ description: "From `POST /api/socket-ticket`." });
const openSocket = (operationId: string, summary: string): ZodOpenApiOperationObject => ({
  operationId,
  tags: ["Sockets" satisfies Topic],
  summary,
  description: "A WebSocket. You receive frames of the kinds of `ApiFrame` and may send those of `ClientFrame`; each is one text frame of JSON.",
  security: [],
  responses: { "101": { description: "The socket is open; these are its frames.", content: { "application/json": { schema: apiFrame } } } },
});

/** OpenAPI has no word for sockets: an upgrade is a GET that is answered with 101. */
const SOCKETS: ZodOpenApiPathsObject = {
  "/sockets/feed": { get: { ...openSocket("openFeed", "News of your bookings and messages"), requestParams: { query: z.object({ ticket }) } } },
  "/sockets/conversation/{userId}": {
    get: { ...openSocket("openConversation", "An open conversation"), requestParams: { path: z.object({ userId: z.string() }), query: z.object({ ticket }) } },
  },
};

const documents = new Map<string, ReturnType<typeof createDocument>>();

/** The API as OpenAPI 3.1, made of the schemas that parse its requests and shape its answers; once for an isolate. */
export function apiDocument(origin: string) {
  const document = documents.get(origin) ?? describe(origin);
  documents.set(origin, document);
  return document;
}

const describe = (origin: string) =>
  createDocument({
    openapi: "3.1.0",
    info: {
      title: `${brand.name} API`,
      version: "1",
      description: `Book plumbers in Zimbabwe from your own programs. For people: ${origin}/api`,
    },
    servers: [{ url: origin }],
    tags: TOPICS.map((name) => ({ name })),
    paths: { ...describePaths(), ...SOCKETS },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "The token of `POST /auth/login`." } },
      schemas: { ClientFrame: clientFrame, Problem: problem, ProblemDetails: problemDetails },
    },
  });

function describePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of OPERATIONS) {
    for (const path of pathsOf(operation)) {
      (paths[path] ??= {})[operation.method.toLowerCase() as Lowercase<Operation["method"]>] = describeOperation(operation, path);
    }
  }
  return paths;
}

function describeOperation(operation: Operation, path: string): ZodOpenApiOperationObject {
  const { id, topic, summary, description, caller, params, query, body, answer, makes } = operation;
  const status = makes ? "201" : "200";
  const content = { "application/json": { schema: answer } };
  return {
    operationId: path === operation.path ? id : `${id}Alias`,
    tags: [topic],
    summary,
    description,
    security: caller === "anyone" ? [] : [{ token: [] }],
    requestParams: {
      ...(params instanceof z.ZodObject && { path: params }),
      ...(query instanceof z.ZodObject && { query }),
      ...(operation.method === "POST" && { header: z.object({ [KEY_HEADER]: idempotencyKey }) }),
    },
    ...(body && { requestBody: { required: true, content: { [mediaTypeOf(body.as)]: { schema: body.schema } } } }),
    responses: {
      ...(makes === "unlessThere" && { "200": { description: "It was there already.", content } }),
      [status]: { description: makes ? "Made." : "Done.", content, headers: headersOf(operation) },
      ...Object.fromEntries([...problemsOf(operation)].map(([status, names]) => [status, describeProblems(status, names)])),
    },
  };
}

/** Lists say where they go on, and what was made says where it stands. */
function headersOf({ path, answer }: Operation) {
  if (answer instanceof z.ZodArray) return z.object({ Link: z.string().optional().meta({ description: "The address of the next part, as `<…>; rel=\"next\"`; missing at the end." }) });
  return path === "/api/bookings" ? z.object({ Location: z.string().optional().meta({ description: "The booking's address." }) }) : undefined;
}

const PROBLEM_HEADERS: Record<string, z.ZodObject> = {
  "401": z.object({ "WWW-Authenticate": z.string() }),
  "429": z.object({ "Retry-After": z.string().meta({ description: "Seconds." }) }),
};

const idempotencyKey = z
  .string()
  .regex(KEY)
  .optional()
  .meta({ description: "8 to 200 letters, digits and signs of your own choice. The same key and request again gets the first answer; with another request, 422." });

function describeProblems(status: string, names: ProblemName[]): ZodOpenApiResponseObject {
  const codes = { properties: { code: { enum: names.map(codeOf) } } };
  return {
    description: names.map((name) => `\`${codeOf(name)}\`: ${describeProblem(name)[1]}`).join("\n"),
    ...(PROBLEM_HEADERS[status] && { headers: PROBLEM_HEADERS[status] }),
    content: {
      "application/json": { schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, codes] } },
      [PROBLEM_JSON]: { schema: { allOf: [{ $ref: "#/components/schemas/ProblemDetails" }, codes] } },
    },
  };
}

/** Every status with which an operation can refuse, lowest first, and why. */
export function problemsOf(operation: Operation): Map<string, ProblemName[]> {
  const isPost = operation.method === "POST";
  const names: ProblemName[] = [
    ...(operation.body ? ([operation.body.as === "json" ? "notJson" : "notAForm", "tooLarge", "unsupportedMediaType"] as const) : []),
    ...(operation.body || operation.query ? (["invalidFields"] as const) : []),
    ...(isPost ? (["invalidIdempotencyKey", "idempotencyKeyReused", "stillRunning"] as const) : []),
    ...(operation.caller !== "anyone" ? (["notSignedIn"] as const) : []),
    ...(operation.params || (operation.caller !== "anyone" && operation.caller !== "member") ? (["notFound"] as const) : []),
    ...operation.refusals,
  ];
  const byStatus = Map.groupBy(names, (name) => String(describeProblem(name)[0]));
  return new Map([...byStatus].sort(([one], [other]) => Number(one) - Number(other)));
}
