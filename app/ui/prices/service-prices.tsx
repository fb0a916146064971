import { PRICED_WORK } from "~/content/price-guide";
import type { AreaPrices, PricedService } from "~/domain/prices/usual-price";
import { Link } from "../shell/link";
import { PriceFigure } from "./price-figure";

/** What some kinds of work usually cost in the country, and the way to the guide; where that isn't known, it says so. */
export function ServicePrices({ services, prices }: { services: readonly PricedService[]; prices: AreaPrices | null }) {
  const known = services.flatMap((service) => {
    const price = prices?.[service];
    return price ? [{ service, price }] : [];
  });
  return (
    <section className="card grid content-start gap-3 p-5">
      <h2>What it usually costs</h2>
      {known.map(({ service, price }) => (
        <div key={service}>
          <h3 className="text-base">{PRICED_WORK[service].title}</h3>
          <PriceFigure price={price} />
        </div>
      ))}
      {known.length === 0 && (
        <p className="text-ink-2">Too few jobs so far to say. Every plumber's fee to come and look is on their card.</p>
      )}
      <p>
        <Link to="/prices" className="button-link">
          Prices in your city
        </Link>
      </p>
    </section>
  );
}
