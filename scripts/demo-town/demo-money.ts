import type { payments, quotes } from "../../app/db/schema";
import { usualLastDay } from "../../app/domain/money/quote";
import { addDays, HOUR, instantOf, MINUTE, type Instant } from "../../app/domain/time/harare";
import type { Booking, BookingEvent } from "./demo-bookings";
import { DEMO_PLUMBERS } from "./demo-people";
import { isEarlierJob, isPaidOnline, problemOf } from "./demo-problems";

type Quote = typeof quotes.$inferInsert;
type Payment = typeof payments.$inferInsert;

interface Ending {
  /** Else the fee is the agreed price. */
  isQuoted?: true;
  /** The answer to a higher final amount, by the client or after a dispute by our office; null: none yet. */
  excess?: Booking["finalAnswer"];
  /** Left out: no one has recorded a payment. */
  payment?: [method: "cash" | "ecocash", status: "open" | "confirmed" | "denied"];
}
const cash: Ending["payment"] = ["cash", "confirmed"];
const ecocash: Ending["payment"] = ["ecocash", "confirmed"];

const ENDINGS: Ending[] = [
  { isQuoted: true, payment: cash },
  { payment: cash },
  { excess: "agreed", payment: cash },
  { payment: ecocash },
  { payment: ["cash", "open"] },
];
/** One in the town: the two disagreed, and our office has decided. */
const DECIDED: Ending = { excess: "decided", payment: cash };
/** Those of the first plumber, oldest first: one of each. */
const FIRST_ENDINGS: Ending[] = [
  { isQuoted: true, payment: cash },
  { isQuoted: true, excess: "agreed", payment: ecocash },
  { payment: ["cash", "denied"] },
  {},
  { excess: "disputed" },
  { isQuoted: true, excess: null },
  { payment: ["ecocash", "open"] },
];
/** Those of the work of some weeks ago: as agreed, and paid. */
const EARLIER: Ending[] = [{ isQuoted: true, payment: cash }, { isQuoted: true, payment: ecocash }, { payment: cash }];

/** The quotes of a booking that is still open, in versions. */
const QUOTED: Quote["status"][][] = [["open"], [], [], ["accepted"], [], []];
const FIRST_QUOTED: Quote["status"][][] = [["accepted"], [], ["declined"], ["replaced", "open"], ["open"]];

const depositOf = (total: number): number | null => Math.floor((total * 0.3) / 500) * 500 || null;

/** Plans quotes, payments, and the history that does not follow from those. Writes final amounts into `rows`. */
export function planMoney(rows: Booking[], now: Instant) {
  const plan = { quotes: [] as Quote[], payments: [] as Payment[], events: [] as BookingEvent[] };
  const withPlumber = rows.filter((row) => row.plumberId);
  const isFirst = ({ plumberId }: Booking) => plumberId === DEMO_PLUMBERS[0]!.id;
  /** Gives those of the first plumber, and the others, by turns what their place in time or plan asks for. */
  const each = (some: Booking[], ofFirst: (row: Booking, at: number) => void, ofOthers: typeof ofFirst) => {
    some.filter(isFirst).forEach(ofFirst);
    some.filter((row) => !isFirst(row)).forEach(ofOthers);
  };

  const open = withPlumber.filter(({ status }) => status === "pending" || status === "confirmed");
  for (const row of open.filter(({ id }) => isPaidOnline(id))) writeQuotes(row, ["accepted"]);
  each(
    open.filter(({ id }) => !isPaidOnline(id)),
    (row, at) => writeQuotes(row, FIRST_QUOTED[at] ?? []),
    (row, at) => {
      const quoted = QUOTED[at % QUOTED.length]!;
      writeQuotes(row, row.status === "pending" && quoted[0] === "accepted" ? ["open"] : quoted);
    },
  );
  const working = withPlumber.find(({ status }) => status === "in-progress");
  if (working) writeQuote(working, 1, "accepted", now - 25 * MINUTE);

  const completed = withPlumber.filter(({ status }) => status === "completed").sort((a, b) => a.startsAt - b.startsAt);
  each(
    completed.filter(({ id }) => !isEarlierJob(id)),
    (row, at) => finish(row, FIRST_ENDINGS[at] ?? ENDINGS[1]!),
    (row, at) => finish(row, at === ENDINGS.length ? DECIDED : ENDINGS[at % ENDINGS.length]!),
  );
  const earlier = completed.filter(({ id }) => isEarlierJob(id) && !isPaidOnline(id));
  earlier.forEach((row, at) => finish(row, EARLIER[at % EARLIER.length]!));
  for (const row of completed.filter(({ id }) => isPaidOnline(id))) finish(row, { isQuoted: true });
  return plan;

  function writeQuotes(row: Booking, statuses: Quote["status"][]) {
    // Once its plumber has answered.
    const from = (row.seenAt ?? row.createdAt) + 5 * MINUTE;
    statuses.forEach((status, at) => writeQuote(row, at + 1, status, from + at * 10 * MINUTE));
  }

  function writeQuote(row: Booking, version: number, status: Quote["status"], at: Instant) {
    const { lines: work, note } = problemOf(row);
    const lines = [{ what: "Visit fee", amount: row.fee! }, ...work].map((line, number) =>
      version > 1 && number === 1 ? { ...line, amount: line.amount - 500 } : line,
    );
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    plan.quotes.push({
      id: `${row.id}-quote-${version}`,
      bookingId: row.id,
      version,
      lines,
      total,
      deposit: row.status === "completed" ? null : depositOf(total),
      note,
      validUntil: instantOf(addDays(usualLastDay(row.startsAt, Math.max(at, now)), 1), 0) - 1,
      status,
      createdAt: at,
      answeredAt: status === "accepted" || status === "declined" ? at + 5 * MINUTE : null,
    });
  }

  function finish(row: Booking, { isQuoted, excess, payment }: Ending) {
    const done = row.completedAt!;
    if (isQuoted) writeQuotes(row, ["accepted"]);
    row.finalAmount = isQuoted ? plan.quotes.at(-1)!.total : row.fee!;
    if (excess !== undefined) {
      row.finalAmount += 1800;
      row.finalReason = problemOf(row).excess;
      row.finalAnswer = excess;
      if (excess) say(row, excess === "agreed" ? "agree-final" : "dispute-final", done + 10 * MINUTE);
      if (excess === "decided") {
        row.finalAmount -= 800;
        say(row, "decide", done + 15 * MINUTE, "The photos show half of the extra work");
      }
    }
    if (!payment) return;
    const [method, status] = payment;
    const at = done + 20 * MINUTE;
    const recorded = { recordedBy: "plumber", recordedAt: at } as const;
    const answered = status === "open" ? {} : ({ answeredBy: "client", answeredAt: at + HOUR } as const);
    const { id: bookingId, finalAmount: amount } = row;
    plan.payments.push({ id: `${bookingId}-payment`, bookingId, amount, method, status, ...recorded, ...answered });
  }

  function say(row: Booking, event: BookingEvent["event"], at: Instant, reason?: string) {
    const { id: bookingId, status: toStatus, finalAmount: amount } = row;
    const actorRole = event === "decide" ? "admin" : "client";
    const actorId = event === "decide" ? "demoadmin" : row.clientId;
    const id = `${bookingId}-${event}`;
    plan.events.push({ id, bookingId, event, actorRole, actorId, toStatus, at, amount, reason });
  }
}
