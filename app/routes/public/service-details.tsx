import { SERVICES, WHY_CHOOSE_US } from "~/content/services";
import { enquiryAction } from "~/http/enquiry-action.server";
import { EnquiryForm } from "~/ui/site/enquiry-form";
import { ServicePoints } from "~/ui/site/service-cards";
import { keptPage, PageHead } from "~/ui/shell/public-page";

export const { handle, meta } = keptPage({
  title: "Service details",
  description: "What each plumbing job includes, point by point, and a form to ask for a price for yours.",
});

export const action = enquiryAction("/service-details", "quote");

export default function ServiceDetails() {
  return (
    <>
      <PageHead title="Service Details" lead="What each job includes. For a price, tell us about yours." />
      <p className="page pt-3 lg:hidden">
        <a href="#quote" className="button">
          Request a quote
        </a>
      </p>
      <div className="page grid gap-8 py-8 lg:grid-cols-[3fr_2fr]">
        <div className="grid content-start gap-8">
          {SERVICES.map((service) => (
            <section key={service.slug} className="grid gap-2">
              <h2>{service.title}</h2>
              <p className="text-ink-2">{service.text}</p>
              <ServicePoints {...service} />
            </section>
          ))}
        </div>
        <div className="grid content-start gap-5">
          <h2 id="quote">Request a quote</h2>
          <EnquiryForm topic="quote" />
          <ul className="grid gap-3">
            {WHY_CHOOSE_US.map(({ title, text }) => (
              <li key={title}>
                <b>{title}.</b> <span className="text-ink-2">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}
