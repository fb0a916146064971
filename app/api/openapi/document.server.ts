import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { brand } from "~/brand";
import { LIMITS } from "~/domain/rate-limits/limits";
import { clientFrame } from "~/realtime/protocol";
import { SCOPES, type Scope } from "~/domain/accounts/personal-token";
import { SIGNATURE_HEADER } from "~/domain/notices/webhooks/webhook-deliveries.server";
import { instant, object } from "../schemas/kinds";
import { apiFrame } from "../schemas/message-objects";
import { OPERATIONS, pathsOf, TOPICS, type Topic } from "../operations/operations.server";
import { KEY, KEY_HEADER } from "../repeated-call.server";
import { mediaTypeOf, said, scopesOf, UNSHOWN, type Operation } from "../operation";
import { codeOf, describeProblem, problem, PROBLEM_JSON, problemDetails, type ProblemName } from "../problem-json";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });

/** OpenAPI can't describe sockets. Their frames are documented as a webhook: both arrive without a request. */
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
    requestBody: { required: true, description: "What you receive.", content: json(apiFrame) },
    responses: { "200": { description: "What you may send at any time.", content: json(clientFrame) } },
  },
};

const webhookEvent = object("WebhookEvent", "Something you are told, without addresses and phones.", {
  id: z.string().describe("The same each time it is sent: ignore one that you have had."),
  type: z.string().meta({
    description: "What happened. There will be more types: ignore those you don't know.",
    example: "bookingTransitioned",
  }),
  createdAt: instant,
  data: z.object({
    title: z.string().meta({ example: "Tendai has confirmed the booking" }),
    body: z.string().meta({ example: "Fri 27 Nov, 10:30 am" }),
    url: z.string().describe("The page about it."),
    bookingId: z.string().nullable().describe("Ask for it by `GET /api/bookings/{id}`."),
    reference: z.string().nullable().meta({ example: "PB-7K3QF2" }),
  }),
});

const EVENT: ZodOpenApiPathItemObject = {
  post: {
    operationId: "receiveEvent",
    tags: ["Programs" satisfies Topic],
    summary: "Something you are told",
    description: [
      "We post to your webhook what you are told of its topics. Answer 2xx within 4.5 seconds, and work on it afterwards; redirects are not followed.",
      "Anything else is tried again after 1, 5 and 30 minutes, 2 and 12 hours; 410 and three days of nothing but failures end the webhook. Events may come twice and in another order.",
      "`Pombi-Signature` is `t=SECONDS,v1=HEX`: the HMAC-SHA256 of the seconds, a dot and the body as it came, under the webhook's secret. Refuse one that is over five minutes old.",
    ].join(" "),
    security: [],
    requestParams: {
      header: z.object({
        [SIGNATURE_HEADER]: z.string().meta({ example: "t=1795339800,v1=5257a869e7ecebeda32affa62cdca3fa…" }),
      }),
    },
    requestBody: { required: true, content: json(webhookEvent) },
    responses: { "2XX": { description: "You have it." }, "410": { description: "Post nothing more there." } },
  },
};

const documents = new Map<string, ReturnType<typeof createDocument>>();

/** The API as OpenAPI 3.1, from the schemas of requests and responses; made once per isolate and origin. */
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
      tags: Object.entries(TOPICS).map(([name, [description]]) => ({ name, description })),
      paths: describePaths(),
      webhooks: { frames: FRAMES, event: EVENT },
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer", description: "The token of `POST /auth/login`." },
          ...Object.fromEntries(SCOPES.map((scope) => [schemeOf(scope), personalToken(scope)])),
        },
      },
    },
    {
      // Bookings and messages are both responses and parts of frames, which count as input. Input may have extra keys and
      // lack those that are formatted, so zod-openapi would describe each of them twice, unless both say the same.
      override: ({ zodSchema, jsonSchema }) => {
        if (!(zodSchema instanceof z.ZodObject) || !zodSchema.meta()?.id) return;
        delete jsonSchema.additionalProperties;
        jsonSchema.additionalProperties = false;
        const keys = Object.entries<z.core.$ZodType>(zodSchema.shape);
        jsonSchema.required = keys.filter(([, key]) => key._zod.optout === undefined).map(([name]) => name);
      },
    },
  );

// Scopes are for OAuth alone: a personal token of each is a scheme of its own.
const schemeOf = (scope: Scope) => `${scope}Token`;
const personalToken = (scope: Scope) => ({
  type: "http" as const,
  scheme: "bearer",
  description: `A personal token with the scope \`${scope}\`, made in the settings or by \`POST /api/auth/tokens\`.`,
});

const HEADERS = {
  "Request-Id": z.string().describe("Name it to our office when something went wrong."),
  "Idempotency-Replayed": z
    .literal("true")
    .describe("It was done before under the same Idempotency-Key: this is that response."),
  Link: z.string().describe('The address of the next part, as `<…>; rel="next"`; missing at the end.'),
  "Has-More": z.enum(["true", "false"]).describe("Whether the list goes on."),
  RateLimit: z
    .string()
    .describe(
      'Of each limit that counts here: what remains (`r`), and for how many seconds (`t`), like `"booking_per_client";r=9;t=3600`.',
    ),
  "RateLimit-Policy": z
    .string()
    .describe(
      'Of each limit that counts here: how many (`q`) in how many seconds (`w`), like `"booking_per_client";q=10;w=3600`.',
    ),
  "WWW-Authenticate": z.string().describe("`Bearer`."),
  "Retry-After": z.string().describe("Seconds."),
} as const satisfies Record<string, z.ZodType>;

const shapeOf = (...names: (keyof typeof HEADERS)[]): z.ZodRawShape =>
  Object.fromEntries(
    names.map((name) => {
      const { description } = HEADERS[name];
      return [name, HEADERS[name].optional().meta({ ...(description && { description }), header: { id: name } })];
    }),
  );

const headersOf = ({ method, path, response, limits }: Operation) =>
  z.object({
    ...shapeOf("Request-Id"),
    ...(response instanceof z.ZodArray && shapeOf("Link", "Has-More")),
    ...(path === "/api/bookings" && { Location: z.string().optional().describe("The booking's URL.") }),
    ...(method === "POST" && shapeOf("Idempotency-Replayed")),
    ...(limits.length > 0 && shapeOf("RateLimit", "RateLimit-Policy")),
  });

const problemHeaders = (status: string) =>
  z.object({
    ...shapeOf("Request-Id"),
    ...(status === "401" && shapeOf("WWW-Authenticate")),
    ...(status === "429" && shapeOf("Retry-After", "RateLimit", "RateLimit-Policy")),
  });

const requestHeaders = z.object({
  [KEY_HEADER]: z
    .string()
    .regex(KEY)
    .optional()
    .describe(
      "8 to 200 letters, digits and signs of your own choice. The same key and request again gets the first response, without its secret and with each `phone` null; with another request, 422.",
    ),
});

/** The problems of an operation by status, lowest status first. */
export function problemsOf(operation: Operation): Map<string, ProblemName[]> {
  const { method, caller, scope, params, query, body, takes, refusals } = operation;
  const rules: [applies: boolean, names: readonly ProblemName[]][] = [
    [!!body, [takes ? "notAForm" : "notJson", "tooLarge", "unsupportedMediaType"]],
    [!!body || !!query, ["invalidFields"]],
    [method === "POST", ["invalidIdempotencyKey", "idempotencyKeyReused", "stillRunning"]],
    [caller !== "anyone", ["notSignedIn", "insufficientScope"]],
    [scope !== null && !refusals.includes("tooMany"), ["tooMany"]],
    [!!params || (caller !== "anyone" && caller !== "user"), ["notFound"]],
    [true, refusals],
  ];
  const names = rules.flatMap(([applies, some]) => (applies ? some : []));
  const byStatus = Map.groupBy(names, (name) => String(describeProblem(name)[0]));
  return new Map([...byStatus].sort(([one], [other]) => Number(one) - Number(other)));
}

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

/** The answers of an operation, to admins and to all others. */
export const responseSchemaOf = ({ response, forAdmin }: Operation) =>
  forAdmin ? z.union([response, forAdmin]) : response;

function describeOperation(operation: Operation, path: string): ZodOpenApiOperationObject {
  const { id, topic, summary, description, caller, params, query, body, takes, response, gives, makes } = operation;
  const status = makes ? "201" : "200";
  const content = { [gives ?? "application/json"]: { schema: responseSchemaOf(operation) } };
  return {
    operationId: path === operation.path ? id : `${id}Alias`,
    tags: [topic],
    summary,
    description,
    security:
      caller === "anyone" ? [] : [{ token: [] }, ...scopesOf(operation).map((scope) => ({ [schemeOf(scope)]: [] }))],
    requestParams: {
      ...(params instanceof z.ZodObject && { path: params }),
      ...(query instanceof z.ZodObject && { query }),
      ...(operation.method === "POST" && { header: requestHeaders }),
    },
    ...(body && {
      requestBody: { required: true, content: { [mediaTypeOf(takes)]: { schema: operation.describedBody ?? body } } },
    }),
    responses: {
      ...(makes === "unlessThere" && {
        "200": { description: "It existed already.", content, headers: headersOf(operation) },
      }),
      [status]: { description: makes ? "Made." : "Done.", content, headers: headersOf(operation) },
      ...(operation.method !== "GET" &&
        response !== said && {
          "202": { description: UNSHOWN, content: json(said), headers: headersOf(operation) },
        }),
      ...Object.fromEntries(
        [...problemsOf(operation)].map(([status, names]) => [
          status,
          describeProblems(status, names, status === "429" ? describeLimits(operation) : []),
        ]),
      ),
      default: describeProblems("default", ["internalError", "unavailable"]),
    },
  };
}

const PROBLEM_CONTENT = { ...json(problem), [PROBLEM_JSON]: { schema: problemDetails } };

const describeLimits = ({ limits, scope }: Operation): string[] =>
  [...limits, ...(scope === null ? [] : (["callsPerToken"] as const))].map(
    (name) => `\`${codeOf(name)}\`: ${LIMITS[name].max} in ${LIMITS[name].minutes} minutes.`,
  );

function describeProblems(status: string, names: ProblemName[], more: string[] = []): ZodOpenApiResponseObject {
  return {
    description: [...names.map((name) => `\`${codeOf(name)}\`: ${describeProblem(name)[1]}`), ...more].join("\n"),
    headers: problemHeaders(status),
    content: PROBLEM_CONTENT,
  };
}
