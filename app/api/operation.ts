import * as z from "zod";
import { PHONE_CHANNELS } from "~/domain/notices/choices";
import { ROLES, type SignedInUser, type Role, type SessionClaims } from "~/domain/values/user";
import type { Scope } from "~/domain/accounts/personal-token";
import type { ListPart } from "~/domain/values/lists";
import { refuse } from "~/domain/values/refusal";
import type { LimitName } from "~/domain/rate-limits/limits";
import type { RequestContext } from "../http/context";
import type { Reason, Refused } from "../http/refusals";
import { object } from "./schemas/kinds";

/** Anyone without a token, any signed-in user, clients and plumbers (`participant`), or one role. */
type Caller = "anyone" | "user" | "participant" | Role;

/** A user with this role may call. For other roles the operation does not exist (404). */
export const isForRole = (caller: Caller, role: Role): boolean =>
  caller === "anyone" || caller === "user" || caller === role || (caller === "participant" && role !== "admin");

/** The scope that a personal token needs (X12), by role where both sides may call; null: no token will do. */
type OperationScope = Scope | "book or jobs" | null;

/** The scope that a personal token of this role needs for an operation; null: it may not call it at all. */
export function scopeFor({ scope }: Pick<Operation, "scope">, role: Role): Scope | null {
  if (scope !== "book or jobs") return scope;
  return role === "plumber" ? "jobs" : "book";
}

/** The scopes that open an operation to a personal token, for one role or the other. */
export const scopesOf = (operation: Pick<Operation, "scope">): Scope[] =>
  [...new Set(ROLES.map((role) => scopeFor(operation, role)))].filter((scope) => scope !== null);

export const NO_ID = "That is not one of our ids.";

const idPart = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, NO_ID);
const PATH_PARTS = {
  id: idPart,
  payment: idPart.describe("The payment's id."),
  version: z
    .string()
    .regex(/^\d{1,3}$/, NO_ID)
    .transform(Number)
    .meta({ description: "The quote's version.", override: { type: "integer", minimum: 1, pattern: undefined } }),
  channel: z.enum(PHONE_CHANNELS),
};
type PartName = keyof typeof PATH_PARTS;
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type PartsOf<Path extends string> = { [Name in NamesIn<Path> & PartName]: z.output<(typeof PATH_PARTS)[Name]> };

function partsOf(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PartName);
  return names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, PATH_PARTS[name]]))) : undefined;
}

export interface Call<Params, Query, Body> {
  context: RequestContext;
  params: Params;
  query: Query;
  body: Body;
  /** An id for what the call makes: the same whenever it is repeated under its Idempotency-Key, new without a key. */
  onceId: string;
}

/** A caller with a token: the viewer whom it names at once, the user once D1 has confirmed the session or token. */
export interface SignedIn {
  viewer: SessionClaims;
  user: Promise<SignedInUser>;
}

export interface Done<Body> {
  ok: true;
  /** As records: the response's schema shows them. */
  body: Body;
  repeated?: boolean;
  location?: string;
  /** The cursor of the next page; null at the end of the list, undefined where the body is no list. */
  next?: string | null;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Facts<R extends Reason, Limited extends readonly LimitName[]> {
  alias?: string;
  summary: string;
  description?: string;
  /** The media type of its body; without, JSON. */
  takes?: "form";
  /** The response is a file of this kind; without, JSON. */
  gives?: "image/webp";
  /** It makes something, so the status is 201; with `unlessThere`, 200 when it existed already. Without, always 200. */
  makes?: "always" | "unlessThere";
  /** The message of an unexpected error (F3). */
  failed?: string;
  /** The limits it counts against whose state the caller may know: it goes into the rate-limit headers. */
  limits?: Limited;
  /** Every reason the domain can refuse for; with limits, `tooMany` is one more. */
  refusals?: readonly R[];
}

interface Schemas<Query extends z.ZodType, Body extends z.ZodType, Shown extends z.ZodType> {
  query?: Query;
  body?: Body;
  /** The body as the document has it, where that is simpler than its schema. */
  describedBody?: z.ZodType;
  /** Shows what `run` gives; without, a text. */
  response?: Shown;
  forAdmin?: Shown;
}

/** One call of the API as data: checks, responses, the OpenAPI document and the reference page are computed from it. */
export interface Operation extends Facts<Reason, readonly LimitName[]>, Schemas<z.ZodType, z.ZodType, z.ZodType> {
  id: string;
  topic: string;
  method: Method;
  path: string;
  params: z.ZodType | undefined;
  caller: Caller;
  /** Null also where anyone may call. */
  scope: OperationScope;
  response: z.ZodType;
  limits: readonly LimitName[];
  refusals: readonly Reason[];
  /** Gets what its schemas have parsed and, unless anyone may call, `SignedIn` as well. */
  run(call: Call<unknown, unknown, unknown>): Promise<Done<unknown> | Refused>;
}

export const mediaTypeOf = (takes: Operation["takes"]) => (takes ? "multipart/form-data" : "application/json");

export const said = object("Said", "A text for people, in responses without an object.", { message: z.string() });

/** An operation, but for its id and topic. `run` gives the records that `response` shows, and refuses for `refusals`. */
export function operation<
  const Path extends string,
  By extends "anyone" | readonly [Exclude<Caller, "anyone">, OperationScope],
  const R extends Reason = never,
  const Limited extends readonly LimitName[] = readonly [],
  Shown extends z.ZodType = typeof said,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(
  address: `${Method} ${Path}`,
  by: By,
  definition: Facts<R, Limited> &
    Schemas<Query, Body, Shown> & {
      run(
        call: Call<PartsOf<Path>, z.output<Query>, z.output<Body>> & (By extends "anyone" ? unknown : SignedIn),
      ): Promise<
        Done<z.input<Shown>> | (Refused & { reason: NoInfer<R | (Limited extends readonly [] ? never : "tooMany")> })
      >;
    },
): Omit<Operation, "id" | "topic"> {
  const { limits = [], refusals = [], response = said, ...others } = definition;
  const [method, path] = address.split(" ") as [Method, Path];
  const [caller, scope] = typeof by === "string" ? (["anyone", null] as const) : by;
  const reasons: Reason[] = limits.length > 0 ? [...refusals, "tooMany"] : [...refusals];
  return { ...others, method, path, params: partsOf(path), caller, scope, response, limits, refusals: reasons };
}

type More = Omit<Done<unknown>, "ok" | "body">;
export const done = <Body>(body: Body, more: More = {}): Done<Body> => ({ ok: true, body, ...more });

/** A success with what was found; a refusal without. */
export const found = <Body, R extends string>(body: Body | null | undefined, reason: R, more?: More) =>
  body === null || body === undefined ? refuse(reason) : done(body, more);

/** Throws on null. */
export function mustExist<Row>(row: Row | null): Row {
  if (row === null) throw new Error("A row that must exist is gone.");
  return row;
}

/** A page of a list, with the cursor of the next one; a refusal stays as it is. */
export const listed = <One, R extends Refused>(list: ListPart<One> | R): Done<One[]> | R =>
  list.ok ? done(list.items, { next: list.next }) : list;

export type RefusalIn<Result> = Extract<Result, Refused>;

/** A success as a text for people; a refusal stays as it is. */
export const saying = <Result extends { ok: true } | Refused>(result: Result, message: string) =>
  result.ok ? done({ message }) : (result as RefusalIn<Result>);

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

/** A response that is a file, as the document describes it. */
export const file = z.instanceof(Response).meta({ override: { type: "string", format: "binary" } });

/** The largest page, and the default (L4). */
const MAX_PAGE_SIZE = 200;
const HOW_MANY = `Please ask for 1 to ${MAX_PAGE_SIZE} at once.`;

export const listQuery = z.object({
  before: z
    .string()
    .optional()
    .transform((before) => before ?? null)
    .describe("Continues after this: take it from `Link`, or give the `_id` of the last object you have."),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, HOW_MANY)
    .transform(Number)
    .refine((count) => count >= 1 && count <= MAX_PAGE_SIZE, HOW_MANY)
    .default(MAX_PAGE_SIZE)
    .meta({
      description: "The maximum number of objects.",
      override: { type: "integer", minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE, pattern: undefined },
    }),
});

/** An operation that lists objects, apart from its `run`. */
export const pagesOf = <Shown extends z.ZodType>(one: Shown) => {
  return { query: listQuery, response: z.array(one), refusals: ["notInList"] as const };
};
