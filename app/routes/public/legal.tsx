import { useLocation } from "@remix-run/react";
import { brand } from "~/brand";
import { PRIVACY, TERMS } from "~/content/legal";
import { formatDate } from "~/domain/time/harare";
import { Blocks, keptPage, PageHead, StaticFragment } from "~/ui/shell/public-page";

const PAGES = {
  privacy: { ...PRIVACY, description: `What ${brand.name} keeps about you, who sees it, and how you have it erased.` },
  terms: { ...TERMS, description: `The terms for booking a plumber, and for taking jobs, on ${brand.name}.` },
};

const pageAt = (path: string) => (path.startsWith("/terms") ? PAGES.terms : PAGES.privacy);

export const { handle, meta } = keptPage((_, { location }) => pageAt(location.pathname));

export default function Legal() {
  const { title, updated, blocks } = pageAt(useLocation().pathname);
  return (
    <StaticFragment name={title}>
      <PageHead isText title={title} lead={`Last changed on ${formatDate(updated)}`} />
      <div className="page-text py-8">
        <nav aria-label="On this page" className="grid pb-5 sm:grid-cols-2">
          {blocks.map(
            (block, at) =>
              typeof block === "object" &&
              "heading" in block && (
                <a key={at} href={`#part-${at}`} className="button-link">
                  {block.heading}
                </a>
              ),
          )}
        </nav>
        <Blocks blocks={blocks} />
      </div>
    </StaticFragment>
  );
}
