/** The cities of the directory and the home page (spec 9). Sign-up adds Other, with a free text. */
export const CITIES = ["Harare", "Bulawayo", "Gweru", "Mutare", "Masvingo", "Chinhoyi"] as const;

/** The first of our cities that somebody's words about a place name, or null. */
export function cityIn(place: string | null): string | null {
  const words = (place ?? "").toLowerCase();
  return CITIES.find((city) => words.includes(city.toLowerCase())) ?? null;
}

/** What a city is compared by: without letter case and outer blanks (product.md 13). */
export function cityKey(city: string): string {
  return city.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}
