import { describe, expect, test } from "vitest";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { listFacts, type NoticedBooking } from "./booking-email-parts";
import { bookingNotices } from "./booking-notices";
import type { BookingActor } from "./booking-machine";
import { moneyNotices } from "../money/money-notices";
import type { JobStepName } from "./job-steps";
import { visitNotices } from "./visit-notices";

const startsAt = instantOf("2026-11-22", 600);
const booking: NoticedBooking = {
  ...{ id: "id", reference: "PB-7K3QF2", status: "confirmed", startsAt, waitingSince: startsAt - 2 * DAY },
  ...{ serviceType: null, location: "12 Samora Machel Avenue", area: null, notes: null, photos: 0 },
  ...{ isByPhone: false, isPlumberSuspended: false, isPaid: false, isMissed: false, isDenied: false },
  ...{ onTheWayAt: null, expectedAt: null, frozenAt: null, proposedStart: null, proposedBy: null, reviewedAt: null },
  ...{ cancelledLateBy: null, closedFrom: null, closing: null, instead: null, preferredPlumberName: null },
  ...{ fee: 25_00, agreedPrice: null, finalAmount: null, finalReason: null, finalAnswer: null, due: 0 },
  ...{ paidAmount: 0, heldAmount: 0, paidInHand: 0, openQuote: null, openPayment: null, claimEvents: [] },
  clientPhone: "+263772222222",
  client: { id: "client", firstName: "Kuda", lastName: "Zhou", phone: "+263772222222" },
  plumber: { id: "plumber", firstName: "Tendai", lastName: "Ncube", phone: "+263771111111" },
};
const ASSIGNED = { plumberId: "plumber", previousId: null, previous: null };
const origin = "https://pombi.test";

describe("the end of a notice", () => {
  const { jobStep, bookingReminder } = visitNotices;
  const { bookingAssigned } = bookingNotices;
  const stepEnds = (step: JobStepName, minutes: number | null, now: number) =>
    jobStep.expiresAt!({ booking, step, who: "Tendai Ncube", minutes, reader: "client" }, now);
  const assigned = (now: number) =>
    bookingAssigned.expiresAt!({ booking, ...ASSIGNED, reader: "plumber", token: null }, now);

  test("is an hour after the plumber on the way should be there, however late they set off", () => {
    expect(stepEnds("on-the-way", 30, startsAt)).toBe(startsAt + 1.5 * HOUR);
    expect(stepEnds("on-the-way", null, startsAt + DAY)).toBe(startsAt + DAY + 2 * HOUR);
    expect(stepEnds("nobody-was-there", null, startsAt)).toBeNull();
  });

  test("is the start for a reminder and an assignment; an assignment after the start has none", () => {
    expect(bookingReminder.expiresAt!({ booking, reader: "client" }, startsAt - DAY)).toBe(startsAt);
    expect(assigned(startsAt - DAY)).toBe(startsAt);
    expect(assigned(startsAt + 1)).toBeNull();
  });
});

describe("a reminder says when, and what is next", () => {
  const remind = (reader: "client" | "plumber", now: number, changed: Partial<NoticedBooking> = {}) =>
    visitNotices.bookingReminder.email!({ booking: { ...booking, ...changed }, reader }, origin, now);

  test("names the visit to both sides a day ahead", () => {
    const now = startsAt - DAY;
    expect(remind("client", now)).toMatchObject({
      subject: "Tomorrow, 10:00 am: Tendai is coming (PB-7K3QF2)",
      to: "Kuda",
      paragraphs: ["Tendai is coming tomorrow at 10:00 am. Make sure someone is there to open the door."],
    });
    expect(remind("plumber", now)).toMatchObject({
      subject: "Tomorrow, 10:00 am: your job at Kuda Zhou's (PB-7K3QF2)",
      to: "Tendai",
      paragraphs: ["Kuda expects you tomorrow at 10:00 am."],
    });
  });

  test("says today on the day, even when the reminder for the day before is late", () => {
    expect(remind("client", startsAt - 60_000).subject).toMatch(/^Today, 10:00 am: /);
    expect(remind("plumber", startsAt - 60_000).paragraphs[0]).toMatch(/^Kuda expects you at 10:00 am\./);
  });

  test("says of a suspended plumber's visit that our office arranges it", () => {
    expect(remind("client", startsAt - DAY, { isPlumberSuspended: true })).toMatchObject({
      subject: "Tomorrow, 10:00 am: our office is arranging your visit (PB-7K3QF2)",
      paragraphs: [
        "Tendai can't come. Our office is arranging your visit tomorrow at 10:00 am with another plumber, and will email you.",
      ],
    });
  });

  test("begins with the visit where a quote waits for an answer", () => {
    const openQuote = { total: 118_75, validUntil: startsAt };
    expect(remind("client", startsAt - DAY, { openQuote })).toMatchObject({
      paragraphs: [
        "The visit is tomorrow at 10:00 am.",
        expect.stringMatching(/^Tendai sent you a quote for \$118\.75\./),
      ],
      action: { label: "Accept or decline $118.75" },
    });
  });
});

describe("an email about a booking begins with the news, then comes the next step, whose button it has (B30)", () => {
  type Facts = Parameters<NonNullable<typeof bookingNotices.bookingTransitioned.email>>[0];
  const told = (transition: Facts["transition"], facts: Partial<Facts> = {}) =>
    bookingNotices.bookingTransitioned.email!(
      { booking, transition, actor: "plumber", who: "Tendai Ncube", asksMore: false, reader: "client", ...facts },
      origin,
      at,
    );
  const at = startsAt - 6 * HOUR;
  const calledOff = (status: "cancelled" | "refused", by: BookingActor, reason: string | null = null) => ({
    ...booking,
    status,
    closedFrom: "confirmed" as const,
    closing: { by, at, reason },
  });

  test("a confirmation says so, then who comes and when", () => {
    const email = told("confirm");
    expect(email).toMatchObject({
      subject: "Your booking is confirmed (PB-7K3QF2)",
      paragraphs: [
        "Tendai Ncube has confirmed the booking.",
        "Tendai is coming today at 10:00 am. Make sure someone is there to open the door.",
      ],
      action: { label: "See the booking", url: "https://pombi.test/client-dashboard/bookings/id" },
    });
    expect(Object.fromEntries(email.facts ?? [])).toMatchObject({ Phone: "+263 77 111 1111" });
  });

  test("a refusal leads to other plumbers, a cancellation says who and that nothing is owed", () => {
    expect(told("refuse", { booking: calledOff("refused", "plumber") })).toMatchObject({
      paragraphs: ["Tendai couldn't take this booking. You owe nothing, and other plumbers may be free."],
      action: { label: "Ask another plumber" },
    });
    expect(told("cancel", { booking: calledOff("cancelled", "plumber", "Flat tyre") })).toMatchObject({
      paragraphs: ["Tendai cancelled this booking today at 4:00 am: “Flat tyre”. You owe nothing."],
    });
    const byClient = calledOff("cancelled", "client");
    expect(told("cancel", { booking: byClient, actor: "client", reader: "plumber" }).paragraphs).toEqual([
      "Kuda cancelled this job today at 4:00 am.",
    ]);
    const expired = calledOff("refused", "system");
    expect(told("expire", { booking: expired, actor: "system", reader: "plumber" }).paragraphs).toEqual([
      "You didn't answer in time, so the request was refused.",
    ]);
  });

  test("a cancellation says what becomes of the money that was paid online (M12)", () => {
    const paid = { ...calledOff("cancelled", "client"), paidAmount: 50_00, heldAmount: 50_00 };
    const late = { ...paid, cancelledLateBy: "client" as const };
    expect(told("cancel", { booking: late, actor: "client", reader: "plumber" }).paragraphs).toEqual([
      expect.stringMatching(
        /late\. \$25 that Kuda paid online is yours as the visit fee, less the commission\. \$25 goes back to Kuda\.$/,
      ),
    ]);
  });

  test("what the office did, and what was taken back, is news that no step tells", () => {
    const done = { ...booking, status: "completed" as const, finalAmount: 25_00, due: 25_00 };
    expect(told("complete", { booking: done, actor: "admin", who: "Our office" }).paragraphs).toEqual([
      "Our office has marked the job as completed.",
      "The job is done. $25 is due. Pay Tendai, then record the payment.",
    ]);
    expect(told("reopen", { booking: { ...booking, status: "in-progress" } }).paragraphs).toEqual([
      "Tendai Ncube reopened the job. The work goes on.",
      "Tendai is working on it.",
    ]);
  });

  test("a completion for more than was agreed asks the client for their agreement (M3)", () => {
    const finished = (finalAmount: number, changed: Partial<NoticedBooking> = {}) => {
      const due = Math.min(finalAmount, changed.agreedPrice ?? 25_00) - (changed.paidAmount ?? 0);
      const figures = { finalAmount, finalReason: "More pipe", due, isPaid: due === 0 };
      return told("complete", { booking: { ...booking, status: "completed", ...figures, ...changed } });
    };
    for (const more of [finished(26_00), finished(61_00, { agreedPrice: 60_00 })])
      expect(more).toMatchObject({
        subject: expect.stringMatching(/^Do you agree to \$\d+\? \(PB-7K3QF2\)$/),
        paragraphs: [expect.stringMatching(/^Tendai asks for \$\d+, \$1 more than agreed\. Do you agree\?$/)],
        action: { label: expect.stringMatching(/^Agree to \$(26|61) or dispute$/) },
        facts: expect.arrayContaining([["More than agreed because", "More pipe"]]),
      });
    for (const asAgreed of [finished(25_00), finished(60_00, { agreedPrice: 60_00 })])
      expect(asAgreed.action?.label).toBe("I paid cash");
    expect(finished(60_00, { agreedPrice: 60_00, paidAmount: 60_00 })).toMatchObject({
      paragraphs: ["The job is done. How did Tendai do?"],
      action: { label: "Leave a review", url: "https://pombi.test/client-dashboard/reviews?job=id" },
    });
  });

  test.each(["pending", "confirmed"] as const)(
    "an email about a %s job begins with its quote that was accepted",
    (status) => {
      const accepted = moneyNotices.bookingMoney.email!(
        {
          booking: { ...booking, status, agreedPrice: 60_00 },
          ...{
            event: "accept-quote",
            amount: 60_00,
            actor: "client",
            who: "Kuda Zhou",
            reason: null,
            reader: "plumber",
          },
        },
        origin,
        at,
      );
      expect(accepted.paragraphs.join(" ")).toMatch(
        /^Kuda( Zhou has)? accepted your quote for \$60\. (Reply|Kuda expects)/,
      );
    },
  );

  test("another time is told as suggested, accepted and declined", () => {
    const start = startsAt + DAY;
    const proposal = (action: "propose" | "accept" | "decline", changed: Partial<NoticedBooking> = {}) =>
      bookingNotices.rescheduleProposal.email!(
        { booking: { ...booking, ...changed }, action, who: "Tendai Ncube", start, reader: "client" },
        origin,
        startsAt - DAY,
      );
    expect(proposal("propose", { proposedStart: start, proposedBy: "plumber" })).toMatchObject({
      paragraphs: ["Tendai suggests another time: Mon 23 Nov, 10:00 am."],
      action: { url: "https://pombi.test/client-dashboard/bookings/id/reschedule" },
    });
    expect(proposal("accept", { startsAt: start }).paragraphs).toEqual([
      "Tendai Ncube has accepted the new time.",
      expect.stringMatching(/^Tendai is coming on Mon 23 Nov at 10:00 am\./),
    ]);
    expect(proposal("decline").paragraphs).toEqual([
      expect.stringMatching(/^Tendai Ncube isn't moving the booking\./),
      expect.stringMatching(/^Tendai is coming tomorrow at 10:00 am\./),
    ]);
  });

  test("a plumber's setting off is told, and that they had not", () => {
    const now = startsAt - HOUR;
    const step = (
      name: "on-the-way" | "not-on-the-way",
      minutes: number | null,
      changed: Partial<NoticedBooking> = {},
    ) =>
      visitNotices.jobStep.email!(
        { booking: { ...booking, ...changed }, step: name, who: "Tendai Ncube", minutes, reader: "client" },
        origin,
        now,
      ).paragraphs;
    expect(step("on-the-way", 40, { onTheWayAt: now, expectedAt: now + 40 * MINUTE })).toEqual([
      "Tendai is on the way, arriving about 9:40 am.",
    ]);
    expect(step("not-on-the-way", null)).toEqual([
      expect.stringMatching(/^Tendai Ncube is not on the way after all\./),
      "Tendai is due at 10:00 am. We'll tell you when Tendai sets off.",
    ]);
  });
});

const factsOf = (changed: Partial<NoticedBooking>, reader: "client" | "plumber" | "office") =>
  Object.fromEntries(listFacts({ ...booking, area: "Avondale", ...changed }, reader));

test("the plumber reads the suburb until they confirm, then both sides read the whole address (B18)", () => {
  expect(factsOf({ status: "pending" }, "plumber")).toMatchObject({ Where: "Avondale", Client: "Kuda Zhou" });
  expect(factsOf({ status: "pending" }, "client")).toMatchObject({
    Where: booking.location,
    Plumber: "Tendai Ncube",
  });
  expect(factsOf({}, "plumber")).toMatchObject({ Where: booking.location, Phone: "+263 77 222 2222" });
  expect(factsOf({}, "client")).toMatchObject({ Where: booking.location, Phone: "+263 77 111 1111" });
});

test("the office reads address and phone at once: it calls the client", () => {
  expect(factsOf({ status: "pending" }, "office")).toMatchObject({
    Where: booking.location,
    Client: "Kuda Zhou",
    Phone: "+263 77 222 2222",
  });
});

test("an email names the fee or the agreed price, neither of a cancelled booking, and the photos if there are any", () => {
  expect(factsOf({}, "client")).toMatchObject({ "Visit fee": "$25.00" });
  const agreed = factsOf({ agreedPrice: 60_00 }, "client");
  expect(agreed).toMatchObject({ "Agreed price": "$60.00" });
  expect(agreed).not.toHaveProperty("Visit fee");
  for (const agreedPrice of [null, 60_00])
    for (const status of ["cancelled", "refused"] as const)
      for (const price of ["Visit fee", "Agreed price"])
        expect(factsOf({ status, agreedPrice }, "client")).not.toHaveProperty(price);
  expect(factsOf({}, "client")).not.toHaveProperty("Photos");
  expect(factsOf({ photos: 2 }, "plumber")).toMatchObject({ Photos: "2 of the problem" });
});

test("a plumber whose job was reassigned reads no longer where it is and whom it is for", () => {
  const { facts } = bookingNotices.bookingAssigned.email!(
    { booking, ...ASSIGNED, previous: "Tendai Ncube", reader: "previous", token: null },
    origin,
    startsAt - DAY,
  );
  expect(facts?.map(([label]) => label)).toEqual(["Booking", "When", "Service"]);
});

test("a request's notice leads to its answer, as an email and at a glance; the office's does not", () => {
  const asked = { booking, token: "t0ken" };
  expect(bookingNotices.bookingRequested.email!(asked, origin, startsAt - DAY).action?.url).toBe(
    `${origin}/answer?token=t0ken`,
  );
  expect(bookingNotices.bookingRequested.short!(asked).path).toBe("/answer?token=t0ken");
  expect(bookingNotices.requestUnanswered.short!(asked).path).toBe("/answer?token=t0ken");
  const assigned = { booking, ...ASSIGNED, token: "t0ken" };
  expect(bookingNotices.bookingAssigned.short!({ ...assigned, reader: "plumber" }).path).toBe("/answer?token=t0ken");
  expect(bookingNotices.bookingAssigned.short!({ ...assigned, reader: "client", token: null }).path).toContain(
    "/client-dashboard/bookings/",
  );
});
