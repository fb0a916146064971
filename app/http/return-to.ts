/** A path of this site to go on to, or null: never another host, whatever the address says. */
export function sameSitePath(text: string | null | undefined): string | null {
  if (!text || !text.startsWith("/") || text.length > 500) return null;
  // Browsers read `/\host` and `//host` as another host, and drop tabs and line breaks on the way.
  if (/^\/[/\\]|[\u0000-\u001f\\]/.test(text)) return null;
  const url = new URL(text, "https://same.site");
  const path = url.pathname + url.search + url.hash;
  // `/.//host` is tidied up to `//host`: look at what the browser will be given.
  return url.origin === "https://same.site" && !path.startsWith("//") ? path : null;
}

/** A path with the page to go on to afterwards. */
export function withReturn(path: string, returnTo: string | null, extra: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(returnTo && { redirectTo: returnTo }), ...extra });
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
