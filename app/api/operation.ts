import * as z from "zod";
import { ROLES, type AuthenticatedUser, type Role, type SessionClaims } from "~/domain/values/user";
import type { Scope } from "~/domain/accounts/personal-token";
import type { ListPart, ListRange } from "~/domain/values/key-cursor";
import type { LimitName } from "~/domain/rate-limits/limits";
import type { RequestContext } from "../http/context";
import type { Reason, Refused } from "../http/refusals";

/** Who may call: anyone without a token, any signed-in user, clients and plumbers (`participant`), or one role. */
type Caller = "anyone" | "user" | "participant" | Role;

/** Whether a user with this role may call. For other roles the operation does not exist (404). */
export const isForRole = (caller: Caller, role: Role): boolean =>
  caller === "anyone" || caller === "user" || caller === role || (caller === "participant" && role !== "admin");

/**
 * What a personal token needs for an operation (X12): a scope, `book` for a client and `jobs` for a plumber where both
 * sides may call, or null, where no token will do: passwords, tokens, webhooks, own data.
 */
type OperationScope = Scope | "book or jobs" | null;

/** The scope that a personal token of this role needs for an operation; null: it may not call it at all. */
export function scopeFor({ scope }: Pick<Operation, "scope">, role: Role): Scope | null {
  if (scope !== "book or jobs") return scope;
  return role === "plumber" ? "jobs" : "book";
}

/** The scopes that open an operation to a personal token, for one role or the other. */
export const scopesOf = (operation: Pick<Operation, "scope">): Scope[] =>
  [...new Set(ROLES.map((role) => scopeFor(operation, role)))].filter((scope) => scope !== null);

export interface Call<Params, Query, Body> {
  context: RequestContext;
  params: Params;
  query: Query;
  body: Body;
  /** An id for what the call makes: the same whenever it is repeated under its Idempotency-Key, new without a key. */
  onceId: string;
}

/** Who calls with a token: the viewer whom it names at once, the user once D1 has confirmed the session or token. */
export interface SignedIn {
  viewer: SessionClaims;
  user: Promise<AuthenticatedUser>;
}

export interface Done<Body> {
  ok: true;
  status: 200 | 201;
  body: Body;
  /** The path of what was made. */
  location?: string;
  /** The cursor of the next page; null at the end of the list, undefined where the body is no list. */
  next?: string | null;
}

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Shown extends z.ZodType,
  R extends Reason,
> {
  /** The operation's `operationId` in the document. */
  id: string;
  topic: Topic;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `params` parses its `{name}` parts. */
  path: string;
  /** A second path for the same operation. */
  alias?: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  /** `described`: the body as the document has it, where that is simpler than its schema. */
  body?: { as: "json" | "form"; schema: Body; described?: z.ZodType };
  response: Shown;
  /** The response is a file of this kind; without, JSON. */
  gives?: "image/webp";
  /** It makes something, so the status is 201; with `unlessThere`, 200 when it existed already. Without, always 200. */
  makes?: "always" | "unlessThere";
  /** False: the response holds a secret, so it is not kept for a repeat under its Idempotency-Key (X6). */
  keepsResponse?: false;
  /** The message of an unexpected error (F3). */
  failed?: string;
  /** The limits it counts against whose state the caller may know: it goes into the rate-limit headers. */
  limits?: readonly LimitName[];
  /** Every reason the domain can refuse for. */
  refusals: readonly R[];
}

/** What the calls are about, in the order of the reference. */
export const TOPICS = {
  Accounts: "Signing up and in, and your own account.",
  People: "Plumbers as everybody may see them, and whom you may write to.",
  Bookings: "From the request to the report.",
  Money: "Quotes, payments between the two sides, and receipts.",
  Reviews: "What clients say about finished jobs, and what plumbers answer.",
  Messages: "Conversations between two people.",
  Plumbers: "What plumbers arrange for themselves: hours, calendar, figures.",
  Sockets: "Updates as they happen.",
  Programs: "Ways in for your programs, and addresses of theirs that we post to.",
  Contact: "Our office, without an account.",
} as const;
export type Topic = keyof typeof TOPICS;

/** One call of the API as data: checks, responses, the OpenAPI document and the reference page are computed from it. */
export interface Operation extends Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType, Reason> {
  caller: Caller;
  /** Null also where anyone may call. */
  scope: OperationScope;
  /** Gets what its schemas have parsed and, unless anyone may call, `SignedIn` as well. */
  run(call: Call<unknown, unknown, unknown>): Promise<Done<unknown> | Refused>;
}

type Outcome<Shown extends z.ZodType, R extends Reason> = Promise<Done<z.input<Shown>> | (Refused & { reason: R })>;

/** Checks an operation's definition: `run` gets what the schemas have parsed, and refuses only as `refusals` says. */
const definitionFor =
  <Who extends Caller, Scoped, Session>() =>
  <
    Shown extends z.ZodType,
    const R extends Reason = never,
    Params extends z.ZodType = z.ZodType,
    Query extends z.ZodType = z.ZodType,
    Body extends z.ZodType = z.ZodType,
  >(
    definition: Definition<Params, Query, Body, Shown, R> &
      Scoped & {
        caller: Who;
        run(call: Call<z.output<Params>, z.output<Query>, z.output<Body>> & Session): Outcome<Shown, NoInfer<R>>;
      },
  ): Operation => ({ scope: null, ...definition });

/** An operation for signed-in users. */
export const operation = definitionFor<Exclude<Caller, "anyone">, { scope: OperationScope }, SignedIn>();

/** An operation without a token. */
export const openOperation = definitionFor<"anyone", unknown, unknown>();

/** A success with 200. */
export const done = <Body>(body: Body): Done<Body> => ({ ok: true, status: 200, body });
/** A success with 201; `location` is the path of what was made. */
export const made = <Body>(body: Body, location?: string): Done<Body> => ({ ok: true, status: 201, body, location });
export const UNSHOWN = "This is stored, but can't be shown right now. Ask for it in a moment.";

/** Thrown where something was stored and cannot be shown; `path` is where to ask for it (null: the same address). */
export class Unshown extends Error {
  readonly path: string | null;

  constructor(cause: unknown, path: string | null) {
    super("Stored, but not shown.", { cause });
    this.path = path;
  }
}

/** Shows what a call has stored. Where that fails, the reply says that it is stored (202), never that it failed (law 26). */
export const showStored = <Shown>(show: () => Promise<Shown>, path: string | null = null): Promise<Shown> =>
  show().catch((error: unknown) => {
    throw new Unshown(error, path);
  });

/** A page of a list, its items shown by `show`, with the cursor of the next page; a refusal stays as it is. */
export const listed = <One, Shown, R extends Refused>(
  list: ListPart<One> | R,
  show: (one: One) => Shown,
): Done<Shown[]> | R => (list.ok ? { ...done(list.items.map(show)), next: list.next } : list);

/** A response that is a file, as the document describes it. */
export const file = z.instanceof(Response).meta({ override: { type: "string", format: "binary" } });

/** The largest page, and the default (L4). */
const MAX_PAGE_SIZE = 200;

export const NO_ID = "That is not one of our ids.";

/** The parameters of a path with one id. */
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

/** The query of every list; `rangeOf` fills in what is missing. */
export const listQuery = z.object({
  before: z.string().max(400, "That isn't in this list. Please start again.").optional().meta({
    description: "Continues after this: take it from `Link`, or give the `_id` of the last object you have.",
  }),
  limit,
});

/** What a list's query asks for; without `limit`, as many as a page may have. */
export const rangeOf = (query: z.output<typeof listQuery>): ListRange => ({
  before: query.before ?? null,
  limit: query.limit ?? MAX_PAGE_SIZE,
});

/** The refusals among what a verb returns. */
export type RefusalIn<Result> = Extract<Result, Refused>;

/** A success as a text for people; a refusal stays as it is. */
export const saying = <Result extends { ok: true } | Refused>(result: Result, message: string) =>
  result.ok ? done({ message }) : (result as RefusalIn<Result>);

export const said = z
  .object({ message: z.string() })
  .meta({ id: "Said", description: "A text for people, in responses without an object." });
