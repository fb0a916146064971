import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { bookings, payments, quotes } from "~/db/schema";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { BookingStatus } from "~/domain/bookings/booking";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import type { DomainContext } from "~/domain/domain-context.server";
import { agreeFinal, decideFinal, disputeFinal } from "~/domain/escrow/final-amount.server";
import { confirmPayment, denyPayment, recordPayment, withdrawPayment } from "~/domain/escrow/payments.server";
import { acceptQuote, declineQuote, findQuote, writeQuote } from "~/domain/money/quotes.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { messageOf, type Refused } from "~/http/refusals";
import { type BookingColumns, insertBooking } from "../support/money-rows";
import { createUser, contextAt } from "../support/users";

// Two people act on one booking at once, each on the page as it was before: every pair of steps. The outcome is
// that of one of the two orders, and a refused user reads by whom and what.

const start = contextAt();
const { db, now } = start;
const users = {
  client: await createUser(start, "client", { firstName: "Rudo", lastName: "Moyo" }),
  plumber: await createUser(start, "plumber", { firstName: "Tendai", lastName: "Ncube" }),
  otherPlumber: await createUser(start, "plumber", { firstName: "Farai", lastName: "Dube" }),
  thirdPlumber: await createUser(start, "plumber", { firstName: "Chipo", lastName: "Sibanda" }),
  admin: await createUser(start, "admin"),
  otherAdmin: await createUser(start, "admin"),
};

/** The page before it acted. */
interface Shown {
  context: DomainContext;
  booking: BookingForCommand;
  payment: { id: string; amount: number };
}
type Result = { ok: true } | Refused;
type Step = (shown: Shown) => Promise<Result>;

const FINAL = { final: { amount: 40_00, reason: "More pipe", isSure: true } };
const transition =
  (who: "client" | "plumber" | "admin", name: BookingTransition): Step =>
  async ({ context, booking }) => {
    const details = name === "complete" && who === "plumber" ? FINAL : {};
    return (await transitionBooking(context, users[who], booking, name, details)) as Result;
  };
const jobStep =
  (who: "client" | "plumber", name: JobStepName): Step =>
  ({ context, booking }) =>
    takeJobStep(context, users[who], booking, name, name === "on-the-way" ? 20 : null);
const assign =
  (admin: "admin" | "otherAdmin", to: "otherPlumber" | "thirdPlumber"): Step =>
  async ({ context, booking }) =>
    assignBooking(context, users[admin], booking, (await findBookablePlumber(db, users[to].id))!, users.plumber.id);
const side = (role: "client" | "plumber") => ({ ...users[role], role });
const quoteOf = async ({ booking }: Shown) => (await findQuote(db, users.client, booking.id, 1))!;
const PROPOSED = 5 * HOUR;
const QUOTED = { lines: [{ what: "Pipe", amount: 90_00 }], deposit: null, note: null };

const STEPS = {
  "the plumber confirms": transition("plumber", "confirm"),
  "the plumber refuses": transition("plumber", "refuse"),
  "the client cancels": transition("client", "cancel"),
  "the plumber cancels": transition("plumber", "cancel"),
  "the office cancels": transition("admin", "cancel"),
  "the office assigns it": assign("admin", "otherPlumber"),
  "the office assigns it to a third": assign("otherAdmin", "thirdPlumber"),
  "the office moves it": ({ context, booking }) =>
    rescheduleBooking(context, users.admin, booking, booking.startsAt + 10 * HOUR),
  "the client suggests a time": ({ context, booking }) =>
    proposeTime(context, side("client"), booking, booking.startsAt + 14 * HOUR),
  "the client accepts the time": ({ context, booking }) =>
    acceptTime(context, side("client"), booking, booking.startsAt + PROPOSED),
  "the client declines the time": ({ context, booking }) =>
    declineTime(context, side("client"), booking, booking.startsAt + PROPOSED),
  "the plumber sets off": jobStep("plumber", "on-the-way"),
  "the plumber is not on the way": jobStep("plumber", "not-on-the-way"),
  "the plumber starts": transition("plumber", "start"),
  "the office starts it": transition("admin", "start"),
  "the plumber finishes": transition("plumber", "complete"),
  "the office completes it": transition("admin", "complete"),
  "the plumber is not done yet": transition("plumber", "reopen"),
  "the client says that nobody came": jobStep("client", "plumber-did-not-come"),
  "the plumber says that nobody was there": jobStep("plumber", "nobody-was-there"),
  "the plumber writes a quote": ({ context, booking }) =>
    writeQuote(context, users.plumber, booking, { ...QUOTED, validUntil: context.now + 7 * DAY }),
  "the client accepts the quote": async (shown) =>
    acceptQuote(shown.context, users.client, shown.booking, await quoteOf(shown)),
  "the client declines the quote": async (shown) =>
    declineQuote(shown.context, users.client, shown.booking, await quoteOf(shown), null),
  "the client records a payment": ({ context, booking }) =>
    recordPayment(context, users.client, booking, { id: newId(), amount: 10_00, method: "cash" }),
  "the plumber records a payment": ({ context, booking }) =>
    recordPayment(context, users.plumber, booking, { id: newId(), amount: 15_00, method: "cash" }),
  "the plumber confirms the payment": ({ context, booking, payment }) =>
    confirmPayment(context, users.plumber, booking, payment),
  "the plumber denies the payment": ({ context, booking, payment }) =>
    denyPayment(context, users.plumber, booking, payment, null),
  "the client takes the payment back": ({ context, booking, payment }) =>
    withdrawPayment(context, users.client, booking, payment),
  "the client agrees": ({ context, booking }) => agreeFinal(context, users.client, booking, 40_00),
  "the client does not agree": ({ context, booking }) => disputeFinal(context, users.client, booking, 40_00, null),
  "the office decides": ({ context, booking }) => decideFinal(context, users.admin, booking, 30_00, "We saw it"),
  "the client reviews": ({ context, booking }) =>
    leaveReview(context, users.client, { bookingId: booking.id, rating: 5, comment: "Good" }) as Promise<Result>,
} satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;

interface Situation {
  status: BookingStatus;
  more?: BookingColumns;
  /** Without an open suggestion of a time and an open quote. */
  isBare?: true;
  paid?: true;
  steps: StepName[];
  /** Of how many pairs one is refused, in at least one order. */
  refusing: number;
}

const DONE = { status: "completed", more: { finalAmount: 40_00, finalReason: "More pipe" }, isBare: true } as const;
const TALK: StepName[] = ["the client suggests a time", "the client accepts the time", "the client declines the time"];
const ANSWERS: StepName[] = ["the client accepts the quote", "the client declines the quote"];
const QUOTE: StepName[] = ["the plumber writes a quote", ...ANSWERS];
const OFFICE: StepName[] = ["the office cancels", "the office assigns it", "the office moves it"];
const MISSED: StepName[] = ["the client says that nobody came", "the plumber says that nobody was there"];
const PAY: StepName[] = ["the client records a payment", "the plumber records a payment"];

const SITUATIONS: Record<string, Situation> = {
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
    refusing: 61,
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
    refusing: 126,
  },
  "a plumber on the way": {
    status: "confirmed",
    more: { onTheWayAt: now, expectedAt: now },
    isBare: true,
    steps: ["the plumber is not on the way", "the plumber starts", "the client cancels", ...OFFICE, ...MISSED],
    refusing: 23,
  },
  "a job in progress": {
    status: "in-progress",
    steps: ["the plumber finishes", "the office completes it", "the office cancels", ...MISSED, ...QUOTE, ...PAY],
    refusing: 28,
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
    refusing: 10,
  },
  "a recorded payment": {
    ...DONE,
    paid: true,
    steps: [
      "the plumber confirms the payment",
      "the plumber denies the payment",
      "the client takes the payment back",
      "the plumber is not done yet",
      "the client agrees",
      "the office decides",
      "the plumber records a payment",
    ],
    refusing: 15,
  },
};

let day = 0;

/** A booking in this situation, three quarters of an hour after its start, as the pages show it. */
async function stage({ status, more, isBare, paid }: Situation): Promise<Shown> {
  const startsAt = now + 30 * DAY + day++ * DAY;
  const context = contextAt(startsAt + 45 * MINUTE);
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
  const find = async () => (await findBookingFor(db, users.admin, id))!;
  if (paid) await recordPayment(context, users.client, await find(), { id: newId(), amount: 10_00, method: "cash" });
  const [payment] = await db.select().from(payments).where(eq(payments.bookingId, id));
  return { context, booking: await find(), payment: payment ?? { id: "none", amount: 0 } };
}

const TIME = /\d+:\d\d [ap]m/g;
const answerOf = (result: Result) => (result.ok ? "done" : messageOf(result).replace(TIME, "TIME"));

/** The outcome of two steps: the answer to each, the booking, its history, its payments. */
async function outcomeOf({ booking: { id, startsAt } }: Shown, answers: [Result, Result]) {
  const [[row], events, paid] = await Promise.all([
    db.select().from(bookings).where(eq(bookings.id, id)),
    db.all(sql`select event, actor_id from booking_events where booking_id = ${id} order by rowid`),
    db.all(sql`select status, amount from payments where booking_id = ${id} order by amount`),
  ]);
  const { status, plumberId, agreedPrice, finalAmount, finalAnswer, paidAmount, proposedStart, frozenAt } = row!;
  return {
    answers: answers.map(answerOf),
    booking: { status, plumberId, agreedPrice, finalAmount, finalAnswer, paidAmount, isFrozen: frozenAt !== null },
    start: row!.startsAt - startsAt,
    proposedStart: proposedStart && proposedStart - startsAt,
    isOnTheWay: row!.onTheWayAt !== null,
    events,
    paid,
  };
}

const SAYS_ENOUGH = [
  // By whom, what and when.
  /(Rudo Moyo|Tendai Ncube|Our office|You) [a-z].* TIME\.$/,
  /^Someone else has assigned this booking to (Farai Dube|Chipo Sibanda) meanwhile\.$/,
  // A review is on the ticket itself.
  /^A finished job can be taken back for 10 minutes, unless it was reviewed/,
];

test.each(Object.entries(SITUATIONS))(
  "two steps at once on %s come to what one order gives, and a refused user reads by whom and what",
  { timeout: 120_000 },
  async (_, situation) => {
    const { steps } = situation;
    const pairs = steps.flatMap((one, at) => steps.slice(at + 1).map((two) => [one, two] as const));
    let refused = 0;
    for (const [one, two] of pairs) {
      const a = STEPS[one];
      const b = STEPS[two];
      const forth = await stage(situation);
      const back = await stage(situation);
      const together = await stage(situation);
      const orders = [await outcomeOf(forth, [await a!(forth), await b!(forth)])];
      const before = await b!(back);
      orders.push(await outcomeOf(back, [await a!(back), before]));
      const outcome = await outcomeOf(together, await Promise.all([a!(together), b!(together)]));
      expect(orders, `${one}, ${two}`).toContainEqual(outcome);
      for (const answer of [...orders, outcome].flatMap(({ answers }) => answers)) {
        const saysEnough = answer === "done" || SAYS_ENOUGH.some((words) => words.test(answer));
        expect(saysEnough, `${one}, ${two}: ${answer}`).toBe(true);
      }
      if (orders.some(({ answers }) => answers.some((answer) => answer !== "done"))) refused += 1;
    }
    expect(refused).toBe(situation.refusing);
  },
);
