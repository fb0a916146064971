import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CONTACT_FAQ, homeFaq, troubleFaq } from "~/content/faq";
import { keptPage, PageHead, Questions, StaticFragment } from "~/ui/shell/public-page";
import { CallUs } from "~/ui/site/call-us";
import { faqStructuredData } from "~/ui/site/structured-data";

const groupsOf = (canPayOnline: boolean) => ({
  "Booking and paying": homeFaq(canPayOnline),
  "If something goes wrong": troubleFaq(canPayOnline),
  "Questions about the work": CONTACT_FAQ,
});

export const { handle, meta } = keptPage<typeof loader>(({ canPayOnline }) => ({
  title: "Questions",
  description: "What people ask before they book a plumber: fees, cancelling, payment, and who the plumbers are.",
  data: () => [faqStructuredData(Object.assign({}, ...Object.values(groupsOf(canPayOnline))))],
}));

export const loader = ({ context }: LoaderFunctionArgs) => ({ canPayOnline: context.paymentProvider !== null });

export default function Faq() {
  const { canPayOnline } = useLoaderData<typeof loader>();
  return (
    <>
      <StaticFragment name={canPayOnline ? "faq: online" : "faq"}>
        <PageHead isText title="Questions" />
        <div className="page-text grid gap-4 pt-6">
          {Object.entries(groupsOf(canPayOnline)).map(([title, questions]) => (
            <section key={title} className="grid gap-3">
              <h2>{title}</h2>
              <Questions questions={questions} name="faq" />
            </section>
          ))}
        </div>
      </StaticFragment>
      <div className="page-text grid gap-3 py-6">
        <h2>Ask us</h2>
        <CallUs />
      </div>
    </>
  );
}
