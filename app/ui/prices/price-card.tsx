import { formatMoney } from "~/domain/values/money";
import { PRICED_WORK } from "~/content/price-guide";
import { directoryPath } from "~/domain/plumbers/directory-query";
import { PRICED_AS, type AreaPrice, type PricedService, type UsualPrice } from "~/domain/prices/usual-price";
import { PROBLEMS, titleOf } from "~/domain/search/problem";
import { Illustration } from "../illustrations/illustration";
import { SERVICE_ILLUSTRATIONS } from "../illustrations/service-illustrations";
import { Link } from "../shell/link";
import { PriceFigure } from "./price-figure";

/** What a kind of work usually costs (D18), and the problems that it solves, each a link to the plumbers for it. `most`: the end of the scale. */
export function PriceCard({
  service,
  price,
  city,
  most,
}: {
  service: PricedService;
  price: AreaPrice | undefined;
  city: string | null;
  most: number;
}) {
  const { title, text, illustration } = PRICED_WORK[service];
  const problems = PROBLEMS.filter((problem) => PRICED_AS[problem] === service);
  return (
    <section className="card grid content-start gap-3 p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2>{title}</h2>
          <p className="text-ink-2">{text}</p>
        </div>
        <Illustration svg={SERVICE_ILLUSTRATIONS[illustration]} className="w-24 flex-none" />
      </div>
      {price ? <Price price={price} city={city} most={most} /> : <TooFew city={city} />}
      <nav aria-label={`Plumbers: ${title}`}>
        <ul className="flex flex-wrap gap-2">
          {problems.map((problem) => (
            <li key={problem}>
              <Link to={directoryPath({ city, speciality: null, problem, sort: "rank" })} className="chip">
                {titleOf(problem)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}

function Price({ price, city, most }: { price: AreaPrice; city: string | null; most: number }) {
  return (
    <div className="grid gap-1.5">
      {city && !price.isOfCity && <p className="text-ink-2">Too few jobs in {city} so far. In all of Zimbabwe:</p>}
      <PriceFigure price={price} where={city && price.isOfCity ? `in ${city}` : ""} />
      <PriceBar price={price} most={most} />
    </div>
  );
}

const TooFew = ({ city }: { city: string | null }) => (
  <p className="text-ink-2">
    Too few jobs so far to say what it usually costs. Every plumber's fee to come and look is on{" "}
    <Link to={directoryPath({ city, speciality: null, problem: null, sort: "rank" })}>their card</Link>.
  </p>
);

/** A pipe from nothing to the end of the scale, of copper where half of the jobs are. */
const PriceBar = ({ price: { low, high }, most }: { price: UsualPrice; most: number }) => (
  <div aria-hidden="true">
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-3 w-full overflow-hidden rounded-full">
      <rect width="100" height="4" className="fill-brand-100" />
      <rect
        x={(100 * low) / most}
        width={Math.max(2, (100 * (high - low)) / most)}
        height="4"
        className="fill-copper-500"
      />
    </svg>
    <p className="flex justify-between text-sm text-ink-3">
      <span>$0</span>
      <span>{formatMoney(most)}</span>
    </p>
  </div>
);
