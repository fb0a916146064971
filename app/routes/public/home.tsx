import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { HOME_FAQ } from "~/content/faq";
import { HOME_SERVICES } from "~/content/services";
import { SAMPLE_LABEL, SAMPLE_TESTIMONIALS } from "~/content/testimonials";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import { enquiryForm, homeEnquiryForm } from "~/domain/enquiries/enquiry-forms";
import { publicName } from "~/domain/values/user";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import { TOP_PLUMBERS } from "~/domain/plumbers/plumber";
import { listTestimonials } from "~/domain/reviews/reviews.server";
import { flashCookie } from "~/http/flash";
import { formAction } from "~/http/form-action";
import { parseForm } from "~/http/forms";
import type { PageHandle } from "~/http/page-handle";
import { orLastGood } from "~/http/page-parts";
import { redirectTo } from "~/http/redirects";
import { StaticFragment } from "~/ui/elements/static-fragment";
import { Link } from "~/ui/shell/link";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumbersMissing } from "~/ui/plumbers/plumbers-missing";
import { CompanyFacts } from "~/ui/site/company-facts";
import { AsOf } from "~/ui/site/as-of";
import { EnquiryForm } from "~/ui/site/enquiry-form";
import { HeroSection } from "~/ui/site/hero-section";
import { AboutSection, CitySection, PricingSection, PromoSection, WhySection } from "~/ui/site/home-sections";
import { companyStructuredData } from "~/ui/site/structured-data";
import { describePage } from "~/ui/shell/page-meta";
import { Questions } from "~/ui/site/questions";
import { ServiceCards } from "~/ui/site/service-cards";
import { Testimonials, type Quote } from "~/ui/site/testimonials";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = (page) => [
  ...describePage(page, {
    title: `${brand.name}: ${brand.claim}`,
    description:
      "Find a plumber in your city in Zimbabwe, see the fee before you book, and choose the hour that suits you.",
  }),
  ...(page.data ? [companyStructuredData(page.data.origin)] : []),
];

const TESTIMONIALS = 5;

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const [top, reviews] = await Promise.all([
    orLastGood(context, "top plumbers", listPlumbers(db, { city: null, cursor: null, now, limit: TOP_PLUMBERS })),
    orLastGood(context, "testimonials", listTestimonials(db, TESTIMONIALS)),
  ]);
  const real: Quote[] = (reviews.value ?? []).map(({ id, comment, city, client }) => ({
    id,
    name: publicName(client),
    role: `Client in ${city}`,
    feedback: comment,
    label: null,
  }));
  const samples: Quote[] = SAMPLE_TESTIMONIALS.map((sample, at) => ({
    ...sample,
    id: `sample-${at}`,
    label: SAMPLE_LABEL,
  }));
  return {
    plumbers: top.value?.plumbers ?? null,
    asOf: top.asOf,
    quotes: [...real, ...samples].slice(0, TESTIMONIALS),
    now,
    origin: context.origin,
  };
}

/** Takes either form of the page (W4). */
export const action = formAction("Your message was not sent", async ({ context, form }) => {
  const topic = form.get("form") === "appointment" ? "appointment" : "home";
  const parsed = parseForm(form, { appointment: enquiryForm, home: homeEnquiryForm }[topic]);
  if (!parsed.value) return parsed.invalid();
  const result = await sendEnquiry(context, topic, parsed.value, context.clientAddress);
  return result.ok
    ? redirectTo(`/#${topic}-sent`, { "Set-Cookie": flashCookie("enquirySent", topic) })
    : parsed.refused(result);
});

export default function Home() {
  const { plumbers, asOf, quotes, now } = useLoaderData<typeof loader>();
  return (
    <>
      <HeroSection />
      <StaticFragment name="home: about, cities, promo">
        <AboutSection />
        <CitySection />
        <PromoSection />
      </StaticFragment>
      <section className="later page pt-12">
        <h2 className="text-h1 mb-5">Top Plumbers To Book</h2>
        <AsOf asOf={asOf} now={now} />
        {plumbers ? <PlumberGrid plumbers={plumbers} now={now} eager={0} /> : <PlumbersMissing />}
        <p className="mt-6 text-center">
          <Link to="/plumbers" className="button button-quiet">
            More
          </Link>
        </p>
      </section>
      <StaticFragment name="home: services, why">
        <section className="later page pt-12">
          <h2 className="text-h1 mb-5">Our Services</h2>
          <ServiceCards services={HOME_SERVICES} level="h3" />
        </section>
        <WhySection />
      </StaticFragment>
      <section id="testimonials" className="later page pt-12">
        <h2 className="text-h1 mb-5">What clients say</h2>
        <Testimonials quotes={quotes} />
      </section>
      <StaticFragment name="home: pricing">
        <PricingSection />
      </StaticFragment>
      <section className="later page grid gap-8 pt-12 lg:grid-cols-2">
        <StaticFragment name="home: questions">
          <div>
            <h2 className="text-h1 mb-5">Questions</h2>
            <Questions questions={HOME_FAQ} name="home-faq" />
          </div>
        </StaticFragment>
        <div>
          <h2 className="text-h1 mb-5">Book An Appointment</h2>
          <EnquiryForm id="appointment" action="/?index" subject="category" button="Book An Appointment" />
        </div>
      </section>
      <section className="later page grid gap-8 pt-12 lg:grid-cols-[3fr_2fr]">
        <div>
          <h2 className="text-h1 mb-5">Contact us</h2>
          <EnquiryForm id="home" action="/?index" subject="text" button="Send message" />
        </div>
        <StaticFragment name="home: where we are">
          <div>
            <h2 className="text-h1 mb-5">Where we are</h2>
            <CompanyFacts />
          </div>
        </StaticFragment>
      </section>
    </>
  );
}
