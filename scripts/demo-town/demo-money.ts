import type { bookingEvents, bookings, payments, quotes, receipts } from "../../app/db/schema";
import { dateAt, DAY, HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";

type Booking = typeof bookings.$inferInsert;
type BookingEvent = typeof bookingEvents.$inferInsert;

const QUOTES = [
  { what: ["Cartridge and washers", "Two hours of work"], more: [1450, 4000], note: "The part is in stock." },
  { what: ["Jetting of the drain", "New trap, 50 mm", "Work"], more: [6000, 875, 2500], note: null },
  { what: ["Geyser element, 3 kW", "Thermostat", "Work"], more: [3890, 2200, 4500], note: "With a year of guarantee." },
];
const REASONS = ["A second valve was broken", "Three metres more of pipe"];

/** How the money of a completed job went. */
const ENDINGS = ["quoted", "fee", "more, agreed", "fee by EcoCash", "waits"] as const;

/**
 * What the bookings cost, quotes, payments and receipts: as every demo row, computed from numbers alone. Writes amounts
 * into `rows`, and gives what else there is. `feeOf`: a plumber's fee in cents.
 */
export function planMoney(rows: Booking[], feeOf: (plumberId: string) => number, now: Instant) {
  const plan = {
    quotes: [] as (typeof quotes.$inferInsert)[],
    payments: [] as (typeof payments.$inferInsert)[],
    receipts: [] as (typeof receipts.$inferInsert)[],
    events: [] as BookingEvent[],
    earned: [] as { day: string; plumberId: string; amount: number }[],
  };
  const withPlumber = rows.filter((row) => row.plumberId);
  for (const row of withPlumber) row.fee = feeOf(row.plumberId!);

  const open = withPlumber.filter(({ status }) => status === "pending" || status === "confirmed");
  open.forEach((row, at) => {
    if (at % 3 === 0) writeQuote(row, at, row.createdAt + HOUR, row.status === "confirmed" && at % 2 === 0);
  });
  const working = withPlumber.find(({ status }) => status === "in-progress");
  if (working) writeQuote(working, 1, now - 20 * MINUTE, false);

  const completed = withPlumber.filter(({ status }) => status === "completed");
  completed.sort((a, b) => a.startsAt - b.startsAt).forEach(finish);
  return plan;

  function record(
    row: Booking,
    event: BookingEvent["event"],
    by: "client" | "plumber" | "admin",
    at: Instant,
    amount: number,
    reason: string | null = null,
  ) {
    const actorId = { client: row.clientId, plumber: row.plumberId!, admin: "demoadmin" }[by];
    const id = `${row.id}-${event}-${plan.events.length}`;
    plan.events.push({
      id,
      bookingId: row.id,
      event,
      actorRole: by,
      actorId,
      toStatus: row.status,
      at,
      amount,
      reason,
    });
  }

  function writeQuote(row: Booking, number: number, at: Instant, isAccepted: boolean): number {
    const { what, more, note } = QUOTES[number % QUOTES.length]!;
    const lines = [
      { what: "Visit", amount: row.fee! },
      ...what.map((text, line) => ({ what: text, amount: more[line]! })),
    ];
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    plan.quotes.push({
      id: `${row.id}-quote`,
      bookingId: row.id,
      version: 1,
      lines,
      total,
      note,
      validUntil: Math.max(at, now) + 7 * DAY,
      status: isAccepted ? "accepted" : "open",
      createdAt: at,
      answeredAt: isAccepted ? at + HOUR : null,
    });
    record(row, "quote", "plumber", at, total);
    if (isAccepted) {
      row.agreedPrice = total;
      record(row, "accept-quote", "client", at + HOUR, total);
    }
    return total;
  }

  function finish(row: Booking, number: number) {
    const done = row.completedAt!;
    const isLast = number >= completed.length - 2;
    const ending = ENDINGS[number % ENDINGS.length]!;
    const agreed = ending === "quoted" ? writeQuote(row, number, row.startsAt - DAY, true) : row.fee!;
    const isMore = ending === "more, agreed" || isLast;
    row.finalAmount = isMore ? agreed + 1800 : agreed;
    if (isMore) row.finalReason = REASONS[number % REASONS.length]!;
    // The newest job's client is still being asked.
    if (isLast) return;
    if (isMore) {
      row.finalAnswer = "agreed";
      record(row, "agree-final", "client", done + 10 * MINUTE, row.finalAmount);
    }
    pay(row, number, ending === "waits" && number % 2 === 0);
  }

  function pay(row: Booking, number: number, waits: boolean) {
    const [at, amount] = [row.completedAt! + 20 * MINUTE, row.finalAmount!];
    if (amount === 0) return;
    const id = `${row.id}-payment`;
    const method = number % ENDINGS.length === 3 ? ("ecocash" as const) : ("cash" as const);
    const payment = { id, bookingId: row.id, amount, method, recordedBy: "plumber" as const, recordedAt: at };
    record(row, "record-payment", "plumber", at, amount);
    if (waits) return void plan.payments.push({ ...payment, status: "open" });
    const answered = { answeredBy: "client" as const, answeredAt: at + HOUR };
    if (number === 3) {
      plan.payments.push({ ...payment, ...answered, status: "denied" });
      return record(row, "deny-payment", "client", at + HOUR, amount, "I paid half of it so far");
    }
    plan.payments.push({ ...payment, ...answered, status: "confirmed" });
    record(row, "confirm-payment", "client", at + HOUR, amount);
    plan.receipts.push({
      number: 1001 + plan.receipts.length,
      bookingId: row.id,
      paymentId: id,
      amount,
      issuedAt: at + HOUR,
    });
    row.paidAmount = amount;
    plan.earned.push({ day: dateAt(at + HOUR), plumberId: row.plumberId!, amount });
  }
}
