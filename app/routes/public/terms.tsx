import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { TERMS } from "~/content/legal";
import type { PageHandle } from "~/http/page-handle";
import { LegalPage } from "~/ui/site/legal-page";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: TERMS.title,
    description: `The terms for booking a plumber, and for taking jobs, on ${brand.name}.`,
  });

export default function Terms() {
  return <LegalPage {...TERMS} />;
}
