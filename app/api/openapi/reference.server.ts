import * as z from "zod";
import { createSchema, type oas31 } from "zod-openapi";
import { LIMITS } from "~/domain/rate-limits/limits";
import { CLOSE_CODES } from "~/realtime/signals";
import { apiDocument, problemsOf, responseSchemaOf } from "./document.server";
import { OPERATIONS, pathsOf, TOPICS } from "../operations/operations.server";
import { mediaTypeOf, scopesOf, type Operation } from "../operation";
import { codeOf, describeProblem, PROTOCOL_PROBLEM_NAMES, type ProblemName } from "../problem-json";
import { formsOf, keysOf, objectOf, type ObjectView, type OperationView, type SchemaPart, typeOf } from "./reference";

const CALLERS: Record<Operation["caller"], string> = {
  anyone: "Anyone, without a token",
  user: "Signed-in users",
  client: "Clients",
  plumber: "Plumbers",
  participant: "Clients and plumbers",
  admin: "Admins",
};

function callerOf(operation: Operation): string {
  const who = CALLERS[operation.caller];
  if (operation.caller === "anyone") return who;
  const scopes = scopesOf(operation);
  return scopes.length > 0
    ? `${who}, by a personal token with the scope ${scopes.join(" or ")} too`
    : `${who}, not by a personal token`;
}

const sent = (schema: z.ZodType): oas31.SchemaObject => ({ ...createSchema(schema, { io: "input" }).schema });

function view(operation: Operation, response: SchemaPart): OperationView {
  const { id, method, summary, description = "", query, takes, describedBody, limits } = operation;
  const body = describedBody ?? operation.body;
  return {
    id,
    method,
    paths: pathsOf(operation),
    summary,
    about: description,
    caller: callerOf(operation),
    query: query ? keysOf(sent(query)) : [],
    bodyKind: body ? mediaTypeOf(takes) : null,
    bodies: body ? formsOf(sent(body)).map((form) => objectOf(form)) : [],
    limits: limits.map((name) => ({ name: codeOf(name), ...LIMITS[name] })),
    response: typeOf(response),
    status: operation.makes ? "201" : "200",
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

const frameOf = (schema: oas31.SchemaObject): ObjectView => {
  const { about, keys } = objectOf(schema);
  const { const: title }: oas31.SchemaObject = { ...schema.properties?.["type"] };
  return { title: String(title), about, keys: keys.filter(({ name }) => name !== "type") };
};

const FRAMES = ["ApiFrame", "ClientFrame"] as const;

let reference: ReturnType<typeof describe> | undefined;

/** The API as the reference page shows it; made once per isolate. */
export const describeApi = (origin: string) => (reference ??= describe(origin));

function describe(origin: string) {
  const schemas = apiDocument(origin).components!.schemas!;
  const [received = [], sent = []] = FRAMES.map((name) => formsOf({ ...schemas[name] }).map(frameOf));
  // All in one go: each of them by itself would describe a booking again.
  const responses = z.object(Object.fromEntries(OPERATIONS.map((one) => [one.id, responseSchemaOf(one)])));
  const { properties = {} }: oas31.SchemaObject = { ...createSchema(responses).schema };
  return {
    topics: Object.entries(TOPICS).map(([name, [about]]) => ({
      name,
      about,
      operations: OPERATIONS.filter(({ topic }) => topic === name).map((one) => view(one, properties[one.id]!)),
    })),
    problems: describeAllProblems(),
    objects: Object.entries(schemas).flatMap(([name, schema]) =>
      (FRAMES as readonly string[]).includes(name) ? [] : [objectOf({ ...schema }, name)],
    ),
    frames: { received, sent },
    closeCodes: Object.entries(CLOSE_CODES)
      .map(([name, code]): [number, string] => [code, WHY[name as keyof typeof WHY]])
      .sort(([one], [other]) => one - other),
  };
}

function describeAllProblems() {
  const names = new Set<ProblemName>([...PROTOCOL_PROBLEM_NAMES, ...OPERATIONS.flatMap(({ refusals }) => refusals)]);
  return [...names]
    .map((name) => {
      const [status, title] = describeProblem(name);
      return { code: codeOf(name), status, title };
    })
    .sort((one, other) => one.status - other.status);
}
