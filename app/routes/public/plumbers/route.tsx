import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { suburbsOf } from "~/content/suburbs";
import {
  chosenSpecialities,
  type DirectoryChoice,
  directoryPath,
  parseDirectorySearch,
} from "~/domain/plumbers/directory-query";
import { countInCities, findServedCity, hasPlumbers, listPlumbers } from "~/domain/plumbers/directory.server";
import { titleOf, type Problem, problemName } from "~/domain/search/problem";
import { countUnknownSearch } from "~/domain/search/unknown-searches.server";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import type { PlumberCount } from "~/domain/plumbers/plumber";
import { parseMarkedCursor } from "~/domain/values/lists";
import { CITIES, citiesLike, cityKey, cityPath, suburbKey } from "~/domain/values/cities";
import { forgottenCityCookie, rememberedCity } from "~/http/cookies";
import { orLastGood, orWithout } from "~/http/page-parts";
import { redirectTo } from "~/http/responses";
import { AsOf, keptPage } from "~/ui/shell/public-page";
import { Link, Notice, QuietLink } from "~/ui/shell/elements";
import { HouseSearch, PartOfHouse, ProblemSearchIn } from "~/ui/site/house-search";
import { AskForCity, Filters, NoPlumbers, plumberCount } from "./directory";
import { PlumberGrid, PlumbersMissing } from "~/ui/plumbers/plumber-card";
import { pricedAs } from "~/domain/prices/usual-price";

const QUERY = ["q", "city", "problem", "speciality", "suburb", "day", "fee", "rating", "sort", "filter", "cursor"];

export const { handle, meta } = keptPage<typeof loader>(({ choice: { city, speciality, problem } }) => {
  const who = speciality ?? (problem && `Plumbers for ${problemName(problem)}`);
  return {
    title: `${who ?? (city ? "Plumbers" : "Our plumbers")}${city ? ` in ${city}` : ""}`,
    description: `${who ?? "Plumbers"} in ${city ?? "Zimbabwe"}: compare fees, reviews and free hours, and book online.`,
    path: city ? cityPath(city) : "/plumbers",
  };
}, QUERY);

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { now } = context;
  const url = new URL(request.url);
  const { choice, unknown } = parseDirectorySearch(params["city"] ?? null, url, { now, suburbsOf });
  // The search form can only put what it asks for into the query, but each choice has one address (D3, D16).
  if (url.searchParams.has("city") || (url.searchParams.has("q") && unknown === null)) {
    const city = choice.city && (await findServedCity(context.db, choice.city));
    // The chip that clears the city; a search that leaves it empty doesn't.
    const forgets = url.searchParams.get("city") === "" && !url.searchParams.has("q");
    throw redirectTo(
      directoryPath({ ...choice, city }, { unknown }),
      forgets ? { "Set-Cookie": forgottenCityCookie } : {},
    );
  }
  const remembered = rememberedCity(request);
  if (remembered) throw redirectTo(directoryPath({ ...choice, city: remembered }));
  if (unknown) context.afterResponse(() => countUnknownSearch(context.db, unknown, now));
  const city = choice.city && cityKey(choice.city);
  const cursor = parseMarkedCursor(url.searchParams.get("cursor"));
  const { problem, suburb, day, fee, rating, sort } = choice;
  const list = listPlumbers(context.db, {
    city,
    specialities: chosenSpecialities(choice),
    suburb: suburb && suburbKey(suburb),
    day,
    maxFeeCents: fee && fee * 100,
    minRating: rating,
    service: problem && pricedAs(problem),
    sort,
    cursor,
    now,
    isCounted: cursor === null,
  });
  const asksForCity = problem !== null && city === null;
  // The numbers are of the problem alone.
  const countsCities = asksForCity && cursor === null && !day && !fee && !rating;
  const [page, isListed, counts] = await Promise.all([
    // Unknown cities must not fill the copies with empty lists, nor made-up cursors and rare choices with pages of the list.
    orLastGood(
      context,
      `plumbers ${JSON.stringify({ ...choice, city, cursor })}`,
      list,
      ({ plumbers }) => cursor === null && plumbers.length > 0 && !suburb && !day && !fee && !rating,
    ),
    city === null || orWithout(context, "city", hasPlumbers(context.db, city), true),
    countsCities
      ? orWithout(context, "cities", countInCities(context.db, CITIES.map(cityKey), chosenSpecialities(choice)), null)
      : null,
  ]);
  const { plumbers = null, next = null, count = null } = page.value ?? {};
  const named = { ...choice, city: plumbers?.find((plumber) => cityKey(plumber.city) === city)?.city ?? choice.city };
  const cities = isListed || choice.city === null ? [] : citiesLike(choice.city);
  return data(
    {
      plumbers,
      next,
      count: cursor ? null : count,
      counts,
      asOf: page.asOf,
      choice: named,
      unknown,
      cities,
      isListed,
      now,
      isFiltering: url.searchParams.get("filter") === "open",
      isBegun: cursor !== null,
    },
    { status: isListed ? 200 : 404 },
  );
}

export default function Plumbers() {
  const { plumbers, next, count, counts, asOf, choice, unknown, cities, isListed, now, isFiltering, isBegun } =
    useLoaderData<typeof loader>();
  const { city, problem } = choice;
  const firstAid = problem && FIRST_AID[problem];
  const asksForCity = problem !== null && city === null;
  return (
    <div className="page grid items-start gap-2 py-3 sm:gap-5 sm:py-8 lg:grid-cols-3">
      <div className="grid min-w-0 gap-2 sm:gap-5 lg:col-span-2">
        <h1 className="flex items-center gap-3">
          {headingOf(choice, count)} {problem && <PartOfHouse problem={problem} />}
        </h1>
        {asksForCity && <AskForCity choice={choice} counts={counts} />}
        <ProblemSearchIn typed={unknown ?? (problem && titleOf(problem))} city={city} />
        {unknown && (
          <Notice kind="info">
            We didn't understand <bdi>“{unknown}”</bdi>.{" "}
            {plumbers && plumbers.length > 0 ? `Here is everyone${city ? ` in ${city}` : ""}; or call` : "Call"} us on{" "}
            <a href={telephoneLink(brand.phone)}>{showPhone(brand.phone)}</a>.
          </Notice>
        )}
        {firstAid && (
          <Notice kind="info">
            {firstAid} Then see{" "}
            <Link to={city ? `/services/emergency?city=${city}#free` : "/services/emergency"}>
              who can come soonest
            </Link>
            .
          </Notice>
        )}
        <Filters choice={choice} now={now} isFiltering={isFiltering} count={count} />
      </div>
      <div className="grid min-w-0 gap-3 sm:gap-5 lg:col-span-3">
        <h2 className="sr-only">Plumbers</h2>
        {plumbers && plumbers.length > 1 && choice.sort === "rank" && !choice.suburb && (
          <p className="text-sm text-ink-2">
            Best reviewed first. <Link to="/how-we-rank-plumbers">How we rank</Link>
          </p>
        )}
        <AsOf asOf={asOf} now={now} />
        {plumbers === null && <PlumbersMissing />}
        {plumbers?.length === 0 && <NoPlumbers choice={choice} now={now} isListed={isListed} cities={cities} />}
        {plumbers && plumbers.length > 0 && (
          <PlumberGrid plumbers={plumbers} now={now} problem={problem} city={city} suburb={choice.suburb} />
        )}
        {(next || isBegun) && (
          <p className="flex flex-wrap justify-center gap-3">
            {isBegun && <QuietLink to={directoryPath(choice)}>From the first</QuietLink>}
            {next && <QuietLink to={directoryPath(choice, { cursor: next })}>More plumbers</QuietLink>}
          </p>
        )}
      </div>
      <aside className="later grid max-w-[480px] [--tall:320px] gap-2 lg:col-start-3 lg:row-start-1">
        <h2 className="text-lg font-bold">{problem ? "Something else? Point at it" : "Point at what is wrong"}</h2>
        <HouseSearch choice={choice} />
      </aside>
    </div>
  );
}

/** `6 plumbers for a toilet in Harare`, `Leaking geyser: where?`, `Our Plumbers (24)`; without a count on later pages. */
function headingOf({ city, problem }: DirectoryChoice, count: PlumberCount | null): string {
  const counted = count && count.found > 0 ? plumberCount(count) : null;
  if (city) return `${counted ?? "Plumbers"}${problem ? ` for ${problemName(problem)}` : ""} in ${city}`;
  if (problem) return `${titleOf(problem)}: where?`;
  return counted ? `Our Plumbers (${counted.replace(/ plumbers?/, "")})` : "Our Plumbers";
}

const FIRST_AID: Partial<Record<Problem, string>> = {
  "burst-pipe": "Water running? First close the valve at the meter, or under the tank.",
  "geyser-leak": "First switch the geyser off at the board, and close the cold-water valve beside it.",
  gas: "Smell gas? Close the cylinder, open doors and windows, touch no switch, and call from outside.",
};
