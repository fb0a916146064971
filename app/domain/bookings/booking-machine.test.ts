import { expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus } from "./booking";
import { DAY, HOUR, MINUTE } from "../time/harare";
import {
  BOOKING_TRANSITION_NAMES,
  BOOKING_TRANSITIONS,
  availableTransitions,
  describeTransitions,
  transitionTo,
  REACHABLE_STATUSES,
  ruleFor,
  upcomingTransitions,
  type BookingActor,
  type BookingTransition,
} from "./booking-machine";

const ACTORS: BookingActor[] = ["client", "plumber", "admin", "system"];
const AHEAD: BookingStatus[] = ["pending", "confirmed"];

// Written by hand from B2, not from the table: where each transition leads, by whom and from which statuses.
const TRANSITIONS: {
  transition: BookingTransition;
  to: BookingStatus;
  from: Partial<Record<BookingActor, BookingStatus[]>>;
}[] = [
  { transition: "confirm", to: "confirmed", from: { plumber: ["pending"] } },
  { transition: "refuse", to: "refused", from: { plumber: ["pending"] } },
  { transition: "start", to: "in-progress", from: { plumber: ["confirmed"], admin: ["confirmed"] } },
  {
    transition: "complete",
    to: "completed",
    from: { plumber: ["confirmed", "in-progress"], admin: ["confirmed", "in-progress"] },
  },
  { transition: "cancel", to: "cancelled", from: { client: AHEAD, plumber: AHEAD, admin: [...AHEAD, "in-progress"] } },
  { transition: "reopen", to: "in-progress", from: { plumber: ["completed"] } },
  { transition: "expire", to: "refused", from: { system: ["pending"] } },
];

const startsAt = 1_800_000_000_000;
const transitionsAfterStart = (status: BookingStatus, actor: BookingActor) =>
  availableTransitions({ status, startsAt, reopenableUntil: startsAt, isMissed: false }, actor, startsAt);

test.each(TRANSITIONS)(
  "$transition leads to $to, from the statuses and by the actors of B2 alone",
  ({ transition, to, from }) => {
    expect(BOOKING_TRANSITIONS[transition].to).toBe(to);
    for (const actor of ACTORS)
      for (const status of BOOKING_STATUSES) {
        const isAllowed = from[actor]?.includes(status) ?? false;
        expect(ruleFor(transition, actor)?.from.includes(status) ?? false, `${actor} ${status}`).toBe(isAllowed);
        expect(transitionsAfterStart(status, actor).includes(transition), `${actor} ${status}`).toBe(isAllowed);
      }
  },
);

test("B2 has every transition", () => {
  expect(TRANSITIONS.map(({ transition }) => transition).sort()).toEqual([...BOOKING_TRANSITION_NAMES].sort());
});

test("a status names the one transition that brings a booking there from where it is", () => {
  for (const actor of ACTORS)
    for (const present of BOOKING_STATUSES)
      for (const status of BOOKING_STATUSES) {
        const possible = TRANSITIONS.flatMap(({ transition, to, from }) =>
          to === status && from[actor]?.includes(present) ? [transition] : [],
        );
        expect(possible.length, `${actor} ${present} ${status}`).toBeLessThan(2);
        if (possible.length > 0) expect(transitionTo(status, actor, present)).toBe(possible[0]);
      }
  expect(transitionTo("in-progress", "plumber", "confirmed")).toBe("start");
  expect(transitionTo("in-progress", "plumber", "completed")).toBe("reopen");
  expect(transitionTo("in-progress", "plumber", "refused")).toBe("start");
  expect(transitionTo("pending", "admin", "refused")).toBeNull();
  expect(REACHABLE_STATUSES).toEqual(BOOKING_STATUSES.filter((status) => status !== "pending"));
  expect(describeTransitions("client")).toBe("pending or confirmed to cancelled");
  expect(describeTransitions("plumber")).toContain(
    "confirmed to in-progress (from 60 minutes before the start), confirmed or in-progress to completed (a job that wasn't started: not before the start)",
  );
});

// From B2: how long before the start a transition's earliest moment is.
const EARLIEST: { actor: BookingActor; transition: BookingTransition; status: BookingStatus; ahead: number }[] = [
  { actor: "plumber", transition: "start", status: "confirmed", ahead: HOUR },
  { actor: "plumber", transition: "complete", status: "confirmed", ahead: 0 },
  { actor: "admin", transition: "complete", status: "confirmed", ahead: 0 },
  { actor: "system", transition: "expire", status: "pending", ahead: 0 },
];

test.each(EARLIEST)(
  "$actor: $transition from $status only from $ahead ms before the start on",
  ({ actor, transition, status, ahead }) => {
    const booking = { status, startsAt, isMissed: false };
    const opens = startsAt - ahead;
    expect(availableTransitions(booking, actor, opens - 1)).not.toContain(transition);
    expect(upcomingTransitions(booking, actor, opens - 1)).toContainEqual({ transition, from: opens });
    expect(availableTransitions(booking, actor, opens)).toContain(transition);
    expect(upcomingTransitions(booking, actor, opens).map((upcoming) => upcoming.transition)).not.toContain(transition);
  },
);

test("every other transition is possible at any time", () => {
  const longBefore = startsAt - 400 * DAY;
  const upcoming = (actor: BookingActor, status: BookingStatus) =>
    upcomingTransitions({ status, startsAt, isMissed: false }, actor, longBefore).map(({ transition }) => [
      actor,
      transition,
      status,
    ]);
  const waiting = ACTORS.flatMap((actor) => BOOKING_STATUSES.flatMap((status) => upcoming(actor, status)));
  expect(waiting).toEqual(EARLIEST.map(({ actor, transition, status }) => [actor, transition, status]));
});

test("a completion can be taken back until its time is over, to the millisecond", () => {
  const reopenableUntil = startsAt + 10 * MINUTE;
  const booking = { status: "completed" as const, startsAt, reopenableUntil, isMissed: false };
  expect(availableTransitions(booking, "plumber", startsAt + 10 * MINUTE)).toEqual(["reopen"]);
  expect(availableTransitions(booking, "plumber", startsAt + 10 * MINUTE + 1)).toEqual([]);
  expect(availableTransitions({ ...booking, reopenableUntil: null }, "plumber", startsAt)).toEqual([]);
});

test("no transition is offered, and none only too early, while our office decides about a missed visit", () => {
  for (const actor of ACTORS)
    for (const status of BOOKING_STATUSES)
      for (const at of [startsAt - 2 * HOUR, startsAt]) {
        const booking = { status, startsAt, isMissed: true };
        expect([...availableTransitions(booking, actor, at), ...upcomingTransitions(booking, actor, at)]).toEqual([]);
      }
});
