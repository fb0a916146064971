import { redirect as remixRedirect, redirectDocument } from "@remix-run/cloudflare";
import { isDashboardPath } from "~/domain/values/user";

/**
 * The one redirect. 303, so that reloading never posts again. Out of a dashboard it loads a document, or Remix would
 * take its script along to pages that have none.
 */
export function redirectTo(path: string, headers: HeadersInit = {}): Response {
  return (isDashboardPath(path) ? remixRedirect : redirectDocument)(path, { status: 303, headers });
}
