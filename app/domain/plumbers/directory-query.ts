import { z } from "zod";
import { CITIES, cityKey, cityPath } from "../values/cities";
import { cleanLine } from "../values/text";
import { SPECIALITIES } from "../values/trade";
import { DIRECTORY_SORTS, type DirectorySort } from "./plumber";

/** Which plumbers of the directory, in which order (D5). */
export interface DirectoryChoice {
  /** Spelled as in our list if it is in it, else as it was asked for; null: all. */
  city: string | null;
  speciality: string | null;
  sort: DirectorySort;
}

const query = z.object({
  speciality: z.enum(SPECIALITIES).nullable().catch(null),
  sort: z.enum(DIRECTORY_SORTS).catch("rank"),
});

/** The choice that an address of the directory makes; an unknown value counts as none (D5). */
export function parseDirectoryChoice(city: string | null, { searchParams }: URL): DirectoryChoice {
  const { speciality, sort } = query.parse({
    speciality: searchParams.get("speciality"),
    sort: searchParams.get("sort"),
  });
  return { city: city === null ? null : spellCity(city), speciality, sort };
}

/**
 * A city as the directory spells it, whatever the letter case; an unknown one gets its capitals back; null for blanks.
 */
function spellCity(city: string): string | null {
  const asked = cleanLine(city).slice(0, 60);
  const known = CITIES.find((one) => cityKey(one) === cityKey(asked));
  return known ?? (asked.replace(/(?<![\p{L}\p{M}'’])\p{Ll}/gu, (letter) => letter.toUpperCase()) || null);
}

/** The directory's address for a choice; `cursor` is what the page before gave as `next`. */
export function directoryPath({ city, speciality, sort }: DirectoryChoice, cursor: string | null = null): string {
  const query = new URLSearchParams();
  if (speciality) query.set("speciality", speciality);
  if (sort !== "rank") query.set("sort", sort);
  if (cursor) query.set("cursor", cursor);
  return `${city ? cityPath(city) : "/plumbers"}${query.size > 0 ? `?${query}` : ""}`;
}
