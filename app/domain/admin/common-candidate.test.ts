import { expect, test } from "vitest";
import { HOUR, instantOf } from "../time/harare";
import { suggestForAll, type CommonCandidate } from "./common-candidate";

const ten = instantOf("2026-11-27", 10 * 60);
const plumber: CommonCandidate = {
  id: "anna",
  firstName: "Anna",
  lastName: "Moyo",
  city: "Harare",
  speciality: "Drain Cleaning",
  availability: { opensAt: 8 * 60, closesAt: 17 * 60, daysOff: 0, paused: false, jobMinutes: 60 },
  takenTimes: [],
};
const booking = (reference: string, startsAt: number, plumber: string | null = null) => ({
  reference,
  startsAt,
  jobMinutes: 60,
  plumberId: plumber,
});

test("a plumber can take all bookings that no job is in the way of", () => {
  const [one] = suggestForAll([booking("B", ten + 2 * HOUR), booking("A", ten)], [plumber]);
  expect(one).toMatchObject({ assignable: 2, free: 2, busy: [], clashing: [], own: [] });
});

test("a job of their own is told apart from another of the chosen bookings", () => {
  const chosen = [booking("A", ten), booking("B", ten), booking("C", ten + 4 * HOUR)];
  const [one] = suggestForAll(chosen, [{ ...plumber, takenTimes: [{ startsAt: ten + 4 * HOUR, jobMinutes: 60 }] }]);
  expect(one).toMatchObject({ assignable: 1, free: 1, busy: ["C"], clashing: ["B"], own: [] });
});

test("what a plumber has already is no booking to take, and takes its time", () => {
  const [one] = suggestForAll([booking("A", ten, "anna"), booking("B", ten), booking("C", ten + 2 * HOUR)], [plumber]);
  expect(one).toMatchObject({ assignable: 1, free: 1, clashing: ["B"], own: ["A"] });
});

test("who can take most comes first, then who is free for most", () => {
  const busy = { ...plumber, id: "busy", takenTimes: [{ startsAt: ten, jobMinutes: 60 }] };
  const late = { ...plumber, id: "late", availability: { ...plumber.availability, opensAt: 11 * 60 } };
  const order = suggestForAll([booking("A", ten), booking("B", ten + 2 * HOUR)], [busy, late, plumber]);
  expect(order.map(({ id, assignable, free }) => [id, assignable, free])).toEqual([
    ["anna", 2, 2],
    ["late", 2, 1],
    ["busy", 1, 1],
  ]);
});
