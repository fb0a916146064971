import { EVERYONE } from "~/domain/plumbers/directory-query";
import { brand } from "~/brand";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { PRICED_WORK } from "~/content/price-guide";
import { formatPriceRange, PRICED_SERVICES, type AreaPrices } from "~/domain/prices/usual-price";
import { HouseSearch } from "./house-search";
import { ProblemSearch } from "./problem-search";

/** The top of the home page (W2). */
export function HeroSection({ prices }: { prices: AreaPrices | null }) {
  return (
    <section className="bg-panel text-white">
      <div className="page grid items-center gap-4 py-5 sm:gap-6 sm:py-8 lg:grid-cols-2 lg:py-10">
        <div className="grid gap-5">
          <h1 className="text-display">{brand.claim}</h1>
          <p className="max-w-[48ch] text-lg text-on-panel max-lg:hidden">
            Find a plumber in your city in Zimbabwe, see the fee before you book, and choose the hour that suits you.
          </p>
        </div>
        <div className="w-full max-w-[544px] overflow-hidden rounded-card bg-bg lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <HouseSearch choice={EVERYONE} prices={prices} />
          <UsualPrices prices={prices} />
        </div>
        <div className="grid justify-items-start gap-5">
          <ProblemSearch />
          <div className="flex flex-wrap gap-3">
            <Link to="/booking" className="button button-quiet whitespace-nowrap">
              Book Now
            </Link>
            <a href={telephoneLink(brand.phone)} className="button button-quiet !px-3 whitespace-nowrap">
              <Icon name="phone" /> {formatPhone(brand.phone)}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

/** What the country usually pays, two kinds of work at most, and the way to the guide (D20). */
function UsualPrices({ prices }: { prices: AreaPrices | null }) {
  const known = PRICED_SERVICES.flatMap((service) => {
    const price = prices?.[service];
    return price ? [`${formatPriceRange(price)} ${PRICED_WORK[service].name}`] : [];
  });
  return (
    <p className="px-4 pb-3 leading-snug text-ink-2">
      {known.length > 0 && <span className="max-sm:hidden">Usually {known.slice(0, 2).join(", ")}. </span>}
      <Link to="/prices">What plumbing costs</Link>
    </p>
  );
}
