import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { directoryPath, parseDirectoryChoice } from "~/domain/plumbers/directory-query";
import { hasPlumbers, listPlumbers } from "~/domain/plumbers/directory.server";
import { parseMarkedCursor } from "~/domain/values/key-cursor";
import { citiesLike, cityKey, cityPath } from "~/domain/values/cities";
import type { PageHandle } from "~/http/page-handle";
import { orLastGood, orWithout } from "~/http/page-parts";
import { redirectTo } from "~/http/redirects";
import illustration from "~/ui/illustrations/no-plumbers.svg?url";
import { AsOf } from "~/ui/site/as-of";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { CityChips } from "~/ui/plumbers/city-chips";
import { DirectoryFilter } from "~/ui/plumbers/directory-filter";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumbersMissing } from "~/ui/plumbers/plumbers-missing";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: ["city", "speciality", "sort", "cursor"] } };

export const meta: MetaFunction<typeof loader> = (page) => {
  if (!page.data) return [];
  const { city, speciality } = page.data.choice;
  return describePage(page, {
    title: `${speciality ?? (city ? "Plumbers" : "Our plumbers")}${city ? ` in ${city}` : ""}`,
    description: `${speciality ?? "Plumbers"} in ${city ?? "Zimbabwe"}: compare fees, reviews and free hours, and book online.`,
    path: city ? cityPath(city) : "/plumbers",
  });
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { now } = context;
  const url = new URL(request.url);
  // The search form can only put the city into the query, but each city has one address (D3).
  const searched = url.searchParams.get("city");
  if (searched !== null) throw redirectTo(directoryPath(parseDirectoryChoice(searched, url)));
  const choice = parseDirectoryChoice(params["city"] ?? null, url);
  const city = choice.city && cityKey(choice.city);
  const cursor = parseMarkedCursor(url.searchParams.get("cursor"));
  const name = `plumbers ${JSON.stringify([city, choice.speciality, choice.sort, cursor])}`;
  const [page, isListed] = await Promise.all([
    // Unknown cities must not fill the copies with empty lists, nor made-up cursors with pages of the list.
    orLastGood(
      context,
      name,
      listPlumbers(context.db, { ...choice, city, cursor, now }),
      ({ plumbers }) => cursor === null && plumbers.length > 0,
    ),
    city === null || orWithout(context, "city", hasPlumbers(context.db, city), true),
  ]);
  const { plumbers = null, next = null } = page.value ?? {};
  const named = { ...choice, city: plumbers?.find((plumber) => cityKey(plumber.city) === city)?.city ?? choice.city };
  const cities = isListed || choice.city === null ? [] : citiesLike(choice.city);
  return data(
    { plumbers, next, asOf: page.asOf, choice: named, cities, isListed, now },
    { status: isListed ? 200 : 404 },
  );
}

export default function Plumbers() {
  const { plumbers, next, asOf, choice, cities, isListed, now } = useLoaderData<typeof loader>();
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
        <EmptyState
          illustration={illustration}
          text={`No plumbers${speciality ? ` for ${speciality}` : ""}${city ? ` in ${city}` : ""} yet.`}
        >
          {cities.length > 0 && (
            <p>
              Did you mean{" "}
              {cities.map((name, at) => (
                <span key={name}>
                  {at > 0 && " or "}
                  <Link to={cityPath(name)}>{name}</Link>
                </span>
              ))}
              ?
            </p>
          )}
          <Link
            to={directoryPath({ ...choice, city: speciality && isListed ? city : null, speciality: null })}
            className="button button-quiet"
          >
            {speciality && city && isListed ? `See all plumbers in ${city}` : "See all plumbers"}
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
