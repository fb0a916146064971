import { brand } from "~/brand";
import { HOME_SERVICES, WHY_CHOOSE_US } from "~/content/services";
import { ABOUT } from "~/content/team";
import { CITIES, cityPath } from "~/domain/values/cities";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import { Drawing } from "~/ui/illustrations/drawing";
import { ButtonLink, Link, QuietLink, TallLink } from "~/ui/shell/elements";
import { servicePath } from "~/ui/site/service-cards";
import { directoryPath, EVERYONE } from "~/domain/plumbers/directory-query";
import type { PapersShown } from "~/domain/plumbers/plumber";
import { formatPriceRange, type AreaPrice, type AreaPrices } from "~/domain/prices/usual-price";
import { countOf } from "~/domain/values/numbers";
import { HouseSearch, ProblemSearch } from "~/ui/site/house-search";

const PERKS = [
  "One planned visit a month",
  "Taps, cisterns and pipes checked for leaks",
  "Small parts fitted at once, at cost",
  "Geyser and safety valve checked",
  "Tank, pump and float valve checked",
  "A written report after each visit",
];

/** In whole dollars a month. The size of the property tells the plans apart, not the perks. */
const PRICING_PLANS = [
  { name: "Basic", pricePerMonth: 150, suits: "For a flat or a cottage" },
  { name: "Silver", pricePerMonth: 180, suits: "For a family house" },
  { name: "Golden", pricePerMonth: 200, suits: "For a large house, shop or office" },
];

export const AboutSection = () => (
  <section className="later page [--tall:320px] grid items-center gap-5 pt-6 sm:pt-8 lg:grid-cols-[3fr_2fr]">
    <div className="grid max-w-[65ch] gap-2">
      <h2>{ABOUT.experience.title}</h2>
      <p>{ABOUT.experience.text}</p>
    </div>
    <div className="card p-3 text-center text-ink-2">
      <dl className="grid grid-cols-2">
        <Counter label="Projects done" value={560} className="" />
        <Counter label="Technicians" value={180} className="ticking-180" />
      </dl>
      <small>Our company since it began, this site and before</small>
    </div>
  </section>
);

const Counter = ({ label, value, className }: { label: string; value: number; className: string }) => (
  <div className="flex flex-col-reverse">
    <dt>{label}</dt>
    <dd className="text-h1 font-bold text-brand-700 tabular-nums">
      <span className="sr-only">{value}</span>
      <span aria-hidden="true" data-figure={value} className={`ticking ${className}`} />
    </dd>
  </div>
);

export const CitySection = () => (
  <section className="later page grid gap-4 pt-6 sm:pt-8">
    <h2>Find A Plumber In Your Area</h2>
    <div className="slots sm:grid-cols-3">
      {CITIES.map((city) => (
        <Link
          key={city}
          to={cityPath(city)}
          className="card flex min-h-12 items-center justify-center font-semibold text-ink no-underline hover:border-brand-600"
        >
          {city}
        </Link>
      ))}
    </div>
  </section>
);

export const PromoSection = () => (
  <section className="later mt-8 bg-copper-50">
    <div className="page flex flex-wrap items-center gap-2 py-4">
      <div className="mr-auto">
        <h2>Blocked drain? We clear it</h2>
        <p className="text-ink-2">Pipe cleaning with rods and a jet, and the yard left as it was.</p>
      </div>
      <ButtonLink to={directoryPath({ ...EVERYONE, problem: "drain" })} className="px-3" label="Request A Service" />
      <a href={telephoneLink(brand.phone)} className="button button-quiet px-3">
        Call Us Now
      </a>
    </div>
  </section>
);

export const ServicesSection = () => (
  <section className="later page [--tall:460px] pt-6 sm:pt-8">
    <h2 className="piped">Our Services</h2>
    <ul className="flex flex-wrap gap-3 sm:grid sm:grid-cols-2 lg:grid-cols-4">
      {HOME_SERVICES.map((service) => (
        <li
          key={service.slug}
          className="card relative grid flex-[1_1_8rem] content-start gap-1 p-3 leading-snug hover:border-brand-600 sm:p-5"
        >
          <Drawing name={service.illustration} className="mx-auto w-60 max-w-full" />
          <h3 className="text-lg">
            <Link to={servicePath(service)} className="whole">
              {service.title}
            </Link>
          </h3>
          <p className="text-ink-2 max-sm:hidden">{service.short}</p>
        </li>
      ))}
    </ul>
  </section>
);

export const WhySection = () => (
  <section className="later page [--tall:460px] pt-6 sm:pt-8">
    <h2 className="mb-4">Why Choose Us</h2>
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {WHY_CHOOSE_US.map(({ title, text, illustration }) => (
        <li key={title} className="grid grid-cols-[auto_1fr] content-start gap-x-4 leading-snug">
          <Drawing name={illustration} className="row-span-2 w-14" />
          <h3 className="text-lg">{title}</h3>
          <p className="text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

export const PricingSection = () => (
  <section id="pricing" className="later page pt-6 [--tall:600px] sm:pt-8">
    <h2 className="piped">Pricing & Plan</h2>
    <div className="card grid gap-4 p-4 sm:p-5 lg:grid-cols-[3fr_2fr]">
      <ul className="grid gap-4 text-center min-[20rem]:grid-cols-3">
        {PRICING_PLANS.map((plan) => (
          <li key={plan.name} className="grid content-start leading-snug">
            <h3 className="text-lg">{plan.name}</h3>
            <p className="text-ink-2">
              <b className="block text-h1 leading-snug text-brand-700 tabular-nums">${plan.pricePerMonth}</b> per month
            </p>
            <p className="mt-1 text-ink-2">{plan.suits}</p>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <h3 className="text-base">Every plan includes</h3>
        <ul className="list-disc pl-5 marker:text-copper-500">
          {PERKS.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
        <QuietLink to="/contact" className="justify-self-start" label="Ask for a plan" />
      </div>
    </div>
  </section>
);

const describePapers = ({ checked, found, isAll }: PapersShown): string =>
  `${checked} of ${isAll ? countOf(found, "plumber") : `our ${found} best-ranked plumbers`} have shown their papers.`;

const describeLeaks = (leak: AreaPrice | undefined): string =>
  leak ? `Leaks usually cost ${formatPriceRange(leak)}` : "What plumbing costs";

export const HeroSection = ({ prices, papers }: { prices: AreaPrices | null; papers: PapersShown | null }) => (
  <section className="bg-panel text-white">
    <div className="page grid items-center gap-3 py-4 sm:gap-6 sm:py-8 lg:grid-cols-2">
      <div className="grid gap-3">
        <h1 className="lg:text-display">{brand.claim}</h1>
        <p className="text-lg text-on-panel max-lg:hidden">
          Find a plumber in your city in Zimbabwe, see the fee before you book, and choose the hour that suits you.
        </p>
        <ProblemSearch />
        <p className="flex flex-wrap gap-x-4">
          <TallLink to="/booking" className="text-white" label="Book Now" />
          <a href={telephoneLink(brand.phone)} className="inline-flex min-h-11 items-center text-white">
            {showPhone(brand.phone)}
          </a>
        </p>
      </div>
      <div className="w-full max-w-[544px] overflow-hidden rounded-card bg-bg">
        <HouseSearch choice={EVERYONE} prices={prices} runs />
        <p className="px-4 pb-4 leading-snug text-ink-2">
          {papers !== null && papers.checked > 0 && `${describePapers(papers)} `}
          <Link to="/prices">{describeLeaks(prices?.["Leak Fixing"])}</Link>
        </p>
      </div>
    </div>
  </section>
);
