import type { Service } from "~/content/services";
import { Icon } from "../shell/elements";

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
