import type { MetaArgs, MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";

interface PageFacts {
  title: string;
  description: string;
  /** The canonical path, where it isn't the requested one without its query. */
  path?: string;
  type?: "website" | "article" | "profile";
  picture?: string;
}

export function describePage(
  { matches, location }: Pick<MetaArgs, "matches" | "location">,
  facts: PageFacts,
): MetaDescriptor[] {
  const { title, description, type = "website", picture = "/share.png" } = facts;
  const root = matches.find(({ id }) => id === "root")?.data as { origin: string } | undefined;
  const path = facts.path ?? (location.pathname === "/" ? "/" : location.pathname.replace(/\/$/, ""));
  const written = title.includes(brand.name) ? title : `${title} – ${brand.name}`;
  return [
    { title: written },
    { name: "description", content: description },
    { property: "og:site_name", content: brand.name },
    { property: "og:type", content: type },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
    ...(root
      ? [
          { tagName: "link", rel: "canonical", href: root.origin + path },
          { property: "og:url", content: root.origin + path },
          { property: "og:image", content: root.origin + picture },
        ]
      : []),
  ];
}

export const described =
  (facts: Pick<PageFacts, "title" | "description">): MetaFunction =>
  (page) =>
    describePage(page, facts);
