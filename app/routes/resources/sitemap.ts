import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { BLOG_POSTS } from "~/content/blog-posts";
import { PRIVACY, TERMS } from "~/content/legal";
import { SERVICES } from "~/content/services";
import { listPlumberPages } from "~/domain/plumbers/directory.server";
import { dateAt, type LocalDate } from "~/domain/time/harare";
import { CITIES, cityPath } from "~/domain/values/cities";
import { pricePath } from "~/ui/prices/service-prices";
import { servicePath } from "~/ui/site/service-cards";

/** The last change of the company's texts on these pages, which don't say it themselves. */
const TEXTS_UPDATED = "2026-11-29";
const PAGES = [
  "/about",
  "/services",
  ...SERVICES.map(servicePath),
  "/service-details",
  ...[null, ...CITIES].map(pricePath),
  "/faq",
  "/how-we-rank-plumbers",
  "/contact",
  "/api",
  "/api/objects",
];

export async function loader({ context }: LoaderFunctionArgs) {
  const plumbers = await listPlumberPages(context.db);
  const pages = new Map<string, LocalDate>(PAGES.map((path) => [path, TEXTS_UPDATED]));
  const note = (path: string, date: LocalDate) => void pages.set(path, [pages.get(path) ?? date, date].sort().at(-1)!);
  for (const path of ["/", "/plumbers"]) note(path, TEXTS_UPDATED);
  for (const { id, city, updatedAt } of plumbers) {
    const date = dateAt(updatedAt);
    for (const path of ["/", "/plumbers", cityPath(city), `/appointment/${id}`]) note(path, date);
  }
  for (const { id, date } of BLOG_POSTS) for (const path of ["/blog", `/blog/${id}`]) note(path, date);
  note("/privacy", PRIVACY.updated);
  note("/terms", TERMS.updated);
  const urls = [...pages]
    .map(([path, date]) => `<url><loc>${context.origin}${path}</loc><lastmod>${date}</lastmod></url>`)
    .join("");
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  return new Response(xml, { headers: { "Content-Type": "application/xml", "Cache-Control": "public, max-age=3600" } });
}
