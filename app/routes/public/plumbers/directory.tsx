import { suburbsOf } from "~/content/suburbs";
import {
  directoryPath,
  EVERYONE,
  FEE_CHOICES,
  hasUsualPrice,
  RATING_CHOICES,
  type DirectoryChoice,
} from "~/domain/plumbers/directory-query";
import { PROBLEMS, titleOf, problemName } from "~/domain/search/problem";
import { dateAt, nameDay, type Instant } from "~/domain/time/harare";
import { bookableDates } from "~/domain/time/slots";
import { suburbKey, CITIES, cityKey, cityPath } from "~/domain/values/cities";
import { Options } from "~/ui/forms/options";
import { ButtonLink, Chip, EmptyState, Icon, Link, QuietLink, TallLink, TextLink } from "~/ui/shell/elements";
import type { PlumberCount } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/numbers";
import illustration from "~/ui/illustrations/no-plumbers.svg?url";

const dayOf = (day: string, now: Instant) => {
  const name = nameDay(day, dateAt(now));
  return name.charAt(0).toUpperCase() + name.slice(1);
};
const feeOf = (fee: number) => `Up to $${fee}`;
const SORTS = ["fee", "soonest", "price"] as const;
const SORT_WORDS = { fee: "Lowest fee", soonest: "Soonest", price: "Usual price" };
const ratingOf = (rating: number) => `${rating} and up`;

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

interface FiltersProps {
  choice: DirectoryChoice;
  now: Instant;
  isFiltering: boolean;
  count: PlumberCount | null;
}

/** The chosen filters in one row, each as a chip that one tap changes or clears. */
export function Filters({ choice, now, isFiltering, count }: FiltersProps) {
  const filters = activeFilters(choice, now);
  return (
    <div className="grid min-w-0 gap-2">
      <div className="chip-row flex-wrap">
        {(choice.city || !choice.problem) && (
          <details className="opens-wide">
            <summary className="chip">{choice.city ?? "Which city?"}</summary>
            <CityChips choice={choice} />
          </details>
        )}
        <Chip to={directoryPath(choice, { isFiltering: !isFiltering })} isChosen={isFiltering}>
          Filter and sort{filters.length > 0 && ` (${filters.length})`}
        </Chip>
        {filters.length > 0 && (
          <nav aria-label="Chosen filters" className="flex max-w-full flex-wrap gap-2">
            {filters.map(([words, without]) => (
              <Chip key={words} to={directoryPath({ ...choice, ...without }, { isFiltering })} isChosen>
                {words} <Icon name="x" label="Clear the filter" />
              </Chip>
            ))}
          </nav>
        )}
      </div>
      {isFiltering && (
        <>
          <Link to={directoryPath(choice)} className="sheet-cover" aria-label="Close the filters" />
          <DirectoryFilter choice={choice} now={now} count={count} />
        </>
      )}
    </div>
  );
}

/** Filters and order as a GET form. With script each choice applies at once; its button closes it. */
function DirectoryFilter({ choice, now, count }: Omit<FiltersProps, "isFiltering">) {
  const { city, problem, suburb, day, fee, rating, sort } = choice;
  const suburbs = city ? suburbsOf(city) : [];
  return (
    <form
      action={directoryPath({ ...EVERYONE, city })}
      data-at-once
      className="sheet grid grid-cols-2 items-end gap-3 sm:grid-cols-4"
    >
      <Choice name="problem" label="Problem" value={problem} any="All" values={PROBLEMS} wordsOf={titleOf} isFirst />
      {suburbs.length > 0 && (
        <Choice name="suburb" label="Suburb" value={suburb} any="All" values={suburbs} keyOf={suburbKey} />
      )}
      <Choice
        name="day"
        label="Free on"
        value={day}
        any="Any day"
        values={bookableDates(now)}
        wordsOf={(one) => dayOf(one, now)}
      />
      <Choice name="fee" label="Fee" value={fee} any="Any" values={FEE_CHOICES} wordsOf={feeOf} />
      <Choice name="rating" label="Rating" value={rating} any="Any" values={RATING_CHOICES} wordsOf={ratingOf} />
      <Choice
        name="sort"
        label="Sort by"
        value={sort === "rank" ? null : sort}
        any={suburb ? "Based there first" : "Best reviewed"}
        values={SORTS.filter((one) => one !== "price" || hasUsualPrice(problem))}
        wordsOf={(one) => SORT_WORDS[one]}
      />
      <TallLink to="/how-we-rank-plumbers" label="How we rank" />
      <button name="filter" value="" className="button max-sm:col-span-2">
        <span>Show {count && <span className="with-script">{plumberCount(count)}</span>}</span>
      </button>
      {/* Behind the button, whose empty value comes first where it is pressed. */}
      <input type="hidden" name="filter" value="open" />
    </form>
  );
}

interface ChoiceProps<Value> {
  name: string;
  label: string;
  value: Value | null;
  any: string;
  values: readonly Value[];
  keyOf?: (value: Value) => string;
  wordsOf?: (value: Value) => string;
  isFirst?: boolean;
}

function Choice<Value>({
  name,
  label,
  value,
  any,
  values,
  keyOf = String,
  wordsOf = String,
  ...rest
}: ChoiceProps<Value>) {
  return (
    <label className="field">
      <span className="font-semibold">{label}</span>
      <select name={name} className="input" autoFocus={rest.isFirst} defaultValue={value === null ? "" : keyOf(value)}>
        <option value="">{any}</option>
        <Options choices={values.map((one) => [keyOf(one), wordsOf(one)])} />
      </select>
    </label>
  );
}

/** A chosen city without plumbers is no less chosen. */
const citiesWith = (chosen: string | null): string[] =>
  chosen === null || CITIES.some((city) => cityKey(city) === cityKey(chosen)) ? [...CITIES] : [...CITIES, chosen];

/** The cities as links that keep the other filters; the chosen city's link clears it (D5), a remembered one by an empty `city`. */
const CityChips = ({ choice }: { choice: DirectoryChoice }) => (
  <nav aria-label="Cities" className="flex flex-wrap gap-2">
    {citiesWith(choice.city).map((city) => {
      const isChosen = choice.city !== null && cityKey(choice.city) === cityKey(city);
      return (
        <Chip
          key={city}
          to={
            isChosen && choice.problem
              ? `${directoryPath({ ...choice, city: null, suburb: null })}&city=`
              : directoryPath({ ...choice, city: isChosen ? null : city, suburb: null })
          }
          isChosen={isChosen}
        >
          {city} {isChosen && <Icon name="x" label="Clear the filter" />}
        </Chip>
      );
    })}
  </nav>
);

const shownCount = (found: number) => (found >= 100 ? "100+" : found);

/** The one question of a problem without a city, with how many could come in each. */
export const AskForCity = ({ choice, counts }: { choice: DirectoryChoice; counts: Record<string, number> | null }) => (
  <nav aria-label="Cities" className="grid max-w-[480px] grid-cols-2 gap-2">
    {CITIES.map((city) => (
      <QuietLink key={city} to={directoryPath({ ...choice, city })} className="justify-between">
        {city} {counts && <span className="text-ink-2">{shownCount(counts[cityKey(city)] ?? 0)}</span>}
      </QuietLink>
    ))}
  </nav>
);

/** The number of plumbers as far as it was counted: `24 plumbers`, `more than 100 plumbers`, `12 plumbers or more`. */
export function plumberCount({ found, isExact }: PlumberCount): string {
  const plumbers = countOf(found, "plumber");
  if (isExact) return plumbers;
  return found >= 100 ? `more than ${plumbers}` : `${plumbers} or more`;
}

interface NoPlumbersProps {
  choice: DirectoryChoice;
  now: Instant;
  /** Plumbers are listed in the city. */
  isListed: boolean;
  /** The cities that may have been meant. */
  cities: string[];
}

/** In place of an empty page of the directory. */
export function NoPlumbers({ choice, now, isListed, cities }: NoPlumbersProps) {
  const { city, speciality, problem, suburb, day, fee, rating } = choice;
  const wanted = speciality ?? (problem && problemName(problem));
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
      {city && !isListed && (
        <>
          <p>Our office can look for one there.</p>
          <p>
            <ButtonLink to="/contact">Ask our office</ButtonLink>
          </p>
        </>
      )}
      {isNarrowed && isListed && (
        <p className="flex flex-wrap justify-center gap-2">
          {activeFilters(choice, now).map(([words, without]) => (
            <QuietLink key={words} to={directoryPath({ ...choice, ...without })}>
              Without “{words}”
            </QuietLink>
          ))}
        </p>
      )}
      <CityChips choice={{ ...choice, city: null }} />
      <TextLink to={directoryPath({ ...EVERYONE, city: inTheirCity ? city : null })}>
        {inTheirCity ? `See all plumbers in ${city}` : "See all plumbers"}
      </TextLink>
    </EmptyState>
  );
}
