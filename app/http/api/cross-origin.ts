/** What a page of another origin may send and read, once that origin is configured; without one, nothing (CORS is off). */
export function crossOriginHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = request.headers.get("Origin");
  if (!origin || !origins.includes(origin)) return { Vary: "Origin" };
  return { Vary: "Origin", "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "Link, Location, Retry-After" };
}

/** The answer to a browser that asks first. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
  "Access-Control-Max-Age": "7200",
});
