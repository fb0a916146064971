import { expect, test } from "vitest";
import { boardQuery, parseBoardChoice, type BoardChoice } from "./board-choice";

const today = "2026-11-25";
const harare: BoardChoice = { view: "day", day: today, city: "harare", suburb: null, cursor: null };

test.each<[string, BoardChoice | null]>([
  ["", null],
  ["moved=PB-1", null],
  ["city=gweru", { ...harare, city: "gweru" }],
  ["city=all&suburb=avondale", { ...harare, city: null }],
  ["view=week&day=2026-12-01", { ...harare, view: "week", day: "2026-12-01" }],
  ["day=soon&view=year", harare],
  ["city=Harare&suburb=Avondale&after=k", { ...harare, suburb: "avondale", cursor: "k" }],
])("the board's address %o is %o", (query, choice) =>
  expect(parseBoardChoice(new URLSearchParams(query), today)).toEqual(choice),
);

test("what is chosen is what its address says", () => {
  for (const choice of [harare, { ...harare, city: null }, { ...harare, view: "week" as const, suburb: "avondale" }])
    expect(parseBoardChoice(new URLSearchParams(boardQuery(choice)), today)).toEqual(choice);
});
