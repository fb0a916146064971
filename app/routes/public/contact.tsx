import { CONTACT_FAQ } from "~/content/faq";
import { enquiryAction } from "~/http/enquiry-action.server";
import { CallUs } from "~/ui/site/call-us";
import { CompanyFacts } from "~/ui/site/company-facts";
import { EnquiryForm } from "~/ui/site/enquiry-form";
import { faqStructuredData } from "~/ui/site/structured-data";
import { keptPage, PageHead, Questions } from "~/ui/shell/public-page";

export const { handle, meta } = keptPage({
  title: "Contact us",
  description: "Call us, write on WhatsApp, or leave a message: our phone, office hours and address in Harare.",
  data: () => [faqStructuredData(CONTACT_FAQ)],
});

export const action = enquiryAction("/contact", "contact");

export default function Contact() {
  return (
    <>
      <PageHead title="Contact us">
        <CallUs isBeside />
      </PageHead>
      <div className="page grid gap-8 py-8 lg:grid-cols-[3fr_2fr]">
        <section className="grid content-start gap-5">
          <h2>Write to us</h2>
          <EnquiryForm topic="contact" />
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
