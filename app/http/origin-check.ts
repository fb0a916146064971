/** Whether a request only reads. */
export const isSafeMethod = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/**
 * Whether another site sent a request that can change something (S2). Remix checks only actions and lets a missing
 * Origin pass. Where both headers are missing, SameSite protects.
 */
export function comesFromElsewhere(request: Request, origin: string): boolean {
  if (isSafeMethod(request)) return false;
  const sent = request.headers.get("Origin");
  return (sent !== null && sent !== origin) || request.headers.get("Sec-Fetch-Site") === "cross-site";
}

/** Whether a request that can change something names a foreign host. */
export function namesAnotherHost(request: Request, origin: string): boolean {
  if (isSafeMethod(request)) return false;
  const { host } = new URL(origin);
  return ["Host", "X-Forwarded-Host"].some((name) => (request.headers.get(name) ?? host) !== host);
}
