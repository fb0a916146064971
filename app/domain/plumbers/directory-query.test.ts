import { expect, test } from "vitest";
import { citiesLike } from "../values/cities";
import { directoryPath, parseDirectoryChoice } from "./directory-query";

const read = (city: string | null, query = "") =>
  parseDirectoryChoice(city, new URL(`https://pombi.test/plumbers${query}`));

test.each([
  [null, "", { city: null, speciality: null, sort: "rank" }],
  [" haRARE ", "", { city: "Harare", speciality: null, sort: "rank" }],
  ["Kwe  Kwe", "?sort=fee", { city: "Kwe Kwe", speciality: null, sort: "fee" }],
  ["  ", "?speciality=Drain+Cleaning", { city: null, speciality: "Drain Cleaning", sort: "rank" }],
  ["Gweru", "?speciality=Magic&sort=upwards", { city: "Gweru", speciality: null, sort: "rank" }],
])("the city %j with the query %j is the choice %j", (city, query, choice) => {
  expect(read(city, query)).toEqual(choice);
});

test("the address of a choice is read back as the same choice", () => {
  for (const city of [null, "Harare", "Victoria Falls", "A/B & C?"]) {
    for (const speciality of [null, "Pipe Inspection & Leak Detection"]) {
      for (const sort of ["rank", "fee"] as const) {
        const path = directoryPath({ city, speciality, sort });
        const url = new URL(path, "https://pombi.test");
        const asked = url.pathname.split("/")[2];
        expect(parseDirectoryChoice(asked === undefined ? null : decodeURIComponent(asked), url)).toEqual({
          city,
          speciality,
          sort,
        });
      }
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

test("the plain directory has a plain address", () => {
  expect(directoryPath({ city: null, speciality: null, sort: "rank" })).toBe("/plumbers");
  expect(directoryPath({ city: "Harare", speciality: null, sort: "rank" }, "-4000.abc.tendai moyo")).toBe(
    "/plumbers/harare?cursor=-4000.abc.tendai+moyo",
  );
});
