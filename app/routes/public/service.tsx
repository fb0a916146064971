import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { SERVICES } from "~/content/services";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import { HOUR } from "~/domain/time/harare";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { CITIES, cityKey } from "~/domain/values/cities";
import { notFound } from "~/http/not-found";
import type { PageHandle } from "~/http/page-handle";
import { orWithout } from "~/http/page-parts";
import { param } from "~/http/params";
import { Icon } from "~/ui/elements/icon";
import { Link } from "~/ui/shell/link";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumbersMissing } from "~/ui/plumbers/plumbers-missing";
import { Illustration } from "~/ui/illustrations/illustration";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";
import { SERVICE_ILLUSTRATIONS } from "~/ui/illustrations/service-illustrations";

export const handle: PageHandle = { cache: { query: ["city"] } };

export const meta: MetaFunction<typeof loader> = (page) =>
  page.data ? describePage(page, { title: page.data.service.title, description: page.data.service.text }) : [];

const WITH_A_PAGE = ["residential", "commercial", "emergency"];
const SOON = 3 * HOUR;

/** A service's page. The one for emergencies lists the plumbers of a chosen city who are free within three hours. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const service = SERVICES.find(({ slug }) => slug === param(params, "slug") && WITH_A_PAGE.includes(slug));
  if (!service) throw notFound();
  const asked = new URL(request.url).searchParams.get("city");
  const city = CITIES.find((known) => asked && cityKey(known) === cityKey(asked)) ?? null;
  if (service.slug !== "emergency" || !city) return { service, city: null, soon: [], now };
  // A copy can't tell who is free within three hours (F4).
  const page = await orWithout(
    context,
    "free soon",
    listPlumbers(db, { city: cityKey(city), cursor: null, now }),
    null,
  );
  const soon = page && page.plumbers.filter(({ nextFree }) => nextFree !== null && nextFree <= now + SOON);
  return { service, city, soon, now };
}

export default function ServicePage() {
  const { service, city, soon, now } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={service.title} lead={service.text} />
      <div className="page grid gap-10 py-10">
        <section className="grid items-center gap-6 sm:grid-cols-[240px_1fr]">
          <Illustration svg={SERVICE_ILLUSTRATIONS[service.illustration]} />
          <ul className="grid gap-2">
            {service.points.map((point) => (
              <li key={point} className="flex gap-2">
                <Icon name="check" className="mt-1 text-copper-500" /> {point}
              </li>
            ))}
          </ul>
        </section>
        {service.slug === "emergency" ? (
          <section className="grid gap-5">
            <h2>Who is free within three hours?</h2>
            <nav aria-label="Cities" className="flex flex-wrap gap-2">
              {CITIES.map((known) => (
                <Link
                  key={known}
                  to={`/services/emergency?city=${known}`}
                  className="chip"
                  aria-current={known === city ? "true" : undefined}
                >
                  {known}
                </Link>
              ))}
            </nav>
            {!soon && <PlumbersMissing />}
            {city && soon?.length === 0 && (
              <p className="text-ink-2">Nobody in {city} has a free slot within three hours. Please call us.</p>
            )}
            {soon && soon.length > 0 && <PlumberGrid plumbers={soon} now={now} />}
            <p>
              <a href={telephoneLink(brand.phone)} className="button">
                <Icon name="phone" /> Call {formatPhone(brand.phone)}
              </a>
            </p>
          </section>
        ) : (
          <p>
            <Link to="/plumbers" className="button">
              Find a plumber
            </Link>
          </p>
        )}
      </div>
    </>
  );
}
