import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { directoryPath, parseDirectoryChoice } from "~/domain/plumbers/directory-query";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import { cityKey } from "~/domain/values/place";
import { redirectTo } from "~/http/redirects";
import drawing from "~/ui/drawings/no-plumbers.svg?url";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { CityChips } from "~/ui/plumbers/city-chips";
import { DirectoryFilter } from "~/ui/plumbers/directory-filter";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.choice.speciality ?? (data?.choice.city ? "Plumbers" : "Our plumbers")}${data?.choice.city ? ` in ${data.choice.city}` : ""} – ${brand.name}` },
];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const url = new URL(request.url);
  // A form can only ask in the query; each city has one address.
  const searched = url.searchParams.get("city");
  if (searched !== null) throw redirectTo(directoryPath(parseDirectoryChoice(searched, url)));
  const choice = parseDirectoryChoice(params["city"] ?? null, url);
  const city = choice.city && cityKey(choice.city);
  const page = await listPlumbers(db, { ...choice, city, after: url.searchParams.get("after"), now });
  return { ...page, choice, now };
}

export default function Plumbers() {
  const { plumbers, next, choice, now } = useLoaderData<typeof loader>();
  const { city, speciality } = choice;
  return (
    <div className="page grid gap-5 py-8">
      <h1>{city ? `Plumbers in ${city}` : "Our Plumbers"}</h1>
      <CityChips choice={choice} />
      <DirectoryFilter choice={choice} />
      <h2 className="sr-only">Plumbers</h2>
      {plumbers.length > 0 ? (
        <PlumberGrid plumbers={plumbers} now={now} />
      ) : (
        <EmptyState drawing={drawing} text={`No plumbers${speciality ? ` for ${speciality}` : ""}${city ? ` in ${city}` : ""} yet.`}>
          <Link to={directoryPath({ ...choice, city: speciality ? city : null, speciality: null })} className="button button-quiet">
            {speciality && city ? `See all plumbers in ${city}` : "See all plumbers"}
          </Link>
        </EmptyState>
      )}
      {next && (
        <p className="text-center">
          <Link to={directoryPath(choice, next)} className="button button-quiet">
            More plumbers
          </Link>
        </p>
      )}
    </div>
  );
}
