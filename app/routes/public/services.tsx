import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { SERVICES } from "~/content/services";
import { Kept } from "~/ui/kept";
import { PageHead } from "~/ui/site/page-head";
import { ServiceCards } from "~/ui/site/service-cards";

export const meta: MetaFunction = () => [{ title: `Our services – ${brand.name}` }];

export default function Services() {
  return (
    <Kept name="services">
      <PageHead title="Our Services" lead="What our plumbers do, from a dripping tap to the pipes of a whole lodge." />
      <div className="page py-10">
        <ServiceCards services={SERVICES} />
      </div>
    </Kept>
  );
}
