import { expect, test } from "vitest";
import { partSuburb } from "./suburbs";

test.each([
  ["Avondale", "", { suburb: "Avondale", city: "Harare" }],
  ["avondale", "", { suburb: "avondale", city: "Harare" }],
  ["Avondale, Harare", "", { suburb: "Avondale", city: "Harare" }],
  ["Desk Park, Harare", "Gweru", { suburb: "Desk Park", city: "Harare" }],
  ["Hillside", "", { suburb: "Hillside", city: "" }],
  ["Hillside", "Bulawayo", { suburb: "Hillside", city: "Bulawayo" }],
  ["Rimuka", "Kadoma", { suburb: "Rimuka", city: "Kadoma" }],
  ["Plot 4, Norton Road", "Harare", { suburb: "Plot 4, Norton Road", city: "Harare" }],
])("the suburb %j with the city %j is %j", (suburb, city, place) => {
  expect(partSuburb(suburb, city)).toEqual(place);
});
