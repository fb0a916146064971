import { brand } from "~/brand";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import hero from "../illustrations/hero.svg?raw";
import { Illustration } from "../illustrations/illustration";
import { Link } from "../shell/link";
import { CitySearch } from "./city-search";

/** The top of the home page (W2). */
export function HeroSection() {
  return (
    <section className="bg-brand-900 text-white">
      <div className="page grid items-center gap-8 py-10 lg:grid-cols-2 lg:py-16">
        <div className="grid justify-items-start gap-5">
          <h1 className="text-display">{brand.claim}</h1>
          <p className="max-w-[48ch] text-lg text-brand-100">
            Find a plumber in your city in Zimbabwe, see the fee before you book, and choose the hour that suits you.
          </p>
          <CitySearch />
          <div className="flex flex-wrap gap-3">
            <Link to="/booking" className="button button-quiet whitespace-nowrap">
              Book Now
            </Link>
            <a href={telephoneLink(brand.phone)} className="button button-quiet !px-3 whitespace-nowrap">
              <Icon name="phone" /> {formatPhone(brand.phone)}
            </a>
          </div>
        </div>
        <div className="mx-auto aspect-4/3 w-full max-w-[420px] rounded-card bg-bg p-4">
          <Illustration svg={hero} />
        </div>
      </div>
    </section>
  );
}
