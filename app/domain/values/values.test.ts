import fc from "fast-check";
import { expect, test } from "vitest";
import { newId, randomText } from "./id";
import * as z from "zod";
import { amountField, messageOfIssue, isOwnName, nameField } from "./fields";
import { formatMoney, formatSum } from "./money";
import { parseCents, twoAmounts } from "./typed-amount";
import { resolveCursor, pageByKey, parseKeyCursor, readList } from "./lists";
import { formatPhone } from "./phone";
import { parsePhone } from "./typed-phone";
import { cityIn, cityKey, nameCity } from "./cities";
import { cleanLine, cleanText, cutText, endWith, initialOf, initialsOf } from "./text";
import { publicName } from "./user";
import { csvLine } from "./csv";
import { COUNTED, formatCount, formatNumber } from "./numbers";
import { parseRotatingSecret, seal, unseal } from "./secrets";

test("phone numbers are kept with their country's code, ours where none is given", () => {
  for (const text of [
    "077 123 4567",
    "+263771234567",
    "263-77-123-4567",
    "00263 77 123 4567",
    "(077) 1234567",
    "+263 077 123 4567",
    "2630771234567",
    "00263 (0)77.123.4567",
    "077\u00a0123\u202f4567",
  ])
    expect(parsePhone(text), text).toBe("+263771234567");
  for (const mark of "\u2010\u2011\u2012\u2013\u2014\u2212\u200b\u200e\u202a\u202c\u202d")
    expect(parsePhone(`${mark}+263${mark}77123${mark}4567${mark}`), mark).toBe("+263771234567");
  for (const [text, phone] of [
    ["+27 77 123 4567", "+27771234567"],
    ["0027 77 123 4567", "+27771234567"],
    ["+44 (0)7700 900123", "+447700900123"],
    ["+1 (202) 555-0143", "+12025550143"],
    ["+260 97 1234567", "+260971234567"],
    ["08677 123 456", "+2638677123456"],
    ["+263 8644 123456", "+2638644123456"],
    ["0242 700 700", "+263242700700"],
    ["+49 30 901820", "+4930901820"],
  ] as const)
    expect(parsePhone(text), text).toBe(phone);
});
test("phone numbers that no one can have are refused", () => {
  for (const text of [
    "",
    "12345",
    "07712345678901",
    "077 12x 4567",
    "0077 123 4567",
    "27771234567",
    "+44 12",
    "+27771234567 8",
    "+999 123 4567",
    "+210 123 4567",
    "+0771234567",
    "+1 202 555 014",
    "077 123 456",
    "+263 00771234567",
    "077 123 45678",
    "0242 7007 0000",
    `+49${"1".repeat(14)}`,
  ])
    expect(parsePhone(text), text).toBeNull();
});
test("phone numbers are grouped for reading, behind their code", () => {
  for (const written of [
    "+263 77 123 4567",
    "+263 24 270 0700",
    "+263 8677 123 456",
    "+27 77 123 4567",
    "+1 202 555 0143",
    "+44 7700 900123",
    "+44 20 7946 0958",
    "+44 121 496 0123",
    "+44 1632 960123",
    "+61 412 345 678",
    "+61 2 5550 1234",
    "+64 21 123 4567",
    "+64 21 123 456",
    "+91 98765 43210",
    "+258 84 123 4567",
    "+267 71 123 456",
    "+267 240 1234",
    "+268 7612 3456",
    "+266 5012 3456",
    "+353 85 012 3456",
    "+353 1 223 4567",
    "+971 50 123 4567",
    "+265 991 23 45 67",
    // No table for these: groups of three.
    "+49 151 234 56789",
    "+250 788 123 456",
  ])
    expect(formatPhone(written.replaceAll(" ", ""))).toBe(written);
  expect(["…123", "+44", "+447"].map(formatPhone)).toEqual(["…123", "+44", "+44 7"]);
});

test("text loses control and bidi marks and outer blanks, keeps line breaks", () => {
  expect(cleanText("  a\u0000b\u202ec\r\nd\u200f  ")).toBe("abc\nd");
  expect(cleanLine(" a \n\t b ")).toBe("a b");
});
test("text without anything visible is empty", () => {
  const blanks = ["\u200b", "\u3164", "\u2800", "\u200d\u2060", "\u115f\u1160", "\uffa0", "\ufe0f", "\u00ad"];
  const marks = ["\u034f", "\u180e", "\u{e0041}", "\u{1d159}", "\u2800 \u3164\n\u200b", "\u0301"];
  for (const text of [...blanks, ...marks])
    expect([cleanText(text), cleanLine(text)], JSON.stringify(text)).toEqual(["", ""]);
});
test.each(["7", ".", "Ð", "李", "नी", "❤️", "👩‍🚒", "ام‌الف"])("text keeps visible characters as they are: %s", (text) =>
  expect(cleanText(text)).toBe(text.normalize("NFC")),
);
test("text is composed, so that equal names are equal", () => expect(cleanLine("e\u0301")).toBe("\u00e9"));
test("cleaning text twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
    }),
    { numRuns: 25 },
  );
});
test("text gives initials", () => expect(initialsOf("tendai moyo banda")).toBe("TM"));
test.each(["👩‍🚒", "🇿🇼", "e\u0301", "𐐷", "नि"])("text is never cut within %s", (letter) => {
  const upper = letter.toUpperCase();
  expect([initialsOf(`${letter}x ${letter}`), initialOf(letter)]).toEqual([upper + upper, upper]);
  expect(publicName({ firstName: "Rudo", lastName: `${letter}yo` })).toBe(`Rudo ${upper}.`);
  for (let length = 2; length < 2 + letter.length; length++) expect(cutText(`ab${letter}${letter}`, length)).toBe("ab");
  expect(cutText(`ab${letter}`, 2 + letter.length)).toBe(`ab${letter}`);
});

test("ids are 24 letters and digits and do not repeat", () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{24}$/);
});

test("random text draws each sign about equally often", () => {
  const counts = new Map<string, number>();
  for (const sign of randomText("abcdefghij", 20_000)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
});

test("cities are compared without case and outer blanks, and shown by their names, ours or not", () => {
  expect(cityKey("  HARARE ")).toBe("harare");
  expect(cityKey("Victoria  Falls")).toBe("victoria falls");
  const names = ["harare", "victoria falls", "mount-darwin"].map(nameCity);
  expect(names).toEqual(["Harare", "Victoria Falls", "Mount-Darwin"]);
});
test.each([
  ["12 Samora Machel Ave, Harare", "Harare"],
  ["HARARE", "Harare"],
  ["Main Street, gweru", "Gweru"],
  ["Bulawayo Road, Harare", "Harare"],
  ["Norton", null],
  ["", null],
  [null, null],
])("the place '%s' is in %s", (location, city) => {
  expect(cityIn(location)).toBe(city);
});

const rows = ["c", "b", "a"].map((id, index) => ({ id, at: 3 - index }));
test("a page that is not the last one names where the next begins, and the last one nothing", () => {
  expect(pageByKey(rows, 2, ({ at }) => at)).toEqual({ shown: rows.slice(0, 2), next: "2.b" });
  expect(pageByKey(rows, 3, ({ at }) => at)).toEqual({ shown: rows, next: null });
  expect(pageByKey([], 3, () => 0)).toEqual({ shown: [], next: null });
});
test("a cursor that a page has given is read again; anything else in an address is the first page", () => {
  expect(parseKeyCursor("1700000000000.abc-1")).toEqual({ at: 1_700_000_000_000, id: "abc-1" });
  for (const text of [null, "", "1", "1.", ".a", "x.a", "1.A", "1.a b", "-1.a", "1.a'--"])
    expect(parseKeyCursor(text), String(text)).toBeNull();
  for (const text of [`${"9".repeat(16)}.a`, `1.${"a".repeat(41)}`]) expect(parseKeyCursor(text), text).toBeNull();
});

test("a cursor is the beginning, one that a part has given, or an object in the list; others are refused", async () => {
  const find = (id: string) => Promise.resolve(id === "mine" ? { at: 7, id } : null);
  const resolve = (before: string | null) => resolveCursor(before, parseKeyCursor, find);
  expect(await resolve(null)).toEqual({ ok: true, cursor: null });
  expect(await resolve("42.gone")).toEqual({ ok: true, cursor: { at: 42, id: "gone" } });
  expect(await resolve("mine")).toEqual({ ok: true, cursor: { at: 7, id: "mine" } });
  for (const before of ["", "theirs", "42.", ".mine", "x.mine"])
    expect(await resolve(before)).toEqual({ ok: false, reason: "notInList" });
});

test("an issue is told in our words, or in the parser's with the field's name", () => {
  const issueOf = (schema: z.ZodType, input: unknown) => messageOfIssue(schema.safeParse(input).error!.issues[0]!);
  expect(issueOf(z.object({ name: z.string("Name is required") }), {})).toBe("Name is required");
  expect(issueOf(z.object({ notes: z.string() }), { notes: 5 })).toMatch(/^notes: Invalid input/);
  expect(issueOf(z.object({ city: z.string().max(2) }), { city: "Harare" })).toMatch(/^city: Too big/);
  expect(issueOf(z.object({}), [])).toMatch(/^Invalid input/);
});

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
])("a CSV file quotes %s", (_, cell, written) => {
  expect(csvLine([cell, "end"])).toBe(`${written},end\r\n`);
});

const LIST = { views: { open: "Open", done: "Done" }, sort: { open: "since", done: "-since" } };

test.each([
  { query: "", view: "open", sort: "since", isAscending: true },
  { query: "sort=-since", view: "open", sort: "-since", isAscending: false },
  { query: "sort=name", view: "open", sort: "since", isAscending: true },
  { query: "show=done", view: "done", sort: "-since", isAscending: false },
  { query: "show=done&sort=since", view: "done", sort: "since", isAscending: true },
  { query: "show=toString&sort=--since", view: "open", sort: "since", isAscending: true },
])("the address ?$query of a list shows what is $view, sorted by $sort", ({ query, view, sort, isAscending }) => {
  expect(readList(LIST, new URLSearchParams(query))).toEqual({
    view,
    sort,
    pageRequest: { cursor: null, isAscending },
  });
});

test("a count is exact up to 99, and then says that there are more", () => {
  expect([0, COUNTED, COUNTED + 1].map(formatCount)).toEqual(["0", "99", "99+"]);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1767, "1,767"],
  [-27619.5, "−27,619.5"],
  [1234567, "1,234,567"],
])("%d reads as %s", (value, words) => expect(formatNumber(value)).toBe(words));

test("a number reads alike at every place of a list that is mapped by its formatter", () =>
  expect([7, 35, 6].map(formatNumber)).toEqual(["7", "35", "6"]));

// The first two letters are Cyrillic, the last one's "o" is Greek.
test.each(["\u0420\u043embi", "\u0410dmin", "Supp\u03bfrt"])("%s mixes alphabets that look alike", (name) => {
  expect(nameField("Missing.").safeParse(name).error?.issues[0]?.message).toBe("Please use letters of one alphabet.");
});

test.each([
  ["Help", "Desk", false],
  ["Customer", "Care", false],
  ["OUR", "Office", false],
  ["Po", "mbi", false],
  ["Tapo", "Mbiri", true],
  ["Help", "Moyo", true],
])("%s %s is a name of one's own: %s", (first, last, isOwn) => expect(isOwnName(first, last)).toBe(isOwn));

test.each([
  ["one", ["one"]],
  ["new old", ["new", "old"]],
  ["new,old", ["new", "old"]],
  [" new,\n old ,older ", ["new", "old", "older"]],
  ["", null],
  [" , ", null],
])("the values of the secret %j", (text, values) => expect(parseRotatingSecret(text)).toEqual(values));

test("sealed bytes open for their purpose alone, also those of earlier builds and secrets", async () => {
  const bytes = new TextEncoder().encode("12345678901234567890");
  const sealed = await seal(["a secret of the site"], "rudo", bytes);
  expect(await unseal(["a secret of the site"], "rudo", sealed)).toEqual({ bytes, isOutdated: false });
  expect(await unseal(["a secret of the site"], "farai", sealed)).toBeNull();
  const kept = "psgHPX6eDHyXf9WZAEplTMEby7D2VmulUx5KGkkXf-vm5__4IymqvaAHktRYg4lj";
  expect(await unseal(["a new secret", "a secret of the site"], "rudo", kept)).toEqual({ bytes, isOutdated: true });
});

test("an amount is read as people type it: with the sign, blanks and commas", () => {
  const twelve = ["$12.50", "US$12.50", "us$ 12.50", " $ 12.5 ", "12.50", "USD 12.50", "12,50", "12,5 US$"];
  for (const text of [...twelve, "\u200e12.50"]) expect(parseCents(text), text).toBe(12_50);
  const thousand = ["1250", "1,250", "$1,250.00", "1 250", "1\u00a0250", "1\u202f250,00", "1.250,00", "1250 USD"];
  for (const text of [...thousand, "1250.", "1 250,"]) expect(parseCents(text), text).toBe(1250_00);
  expect([parseCents("0"), parseCents("10000")]).toEqual([0, 1_000_000]);
});

test("a text that is no amount, or could be two, is none", () => {
  for (const text of ["", "$", "-5", "$-5", "1e3", "1,2500", "12.505", "1.250", "£5", "5$$", "1,250,5", "99999999"])
    expect(parseCents(text), text).toBeNull();
  for (const text of [".5", "5..", "NaN", "٥", "5²"]) expect(parseCents(text), text).toBeNull();
  expect(["1.250", "$ 12.505", "0.125", "1,250", "1.2500"].map(twoAmounts)).toEqual([
    ["1250", "1.25"],
    ["12505", "12.50"],
    null,
    null,
    null,
  ]);
  expect(amountField.safeParse("1.250").error?.issues[0]?.message).toBe(
    "Do you mean 1250 or 1.25? Please type it like that.",
  );
});

test("an amount is shown with its symbol, cents only where there are some", () => {
  const amounts = [0, 2500, 2550, 125000, -500];
  expect(amounts.map(formatMoney)).toEqual(["$0", "$25", "$25.50", "$1,250", "−$5"]);
  expect(amounts.map(formatSum)).toEqual(["$0.00", "$25.00", "$25.50", "$1,250.00", "−$5.00"]);
});

test.each([
  [null, "."],
  ["The gate was locked", ": “The gate was locked”."],
  ["The gate was locked.", ": “The gate was locked.”"],
  ["Where were they?", ": “Where were they?”"],
])("a sentence that ends with the words %j has one full stop", (words, end) => expect(endWith(words)).toBe(end));
