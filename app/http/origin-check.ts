const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether another site has sent this request. Remix checks actions only and lets a missing Origin pass; this covers
 * every request that can change something (architecture.md, law 14). With both headers missing SameSite guards.
 */
export function comesFromElsewhere(request: Request, origin: string): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const sent = request.headers.get("Origin");
  return (sent !== null && sent !== origin) || request.headers.get("Sec-Fetch-Site") === "cross-site";
}
