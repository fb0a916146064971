/**
 * The headers of every page. Pages without script get no nonce, so that their copies can be kept: `self` lets the
 * one small enhance script in. `style` is the hash of a stylesheet that stands in the page. `framed`: a page of ours may
 * show it in a frame.
 */
export function securityHeaders({
  nonce,
  style,
  framed = false,
}: { nonce?: string; style?: string; framed?: boolean } = {}): Record<string, string> {
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
      // Without script a conversation reloads its newest part in a frame.
      ...(nonce ? ["frame-src 'self'"] : []),
      "form-action 'self'",
      `frame-ancestors ${framed ? "'self'" : "'none'"}`,
      "base-uri 'none'",
    ].join("; "),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": framed ? "SAMEORIGIN" : "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  };
}
