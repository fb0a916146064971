import { z } from "zod";
import { LIMITS } from "~/domain/rate-limits/limits";
import { CLOSE_CODES } from "~/realtime/close-codes";
import { apiDocument, problemsOf } from "./document.server";
import { OPERATIONS, pathsOf } from "../operations/operations.server";
import { TOPICS, type Operation } from "../operation";
import { codeOf, describeProblem, PROTOCOL_PROBLEM_NAMES, type ProblemName } from "../problem";
import type { KeyView, ObjectView, OperationView, ReferenceView } from "./reference";

// The document for machines, as the reference page shows it to people.

/** As much of JSON Schema as zod makes of our own schemas. */
const jsonSchema = z.looseObject({
  $ref: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  example: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.union([z.string(), z.number()]).optional(),
  enum: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), jsonSchema).optional();
  },
  get items() {
    return jsonSchema.optional();
  },
  get anyOf() {
    return z.array(jsonSchema).optional();
  },
  get oneOf() {
    return z.array(jsonSchema).optional();
  },
});
type JsonSchema = z.output<typeof jsonSchema>;

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

/** A type as people say it: `text`, `list of Booking`, `5, 4, 3, 2 or 1`. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return schema.const === "" ? "empty" : JSON.stringify(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return inWords(branches.map(typeOf));
  if (schema.enum) return inWords(schema.enum.map((value) => JSON.stringify(value)));
  if (Array.isArray(schema.type)) return inWords(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case "array":
      return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
    case "string":
      return NAMES[schema.format ?? ""] ?? textOf(schema);
    case "integer":
      return schema.minimum === undefined || schema.maximum === undefined || schema.maximum > 1000
        ? "whole number"
        : `${schema.minimum} to ${schema.maximum}`;
    case "object":
      return `object of ${inWords(Object.keys(schema.properties ?? {}), "and")}`;
    case "boolean":
      return "true or false";
    default:
      return schema.type ?? "anything";
  }
}

function textOf({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength === undefined) return "text";
  const most = maxLength.toLocaleString("en");
  return minLength > 1 ? `text of ${minLength} to ${most}` : `text, at most ${most}`;
}

const NAMES: Record<string, string> = {
  binary: "file",
  date: "day, YYYY-MM-DD",
  "date-time": "instant",
  email: "email",
};

const inWords = (parts: string[], last: "or" | "and" = "or"): string => {
  const all = [...new Set(parts)];
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}` : (all[0] ?? "");
};

const keysOf = ({ properties = {}, required = [] }: JsonSchema): KeyView[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: required.includes(name),
    about: aboutOf(schema),
  }));

/** What a schema says of itself, or, where it may be null too, of what it is else. */
const aboutOf = (schema: JsonSchema): string => {
  const { description = "", example } =
    [schema, ...(schema.anyOf ?? [])].find((one) => one.description ?? one.example) ?? schema;
  return [description, example && `Like \`${example}\`.`].filter(Boolean).join(" ");
};

const objectOf = (schema: JsonSchema, title = schema.title ?? ""): ObjectView => ({
  title,
  about: schema.description ?? "",
  keys: keysOf(schema),
});

/** The forms of a body or a frame; what only says which keys it needs is none. */
const formsOf = (schema: JsonSchema): JsonSchema[] =>
  schema.properties ? [schema] : (schema.anyOf ?? schema.oneOf ?? [schema]);

const CALLERS: Record<Operation["caller"], string> = {
  anyone: "Anyone, without a token",
  user: "Everybody who is signed in",
  client: "Clients",
  plumber: "Plumbers",
  participant: "Clients and plumbers",
  admin: "Admins",
};

function view(operation: Operation, { paths }: Documented): OperationView {
  const { parameters = [], requestBody, responses } = paths[operation.path]![operation.method.toLowerCase()]!;
  const [bodyKind, body] = Object.entries(requestBody?.content ?? {})[0] ?? [null, null];
  const status = operation.makes ? "201" : "200";
  const answer = responses[status]?.content?.["application/json"]?.schema;
  return {
    id: operation.id,
    method: operation.method,
    paths: pathsOf(operation),
    summary: operation.summary,
    about: operation.description ?? "",
    caller: CALLERS[operation.caller],
    query: parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, required = false, schema }) => ({ name, required, type: typeOf(schema), about: aboutOf(schema) })),
    bodyKind,
    bodies: body ? formsOf(body.schema).map((form) => objectOf(form)) : [],
    limits: (operation.limits ?? []).map((name) => ({ name: codeOf(name), ...LIMITS[name] })),
    answer: answer ? typeOf(answer) : "",
    status,
    problems: [...problemsOf(operation)].map(([status, names]) => [status, names.map(codeOf)]),
  };
}

const WHY: Record<keyof typeof CLOSE_CODES, string> = {
  malformed: "That was no frame of ours.",
  signedOut: "The session has ended, or the ticket was used or too old. Do not come back with it.",
  notYours: "It isn't yours, or you aren't who you say. Don't reconnect.",
  displaced: "You have opened 20 newer sockets. Do not come back by yourself: you would displace one of those.",
  authenticateAgain:
    "Fifteen minutes are over; sent with the next frame. Reconnect with a new ticket and fetch what you missed.",
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

const references = new Map<string, ReferenceView>();

/** All of the API for people; made once for an isolate. */
export function describeApi(origin: string): ReferenceView {
  const reference = references.get(origin) ?? readDocument(origin);
  references.set(origin, reference);
  return reference;
}

function readDocument(origin: string): ReferenceView {
  // As it goes over the wire: what is undefined is not there.
  const document = documented.parse(JSON.parse(JSON.stringify(apiDocument(origin))));
  const { schemas } = document.components;
  const [received, sent] = FRAMES.map((name) => (schemas[name] ? formsOf(schemas[name]).map(frameOf) : []));
  return {
    topics: Object.entries(TOPICS).map(([name, about]) => ({
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

/** Every code that an answer can have, once, by status. */
function describeAllProblems() {
  const names = new Set<ProblemName>([...PROTOCOL_PROBLEM_NAMES, ...OPERATIONS.flatMap(({ refusals }) => refusals)]);
  return [...names]
    .map((name) => {
      const [status, title] = describeProblem(name);
      return { code: codeOf(name), status, title };
    })
    .sort((one, other) => one.status - other.status);
}
