import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  dateAt,
  formatDate,
  formatInstant,
  formatSortable,
  formatTime,
  instantOf,
  minuteAt,
  nameDay,
  parseDate,
  parseTime,
  sayWhen,
  timeAt,
} from "./harare";

test.each([
  ["10:30 am", 630],
  ["10:30 AM", 630],
  ["10:30\u202fam", 630],
  ["10:30\u00a0pm", 1350],
  ["10:30am", 630],
  ["12:00 am", 0],
  ["12:00 pm", 720],
  ["14:30", 870],
  ["00:05", 5],
  ["11:00:00", 660],
  ["11:00:00.000", 660],
  [" 9:05 a.m. ", 545],
])("%j is minute %i of the day", (text, minute) => expect(parseTime(text)).toBe(minute));

test.each([
  "24:00",
  "13:00 pm",
  "0:30 am",
  "10:60 am",
  "10.30 am",
  "10:5 am",
  "",
  "noon",
  "10:30 xm",
  "11:00:30",
  "11:00:00 am",
  "2026-11-20T10:30",
])("%j is refused as a time", (text) => expect(parseTime(text)).toBeNull());

test("every minute of the day is read back from its text", () => {
  for (let minute = 0; minute < 1440; minute++) expect(parseTime(formatTime(minute))).toBe(minute);
});

test.each(["2026-02-29", "2026-13-01", "2026-00-10", "26-11-20", "2026-11-20T00:00", "", "2026-1-2"])(
  "%j is no date",
  (text) => expect(parseDate(text)).toBeNull(),
);

const at = instantOf("2026-11-20", 10 * 60 + 30);
test.each([
  ["a list", formatInstant(at), "Fri 20 Nov 2026, 10:30 am"],
  ["a sentence", sayWhen(at), "Fri 20 Nov at 10:30 am"],
  ["a clock", timeAt(at), "10:30 am"],
  ["a heading", formatDate("2026-11-20"), "Friday 20 November 2026"],
  ["a line", formatDate("2026-11-20", "short"), "Fri 20 Nov"],
  ["a label", formatDate("2026-11-20", "label"), "20 Nov"],
  ["a spreadsheet", formatSortable(at), "2026-11-20 10:30"],
])("%s has one form of a date and a time (docs/words.md)", (_, text, form) => expect(text).toBe(form));

test("today and tomorrow are called that", () => {
  expect(nameDay("2026-11-20", "2026-11-20")).toBe("today");
  expect(nameDay("2026-12-01", "2026-11-30")).toBe("tomorrow");
  expect(nameDay("2026-11-23", "2026-11-20")).toBe("Mon 23 Nov");
});

test("date and minute of any instant lead back to its minute, before 1970 too", () => {
  fc.assert(
    fc.property(fc.integer({ min: -2e12, max: 4e12 }), (instant) => {
      const start = instantOf(dateAt(instant), minuteAt(instant));
      expect(instant - start).toBeGreaterThanOrEqual(0);
      expect(instant - start).toBeLessThan(60_000);
    }),
  );
});

test("adding days crosses months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(parseDate("2028-02-29")).toBe("2028-02-29");
});
