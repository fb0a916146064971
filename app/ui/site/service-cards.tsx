import type { Service } from "~/content/services";
import { Link } from "../shell/link";
import { Illustration } from "../illustrations/illustration";
import { SERVICE_ILLUSTRATIONS } from "../illustrations/service-illustrations";

const HAS_PAGE = new Set(["residential", "commercial", "emergency"]);

/** The company's services, one card each; the first three have their own page. */
export function ServiceCards({
  services,
  level: Heading = "h2",
}: {
  services: readonly Service[];
  level?: "h2" | "h3";
}) {
  return (
    <ul className={`grid gap-4 sm:grid-cols-2 ${services.length % 3 === 0 ? "lg:grid-cols-3" : "lg:grid-cols-4"}`}>
      {services.map((service) => (
        <li key={service.slug} className="card grid content-start gap-2 p-5">
          <Illustration svg={SERVICE_ILLUSTRATIONS[service.illustration]} />
          <Heading className="text-lg">{service.title}</Heading>
          <p className="text-ink-2">{service.text}</p>
          <p>
            <Link
              to={HAS_PAGE.has(service.slug) ? `/services/${service.slug}` : "/service-details"}
              className="button-link"
            >
              Read more<span className="sr-only"> about {service.title}</span>
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
