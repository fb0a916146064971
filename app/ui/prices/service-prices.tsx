import { cityKey } from "~/domain/values/cities";
import {
  formatJobCount,
  formatPriceRange,
  type UsualPrice,
  type AreaPrices,
  type PricedService,
} from "~/domain/prices/usual-price";
import { PRICED_WORK } from "~/content/price-guide";
import { TextLink } from "../shell/elements";

/** The price guide's address for a city of ours; null: for the country (D20). */
export const pricePath = (city: string | null): string =>
  city === null ? "/prices" : `/prices/${encodeURIComponent(cityKey(city))}`;

export const PriceFigure = ({ price, where }: { price: UsualPrice; where?: string }) => (
  <p>
    <b className="block text-h1 leading-snug text-brand-700 tabular-nums">{formatPriceRange(price)}</b>
    <span className="text-ink-2">
      Usually, {formatJobCount(price)} {where}
    </span>
  </p>
);

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
        <TextLink to="/prices" label="Prices in your city" />
      </p>
    </section>
  );
}
