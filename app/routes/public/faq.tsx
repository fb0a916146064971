import type { MetaFunction } from "@remix-run/cloudflare";
import { HOME_FAQ } from "~/content/faq";
import { Kept } from "~/ui/elements/static-fragment";
import { questionsForMachines } from "~/ui/site/structured-data";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";
import { Questions } from "~/ui/site/questions";

export const meta: MetaFunction = (page) => [
  ...describePage(page, { title: "Questions", description: "What people ask before they book a plumber: fees, cancelling, payment, and who the plumbers are." }),
  questionsForMachines(HOME_FAQ),
];

export default function Faq() {
  return (
    <Kept name="faq">
      <PageHead title="Questions" />
      <div className="page-text py-10">
        <Questions questions={HOME_FAQ} name="faq" />
      </div>
    </Kept>
  );
}
