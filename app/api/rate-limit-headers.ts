import type { Counted, Limits, LimitName } from "~/domain/rate-limits/limits";
import type { RequestContext } from "../http/context";
import { codeOf } from "./problem";

/**
 * A context that notes what verbs count against `limits`, and the headers that report it, to be read once the operation
 * has run.
 */
export function watchLimits(context: RequestContext, limits: readonly LimitName[]) {
  const counted = new Map<LimitName, Counted>();
  const watched: RequestContext = {
    ...context,
    limits: { ...context.limits, onCounted: (one) => void counted.set(one.limit, one) },
  };
  const headers = () =>
    rateLimitHeaders(
      context.limits,
      limits.flatMap((name) => counted.get(name) ?? []),
      context.now,
    );
  return { watched, headers };
}

/**
 * `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10): quota `q` in a window of `w` seconds,
 * `r` remaining, `t` seconds until the window ends. Empty when nothing was counted. `now` in milliseconds.
 */
export function rateLimitHeaders(limits: Limits, counted: Counted[], now: number): Record<string, string> {
  if (counted.length === 0) return {};
  const policies = counted.map(
    ({ limit }) => `"${codeOf(limit)}";q=${limits[limit].max};w=${limits[limit].minutes * 60}`,
  );
  const states = counted.map(({ limit, count, windowEndsAt }) => {
    const remaining = Math.max(0, limits[limit].max - count);
    return `"${codeOf(limit)}";r=${remaining};t=${Math.max(0, Math.ceil((windowEndsAt - now) / 1000))}`;
  });
  return { "RateLimit-Policy": policies.join(", "), RateLimit: states.join(", ") };
}
