import { expect, test } from "vitest";
import type { BookingView } from "./booking-views";
import { isDone, jobLine } from "./job-line";

type Facts = Partial<Pick<BookingView, "onTheWayAt" | "closedFrom" | "isPaid" | "isMissed">>;

const line = (status: BookingView["status"], facts: Facts = {}) =>
  jobLine({ status, onTheWayAt: null, closedFrom: null, isPaid: false, isMissed: false, ...facts });

test.each<{ status: BookingView["status"]; facts: Facts; stations: string[] }>([
  { status: "pending", facts: {}, stations: ["Sent"] },
  { status: "confirmed", facts: {}, stations: ["Sent", "Confirmed"] },
  { status: "confirmed", facts: { onTheWayAt: 1 }, stations: ["Sent", "Confirmed", "On the way"] },
  { status: "in-progress", facts: {}, stations: ["Sent", "Confirmed", "On the way", "Working"] },
  { status: "in-progress", facts: { onTheWayAt: 1 }, stations: ["Sent", "Confirmed", "On the way", "Working"] },
  { status: "completed", facts: {}, stations: ["Sent", "Confirmed", "On the way", "Working", "Done"] },
  {
    status: "completed",
    facts: { isPaid: true },
    stations: ["Sent", "Confirmed", "On the way", "Working", "Done", "Paid"],
  },
  { status: "refused", facts: { closedFrom: "pending" }, stations: ["Sent", "Refused"] },
  { status: "cancelled", facts: { closedFrom: "pending" }, stations: ["Sent", "Cancelled"] },
  { status: "cancelled", facts: { closedFrom: "confirmed" }, stations: ["Sent", "Confirmed", "Cancelled"] },
  {
    status: "cancelled",
    facts: { closedFrom: "confirmed", onTheWayAt: 1 },
    stations: ["Sent", "Confirmed", "On the way", "Cancelled"],
  },
  {
    status: "cancelled",
    facts: { closedFrom: "in-progress" },
    stations: ["Sent", "Confirmed", "On the way", "Working", "Cancelled"],
  },
  { status: "confirmed", facts: { isMissed: true }, stations: ["Sent", "Confirmed", "Missed"] },
  {
    status: "cancelled",
    facts: { isMissed: true, closedFrom: "confirmed" },
    stations: ["Sent", "Confirmed", "Missed"],
  },
  {
    status: "in-progress",
    facts: { isMissed: true },
    stations: ["Sent", "Confirmed", "On the way", "Working", "Missed"],
  },
  // Its history is not known.
  { status: "cancelled", facts: {}, stations: ["Sent", "Cancelled"] },
])(
  "the line of a $status job with $facts has six stations, and has come to $stations",
  ({ status, facts, stations }) => {
    const { names, reached, current, isClosed } = line(status, facts);
    expect([names.slice(0, current + 1), names.length]).toEqual([stations, 6]);
    expect(isClosed).toBe(["Refused", "Cancelled", "Missed"].includes(stations.at(-1)!));
    expect(reached).toBe(isClosed ? current : current + 1);
  },
);

test("a job that was begun without a word of setting off has skipped that station", () => {
  const { skipped, names } = line("completed");
  expect(names[skipped]).toBe("On the way");
  expect(names.map((_, station) => isDone(line("completed"), station))).toEqual([true, true, false, true, true, false]);
  expect(line("cancelled", { closedFrom: "in-progress" }).skipped).toBe(skipped);
  for (const status of ["pending", "confirmed"] as const) expect(line(status).skipped).toBe(-1);
  expect(line("completed", { onTheWayAt: 1 }).skipped).toBe(-1);
  expect(line("cancelled", { closedFrom: "confirmed" }).skipped).toBe(-1);
});
