import { expect, test } from "vitest";
import { citiesLike } from "../values/cities";
import { instantOf } from "../time/harare";
import {
  directoryPath,
  EVERYONE,
  parseDirectoryChoice,
  parseDirectorySearch,
  type DirectoryChoice,
} from "./directory-query";

const now = instantOf("2026-11-22", 600);
const suburbsOf = (city: string) => (city === "Harare" ? ["Avondale", "Borrowdale Brooke"] : []);
const read = (city: string | null, query = "") =>
  parseDirectoryChoice(city, new URL(`https://pombi.test/plumbers${query}`), { now, suburbsOf });

test.each<{ city: string | null; query: string; choice: Partial<DirectoryChoice> }>([
  { city: null, query: "", choice: {} },
  { city: " haRARE ", query: "", choice: { city: "Harare" } },
  { city: "Kwe  Kwe", query: "?sort=fee", choice: { city: "Kwe Kwe", sort: "fee" } },
  { city: "  ", query: "?speciality=Drain+Cleaning", choice: { speciality: "Drain Cleaning" } },
  { city: "Gweru", query: "?speciality=Magic&sort=upwards", choice: { city: "Gweru" } },
  {
    city: "harare",
    query: "?suburb=borrowdale%20BROOKE&day=2026-11-28&fee=25&rating=4.5",
    choice: { city: "Harare", suburb: "Borrowdale Brooke", day: "2026-11-28", fee: 25, rating: 4.5 },
  },
  // Bad values count as none.
  { city: "harare", query: "?suburb=Atlantis&day=2026-11-21&fee=26&rating=9", choice: { city: "Harare" } },
  { city: "harare", query: "?suburb=&day=&fee=&rating=&problem=&sort=", choice: { city: "Harare" } },
  { city: null, query: "?suburb=avondale&day=2026-11-29&fee=1e9&rating=-1", choice: {} },
  { city: null, query: "?fee=0&rating=0&day=today", choice: {} },
  // Work has a usual price, plumbers have none.
  { city: null, query: "?sort=price", choice: {} },
  { city: null, query: "?sort=price&problem=bathroom", choice: { problem: "bathroom" } },
  { city: null, query: "?sort=price&problem=leak", choice: { problem: "leak", sort: "price" } },
  { city: null, query: "?sort=price&problem=leak&speciality=Leak+Repair", choice: { speciality: "Leak Repair" } },
])("the city $city with the query $query is the choice $choice", ({ city, query, choice }) => {
  expect(read(city, query)).toEqual({ ...EVERYONE, ...choice });
});

test.each([
  { what: "typed on the page of everyone", city: null, query: "?q=tap+in+Bulawayo", found: "Bulawayo" },
  { what: "typed on another city's page", city: "harare", query: "?q=tap+in+Bulawayo", found: "Bulawayo" },
  { what: "chosen, whatever is typed", city: "harare", query: "?city=Gweru&q=tap+in+Bulawayo", found: "Gweru" },
  { what: "of the page, where none is typed or chosen", city: "harare", query: "?city=&q=tap", found: "Harare" },
])("a search finds plumbers in the city $what", ({ city, query, found }) => {
  const { choice } = parseDirectorySearch(city, new URL(`https://pombi.test/plumbers${query}`), { now, suburbsOf });
  expect(choice).toMatchObject({ city: found, problem: "tap" });
});

test("the address of a choice is read back as the same choice", () => {
  const filters: Partial<DirectoryChoice>[] = [
    {},
    { speciality: "Pipe Inspection & Leak Detection" },
    { problem: "burst-pipe", sort: "price" },
    { day: "2026-11-23", fee: 15, rating: 3, sort: "soonest" },
    { suburb: "Avondale", sort: "fee" },
  ];
  for (const city of [null, "Harare", "Victoria Falls", "A/B & C?"]) {
    for (const filter of filters) {
      const choice = { ...EVERYONE, ...filter, city, suburb: city === "Harare" ? (filter.suburb ?? null) : null };
      const url = new URL(directoryPath(choice), "https://pombi.test");
      const asked = url.pathname.split("/")[2];
      expect(read(asked === undefined ? null : decodeURIComponent(asked), url.search)).toEqual(choice);
    }
  }
});

test.each([
  ["Harrare", ["Harare"]],
  ["hara", ["Harare"]],
  ["Bulawyo", ["Bulawayo"]],
  ["mutari", ["Mutare"]],
  ["masving", ["Masvingo"]],
  ["Nowhere", []],
  ["x", []],
])("cities spelled like %j are %j", (asked, cities) => {
  expect(citiesLike(asked)).toEqual(cities);
});

test("the plain directory has a plain address: a suburb goes with its city, usual prices with a problem", () => {
  for (const choice of [EVERYONE, { suburb: "Avondale" }, { sort: "price" as const }])
    expect(directoryPath(choice)).toBe("/plumbers");
  const cursor = "-4000.abc.tendai moyo";
  expect(directoryPath({ city: "Harare" }, { cursor })).toBe("/plumbers/harare?cursor=-4000.abc.tendai+moyo");
});
