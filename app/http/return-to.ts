/** The path of this site that a text names, or null. Never another host, whatever the text says. */
export function sameSitePath(text: string | null | undefined): string | null {
  if (!text || !text.startsWith("/") || text.length > 500) return null;
  // Browsers read `/\host` and `//host` as another host, and drop tabs and line breaks.
  if (/^\/[/\\]|[\u0000-\u001f\\]/.test(text)) return null;
  const url = new URL(text, "https://same.site");
  const path = url.pathname + url.search + url.hash;
  // `/.//host` normalises to `//host`, so check what the browser gets.
  return url.origin === "https://same.site" && !path.startsWith("//") ? path : null;
}

/** The page of this site that an address asks to return to, or null. */
export const returnOf = (request: Request): string | null =>
  sameSitePath(new URL(request.url).searchParams.get("redirectTo"));

export function withReturn(path: string, returnTo: string | null, extra: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(returnTo && { redirectTo: returnTo }), ...extra });
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
