import { z } from "zod";
import { CITIES, cityKey, cityPath } from "../values/cities";
import { cleanLine } from "../values/text";
import { SPECIALITIES } from "../values/trade";
import { DIRECTORY_SORTS, type DirectorySort } from "./plumber";

/** What of the directory somebody looks at. */
export interface DirectoryChoice {
  /** As we spell it, or as it was asked for where it is not one of ours. */
  city: string | null;
  speciality: string | null;
  sort: DirectorySort;
}

const query = z.object({
  speciality: z.enum(SPECIALITIES).nullable().catch(null),
  sort: z.enum(DIRECTORY_SORTS).catch("rank"),
});

/** The choice in an address of the directory; what is not one of the choices there counts as none (D5). */
export function parseDirectoryChoice(city: string | null, { searchParams }: URL): DirectoryChoice {
  const { speciality, sort } = query.parse({
    speciality: searchParams.get("speciality"),
    sort: searchParams.get("sort"),
  });
  return { city: city === null ? null : spellCity(city), speciality, sort };
}

/** A city as the directory spells it, whatever the letter case; others with capitals, as addresses have none; null for blanks. */
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
