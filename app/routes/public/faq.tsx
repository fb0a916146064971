import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { HOME_FAQ } from "~/content/faq";
import { Kept } from "~/ui/kept";
import { questionsForMachines } from "~/ui/site/for-machines";
import { PageHead } from "~/ui/site/page-head";
import { Questions } from "~/ui/site/questions";

export const meta: MetaFunction = () => [{ title: `Questions – ${brand.name}` }, questionsForMachines(HOME_FAQ)];

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
