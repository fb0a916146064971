import * as z from "zod";
import { slot } from "./schemas/booking-objects";
import { initOf, messageOf, type Reason, REFUSALS, type Refused } from "~/http/refusals";
import { PHOTO_REFUSALS } from "~/domain/photos/photo";
import { object } from "./schemas/kinds";
import { messageOfIssue } from "~/domain/values/fields";

export interface Reply {
  status: number;
  body: string | Response | null;
  headers: Record<string, string>;
}

/** Refusals of the API before an operation runs; the domain's are in `http/refusals.ts`. */
const PROTOCOL_PROBLEMS = {
  notJson: [400, "The body is not JSON."],
  notAForm: [400, "The body is not a form."],
  notSignedIn: [401, "You must be logged in."],
  insufficientScope: [403, "This token may not do that."],
  notFound: [404, "Not found."],
  methodNotAllowed: [405, "That method does not exist here."],
  stillRunning: [409, "This request is still being worked on."],
  tooLarge: [413, "That is too large."],
  addressTooLong: [414, "That address is too long."],
  unsupportedMediaType: [415, "Please send the media type that is documented."],
  invalidFields: [422, "A field is missing or wrong; the message says which."],
  invalidIdempotencyKey: [422, "An Idempotency-Key is 8 to 200 letters, digits and signs, without spaces."],
  idempotencyKeyReused: [422, "This Idempotency-Key was sent with another request before."],
  internalError: [500, "Something went wrong on our side."],
  notSetUp: [500, "This site is not set up yet."],
  unavailable: [503, "Our database can't be reached right now. Please try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

type ProtocolProblem = keyof typeof PROTOCOL_PROBLEMS;
export type ProblemName = ProtocolProblem | Reason;

/** Codes published under an earlier name of their refusal. */
const PUBLISHED_CODES: Partial<Record<string, string>> = {
  transitionNotAllowed: "move_not_possible",
  userNotFound: "person_not_found",
  noticeNotFound: "mail_not_found",
};

/** The published code of a problem: `slot_taken` for `slotTaken` (X4). */
export const codeOf = (name: string): string =>
  PUBLISHED_CODES[name] ?? name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

export const PROTOCOL_PROBLEM_NAMES = Object.keys(PROTOCOL_PROBLEMS) as ProtocolProblem[];
const PROBLEMS = { ...REFUSALS, ...PROTOCOL_PROBLEMS };
export const describeProblem = (name: ProblemName): readonly [status: number, title: string] => PROBLEMS[name];
const TITLES = new Map(Object.entries(PROBLEMS).map(([name, [, title]]) => [codeOf(name), title]));

const REASON_FIELDS: Partial<Record<Reason, string>> = {
  ...Object.fromEntries(PHOTO_REFUSALS.map((reason) => [reason, "image"])),
  addressRequired: "addressLine1",
  photoGone: "image",
  wrongPassword: "current",
};

type Issue = z.core.$ZodIssue;

/** The codes that zod's issues keep; all others are `invalid`. */
const CODES: Issue["code"][] = ["invalid_type", "too_big", "too_small", "invalid_format", "invalid_value"];
const FIELD_CODES = ["required", ...CODES, "invalid"];

const fieldError = z.object({
  field: z.string().describe("Its name in the body or the query; empty when the whole body is wrong."),
  code: z
    .string()
    .meta({ description: `${FIELD_CODES.map((code) => `\`${code}\``).join(", ")}, or that of the problem.` }),
  message: z.string(),
});
/** A field that is missing or wrong. `field` is its path joined with dots, or empty for the whole body. */
export type FieldError = z.output<typeof fieldError>;

/** A failed parse as one error per field, in the order of the schema. A value that `input` lacks is `required`. */
export const fieldErrorsOf = (error: z.ZodError, input: unknown): FieldError[] =>
  error.issues
    .flatMap((issue) => flatten(issue, input))
    .map((issue) => {
      const isRequired = issue.path.length > 0 && isMissing(valueAt(issue.path, input));
      const code = isRequired ? "required" : CODES.includes(issue.code) ? issue.code : "invalid";
      return { field: issue.path.join("."), code, message: messageOfIssue(issue) };
    });

/** The issues of the union's branch that the body was meant for, whose first issue the schema's error repeats. */
function flatten(issue: Issue, input: unknown): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const fitting = issue.errors.find(([first]) => first && messageOfIssue(first) === issue.message);
  if (fitting) return fitting;
  // No such branch: blame the first field that was sent and is wrong in all of them.
  const unfitting = issue.errors[0]?.find(
    ({ path }) =>
      !isMissing(valueAt(path, input)) && issue.errors.every((form) => form.some((other) => other.path[0] === path[0])),
  );
  return [{ ...issue, path: unfitting?.path ?? issue.path }];
}

const valueAt = (path: PropertyKey[], input: unknown) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const keys = {
  message: z.string().describe("A text that you can show to people."),
  code: z.string().meta({ description: "The kind of problem, for programs.", example: "slot_taken" }),
  errors: z.array(fieldError).describe("The fields that are missing or wrong; may be empty."),
  nearest: z.array(slot).optional().describe("With `slot_taken`: the nearest free starts."),
};

/** The body of an error (X4). Published clients read only `message`. */
export const problem = object("Problem", "The body of every error.", keys);

/** The body of an error for clients that accept `application/problem+json`. */
export const problemDetails = object(
  "ProblemDetails",
  "The same as RFC 9457 has it, for clients that accept `application/problem+json`.",
  {
    type: z.string().meta({ format: "uri", description: "Where the code is described." }),
    title: z.string().describe("The general text of this code."),
    status: z.int(),
    detail: z.string().describe("The same as `message`."),
    instance: z.string().describe("The response's `Request-Id`."),
    ...keys,
  },
);

function replyOf(name: ProblemName, more: Partial<z.input<typeof problem>>, headers: Record<string, string>): Reply {
  const [status, title] = describeProblem(name);
  const body = problem.parse({ message: title, errors: [], ...more, code: codeOf(name) });
  return { status, body: JSON.stringify(body), headers };
}

/** The reply to a refusal of the domain; `errors` names the field where it is about one. */
export function replyToRefusal(refused: Refused): Reply {
  const { reason, nearest } = refused;
  const message = messageOf(refused);
  const field = REASON_FIELDS[reason];
  const errors = field === undefined ? [] : [{ field, code: codeOf(reason), message }];
  const headers = Object.fromEntries(new Headers(initOf(refused).headers));
  return replyOf(reason, { message, errors, ...(nearest && { nearest: [...nearest] }) }, headers);
}

/** Thrown to end a request: with a problem of the protocol, or with a refusal of the domain. */
export class Problem extends Error {
  readonly reply: Reply;

  constructor(
    cause: ProtocolProblem | Refused,
    { headers = {}, ...more }: Partial<z.input<typeof problem>> & { headers?: Record<string, string> } = {},
  ) {
    super(typeof cause === "string" ? cause : cause.reason);
    this.reply = typeof cause === "string" ? replyOf(cause, more, headers) : replyToRefusal(cause);
  }
}

export const responseOf = ({ status, body, headers }: Reply, type = "application/json"): Response =>
  body instanceof Response
    ? new Response(body.body, { status, headers: { ...Object.fromEntries(body.headers), ...headers } })
    : new Response(body, { status, headers: { ...(body !== null && { "Content-Type": type }), ...headers } });

export const PROBLEM_JSON = "application/problem+json";

/** An error's body as problem details (RFC 9457), beside the fields that it always has (X4). */
export function asProblemDetails({ status, body }: Reply, at: { origin: string; requestId: string }): string {
  const { message, code, ...more } = JSON.parse(String(body)) as z.output<typeof problem>;
  const type = `${at.origin}/api#${code}`;
  const title = TITLES.get(code) ?? message;
  return JSON.stringify({ type, title, status, detail: message, instance: at.requestId, message, code, ...more });
}

/** `Accept` names problem details with at least the weight of JSON (X4). A wildcard gets JSON. */
export function acceptsProblemJson(request: Request): boolean {
  const weights = new Map(
    (request.headers.get("Accept") ?? "").split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      return [type, Number(parameters.find((one) => one.startsWith("q="))?.slice(2) ?? 1)] as const;
    }),
  );
  const wanted = weights.get(PROBLEM_JSON) ?? 0;
  return wanted > 0 && wanted >= (weights.get("application/json") ?? 0);
}
