import { editDistance } from "./text";

/** The cities of the directory and the home page (D3). Sign-up adds Other, with a free text. */
export const CITIES = ["Harare", "Bulawayo", "Gweru", "Mutare", "Masvingo", "Chinhoyi"] as const;

/** The first of our cities that a text about a place names, or null. */
export function cityIn(place: string | null): string | null {
  const words = (place ?? "").toLowerCase();
  return CITIES.find((city) => words.includes(city.toLowerCase())) ?? null;
}

/** The first of our cities that one of the words names, with one letter wrong at most; null: none does. Mutare Road is in Harare. */
export function cityNamedIn(text: string): string | null {
  const words = cityKey(text)
    .replace(OF_STREET, " ")
    .split(/[^\p{L}]+/u);
  const named = (city: string) => (word: string) =>
    SHORT_NAMES[word] === city || (word.length > 4 && editDistance(cityKey(city), word) <= 1);
  return CITIES.find((city) => words.some(named(city))) ?? null;
}

const OF_STREET = /\p{L}+ (?:roads?|rd|streets?|st|drive|avenue|ave|way)\b/gu;

/** Cities as people shorten them. */
const SHORT_NAMES: Partial<Record<string, (typeof CITIES)[number]>> = {
  hre: "Harare",
  byo: "Bulawayo",
  mtre: "Mutare",
};

/** The one address of a city's plumbers. */
export const cityPath = (city: string) => `/plumbers/${encodeURIComponent(cityKey(city))}`;

/** Our cities that are spelled like what was asked for, nearest first (D3): a letter in three may be wrong. */
export function citiesLike(asked: string): string[] {
  const wanted = cityKey(asked);
  return CITIES.map((city) => ({
    city,
    away: wanted.length >= 3 && cityKey(city).startsWith(wanted) ? 0 : editDistance(cityKey(city), wanted),
  }))
    .filter(({ city, away }) => away <= city.length / 3)
    .sort((one, other) => one.away - other.away)
    .map(({ city }) => city);
}

/** The form in which cities are compared: without letter case and outer blanks (D3). */
export const cityKey = (city: string): string => city.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/** The name of a city by its key; of one that isn't ours, the key with capitals: `victoria falls` is Victoria Falls. */
export const nameCity = (key: string): string =>
  CITIES.find((city) => cityKey(city) === key) ?? key.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase());

export const suburbKey = cityKey;

/** Besides their own (D14). */
export const SUBURBS_SERVED = 20;
