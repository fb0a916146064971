import { listPlumbers } from "~/domain/plumbers/directory.server";
import { listFreeStarts } from "~/domain/plumbers/plumber-profiles.server";
import { shortAverage, type ListedPlumber } from "~/domain/plumbers/plumber";
import { specialitiesFor } from "~/domain/search/problem";
import { dateAt, type Instant } from "~/domain/time/harare";
import type { DomainContext } from "~/domain/domain-context.server";
import { cityKey, suburbKey } from "~/domain/values/cities";
import type { Answers, Offer } from "./questions";

const PLUMBERS = 3;
/** Nine times of three plumbers leave a row for our office. */
const TIMES_EACH = 3;

const offerOf = (plumber: ListedPlumber, startsAt: Instant): Offer => ({
  plumberId: plumber.id,
  firstName: plumber.firstName,
  lastName: plumber.lastName,
  startsAt,
  feeCents: plumber.feeCents,
  stars: plumber.ratingCount > 0 ? `${shortAverage(plumber)} (${plumber.ratingCount})` : null,
});

/** The first free start of each of the coming days. */
const firstOfDays = (starts: readonly Instant[]): Instant[] =>
  [...Map.groupBy(starts, dateAt).values()].map(([first]) => first!);

/**
 * Finds who can come, and when (D5, D14, D16): the soonest of the plumbers near the suburb, else of the city; with
 * `hasMore` the first times of their next days. In order of time; empty: nobody in the coming week.
 */
export async function findOffers(
  { db, now }: Pick<DomainContext, "db" | "now">,
  { problem, city = "", suburb = "", hasMore }: Answers,
): Promise<Offer[]> {
  const specialities = problem && problem !== "other" ? specialitiesFor(problem) : null;
  const filters = { city: cityKey(city), specialities, cursor: null, now, sort: "soonest", limit: PLUMBERS } as const;
  const [near, inCity] = await Promise.all([
    listPlumbers(db, { ...filters, suburb: suburbKey(suburb) }),
    listPlumbers(db, filters),
  ]);
  const all = [...near.plumbers, ...inCity.plumbers];
  const found = [...new Map(all.map((plumber) => [plumber.id, plumber])).values()].slice(0, PLUMBERS);
  const offers = await Promise.all(
    found.map(async (plumber) => {
      if (!hasMore) return plumber.nextFree ? [offerOf(plumber, plumber.nextFree)] : [];
      const starts = (await listFreeStarts(db, plumber.id, now)) ?? [];
      return firstOfDays(starts)
        .slice(0, TIMES_EACH)
        .map((start) => offerOf(plumber, start));
    }),
  );
  return offers.flat().sort((one, other) => one.startsAt - other.startsAt);
}
