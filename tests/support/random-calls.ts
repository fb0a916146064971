import fc from "fast-check";
import { dateAt, timeAt } from "~/domain/time/harare";
import { OPERATIONS, pathsOf } from "~/api/operations/operations.server";
import { type TownUser } from "./town";
import { currentInstant } from "./now";

declare module "vitest" {
  interface ProvidedContext {
    /** How many requests of `npm run test:slow`, and of `npm run test:soak`. */
    randomRequests: number;
  }
}

// Thousands of requests that nobody would think of, the same ones for the same seed: none of them may end in a failure
// of ours, and none may show anyone another user's data.

export const USERS: TownUser[] = ["client", "otherClient", "plumber", "otherPlumber", "admin"];

/** A call, with ids of the town by number. */
export interface RandomCall {
  method: string;
  path: string;
  user: TownUser | "nobody" | "forged" | "cookie";
  id: number;
  query: Record<string, unknown>;
  body: unknown;
  kind: "json" | "form" | "text" | "none";
  key: string | null;
}

/** A value out of the town, by number: an id of it, now and then of nobody. */
const known = fc.nat(11).map((at) => ({ known: at }));
/** Mostly of its kind: the town's bookings are the first of its ids, its users the last. */
const knownBooking = fc.oneof({ weight: 4, arbitrary: fc.nat(3).map((at) => ({ known: at })) }, known);
const knownUser = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 5, max: 9 }).map((at) => ({ known: at })) },
  known,
);
const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "null",
    "undefined",
    "[object Object]",
    "../../etc",
    "%00",
    "' or 1=1 --",
    "\u202e",
    "__proto__",
    "constructor",
    "1e308",
    "NaN",
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.object({ maxDepth: 1, maxKeys: 3 }),
);

const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  plumber: fc.oneof(knownUser, fc.constant("")),
  recipient: knownUser,
  userId: knownUser,
  before: fc.oneof(known, fc.nat(20).map(String)),
  job: knownBooking,
  limit: fc.nat(250).map(String),
  token: fc.string({ maxLength: 50 }),
  city: fc.constantFrom("harare", "Mutare", ""),
  appointmentDate: fc.nat(8).map((days) => dateAt(currentInstant() + days * 86_400_000)),
  appointmentTime: fc.nat(24).map((half) => timeAt(Date.UTC(2026, 0, 1, 8) + half * 1_800_000)),
  serviceType: fc.constantFrom("Leak Fixing", "Other"),
  location: fc.constantFrom("4 Main Street", ""),
  notes: fc.string({ maxLength: 20 }),
  report: fc.string({ minLength: 1, maxLength: 20 }),
  answer: fc.constantFrom("accept", "decline", "Thank you"),
  status: fc.constantFrom("pending", "confirmed", "in-progress", "completed", "cancelled", "refused"),
  reason: fc.string({ maxLength: 20 }),
  rating: fc.integer({ min: 0, max: 6 }),
  comment: fc.string({ maxLength: 20 }),
  content: fc.string({ minLength: 1, maxLength: 20 }),
  id: fc.stringMatching(/^[a-z0-9]{8,12}$/),
  name: fc.string({ maxLength: 20 }),
  username: fc.string({ maxLength: 20 }),
  phone: fc.constantFrom("077 123 4567", "", "12"),
  addressLine1: fc.string({ maxLength: 20 }),
  subject: fc.string({ maxLength: 20 }),
  message: fc.string({ maxLength: 20 }),
  role: fc.constantFrom("client", "plumber", "admin"),
  // Hashing takes longer than a hundred other calls: only a few get as far.
  email: fc.constantFrom("a@example.test", "x", ""),
  password: fc.constantFrom("short", "", "password"),
  image: fc.constant(""),
};

const fields = fc.record(
  Object.fromEntries(
    Object.entries(FIELDS).map(([name, value]) => [
      name,
      fc.oneof({ weight: 25, arbitrary: value }, { weight: 1, arbitrary: odd }),
    ]),
  ),
  {
    requiredKeys: [
      "userId",
      "job",
      "plumber",
      "recipient",
      "content",
      "appointmentDate",
      "appointmentTime",
      "serviceType",
      "location",
      "status",
      "report",
      "answer",
      "rating",
      "name",
      "subject",
      "message",
      "email",
    ],
  },
);

const paths = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom(
      ...OPERATIONS.flatMap((operation) =>
        pathsOf(operation).map((path) => ({ path, method: operation.method as string })),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.webPath().map((path) => `/api/x${path}`),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      path: fc.constantFrom(...OPERATIONS.map(({ path }) => path)),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
    }),
  },
);

export const randomCall: fc.Arbitrary<RandomCall> = fc
  .record({
    target: paths,
    user: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<RandomCall["user"]>(...USERS) },
      { weight: 1, arbitrary: fc.constantFrom<RandomCall["user"]>("nobody", "forged", "cookie") },
    ),
    id: fc.nat(11),
    query: fields,
    body: fc.oneof({ weight: 8, arbitrary: fields }, { weight: 1, arbitrary: fc.jsonValue() }),
    kind: fc.constantFrom<RandomCall["kind"]>("json", "json", "json", "json", "json", "json", "form", "text", "none"),
    key: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom("key-number-one", "key-number-two", "x", "with blanks in it") },
    ),
  })
  .map(({ target, ...rest }) => ({ ...target, ...rest }));
