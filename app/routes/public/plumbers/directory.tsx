import { suburbsOf } from "~/content/suburbs";
import {
  directoryPath,
  EVERYONE,
  FEE_CHOICES,
  hasUsualPrice,
  RATING_CHOICES,
  type DirectoryChoice,
} from "~/domain/plumbers/directory-query";
import { PROBLEMS, titleOf, PROBLEM_FACTS } from "~/domain/search/problem";
import { dateAt, nameDay, type Instant } from "~/domain/time/harare";
import { bookableDates } from "~/domain/time/slots";
import { suburbKey, CITIES, cityKey, cityPath } from "~/domain/values/cities";
import { Icon } from "~/ui/elements/icon";
import { Link } from "~/ui/shell/link";
import type { ListedPlumber, PlumberCount } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/numbers";
import { EmptyState } from "~/ui/elements/empty-state";
import illustration from "~/ui/illustrations/no-plumbers.svg?url";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";

const dayOf = (day: string, now: Instant) => {
  const name = nameDay(day, dateAt(now));
  return name.charAt(0).toUpperCase() + name.slice(1);
};
const feeOf = (fee: number) => `Up to $${fee}`;
const ratingOf = (rating: number) => `${rating} and up`;

/** The filters of a choice, without its city: each with its words, and the choice without it. */
function activeFilters(choice: DirectoryChoice, now: Instant): [string, Partial<DirectoryChoice>][] {
  const { speciality, problem, suburb, day, fee, rating } = choice;
  const filters: [string | null, Partial<DirectoryChoice>][] = [
    [speciality, { speciality: null }],
    [problem && titleOf(problem), { problem: null }],
    [suburb, { suburb: null }],
    [day && dayOf(day, now), { day: null }],
    [fee === null ? null : feeOf(fee), { fee: null }],
    [rating === null ? null : `Rated ${ratingOf(rating)}`, { rating: null }],
  ];
  return filters.filter((filter): filter is [string, Partial<DirectoryChoice>] => filter[0] !== null);
}

interface FilterProps {
  choice: DirectoryChoice;
  now: Instant;
  isFiltering: boolean;
}

/** The link to the filters with their number, and back to the list alone (D23). */
export function FilterLink({ choice, now, isFiltering }: FilterProps) {
  const count = activeFilters(choice, now).length;
  return (
    <Link
      to={directoryPath(choice, { isFiltering: !isFiltering })}
      className="chip"
      aria-current={isFiltering ? "true" : undefined}
    >
      Filter and sort{count > 0 && ` (${count})`}
    </Link>
  );
}

/** Filters and order as a GET form; without script a button applies them. It stays open until its link closes it. */
export function DirectoryFilter({ choice, now }: { choice: DirectoryChoice; now: Instant }) {
  const { city, problem, suburb, day, fee, rating, sort } = choice;
  const suburbs = city ? suburbsOf(city) : [];
  const sorts = [
    ["", suburb ? "Based there first" : "Best reviewed"],
    ["fee", "Lowest fee"],
    ["soonest", "Soonest"],
    ...(hasUsualPrice(problem) ? [["price", "Usual price"]] : []),
  ] as [string, string][];
  return (
    <form
      action={directoryPath({ ...EVERYONE, city })}
      data-at-once
      className="grid w-full grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-7"
    >
      <input type="hidden" name="filter" value="open" />
      <Choice
        name="problem"
        label="Problem"
        value={problem ?? ""}
        choices={[["", "All"], ...PROBLEMS.map((one): [string, string] => [one, titleOf(one)])]}
      />
      {suburbs.length > 0 && (
        <Choice
          name="suburb"
          label="Suburb"
          value={suburb ? suburbKey(suburb) : ""}
          choices={[["", "All"], ...suburbs.map((one): [string, string] => [suburbKey(one), one])]}
        />
      )}
      <Choice
        name="day"
        label="Free on"
        value={day ?? ""}
        choices={[["", "Any day"], ...bookableDates(now).map((one): [string, string] => [one, dayOf(one, now)])]}
      />
      <Choice
        name="fee"
        label="Fee"
        value={String(fee ?? "")}
        choices={[["", "Any"], ...FEE_CHOICES.map((one): [string, string] => [String(one), feeOf(one)])]}
      />
      <Choice
        name="rating"
        label="Rating"
        value={String(rating ?? "")}
        choices={[["", "Any"], ...RATING_CHOICES.map((one): [string, string] => [String(one), ratingOf(one)])]}
      />
      <Choice name="sort" label="Sort by" value={sort === "rank" ? "" : sort} choices={sorts} />
      <button className="button button-quiet">Show</button>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  choices: [string, string][];
}

const Choice = ({ name, label, value, choices }: ChoiceProps) => (
  <label className="field">
    <span className="font-semibold">{label}</span>
    <select name={name} className="input" defaultValue={value}>
      {choices.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

export function ActiveFilters({ choice, now, isFiltering }: FilterProps) {
  const filters = activeFilters(choice, now);
  if (filters.length === 0) return null;
  return (
    <nav aria-label="Chosen filters" className="chip-row">
      {filters.map(([words, without]) => (
        <Link
          key={words}
          to={directoryPath({ ...choice, ...without }, { isFiltering })}
          className="chip"
          aria-current="true"
        >
          {words} <Icon name="x" label="Clear the filter" />
        </Link>
      ))}
    </nav>
  );
}

/** The cities as links that keep the other filters; the chosen city's link clears it (D5), a remembered one by an empty `city`. */
export function CityChips({ choice }: { choice: DirectoryChoice }) {
  return (
    <nav aria-label="Cities" className="grid min-w-0 gap-1">
      {choice.city === null && <p className="font-semibold">Which city?</p>}
      <div className="chip-row">
        {CITIES.map((city) => {
          const isChosen = choice.city !== null && cityKey(choice.city) === cityKey(city);
          return (
            <Link
              key={city}
              to={
                isChosen && choice.problem
                  ? `${directoryPath({ ...choice, city: null, suburb: null })}&city=`
                  : directoryPath({ ...choice, city: isChosen ? null : city, suburb: null })
              }
              className="chip"
              aria-current={isChosen ? "true" : undefined}
            >
              {city} {isChosen && <Icon name="x" label="Clear the filter" />}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}

/** The number of plumbers as far as it was counted: `24 plumbers`, `More than 100 plumbers`, `12 plumbers or more`. */
export function inPlumbers({ found, isExact }: PlumberCount): string {
  const plumbers = countOf(found, "plumber");
  if (isExact) return plumbers;
  return found >= 100 ? `More than ${plumbers}` : `${plumbers} or more`;
}

interface ResultsProps {
  plumbers: ListedPlumber[];
  next: string | null;
  choice: DirectoryChoice;
  /** Plumbers are listed in the city. */
  isListed: boolean;
  cities: string[];
  now: Instant;
}

/** A page of the directory. `cities`: the cities that may have been meant. */
export const DirectoryResults = ({ plumbers, next, choice, isListed, cities, now }: ResultsProps) => (
  <>
    {plumbers.length > 0 ? (
      <PlumberGrid
        plumbers={plumbers}
        now={now}
        {...{ problem: choice.problem, city: choice.city, suburb: choice.suburb }}
      />
    ) : (
      <NoPlumbers choice={choice} isListed={isListed} cities={cities} />
    )}
    {next && (
      <p className="text-center">
        <Link to={directoryPath(choice, { cursor: next })} className="button button-quiet">
          More plumbers
        </Link>
      </p>
    )}
  </>
);

function NoPlumbers({ choice, isListed, cities }: { choice: DirectoryChoice; isListed: boolean; cities: string[] }) {
  const { city, speciality, problem, suburb, day, fee, rating } = choice;
  const wanted = speciality ?? (problem && PROBLEM_FACTS[problem].name);
  const isNarrowed = suburb !== null || day !== null || fee !== null || rating !== null;
  const inTheirCity = isListed && city !== null && (wanted !== null || isNarrowed);
  return (
    <EmptyState
      illustration={illustration}
      text={
        isNarrowed && isListed
          ? "No plumbers match everything you've chosen."
          : `No plumbers${wanted ? ` for ${wanted}` : ""}${city ? ` in ${city}` : ""} yet.`
      }
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
      <Link to={directoryPath({ ...EVERYONE, city: inTheirCity ? city : null })} className="button button-quiet">
        {inTheirCity ? `See all plumbers in ${city}` : "See all plumbers"}
      </Link>
    </EmptyState>
  );
}
