import * as z from "zod";
import { KEY, KEY_HEADER } from "../idempotency.server";
import type { Operation } from "../operation";

/** Each header that a response can have: its schema and its description. */
const HEADERS = {
  "Request-Id": [z.string(), "Name it to our office when something went wrong."],
  "Idempotency-Replayed": [
    z.literal("true"),
    "It was done before under the same Idempotency-Key: this is that response.",
  ],
  Link: [z.string(), 'The address of the next part, as `<…>; rel="next"`; missing at the end.'],
  "Has-More": [z.enum(["true", "false"]), "Whether the list goes on."],
  RateLimit: [
    z.string(),
    'Of each limit that counts here: what remains (`r`), and for how many seconds (`t`), like `"booking_per_client";r=9;t=3600`.',
  ],
  "RateLimit-Policy": [
    z.string(),
    'Of each limit that counts here: how many (`q`) in how many seconds (`w`), like `"booking_per_client";q=10;w=3600`.',
  ],
  "WWW-Authenticate": [z.string(), "`Bearer`."],
  "Retry-After": [z.string(), "Seconds."],
} as const satisfies Record<string, readonly [schema: z.ZodType, description: string]>;
type HeaderName = keyof typeof HEADERS;

const shapeOf = (...names: HeaderName[]): z.ZodRawShape =>
  Object.fromEntries(
    names.map((name) => {
      const [schema, description] = HEADERS[name];
      return [name, schema.optional().meta({ description, header: { id: name } })];
    }),
  );

/** The headers of a success. */
export const headersOf = ({ method, path, response, limits }: Operation) =>
  z.object({
    ...shapeOf("Request-Id"),
    ...(response instanceof z.ZodArray && shapeOf("Link", "Has-More")),
    ...(path === "/api/bookings" && {
      Location: z.string().optional().meta({ description: "The booking's URL." }),
    }),
    ...(method === "POST" && shapeOf("Idempotency-Replayed")),
    ...(limits && shapeOf("RateLimit", "RateLimit-Policy")),
  });

/** The headers of an error; `status` is `default` for an unexpected one. */
export const problemHeaders = (status: string) =>
  z.object({
    ...shapeOf("Request-Id"),
    ...(status === "401" && shapeOf("WWW-Authenticate")),
    ...(status === "429" && shapeOf("Retry-After", "RateLimit", "RateLimit-Policy")),
  });

/** The headers that a POST takes. */
export const requestHeaders = z.object({
  [KEY_HEADER]: z.string().regex(KEY).optional().meta({
    description:
      "8 to 200 letters, digits and signs of your own choice. The same key and request again gets the first response; with another request, 422.",
  }),
});
