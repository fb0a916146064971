import { expect, test } from "vitest";
import { csvLine } from "./csv";

test.each([
  ["plain words stay", "Tendai", "Tendai"],
  ["a comma is wrapped", "1 Main St, Harare", '"1 Main St, Harare"'],
  ["a quotation mark is doubled", 'the "big" leak', '"the ""big"" leak"'],
  ["a line break is wrapped", "one\ntwo", '"one\ntwo"'],
  ["a formula becomes text", "=1+1", "'=1+1"],
  ["a phone becomes text", "+263771234567", "'+263771234567"],
  ["a minus becomes text", "-2+3", "'-2+3"],
  ["a mention becomes text", "@SUM(A1)", "'@SUM(A1)"],
  ["a full-width equals sign, which becomes one, becomes text", "＝1+1", "'＝1+1"],
  ["a full-width plus becomes text", "＋1", "'＋1"],
  ["a full-width minus becomes text", "－1", "'－1"],
  ["a full-width at sign becomes text", " ＠SUM(A1)", "' ＠SUM(A1)"],
  ["a formula behind blanks becomes text", "  =cmd|'/c calc'!A0", "'  =cmd|'/c calc'!A0"],
  ["a formula behind a tab becomes text", "\t=1", "'\t=1"],
  ["a formula with a comma is text and wrapped", '=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["nothing is an empty cell", null, ""],
  ["a number stays one", -5, "-5"],
  ["an amount has both decimals", { cents: -45_50 }, "-45.50"],
  ["a whole amount too", { cents: 45_00 }, "45.00"],
])("%s", (_, cell, written) => {
  expect(csvLine([cell, "end"])).toBe(`${written},end\r\n`);
});
