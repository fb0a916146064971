import { initialsOf } from "~/domain/values/text";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { homeFaq } from "~/content/faq";
import type { EnquiryTopic } from "~/domain/enquiries/enquiry";
import { countPapersShown, freeOnesFirst, listTopPlumbers } from "~/domain/plumbers/directory.server";
import { TOP_PLUMBERS } from "~/domain/plumbers/plumber";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { listTestimonials } from "~/domain/reviews/reviews.server";
import { OTHER } from "~/domain/values/trade";
import { fullName, publicName, type Named } from "~/domain/values/user";
import { formatMoney } from "~/domain/values/money";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { enquiryAction } from "~/http/enquiry-action.server";
import type { FormReply } from "~/http/forms";
import { orLastGood, orWithout } from "~/http/page-parts";
import { AsOf, keptPage, Questions, StaticFragment } from "~/ui/shell/public-page";
import { TextLink, useLastActionData } from "~/ui/shell/elements";
import { PlumberShelf, PlumbersMissing } from "~/ui/plumbers/plumber-card";
import { useFlash } from "~/ui/shell/dashboard-page";
import { CompanyAddress, ZimbabweMap } from "~/ui/site/company-facts";
import { Promises } from "~/ui/site/promises";
import { EnquiryForm } from "~/ui/site/enquiry-form";
import {
  HeroSection,
  AboutSection,
  CitySection,
  PricingSection,
  PromoSection,
  ServicesSection,
  WhySection,
} from "./home-sections";
import { companyStructuredData } from "~/ui/site/structured-data";

/** Written by no one, and labelled so: they fill up the home page until there are five real five-star reviews. */
const SAMPLE_TESTIMONIALS = [
  {
    name: "Rudo M.",
    city: "Harare",
    comment:
      "The geyser had been dripping for weeks. I booked in the evening, and the next afternoon it had a new valve. The fee was the one on the page.",
  },
  {
    name: "Themba N.",
    city: "Bulawayo",
    comment:
      "He explained why our shower was so weak before he touched anything. A wider pipe from the tank, no new pump needed.",
  },
  {
    name: "Chipo K.",
    city: "Mutare",
    comment:
      "The kitchen drain had been cleared three times by others. This plumber found the root in the pipe, showed it to me and put in a new piece.",
  },
  {
    name: "Farai D.",
    city: "Gweru",
    comment:
      "I could see which times were free and chose one after work. The email came as soon as the plumber had confirmed.",
  },
  {
    name: "Nyasha T.",
    city: "Masvingo",
    comment:
      "Came on time, covered the floor, tested everything twice and swept up. My mother has already asked for the number.",
  },
];

interface Quoted extends Record<"id" | "name" | "comment" | "job", string> {
  isSample: boolean;
}

/** A carousel without script: it snaps while scrolling, and previous, next and the avatars link to its entries. */
const Testimonials = ({ quotes }: { quotes: Quoted[] }) => (
  <>
    <ul className="carousel" tabIndex={0} aria-label="Testimonials">
      {quotes.map((quote, at) => (
        <li
          key={quote.id}
          id={`testimonial-${at + 1}`}
          className="card flex flex-wrap content-start items-center gap-3 p-4"
        >
          {!quote.isSample && (
            <span role="img" aria-label="5 of 5 stars" className="text-lg text-star">
              ★★★★★
            </span>
          )}
          <a
            href={`#testimonial-${at === 0 ? quotes.length : at}`}
            className="chip ml-auto size-11 text-h2 lg:hidden"
            aria-label="Previous testimonial"
          >
            ‹
          </a>
          <a
            href={`#testimonial-${at + 1 === quotes.length ? 1 : at + 2}`}
            className="chip size-11 text-h2 lg:hidden"
            aria-label="Next testimonial"
          >
            ›
          </a>
          <blockquote dir="auto" className="w-full text-lg">
            “{quote.comment}”
          </blockquote>
          <p className="w-full leading-snug text-ink-2">
            <b className="block text-ink">{quote.name}</b>
            {quote.job}
            {quote.isSample && <span className="badge bg-copper-100 text-copper-700">Sample</span>}
          </p>
        </li>
      ))}
    </ul>
    <p className="mt-4 flex justify-center gap-2">
      {/* Three stand side by side on a wide screen: one pair of arrows leads to the first and the last of all. */}
      <a href="#testimonial-1" className="chip size-11 text-h2 max-lg:hidden" aria-label="First testimonials">
        ‹
      </a>
      {quotes.map((quote, at) => (
        <a
          key={quote.id}
          href={`#testimonial-${at + 1}`}
          aria-label={`${initialsOf(quote.name)} Testimonial of ${quote.name}`}
          className="grid size-11 place-items-center rounded-full bg-brand-100 font-bold text-brand-800 no-underline"
        >
          {initialsOf(quote.name)}
        </a>
      ))}
      <a
        href={`#testimonial-${quotes.length}`}
        className="chip size-11 text-h2 max-lg:hidden"
        aria-label="Last testimonials"
      >
        ›
      </a>
    </p>
  </>
);

export const { handle, meta } = keptPage({
  title: `${brand.name}: ${brand.claim}`,
  description:
    "Find a plumber in your city in Zimbabwe, see the fee before you book, and choose the hour that suits you.",
  data: (origin) => [companyStructuredData(origin)],
});

const TESTIMONIALS = 5;

interface ReviewedJob {
  showsJob: boolean;
  shownService: string | null;
  shownAmount: number | null;
  plumber: Named | null;
  city: string;
}

/** The work, its price and its plumber as far as each may be shown: `Leak Fixing, $79.50, Tendai Moyo in Harare`. */
const describeJob = ({ showsJob, shownService, shownAmount, plumber, city }: ReviewedJob) =>
  [
    showsJob && (shownService && shownService !== OTHER ? shownService : DEFAULT_SERVICE),
    shownAmount !== null && formatMoney(shownAmount),
    plumber ? `${fullName(plumber)} in ${city}` : city,
  ]
    .filter(Boolean)
    .join(", ");

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const [prices, papers, top, reviews] = await Promise.all([
    // In the one call that all of these make.
    orWithout(context, "prices", findAreaPrices(db, null), null),
    orWithout(context, "papers shown", countPapersShown(db, now), null),
    orLastGood(context, "top plumbers", listTopPlumbers(db, now, TOP_PLUMBERS)),
    orLastGood(context, "testimonials", listTestimonials(db, TESTIMONIALS)),
  ]);
  const real = (reviews.value ?? []).map(({ id, comment, client, ...job }) => ({
    id,
    name: publicName(client),
    comment,
    job: describeJob(job),
    isSample: false,
  }));
  const samples = SAMPLE_TESTIMONIALS.map(({ city, ...sample }, at) => ({
    ...sample,
    id: `sample-${at}`,
    job: `Client in ${city} `,
    isSample: true,
  }));
  return {
    prices,
    papers,
    plumbers: top.value && freeOnesFirst(top.value),
    asOf: top.asOf,
    quotes: [...real, ...samples].slice(0, TESTIMONIALS),
    now,
    canPayOnline: context.paymentProvider !== null,
  };
}

export const action = enquiryAction("/", "home", "appointment");

export default function Home() {
  const { prices, papers, plumbers, asOf, quotes, now, canPayOnline } = useLoaderData<typeof loader>();
  return (
    <>
      <HeroSection prices={prices} papers={papers} />
      <div className="bg-brand-50">
        <Promises canPayOnline={canPayOnline} className="page py-4 lg:grid-cols-3" />
      </div>
      <StaticFragment name="home: about, cities, promo">
        <AboutSection />
        <CitySection />
        <PromoSection />
      </StaticFragment>
      <section className="later page pt-6 [--tall:320px] sm:pt-8">
        <div className="piped flex items-center justify-between gap-4">
          <h2>Top Plumbers To Book</h2>
          <TextLink to="/plumbers" className="pl-3" label="More" />
        </div>
        <AsOf asOf={asOf} now={now} />
        {plumbers ? <PlumberShelf plumbers={plumbers} now={now} label="Top plumbers" /> : <PlumbersMissing />}
      </section>
      <StaticFragment name="home: services, why">
        <ServicesSection />
        <WhySection />
      </StaticFragment>
      <section id="testimonials" className="later page [--tall:320px] pt-6 sm:pt-8">
        <h2 className="piped">What clients say</h2>
        <Testimonials quotes={quotes} />
      </section>
      <StaticFragment name="home: pricing">
        <PricingSection />
      </StaticFragment>
      <section className="later page grid [--tall:600px] items-start gap-8 pt-6 sm:pt-8 lg:grid-cols-2">
        <StaticFragment name={canPayOnline ? "home: questions, online" : "home: questions"}>
          <div>
            <h2 className="mb-4">Questions</h2>
            <Questions questions={homeFaq(canPayOnline)} name="home-faq" />
          </div>
        </StaticFragment>
        <div className="grid gap-3">
          <FoldedForm
            topic="appointment"
            title="Book An Appointment"
            text="Say what you need, and our office finds you a plumber."
          />
          <FoldedForm topic="home" title="Contact us" text="A question, a complaint or a word of thanks." />
          <StaticFragment name="home: where we are">
            <h2 className="pt-6">Where we are</h2>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <ZimbabweMap />
              <CompanyAddress />
            </div>
          </StaticFragment>
        </div>
      </section>
    </>
  );
}

/** One of several forms of a page: told apart at a glance, and open where it was sent. */
function FoldedForm({ topic, title, text }: { topic: EnquiryTopic; title: string; text: string }) {
  const flash = useFlash();
  const sent = useLastActionData<FormReply>()?.values?.["form"] ?? flash?.at ?? null;
  return (
    <details name="write-to-us" open={sent === topic} className="group">
      <summary className="card min-h-14 py-3 pl-5 leading-snug hover:border-brand-600">
        <h2 className="text-lg">{title}</h2>
        <p className="text-ink-2">{text}</p>
      </summary>
      <div className="pt-3">
        <EnquiryForm topic={topic} />
      </div>
    </details>
  );
}
