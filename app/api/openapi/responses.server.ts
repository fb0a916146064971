import * as z from "zod";
import { KEY, KEY_HEADER } from "../repeated-call.server";
import type { Operation } from "../operation";
import { describeProblem, type ProblemName } from "../problem-json";

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

export const headersOf = ({ method, path, response, limits }: Operation) =>
  z.object({
    ...shapeOf("Request-Id"),
    ...(response instanceof z.ZodArray && shapeOf("Link", "Has-More")),
    ...(path === "/api/bookings" && { Location: z.string().optional().describe("The booking's URL.") }),
    ...(method === "POST" && shapeOf("Idempotency-Replayed")),
    ...(limits.length > 0 && shapeOf("RateLimit", "RateLimit-Policy")),
  });

/** `status` is `default` for an unexpected error. */
export const problemHeaders = (status: string) =>
  z.object({
    ...shapeOf("Request-Id"),
    ...(status === "401" && shapeOf("WWW-Authenticate")),
    ...(status === "429" && shapeOf("Retry-After", "RateLimit", "RateLimit-Policy")),
  });

export const requestHeaders = z.object({
  [KEY_HEADER]: z
    .string()
    .regex(KEY)
    .optional()
    .describe(
      "8 to 200 letters, digits and signs of your own choice. The same key and request again gets the first response; with another request, 422.",
    ),
});

/** The problems of an operation by status, lowest status first. */
export function problemsOf(operation: Operation): Map<string, ProblemName[]> {
  const { method, caller, scope, params, query, body, takes, refusals } = operation;
  const rules: [applies: boolean, ...names: ProblemName[]][] = [
    [!!body, takes ? "notAForm" : "notJson", "tooLarge", "unsupportedMediaType"],
    [!!body || !!query, "invalidFields"],
    [method === "POST", "invalidIdempotencyKey", "idempotencyKeyReused", "stillRunning", "answerNotKept"],
    [caller !== "anyone", "notSignedIn", "insufficientScope"],
    [scope !== null && !refusals.includes("tooMany"), "tooMany"],
    [!!params || (caller !== "anyone" && caller !== "user"), "notFound"],
    [true, ...refusals],
  ];
  const names = rules.flatMap(([applies, ...some]) => (applies ? some : []));
  const byStatus = Map.groupBy(names, (name) => String(describeProblem(name)[0]));
  return new Map([...byStatus].sort(([one], [other]) => Number(one) - Number(other)));
}
