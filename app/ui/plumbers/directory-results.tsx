import { directoryPath, EVERYONE, type DirectoryChoice } from "~/domain/plumbers/directory-query";
import type { ListedPlumber, PlumberCount } from "~/domain/plumbers/plumber";
import { PROBLEM_FACTS } from "~/domain/search/problem";
import type { Instant } from "~/domain/time/harare";
import { cityPath } from "~/domain/values/cities";
import { countOf } from "~/domain/values/count-of";
import { EmptyState } from "../elements/empty-state";
import illustration from "../illustrations/no-plumbers.svg?url";
import { Link } from "../shell/link";
import { PlumberGrid } from "./plumber-card";

/** The number of plumbers as far as it was counted: `24 plumbers`, `More than 100 plumbers`, `12 plumbers or more`. */
export function inPlumbers({ found, isExact }: PlumberCount): string {
  const plumbers = countOf(found, "plumber");
  if (isExact) return plumbers;
  return found >= 100 ? `More than ${plumbers}` : `${plumbers} or more`;
}

interface Props {
  plumbers: ListedPlumber[];
  next: string | null;
  choice: DirectoryChoice;
  /** Plumbers are listed in the city. */
  isListed: boolean;
  cities: string[];
  now: Instant;
}

/** A page of the directory. `cities`: the cities that may have been meant. */
export const DirectoryResults = ({ plumbers, next, choice, isListed, cities, now }: Props) => (
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
