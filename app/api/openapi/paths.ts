/** Where the document of the API stands. */
export const DOCUMENT_PATH = "/api/openapi.json";
/** The page for people, which is a page. */
export const isReference = (pathname: string): boolean => pathname.replace(/\/$/, "") === "/api";

/** Whether a request is for the API: bearer tokens, JSON, no cookie. The page that describes it is a page. */
export function isApiCall({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  if (isReference(pathname)) return method !== "GET" && method !== "HEAD";
  return pathname.startsWith("/api/") || pathname.startsWith("/auth/") || pathname === "/auth";
}

/** The token of an API client; null without one. */
export function readBearerToken(request: Request): string | null {
  return /^Bearer +([\w.-]{1,400})$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}
