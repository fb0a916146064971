/** The push services of Chrome and what is made from it, Firefox, Safari, and Edge on Windows (N14). */
const HOSTS = ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/** Where the stand-in for a push service has its endpoints, in local mode. */
export const STAND_IN = "/dev/push/";

/**
 * Whether an endpoint belongs to a push service: our Worker calls it, so a browser may not name any address it likes.
 * `standIn`: the origin of local mode, where the stand-in is one; null elsewhere.
 */
export function isPushService(endpoint: string, standIn: string | null): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  // Neither name nor password: they would go along in a header.
  if (!url || /^\w+:\/\/[^/]*@/.test(url.href)) return false;
  if (standIn !== null && url.origin === standIn) return url.pathname.startsWith(STAND_IN);
  if (url.protocol !== "https:" || url.port) return false;
  return HOSTS.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host));
}
