import type { Service } from "~/content/services";
import { formatUsualPrice, type AreaPrices } from "~/domain/prices/usual-price";
import { Icon, TextLink } from "../shell/elements";
import { Drawing } from "../illustrations/drawing";

export const servicePath = ({ slug }: Pick<Service, "slug">): string => `/services/${slug}`;

export const ServicePoints = ({ points }: Pick<Service, "points">) => (
  <ul className="grid gap-2">
    {points.map((point) => (
      <li key={point} className="flex gap-2">
        <Icon name="check" className="mt-1 text-copper-500" /> {point}
      </li>
    ))}
  </ul>
);

export const ServiceCards = ({ services, prices }: { services: readonly Service[]; prices: AreaPrices | null }) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {services.map((service) => {
      const price = service.priced.length === 1 ? prices?.[service.priced[0]!] : undefined;
      return (
        <li key={service.slug} className="card relative grid content-start gap-2 p-5 hover:border-brand-600">
          <div className="flex items-center gap-4 sm:block">
            <Drawing name={service.illustration} className="w-24 flex-none sm:mx-auto sm:w-60" />
            <h2 className="text-lg">{service.title}</h2>
          </div>
          <p className="text-ink-2">{service.text}</p>
          {price && <p className="font-semibold first-letter:uppercase">{formatUsualPrice(price)}</p>}
          <p>
            <TextLink to={servicePath(service)} className="after:absolute after:inset-0 after:rounded-card">
              Read more<span className="sr-only"> about {service.title}</span>
            </TextLink>
          </p>
        </li>
      );
    })}
  </ul>
);
