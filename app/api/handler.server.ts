import type * as z from "zod";
import type { Scope } from "~/domain/accounts/personal-token";
import { refuse } from "~/domain/values/refusal";
import type { SignedInUser } from "~/domain/values/user";
import type { RequestContext } from "../http/context";
import { readJsonBody, UnreadableBody } from "../http/body";
import { readFormBody } from "../http/form-body";
import { unexpectedMessage } from "~/http/responses";
import { apiDocument } from "./openapi/document.server";
import {
  acceptsProblemJson,
  asProblemDetails,
  codeOf,
  type FieldError,
  fieldErrorsOf,
  Problem,
  PROBLEM_JSON,
  type Reply,
  replyToRefusal,
  responseOf,
} from "./problem-json";
import { once } from "./repeated-call.server";
import { DOCUMENT_PATH, isReference } from "./openapi/paths";
import { OPERATIONS, pathsOf } from "./operations/operations.server";
import { type Done, isForRole, mediaTypeOf, type Operation, scopeFor, UNSHOWN, Unshown } from "./operation";
import { keysShownOnce, show } from "./schemas/kinds";
import type { Counted, LimitName } from "~/domain/rate-limits/limits";

/** Each path with each of its operations. Exact paths go before those with parameters, which would match them too. */
const ROUTES = OPERATIONS.flatMap((operation) => pathsOf(operation).map((path) => ({ path, operation })))
  .sort((one, other) => Number(one.path.includes("{")) - Number(other.path.includes("{")))
  .map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`) }));

/** The JSON response to a call of the API (X1), errors as problem details where accepted (X4). `origins` may read it. */
export async function respondToApiCall(request: Request, context: RequestContext, origins: readonly string[]) {
  // HEAD changes nothing, not even what a GET marks as read.
  const asked = request.method === "HEAD" ? { ...context, afterResponse: () => undefined } : context;
  const reply = await replyTo(request, asked).catch((error: unknown): Reply => {
    if (error instanceof Problem) return error.reply;
    const operation = operationOf(request);
    const status = context.reportError("call failed", error, { routeId: operation?.id ?? null });
    return new Problem(status === 503 ? "unavailable" : "internalError", {
      message: unexpectedMessage(context.requestId, operation?.failed),
    }).reply;
  });
  const shared = crossOriginHeaders(request, origins, reply.headers["Allow"]);
  const headers = { "Cache-Control": "private, no-store", ...reply.headers, ...shared };
  const response =
    reply.status >= 400 && acceptsProblemJson(request)
      ? responseOf({ ...reply, body: asProblemDetails(reply, context), headers }, PROBLEM_JSON)
      : responseOf({ ...reply, headers });
  return request.method === "HEAD" ? new Response(null, response) : response;
}

async function replyTo(request: Request, context: RequestContext): Promise<Reply> {
  const { pathname } = new URL(request.url);
  const { operation, methods, parts } = match(request);
  if (operation) return perform(operation, request, context, parts);
  // Routes serve the pages of the reference; other methods at their paths are answered here.
  const isRead = pathname === DOCUMENT_PATH || isReference(pathname);
  const known = isRead ? ["GET"] : methods;
  if (known.length === 0) throw notFound;
  if (!known.includes(methodOf(request))) return replyToMethod(request.method, known);
  if (pathname !== DOCUMENT_PATH) throw notFound;
  const headers = { "Cache-Control": "public, max-age=300" };
  return { status: 200, body: JSON.stringify(apiDocument(context.origin)), headers };
}

const methodOf = ({ method }: Request) => (method === "HEAD" ? "GET" : method);

function match(request: Request) {
  const { pathname } = new URL(request.url);
  const route = ROUTES.find(({ pattern }) => pattern.test(pathname));
  const operations = ROUTES.filter(({ path }) => path === route?.path).map(({ operation }) => operation);
  return {
    operation: operations.find(({ method }) => method === methodOf(request)),
    methods: operations.map(({ method }) => method),
    parts: route?.pattern.exec(pathname)?.groups ?? {},
  };
}

const notFound = new Problem("notFound");

/** The operation that a request calls; undefined for an unknown path or method. HEAD counts as GET. */
export const operationOf = (request: Request): Operation | undefined => match(request).operation;

function replyToMethod(method: string, known: string[]): Reply {
  const allow = [...known.flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one])), "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { status: 204, body: null, headers: { Allow: allow } };
  return new Problem("methodNotAllowed", { headers: { Allow: allow } }).reply;
}

async function perform(operation: Operation, request: Request, context: RequestContext, parts: object): Promise<Reply> {
  const { caller, method } = operation;
  const { viewer } = context.session;
  if (caller !== "anyone" && !viewer) throw signInFirst();
  if (context.busy) throw new Problem(context.busy);
  if (viewer && !isForRole(caller, viewer.role)) {
    // A caller whose session has ended is told so.
    await requireUser(context);
    throw notFound;
  }

  const body = operation.body && (await readRequestBody(request, operation.takes));
  const parsed = {
    // A malformed id is not found, like an unknown one.
    params: operation.params && parse(operation.params, parts, () => notFound),
    query: operation.query && parse(operation.query, Object.fromEntries(new URL(request.url).searchParams)),
    body: operation.body && parse(operation.body, body),
  };
  const user = caller === "anyone" ? null : requireUser(context, operation);
  const { watched, headers } = watchLimits(
    // Work after the response is for those who may call.
    user ? { ...context, session: { ...context.session, confirm: () => user.catch(() => null) } } : context,
    operation.limits,
  );
  const act = async (onceId: string): Promise<Reply> => {
    try {
      const outcome = await operation.run({ ...parsed, context: watched, onceId, ...(user && { viewer, user }) });
      return outcome.ok ? showOutcome(operation, outcome, request, context) : replyToRefusal(outcome);
    } catch (error) {
      if (!(error instanceof Unshown)) throw error;
      context.reportError("stored, not shown", error, { routeId: operation.id });
      const body = JSON.stringify({ message: UNSHOWN });
      return { status: 202, body, headers: error.path ? { Location: error.path } : {} };
    }
  };
  const secrets = keysShownOnce(operation.response);
  const repeatable = { userId: viewer?.id ?? null, content: [operation.id, parts, parsed.body], secrets };
  // Reads run beside the session's check. Nothing is sent before the check has passed, not even a refusal.
  const [confirmed, reply] = await Promise.allSettled([
    user,
    method === "POST" ? once(request, context, repeatable, act) : act(""),
  ]);
  if (confirmed.status === "rejected") throw confirmed.reason;
  if (reply.status === "rejected") throw reply.reason;
  return { ...reply.value, headers: { ...reply.value.headers, ...headers() } };
}

/** A request's body before its schema parses it. Throws 415 for another media type, 413 if too large, 400 if malformed. */
async function readRequestBody(request: Request, takes: Operation["takes"]): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== mediaTypeOf(takes))
    throw new Problem("unsupportedMediaType", { message: `Please send ${mediaTypeOf(takes)}.` });
  try {
    return takes ? Object.fromEntries(await readFormBody(request)) : await readJsonBody(request);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    throw new Problem(error.status === 413 ? "tooLarge" : takes ? "notAForm" : "notJson");
  }
}

/** The reply to a success. Throws `Unshown` where something was stored, but does not fit the operation's schema. */
function showOutcome(operation: Operation, done: Done<unknown>, request: Request, context: RequestContext): Reply {
  const status = operation.makes && !done.repeated ? 201 : 200;
  const headers = headersOf(done, request);
  if (done.body instanceof Response) return { status, body: done.body, headers };
  const isAdmin = context.session.viewer?.role === "admin";
  const schema = (isAdmin && operation.forAdmin) || operation.response;
  try {
    return { status, body: show(schema, done.body, context.origin), headers };
  } catch (error) {
    throw operation.method === "GET" ? error : new Unshown(error, done.location ?? null);
  }
}

/** The user of a session or personal token that may call this operation; without one, of any that works. */
async function requireUser({ session }: RequestContext, operation?: Operation): Promise<SignedInUser> {
  const [user, scopes] = await Promise.all([session.confirm(), session.scopes()]);
  if (scopes !== null && "reason" in scopes) throw new Problem(scopes);
  if (!user && (await session.withoutFactor())) throw new Problem(refuse("secondFactorMissing"));
  if (!user) throw signInFirst();
  if (operation && scopes !== null) requireScope(scopeFor(operation, user.role), scopes);
  return user;
}

function requireScope(scope: Scope | null, scopes: readonly Scope[]): void {
  if (scope !== null && scopes.includes(scope)) return;
  throw new Problem("insufficientScope", {
    message: scope ? `This token needs the scope "${scope}" for that.` : "No personal token may do that: sign in.",
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ""}` },
  });
}

const signInFirst = () => new Problem("notSignedIn", { headers: { "WWW-Authenticate": "Bearer" } });

function headersOf({ body, location, next }: Done<unknown>, request: Request): Reply["headers"] {
  if (location) return { Location: location };
  if (!Array.isArray(body)) return {};
  if (!next) return { "Has-More": "false" };
  const url = new URL(request.url);
  url.searchParams.set("before", next);
  return { "Has-More": "true", Link: `<${url.pathname}${url.search}>; rel="next"` };
}

function parse(schema: z.ZodType, input: unknown, problem = invalidFields): unknown {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw problem(fieldErrorsOf(parsed.error, input));
}

const invalidFields = (errors: FieldError[]) =>
  new Problem("invalidFields", { ...(errors[0] && { message: errors[0].message }), errors });

/**
 * A context that notes what verbs count against `limits`, and the headers that report it once the operation has run
 * (draft-ietf-httpapi-ratelimit-headers-10); none where nothing was counted.
 */
function watchLimits(context: RequestContext, limits: readonly LimitName[]) {
  const counted = new Map<LimitName, Counted>();
  const watched: RequestContext = {
    ...context,
    limits: { ...context.limits, onCounted: (one) => void counted.set(one.limit, one) },
  };
  const headers = (): Reply["headers"] => {
    const known = limits.flatMap((name) => counted.get(name) ?? []);
    if (known.length === 0) return {};
    const parts = known.map(({ limit, count, windowEndsAt }) => {
      const code = codeOf(limit);
      const { max, minutes } = context.limits[limit];
      const seconds = Math.max(0, Math.ceil((windowEndsAt - context.now) / 1000));
      return [`"${code}";q=${max};w=${minutes * 60}`, `"${code}";r=${Math.max(0, max - count)};t=${seconds}`] as const;
    });
    const join = (at: 0 | 1) => parts.map((part) => part[at]).join(", ");
    return { "RateLimit-Policy": join(0), RateLimit: join(1) };
  };
  return { watched, headers };
}

const READABLE = "Has-More, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After";

/** The CORS headers for a request; none without `origins`. `allow` is the response's `Allow`, for a preflight. */
function crossOriginHeaders(request: Request, origins: readonly string[], allow = ""): Reply["headers"] {
  if (origins.length === 0) return {};
  const origin = request.headers.get("Origin");
  if (!origin || !origins.includes(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": READABLE,
    ...(request.method === "OPTIONS" && {
      "Access-Control-Allow-Methods": allow,
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
      "Access-Control-Max-Age": "7200",
    }),
  };
}
