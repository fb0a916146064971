import { expect, test } from "vitest";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { sayValue } from "../email/render-email";
import { listFacts, type NoticedBooking } from "./booking-email-parts";
import { bookingNotices } from "./booking-notices";
import type { BookingActor } from "./booking-machine";
import { escrowNotices } from "../escrow/escrow-notices";
import { moneyNotices } from "../money/money-notices";
import type { JobStepName } from "./job-steps";
import { visitNotices } from "./visit-notices";

const startsAt = instantOf("2026-11-22", 600);
const booking: NoticedBooking = {
  id: "id",
  reference: "PB-7K3QF2",
  status: "confirmed",
  startsAt,
  waitingSince: startsAt - 2 * DAY,
  serviceType: null,
  location: "12 Samora Machel Avenue",
  area: null,
  notes: null,
  photos: 0,
  isOnlyCalled: false,
  isPlumberSuspended: false,
  isPaid: false,
  isMissed: false,
  deniedBy: null,
  onTheWayAt: null,
  expectedAt: null,
  frozenAt: null,
  proposedStart: null,
  proposedBy: null,
  reviewedAt: null,
  cancelledLateBy: null,
  missedBy: null,
  closedFrom: null,
  closing: null,
  instead: null,
  ruling: null,
  preferredPlumberName: null,
  fee: 25_00,
  agreedPrice: null,
  finalAmount: null,
  finalReason: null,
  finalAnswer: null,
  due: 0,
  paidAmount: 0,
  heldAmount: 0,
  paidInHand: 0,
  openQuote: null,
  openPayment: null,
  uncheckedPayment: null,
  claimEvents: [],
  suburb: null,
  city: null,
  title: null,
  report: null,
  proposals: 0,
  agreedDeposit: null,
  createdAt: 0,
  preferredPlumberId: null,
  seenAt: null,
  completedAt: null,
  releasedAt: null,
  reopenableUntil: null,
  clientPhone: "+263772222222",
  client: { id: "client", firstName: "Kuda", lastName: "Zhou", phone: "+263772222222" },
  plumber: { id: "plumber", firstName: "Tendai", lastName: "Ncube", phone: "+263771111111", photoKey: "key" },
  ratingSum: 57,
  ratingCount: 12,
};
const ASSIGNED = { plumberId: "plumber", previousId: null, previous: null };
const origin = "https://pombi.test";

test("a notice ends with its subject: an hour after an arrival, at the start for a reminder or assignment", () => {
  const { jobStep, bookingReminder } = visitNotices;
  const stepEnds = (step: JobStepName, minutes: number | null, now: number) =>
    jobStep.expiresAt!({ booking, step, who: "Tendai Ncube", minutes, reader: "client" }, now);
  expect(stepEnds("on-the-way", 30, startsAt)).toBe(startsAt + 1.5 * HOUR);
  expect(stepEnds("on-the-way", null, startsAt + DAY)).toBe(startsAt + DAY + 2 * HOUR);
  expect(stepEnds("nobody-was-there", null, startsAt)).toBeNull();
  expect(bookingReminder.expiresAt!({ booking, reader: "client" }, startsAt - DAY)).toBe(startsAt);
  const assigned = { booking, ...ASSIGNED, reader: "plumber", token: null } as const;
  expect(bookingNotices.bookingAssigned.expiresAt!(assigned, startsAt - DAY)).toBe(startsAt);
  expect(bookingNotices.bookingAssigned.expiresAt!(assigned, startsAt + 1)).toBeNull();
});

type Changed = Partial<NoticedBooking>;
const TOLD = { who: "Tendai Ncube", reader: "client" } as const;
const told = (changed: Changed = {}) => ({ ...TOLD, booking: { ...booking, ...changed } });

test("a reminder says when and what is next, also if late, of a suspended plumber, or beside an open quote", () => {
  const remind = (reader: "client" | "plumber", before: number, changed: Changed = {}) => {
    const facts = { booking: { ...booking, ...changed }, reader };
    const { subject, to, paragraphs } = visitNotices.bookingReminder.email!(facts, origin, startsAt - before);
    return [subject, to, ...paragraphs];
  };
  expect(remind("client", DAY)).toEqual([
    "Sun 22 Nov, 10:00 am: Tendai is coming",
    "Kuda",
    "Tendai is coming on Sun 22 Nov at 10:00 am. Make sure someone is there to open the door.",
  ]);
  expect(remind("plumber", DAY)).toEqual([
    "Sun 22 Nov, 10:00 am: your job at Kuda Zhou's",
    "Tendai",
    "Kuda expects you on Sun 22 Nov at 10:00 am.",
  ]);
  const second = (reader: "client" | "plumber", changed: Changed = {}) =>
    visitNotices.bookingReminder.email!({ booking: { ...booking, ...changed }, reader }, origin, at).second;
  expect(second("client")).toEqual({ label: "Call Tendai", url: "tel:+263771111111" });
  expect(second("plumber")).toEqual({ label: "Call Kuda", url: "tel:+263772222222" });
  expect(second("client", { isPlumberSuspended: true })).toBeNull();
  expect(remind("client", MINUTE)[0]).toMatch(/^Sun 22 Nov, 10:00 am: /);
  expect(remind("plumber", MINUTE)[2]).toMatch(/^Kuda expects you at 10:00 am\./);
  expect(remind("client", DAY, { isPlumberSuspended: true })).toEqual([
    "Sun 22 Nov, 10:00 am: our office is arranging your visit",
    "Kuda",
    "Tendai can't come. Our office is arranging your visit on Sun 22 Nov at 10:00 am with another plumber, and will tell you.",
  ]);
  expect(remind("client", DAY, { openQuote: { total: 118_75, validUntil: startsAt } }).slice(2)).toEqual([
    "The visit is on Sun 22 Nov at 10:00 am.",
    expect.stringMatching(/^Tendai sent you a quote for \$118\.75\./),
  ]);
  // Another time that is suggested is not the visit's, though its hour may be.
  for (const proposedStart of [startsAt + DAY, startsAt + 10 * HOUR])
    expect(remind("client", DAY, { proposedBy: "plumber", proposedStart })[2]).toBe(
      "The visit is on Sun 22 Nov at 10:00 am.",
    );
});

test("an email beside an open quote bills its lines, total and deposit in the place of the fee", () => {
  const quoted = { lines: [{ what: "New valve", amount: 118_75 }], total: 118_75, deposit: 40_00 };
  const changed = { ...booking, openQuote: { total: 118_75, validUntil: startsAt }, quoted };
  const { action, facts, preview } = visitNotices.bookingReminder.email!(
    { booking: changed, reader: "client" },
    origin,
    startsAt - DAY,
  );
  expect(action?.label).toBe("Accept or decline $118.75");
  expect(preview).toBe("Tendai sent you a quote for $118.75. Accept or decline it by Sun 22 Nov.");
  expect(facts?.slice(-4)).toEqual([
    ["New valve", { money: 118_75 }],
    ["Total", { money: 118_75, isTotal: true }],
    ["Deposit, to be paid in advance", { money: 40_00 }],
    ["After the work", { money: 78_75 }],
  ]);
  expect(facts?.map(([label]) => label)).not.toContain("Visit fee");
});

// An email about a booking begins with the news, then comes the next step, whose button it has (B30).
type Facts = Parameters<NonNullable<typeof bookingNotices.bookingTransitioned.email>>[0];
const at = startsAt - 6 * HOUR;
const write = (transition: Facts["transition"], facts: Partial<Facts> = {}) =>
  bookingNotices.bookingTransitioned.email!(
    { ...told(), transition, actor: "plumber", plumberId: null, asksMore: false, ...facts },
    origin,
    at,
  );
const read = (...facts: Parameters<typeof write>) => {
  const { paragraphs, action } = write(...facts);
  return [...paragraphs, action?.label];
};
const calledOff = (status: "cancelled" | "refused", by: BookingActor, reason: string | null = null) => ({
  ...booking,
  status,
  closedFrom: "confirmed" as const,
  closing: { by, at, reason },
});

test("a confirmation, what the office did, and what was taken back are told before the step (B30)", () => {
  expect(read("confirm")).toEqual([
    "Tendai Ncube has confirmed the booking.",
    "Tendai is coming on Sun 22 Nov at 10:00 am. Make sure someone is there to open the door.",
    "See the booking",
  ]);
  expect(write("confirm")).toMatchObject({
    subject: "Your booking is confirmed: Sun 22 Nov, 10:00 am",
    reference: "PB-7K3QF2",
    action: { url: "https://pombi.test/client-dashboard/bookings/id" },
  });
  const done = { ...booking, status: "completed" as const, finalAmount: 25_00, due: 25_00 };
  expect(read("complete", { booking: done, actor: "admin", who: "Our office" })).toEqual([
    "Our office has marked the job as completed.",
    "The job is done. $25 is due. Pay Tendai, then record the payment.",
    "I paid cash",
  ]);
  expect(read("reopen", { booking: { ...booking, status: "in-progress" } })).toEqual([
    "Tendai Ncube reopened the job. The work goes on.",
    "Tendai is working on it.",
    "See the booking",
  ]);
});

test("a refusal and a cancellation are told by the step, with the money that was paid online (B30, M12)", () => {
  expect(read("refuse", { booking: calledOff("refused", "plumber") })).toEqual([
    "Tendai couldn't take this booking. You owe nothing, and other plumbers may be free.",
    expect.stringMatching(/^The visit would have been on \w{3} \d+ \w{3} at [^ ]+ [ap]m\.$/),
    "Ask another plumber",
  ]);
  expect(read("cancel", { booking: calledOff("cancelled", "plumber", "Flat tyre") })).toEqual([
    "Tendai cancelled this booking on Sun 22 Nov at 4:00 am: “Flat tyre”. You owe nothing. You can ask another plumber.",
    expect.stringContaining("The visit would have been on"),
    "Ask another plumber",
  ]);
  const expired = { booking: calledOff("refused", "system"), actor: "system", reader: "plumber" } as const;
  expect(read("expire", expired)[0]).toBe("You didn't answer in time, so the request was refused.");
  const byClient = { booking: calledOff("cancelled", "client"), actor: "client", reader: "plumber" } as const;
  expect(read("cancel", byClient)[0]).toBe("Kuda cancelled this job on Sun 22 Nov at 4:00 am.");
  expect(read("cancel", byClient)[1]).toMatch(/^The visit would have been on .* Nothing is due\.$/);
  expect(write("cancel", byClient).subject).toMatch(/^Kuda cancelled \w{3} \d+ \w{3}, [^ ]+ [ap]m$/);
  const paid = { cancelledLateBy: "client", paidAmount: 50_00, heldAmount: 50_00 } as const;
  expect(read("cancel", { ...byClient, booking: { ...byClient.booking, ...paid } })[0]).toMatch(
    /late\. \$25 that Kuda paid online is yours as the visit fee, less the commission\. \$25 goes back to Kuda\.$/,
  );
});

test("a completion for more than was agreed asks the client for their agreement (B30, M3)", () => {
  const finished = (finalAmount: number, agreedPrice: number | null = null, paidAmount = 0) => {
    const due = Math.min(finalAmount, agreedPrice ?? 25_00) - paidAmount;
    const figures = { finalAmount, finalReason: "More pipe", agreedPrice, paidAmount, due, isPaid: due === 0 };
    return told({ status: "completed", ...figures });
  };
  expect(read("complete", finished(26_00))).toEqual([
    "Tendai asks for $26, $1 more than agreed. $25 of it is due already. Do you agree?",
    "Agree to $1 more?",
  ]);
  expect(write("complete", finished(61_00, 60_00))).toMatchObject({
    subject: "Do you agree to $61?",
    facts: expect.arrayContaining([["More than agreed because", "More pipe"]]),
  });
  for (const asAgreed of [finished(25_00), finished(60_00, 60_00)])
    expect(read("complete", asAgreed).at(-1)).toBe("I paid cash");
  const online = { payable: { amount: 67_50, purpose: "rest" }, underWay: null } as const;
  const { booking } = finished(67_50, 67_50);
  expect(read("complete", { booking: { ...booking, online } }).at(-1)).toBe("Pay $67.50");
  expect(write("complete", finished(60_00, 60_00, 60_00))).toMatchObject({
    paragraphs: ["The job is done. How did Tendai do?"],
    action: { label: "Leave a review", url: "https://pombi.test/client-dashboard/reviews?job=id" },
  });
});

test("the email about a payment lists amounts that add up, also while more is asked than was agreed", () => {
  const listed = (changed: Changed, amount: number) => {
    const facts = { booking: { ...booking, ...changed }, amount, reader: "client" } as const;
    return escrowNotices.paidOnline.email!(facts, origin, startsAt).facts!.slice(-3);
  };
  const paid = { agreedPrice: 60_00, paidAmount: 20_00 };
  const left = [
    ["Paid so far", { money: 20_00 }],
    ["Left to pay", { money: 40_00, isTotal: true }],
  ];
  expect(listed(paid, 20_00)).toEqual([["Agreed price", { money: 60_00 }], ...left]);
  const asked = { ...paid, finalAmount: 75_00, due: 40_00 };
  expect(listed(asked, 20_00)).toEqual([["Agreed price", { money: 60_00 }], ...left]);
  const settled = { ...asked, finalAnswer: "agreed", due: 55_00 } as const;
  expect(listed(settled, 20_00)).toEqual([
    ["Final amount", { money: 75_00 }],
    ["Paid so far", { money: 20_00 }],
    ["Left to pay", { money: 55_00, isTotal: true }],
  ]);
});

test.each(["pending", "confirmed"] as const)(
  "an email about a %s job begins with its accepted quote (B30)",
  (status) => {
    const accepted = { event: "accept-quote", amount: 60_00, actor: "client", who: "Kuda Zhou", reason: null } as const;
    const facts = { booking: { ...booking, status, agreedPrice: 60_00 }, ...accepted, reader: "plumber" } as const;
    expect(moneyNotices.bookingMoney.email!(facts, origin, at).paragraphs.join(" ")).toMatch(
      /^Kuda( Zhou has)? accepted your quote for \$60\. (The request ends|Kuda expects)/,
    );
  },
);

test("another time is told as suggested, accepted and declined (B30)", () => {
  const start = startsAt + DAY;
  const proposal = (action: "propose" | "accept" | "decline", changed: Changed = {}) => {
    const facts = { ...told(changed), action, start };
    const { paragraphs, action: button } = bookingNotices.rescheduleProposal.email!(facts, origin, startsAt - DAY);
    return [...paragraphs, button?.label, button?.url];
  };
  expect(proposal("propose", { proposedStart: start, proposedBy: "plumber" })).toEqual([
    "Tendai suggests another time: Mon 23 Nov, 10:00 am.",
    "Move to Mon 23 Nov, 10:00 am?",
    "https://pombi.test/client-dashboard/bookings/id/reschedule",
  ]);
  expect(proposal("accept", { startsAt: start }).slice(0, 2)).toEqual([
    "Tendai Ncube has accepted the new time.",
    expect.stringMatching(/^Tendai is coming on Mon 23 Nov at 10:00 am\./),
  ]);
  expect(proposal("decline").slice(0, 2)).toEqual([
    expect.stringMatching(/^Tendai Ncube isn't moving the booking\./),
    expect.stringMatching(/^Tendai is coming on Sun 22 Nov at 10:00 am\./),
  ]);
});

test("a plumber's setting off is told, and that they had not (B30)", () => {
  const now = startsAt - HOUR;
  const paragraphs = (step: JobStepName, minutes: number | null, changed: Changed = {}) =>
    visitNotices.jobStep.email!({ ...told(changed), step, minutes }, origin, now).paragraphs;
  expect(paragraphs("on-the-way", 40, { onTheWayAt: now, expectedAt: now + 40 * MINUTE })).toEqual([
    "Tendai is on the way, arriving about 9:40 am.",
  ]);
  expect(paragraphs("on-the-way", 5, { onTheWayAt: now - 9 * MINUTE, expectedAt: now - MINUTE })).toEqual([
    "Tendai is on the way, due at about 8:59 am.",
  ]);
  expect(paragraphs("not-on-the-way", null)).toEqual([
    expect.stringMatching(/^Tendai Ncube is not on the way after all\./),
    "Tendai is due at 10:00 am. We'll tell you when Tendai sets off.",
  ]);
});

const factsOf = (changed: Partial<NoticedBooking>, reader: "client" | "plumber" | "office") =>
  Object.fromEntries(
    listFacts({ ...booking, area: "Avondale", ...changed }, reader, origin).map(([label, value]) => [
      label,
      sayValue(value),
    ]),
  );

test("the plumber reads the suburb until they confirm, then the address; the office reads it at once (B18)", () => {
  const Where = booking.location;
  const pending = { status: "pending" } as const;
  const client = { Client: "Kuda Zhou" };
  const plumber = { Plumber: "Tendai Ncube, 4.8 stars, 12 reviews" };
  const phones = { client: { Phone: "+263 77 222 2222" }, plumber: { Phone: "+263 77 111 1111" } };
  expect(factsOf(pending, "plumber")).toMatchObject({ Where: "Avondale", ...client });
  expect(factsOf(pending, "client")).toMatchObject({ Where, ...plumber });
  expect(factsOf(pending, "office")).toMatchObject({ Where, ...client, ...phones.client });
  expect(factsOf({}, "plumber")).toMatchObject({ Where, ...phones.client });
  expect(factsOf({}, "client")).toMatchObject({ Where, ...phones.plumber });
});

test("an email names the fee or the agreed price unless the booking is cancelled, and the photos if any", () => {
  expect(factsOf({}, "client")).toMatchObject({ "Visit fee": "$25.00" });
  const agreed = factsOf({ agreedPrice: 60_00 }, "client");
  expect(agreed).toMatchObject({ "Agreed price": "$60.00" });
  expect(agreed).not.toHaveProperty("Visit fee");
  const deposit = { agreedPrice: 60_00, agreedDeposit: 25_00, paidAmount: 10_00 };
  const inAdvance = { "Deposit, to be paid in advance": "$15.00", "After the work": "$35.00" };
  expect(factsOf(deposit, "client")).toMatchObject(inAdvance);
  expect(factsOf({ ...deposit, finalAmount: 60_00 }, "client")).not.toHaveProperty("After the work");
  const decided = { agreedPrice: 115_00, finalAmount: 100_00, finalAnswer: "decided" } as const;
  expect(factsOf(decided, "client")).toMatchObject({ "Final amount": "$100.00" });
  expect(factsOf(decided, "client")).not.toHaveProperty("Agreed price");
  const asked = { agreedPrice: 115_00, finalAmount: 130_00, finalReason: "More pipe" };
  expect(factsOf(asked, "client")).toMatchObject({
    "Final amount": "$130.00",
    "Agreed price": "$115.00",
    "More than agreed because": "More pipe",
  });
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
  expect(facts?.map(([label]) => label)).toEqual(["When", "Service", "Booking"]);
});

test("a nudge says in one paragraph when the client can ask another plumber, and when the request ends", () => {
  const asked = { booking: { ...booking, status: "pending" }, token: "t0ken" } as const;
  expect(bookingNotices.requestUnanswered.email!(asked, origin, startsAt - 15 * HOUR)).toMatchObject({
    subject: "Kuda Zhou can now ask another plumber",
    paragraphs: ["Kuda has waited 33 hours and can ask another plumber. The request ends Sun 22 Nov, 10:00 am."],
    action: { label: "Confirm or refuse" },
  });
  const early = { ...asked, booking: { ...asked.booking, waitingSince: startsAt - 3 * DAY } };
  expect(bookingNotices.requestUnanswered.email!(early, origin, startsAt - 3 * DAY + 2 * HOUR)).toMatchObject({
    subject: "Kuda Zhou is still waiting for your answer",
    paragraphs: ["Reply by 10:00 am on Fri 20 Nov. After that Kuda can ask another plumber."],
  });
});

test("a reminder of a request with a quote says the amount, and that its client has to answer", () => {
  const quote = { openQuote: { total: 79_50, validUntil: startsAt } };
  const nudge = (changed: Changed) =>
    bookingNotices.requestUnanswered.email!(
      { booking: { ...booking, status: "pending", ...changed }, token: "t0ken" },
      origin,
      startsAt - 15 * HOUR,
    );
  expect(nudge(quote)).toMatchObject({
    subject: "Kuda Zhou's request isn't confirmed yet",
    paragraphs: [
      "Kuda wants to book you. The request ends Sun 22 Nov, 10:00 am. If you confirm, you take the job at this time. Kuda hasn't answered your quote for $79.50 yet.",
    ],
    action: { label: "Confirm or refuse", url: `${origin}/answer?token=t0ken` },
  });
  expect(nudge({ agreedPrice: 79_50 }).paragraphs[0]).toContain("Kuda accepted your quote for $79.50.");
});

test("the client's first email says to whom and for when the request was sent (T2)", () => {
  const subjectOf = (changed: Changed) =>
    bookingNotices.requestReceived.email!({ booking: { ...booking, ...changed } }, origin, at).subject;
  expect(subjectOf({})).toBe("Sent to Tendai: Sun 22 Nov, 10:00 am");
  expect(subjectOf({ plumber: null })).toBe("We have your request: Sun 22 Nov, 10:00 am");
});

test("a request's notice leads to its answer, as an email and at a glance; the office's does not", () => {
  const asked = { booking, token: "t0ken" };
  const { bookingRequested, requestUnanswered, bookingAssigned } = bookingNotices;
  const assigned = { ...asked, ...ASSIGNED, reader: "plumber" } as const;
  expect(bookingRequested.email!(asked, origin, startsAt - DAY).action?.url).toBe(`${origin}/answer?token=t0ken`);
  for (const { path } of [
    bookingRequested.short!(asked),
    requestUnanswered.short!(asked),
    bookingAssigned.short!(assigned),
  ])
    expect(path).toBe("/answer?token=t0ken");
  const toClient = bookingAssigned.short!({ ...assigned, reader: "client", token: null });
  expect(toClient.path).toContain("/client-dashboard/bookings/");
});
