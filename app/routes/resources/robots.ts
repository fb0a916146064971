import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** Search engines may index everything public; dashboards and account forms have nothing to find. */
export function loader({ context }: LoaderFunctionArgs) {
  const dashboards = ["/client-dashboard", "/plumber-dashboard", "/admin-dashboard", "/messages"];
  const links = ["/verify-email", "/reset-password", "/claim-account", "/answer"];
  const closed = [...dashboards, ...links, "/api/", "/auth/", "/dev"];
  const text = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.origin}/sitemap.xml`,
    "",
  ].join("\n");
  return new Response(text, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
