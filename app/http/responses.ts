import { redirect as remixRedirect, redirectDocument } from "@remix-run/cloudflare";
import type { Params } from "@remix-run/react";
import { isDashboardPath } from "~/domain/values/user";

/** For what doesn't exist and for what is not the viewer's: no one can tell the two apart (B10, A19). */
export const notFound = () => new Response("Not found", { status: 404 });

/** The one of `known` that an address names. Throws 404 for another. */
export function requireOneOf<Known extends string>(known: readonly Known[], name: string): Known {
  const found = known.find((one) => one === name);
  if (!found) throw notFound();
  return found;
}

export type ParamName =
  | "id"
  | "otherId"
  | "plumberId"
  | "transition"
  | "step"
  | "action"
  | "file"
  | "slug"
  | "reference"
  | "number"
  | "secret"
  | "part"
  | "payment"
  | "list"
  | "note";

/** A part of the address that its route always has. Throws where the route is mounted without it. */
export function param(params: Params, name: ParamName): string {
  const value = params[name];
  if (value === undefined) throw new Error(`This route has no :${name}`);
  return value;
}

/** A redirect with 303. Out of a dashboard it loads a document: Remix would keep its script on pages that have none. */
export const redirectTo = (path: string, headers: HeadersInit = {}): Response =>
  (isDashboardPath(path) ? remixRedirect : redirectDocument)(path, { status: 303, headers });

/** The text for a failure on our side. `what` names it. */
export const unexpectedMessage = (requestId: string, what = "Something went wrong on our side"): string =>
  `${what}. If you call our office, please quote ${requestId}`;

export const unexpectedAnswer = (requestId: string, status: 500 | 503): Response =>
  Response.json({ message: unexpectedMessage(requestId), requestId }, { status });

/** A table as CSV for its viewer alone, which the browser saves and no cache keeps. `name` is without `.csv`. */
export const csvDownload = (name: string, table: string | ReadableStream<Uint8Array>): Response =>
  new Response(table, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="pombi-${name}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });

/** A stored image, as WebP unless `headers` say otherwise. */
export const imageResponse = (
  { body, size }: { body: ReadableStream<Uint8Array>; size: number },
  headers: Record<string, string>,
): Response =>
  new Response(body, { headers: { "Content-Type": "image/webp", "Content-Length": String(size), ...headers } });
