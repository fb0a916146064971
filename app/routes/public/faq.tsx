import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { homeFaq } from "~/content/faq";
import type { PageHandle } from "~/http/page-handle";
import { StaticFragment, PageHead } from "~/ui/shell/page-head";
import { faqStructuredData } from "~/ui/site/structured-data";
import { describePage } from "~/ui/shell/page-meta";
import { Questions } from "~/ui/site/questions";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = (page) =>
  describePage(page, {
    title: "Questions",
    description: "What people ask before they book a plumber: fees, cancelling, payment, and who the plumbers are.",
    data: () => [faqStructuredData(homeFaq(page.data?.canPayOnline ?? false))],
  });

export const loader = ({ context }: LoaderFunctionArgs) => ({ canPayOnline: context.paymentProvider !== null });

export default function Faq() {
  const { canPayOnline } = useLoaderData<typeof loader>();
  return (
    <StaticFragment name={canPayOnline ? "faq: online" : "faq"}>
      <PageHead isText title="Questions" />
      <div className="page-text py-8">
        <Questions questions={homeFaq(canPayOnline)} name="faq" />
      </div>
    </StaticFragment>
  );
}
