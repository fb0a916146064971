import * as z from "zod";
import { pricedAs } from "../prices/usual-price";
import { findProblem } from "../search/problem-search";
import { PROBLEMS, specialitiesFor, type Problem } from "../search/problem";
import type { Instant, LocalDate } from "../time/harare";
import { bookableDates } from "../time/slots";
import { CITIES, cityKey, cityNamedIn, cityPath, suburbKey } from "../values/cities";
import { cleanLine, cutText, SEARCH_LENGTH, PLACE_LENGTH } from "../values/text";
import { SPECIALITIES } from "../values/trade";
import { DIRECTORY_SORTS } from "./plumber";

/** Fees in dollars. The city and its suburb are spelled as in our lists, a city that isn't there as it was asked for. */
export interface DirectoryChoice {
  city: string | null;
  speciality: (typeof SPECIALITIES)[number] | null;
  problem: Problem | null;
  suburb: string | null;
  day: LocalDate | null;
  fee: (typeof FEE_CHOICES)[number] | null;
  rating: (typeof RATING_CHOICES)[number] | null;
  sort: (typeof DIRECTORY_SORTS)[number];
}

const NO_FILTER = { city: null, speciality: null, problem: null, suburb: null, day: null, fee: null, rating: null };
export const EVERYONE: DirectoryChoice = { ...NO_FILTER, sort: "rank" };

export const FEE_CHOICES = [15, 20, 25, 30, 40, 50] as const;
export const RATING_CHOICES = [4.5, 4, 3] as const;

/** The facts that decide which days can be booked, and the suburbs of a city. */
interface ReadAgainst {
  now: Instant;
  suburbsOf: (city: string) => readonly string[];
}

const query = z.object({
  speciality: z.enum(SPECIALITIES).nullable().catch(null),
  problem: z.enum(PROBLEMS).nullable().catch(null),
  fee: z.coerce.number().pipe(z.literal(FEE_CHOICES)).nullable().catch(null),
  rating: z.coerce.number().pipe(z.literal(RATING_CHOICES)).nullable().catch(null),
  sort: z.enum(DIRECTORY_SORTS).catch("rank"),
});

/** Reads the choice that an address of the directory makes; an unknown value counts as none (D5). */
export function parseDirectoryChoice(
  asked: string | null,
  { searchParams }: URL,
  { now, suburbsOf }: ReadAgainst,
): DirectoryChoice {
  const value = (name: string) => searchParams.get(name) || null;
  const { speciality, problem, fee, rating, sort } = query.parse(
    Object.fromEntries(Object.keys(query.shape).map((name) => [name, value(name)])),
  );
  const city = asked === null ? null : spellCity(asked);
  const suburb = suburbKey(value("suburb") ?? "");
  return {
    city,
    speciality,
    problem: speciality ? null : problem,
    suburb: (city && suburbsOf(city).find((one) => suburbKey(one) === suburb)) ?? null,
    day: bookableDates(now).find((day) => day === value("day")) ?? null,
    fee,
    rating,
    sort: sort === "price" && (speciality || !hasUsualPrice(problem)) ? "rank" : sort,
  };
}

/** Tells if there is an order by usual price: work has one, plumbers have none (D18). */
export const hasUsualPrice = (problem: Problem | null): boolean => problem !== null && pricedAs(problem) !== null;

/**
 * Reads what the search form asks for (D16): its `q` in the visitor's words, where a city counts too, and its `city`.
 * `unknown`: words that say nothing we understand; null: all was understood, or nothing typed.
 */
export function parseDirectorySearch(city: string | null, url: URL, against: ReadAgainst) {
  const typed = cutText(cleanLine(url.searchParams.get("q") ?? ""), SEARCH_LENGTH);
  const namedCity = cityNamedIn(typed);
  const choice = parseDirectoryChoice(url.searchParams.get("city") || (namedCity ?? city), url, against);
  const problem = findProblem(typed);
  const isUnderstood = typed === "" || problem !== null || namedCity !== null;
  return { choice: problem ? { ...choice, speciality: null, problem } : choice, unknown: isUnderstood ? null : typed };
}

/** The specialities of a choice, as `listPlumbers` takes them; null: of all. */
export const chosenSpecialities = ({ speciality, problem }: Pick<DirectoryChoice, "speciality" | "problem">) =>
  speciality ? [speciality] : problem && specialitiesFor(problem);

/** Spells a city as the directory does; an unknown one gets its capitals back; null for blanks. */
function spellCity(city: string): string | null {
  const asked = cutText(cleanLine(city), PLACE_LENGTH);
  const known = CITIES.find((one) => cityKey(one) === cityKey(asked));
  return known ?? (asked.replace(/(?<![\p{L}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase()) || null);
}

/** Gives the directory's address for a choice, or part of one; `isFiltering`: with the filters in sight. */
export function directoryPath(
  choice: Partial<DirectoryChoice>,
  { cursor, unknown, isFiltering }: { cursor?: string | null; unknown?: string | null; isFiltering?: boolean } = {},
): string {
  const { city, speciality, problem, suburb, day, fee, rating, sort } = { ...EVERYONE, ...choice };
  const query = new URLSearchParams();
  if (speciality) query.set("speciality", speciality);
  else if (problem) query.set("problem", problem);
  if (city && suburb) query.set("suburb", suburbKey(suburb));
  if (day) query.set("day", day);
  if (fee !== null) query.set("fee", String(fee));
  if (rating !== null) query.set("rating", String(rating));
  if (sort !== "rank" && (sort !== "price" || hasUsualPrice(problem))) query.set("sort", sort);
  if (unknown) query.set("q", unknown);
  if (cursor) query.set("cursor", cursor);
  if (isFiltering) query.set("filter", "open");
  return `${city ? cityPath(city) : "/plumbers"}${query.size > 0 ? `?${query}` : ""}`;
}
