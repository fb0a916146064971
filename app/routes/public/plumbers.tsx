import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { directoryPath, parseDirectoryChoice } from "~/domain/plumbers/directory-query";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import { cityKey } from "~/domain/values/place";
import { orLastGood } from "~/http/last-good";
import { redirectTo } from "~/http/redirects";
import drawing from "~/ui/drawings/no-plumbers.svg?url";
import { AsOf } from "~/ui/site/as-of";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { CityChips } from "~/ui/plumbers/city-chips";
import { DirectoryFilter } from "~/ui/plumbers/directory-filter";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumbersMissing } from "~/ui/plumbers/plumbers-missing";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.choice.speciality ?? (data?.choice.city ? "Plumbers" : "Our plumbers")}${data?.choice.city ? ` in ${data.choice.city}` : ""} – ${brand.name}` },
];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { now } = context;
  const url = new URL(request.url);
  // A form can only ask in the query; each city has one address.
  const searched = url.searchParams.get("city");
  if (searched !== null) throw redirectTo(directoryPath(parseDirectoryChoice(searched, url)));
  const choice = parseDirectoryChoice(params["city"] ?? null, url);
  const city = choice.city && cityKey(choice.city);
  const after = url.searchParams.get("after");
  const name = `plumbers ${JSON.stringify([city, choice.speciality, choice.sort, after])}`;
  // Nobody's city fills the copies with empty lists, nor somebody's cursors with other ends of ours.
  const page = await orLastGood(context, name, listPlumbers(context.db, { ...choice, city, after, now }), ({ plumbers }) => after === null && plumbers.length > 0);
  return { plumbers: page.value?.plumbers ?? null, next: page.value?.next ?? null, asOf: page.asOf, choice, now };
}

export default function Plumbers() {
  const { plumbers, next, asOf, choice, now } = useLoaderData<typeof loader>();
  const { city, speciality } = choice;
  return (
    <div className="page grid gap-5 py-8">
      <h1>{city ? `Plumbers in ${city}` : "Our Plumbers"}</h1>
      <CityChips choice={choice} />
      <DirectoryFilter choice={choice} />
      <h2 className="sr-only">Plumbers</h2>
      <AsOf asOf={asOf} now={now} />
      {plumbers === null ? (
        <PlumbersMissing />
      ) : plumbers.length > 0 ? (
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
