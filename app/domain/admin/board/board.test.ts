import { expect, test } from "vitest";
import { ALWAYS } from "../../time/availability";
import { instantOf, minuteAt } from "../../time/harare";
import {
  type BoardChoice,
  boardQuery,
  firstChoice,
  parseBoardChoice,
  type BoardJob,
  type BoardRow,
  daysOf,
  hoursShown,
  judgePlace,
  lanesOf,
  mayDrop,
  minuteAtFraction,
  NOBODY,
  packRows,
  type Spot,
  stepMinute,
  unpackRows,
  withMove,
} from "./board";

const day = "2026-11-24";
const at = (hour: number, minute = 0) => instantOf(day, hour * 60 + minute);
const job = (reference: string, startsAt: number, status: BoardJob["status"] = "confirmed", jobMinutes = 30) => ({
  reference,
  status,
  startsAt,
  jobMinutes,
  client: "Rudo Moyo",
});
const row = (id: string, jobs: BoardJob[], hours: Partial<typeof ALWAYS> | null = {}): BoardRow => ({
  id,
  name: id,
  hours: hours && { ...ALWAYS, ...hours },
  jobs,
});
const farai = (jobs: BoardJob[] = [], hours: Partial<typeof ALWAYS> = {}) => row("farai", jobs, hours);
const now = at(9);
const moved = job("A", at(14));
const from = row("tendai", [moved, job("B", at(16))]);
const nobody = row(NOBODY, [], null);

test.each<{ what: string; target?: BoardRow; start?: number; spot: Spot }>([
  { what: "a free half hour", spot: "free" },
  { what: "its own place", target: from, spot: "free" },
  { what: "half an hour on, over its own place", target: from, start: at(14, 15), spot: "free" },
  { what: "another job's time", target: farai([job("C", at(14))]), spot: "taken" },
  {
    what: "a time too near before another job",
    target: farai([job("C", at(14))], { jobMinutes: 90 }),
    start: at(13),
    spot: "taken",
  },
  {
    what: "a time within another, longer job",
    target: farai([job("C", at(14), "confirmed", 90)]),
    start: at(15),
    spot: "taken",
  },
  { what: "just after it", target: farai([job("C", at(14), "confirmed", 90)]), start: at(15, 30), spot: "free" },
  {
    what: "its own plumber, who takes longer now",
    target: row("tendai", [job("C", at(15))], { jobMinutes: 90 }),
    start: at(14, 30),
    spot: "free",
  },
  { what: "the time of a completed job", target: farai([job("C", at(14), "completed")]), spot: "free" },
  { what: "before their hours", target: farai([], { opensAt: 720 }), start: at(11), spot: "outside-hours" },
  { what: "the end of their hours", target: farai([], { closesAt: 900 }), start: at(15), spot: "outside-hours" },
  { what: "a Tuesday off", target: farai([], { daysOff: 0b10 }), spot: "day-off" },
  { what: "a Monday off", target: farai([], { daysOff: 0b1 }), spot: "free" },
  { what: "a break", target: farai([], { paused: true, daysOff: 0b10 }), spot: "on-a-break" },
  { what: "a break, at another job's time", target: farai([job("C", at(14))], { paused: true }), spot: "taken" },
  { what: "what has passed", start: at(8), spot: "past" },
  { what: "now", start: now, spot: "past" },
  { what: "somebody who is no longer listed", target: row("gone", [], null), spot: "not-listed" },
  { what: "no plumber", target: nobody, spot: "nobody" },
])("a job is judged when dropped on $what", ({ target = farai(), start = at(14), spot }) => {
  expect(judgePlace(target, start, moved, from, now)).toBe(spot);
  expect(mayDrop(spot)).toBe(["free", "outside-hours", "day-off", "on-a-break"].includes(spot));
});

test("a late booking can go to another plumber at its own time, and one without a plumber to another time", () => {
  const late = job("L", at(8));
  expect(judgePlace(farai(), at(8), late, row("tendai", [late]), now)).toBe("outside-hours");
  expect(judgePlace(nobody, at(17), late, nobody, now)).toBe("free");
  const gone = row("gone", [late], null);
  expect(judgePlace(gone, at(17), late, gone, now)).toBe("free");
});

test("the hours shown are the opening hours, wider where someone works or has a job outside of them", () => {
  const works = (opensAt: number, closesAt: number, paused = false) =>
    hoursShown([{ ...from, hours: { ...from.hours!, opensAt, closesAt, paused } }]);
  expect(works(7 * 60 + 30, 17 * 60)).toEqual({ first: 7, last: 21 });
  expect(works(12 * 60, 21 * 60 + 30)).toEqual({ first: 10, last: 22 });
  expect(works(5 * 60, 23 * 60, true)).toEqual({ first: 10, last: 21 });
  expect(hoursShown([from])).toEqual({ first: 10, last: 21 });
  expect(hoursShown([row("early", [job("E", at(7, 15))])])).toEqual({ first: 7, last: 21 });
  expect(hoursShown([row("night", [job("N", at(22))])])).toEqual({ first: 10, last: 23 });
});

test("every place of a row is a half hour within the shown hours; steps visit all of them, both ways", () => {
  const opening = { first: 10, last: 21 };
  for (const range of [opening, { first: 0, last: 24 }]) {
    const starts = new Set<number>();
    for (let x = -0.2; x < 1.2; x += 0.001) starts.add(minuteAtFraction(x, range));
    const walked = [range.first * 60];
    while (stepMinute(walked.at(-1)!, 1, range) > walked.at(-1)!) walked.push(stepMinute(walked.at(-1)!, 1, range));
    expect([...starts].sort((a, b) => a - b)).toEqual(walked);
    expect(walked).toHaveLength((range.last - range.first) * 2);
    for (const [at, minute] of walked.entries())
      expect(stepMinute(minute, -1, range)).toBe(walked[Math.max(0, at - 1)]);
  }
  expect(([1, -1] as const).map((by) => stepMinute(14 * 60 + 15, by, opening))).toEqual([14 * 60 + 30, 14 * 60]);
});

test("jobs that overlap lie in different lanes, and a lane is used again once it is free", () => {
  const starts = [at(10), at(10, 30), at(11), at(11, 15), at(13)];
  const lanes = (minutes: number) => lanesOf(starts.map((start) => job(String(start), start, "confirmed", minutes)));
  expect([...lanes(60), ...lanes(15)]).toEqual([0, 1, 0, 2, 0, 0, 0, 0, 0, 0]);
});

test("a moved job is in one row, once, in order of time; an unknown row changes nothing", () => {
  const rows = [from, farai([job("D", at(12)), job("C", at(15))])];
  const after = withMove(rows, "A", { row: "farai", start: at(13) });
  expect(after.map(({ jobs }) => jobs.map(({ reference }) => reference))).toEqual([["B"], ["D", "A", "C"]]);
  expect(minuteAt(after[1]!.jobs[1]!.startsAt)).toBe(13 * 60);
  expect(withMove(rows, "A", { row: "nowhere", start: at(13) })).toBe(rows);
  const [own] = withMove(rows, "A", { row: "tendai", start: at(17) });
  expect(own!.jobs.map(({ startsAt }) => startsAt)).toEqual([at(16), at(17)]);
});

test.each(["2026-11-23", day, "2026-11-29"])("the week of %s is from Monday to Sunday", (any) => {
  const week = daysOf("week", any);
  const alone = daysOf("day", any);
  expect([week.length, week[0], week.at(-1), ...alone]).toEqual([7, "2026-11-23", "2026-11-29", any]);
});

const today = "2026-11-25";
const harare = firstChoice(today);

test.each<[string, BoardChoice | null]>([
  ["", null],
  ["moved=PB-1", null],
  ["city=gweru", { ...harare, city: "gweru" }],
  ["city=all&suburb=avondale", { ...harare, city: null }],
  ["view=week&day=2026-12-01", { ...harare, view: "week", day: "2026-12-01" }],
  ["day=soon&view=year", harare],
  ["city=Harare&suburb=Avondale&after=k", { ...harare, suburb: "avondale", cursor: "k" }],
])("the board's address %o gives the choice %o", (query, choice) =>
  expect(parseBoardChoice(new URLSearchParams(query), today)).toEqual(choice),
);

test("a choice is read again from its address", () => {
  for (const choice of [harare, { ...harare, city: null }, { ...harare, view: "week" as const, suburb: "avondale" }])
    expect(parseBoardChoice(new URLSearchParams(boardQuery(choice)), today)).toEqual(choice);
});

const since = instantOf("2026-11-23", 0);
const done = { ...job("PB-2", instantOf("2026-11-25", 615), "completed"), client: "Rudo | Ncube" };
const rows: BoardRow[] = [
  row(NOBODY, [{ ...job("PB-1", since, "pending"), client: "" }], null),
  { ...row("tendai", []), name: "Tendai Moyo" },
  row("farai, the 2nd", [done, job("PB-3", instantOf("2026-11-29", 600) + 1)], { daysOff: 3, jobMinutes: 90 }),
  row("gone", [job("PB-4", since)], null),
  row("other", []),
];

test("packed rows are the same once they are unpacked, and hold the hours of several plumbers once", () => {
  expect(unpackRows(packRows(rows, since))).toEqual(rows);
  expect(unpackRows(packRows([], since))).toEqual([]);
  expect(packRows(rows, since).hours).toHaveLength(2);
});

test("a name cannot end its field or its line", () => {
  const [row] = unpackRows(packRows([{ ...rows[1]!, name: "Tendai\tMoyo\nJunior" }], since));
  expect(row).toMatchObject({ id: "tendai", name: "Tendai Moyo Junior", jobs: [] });
});
