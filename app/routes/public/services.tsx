import type { MetaFunction } from "@remix-run/cloudflare";
import { SERVICES } from "~/content/services";
import type { PageHandle } from "~/http/page-handle";
import { StaticFragment } from "~/ui/elements/static-fragment";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";
import { ServiceCards } from "~/ui/site/service-cards";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: "Our services",
    description:
      "What our plumbers do in Zimbabwean homes and businesses, from a dripping tap to the pipes of a whole lodge.",
  });

export default function Services() {
  return (
    <StaticFragment name="services">
      <PageHead title="Our Services" lead="What our plumbers do, from a dripping tap to the pipes of a whole lodge." />
      <div className="page py-10">
        <ServiceCards services={SERVICES} />
      </div>
    </StaticFragment>
  );
}
