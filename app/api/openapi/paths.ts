export const DOCUMENT_PATH = "/api/openapi.json";
export const OBJECTS_PATH = "/api/objects";
/** The path is that of a page of the reference. */
export const isReference = (pathname: string): boolean => ["/api", OBJECTS_PATH].includes(pathname.replace(/\/$/, ""));

/** Tells if the API handles this request: bearer tokens and JSON, no cookie. Reading the reference is not a call. */
export function isApiCall({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  if (isReference(pathname)) return method !== "GET" && method !== "HEAD";
  return pathname.startsWith("/api/") || pathname.startsWith("/auth/") || pathname === "/auth";
}

/** The bearer token of a request, not verified yet; null without one, or when it cannot be a token. */
export function readBearerToken(request: Request): string | null {
  return /^Bearer +([\w.-]{1,400})$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? null;
}
