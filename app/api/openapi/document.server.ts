import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { brand } from "~/brand";
import { clientFrame } from "~/realtime/protocol";
import { apiFrame } from "../schemas/frame-schemas";
import { KEY, KEY_HEADER } from "../idempotency.server";
import { OPERATIONS, pathsOf } from "../operations/operations.server";
import { TOPICS, type Operation, type Topic } from "../operation";
import { codeOf, describeProblem, PROBLEM_JSON, type ProblemName } from "../problem";
import { problem, problemDetails } from "../schemas/problem-schemas";
import { mediaTypeOf } from "../request-body";

/** OpenAPI has no word for sockets: here stand the frames, which come unasked as a webhook's requests do. */
const FRAMES: ZodOpenApiPathItemObject = {
  post: {
    operationId: "receiveFrame",
    tags: ["Sockets" satisfies Topic],
    summary: "The frames of a socket",
    description: [
      "Open a WebSocket at `/sockets/feed?ticket=…` for changes of your bookings and messages, or at `/sockets/conversation/{userId}?ticket=…` for an open conversation, with a ticket of `POST /api/socket-ticket`.",
      "You receive frames of the kinds in `ApiFrame` and may send those in `ClientFrame`. Each is one text frame of JSON.",
    ].join(" "),
    security: [],
    requestBody: {
      required: true,
      description: "What you receive.",
      content: { "application/json": { schema: apiFrame } },
    },
    responses: {
      "200": {
        description: "What you may send at any time.",
        content: { "application/json": { schema: clientFrame } },
      },
    },
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
  createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: `${brand.name} API`,
        version: "1",
        description: `Book plumbers in Zimbabwe from your own programs. For users: ${origin}/api`,
        contact: { name: brand.name, email: brand.email, url: `${origin}/contact` },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: origin }],
      tags: Object.entries(TOPICS).map(([name, description]) => ({ name, description })),
      paths: describePaths(),
      webhooks: { frames: FRAMES },
      components: {
        securitySchemes: { token: { type: "http", scheme: "bearer", description: "The token of `POST /auth/login`." } },
      },
    },
    {
      // A socket brings what calls answer: it would be an object of its own there, as bodies may have more keys, if this
      // did not say of both, in the same place, that there are none.
      override: ({ zodSchema, jsonSchema }) => {
        if (!(zodSchema instanceof z.ZodObject) || !zodSchema.meta()?.id) return;
        delete jsonSchema.additionalProperties;
        jsonSchema.additionalProperties = false;
      },
    },
  );

function describePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of OPERATIONS) {
    for (const path of pathsOf(operation)) {
      (paths[path] ??= {})[operation.method.toLowerCase() as Lowercase<Operation["method"]>] = describeOperation(
        operation,
        path,
      );
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
      ...(makes === "unlessThere" && {
        "200": { description: "It existed already.", content, headers: headersOf(operation) },
      }),
      [status]: { description: makes ? "Made." : "Done.", content, headers: headersOf(operation) },
      ...Object.fromEntries(
        [...problemsOf(operation)].map(([status, names]) => [status, describeProblems(status, names)]),
      ),
      default: {
        description: `\`${codeOf("internalError")}\`: ${describeProblem("internalError")[1]}`,
        headers: z.object(REQUEST_ID),
        content: PROBLEM_CONTENT,
      },
    },
  };
}

/** What the headers of a success say beside its body. */
function headersOf({ method, path, answer, limits }: Operation) {
  return z.object({
    ...REQUEST_ID,
    ...(answer instanceof z.ZodArray && LIST_HEADERS),
    ...(path === "/api/bookings" && {
      Location: z.string().optional().meta({ description: "The booking's URL." }),
    }),
    ...(method === "POST" && { "Idempotency-Replayed": REPLAYED }),
    ...(limits && RATE_LIMITS),
  });
}

const header = (name: string, schema: z.ZodType, description: string) =>
  schema.optional().meta({ description, header: { id: name } });

const REQUEST_ID = {
  "Request-Id": header("Request-Id", z.string(), "Name it to our office when something went wrong."),
};
const REPLAYED = header(
  "Idempotency-Replayed",
  z.literal("true"),
  "It was done before under the same Idempotency-Key: this is that response.",
);
const LIST_HEADERS = {
  Link: header("Link", z.string(), 'The address of the next part, as `<…>; rel="next"`; missing at the end.'),
  "Has-More": header("Has-More", z.enum(["true", "false"]), "Whether the list goes on."),
};
const RATE_LIMITS = {
  RateLimit: header(
    "RateLimit",
    z.string(),
    'Of each limit that counts here: what remains (`r`), and for how many seconds (`t`), like `"booking_per_client";r=9;t=3600`.',
  ),
  "RateLimit-Policy": header(
    "RateLimit-Policy",
    z.string(),
    'Of each limit that counts here: how many (`q`) in how many seconds (`w`), like `"booking_per_client";q=10;w=3600`.',
  ),
};

const PROBLEM_HEADERS: Record<string, z.ZodRawShape> = {
  "401": { "WWW-Authenticate": header("WWW-Authenticate", z.string(), "`Bearer`.") },
  "429": { "Retry-After": header("Retry-After", z.string(), "Seconds."), ...RATE_LIMITS },
};

const idempotencyKey = z.string().regex(KEY).optional().meta({
  description:
    "8 to 200 letters, digits and signs of your own choice. The same key and request again gets the first answer; with another request, 422.",
});

const PROBLEM_CONTENT = { "application/json": { schema: problem }, [PROBLEM_JSON]: { schema: problemDetails } };

function describeProblems(status: string, names: ProblemName[]): ZodOpenApiResponseObject {
  return {
    description: names.map((name) => `\`${codeOf(name)}\`: ${describeProblem(name)[1]}`).join("\n"),
    headers: z.object({ ...REQUEST_ID, ...PROBLEM_HEADERS[status] }),
    content: PROBLEM_CONTENT,
  };
}

/** Every status with which an operation can refuse, lowest first, and why. */
export function problemsOf(operation: Operation): Map<string, ProblemName[]> {
  const isPost = operation.method === "POST";
  const names: ProblemName[] = [
    ...(operation.body
      ? ([operation.body.as === "json" ? "notJson" : "notAForm", "tooLarge", "unsupportedMediaType"] as const)
      : []),
    ...(operation.body || operation.query ? (["invalidFields"] as const) : []),
    ...(isPost ? (["invalidIdempotencyKey", "idempotencyKeyReused", "stillRunning", "answerNotKept"] as const) : []),
    ...(operation.caller !== "anyone" ? (["notSignedIn"] as const) : []),
    ...(operation.params || (operation.caller !== "anyone" && operation.caller !== "user")
      ? (["notFound"] as const)
      : []),
    ...operation.refusals,
  ];
  const byStatus = Map.groupBy(names, (name) => String(describeProblem(name)[0]));
  return new Map([...byStatus].sort(([one], [other]) => Number(one) - Number(other)));
}
