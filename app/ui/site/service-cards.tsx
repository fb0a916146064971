import type { Service } from "~/content/services";
import { type AreaPrices, formatPriceRange } from "~/domain/prices/usual-price";
import { Icon } from "../shell/elements";

export const servicePath = ({ slug }: Pick<Service, "slug">): string => `/services/${slug}`;

/** From the lowest to the highest usual price of a service's work: `$30 to $191`; null where none is known. */
export function usualRange({ priced }: Pick<Service, "priced">, prices: AreaPrices | null): string | null {
  const known = priced.flatMap((work) => prices?.[work] ?? []);
  if (known.length === 0) return null;
  return formatPriceRange({
    low: Math.min(...known.map(({ low }) => low)),
    high: Math.max(...known.map(({ high }) => high)),
  });
}

export const ServicePoints = ({ points }: Pick<Service, "points">) => (
  <ul className="grid gap-2">
    {points.map((point) => (
      <li key={point} className="flex gap-2">
        <Icon name="check" className="mt-1 text-copper-500" /> {point}
      </li>
    ))}
  </ul>
);
