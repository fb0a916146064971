import { redirect as remixRedirect, redirectDocument } from "@remix-run/cloudflare";
import { isDashboardPath } from "~/domain/values/user";

/**
 * The one redirect. 303, so that a reload never posts again; out of a dashboard as a document, or Remix would carry its
 * script along to pages that were never meant to have one.
 */
export function redirectTo(path: string, headers: HeadersInit = {}): Response {
  return (isDashboardPath(path) ? remixRedirect : redirectDocument)(path, { status: 303, headers });
}
