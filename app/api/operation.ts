import { z } from "zod";
import type { AuthenticatedUser, Role, SessionClaims } from "~/domain/values/user";
import type { ListPart, ListRange } from "~/domain/values/key-cursor";
import type { LimitName } from "~/domain/rate-limits/limits";
import type { RequestContext } from "../http/context";
import type { Reason, Refused } from "../http/refusals";

/** Who may call: anybody without a token, whoever is signed in, the two that a booking can have, or those of one role. */
type Caller = "anyone" | "user" | "participant" | Role;

/** Whether somebody of this role may call; for others it does not exist, as a dashboard's pages. */
export const isForRole = (caller: Caller, role: Role): boolean =>
  caller === "anyone" || caller === "user" || caller === role || (caller === "participant" && role !== "admin");

export interface Call<Params, Query, Body> {
  context: RequestContext;
  params: Params;
  query: Query;
  body: Body;
  /** An id that stays the same when the call is repeated under its Idempotency-Key; without a key it is new. */
  onceId: string;
}

/** What the call of somebody with a token has beside: its viewer at once, and the user once D1 has confirmed them. */
export interface UserCall<Params, Query, Body> extends Call<Params, Query, Body> {
  viewer: SessionClaims;
  user: Promise<AuthenticatedUser>;
}

export interface Done<Body> {
  ok: true;
  status: 200 | 201;
  body: Body;
  /** Where the thing stands that was made. */
  location?: string;
  /** The place after which the list goes on; null at its end. */
  next?: string | null;
}

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  R extends Reason,
> {
  /** The operation's name in the document. */
  id: string;
  topic: Topic;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{name}` stands for a part that `params` parses. */
  path: string;
  /** Another path of the same. */
  alias?: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: { as: "json" | "form"; schema: Body };
  answer: Answer;
  /** It makes something new, and answers with 201; `unlessThere`: with 200 when it was there already. Without, it answers with 200. */
  makes?: "always" | "unlessThere";
  /** False: the answer holds a secret, so it is not kept for a call that is repeated under its Idempotency-Key (X6). */
  keepsAnswer?: false;
  /** What the caller is told when something of ours breaks (F3). */
  failed?: string;
  /** The limits that a call counts against, of which its caller may know what remains. */
  limits?: readonly LimitName[];
  /** Why the domain may refuse; it can refuse for no other reason. */
  refusals: readonly R[];
}

/** What the calls are about, in the order of the reference. */
export const TOPICS = {
  Accounts: "Signing up and in, and your own account.",
  People: "Plumbers as everybody may see them, and whom you may write to.",
  Bookings: "From the request to the report.",
  Reviews: "What clients say about finished jobs, and what plumbers answer.",
  Messages: "Conversations between two people.",
  Plumbers: "What plumbers arrange for themselves: hours, calendar, figures.",
  Sockets: "News as they happen.",
  Contact: "Our office, without an account.",
} as const;
export type Topic = keyof typeof TOPICS;

/** One call of the API as data: what it takes, gives and refuses. Answers, checks, the document and the reference page are computed from it. */
export interface Operation extends Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType, Reason> {
  caller: Caller;
  /** Is given what its schemas have parsed, and with a token the viewer and the user too. */
  run(call: Call<unknown, unknown, unknown>): Promise<Done<unknown> | Refused>;
}

type Outcome<Answer extends z.ZodType, R extends Reason> = Promise<Done<z.input<Answer>> | (Refused & { reason: R })>;

/** An operation for those who are signed in. */
export const operation = <
  Answer extends z.ZodType,
  const R extends Reason = never,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(
  definition: Definition<Params, Query, Body, Answer, R> & {
    caller: Exclude<Caller, "anyone">;
    run(call: UserCall<z.output<Params>, z.output<Query>, z.output<Body>>): Outcome<Answer, NoInfer<R>>;
  },
): Operation => definition;

/** An operation without a token. */
export const openOperation = <
  Answer extends z.ZodType,
  const R extends Reason = never,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(
  definition: Definition<Params, Query, Body, Answer, R> & {
    caller: "anyone";
    run(call: Call<z.output<Params>, z.output<Query>, z.output<Body>>): Outcome<Answer, NoInfer<R>>;
  },
): Operation => definition;

export const done = <Body>(body: Body): Done<Body> => ({ ok: true, status: 200, body });
export const made = <Body>(body: Body, location?: string): Done<Body> => ({ ok: true, status: 201, body, location });
/** Part of a list, each of it as clients are shown it; what refused, refuses. */
export const listed = <One, Shown, R extends Refused>(
  list: ListPart<One> | R,
  show: (one: One) => Shown,
): Done<Shown[]> | R => (list.ok ? { ...done(list.items.map(show)), next: list.next } : list);

/** Lists never grow without bound (L4). */
const MAX_PAGE_SIZE = 200;

export const NO_ID = "That is not one of our ids.";

export const byId = z.object({ id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, NO_ID) });

const HOW_MANY = `Please ask for 1 to ${MAX_PAGE_SIZE} at once.`;
const limit = z
  .string()
  .regex(/^\d{1,3}$/, HOW_MANY)
  .transform(Number)
  .refine((count) => count >= 1 && count <= MAX_PAGE_SIZE, HOW_MANY)
  .optional()
  .meta({
    description: "The maximum number of objects.",
    override: { type: "integer", minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE, pattern: undefined },
  });

/** The query of every list. */
export const listQuery = z.object({
  before: z.string().max(400, "That isn't in this list. Please start again.").optional().meta({
    description: "Continues after this: take it from `Link`, or give the `_id` of the last object you have.",
  }),
  limit,
});

export const rangeOf = (query: z.output<typeof listQuery>): ListRange => ({
  before: query.before ?? null,
  limit: query.limit ?? MAX_PAGE_SIZE,
});

export const said = z
  .object({ message: z.string() })
  .meta({ id: "Said", description: "A text for people, in responses without an object." });
