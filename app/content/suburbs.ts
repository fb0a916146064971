import { cityAtEnd } from "~/domain/bookings/address";
import { CITIES, cityKey } from "~/domain/values/cities";

type City = (typeof CITIES)[number];

const listed = (names: string): readonly string[] => names.trim().split(/,\s+/);

/** Names to choose from; people may write others. The company still has to check them against its own knowledge. */
const SUBURBS: Record<City, readonly string[]> = {
  Harare: listed(`
    Alexandra Park, Arcadia, Ardbennie, Ashdown Park, Avenues, Avondale, Ballantyne Park, Belgravia, Belvedere,
    Bluff Hill, Borrowdale, Borrowdale Brooke, Braeside, Budiriro, Chadcombe, Chisipite, Cranborne, Dzivarasekwa,
    Eastlea, Emerald Hill, Glen Lorne, Glen Norah, Glen View, Greencroft, Greendale, Greystone Park, Gunhill,
    Harare CBD, Hatcliffe, Hatfield, Highfield, Highlands, Hillside, Houghton Park, Kambuzuma, Kensington,
    Kuwadzana, Mabelreign, Mabvuku, Mandara, Marimba Park, Marlborough, Mbare, Milton Park, Mount Pleasant, Msasa,
    Mufakose, Newlands, Parktown, Pomona, Queensdale, Southerton, Strathaven, Sunningdale, Tafara, Tynwald, Vainona,
    Warren Park, Waterfalls, Westgate, Westlea, Workington
  `),
  Bulawayo: listed(`
    Ascot, Barham Green, Belmont, Bradfield, Bulawayo CBD, Burnside, Cowdray Park, Donnington, Emakhandeni,
    Entumbane, Famona, Hillcrest, Hillside, Ilanda, Khumalo, Kumalo North, Lobengula, Luveve, Mahatshula, Makokoba,
    Malindela, Matsheumhlope, Montrose, Morningside, Mpopoma, Mzilikazi, Nketa, Nkulumane, North End, Northvale,
    Paddonhurst, Parklands, Pumula, Queens Park, Richmond, Riverside, Selborne Park, Suburbs, Sunninghill, Trenance,
    Tshabalala, Waterford, Woodville
  `),
  Gweru: listed(`
    Ascot, Athlone, Brackenhurst, Clonsilla, Daylesford, Gweru CBD, Harben Park, Ivene, Kopje, Lundi Park, Mambo,
    Mkoba, Mtapa, Nashville, Northlea, Ridgemont, Riverside, Senga, Southdowns, Southview, Windsor Park, Woodlands
  `),
  Mutare: listed(`
    Bordervale, Chikanga, Chikanga Extension, Dangamvura, Darlington, Fairbridge Park, Fern Valley, Florida,
    Greenside, Greenside Extension, Hobhouse, Morningside, Murambi, Mutare CBD, Palmerston, Sakubva, Tigers Kloof,
    Utopia, Westlea, Yeovil, Zimunya
  `),
  Masvingo: listed(`
    Clipsham, Eastvale, Masvingo CBD, Morningside, Mucheke, Rhodene, Rujeko, Runyararo West, Sisk, Target Kopje,
    Victoria Range, Zimre Park
  `),
  Chinhoyi: listed(`
    Alaska, Brundish, Chikonohono, Chinhoyi CBD, Cold Stream, Gadzema, Hunyani, Mzari, Orange Grove, Rusununguko,
    Ruvimbo, White City
  `),
};

/** The suburbs to choose from in a city; none for a city that isn't ours. */
export function suburbsOf(city: string): readonly string[] {
  const ours = CITIES.find((one) => cityKey(one) === cityKey(city));
  return ours ? SUBURBS[ours] : [];
}

/** All suburbs with their cities, for a form that doesn't know the city: `Avondale, Harare`. */
export const SUBURBS_WITH_CITIES: readonly string[] = CITIES.flatMap((city) =>
  SUBURBS[city].map((suburb) => `${suburb}, ${city}`),
);

function onlyCityWith(suburb: string): City | null {
  const [city, ...others] = CITIES.filter((one) => SUBURBS[one].some((name) => cityKey(name) === cityKey(suburb)));
  return city && others.length === 0 ? city : null;
}

/** Suburb and city of a form: `Avondale, Harare` is parted; a suburb of one city alone names its city. */
export function partSuburb(suburb: string, city: string): { suburb: string; city: string } {
  const named = cityAtEnd(suburb);
  if (named && suburb.includes(",")) return { suburb: suburb.slice(0, suburb.lastIndexOf(",")).trim(), city: named };
  return { suburb: suburb.trim(), city: city.trim() || (named ?? onlyCityWith(suburb.trim()) ?? "") };
}

/** An address in one line in its parts: the suburb where it is one of `city`, or without a city of any of ours. */
export function splitAddress(address: string, city?: string): { suburb: string; street: string; city: string } {
  const ownCity = city ?? cityAtEnd(address) ?? "";
  const known = ownCity ? suburbsOf(ownCity) : Object.values(SUBURBS).flat();
  const all = address.split(",").map((part) => part.trim());
  const parts = ownCity && cityKey(all.at(-1) ?? "") === cityKey(ownCity) ? all.slice(0, -1) : all;
  const at = parts.findIndex((part) => known.some((suburb) => cityKey(suburb) === cityKey(part)));
  if (at < 1) return { suburb: "", street: parts.join(", "), city: ownCity };
  const suburb = parts[at] ?? "";
  const street = parts.filter((_, index) => index !== at).join(", ");
  return { suburb, street, city: ownCity || (onlyCityWith(suburb) ?? "") };
}
