/** The cities of the directory and the home page (D3). Sign-up adds Other, with a free text. */
export const CITIES = ["Harare", "Bulawayo", "Gweru", "Mutare", "Masvingo", "Chinhoyi"] as const;

/** The first of our cities that a text about a place names, or null. */
export function cityIn(place: string | null): string | null {
  const words = (place ?? "").toLowerCase();
  return CITIES.find((city) => words.includes(city.toLowerCase())) ?? null;
}

/** The one address of a city's plumbers. */
export const cityPath = (city: string) => `/plumbers/${encodeURIComponent(cityKey(city))}`;

/**
 * The cities of ours whose names are spelled nearly like what was asked for, the nearest first (D3): one
 * letter in three may be wrong, missing or too much, or the beginning be all there is.
 */
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

/** How many letters have to be changed, added or left out to make one word of the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      next.push(Math.min(next[to]! + 1, row[to + 1]! + 1, row[to]! + (letter === other[to] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}

/** What a city is compared by: without letter case and outer blanks (D3). */
export function cityKey(city: string): string {
  return city.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** What a suburb is compared by, as a city (D14). */
export const suburbKey = cityKey;

/** How many suburbs a plumber may name besides their own (D14). */
export const SUBURBS_SERVED = 20;
