/**
 * The headers of every page. Pages without the framework get no nonce, so that they can be cached. `style`: the hash of a
 * stylesheet in the page. `framed`: our own pages may frame it. `formsTo`: another origin that its forms may lead on to.
 */
export function securityHeaders({
  nonce,
  style,
  framed = false,
  locates = false,
  formsTo = null,
}: { nonce?: string; style?: string; framed?: boolean; locates?: boolean; formsTo?: string | null } = {}): Record<
  string,
  string
> {
  const script = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      `script-src ${script}`,
      `style-src 'self'${style ? ` ${style}` : ""}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      // Without a script, a conversation reloads its newest messages in a frame (C8).
      ...(nonce ? ["frame-src 'self'"] : []),
      `form-action 'self'${formsTo ? ` ${formsTo}` : ""}`,
      `frame-ancestors ${framed ? "'self'" : "'none'"}`,
      "base-uri 'none'",
    ].join("; "),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": framed ? "SAMEORIGIN" : "DENY",
    "Permissions-Policy": `camera=(), microphone=(), geolocation=(${locates ? "self" : ""}), payment=()`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  };
}
