import { toSlot } from "./schemas/booking-schemas";
import { REASONS, describeReason, initOf, messageOf, type Reason, type Refused } from "../http/refusals";
import { PHOTO_REFUSALS } from "../domain/photos/photo";

/** A response before it is written. A body of null means no body. */
export interface Reply {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** A field that is missing or wrong. `field` is its path joined with dots, or empty for the whole body. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** Why the API refuses before an operation runs; the domain's refusals are in `http/refusals.ts`. */
const PROTOCOL_PROBLEMS = {
  notJson: [400, "The body is not JSON."],
  notAForm: [400, "The body is not a form."],
  notSignedIn: [401, "You must be logged in."],
  insufficientScope: [403, "This token may not do that."],
  notFound: [404, "Not found."],
  methodNotAllowed: [405, "That method does not exist here."],
  stillRunning: [409, "This request is still being worked on."],
  answerNotKept: [409, "This was done before. Its answer is private and was not kept."],
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

export type ProtocolProblem = keyof typeof PROTOCOL_PROBLEMS;
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

const isProtocolProblem = (name: ProblemName): name is ProtocolProblem => Object.hasOwn(PROTOCOL_PROBLEMS, name);
/** A problem's status and general text. */
export const describeProblem = (name: ProblemName): readonly [status: number, title: string] =>
  isProtocolProblem(name) ? PROTOCOL_PROBLEMS[name] : describeReason(name);

export const PROTOCOL_PROBLEM_NAMES = Object.keys(PROTOCOL_PROBLEMS) as ProtocolProblem[];
const TITLES = new Map([...PROTOCOL_PROBLEM_NAMES, ...REASONS].map((name) => [codeOf(name), describeProblem(name)[1]]));

/** Refusals that are about one field of the body. */
const FIELD_OF: Partial<Record<Reason, string>> = {
  ...Object.fromEntries(PHOTO_REFUSALS.map((reason) => [reason, "image"])),
  addressRequired: "addressLine1",
  photoGone: "image",
  wrongPassword: "current",
};

/** The body of every error: `message` for people, `code` for programs. */
const bodyOf = (name: ProblemName, message: string, errors: FieldError[]) => ({ message, code: codeOf(name), errors });

/** Thrown to end a request with this reply. */
export class Problem extends Error {
  readonly reply: Reply;

  constructor(
    name: ProtocolProblem,
    {
      message,
      errors = [],
      headers = {},
    }: { message?: string; errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    const [status, title] = PROTOCOL_PROBLEMS[name];
    super(message ?? title);
    this.reply = { status, body: bodyOf(name, this.message, errors), headers };
  }
}

/** Thrown to end a request with a refusal of the domain. */
export class RefusedCall extends Error {
  readonly reply: Reply;

  constructor(refused: Refused) {
    super(refused.reason);
    this.reply = replyToRefusal(refused);
  }
}

/**
 * The reply to a refusal of the domain; `errors` names the field where it is about one. 500 for a refusal without a
 * status.
 */
export function replyToRefusal(refused: Refused): Reply {
  const { status = 500, headers } = initOf(refused);
  const message = messageOf(refused);
  const field = FIELD_OF[refused.reason];
  const errors = field === undefined ? [] : [{ field, code: codeOf(refused.reason), message }];
  const body = {
    ...bodyOf(refused.reason, message, errors),
    ...(refused.nearest && { nearest: refused.nearest.map(toSlot) }),
  };
  return { status, body, headers: Object.fromEntries(new Headers(headers)) };
}

export const PROBLEM_JSON = "application/problem+json";

/**
 * An error's body as problem details (RFC 9457), beside the fields that it always has (X4). `requestId`, the response's
 * `Request-Id`, becomes `instance`; `origin` makes `type` the code's address on the reference page.
 */
export function asProblemDetails(
  { status, body }: Reply,
  { origin, requestId }: { origin: string; requestId: string },
) {
  const { message, code, errors, ...more } = body as ReturnType<typeof bodyOf>;
  return {
    type: `${origin}/api#${code}`,
    title: TITLES.get(code) ?? message,
    status,
    detail: message,
    instance: requestId,
    message,
    code,
    errors,
    ...more,
  };
}

/** Whether `Accept` names problem details with at least the weight of JSON (X4). A wildcard gets JSON. */
export function acceptsProblemJson(request: Request): boolean {
  const weights = new Map<string, number>();
  for (const range of (request.headers.get("Accept") ?? "").split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
    weights.set(type, weight);
  }
  const wanted = weights.get(PROBLEM_JSON) ?? 0;
  return wanted > 0 && wanted >= (weights.get("application/json") ?? 0);
}
