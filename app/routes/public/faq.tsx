import type { MetaFunction } from "@remix-run/cloudflare";
import { HOME_FAQ } from "~/content/faq";
import type { PageHandle } from "~/http/page-handle";
import { StaticFragment } from "~/ui/elements/static-fragment";
import { faqStructuredData } from "~/ui/site/structured-data";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";
import { Questions } from "~/ui/site/questions";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) => [
  ...describePage(page, {
    title: "Questions",
    description: "What people ask before they book a plumber: fees, cancelling, payment, and who the plumbers are.",
  }),
  faqStructuredData(HOME_FAQ),
];

export default function Faq() {
  return (
    <StaticFragment name="faq">
      <PageHead title="Questions" />
      <div className="page-text py-10">
        <Questions questions={HOME_FAQ} name="faq" />
      </div>
    </StaticFragment>
  );
}
