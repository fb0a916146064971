import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { staticSql } from "~/db/once.server";
import { type Booking, isByPhone, isPlumberSuspended } from "../../bookings/queries/booking-views.server";
import { lastClosing, stepDetails } from "../../bookings/queries/step-columns.server";
import type { BookingStatus } from "../../bookings/booking";
import type { BookingActor } from "../../bookings/booking-machine";
import { nextStep } from "../../bookings/next-step/next-step";
import type { StepFacts } from "../../bookings/next-step/step-facts";
import type { Instant } from "../../time/harare";

type Facts = [
  ...[waitingSince: Instant, expectedAt: Instant | null, onTheWayAt: Instant | null, frozenAt: Instant | null],
  ...[proposedStart: Instant | null, proposedBy: Booking["proposedBy"], cancelledLateBy: Booking["cancelledLateBy"]],
  ...[missedBy: Booking["missedBy"]],
  ...[fee: number | null, agreedPrice: number | null, finalAmount: number | null],
  ...[finalAnswer: Booking["finalAnswer"], due: number, paidAmount: number],
  ...[isByPhone: number, isPlumberSuspended: number, isDenied: number, closedBy: BookingActor | null],
  ...[openQuote: string | null, openPayment: string | null, claims: StepFacts["claimEvents"]],
];

/**
 * An array, because the names of so many columns would weigh more than their values. Stored JSON stays text: SQLite would fail
 * the whole page for one malformed value.
 */
const facts = sql`json_array(waiting_since, expected_at, on_the_way_at, frozen_at, proposed_start, proposed_by,
  cancelled_late_by, missed_by, fee, agreed_price, final_amount, final_answer, due, paid_amount, ${isByPhone.sql},
  ${isPlumberSuspended.sql}, ${stepDetails.isDenied.sql}, ${lastClosing(sql`actor_role`)}, ${stepDetails.openQuote.sql},
  ${stepDetails.openPayment.sql}, json(iif(frozen_at is null, '[]', ${stepDetails.claimEvents.sql})))`;

const columns = staticSql(sql`bookings.id, reference, status, starts_at, service_type, bookings.city_key,
  bookings.created_at, client.first_name as client, client.last_name as client_last, plumber.first_name as plumber,
  plumber.last_name as plumber_last, ${facts} as facts`);

type Read = Record<"id" | "reference" | "client" | "client_last" | "facts", string> &
  Record<"plumber" | "plumber_last" | "city_key", string | null> &
  Record<"starts_at" | "created_at", Instant> & { status: BookingStatus; service_type: Booking["serviceType"] };

/**
 * Reads bookings as rows of the office's tables: `which` is a condition over `bookings` with its order and limit, `more` are
 * columns of the caller's. A row that can't be read is reported and left out (law 24); `lost` counts them.
 */
export async function readOfficeRows<More extends object = object>(
  db: Database,
  which: SQL,
  now: Instant,
  more = sql``,
) {
  const rows = await db.all<Read & More>(sql`select ${columns}${more} from bookings
    join users as client on client.id = client_id left join users as plumber on plumber.id = plumber_id where ${which}`);
  const read = rows.flatMap((row) => {
    try {
      return { ...officeRow(row, now), more: row };
    } catch (error) {
      db.rowFailed(error);
      return [];
    }
  });
  return Object.assign(read, { lost: rows.length - read.length });
}

const parsed = <Value>(text: string | null) => (text === null ? null : (JSON.parse(text) as Value));

/** A row as the office's tables show it at this instant: what its next step hangs on stays behind. */
export function officeRow(row: Read, now: Instant) {
  const [waitingSince, expectedAt, onTheWayAt, frozenAt, proposedStart, proposedBy, ...ended] = JSON.parse(
    row.facts,
  ) as Facts;
  const [cancelledLateBy, missedBy, ...money] = ended;
  const [fee, agreedPrice, finalAmount, finalAnswer, due, paidAmount, isByPhone, isSuspended, ...open] = money;
  const [isDenied, closedBy, openQuote, openPayment, claimEvents] = open;
  const { status, starts_at: startsAt, client, plumber } = row;
  const step: StepFacts = {
    status,
    startsAt,
    waitingSince,
    expectedAt,
    onTheWayAt,
    frozenAt,
    proposedStart,
    proposedBy,
    cancelledLateBy,
    missedBy,
    agreedDeposit: null,
    fee,
    agreedPrice,
    finalAmount,
    finalAnswer,
    due,
    paidAmount,
    claimEvents,
    openQuote: parsed<NonNullable<StepFacts["openQuote"]>>(openQuote),
    openPayment: parsed<NonNullable<StepFacts["openPayment"]>>(openPayment),
    isByPhone: isByPhone === 1,
    isPlumberSuspended: isSuspended === 1,
    isDenied: isDenied === 1,
    client: { firstName: client },
    plumber: plumber === null ? null : { firstName: plumber },
    closing: closedBy && { by: closedBy, at: startsAt, reason: null },
  };
  return {
    id: row.id,
    reference: row.reference,
    status,
    startsAt,
    serviceType: row.service_type,
    cityKey: row.city_key,
    createdAt: row.created_at,
    /** Since when the plumber was asked, or the office for one. */
    waitingSince,
    client: `${client} ${row.client_last}`,
    plumber: plumber === null ? null : `${plumber} ${row.plumber_last}`,
    /** The final amount, else what was agreed on, in cents; null: neither is known. */
    price: finalAmount ?? agreedPrice,
    /** The office's next step in a few words (B30); null: the status says it all. */
    next: nextStep(step, "office", now).brief,
  };
}

export type OfficeBookingRow = ReturnType<typeof officeRow>;
