import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { PRIVACY } from "~/content/legal";
import type { PageHandle } from "~/http/page-handle";
import { LegalPage } from "~/ui/site/legal-page";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: PRIVACY.title,
    description: `What ${brand.name} keeps about you, who sees it, and how you have it erased.`,
  });

export default function Privacy() {
  return <LegalPage {...PRIVACY} />;
}
