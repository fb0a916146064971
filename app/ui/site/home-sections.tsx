import { brand } from "~/brand";
import { ABOUT } from "~/content/team";
import { PRICING_PLANS } from "~/content/pricing";
import { WHY_CHOOSE_US } from "~/content/services";
import { CITIES, cityPath } from "~/domain/values/cities";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { ZimbabweMap } from "./zimbabwe-map";

export function AboutSection() {
  return (
    <section className="later page grid items-center gap-8 pt-12 lg:grid-cols-[3fr_2fr]">
      <div className="grid max-w-[65ch] gap-2">
        <h2 className="text-h1">{ABOUT.experience.title}</h2>
        <p>{ABOUT.experience.text}</p>
      </div>
      <dl className="grid grid-cols-2 gap-3">
        <Counter label="Projects done" value={560} className="" />
        <Counter label="Technicians" value={180} className="ticking-180" />
      </dl>
    </section>
  );
}

function Counter({ label, value, className }: { label: string; value: number; className: string }) {
  return (
    <div className="card flex flex-col-reverse p-5 text-center">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-4xl font-bold text-brand-700 tabular-nums">
        <span className="sr-only">{value}</span>
        <span aria-hidden="true" data-figure={value} className={`ticking ${className}`} />
      </dd>
    </div>
  );
}

export function CitySection() {
  return (
    <section className="later page grid items-center gap-8 pt-12 lg:grid-cols-[3fr_2fr]">
      <div className="grid gap-5">
        <h2 className="text-h1">Find A Plumber In Your Area</h2>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {CITIES.map((city) => (
            <li key={city}>
              <Link
                to={cityPath(city)}
                className="card flex min-h-14 items-center justify-center gap-2 px-3 font-semibold text-ink no-underline hover:border-brand-600"
              >
                <Icon name="map-pin" className="text-copper-500" /> {city}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <ZimbabweMap />
    </section>
  );
}

export function PromoSection() {
  return (
    <section className="later mt-12 bg-copper-50">
      <div className="page flex flex-wrap items-center justify-between gap-5 py-8">
        <div>
          <h2 className="text-h1">Pipes that run clear again</h2>
          <p className="text-ink-2">
            Pipe cleaning for kitchens, bathrooms and yards: with rods and a jet, and the yard left as it was.
          </p>
        </div>
        <p className="flex flex-wrap gap-3">
          <Link to="/booking" className="button">
            Request A Service
          </Link>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            <Icon name="phone" /> Call Us Now <span className="sr-only">{formatPhone(brand.phone)}</span>
          </a>
        </p>
      </div>
    </section>
  );
}

export function WhySection() {
  return (
    <section className="later page pt-12">
      <h2 className="text-h1 mb-5">Why Choose Us</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {WHY_CHOOSE_US.map(({ title, text }) => (
          <li key={title} className="card grid content-start gap-2 p-5">
            <Icon name="shield-check" className="!size-7 text-brand-600" />
            <h3 className="text-lg font-bold">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PricingSection() {
  return (
    <section id="pricing" className="page pt-12">
      <h2 className="text-h1 mb-5">Pricing & Plan</h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {PRICING_PLANS.map((plan) => (
          <li key={plan.name} className="card grid content-start gap-3 p-6">
            <h3 className="text-lg font-bold">{plan.name}</h3>
            <p>
              <b className="text-4xl tabular-nums">${plan.pricePerMonth}</b>{" "}
              <span className="text-ink-2">per month</span>
            </p>
            <p className="text-ink-2">{plan.suits}</p>
            <ul className="grid gap-1.5">
              {plan.perks.map((perk) => (
                <li key={perk} className="flex gap-2">
                  <Icon name="check" className="mt-1 text-copper-500" /> {perk}
                </li>
              ))}
            </ul>
            <Link to="/contact" className="button button-quiet mt-2">
              Ask for {plan.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
