import { redirect as remixRedirect, redirectDocument } from "@remix-run/cloudflare";
import { isDashboardPath } from "~/domain/values/user";

/**
 * A redirect with 303, so that reloading never posts again. Out of a dashboard it loads a new document: Remix would keep
 * its script running on pages that have none.
 */
export function redirectTo(path: string, headers: HeadersInit = {}): Response {
  return (isDashboardPath(path) ? remixRedirect : redirectDocument)(path, { status: 303, headers });
}
