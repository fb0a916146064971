import { expect, test } from "vitest";
import type { BookingView } from "./booking-views";
import { jobLine } from "./job-line";

type Facts = Partial<Pick<BookingView, "onTheWayAt" | "closedFrom" | "isPaid" | "isMissed">>;

const line = (status: BookingView["status"], facts: Facts = {}) =>
  jobLine({ status, onTheWayAt: null, closedFrom: null, isPaid: false, isMissed: false, ...facts });

test.each<[BookingView["status"], Facts, string[]]>([
  ["pending", {}, ["Sent"]],
  ["confirmed", {}, ["Sent", "Confirmed"]],
  ["confirmed", { onTheWayAt: 1 }, ["Sent", "Confirmed", "On the way"]],
  ["in-progress", {}, ["Sent", "Confirmed", "On the way", "Working"]],
  ["in-progress", { onTheWayAt: 1 }, ["Sent", "Confirmed", "On the way", "Working"]],
  ["completed", {}, ["Sent", "Confirmed", "On the way", "Working", "Done"]],
  ["completed", { isPaid: true }, ["Sent", "Confirmed", "On the way", "Working", "Done", "Paid"]],
  ["refused", { closedFrom: "pending" }, ["Sent", "Refused"]],
  ["cancelled", { closedFrom: "pending" }, ["Sent", "Cancelled"]],
  ["cancelled", { closedFrom: "confirmed" }, ["Sent", "Confirmed", "Cancelled"]],
  ["cancelled", { closedFrom: "confirmed", onTheWayAt: 1 }, ["Sent", "Confirmed", "On the way", "Cancelled"]],
  ["cancelled", { closedFrom: "in-progress" }, ["Sent", "Confirmed", "On the way", "Working", "Cancelled"]],
  ["confirmed", { isMissed: true }, ["Sent", "Confirmed", "Missed"]],
  ["cancelled", { isMissed: true, closedFrom: "confirmed" }, ["Sent", "Confirmed", "Missed"]],
  ["in-progress", { isMissed: true }, ["Sent", "Confirmed", "On the way", "Working", "Missed"]],
  // Its history is not known.
  ["cancelled", {}, ["Sent", "Cancelled"]],
])("the line of a %s job with %j has six stations, and has come to %j", (status, facts, stations) => {
  const { names, reached, current, isClosed } = line(status, facts);
  expect([names.slice(0, current + 1), names.length]).toEqual([stations, 6]);
  expect(isClosed).toBe(["Refused", "Cancelled", "Missed"].includes(stations.at(-1)!));
  expect(reached).toBe(isClosed ? current : current + 1);
});
