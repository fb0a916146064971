import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import { CITIES, cityKey } from "~/domain/values/place";
import { cleanLine } from "~/domain/values/text";
import drawing from "~/ui/drawings/no-plumbers.svg?url";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { CityChips } from "~/ui/plumbers/city-chips";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.city ? `Plumbers in ${data.city} – ${brand.name}` : `Our plumbers – ${brand.name}` },
];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const asked = cleanLine(params["city"] ?? "").slice(0, 60) || null;
  const city = CITIES.find((known) => asked && cityKey(known) === cityKey(asked)) ?? asked;
  const after = new URL(request.url).searchParams.get("after");
  const page = await listPlumbers(db, { city: city && cityKey(city), after, now });
  return { ...page, city, now };
}

export default function Plumbers() {
  const { plumbers, next, city, now } = useLoaderData<typeof loader>();
  return (
    <div className="page grid gap-6 py-8">
      <h1>{city ? `Plumbers in ${city}` : "Our Plumbers"}</h1>
      <CityChips chosen={city} />
      <h2 className="sr-only">Plumbers</h2>
      {plumbers.length > 0 ? (
        <PlumberGrid plumbers={plumbers} now={now} />
      ) : (
        <EmptyState drawing={drawing} text={city ? `No plumbers in ${city} yet.` : "No plumbers yet."}>
          <Link to={city ? "/plumbers" : "/"} className="button button-quiet">
            {city ? "See all plumbers" : "Homepage"}
          </Link>
        </EmptyState>
      )}
      {next && (
        <p className="text-center">
          <Link to={`?after=${encodeURIComponent(next)}`} className="button button-quiet">
            More plumbers
          </Link>
        </p>
      )}
    </div>
  );
}
