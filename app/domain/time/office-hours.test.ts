import { expect, test } from "vitest";
import { instantOf, parseTime } from "./harare";
import { nextOfficeOpening, officeClosing, sayOpening } from "./office-hours";

const at = (date: string, time: string) => instantOf(date, parseTime(time)!);

// 27 November 2026 is a Friday.
test.each([
  ["early on a weekday", at("2026-11-27", "5:59 am"), at("2026-11-27", "8:00 am")],
  ["as it opens", at("2026-11-27", "8:00 am"), null],
  ["just before it closes", at("2026-11-27", "5:59 pm"), null],
  ["on Friday evening", at("2026-11-27", "6:00 pm"), at("2026-11-28", "9:00 am")],
  ["on Saturday afternoon", at("2026-11-28", "4:59 pm"), null],
  ["on Saturday evening", at("2026-11-28", "5:00 pm"), at("2026-11-30", "8:00 am")],
  ["on Sunday", at("2026-11-29", "12:00 pm"), at("2026-11-30", "8:00 am")],
])("the office's next opening %s", (_, now, opening) => expect(nextOfficeOpening(now)).toBe(opening));

test("the office closes earlier on Saturday", () => {
  expect(officeClosing(at("2026-11-27", "9:00 am"))).toBe(at("2026-11-27", "6:00 pm"));
  expect(officeClosing(at("2026-11-28", "9:00 am"))).toBe(at("2026-11-28", "5:00 pm"));
});

test("an opening of the same day is today's, and any other has its weekday", () => {
  const opens = at("2026-11-30", "8:00 am");
  expect(sayOpening(opens, at("2026-11-30", "4:10 am"))).toBe("today 8:00 am");
  expect(sayOpening(opens, at("2026-11-29", "11:59 pm"))).toBe("Mon 8:00 am");
});
