import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SERVICES } from "~/content/services";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { orWithout } from "~/http/page-parts";
import { QuietLink } from "~/ui/shell/elements";
import { keptPage, PageHead } from "~/ui/shell/public-page";
import { ServiceCards } from "~/ui/site/service-cards";
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
        <ServiceCards services={SERVICES} prices={prices} />
        <p className="flex flex-wrap gap-3">
          <QuietLink to="/prices">What plumbing costs</QuietLink>
          <QuietLink to="/service-details">Request a quote</QuietLink>
        </p>
      </div>
    </>
  );
}
