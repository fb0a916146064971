import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BLOG_POSTS } from "~/content/blog-posts";
import { SERVICES, type Service } from "~/content/services";
import { Drawing } from "~/ui/illustrations/drawing";
import { chosenSpecialities, directoryPath } from "~/domain/plumbers/directory-query";
import { freeOnesFirst, listPlumbers, listSoonestOfCities } from "~/domain/plumbers/directory.server";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { HOUR, type Instant } from "~/domain/time/harare";
import { CITIES, cityKey } from "~/domain/values/cities";
import { countOf } from "~/domain/values/numbers";
import { notFound, param } from "~/http/responses";
import { orWithout } from "~/http/page-parts";
import { formatMoney } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { useResponseContext } from "~/ui/shell/response-context";
import { Availability } from "~/ui/plumbers/plumber-facts";
import { ButtonLink, Chip, Link, TextLink } from "~/ui/shell/elements";
import { PlumberGrid, PlumbersMissing } from "~/ui/plumbers/plumber-card";
import { ServicePrices } from "~/ui/prices/service-prices";
import { keptPage, PageHead } from "~/ui/shell/public-page";
import { CallUs } from "~/ui/site/call-us";
import { servicePath, ServicePoints, usualRange } from "~/ui/site/service-cards";
import { serviceStructuredData, trailStructuredData } from "~/ui/site/structured-data";
import type { ListedPlumber } from "~/domain/plumbers/plumber";

export const { handle, meta } = keptPage<typeof loader>(
  ({ service, prices }) => {
    const { title, text: description, priced } = service;
    const price = priced.length === 1 ? prices?.[priced[0]!] : undefined;
    return {
      title,
      description,
      data: (origin) => [
        serviceStructuredData(origin, { serviceType: title, name: title, description }, price ?? null, null),
        trailStructuredData(origin, [
          ["Our Services", "/services"],
          [title, servicePath(service)],
        ]),
      ],
    };
  },
  ["city"],
);

const FREE_SOON = 3 * HOUR;
const PLUMBERS_SHOWN = 4;

/** A service's page (D18). For emergencies: the plumbers of a city who are free within three hours, or the soonest. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const service = SERVICES.find(({ slug }) => slug === param(params, "slug"));
  if (!service) throw notFound();
  const asked = new URL(request.url).searchParams.get("city");
  const isEmergency = service.slug === "emergency";
  const city = (isEmergency && CITIES.find((known) => asked && cityKey(known) === cityKey(asked))) || null;
  const specialities = chosenSpecialities(service.by);
  const list = (name: string, choice: Omit<Parameters<typeof listPlumbers>[1], "cursor" | "now">) =>
    orWithout(context, name, listPlumbers(db, { ...choice, cursor: null, now }), null);
  const [prices, best, soonest, ofCities] = await Promise.all([
    orWithout(context, "prices", findAreaPrices(db, null), null),
    isEmergency ? null : list("best", { city: null, specialities, limit: PLUMBERS_SHOWN }),
    // A copy can't tell who is free soon (F4).
    city ? list("free soon", { city: cityKey(city), sort: "soonest" }) : null,
    isEmergency && !city
      ? orWithout(context, "free in cities", listSoonestOfCities(db, CITIES.map(cityKey), now), [])
      : [],
  ]);
  const free = soonest && soonest.plumbers.filter(({ nextFree }) => nextFree !== null);
  const soon = free?.filter(({ nextFree }) => nextFree! <= now + FREE_SOON) ?? [];
  return {
    service,
    prices,
    best: freeOnesFirst(best?.plumbers ?? []),
    isEmergency,
    city,
    isUnknownCity: isEmergency && Boolean(asked) && city === null,
    ofCities: ofCities.filter(({ nextFree }) => nextFree !== null),
    free: free && {
      plumbers: soon.length > 0 ? soon : free.slice(0, PLUMBERS_SHOWN),
      areFreeSoon: soon.length > 0,
      hasMore: soon.length === soonest.plumbers.length && soonest.next !== null,
    },
    now,
  };
}

export default function ServicePage() {
  const { service, prices, best, isEmergency, now, ...soonest } = useLoaderData<typeof loader>();
  const isClosed = useResponseContext().officeOpens !== null;
  const range = usualRange(service, prices);
  const directory = directoryPath({ city: null, sort: "rank", ...service.by });
  return (
    <>
      {isEmergency ? (
        <PageHead title={service.title}>
          <p className="lg:hidden">
            <a href="#free" className={`button ${isClosed ? "" : "button-quiet"}`}>
              See who is free
            </a>
          </p>
        </PageHead>
      ) : (
        <PageHead title={service.title} lead={service.text} picture={service.illustration}>
          {range && <p className="text-lg font-semibold">Usually {range}</p>}
          <p>
            <ButtonLink to={directory}>Find a plumber for this</ButtonLink>
          </p>
        </PageHead>
      )}
      <div className={`page grid gap-8 ${isEmergency ? "py-4" : "py-8"}`}>
        {isEmergency && (
          <>
            <TurnOff illustration={service.illustration} />
            <FreeSoon {...soonest} now={now} />
            <CallUs isBeside />
          </>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <section className="grid gap-3">
            <h2>What we do</h2>
            <ServicePoints {...service} />
          </section>
          <ServicePrices services={service.priced} prices={prices} />
        </div>
        {!isEmergency && (
          <section className="grid gap-4">
            <h2>Who does it</h2>
            {best.length > 0 && <PlumberGrid plumbers={best} now={now} eager={0} problem={service.by.problem} />}
            <p>
              <TextLink to={directory}>All {service.slug.replace(/s$/, "")} plumbers</TextLink>
            </p>
          </section>
        )}
      </div>
    </>
  );
}

interface FreePlumbers {
  plumbers: ListedPlumber[];
  areFreeSoon: boolean;
  hasMore: boolean;
}

const FIRST_MINUTES = BLOG_POSTS.find(({ id }) => id === 4)!;

function describeFree(city: string, { plumbers, areFreeSoon, hasMore }: FreePlumbers): string {
  if (plumbers.length === 0) return `Nobody in ${city} is free this week.`;
  if (!areFreeSoon) return `Nobody in ${city} is free within three hours. These plumbers are free soonest:`;
  const isOne = plumbers.length === 1 && !hasMore;
  return `${countOf(plumbers.length, "plumber")}${hasMore ? " or more" : ""} in ${city} ${isOne ? "is" : "are"} free within three hours.`;
}

const TurnOff = ({ illustration }: Pick<Service, "illustration">) => (
  <section className="card flex items-center justify-between gap-4 p-4 sm:p-6">
    <div className="grid gap-2">
      <h2>Turn off the water at the meter</h2>
      <ol className="grid list-decimal gap-1 pl-6">
        <li>Find the stop valve beside the meter, usually near the gate. Turn it clockwise.</li>
        <li>Is there a tank? Close the valve at its outlet, and switch off pumps.</li>
        <li>Switch off the geyser. Stay out of rooms where water is near lights or sockets.</li>
      </ol>
      <TextLink to={`/blog/${FIRST_MINUTES.id}`}>{FIRST_MINUTES.title}</TextLink>
    </div>
    <Drawing name={illustration} className="flex-none max-sm:hidden sm:w-40" />
  </section>
);

interface FreeSoonProps {
  city: string | null;
  /** Another city than ours was asked for. */
  isUnknownCity: boolean;
  free: FreePlumbers | null;
  /** The plumber who is free first in each city; none once a city is chosen. */
  ofCities: Pick<ListedPlumber, "id" | "firstName" | "lastName" | "city" | "feeCents" | "nextFree">[];
  now: Instant;
}

const FreeSoon = ({ city, isUnknownCity, free, ofCities, now }: FreeSoonProps) => (
  <section id="free" className="grid gap-4">
    <h2>Who is free soonest?</h2>
    <nav aria-label="Cities" className="flex flex-wrap gap-2">
      {CITIES.map((known) => (
        <Chip key={known} to={`/services/emergency?city=${known}#free`} isChosen={known === city} label={known} />
      ))}
    </nav>
    {isUnknownCity && (
      <p className="font-semibold">Your town isn't among these. Ask us: we can look for someone there.</p>
    )}
    {ofCities.length > 0 && ofCities.every(({ nextFree }) => nextFree! > now + FREE_SOON) && (
      <p className="font-semibold">
        Nobody is free within three hours. Turn off the water now, and book the first visit:
      </p>
    )}
    {ofCities.length > 0 && (
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {ofCities.map((plumber) => (
          <li key={plumber.id} className="card relative p-3 leading-snug hover:border-brand-600">
            <p className="flex flex-wrap justify-between gap-x-2">
              <Link to={`/appointment/${plumber.id}`} className="whole font-semibold">
                {plumber.city}: {fullName(plumber)}
              </Link>
              {formatMoney(plumber.feeCents)} visit fee
            </p>
            <Availability plumber={plumber} now={now} />
          </li>
        ))}
      </ul>
    )}
    {city && !free && <PlumbersMissing />}
    {city && free && <p className="font-semibold">{describeFree(city, free)}</p>}
    {free && free.plumbers.length > 0 && <PlumberGrid plumbers={free.plumbers} now={now} city={city} />}
  </section>
);
