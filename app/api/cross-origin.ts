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
