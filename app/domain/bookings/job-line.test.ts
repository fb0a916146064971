import { expect, test } from "vitest";
import { BOOKING_STATUSES, type Booking } from "./booking";
import { jobLine } from "./job-line";

type Facts = Partial<Pick<Booking, "onTheWayAt" | "closedFrom" | "isPaid" | "isMissed">>;

const line = (status: Booking["status"], facts: Facts = {}) =>
  jobLine({ status, onTheWayAt: null, closedFrom: null, isPaid: false, isMissed: false, ...facts });

test.each<[Booking["status"], Facts, string]>([
  ["pending", {}, "Sent"],
  ["confirmed", {}, "Confirmed"],
  ["confirmed", { onTheWayAt: 1 }, "On the way"],
  ["in-progress", {}, "Working"],
  ["in-progress", { onTheWayAt: 1 }, "Working"],
  ["completed", {}, "Done"],
  ["completed", { isPaid: true }, "Paid"],
])("%s with %j stands at %s, with everything before it behind it", (status, facts, station) => {
  const { names, reached, current, isClosed } = line(status, facts);
  expect(names[current]).toBe(station);
  expect(reached).toBe(current + 1);
  expect(isClosed).toBe(false);
});

test.each<[Booking["status"], Facts, string[]]>([
  ["refused", { closedFrom: "pending" }, ["Sent", "Refused"]],
  ["cancelled", { closedFrom: "pending" }, ["Sent", "Cancelled"]],
  ["cancelled", { closedFrom: "confirmed" }, ["Sent", "Confirmed", "Cancelled"]],
  ["cancelled", { closedFrom: "confirmed", onTheWayAt: 1 }, ["Sent", "Confirmed", "On the way", "Cancelled"]],
  ["cancelled", { closedFrom: "in-progress" }, ["Sent", "Confirmed", "On the way", "Working", "Cancelled"]],
  ["confirmed", { isMissed: true }, ["Sent", "Confirmed", "Missed"]],
  ["in-progress", { isMissed: true }, ["Sent", "Confirmed", "On the way", "Working", "Missed"]],
  // Its history is not known.
  ["cancelled", {}, ["Sent", "Cancelled"]],
])("a %s one with %j is closed behind the stations it passed", (status, facts, passed) => {
  const { names, reached, current, isClosed } = line(status, facts);
  expect(names.slice(0, current + 1)).toEqual(passed);
  expect(reached).toBe(passed.length - 1);
  expect(isClosed).toBe(true);
});

test("every line has six stations", () => {
  for (const status of BOOKING_STATUSES) expect(line(status).names).toHaveLength(6);
});
