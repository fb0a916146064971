import { eq } from "drizzle-orm";
import { bookings, disputes, payments, quotes, receipts, refunds } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { BookingStatus } from "~/domain/bookings/booking";
import type { DomainContext } from "~/domain/domain-context.server";
import { bookPaid } from "~/domain/escrow/booked-payments.server";
import { findReceipt } from "~/domain/money/receipts.server";
import { findRefundForCommand } from "~/domain/escrow/refunds.server";
import { settleDueBookings } from "~/domain/escrow/settlements.server";
import { findQuote } from "~/domain/money/quotes.server";
import { checkLedgerNow } from "~/domain/ledger/ledger.server";
import { DAY, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { type BookingColumns, insertBooking, insertOnlinePayment, saidOf } from "./money-rows";
import { contextAt } from "./users";
import { PROPOSED, take, users, type Shown, type StepName } from "./booking-steps";

// The situations of a booking in which each step takes effect.

const start = contextAt();
const { db, now } = start;

export interface Situation {
  status: BookingStatus;
  more?: BookingColumns;
  /** Without an open suggestion of a time and an open quote. */
  isBare?: true;
  /** Three quarters of an hour before its start. */
  isAhead?: true;
  /** What has happened with it, by these steps or by other means. */
  before?: (StepName | ((shown: Shown) => Promise<unknown>))[];
  steps: StepName[];
}

const DONE = { status: "completed", more: { finalAmount: 40_00, finalReason: "More pipe" }, isBare: true } as const;
const TALK: StepName[] = ["the client suggests a time", "the client accepts the time", "the client declines the time"];
const ANSWERS: StepName[] = ["the client accepts the quote", "the client declines the quote"];
const QUOTE: StepName[] = ["the plumber writes a quote", ...ANSWERS];
const OFFICE: StepName[] = ["the office cancels", "the office assigns it", "the office moves it"];
const MISSED: StepName[] = ["the client says that nobody came", "the plumber says that nobody was there"];
const PAY: StepName[] = ["the client records a payment", "the plumber records a payment"];
const FACTS: StepName[] = ["the office corrects the street", "the client marks the place"];
const OF_VISIT: StepName[] = [
  "the office finds that the plumber did not come",
  "the office finds another time",
  "the office finds that the visit took place",
];
async function isPaidOnline({ booking }: Shown): Promise<void> {
  const paid = { clientId: users.client.id, amount: 25_00 };
  const id = await insertOnlinePayment(start, { bookingId: booking.id, ...paid });
  await bookPaid(start, { id, booking, ...paid }, saidOf(id, paid.amount, "paid"));
}
const becomes =
  (columns: BookingColumns) =>
  ({ booking }: Shown) =>
    change(booking.id, columns);

/** Situations in which each of two may act first. */
export const AT_ONCE = {
  "a request": {
    status: "pending",
    steps: [
      "the plumber confirms",
      "the plumber refuses",
      "the client cancels",
      "the office assigns it to a third",
      ...OFFICE,
      ...TALK,
      ...QUOTE,
    ],
  },
  "a confirmed booking": {
    status: "confirmed",
    steps: [
      "the plumber sets off",
      "the plumber starts",
      "the office starts it",
      "the plumber finishes",
      "the office completes it",
      "the client cancels",
      "the plumber cancels",
      ...OFFICE,
      ...TALK,
      ...MISSED,
      ...QUOTE,
      ...PAY,
    ],
  },
  "a plumber on the way": {
    status: "confirmed",
    more: { onTheWayAt: now, expectedAt: now },
    isBare: true,
    steps: ["the plumber is not on the way", "the plumber starts", "the client cancels", ...OFFICE, ...MISSED],
  },
  "a job in progress": {
    status: "in-progress",
    steps: ["the plumber finishes", "the office completes it", "the office cancels", ...MISSED, ...QUOTE, ...PAY],
  },
  "a finished job": {
    ...DONE,
    steps: [
      "the plumber is not done yet",
      "the client agrees",
      "the client does not agree",
      "the office decides",
      "the client reviews",
      ...PAY,
    ],
  },
  "a recorded payment": {
    ...DONE,
    before: ["the client records a payment"],
    steps: [
      "the plumber confirms the payment",
      "the plumber denies the payment",
      "the client takes the payment back",
      "the plumber is not done yet",
      "the client agrees",
      "the office decides",
      "the plumber records a payment",
    ],
  },
} satisfies Record<string, Situation>;

/** All situations, in which each step takes effect. */
export const SITUATIONS: Record<string, Situation> = {
  ...AT_ONCE,
  "a request without a plumber": {
    status: "pending",
    more: { plumberId: null, fee: null },
    isBare: true,
    steps: [
      "the office assigns it",
      "the office moves it",
      "the client moves it",
      "the client cancels",
      "the office cancels",
    ],
  },
  "an unanswered request": {
    status: "pending",
    isBare: true,
    steps: ["the client asks someone else", ...FACTS],
  },
  "a visit to come": {
    status: "confirmed",
    isAhead: true,
    steps: ["the client corrects the street", "the plumber writes a report", "the office records a payment", ...FACTS],
  },
  "a recorded payment before the end": {
    status: "in-progress",
    before: ["the client records a payment"],
    steps: [
      "the plumber records the same payment",
      "the plumber confirms the payment",
      "the client takes the payment back",
    ],
  },
  "a record of the plumber": {
    status: "in-progress",
    before: ["the plumber records a payment"],
    steps: ["the client confirms the payment", "the client denies the payment"],
  },
  "a suggestion of the client": {
    status: "pending",
    isBare: true,
    before: [({ booking }) => change(booking.id, { proposedStart: booking.startsAt + PROPOSED, proposedBy: "client" })],
    steps: ["the plumber accepts the time"],
  },
  "a missed visit": {
    status: "confirmed",
    before: ["the client says that nobody came"],
    steps: ["the plumber says that nobody was there", "the client says that the plumber came", ...OF_VISIT],
  },
  "a finished job whose money is held": {
    status: "completed",
    more: { finalAmount: 25_00 },
    isBare: true,
    before: [isPaidOnline],
    steps: ["the client releases the money", "the client says that something is wrong", "the office decides"],
  },
  "a visit whose payer disputes the payment": {
    status: "confirmed",
    isBare: true,
    before: [isPaidOnline, becomes({ frozenAt: now })],
    steps: ["the office shares the money out"],
  },
  "a paid job": {
    ...DONE,
    before: ["the client records a payment", "the plumber confirms the payment"],
    steps: ["the office voids the receipt"],
  },
  "a denied payment": {
    ...DONE,
    before: ["the client records a payment", "the plumber denies the payment"],
    steps: ["the office settles what was denied"],
  },
  "a refund due": {
    status: "confirmed",
    isBare: true,
    before: [
      isPaidOnline,
      becomes({ status: "cancelled" }),
      () => settleDueBookings(start),
      ({ context }) => checkLedgerNow(context),
    ],
    steps: ["the office sends the refund"],
  },
};
SITUATIONS["a refund sent"] = {
  ...SITUATIONS["a refund due"]!,
  before: [...SITUATIONS["a refund due"]!.before!, "the office sends the refund"],
  steps: ["the office takes the refund back"],
};

/** Changes a booking's row behind everybody's back. */
export const change = (id: string, columns: BookingColumns) =>
  db.update(bookings).set(columns).where(eq(bookings.id, id));

let day = 0;

/** A booking in this situation, three quarters of an hour after its start (or before it), as the pages show it. */
export async function stage({ status, more, isBare, isAhead, before = [] }: Situation): Promise<Shown> {
  const startsAt = now + 30 * DAY + day++ * DAY;
  const context = contextAt(startsAt + (isAhead ? -45 : 45) * MINUTE);
  const id = await insertBooking(start, {
    clientId: users.client.id,
    plumberId: users.plumber.id,
    status,
    startsAt,
    completedAt: status === "completed" ? context.now - MINUTE : null,
    ...(!isBare && { proposedStart: startsAt + PROPOSED, proposedBy: "plumber" as const, proposals: 1 }),
    ...more,
  });
  if (!isBare)
    await db.insert(quotes).values({
      id: newId(),
      bookingId: id,
      version: 1,
      lines: [{ what: "Work", amount: 60_00 }],
      total: 60_00,
      validUntil: context.now + 7 * DAY,
      status: "open",
      createdAt: now,
    });
  let shown = await show(context, id);
  for (const one of before) {
    if (typeof one === "string") await take(one, shown);
    else await one(shown);
    shown = await show(context, id);
  }
  return shown;
}

async function show(context: DomainContext, id: string): Promise<Shown> {
  const [booking, quote, [payment], [receipt], [refund], [dispute]] = await Promise.all([
    findBookingFor(db, users.admin, id),
    findQuote(db, users.admin, id, 1),
    db.select().from(payments).where(eq(payments.bookingId, id)),
    db.select().from(receipts).where(eq(receipts.bookingId, id)),
    db.select().from(refunds).where(eq(refunds.bookingId, id)),
    db.select().from(disputes).where(eq(disputes.bookingId, id)),
  ]);
  return {
    context,
    booking: booking!,
    quote,
    payment: payment ?? { id: "none", amount: 0 },
    receipt: receipt ? await findReceipt(context, users.admin, receipt.number) : null,
    refund: refund ? await findRefundForCommand(db, refund.id) : null,
    dispute: dispute?.id ?? "none",
  };
}
