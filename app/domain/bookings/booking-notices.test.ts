import { describe, expect, test } from "vitest";
import { DAY, instantOf } from "../time/harare";
import type { BookingStatus } from "./booking";
import { listFacts } from "./booking-email-parts";
import { bookingNotices } from "./booking-notices";
import { visitNotices } from "./visit-notices";

const booking = {
  id: "id",
  reference: "PB-7K3QF2",
  startsAt: instantOf("2026-11-22", 600),
  serviceType: null,
  location: "12 Samora Machel Avenue",
  area: null,
  notes: null,
  photos: 0,
  fee: 2500,
  agreedPrice: null as number | null,
  status: "confirmed" as BookingStatus,
  client: { firstName: "Kuda", lastName: "Zhou", phone: "+263772222222" },
  plumber: { id: "plumber", firstName: "Tendai", lastName: "Ncube", phone: "+263771111111" },
};
const origin = "https://pombi.test";

describe("a reminder says when and where", () => {
  const remind = (reader: "client" | "plumber", now: number) =>
    visitNotices.bookingReminder.email!({ booking, now, reader }, origin);

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
    bookingNotices.bookingTransitioned.email!(
      { booking: { ...booking, city }, transition, actor: "plumber", reason: null, reader: "client" },
      origin,
    ).action?.url;
  expect(told("complete")).toBe("https://pombi.test/appointment/plumber?job=PB-7K3QF2#review");
  expect(told("refuse")).toBe("https://pombi.test/plumbers");
  expect(told("refuse", "Harare")).toBe("https://pombi.test/plumbers/harare");
  expect(told("confirm")).toBe("https://pombi.test/client-dashboard/bookings/id");
});

describe("a completion for more than was agreed", () => {
  const told = (amount: number, reader: "client" | "plumber", agreedPrice: number | null = null) =>
    bookingNotices.bookingTransitioned.email!(
      {
        booking: { ...booking, agreedPrice },
        transition: "complete",
        actor: "plumber",
        reason: null,
        completion: { amount, reason: "More pipe" },
        reader,
      },
      origin,
    );

  test("leads the client to the ticket, to check the amount (M3)", () => {
    for (const more of [told(26_00, "client"), told(61_00, "client", 60_00)]) {
      expect(more.action).toEqual({
        label: "Check the amount",
        url: "https://pombi.test/client-dashboard/bookings/id",
      });
      expect(more.paragraphs?.[1]).toContain("more than you agreed on");
    }
    for (const asAgreed of [told(25_00, "client"), told(60_00, "client", 60_00)]) {
      expect(asAgreed.action?.label).toBe("Leave a review");
      expect(asAgreed.paragraphs).toHaveLength(1);
    }
    expect(told(26_00, "plumber").paragraphs).toHaveLength(1);
  });
});

describe("what emails say of a booking", () => {
  const factsOf = (
    changed: Partial<typeof booking> & { status?: BookingStatus },
    reader: "client" | "plumber" | "office",
  ) => Object.fromEntries(listFacts({ ...booking, area: "Avondale", ...changed }, reader));

  test("while nobody has confirmed, the plumber reads the suburb, and neither side the other's phone (B18)", () => {
    expect(factsOf({ status: "pending" }, "plumber")).toMatchObject({ Where: "Avondale", Client: "Kuda Zhou" });
    expect(factsOf({ status: "pending" }, "plumber")).not.toHaveProperty("Phone");
    expect(factsOf({ status: "pending" }, "client")).toMatchObject({
      Where: booking.location,
      Plumber: "Tendai Ncube",
    });
    expect(factsOf({ status: "pending" }, "client")).not.toHaveProperty("Phone");
  });

  test("from confirmation on, each side reads the other's phone and both the whole address", () => {
    expect(factsOf({}, "plumber")).toMatchObject({ Where: booking.location, Phone: "+263 77 222 2222" });
    expect(factsOf({}, "client")).toMatchObject({ Where: booking.location, Phone: "+263 77 111 1111" });
    for (const status of ["cancelled", "refused"] as const)
      expect(factsOf({ status }, "client")).not.toHaveProperty("Phone");
  });

  test("the office reads address and phone at once: it calls the client", () => {
    expect(factsOf({ status: "pending" }, "office")).toMatchObject({
      Where: booking.location,
      Client: "Kuda Zhou",
      Phone: "+263 77 222 2222",
    });
  });

  test("the fee, or the agreed price, which includes it; notes and the number of photos, where there are any", () => {
    expect(factsOf({}, "client")).toMatchObject({ Fee: "$25" });
    const agreed = factsOf({ agreedPrice: 60_00 }, "client");
    expect(agreed).toMatchObject({ "Agreed price": "$60" });
    expect(agreed).not.toHaveProperty("Fee");
    expect(factsOf({}, "client")).not.toHaveProperty("Photos");
    expect(factsOf({ photos: 2 }, "plumber")).toMatchObject({ Photos: "2 of the problem" });
  });

  test("a plumber whose job was reassigned reads no longer where it is and whom it is for", () => {
    const { facts } = bookingNotices.bookingAssigned.email!(
      { booking, previous: booking.plumber, reader: "previous", token: null },
      origin,
    );
    expect(facts?.map(([label]) => label)).toEqual(["Booking", "When", "Service"]);
  });

  test("a request's notice leads to its answer, as an email and at a glance; the office's does not", () => {
    const asked = { booking, preferred: null, token: "t0ken" };
    expect(bookingNotices.bookingRequested.email!(asked, origin).action?.url).toBe(`${origin}/answer?token=t0ken`);
    expect(bookingNotices.bookingRequested.short!(asked).path).toBe("/answer?token=t0ken");
    expect(bookingNotices.requestUnanswered.short!(asked).path).toBe("/answer?token=t0ken");
    const assigned = { booking, previous: null, token: "t0ken" };
    expect(bookingNotices.bookingAssigned.short!({ ...assigned, reader: "plumber" }).path).toBe("/answer?token=t0ken");
    expect(bookingNotices.bookingAssigned.short!({ ...assigned, reader: "client", token: null }).path).toContain(
      "/client-dashboard/bookings/",
    );
  });
});
