import { describe, expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus } from "./booking";
import { BOOKING_MOVE_NAMES, BOOKING_MOVES, movesFor, movesInWords, moveTo, REACHABLE_STATUSES, ruleFor, type BookingActor, type BookingMove } from "./booking-machine";

const ACTORS: BookingActor[] = ["client", "plumber", "admin", "system"];

// Written by hand from spec 4 and product.md 23, not from the table: every move that may happen, and no other.
const ALLOWED = new Set([
  "client cancel pending",
  "plumber confirm pending",
  "plumber refuse pending",
  "plumber cancel pending",
  "plumber cancel confirmed",
  "plumber complete confirmed",
  "plumber complete in-progress",
  "admin cancel pending",
  "admin cancel confirmed",
  "admin cancel in-progress",
  "admin start confirmed",
  "admin complete confirmed",
  "admin complete in-progress",
  "system expire pending",
]);
const LEADS_TO: Record<BookingMove, BookingStatus> = {
  confirm: "confirmed",
  refuse: "refused",
  start: "in-progress",
  complete: "completed",
  cancel: "cancelled",
  expire: "refused",
};

describe.each(ACTORS)("%s", (actor) => {
  describe.each(BOOKING_MOVE_NAMES)("%s", (move) => {
    test.each(BOOKING_STATUSES)("from %s", (status) => {
      const expected = ALLOWED.has(`${actor} ${move} ${status}`);
      expect(ruleFor(move, actor)?.from.includes(status) ?? false).toBe(expected);
      expect(movesFor(status, actor).includes(move)).toBe(expected);
    });
  });
});

test("every move leads where the spec says", () => {
  for (const move of BOOKING_MOVE_NAMES) expect(BOOKING_MOVES[move].to).toBe(LEADS_TO[move]);
});

test("a status names the one move by which an actor can bring a booking there", () => {
  for (const actor of ACTORS) {
    const allowed = BOOKING_MOVE_NAMES.filter((move) => ruleFor(move, actor));
    expect(new Set(allowed.map((move) => LEADS_TO[move])).size).toBe(allowed.length);
    for (const status of BOOKING_STATUSES) expect(moveTo(status, actor)).toBe(allowed.find((move) => LEADS_TO[move] === status) ?? null);
  }
  expect(REACHABLE_STATUSES).toEqual(BOOKING_STATUSES.filter((status) => status !== "pending"));
  expect(movesInWords("client")).toBe("pending to cancelled");
});

test("no move starts from a closed booking", () => {
  for (const actor of ACTORS) {
    for (const status of ["completed", "cancelled", "refused"] as const) expect(movesFor(status, actor)).toEqual([]);
  }
});

test("the buttons of job details are those of spec 2.7.3", () => {
  expect(movesFor("pending", "plumber")).toEqual(["confirm", "refuse", "cancel"]);
  expect(movesFor("confirmed", "plumber")).toEqual(["complete", "cancel"]);
});
