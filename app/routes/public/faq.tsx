import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { homeFaq } from "~/content/faq";
import { keptPage, PageHead, Questions, StaticFragment } from "~/ui/shell/public-page";
import { faqStructuredData } from "~/ui/site/structured-data";

export const { handle, meta } = keptPage<typeof loader>(({ canPayOnline }) => ({
  title: "Questions",
  description: "What people ask before they book a plumber: fees, cancelling, payment, and who the plumbers are.",
  data: () => [faqStructuredData(homeFaq(canPayOnline))],
}));

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
