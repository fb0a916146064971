import type { MetaArgs, MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";

interface PageFacts {
  title: string;
  description: string;
  /** The canonical path, where it isn't the requested one without its query. */
  path?: string;
  type?: "website" | "article" | "profile";
  picture?: string;
  /** Structured data; addresses begin with the site's origin. */
  data?: (origin: string) => MetaDescriptor[];
}

export function describePage(
  { matches, location }: Pick<MetaArgs, "matches" | "location">,
  { title, description, path, type = "website", picture = "/share.png", data = () => [] }: PageFacts,
): MetaDescriptor[] {
  const root = matches.find(({ id }) => id === "root")?.data as { origin: string } | undefined;
  const address = path ?? (location.pathname === "/" ? "/" : location.pathname.replace(/\/$/, ""));
  return [
    { title: title.includes(brand.name) ? title : `${title} – ${brand.name}` },
    { name: "description", content: description },
    { property: "og:site_name", content: brand.name },
    { property: "og:type", content: type },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
    ...(root
      ? [
          { tagName: "link", rel: "canonical", href: root.origin + address },
          { property: "og:url", content: root.origin + address },
          { property: "og:image", content: root.origin + picture },
          ...data(root.origin),
        ]
      : []),
  ];
}

export const described =
  (facts: PageFacts): MetaFunction =>
  (page) =>
    describePage(page, facts);
