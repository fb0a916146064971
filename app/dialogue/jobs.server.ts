import { availableProposalActions, availableTransitions } from "~/domain/bookings/booking-machine";
import type { BookingForCommand, BookingView } from "~/domain/bookings/booking-views";
import { addablePhotoKinds } from "~/domain/bookings/job-photos";
import { availableSteps, missedVisitClaim } from "~/domain/bookings/job-steps";
import { linkedStep, type LinkedStep } from "~/domain/bookings/next-step/next-step";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { onlineStep, paymentChoices, type PaymentChoice } from "~/domain/escrow/online-payment";
import { findOnlineMoney } from "~/domain/escrow/online-payment-views.server";
import { canRelease } from "~/domain/escrow/settlement";
import { availableMoneyActions, type BookingMoney } from "~/domain/money/booking-money";
import { findMoney } from "~/domain/money/money-lists.server";
import type { Side } from "~/domain/values/user";
import type { Possible } from "./possible";

/** A booking as the conversation about it needs it. */
export interface Job {
  user: Side;
  booking: BookingForCommand;
  view: BookingView;
  money: BookingMoney;
  step: LinkedStep;
  /** The first online payment that is possible now; null: none is. */
  payable: PaymentChoice | null;
  possible: readonly Possible[];
}

/** Finds a side's booking with all that can be done about it; null: it isn't theirs. */
export async function findJob(context: DomainContext, user: Side, id: string): Promise<Job | null> {
  const { db, now, paymentProvider } = context;
  const [booking, view, money, online] = await Promise.all([
    findBookingFor(db, user, id),
    findBookingView(db, user, id, now),
    findMoney(db, user, id),
    paymentProvider && user.role === "client" ? findOnlineMoney(db, user, id) : null,
  ]);
  if (!booking || !view || !money) return null;
  const facts = { ...view, ...(user.role === "client" ? onlineStep(view, online) : {}) };
  const [payable = null] = online && !online.underWay ? paymentChoices(view, online.feeMode) : [];
  const missedVisit = missedVisitClaim(view.claimEvents, user.role, view.startsAt);
  const step = linkedStep(facts, user.role, now);
  return {
    user,
    booking,
    view,
    money,
    step,
    payable,
    possible: [
      ...availableMoneyActions(money, user.role, now),
      ...availableTransitions(view, user.role, now),
      ...availableSteps({ ...view, missedVisit }, user.role, now),
      ...availableProposalActions(view, user.role).map((action) => `${action}-time` as const),
      ...(payable ? (["pay"] as const) : []),
      ...(user.role === "client" && canRelease(booking) ? (["release"] as const) : []),
      ...(user.role === "client" && view.status === "completed" && view.reviewedAt === null && view.plumber
        ? (["review"] as const)
        : []),
      ...(step.primary === "ask-another" || step.beside === "ask-another" ? (["ask-another"] as const) : []),
      ...(addablePhotoKinds(view.status, user.role).length > 0 ? (["photo"] as const) : []),
      ...(view.photos.length > 0 ? (["photos"] as const) : []),
      ...(money.payments.some(({ receipt }) => receipt !== null) ? (["receipts"] as const) : []),
    ],
  };
}
