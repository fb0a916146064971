import { expect, test } from "vitest";
import { readCaller } from "./caller";

const MAFA = { firstName: "Zandile", lastName: "Mafa", phone: "0772 987 654" };

test.each([
  { search: "Zandile Mafa 0772 987 654", is: MAFA },
  { search: "Zandile Mafa, 0772 987 654", is: MAFA },
  { search: "0772 987 654; Zandile Mafa", is: MAFA },
  { search: "Zandile", is: { firstName: "Zandile", lastName: "", phone: "" } },
  { search: "0772987654", is: { firstName: "", lastName: "", phone: "0772987654" } },
  { search: "12, Samora Machel", is: { firstName: "", lastName: "", phone: "" } },
])("an operator types “$search” and the fields of someone new are filled in", ({ search, is }) =>
  expect(readCaller(search)).toEqual(is),
);
