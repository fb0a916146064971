import * as z from "zod";
import { LIMITS } from "~/domain/rate-limits/limits";
import { CLOSE_CODES } from "~/realtime/signals";
import { apiDocument } from "./document.server";
import { problemsOf } from "./responses.server";
import { OPERATIONS, pathsOf, TOPICS } from "../operations/operations.server";
import { scopesOf, type Operation } from "../operation";
import { codeOf, describeProblem, PROTOCOL_PROBLEM_NAMES, type ProblemName } from "../problem-json";
import {
  aboutOf,
  formsOf,
  jsonSchema,
  objectOf,
  typeOf,
  type JsonSchema,
  type ObjectView,
  type OperationView,
} from "./reference";

// Turns the OpenAPI document into what the reference page shows.

const content = z.record(z.string(), z.object({ schema: jsonSchema })).optional();
const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(z.object({ in: z.string(), name: z.string(), required: z.boolean().optional(), schema: jsonSchema }))
          .optional(),
        requestBody: z.object({ content }).optional(),
        responses: z.record(z.string(), z.object({ description: z.string(), content })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});
type Documented = z.output<typeof documented>;

const CALLERS: Record<Operation["caller"], string> = {
  anyone: "Anyone, without a token",
  user: "Signed-in users",
  client: "Clients",
  plumber: "Plumbers",
  participant: "Clients and plumbers",
  admin: "Admins",
};

/** Names the callers, by a session and by a personal token (X12). */
function callerOf(operation: Operation): string {
  const who = CALLERS[operation.caller];
  if (operation.caller === "anyone") return who;
  const scopes = scopesOf(operation);
  return scopes.length > 0
    ? `${who}, by a personal token with the scope ${scopes.join(" or ")} too`
    : `${who}, not by a personal token`;
}

function view(operation: Operation, { paths }: Documented): OperationView {
  const { parameters = [], requestBody, responses } = paths[operation.path]![operation.method.toLowerCase()]!;
  const [bodyKind, body] = Object.entries(requestBody?.content ?? {})[0] ?? [null, null];
  const status = operation.makes ? "201" : "200";
  const response = responses[status]?.content?.[operation.gives ?? "application/json"]?.schema;
  return {
    id: operation.id,
    method: operation.method,
    paths: pathsOf(operation),
    summary: operation.summary,
    about: operation.description ?? "",
    caller: callerOf(operation),
    query: parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, required = false, schema }) => ({ name, required, type: typeOf(schema), about: aboutOf(schema) })),
    bodyKind,
    bodies: body ? formsOf(body.schema).map((form) => objectOf(form)) : [],
    limits: operation.limits.map((name) => ({ name: codeOf(name), ...LIMITS[name] })),
    response: response ? typeOf(response) : "",
    status,
    problems: [...problemsOf(operation)].map(([status, names]) => [status, names.map(codeOf)]),
  };
}

const WHY: Record<keyof typeof CLOSE_CODES, string> = {
  malformed: "We couldn't read the frame.",
  signedOut: "The session has ended. Don't reconnect: sign in first.",
  notYours: "It isn't yours, or you aren't who you say. Don't reconnect.",
  displaced: "You have opened 20 newer sockets. Don't reconnect automatically: that would close one of those.",
  authenticateAgain:
    "The ticket was used or is too old, or fifteen minutes have passed (sent with the next frame). Reconnect with a new ticket and fetch what you missed; 401 says that you are signed out.",
  tooLarge: "The frame was larger than 1,024 characters.",
  flooding: "More than 20 frames in ten seconds.",
  failed:
    "Something broke on our side; the previous frame names the request. Reconnect with a new ticket and fetch what you missed.",
};

const frameOf = (schema: JsonSchema): ObjectView => {
  const { about, keys } = objectOf(schema);
  return {
    title: String(schema.properties?.["type"]?.const ?? ""),
    about,
    keys: keys.filter(({ name }) => name !== "type"),
  };
};

const FRAMES = ["ApiFrame", "ClientFrame"] as const;

const references = new Map<string, ReturnType<typeof readDocument>>();

/** The API as the reference page shows it; made once per isolate and origin. */
export function describeApi(origin: string) {
  const reference = references.get(origin) ?? readDocument(origin);
  references.set(origin, reference);
  return reference;
}

function readDocument(origin: string) {
  // As it is sent: without keys that are undefined.
  const document = documented.parse(JSON.parse(JSON.stringify(apiDocument(origin))));
  const { schemas } = document.components;
  const [received, sent] = FRAMES.map((name) => (schemas[name] ? formsOf(schemas[name]).map(frameOf) : []));
  return {
    topics: Object.entries(TOPICS).map(([name, [about]]) => ({
      name,
      about,
      operations: OPERATIONS.filter(({ topic }) => topic === name).map((operation) => view(operation, document)),
    })),
    problems: describeAllProblems(),
    objects: Object.entries(schemas).flatMap(([name, schema]) =>
      (FRAMES as readonly string[]).includes(name) ? [] : [objectOf(schema, name)],
    ),
    frames: { received: received ?? [], sent: sent ?? [] },
    closeCodes: Object.entries(CLOSE_CODES)
      .map(([name, code]): [number, string] => [code, WHY[name as keyof typeof WHY]])
      .sort(([one], [other]) => one - other),
  };
}

/** Every error code once, by status. */
function describeAllProblems() {
  const names = new Set<ProblemName>([...PROTOCOL_PROBLEM_NAMES, ...OPERATIONS.flatMap(({ refusals }) => refusals)]);
  return [...names]
    .map((name) => {
      const [status, title] = describeProblem(name);
      return { code: codeOf(name), status, title };
    })
    .sort((one, other) => one.status - other.status);
}
