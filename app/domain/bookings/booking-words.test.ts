import { expect, test } from "vitest";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { formatSpan, nameBooking, roundSpan, timeUntil } from "./booking-words";
import type { BookingActor } from "./booking-machine";
import { describeHistory } from "./booking-history";

const start = instantOf("2026-11-20", 16 * 60);

test("a booking is called by its day, its time and its service", () => {
  const booking = { startsAt: start, serviceType: "Drain Cleaning", status: "confirmed", onTheWayAt: null } as const;
  expect(nameBooking(booking, start - 90 * MINUTE)).toBe("Today 4:00 pm, Drain Cleaning");
  expect(nameBooking(booking, start - 89 * MINUTE)).toBe("In 89 minutes, 4:00 pm, Drain Cleaning");
  expect(nameBooking(booking, start - 37 * MINUTE)).toBe("In 37 minutes, 4:00 pm, Drain Cleaning");
  expect(nameBooking(booking, start - DAY)).toBe("Tomorrow 4:00 pm, Drain Cleaning");
  expect(nameBooking(booking, start - 5 * DAY)).toBe("Fri 20 Nov 4:00 pm, Drain Cleaning");
  expect(nameBooking({ ...booking, serviceType: null }, start)).toBe("Today 4:00 pm, Plumbing Service");
  const onTheWay = { ...booking, onTheWayAt: start - HOUR };
  expect(nameBooking(onTheWay, start - 37 * MINUTE)).toBe("Today 4:00 pm, Drain Cleaning");
  expect(nameBooking({ ...booking, status: "in-progress" }, start - MINUTE)).toBe("Today 4:00 pm, Drain Cleaning");
});

test.each([
  [0, "1 minute"],
  [MINUTE, "1 minute"],
  [89 * MINUTE, "89 minutes"],
  [90 * MINUTE, "2 hours"],
  [35 * HOUR, "35 hours"],
  [36 * HOUR, "2 days"],
  [10 * DAY, "10 days"],
])("%d ms reads %s", (span, text) => expect(formatSpan(span)).toBe(text));

test.each([
  [MINUTE, "a few minutes"],
  [8 * MINUTE, "about 15 minutes"],
  [27 * MINUTE, "about half an hour"],
  [65 * MINUTE, "about an hour"],
  [90 * MINUTE, "about 2 hours"],
])("a reader is told of %d ms as %s", (span, text) => expect(roundSpan(span)).toBe(text));

test("the time left says in which direction", () => {
  expect(timeUntil(start, start - 3 * HOUR)).toBe("in 3 hours");
  expect(timeUntil(start, start + 2 * DAY)).toBe("2 days ago");
  expect(timeUntil(start, start + 10)).toBe("now");
});

test("the time left counts the days that a calendar shows", () => {
  const at = (date: string, hour: number) => instantOf(date, hour * 60);
  expect(timeUntil(at("2026-11-20", 14), at("2026-11-19", 1))).toBe("in 1 day");
  expect(timeUntil(at("2026-11-20", 10), at("2026-11-18", 23))).toBe("in 35 hours");
  expect(timeUntil(at("2026-11-21", 10), at("2026-11-18", 21))).toBe("in 3 days");
  expect(timeUntil(at("2026-11-18", 10), at("2026-11-20", 9))).toBe("2 days ago");
});

const NOTHING = {
  reason: null,
  plumberName: null,
  minutesAway: null,
  aboutStart: null,
  changes: null,
  amount: null,
  outcome: null,
};
const event = (name: "propose" | "decline", actorRole: "client" | "plumber", at: number) => ({
  ...NOTHING,
  event: name,
  actorRole,
  actorId: actorRole,
  to: "pending" as const,
  at,
  actorName: actorRole === "client" ? "Rudo Moyo" : "Tendai Ncube",
  aboutStart: Date.parse("2026-11-22T08:00:00.000Z"),
});
const OFFICE = { id: null, role: "admin" } as const;
const words = (...events: ReturnType<typeof event>[]) =>
  describeHistory(events, { cancelledLateBy: null }, OFFICE).map((line) => line.words);

test("a booking's history says that a suggestion was withdrawn by its author, or declined by the other", () => {
  const answered = (by: "client" | "plumber") => words(event("propose", "client", 1), event("decline", by, 2)).at(-1);
  expect(answered("client")).toBe("withdrew the new time: Sun 22 Nov 2026, 10:00 am");
  expect(answered("plumber")).toBe("declined the new time: Sun 22 Nov 2026, 10:00 am");
});

test("a booking's history says of an expired request that no one answered in time", () => {
  const expired = { ...event("decline", "plumber", 1), event: "expire", actorId: null, aboutStart: null } as const;
  expect(describeHistory([expired], { cancelledLateBy: null }, OFFICE)[0]?.words).toBe(
    "refused the request: nobody answered in time",
  );
});

test("a booking's history speaks to its reader: their acts and payments are their own; the office is one", () => {
  const paid = (name: "release" | "refund", actorId: string | null, actorRole: BookingActor) => ({
    ...NOTHING,
    event: name,
    actorId,
    actorRole,
    actorName: actorId,
    to: "pending" as const,
    at: 1,
    amount: 79_50,
  });
  const events = [
    paid("release", "Rudo Moyo", "client"),
    paid("refund", "an admin", "admin"),
    paid("refund", null, "system"),
  ];
  const lines = (id: string, role: BookingActor) =>
    describeHistory(events, { cancelledLateBy: null }, { id, role }).map(({ who, words }) => `${who} ${words}`);
  expect(lines("Rudo Moyo", "client")).toEqual([
    "You released $79.50 to the plumber",
    "Our office started a refund of $79.50 to you",
    "Pombi started a refund of $79.50 to you",
  ]);
  expect(lines("Tendai Ncube", "plumber").slice(0, 2)).toEqual([
    "Rudo Moyo released $79.50 to you",
    "Our office started a refund of $79.50 to the client",
  ]);
  expect(lines("an admin", "admin")[1]).toBe("Our office started a refund of $79.50 to the client");
});
