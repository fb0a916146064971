import { expect, test } from "vitest";
import { instantOf } from "~/domain/time/harare";
import { instantFor, isOnlyWish, meetsWish, pickStarts, sayWish, wishIn } from "./times";

// A Tuesday.
const TODAY = "2026-12-01";
const now = instantOf(TODAY, 11 * 60);

test.each([
  ["tomorrow 3pm", "2026-12-02", 15 * 60],
  ["tommorow at 3", "2026-12-02", 15 * 60],
  ["tmrw 10.30 am pls", "2026-12-02", 10 * 60 + 30],
  ["mangwana masikati", "2026-12-02", "afternoon"],
  ["tonight", TODAY, "evening"],
  ["today after lunch", TODAY, "afternoon"],
  ["Saturday morning", "2026-12-05", "morning"],
  ["can u come on sat", "2026-12-05", null],
  ["wensday around 9", "2026-12-02", 9 * 60],
  ["the weekend", "2026-12-05", null],
  ["5th December 14:00", "2026-12-05", 14 * 60],
  ["noon", null, 12 * 60],
  ["14h30", null, 14 * 60 + 30],
  ["afternoon", null, "afternoon"],
  ["at 7", null, 7 * 60],
  ["5 am", null, 5 * 60],
  ["12 pm", null, 12 * 60],
  ["i need a plumber for tomorrow morning", "2026-12-02", "morning"],
  ["book me for saturday at 10am", "2026-12-05", 10 * 60],
  ["come for a blocked toilet tomorrow", "2026-12-02", null],
  ["for friday", "2026-12-04", null],
  ["no water for the last week come tomorrow", "2026-12-02", null],
  ["blocked since sunday can you come on saturday", "2026-12-05", null],
  ["from 2pm tomorrow", "2026-12-02", 14 * 60],
  ["leaking from Monday, come tomorrow", "2026-12-02", null],
  ["from Monday", "2026-12-07", null],
  ["i am free from saturday", "2026-12-05", null],
  ["i was hoping for tomorrow", "2026-12-02", null],
  ["2 septic tanks on saturday", "2026-12-05", null],
  ["Saturday at 5 maybe", "2026-12-05", 17 * 60],
  ["Saturday at 5 may be", "2026-12-05", 17 * 60],
  ["30 feb or Saturday", "2026-12-05", null],
  ["5 sept or Saturday", "2026-12-05", null],
  ["2 jan", "2027-01-02", null],
  ["Good morning, can you come tomorrow", "2026-12-02", null],
  ["it burst this morning, come tomorrow", "2026-12-02", null],
  ["it burst at 5 this morning, come on friday", "2026-12-04", null],
  ["leaking all morning, come today", TODAY, null],
  ["not tomorrow, friday", "2026-12-04", null],
  ["i can't do friday, saturday is better", "2026-12-05", null],
  ["monday not available, tuesday ok", TODAY, null],
  ["can't you come tomorrow", "2026-12-02", null],
  ["tomorrow 8 in the morning", "2026-12-02", 8 * 60],
  ["7 tonight", TODAY, 19 * 60],
  ["tomorrow 1430hrs", "2026-12-02", 14 * 60 + 30],
  ["2morrow 10.30", "2026-12-02", 10 * 60 + 30],
  ["December 5th 10am", "2026-12-05", 10 * 60],
  ["nemugovera 10am", "2026-12-05", 10 * 60],
  ["ngoLwesihlanu ntambama", "2026-12-04", "afternoon"],
  ["kusasa ekuseni", "2026-12-02", "morning"],
  ["12 Baker Avenue, at 7 Moyo Close tomorrow", "2026-12-02", null],
  ["Mangwanani, toilet yavhara, huyai nhasi", TODAY, null],
])("“%s” is a wish", (text, date, at) => {
  expect(wishIn(text, now)).toEqual({ date, at });
});

test.each([
  "leaking since Monday",
  "my toilet is not flushing since this morning",
  "it was tomorrow's problem",
  "about 20 dollars",
  "30th of November",
  "30 feb",
  "2 septic tanks",
  "2 decoders",
  "5 maybe",
  "5 Market Street",
  "leaking for two days",
  "leaking for a month now",
  "leaking from Monday",
  "it leaks from this morning",
  "it started on Monday",
  "you came on Monday and it leaks again",
  "no water every evening",
  "about 20$",
  "Good morning",
  "not monday",
  "the water is not hot even when the sun is out",
  "about 3 taps",
  "in 2 hours",
  "the geyser is from china",
  "12 Baker Avenue",
  "money",
  "the sink",
  "at 45 Samora Machel",
  "",
])("“%s” is no wish", (text) => {
  expect(wishIn(text, now)).toBe(null);
});

test("a day of the new year is found at the end of the old one, and 29 February in its years alone", () => {
  const on = (date: string, text: string) => wishIn(text, instantOf(date, 11 * 60))?.date;
  expect(on("2026-12-30", "2 january")).toBe("2027-01-02");
  expect(on("2026-12-30", "29 december")).toBe(undefined);
  expect(on("2027-02-27", "29 feb")).toBe(undefined);
  expect(on("2028-02-27", "29 feb")).toBe("2028-02-29");
  expect(on("2027-01-05", "5 Market Street")).toBe(undefined);
});

test("words that name a time alone are told from streets and names", () => {
  const only = ["tomorrow 3pm", "i want saturday", "sat morning", "can you come on Monday at 10.30 am pls", "14h30"];
  const more = ["12 Monday Road", "at 7 Baker Avenue", "Avondale", "Chipo Dube", "gate is open in the morning", "x"];
  expect(only.filter((text) => !isOnlyWish(text, now))).toEqual([]);
  expect(more.filter((text) => isOnlyWish(text, now))).toEqual([]);
});

test("what meets a wish is picked, else what is nearest to it", () => {
  const starts = ["2026-12-01", "2026-12-02"].flatMap((date) => [10, 14, 16].map((hour) => instantOf(date, hour * 60)));
  const picked = (text: string) => pickStarts(starts, wishIn(text, now)!, now, 2);
  expect(picked("tomorrow afternoon")).toEqual(starts.slice(4));
  expect(picked("tomorrow 3:30 pm")).toEqual(starts.slice(4));
  expect(picked("Saturday")).toEqual(starts.slice(4));
  expect(picked("10 am")).toEqual([starts[0], starts[3]]);
  expect(meetsWish(starts[0]!, wishIn("today", now)!)).toBe(true);
});

test("a wish is said, and is a time for our office", () => {
  expect(sayWish(wishIn("sat morning", now)!)).toBe("Sat 5 Dec in the morning");
  expect(sayWish(wishIn("3pm", now)!)).toBe("at 3:00 pm");
  expect(instantFor(wishIn("9 am", now)!, now)).toBe(instantOf("2026-12-02", 9 * 60));
  expect(instantFor(wishIn("tomorrow evening", now)!, now)).toBe(instantOf("2026-12-02", 17 * 60));
});
