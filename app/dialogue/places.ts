import { CITIES, cityNamedIn, nameCity, suburbKey } from "~/domain/values/cities";
import { cleanLine, editDistance, PLACE_LENGTH } from "~/domain/values/text";
import type { Answers } from "./answers";
import { commandIn, type Heard, type SentPlace } from "./heard";

// Where a job is, from words and from the places that people send.

/** The middle of each city, in degrees. */
const CENTRES: Record<(typeof CITIES)[number], SentPlace> = {
  Harare: { latitude: -17.83, longitude: 31.05 },
  Bulawayo: { latitude: -20.15, longitude: 28.58 },
  Gweru: { latitude: -19.46, longitude: 29.81 },
  Mutare: { latitude: -18.97, longitude: 32.67 },
  Masvingo: { latitude: -20.07, longitude: 30.83 },
  Chinhoyi: { latitude: -17.37, longitude: 30.2 },
};
/** Some 45 km. */
const NEAR_CITY = 0.4;

export const cityAt = ({ latitude, longitude }: SentPlace): string | null =>
  CITIES.find((city) => {
    const centre = CENTRES[city];
    return Math.hypot(centre.latitude - latitude, centre.longitude - longitude) < NEAR_CITY;
  }) ?? null;

export const pinOf = ({ latitude, longitude }: SentPlace): string => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;

/** Where a pin is to be seen; null: none was set. */
export const mapOf = (pin: string | null | undefined) => pin && `https://www.google.com/maps?q=${pin}`;

const COURTESY = /^(?:(?:i am|im|its|it is|in|at|near)\s+)+|\s+(?:please|pls|plz|as i said)$/gi;
/** Words of somebody who gives no address. */
export const NO_ADDRESS =
  /\b(?:(?:send|share|drop)(?:ing)? (?:(?:you|the|my|our|a|it) )*(?:location|pin|map)|what|why|don'?t|not|can'?t|cannot|same (?:as|place|street|address|house)|voice note|listen|sorry|cancel|wait|other times?)\b|\?|\bin$/i;

const NO_SUBURB = /\b(?:my|you|how|who|when|plumber|toilet|geyser|water|pipe|drain|work)\b/i;

/** A suburb: a name of few words, with capitals; null: it is a sentence. */
export function suburbIn(heard: Heard, city: string): string | null {
  const beside = heard.text.replace(/\p{L}+/gu, (word) => (cityNamedIn(word) === city ? "" : word));
  const name = cleanLine(beside.replace(/^[\s,]+|[\s,]+$/g, "")).replace(COURTESY, "");
  const isName =
    /^[\p{L}\d][\p{L}\d'’. -]*$/u.test(name) && /\p{L}{2}/u.test(name) && name.split(" ").length <= WORDS_OF_NAME;
  if (!isName || name.length > PLACE_LENGTH || NO_ADDRESS.test(name) || NO_SUBURB.test(name) || commandIn(heard))
    return null;
  return withCapitals(name);
}
const WORDS_OF_NAME = 4;

/** Names typed in small letters, as they are written. */
export const withCapitals = (name: string) => (name === name.toLowerCase() ? nameCity(name) : name);

/** One line of a place or a street: it has a word, and is no command. */
export function lineIn(heard: Heard, length: number): string | null {
  const line = cleanLine(heard.text);
  return /\p{L}{2}/u.test(line) && line.length <= length && !commandIn(heard) ? line : null;
}

/** The answers with a place that they sent: it gives the city, if that is open. */
export function withPlace(answers: Answers, place: SentPlace): Answers {
  const city = answers.city ?? cityAt(place) ?? undefined;
  return { ...answers, ...(city && { city }), near: pinOf(place) };
}

/** Suburbs that say the city by themselves. */
const SUBURBS: Partial<Record<(typeof CITIES)[number], string>> = {
  Harare: `Avondale, Belvedere, Bluff Hill, Borrowdale, Budiriro, Chisipite, Dzivarasekwa, Eastlea, Epworth, Glen Lorne,
    Glen Norah, Glen View, Greendale, Greystone Park, Hatfield, Highfield, Highlands, Kambuzuma, Kuwadzana, Mabelreign,
    Mabvuku, Marlborough, Mbare, Milton Park, Mount Pleasant, Msasa, Mufakose, Newlands, Strathaven, Tynwald, Vainona,
    Warren Park, Waterfalls, Westgate`,
  Bulawayo: `Barbourfields, Burnside, Cowdray Park, Emganwini, Entumbane, Famona, Khumalo, Luveve, Magwegwe, Mahatshula,
    Makokoba, Matsheumhlope, Mpopoma, Nketa, Nkulumane, Northend, Paddonhurst, Pumula, Tshabalala`,
  Gweru: "Lundi Park, Mambo, Mkoba, Mtapa, Ridgemont, Senga, Southdowns",
  Mutare: "Bordervale, Chikanga, Dangamvura, Fairbridge Park, Hobhouse, Murambi, Sakubva, Yeovil",
  Masvingo: "Mucheke, Rhodene, Rujeko, Runyararo",
  Chinhoyi: "Chikonohono, Cold Stream, Hunyani, Orange Grove",
};

const KNOWN_SUBURBS = Object.entries(SUBURBS).flatMap(([city, suburbs]) =>
  suburbs.split(/,\s*/).map((suburb) => ({ city, suburb, key: suburbKey(suburb) })),
);
/** A longer name may have a letter wrong. */
const SURE_LENGTH = 6;

/** The suburb that words name, and its city; null: none that we know. */
export function suburbNamedIn(text: string): { city: string; suburb: string } | null {
  const words = suburbKey(text).match(/[\p{L}'’]+/gu) ?? [];
  const named = words.flatMap((word, at) => [word, [word, words[at + 1]].join(" ")]);
  const found = KNOWN_SUBURBS.find(({ key }) =>
    named.some((name) => name === key || (key.length >= SURE_LENGTH && editDistance(name, key) <= 1)),
  );
  return found ? { city: found.city, suburb: found.suburb } : null;
}
