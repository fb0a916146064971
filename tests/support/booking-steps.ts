import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { correctBooking } from "~/domain/bookings/commands/corrections.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { setPin, writeReport } from "~/domain/bookings/commands/job-updates.server";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import type { DomainContext } from "~/domain/domain-context.server";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { decideFinal, shareOutHeld } from "~/domain/escrow/final-decision.server";
import { confirmPayment, denyPayment, recordPayment, withdrawPayment } from "~/domain/money/payments.server";
import { type findReceipt, voidReceipt } from "~/domain/money/receipts.server";
import { type findRefundForCommand, markRefundSent, takeRefundBack } from "~/domain/escrow/refunds.server";
import { releaseMoney } from "~/domain/escrow/settlements.server";
import { resolveDispute } from "~/domain/money/dispute-resolution.server";
import type { VisitOutcome } from "~/domain/money/missed-visit";
import { decideMissedVisit } from "~/domain/money/missed-visits.server";
import { acceptQuote, declineQuote, writeQuote } from "~/domain/money/quotes.server";
import type { Quote } from "~/domain/money/quote";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { type Refused } from "~/http/refusals";
import { createUser, contextAt } from "./users";

// What people do with a booking, each on the page as it was before: for tests of two who act at once, and of one who acts
// on what has changed.

const start = contextAt();
const { db } = start;
export const users = {
  client: await createUser(start, "client", { firstName: "Rudo", lastName: "Moyo" }),
  otherClient: await createUser(start, "client"),
  plumber: await createUser(start, "plumber", { firstName: "Tendai", lastName: "Ncube" }),
  otherPlumber: await createUser(start, "plumber", { firstName: "Farai", lastName: "Dube" }),
  thirdPlumber: await createUser(start, "plumber", { firstName: "Chipo", lastName: "Sibanda" }),
  admin: await createUser(start, "admin"),
  otherAdmin: await createUser(start, "admin"),
  /** Whose session still says so. */
  formerAdmin: { ...(await createUser(start, "client")), role: "admin" } as SteppedUpUser,
};
const bookable = {
  otherPlumber: (await findBookablePlumber(db, users.otherPlumber.id))!,
  thirdPlumber: (await findBookablePlumber(db, users.thirdPlumber.id))!,
};

/** The page before it acted: the booking, and what belongs to it. */
export interface Shown {
  context: DomainContext;
  booking: BookingForCommand;
  payment: { id: string; amount: number };
  quote: Quote | null;
  receipt: Awaited<ReturnType<typeof findReceipt>>;
  refund: Awaited<ReturnType<typeof findRefundForCommand>>;
  dispute: string;
}
export type Result = { ok: true } | Refused;

export interface Step {
  by: "client" | "plumber" | "admin" | "otherAdmin";
  act: (shown: Shown, by: SteppedUpUser) => Promise<Result>;
}

const FINAL = { final: { amount: 40_00, reason: "More pipe", isSure: true } };
const transition = (by: "client" | "plumber" | "admin", name: BookingTransition): Step => ({
  by,
  act: async ({ context, booking }, user) => {
    const details = name === "complete" && by === "plumber" ? FINAL : {};
    return (await transitionBooking(context, user, booking, name, details)) as Result;
  },
});
const jobStep = (by: "client" | "plumber", name: JobStepName): Step => ({
  by,
  act: ({ context, booking }, user) => takeJobStep(context, user, booking, name, name === "on-the-way" ? 20 : null),
});
const assign = (by: "admin" | "otherAdmin", to: "otherPlumber" | "thirdPlumber"): Step => ({
  by,
  act: ({ context, booking }, user) => assignBooking(context, user, booking, bookable[to], booking.plumber?.id ?? null),
});
const talk = (by: "client" | "plumber", name: "propose" | "accept" | "decline"): Step => ({
  by,
  act: ({ context, booking }, user) => {
    const verb = { propose: proposeTime, accept: acceptTime, decline: declineTime }[name];
    return verb(
      context,
      { ...user, role: by },
      booking,
      booking.startsAt + (name === "propose" ? 14 * HOUR : PROPOSED),
    );
  },
});
const step =
  (by: Step["by"]) =>
  (act: Step["act"]): Step => ({ by, act });
const asClient = step("client");
const asPlumber = step("plumber");
const asOffice = step("admin");
const decideVisit = (outcome: VisitOutcome): Step =>
  asOffice(({ context, booking }, user) => {
    const moved = outcome === "another-time" ? booking.startsAt + 10 * HOUR : null;
    return decideMissedVisit(context, user, booking, { outcome, start: moved, reason: "We asked" });
  });
export const PROPOSED = 5 * HOUR;
const QUOTED = { lines: [{ what: "Pipe", amount: 90_00 }], deposit: null, note: null };
const ADDRESS = { street: "1 Own Street" };

export const STEPS = {
  "the plumber confirms": transition("plumber", "confirm"),
  "the plumber refuses": transition("plumber", "refuse"),
  "the client cancels": transition("client", "cancel"),
  "the plumber cancels": transition("plumber", "cancel"),
  "the office cancels": transition("admin", "cancel"),
  "the office assigns it": assign("admin", "otherPlumber"),
  "the office assigns it to a third": assign("otherAdmin", "thirdPlumber"),
  "the office moves it": asOffice(({ context, booking }, user) =>
    rescheduleBooking(context, user, booking, booking.startsAt + 10 * HOUR),
  ),
  "the client moves it": asClient(({ context, booking }, user) =>
    rescheduleBooking(context, user, booking, booking.startsAt + 10 * HOUR),
  ),
  "the client suggests a time": talk("client", "propose"),
  "the client accepts the time": talk("client", "accept"),
  "the client declines the time": talk("client", "decline"),
  "the plumber accepts the time": talk("plumber", "accept"),
  "the plumber sets off": jobStep("plumber", "on-the-way"),
  "the plumber is not on the way": jobStep("plumber", "not-on-the-way"),
  "the plumber starts": transition("plumber", "start"),
  "the office starts it": transition("admin", "start"),
  "the plumber finishes": transition("plumber", "complete"),
  "the office completes it": transition("admin", "complete"),
  "the plumber is not done yet": transition("plumber", "reopen"),
  "the client says that nobody came": jobStep("client", "plumber-did-not-come"),
  "the plumber says that nobody was there": jobStep("plumber", "nobody-was-there"),
  "the client says that the plumber came": jobStep("client", "plumber-came"),
  "the client asks someone else": asClient(
    async ({ context, booking }, user) =>
      (await transitionBooking(context, user, booking, "cancel", { isUnanswered: true })) as Result,
  ),
  "the client corrects the street": asClient(
    async ({ context, booking }, user) =>
      (await correctBooking(context, user, booking, { drawn: { street: null }, corrected: ADDRESS })) as Result,
  ),
  "the office corrects the street": asOffice(
    async ({ context, booking }, user) =>
      (await correctBooking(context, user, booking, { drawn: { street: null }, corrected: ADDRESS })) as Result,
  ),
  "the client marks the place": asClient(({ context, booking }, user) => setPin(context, user, booking, "-17.8,31")),
  "the plumber writes a report": asPlumber(({ context, booking }, user) =>
    writeReport(context, user, booking.id, "A new washer"),
  ),
  "the plumber writes a quote": asPlumber(({ context, booking }, user) =>
    writeQuote(context, user, booking, { ...QUOTED, validUntil: context.now + 7 * DAY }),
  ),
  "the client accepts the quote": asClient(({ context, booking, quote }, user) =>
    acceptQuote(context, user, booking, quote!),
  ),
  "the client declines the quote": asClient(({ context, booking, quote }, user) =>
    declineQuote(context, user, booking, quote!, null),
  ),
  "the client records a payment": asClient(({ context, booking }, user) =>
    recordPayment(context, user, booking, { id: newId(), amount: 10_00, method: "cash" }),
  ),
  "the plumber records a payment": asPlumber(({ context, booking }, user) =>
    recordPayment(context, user, booking, { id: newId(), amount: 15_00, method: "cash" }),
  ),
  "the office records a payment": asOffice(({ context, booking }, user) =>
    recordPayment(context, user, booking, { id: newId(), amount: 10_00, method: "cash" }),
  ),
  "the plumber records the same payment": asPlumber(({ context, booking }, user) =>
    recordPayment(context, user, booking, { id: newId(), amount: 10_00, method: "cash" }),
  ),
  "the plumber confirms the payment": asPlumber(({ context, booking, payment }, user) =>
    confirmPayment(context, user, booking, payment),
  ),
  "the plumber denies the payment": asPlumber(({ context, booking, payment }, user) =>
    denyPayment(context, user, booking, payment, null),
  ),
  "the client confirms the payment": asClient(({ context, booking, payment }, user) =>
    confirmPayment(context, user, booking, payment),
  ),
  "the client denies the payment": asClient(({ context, booking, payment }, user) =>
    denyPayment(context, user, booking, payment, null),
  ),
  "the client takes the payment back": asClient(({ context, booking, payment }, user) =>
    withdrawPayment(context, user, booking, payment),
  ),
  "the client agrees": asClient(({ context, booking }, user) => agreeFinal(context, user, booking, 40_00)),
  "the client does not agree": asClient(({ context, booking }, user) =>
    disputeFinal(context, user, booking, 40_00, null),
  ),
  "the office decides": asOffice(({ context, booking }, user) =>
    decideFinal(context, user, booking, 30_00, "We saw it"),
  ),
  "the client reviews": asClient(
    ({ context, booking }, user) =>
      leaveReview(context, user, { bookingId: booking.id, rating: 5, comment: "Good" }) as Promise<Result>,
  ),
  "the client releases the money": asClient(({ context, booking }, user) => releaseMoney(context, user, booking, 10)),
  "the client says that something is wrong": asClient(({ context, booking }, user) =>
    disputeFinal(context, user, booking, booking.finalAmount!, "It leaks"),
  ),
  "the office shares the money out": asOffice(({ context, booking }, user) =>
    shareOutHeld(context, user, booking, { toPlumber: 15_00, reason: "We saw it" }, 10),
  ),
  "the office finds that the plumber did not come": decideVisit("plumber-did-not-come"),
  "the office finds another time": decideVisit("another-time"),
  "the office finds that the visit took place": decideVisit("took-place"),
  "the office voids the receipt": asOffice(({ context, booking, receipt }, user) =>
    voidReceipt(context, user, booking, receipt!, "A mistake"),
  ),
  "the office settles what was denied": asOffice(({ context, booking, dispute }, user) =>
    resolveDispute(context, user, booking, { dispute, reason: "We asked", paid: 0 }),
  ),
  "the office sends the refund": asOffice(({ context, refund }, user) =>
    markRefundSent(context, user, refund!, `R-${refund!.id}`),
  ),
  "the office takes the refund back": asOffice(({ context, refund }, user) =>
    takeRefundBack(context, user, refund!, { what: "returned", reference: `R-${refund!.id}`, reason: "Closed" }),
  ),
} satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;

/** Takes a step as the one whose step it is, or as someone else. */
export const take = (name: StepName, shown: Shown, by: SteppedUpUser = users[STEPS[name].by]): Promise<Result> =>
  STEPS[name].act(shown, by);
