import type { Block } from "~/content/blog-posts";
import { formatDate } from "~/domain/time/harare";
import { StaticFragment } from "../elements/static-fragment";
import { Blocks } from "./blocks";
import { PageHead } from "../shell/page-head";

export function LegalPage({ title, updated, blocks }: { title: string; updated: string; blocks: readonly Block[] }) {
  return (
    <StaticFragment name={title}>
      <PageHead isText title={title} lead={`Last changed on ${formatDate(updated)}`} />
      <div className="page-text py-10">
        <Blocks blocks={blocks} />
      </div>
    </StaticFragment>
  );
}
