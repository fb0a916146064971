import { describe, expect, test } from "vitest";
import { DAY, instantOf } from "../time/harare";
import { bookingNotices } from "./booking-notices";

const booking = {
  id: "id",
  reference: "PB-7K3QF2",
  startsAt: instantOf("2026-11-22", 600),
  serviceType: null,
  location: "12 Samora Machel Avenue",
  area: null,
  notes: null,
  fee: 2500,
  status: "confirmed" as const,
  client: { firstName: "Kuda", lastName: "Zhou" },
  plumber: { id: "plumber", firstName: "Tendai", lastName: "Ncube" },
};
const origin = "https://pombi.test";

describe("a reminder says when and where", () => {
  const remind = (reader: "client" | "plumber", now: number) =>
    bookingNotices.bookingReminder.email({ booking, now, reader }, origin);

  test("a day ahead", () => {
    const now = booking.startsAt - DAY;
    expect(remind("client", now)).toMatchObject({
      subject: "Tomorrow, 10:00 am: Tendai is coming (PB-7K3QF2)",
      to: "Kuda Zhou",
      paragraphs: [expect.stringMatching(/^Tendai Ncube is coming tomorrow at 10:00 am\./)],
    });
    expect(remind("plumber", now)).toMatchObject({
      subject: "Tomorrow, 10:00 am: your job at Kuda Zhou's (PB-7K3QF2)",
      to: "Tendai Ncube",
      paragraphs: ["You have a job tomorrow at Kuda Zhou's."],
    });
  });

  test("on the day, even when the reminder for the day before is late", () => {
    expect(remind("client", booking.startsAt - 60_000).subject).toMatch(/^Today, 10:00 am: /);
    expect(remind("plumber", booking.startsAt - 60_000).paragraphs).toEqual(["You have a job today at Kuda Zhou's."]);
  });
});

test("a client is led on from a transition: to the review, to other plumbers, or to the booking", () => {
  const told = (transition: "complete" | "refuse" | "confirm", city: string | null = null) =>
    bookingNotices.bookingTransitioned.email(
      { booking: { ...booking, city }, transition, actor: "plumber", reason: null, reader: "client" },
      origin,
    ).action?.url;
  expect(told("complete")).toBe("https://pombi.test/appointment/plumber?job=PB-7K3QF2#review");
  expect(told("refuse")).toBe("https://pombi.test/plumbers");
  expect(told("refuse", "Harare")).toBe("https://pombi.test/plumbers/harare");
  expect(told("confirm")).toBe("https://pombi.test/client-dashboard/bookings/id");
});
