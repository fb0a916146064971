import type { bookingEvents, bookings, payments, quotes, receipts } from "../../app/db/schema";
import { dateAt, DAY, HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";
import { isPaidOnline } from "./demo-online-money";
import { isEarlierJob, problemOf } from "./demo-problems";

type Booking = typeof bookings.$inferInsert;
type BookingEvent = typeof bookingEvents.$inferInsert;

/** How the money of a completed job went. */
interface Ending {
  /** Whether there was a quote first; else the fee is the agreed price. */
  isQuoted?: true;
  /** Whether more was asked for, and what the client, or our office after a dispute, says to that; null: nothing yet. */
  excess?: "agreed" | "disputed" | "decided" | null;
  /** Null: nobody has recorded a payment. */
  payment: { method: "cash" | "ecocash"; status: "open" | "confirmed" | "denied" } | null;
}
const cash = { method: "cash", status: "confirmed" } as const;
const ecocash = { method: "ecocash", status: "confirmed" } as const;

const ENDINGS: Ending[] = [
  { isQuoted: true, payment: cash },
  { payment: cash },
  { excess: "agreed", payment: cash },
  { payment: ecocash },
  { payment: { method: "cash", status: "open" } },
];
/** One in the town: the two disagreed, and our office has decided. */
const DECIDED: Ending = { excess: "decided", payment: cash };
/** Those of the first plumber, oldest first: one of each. */
const FIRST_ENDINGS: Ending[] = [
  { isQuoted: true, payment: cash },
  { isQuoted: true, excess: "agreed", payment: ecocash },
  { payment: { method: "cash", status: "denied" } },
  { payment: null },
  { excess: "disputed", payment: null },
  { isQuoted: true, excess: null, payment: null },
  { payment: { method: "ecocash", status: "open" } },
];

/** Those of the work of some weeks ago: as agreed, and paid. */
const EARLIER_ENDINGS: Ending[] = [
  { isQuoted: true, payment: cash },
  { isQuoted: true, payment: ecocash },
  { payment: cash },
];
/** Those that are paid online later on. */
const ONLINE_ENDING: Ending = { isQuoted: true, payment: null };

/** About 30 per cent, in whole $5; null: it would be less. */
const depositOf = (total: number): number | null => Math.floor((total * 0.3) / 500) * 500 || null;

/** When the first quote of a booking can be: once its plumber has answered. */
const askedFrom = (row: Booking): Instant => (row.seenAt ?? row.createdAt) + 5 * MINUTE;

/** The quotes of a booking that is still open, in versions. */
type Quoted = ("open" | "accepted" | "declined" | "replaced")[];
const QUOTED: Quoted[] = [["open"], [], [], ["accepted"], [], []];
const FIRST_QUOTED: Quoted[] = [["accepted"], [], ["declined"], ["replaced", "open"], ["open"]];

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

  const first = withPlumber[0]?.plumberId;
  const open = withPlumber.filter(({ status }) => status === "pending" || status === "confirmed");
  for (const row of open) if (isPaidOnline(row.id)) writeQuotes(row, ["accepted"]);
  const [firstOpen, otherOpen] = split(open.filter(({ id }) => !isPaidOnline(id)));
  firstOpen.forEach((row, at) => writeQuotes(row, FIRST_QUOTED[at] ?? []));
  otherOpen.forEach((row, at) => {
    const quoted = QUOTED[at % QUOTED.length]!;
    writeQuotes(row, row.status === "pending" && quoted[0] === "accepted" ? ["open"] : quoted);
  });
  const working = withPlumber.find(({ status }) => status === "in-progress");
  if (working) writeQuote(working, 1, "accepted", now - 25 * MINUTE);

  const completed = withPlumber.filter(({ status }) => status === "completed").sort((a, b) => a.startsAt - b.startsAt);
  const [firstCompleted, otherCompleted] = split(completed.filter(({ id }) => !isEarlierJob(id)));
  const endings = new Map([
    ...firstCompleted.map((row, at) => [row, FIRST_ENDINGS[at] ?? ENDINGS[1]!] as const),
    ...otherCompleted.map((row, at) => [row, at === ENDINGS.length ? DECIDED : ENDINGS[at % ENDINGS.length]!] as const),
    ...completed
      .filter(({ id }) => isEarlierJob(id) && !isPaidOnline(id))
      .map((row, at) => [row, EARLIER_ENDINGS[at % EARLIER_ENDINGS.length]!] as const),
    ...completed.filter(({ id }) => isPaidOnline(id)).map((row) => [row, ONLINE_ENDING] as const),
  ]);
  for (const row of completed) finish(row, endings.get(row)!);
  return plan;

  function split(some: Booking[]) {
    return [
      some.filter(({ plumberId }) => plumberId === first),
      some.filter(({ plumberId }) => plumberId !== first),
    ] as const;
  }

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

  function writeQuotes(row: Booking, statuses: Quoted) {
    statuses.forEach((status, at) => writeQuote(row, at + 1, status, askedFrom(row) + at * 10 * MINUTE));
  }

  function writeQuote(row: Booking, version: number, status: Quoted[number], at: Instant): number {
    const { lines: work, note } = problemOf(row).quote;
    // The one that replaces another is cheaper.
    const lines = [{ what: "Visit fee", amount: row.fee! }, ...work].map((line, number) =>
      version > 1 && number === 1 ? { ...line, amount: line.amount - 500 } : line,
    );
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const deposit = row.status === "completed" ? null : depositOf(total);
    const answeredAt = status === "accepted" || status === "declined" ? at + 5 * MINUTE : null;
    plan.quotes.push({
      id: `${row.id}-quote-${version}`,
      bookingId: row.id,
      version,
      lines,
      total,
      deposit,
      note,
      validUntil: Math.max(at, now) + 7 * DAY,
      status,
      createdAt: at,
      answeredAt,
    });
    record(row, "quote", "plumber", at, total);
    if (status === "accepted") Object.assign(row, { agreedPrice: total, agreedDeposit: deposit });
    if (answeredAt) record(row, status === "accepted" ? "accept-quote" : "decline-quote", "client", answeredAt, total);
    return total;
  }

  function finish(row: Booking, { isQuoted, excess, payment }: Ending) {
    const done = row.completedAt!;
    const agreed = isQuoted ? writeQuote(row, 1, "accepted", askedFrom(row)) : row.fee!;
    row.finalAmount = agreed;
    if (excess !== undefined) {
      row.finalAmount = agreed + 1800;
      row.finalReason = problemOf(row).excess;
      row.finalAnswer = excess;
      const event = excess === "agreed" ? "agree-final" : "dispute-final";
      if (excess) record(row, event, "client", done + 10 * MINUTE, row.finalAmount);
      if (excess === "decided") {
        row.finalAmount = agreed + 1000;
        record(row, "decide", "admin", done + 15 * MINUTE, row.finalAmount, "The photos show half of the extra work");
      }
    }
    if (payment) pay(row, payment);
  }

  function pay(row: Booking, { method, status }: NonNullable<Ending["payment"]>) {
    const [at, amount] = [row.completedAt! + 20 * MINUTE, row.finalAmount!];
    if (amount === 0) return;
    const id = `${row.id}-payment`;
    const payment = { id, bookingId: row.id, amount, method, recordedBy: "plumber" as const, recordedAt: at };
    record(row, "record-payment", "plumber", at, amount);
    if (status === "open") return void plan.payments.push({ ...payment, status });
    plan.payments.push({ ...payment, status, answeredBy: "client", answeredAt: at + HOUR });
    if (status === "denied")
      return record(row, "deny-payment", "client", at + HOUR, amount, "I paid half of it so far");
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
