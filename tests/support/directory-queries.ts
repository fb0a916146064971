import type { Database } from "~/db/client.server";
import { listPlumbers } from "~/domain/plumbers/directory.server";
import type { DirectoryFilters } from "~/domain/plumbers/directory-walks.server";
import { DIRECTORY_SORTS } from "~/domain/plumbers/plumber";
import { specialitiesFor } from "~/domain/search/problem";
import { addDays, dateAt } from "~/domain/time/harare";
import { suburbKey } from "~/domain/values/cities";

/** Each filter of the directory alone and each pair of them, in every order: what the page reads is bounded (D23). */
export function directoryQueries(now: number): Record<string, (db: Database) => Promise<unknown>> {
  const filters: Record<string, Partial<DirectoryFilters>> = {
    city: { city: "harare" },
    problem: { specialities: specialitiesFor("burst-pipe"), service: "Leak Fixing" },
    suburb: { city: "harare", suburb: suburbKey("Avondale") },
    today: { day: dateAt(now) },
    "a later day": { day: addDays(dateAt(now), 3) },
    fee: { maxFeeCents: 50 },
    rating: { minRating: 4.5 },
  };
  const names = Object.keys(filters);
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
  return Object.fromEntries(
    [[], ...names.map((one) => [one]), ...pairs].flatMap((chosen) =>
      DIRECTORY_SORTS.map((sort) => [
        `directory page by ${sort}: ${chosen.join(", ") || "everyone"}`,
        (db: Database) =>
          listPlumbers(db, {
            ...Object.assign({ city: null }, ...chosen.map((name) => filters[name])),
            ...{ cursor: null, now, sort, isCounted: true },
          }),
      ]),
    ),
  );
}
