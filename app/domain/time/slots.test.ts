import { expect, test } from "vitest";
import { addDays, dateAt, formatTime, instantOf, MINUTE, minuteAt, timeAt } from "./harare";
import { ALWAYS } from "./availability";
import {
  bookableDates,
  isOfferedStart,
  nearestFreeStarts,
  offeredStarts,
  slotChoices,
  startsOn,
  withoutStart,
} from "./slots";

const TODAY = "2026-11-20";
const at = (clock: string, date = TODAY) => {
  const [hour, minute] = clock.split(":").map(Number);
  return instantOf(date, hour! * 60 + minute!);
};

test.each([
  ["00:00", "10:00 am"],
  ["09:59", "10:00 am"],
  ["10:00", "10:30 am"],
  ["10:20", "10:30 am"],
  ["10:45", "11:00 am"],
  ["10:59", "11:00 am"],
  ["11:00", "12:00 pm"],
  ["11:30", "12:00 pm"],
  ["11:31", "12:30 pm"],
  ["19:59", "8:30 pm"],
  ["20:00", null],
  ["23:59", null],
])("the first start of today (T5) is, at %s by the clock in Harare, %s", (clock, expected) => {
  const first = startsOn(TODAY, at(clock))[0];
  expect(first === undefined ? null : formatTime(first)).toBe(expected);
});

test("a later day offers every half hour from 10:00 to before 21:00", () => {
  const starts = startsOn(addDays(TODAY, 1), at("15:00"));
  expect(starts).toHaveLength(22);
  expect(formatTime(starts[0]!)).toBe("10:00 am");
  expect(formatTime(starts.at(-1)!)).toBe("8:30 pm");
});

test("seven days can be booked, and no others", () => {
  const now = at("09:00");
  expect(bookableDates(now)).toEqual([20, 21, 22, 23, 24, 25, 26].map((day) => `2026-11-${day}`));
  expect(startsOn("2026-11-27", now)).toEqual([]);
  expect(startsOn("2026-11-19", now)).toEqual([]);
});

test.each([
  ["2026-11-20T21:59:59Z", "2026-11-20", "11:59 pm"],
  ["2026-11-20T22:00:00Z", "2026-11-21", "12:00 am"],
  ["2026-11-20T23:59:59Z", "2026-11-21", "1:59 am"],
  ["2026-11-21T00:00:00Z", "2026-11-21", "2:00 am"],
])("around midnight in UTC, 02:00 in Harare, the instant %s is %s, %s", (utc, date, time) => {
  const now = Date.parse(utc);
  expect(dateAt(now)).toBe(date);
  expect(timeAt(now)).toBe(time);
  expect(bookableDates(now)[0]).toBe(date);
});

test("every offered start is in the future, on the half-hour grid, and accepted, at any minute", () => {
  for (let minute = 0; minute < 1440; minute++) {
    const now = instantOf(TODAY, minute) + 17_000;
    const starts = offeredStarts(now);
    expect(starts.filter((start) => start <= now || minuteAt(start) % 30 !== 0)).toEqual([]);
    expect(isOfferedStart(starts[0]!, now)).toBe(true);
    expect(isOfferedStart(starts[0]! + MINUTE, now)).toBe(false);
    expect(new Set(starts).size).toBe(starts.length);
  }
});

test("the nearest free starts are around the wanted one, in order of time", () => {
  const now = at("09:00");
  const wanted = at("14:00");
  const nearest = nearestFreeStarts(wanted, now, (start) => start !== wanted);
  expect(nearest.map(timeAt)).toEqual(["1:00 pm", "1:30 pm", "2:30 pm"]);
});

test("the picker of another time leaves out the start that the booking has, on its day alone", () => {
  const now = at("09:00");
  const choices = slotChoices({ availability: { ...ALWAYS, jobMinutes: 60 }, takenTimes: [] }, now);
  const left = withoutStart(choices, at("14:00", "2026-11-23"));
  const off = (of: typeof choices) =>
    of.parts.flatMap(({ starts }) => starts.flatMap((start) => start.off.map((day) => [start.time, day])));
  expect(off(left)).toEqual([...off(choices), ["2:00 pm", 3]]);
});
