import { EVERYONE } from "~/domain/plumbers/directory-query";
import { brand } from "~/brand";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Link } from "../shell/link";
import type { PapersShown } from "~/domain/plumbers/plumber";
import { formatPriceRange, type AreaPrices } from "~/domain/prices/usual-price";
import { countOf } from "~/domain/values/numbers";
import { HouseSearch } from "./house-search";
import { ProblemSearch } from "./problem-search";

/** The top of the home page (W2). */
export function HeroSection({ prices, papers }: { prices: AreaPrices | null; papers: PapersShown | null }) {
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
          <HouseSearch choice={EVERYONE} prices={prices} runs />
          <Proof prices={prices} papers={papers} />
        </div>
        <div className="grid justify-items-start gap-5">
          <ProblemSearch />
          <div className="flex flex-wrap gap-3">
            <Link to="/booking" className="button button-quiet whitespace-nowrap">
              Book Now
            </Link>
            <a href={telephoneLink(brand.phone)} className="button button-quiet !px-3 whitespace-nowrap">
              {formatPhone(brand.phone)}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Why to trust, from data: who has shown papers, and what a leak usually costs, with the way to the guide (D20). */
function Proof({ prices, papers }: { prices: AreaPrices | null; papers: PapersShown | null }) {
  const leak = prices?.["Leak Fixing"];
  return (
    <p className="px-4 pb-3 leading-snug text-ink-2">
      {papers !== null && papers.checked > 0 && `${describePapers(papers)} `}
      <Link to="/prices">{leak ? `Leaks usually cost ${formatPriceRange(leak)}` : "What plumbing costs"}</Link>
    </p>
  );
}

const describePapers = ({ checked, found, isAll }: PapersShown): string =>
  `${checked} of ${isAll ? countOf(found, "plumber") : `our ${found} best-ranked plumbers`} have shown their papers.`;
