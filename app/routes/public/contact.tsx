import type { MetaFunction } from "@remix-run/cloudflare";
import { CONTACT_FAQ } from "~/content/faq";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import { enquiryForm } from "~/domain/enquiries/enquiry-forms";
import { formAction } from "~/http/form-action";
import type { PageHandle } from "~/http/page-handle";
import { CompanyFacts } from "~/ui/site/company-facts";
import { EnquiryForm } from "~/ui/site/enquiry-form";
import { faqStructuredData } from "~/ui/site/structured-data";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";
import { Questions } from "~/ui/site/questions";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) => [
  ...describePage(page, {
    title: "Contact us",
    description: "Call us, write on WhatsApp, or leave a message: our phone, office hours and address in Harare.",
  }),
  faqStructuredData(CONTACT_FAQ),
];

export const action = formAction("Your message was not sent", async ({ context, read, refused, goTo }) => {
  const result = await sendEnquiry(context, "contact", read(enquiryForm), context.clientAddress);
  return result.ok ? goTo("/contact#contact-sent", "enquirySent", { at: "contact" }) : refused(result);
});

export default function Contact() {
  return (
    <>
      <PageHead title="Contact us" lead="Call, write on WhatsApp, or leave us a message here." />
      <div className="page grid gap-8 py-8 lg:grid-cols-[3fr_2fr]">
        <section className="grid content-start gap-5">
          <h2>Write to us</h2>
          <EnquiryForm id="contact" action="/contact" subject="category" button="Send message" />
        </section>
        <section className="grid content-start gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <h2>Where we are</h2>
          <CompanyFacts />
        </section>
        <section className="grid content-start gap-5">
          <h2>Questions about the work</h2>
          <Questions questions={CONTACT_FAQ} name="contact-faq" />
        </section>
      </div>
    </>
  );
}
