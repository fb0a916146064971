import { convertV4MiniflareOptions, Miniflare } from "miniflare";

// Runs as a Worker: it serves the site under its own address.
const PROXY = `export default {
  async fetch(request, { SITE, SCRIPT }) {
    const own = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ["Origin", "Referer"]) {
      const value = headers.get(name);
      if (value) headers.set(name, value.replace(own.origin, SITE));
    }
    const response = await fetch(SITE + own.pathname + own.search, { method: request.method, headers, body: request.body, redirect: "manual" });
    if (response.webSocket) return response;
    const answer = new Response(response.body, response);
    const location = answer.headers.get("Location");
    if (location) answer.headers.set("Location", location.replace(SITE, own.origin));
    if (SCRIPT || !/html/.test(answer.headers.get("Content-Type") ?? "")) return answer;
    return new HTMLRewriter()
      .on("script", { element: (element) => void element.remove() })
      .on("noscript", { element: (element) => void element.removeAndKeepContent() })
      .transform(answer);
  },
};`;

/**
 * The site behind TLS with a throw-away certificate, as in production: WebKit takes no Secure cookie from http.
 * `script`: false takes the scripts out of the pages, for a browser that cannot be driven with JavaScript off.
 */
export async function startHttpsProxy(site: string, script: boolean) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: PROXY,
      https: true,
      host: "127.0.0.1",
      cf: false,
      compatibilityDate: "2026-10-20",
      bindings: { SITE: site, SCRIPT: script },
    }),
  );
  const { port } = await miniflare.ready;
  return { origin: `https://localhost:${port}`, close: () => miniflare.dispose() };
}
