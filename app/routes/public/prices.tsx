import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PRICE_QUESTIONS, PRICED_WORK } from "~/content/price-guide";
import { formatPriceRange, PRICED_SERVICES } from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { CITIES, cityKey, cityPath } from "~/domain/values/cities";
import { notFound } from "~/http/not-found";
import type { PageHandle } from "~/http/page-handle";
import { orLastGood } from "~/http/page-parts";
import { Notice } from "~/ui/elements/notice";
import { StaticFragment } from "~/ui/elements/static-fragment";
import { PriceCard } from "~/ui/prices/price-card";
import { Link } from "~/ui/shell/link";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";
import { AsOf } from "~/ui/site/as-of";
import { pricePath } from "~/ui/prices/price-path";
import { Questions } from "~/ui/site/questions";
import { faqStructuredData, priceStructuredData, trailStructuredData } from "~/ui/site/structured-data";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = (page) => {
  if (!page.data) return [];
  const { city, prices, origin } = page.data;
  const known = PRICED_SERVICES.flatMap((service) => {
    const price = prices?.[service];
    return price && (city === null || price.isOfCity)
      ? [`${PRICED_WORK[service].title.toLowerCase()} usually costs ${formatPriceRange(price)}`]
      : [];
  });
  const where = city ?? "Zimbabwe";
  return [
    ...describePage(page, {
      title: `What plumbing costs in ${where}`,
      description: `What clients paid for plumbing in ${where} in the last 12 months${known.length ? `: ${known.slice(0, 2).join(", ")}` : ""}. From completed jobs, including parts and the visit fee.`,
      path: pricePath(city),
    }),
    trailStructuredData(origin, [["Prices", "/prices"], ...(city ? [[city, pricePath(city)] as const] : [])]),
    ...PRICED_SERVICES.flatMap((service) => {
      const price = prices?.[service];
      return price ? [priceStructuredData(origin, service, price, price.isOfCity ? city : null)] : [];
    }),
    faqStructuredData(PRICE_QUESTIONS),
  ];
};

/** What each kind of work usually costs in one of our cities, or in the country (D18, D20). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const asked = params["city"] ?? null;
  const city = CITIES.find((known) => asked !== null && cityKey(known) === cityKey(asked)) ?? null;
  if (asked !== null && city === null) throw notFound();
  const { value, asOf } = await orLastGood(context, `prices ${city ?? ""}`, findAreaPrices(context.db, city));
  return { city, prices: value, asOf, now: context.now, origin: context.origin };
}

export default function Prices() {
  const { city, prices, asOf, now } = useLoaderData<typeof loader>();
  const highest = Math.max(...PRICED_SERVICES.map((service) => prices?.[service]?.high ?? 0));
  const most = 1000 * Math.ceil((highest * 1.05) / 1000);
  return (
    <>
      <PageHead
        title={`What plumbing costs in ${city ?? "Zimbabwe"}`}
        lead="What clients paid in the end for jobs booked here, including parts and the visit fee."
      />
      <div className="page grid gap-8 py-8">
        <nav aria-label="Cities" className="flex flex-wrap gap-2">
          {[null, ...CITIES].map((one) => (
            <Link key={one} to={pricePath(one)} className="chip" aria-current={one === city ? "true" : undefined}>
              {one ?? "All of Zimbabwe"}
            </Link>
          ))}
        </nav>
        <AsOf asOf={asOf} now={now} />
        {prices ? (
          <div className="grid gap-4 lg:grid-cols-2">
            {PRICED_SERVICES.map((service) => (
              <PriceCard key={service} service={service} price={prices[service]} city={city} most={most} />
            ))}
          </div>
        ) : (
          <Notice kind="info">We can't show prices right now. Try again in a minute.</Notice>
        )}
        <p>
          <Link to={city ? cityPath(city) : "/plumbers"} className="button">
            Find a plumber{city && ` in ${city}`}
          </Link>
        </p>
        <StaticFragment name="prices: questions">
          <section className="grid max-w-[65ch] gap-4">
            <h2>How we know</h2>
            <Questions questions={PRICE_QUESTIONS} name="price-questions" />
          </section>
        </StaticFragment>
      </div>
    </>
  );
}
