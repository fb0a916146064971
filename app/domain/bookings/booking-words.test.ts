import { describe, expect, test } from "vitest";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { formatSpan, nameBooking, timeUntil } from "./booking-words";
import { describeHistory } from "./event-words";

const start = instantOf("2026-11-20", 16 * 60);

test("a booking is called by its day, its time and its service", () => {
  const booking = { startsAt: start, serviceType: "Drain Cleaning" };
  expect(nameBooking(booking, start - HOUR)).toBe("Today 4:00 pm, Drain Cleaning");
  expect(nameBooking(booking, start - DAY)).toBe("Tomorrow 4:00 pm, Drain Cleaning");
  expect(nameBooking(booking, start - 5 * DAY)).toBe("Fri 20 Nov 4:00 pm, Drain Cleaning");
  expect(nameBooking({ ...booking, serviceType: null }, start)).toBe("Today 4:00 pm, Plumbing Service");
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

test("the time left says in which direction", () => {
  expect(timeUntil(start, start - 3 * HOUR)).toBe("in 3 hours");
  expect(timeUntil(start, start + 2 * DAY)).toBe("2 days ago");
  expect(timeUntil(start, start + 10)).toBe("now");
});

describe("a booking's history", () => {
  const event = (name: "propose" | "decline", actorRole: "client" | "plumber", at: number) => ({
    event: name,
    actorRole,
    actorName: actorRole === "client" ? "Rudo Moyo" : "Tendai Ncube",
    to: "pending" as const,
    reason: "2026-11-22T08:00:00.000Z",
    amount: null,
    at,
  });
  const words = (...events: ReturnType<typeof event>[]) =>
    describeHistory(events, { cancelledLateBy: null }).map((line) => line.words);

  test("says that a suggestion was withdrawn by whoever made it, and declined by the other side", () => {
    expect(words(event("propose", "client", 1), event("decline", "client", 2)).at(-1)).toBe(
      "withdrew the new time: Sun 22 Nov 2026, 10:00 am",
    );
    expect(words(event("propose", "client", 1), event("decline", "plumber", 2)).at(-1)).toBe(
      "declined the new time: Sun 22 Nov 2026, 10:00 am",
    );
  });
});
