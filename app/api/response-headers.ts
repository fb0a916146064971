import type { Counted, LimitName } from "~/domain/rate-limits/limits";
import type { RequestContext } from "../http/context";
import { codeOf } from "./problem";

/**
 * A context that notes what verbs count against `limits`, and the headers that report it, to be read once the operation
 * has run: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), with a quota `q` in a window of
 * `w` seconds, `r` remaining, and `t` seconds until the window ends. None where nothing was counted.
 */
export function watchLimits(context: RequestContext, limits: readonly LimitName[]) {
  const counted = new Map<LimitName, Counted>();
  const watched: RequestContext = {
    ...context,
    limits: { ...context.limits, onCounted: (one) => void counted.set(one.limit, one) },
  };
  const headers = (): Record<string, string> => {
    const known = limits.flatMap((name) => counted.get(name) ?? []);
    if (known.length === 0) return {};
    const [policies, states] = [
      known.map(
        ({ limit }) => `"${codeOf(limit)}";q=${context.limits[limit].max};w=${context.limits[limit].minutes * 60}`,
      ),
      known.map(({ limit, count, windowEndsAt }) => {
        const remaining = Math.max(0, context.limits[limit].max - count);
        return `"${codeOf(limit)}";r=${remaining};t=${Math.max(0, Math.ceil((windowEndsAt - context.now) / 1000))}`;
      }),
    ];
    return { "RateLimit-Policy": policies.join(", "), RateLimit: states.join(", ") };
  };
  return { watched, headers };
}

const READABLE = "Has-More, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After";

/**
 * The CORS headers for a request. Empty without configured `origins`: then CORS is off. `allow` is the response's
 * `Allow`, for a preflight.
 */
export function crossOriginHeaders(
  request: Request,
  origins: readonly string[],
  allow: string | undefined,
): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = request.headers.get("Origin");
  if (!origin || !origins.includes(origin)) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": READABLE,
    // A preflight.
    ...(request.method === "OPTIONS" && {
      "Access-Control-Allow-Methods": allow ?? "",
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
      "Access-Control-Max-Age": "7200",
    }),
  };
}
