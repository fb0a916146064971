import { expect, test } from "vitest";
import type { KnownAddress } from "./booking-views";
import { addressesToOffer } from "./address";

const address = (id: string, street: string, more: Partial<KnownAddress> = {}): KnownAddress => ({
  id,
  street,
  suburb: "Avondale",
  city: "Harare",
  pin: null,
  ...more,
});

test("the latest three addresses are offered, each once, however it was written", () => {
  const twice = [address("1", "5 Bath Road"), address("2", "5 bath road")];
  const others = [address("3", "7 King George Road"), address("4", "5 Bath Road", { suburb: "Hillside" })];
  const known = [...twice, ...others, address("5", "9 Lomagundi Road")];
  expect(addressesToOffer(known, null).map(({ id }) => id)).toEqual(["1", "3", "4"]);
});

test("a plumber of a city is offered addresses of that city alone", () => {
  const known = [
    address("1", "5 Bath Road", { city: "Bulawayo" }),
    address("2", "5 Bath Road"),
    address("3", "6 Bath Road", { city: null }),
  ];
  expect(addressesToOffer(known, "Harare").map(({ id }) => id)).toEqual(["2"]);
  expect(addressesToOffer([], "Harare")).toEqual([]);
});
