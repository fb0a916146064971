import { expect, test } from "vitest";
import { ALWAYS, isFreeStart, isWithinHours, JOB_LENGTHS, weekdayBit } from "./availability";
import { instantOf } from "./harare";

// A Monday.
const DAY = "2026-11-23";
const at = (minute: number, date = DAY) => instantOf(date, minute);

test("every start of the grid is open for a plumber who has set no hours", () => {
  for (let minute = 600; minute < 1260; minute += 30)
    for (let day = 23; day < 30; day++) expect(isWithinHours(ALWAYS, at(minute, `2026-11-${day}`))).toBe(true);
});

test.each([
  [599, false],
  [600, true],
  [779, true],
  [780, false],
])("a start at minute %i is open with hours from 10:00 to 13:00: %s", (minute, open) => {
  expect(isWithinHours({ ...ALWAYS, closesAt: 780 }, at(minute))).toBe(open);
});

test("a day off closes its weekday and no other; a pause closes all", () => {
  const monday = { ...ALWAYS, daysOff: weekdayBit(DAY) };
  expect(weekdayBit(DAY)).toBe(1);
  const week = [23, 24, 25, 26, 27, 28, 29, 30];
  expect(week.filter((day) => !isWithinHours(monday, at(660, `2026-11-${day}`)))).toEqual([23, 30]);
  expect(isWithinHours({ ...ALWAYS, paused: true }, at(660))).toBe(false);
});

test.each(JOB_LENGTHS)(
  "a start is free for jobs of %i minutes exactly when neither would run into the other",
  (jobMinutes) => {
    for (const theirs of JOB_LENGTHS)
      for (let minute = 600; minute < 1260; minute += 30) {
        const isFree = minute + jobMinutes <= 840 || minute >= 840 + theirs;
        const taken = { startsAt: at(840), jobMinutes: theirs };
        expect(isFreeStart({ ...ALWAYS, jobMinutes }, [taken], at(minute)), `${minute} ${theirs}`).toBe(isFree);
      }
  },
);
