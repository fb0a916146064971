import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { BLOG_POSTS } from "~/content/blog-posts";
import { listPlumberIds } from "~/domain/plumbers/directory.server";
import { CITIES } from "~/domain/values/place";

const PAGES = ["/", "/about", "/services", "/services/residential", "/services/commercial", "/services/emergency", "/service-details", "/plumbers", "/blog", "/faq", "/contact", "/privacy", "/terms", "/api"];

/** Every public page, and every plumber who is listed. */
export async function loader({ context }: LoaderFunctionArgs) {
  const plumbers = await listPlumberIds(context.db);
  const paths = [
    ...PAGES,
    ...CITIES.map((city) => `/plumbers/${city}`),
    ...BLOG_POSTS.map(({ id }) => `/blog/${id}`),
    ...plumbers.map((id) => `/appointment/${id}`),
  ];
  const urls = paths.map((path) => `<url><loc>${context.origin}${path}</loc></url>`).join("");
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  return new Response(xml, { headers: { "Content-Type": "application/xml", "Cache-Control": "public, max-age=3600" } });
}
