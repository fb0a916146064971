import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import { TOP_PLUMBERS } from "~/domain/plumbers/plumber";
import { CITIES } from "~/domain/values/place";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import hero from "~/ui/drawings/hero.svg?url";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names";
import { Link } from "~/ui/link";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const { plumbers } = await listPlumbers(db, { city: null, after: null, now, limit: TOP_PLUMBERS });
  return { plumbers, now };
}

const STEPS: { icon: IconName; title: string; text: string }[] = [
  { icon: "map-pin", title: "Choose your city", text: "See who works there, what they do best and what a visit costs." },
  { icon: "calendar-check", title: "Pick a time", text: "Seven days of free slots, from 10:00 am to 9:00 pm." },
  { icon: "shield-check", title: "Follow the job", text: "The plumber confirms, you get a mail, and you can see every step." },
];

export default function Home() {
  const { plumbers, now } = useLoaderData<typeof loader>();
  return (
    <>
      <section className="bg-brand-900 text-white">
        <div className="page grid items-center gap-8 py-10 lg:grid-cols-2 lg:py-16">
          <div className="grid justify-items-start gap-5">
            <h1 className="text-display">{brand.claim}</h1>
            <p className="max-w-[48ch] text-lg text-brand-100">
              Find a plumber in your city in Zimbabwe, see the fee before you book, and choose the hour that suits you.
            </p>
            <div className="flex flex-wrap gap-3">
              <Link to="/booking" className="button">
                Book Now
              </Link>
              <a href={telephoneLink(brand.phone)} className="button button-quiet">
                <Icon name="phone" /> {formatPhone(brand.phone)}
              </a>
            </div>
          </div>
          <img src={hero} alt="" width={480} height={360} className="mx-auto w-full max-w-[420px] rounded-card bg-bg p-4" />
        </div>
      </section>

      <section className="page pt-12">
        <h2 className="text-h1 mb-5">Find A Plumber In Your Area</h2>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
          {CITIES.map((city) => (
            <li key={city}>
              <Link to={`/plumbers/${city}`} className="card flex min-h-14 items-center justify-center gap-2 px-3 font-semibold text-ink no-underline hover:border-brand-600">
                <Icon name="map-pin" className="text-copper-500" /> {city}
              </Link>
            </li>
          ))}
        </ul>
      </section>

      <section className="page pt-12">
        <h2 className="text-h1 mb-5">Top Plumbers To Book</h2>
        <PlumberGrid plumbers={plumbers} now={now} />
        <p className="mt-6 text-center">
          <Link to="/plumbers" className="button button-quiet">
            More
          </Link>
        </p>
      </section>

      <section className="page pt-12">
        <h2 className="text-h1 mb-5">How it works</h2>
        <ol className="grid gap-4 sm:grid-cols-3">
          {STEPS.map(({ icon, title, text }) => (
            <li key={title} className="card grid content-start gap-2 p-5">
              <Icon name={icon} className="!size-8 text-brand-600" />
              <h3 className="text-lg font-bold">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
