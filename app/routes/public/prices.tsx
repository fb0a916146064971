import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { PRICE_QUESTIONS, PRICED_WORK } from "~/content/price-guide";
import { directoryPath } from "~/domain/plumbers/directory-query";
import {
  type AreaPrice,
  formatPriceRange,
  pricedAs,
  PRICED_SERVICES,
  type PricedService,
  type UsualPrice,
} from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { PROBLEMS, titleOf } from "~/domain/search/problem";
import { CITIES, cityKey, cityPath } from "~/domain/values/cities";
import { formatMoney } from "~/domain/values/money";
import { notFound } from "~/http/responses";
import { orLastGood } from "~/http/page-parts";
import { ButtonLink, Chip, Link, Notice } from "~/ui/shell/elements";
import { AsOf, keptPage, PageHead, Questions, StaticFragment } from "~/ui/shell/public-page";
import { Drawing } from "~/ui/illustrations/drawing";
import { PriceFigure, pricePath } from "~/ui/prices/service-prices";
import { faqStructuredData, serviceStructuredData, trailStructuredData } from "~/ui/site/structured-data";

export const { handle, meta } = keptPage<typeof loader>(({ city, prices }) => {
  const known = PRICED_SERVICES.flatMap((service) => {
    const price = prices?.[service];
    return price ? [{ ...PRICED_WORK[service], service, price }] : [];
  });
  const local = known
    .filter(({ price }) => city === null || price.isOfCity)
    .map(({ title, price }) => `${title.toLowerCase()} usually costs ${formatPriceRange(price)}`);
  const where = city ?? "Zimbabwe";
  return {
    title: `What plumbing costs in ${where}`,
    description: `What clients paid for plumbing in ${where} in the last 12 months${local.length ? `: ${local.slice(0, 2).join(", ")}` : ""}. From completed jobs, including parts and the visit fee.`,
    path: pricePath(city),
    data: (origin) => [
      trailStructuredData(origin, [["Prices", "/prices"], ...(city ? [[city, pricePath(city)] as const] : [])]),
      ...known.map(({ service, title, text, price }) => {
        const facts = { serviceType: service, name: title, description: text };
        return serviceStructuredData(origin, facts, price, price.isOfCity ? city : null);
      }),
      faqStructuredData(PRICE_QUESTIONS),
    ],
  };
});

/** The usual prices in one of our cities, or in the country (D18, D20). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const asked = params["city"] ?? null;
  const city = CITIES.find((known) => asked !== null && cityKey(known) === cityKey(asked)) ?? null;
  if (asked !== null && city === null) throw notFound();
  const { value, asOf } = await orLastGood(context, `prices ${city ?? ""}`, findAreaPrices(context.db, city));
  return { city, prices: value, asOf, now: context.now };
}

export default function Prices() {
  const { city, prices, asOf, now } = useLoaderData<typeof loader>();
  const highest = Math.max(...PRICED_SERVICES.map((service) => prices?.[service]?.high ?? 0));
  const most = 1000 * Math.ceil((highest * 1.05) / 1000);
  return (
    <>
      <PageHead
        title={`What plumbing costs in ${city ?? "Zimbabwe"}`}
        lead={`What ${brand.name} clients actually paid, including parts and the visit fee.`}
      />
      <div className="page grid gap-8 py-8">
        <nav aria-label="Cities" className="flex flex-wrap gap-2">
          {[null, ...CITIES].map((one) => (
            <Chip key={one} to={pricePath(one)} isChosen={one === city} label={one ?? "All of Zimbabwe"} />
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
          <ButtonLink to={city ? cityPath(city) : "/plumbers"}>Find a plumber{city && ` in ${city}`}</ButtonLink>
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

interface PriceCardProps {
  service: PricedService;
  price: AreaPrice | undefined;
  city: string | null;
  most: number;
}

function PriceCard({ service, price, city, most }: PriceCardProps) {
  const { title, text, illustration } = PRICED_WORK[service];
  const problems = PROBLEMS.filter((problem) => pricedAs(problem) === service);
  return (
    <section className="card grid content-start gap-3 p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2>{title}</h2>
          <p className="text-ink-2">{text}</p>
        </div>
        <Drawing name={illustration} className="w-24 flex-none" />
      </div>
      {price ? (
        <div className="grid gap-2">
          {city && !price.isOfCity && <p className="text-ink-2">Across Zimbabwe (too few {city} jobs)</p>}
          <PriceFigure price={price} where={city && price.isOfCity ? `in ${city}` : ""} />
          <PriceBar price={price} most={most} />
        </div>
      ) : (
        <p className="text-ink-2">
          Too few jobs so far to say what it usually costs. Every plumber's fee to come and look is on{" "}
          <Link to={directoryPath({ city, speciality: null, problem: null, sort: "rank" })}>their card</Link>.
        </p>
      )}
      <nav aria-label={`Plumbers: ${title}`}>
        <ul className="flex flex-wrap items-center gap-2">
          <li className="text-ink-2">Find a plumber for:</li>
          {problems.map((problem) => (
            <li key={problem}>
              <Chip to={directoryPath({ city, speciality: null, problem, sort: "rank" })}>{titleOf(problem)}</Chip>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}

/** A pipe from nothing to the end of the scale, of copper where half of the jobs are. */
const PriceBar = ({ price: { low, high }, most }: { price: UsualPrice; most: number }) => (
  <div aria-hidden="true">
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-3 w-full overflow-hidden rounded-full">
      <rect width="100" height="4" className="fill-brand-100" />
      <rect
        x={(100 * low) / most}
        width={Math.max(2, (100 * (high - low)) / most)}
        height="4"
        className="fill-copper-500"
      />
    </svg>
    <p className="flex justify-between text-sm text-ink-3">
      <span>$0</span>
      <span>{formatMoney(most)}</span>
    </p>
  </div>
);
