import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SERVICES } from "~/content/services";
import type { AreaPrices } from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { orWithout } from "~/http/page-parts";
import { Drawing } from "~/ui/illustrations/drawing";
import { Link, QuietLink } from "~/ui/shell/elements";
import { keptPage, PageHead } from "~/ui/shell/public-page";
import { servicePath, usualRange } from "~/ui/site/service-cards";
import { trailStructuredData } from "~/ui/site/structured-data";

export const { handle, meta } = keptPage({
  title: "Our services",
  description:
    "What our plumbers do in Zimbabwean homes and businesses, from a dripping tap to the pipes of a whole lodge.",
  data: (origin) => [trailStructuredData(origin, [["Our Services", "/services"]])],
});

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  prices: await orWithout(context, "prices", findAreaPrices(context.db, null), null),
});

export default function Services() {
  const { prices } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Our Services" lead="What our plumbers do, from a dripping tap to the pipes of a whole lodge." />
      <div className="page grid gap-6 py-8">
        <ServiceCards prices={prices} />
        <p className="flex flex-wrap gap-3">
          <QuietLink to="/prices">What plumbing costs</QuietLink>
          <QuietLink to="/service-details">Request a quote</QuietLink>
        </p>
      </div>
    </>
  );
}

const ServiceCards = ({ prices }: { prices: AreaPrices | null }) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {SERVICES.map((service) => {
      const range = usualRange(service, prices);
      return (
        <li key={service.slug} className="card relative flex gap-4 p-4 leading-snug hover:border-brand-600">
          <Drawing name={service.illustration} className="w-24 flex-none self-start" />
          <div className="grid content-start gap-1">
            <h2 className="text-lg">
              <Link to={servicePath(service)} className="whole">
                {service.title}
              </Link>
            </h2>
            <p className="text-ink-2">{service.short}</p>
            {range && <p className="font-semibold">Usually {range}</p>}
          </div>
        </li>
      );
    })}
  </ul>
);
