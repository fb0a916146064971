/** Whether a request only asks: nothing changes by it, whoever sent it. */
export const isSafeMethod = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/**
 * Whether another site has sent this request. Remix checks actions only and lets a missing Origin pass; this covers
 * every request that can change something (S2). With both headers missing SameSite guards.
 */
export function comesFromElsewhere(request: Request, origin: string): boolean {
  if (isSafeMethod(request)) return false;
  const sent = request.headers.get("Origin");
  return (sent !== null && sent !== origin) || request.headers.get("Sec-Fetch-Site") === "cross-site";
}

/** Whether a request that can change something says that it is for another host than ours. */
export function namesAnotherHost(request: Request, origin: string): boolean {
  if (isSafeMethod(request)) return false;
  const { host } = new URL(origin);
  return ["Host", "X-Forwarded-Host"].some((name) => (request.headers.get(name) ?? host) !== host);
}
