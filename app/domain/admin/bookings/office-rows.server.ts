import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { staticSql } from "~/db/once.server";
import { isByPhone, isPlumberSuspended } from "../../bookings/queries/booking-views.server";
import type { Booking } from "../../bookings/booking-views";
import { lastClosing, stepDetails } from "../../bookings/queries/step-columns.server";
import type { BookingActor } from "../../bookings/booking-machine";
import { nextStep } from "../../bookings/next-step/next-step";
import type { StepFacts } from "../../bookings/next-step/step-facts";
import type { Instant } from "../../time/harare";

/** What a row is read as: flags as 0 or 1, and what is stored as JSON as its text. */
interface Read extends Pick<Booking, "id" | "reference" | "status" | "serviceType"> {
  cityKey: string | null;
  startsAt: Instant;
  createdAt: Instant;
  clientFirstName: string;
  clientLastName: string;
  plumberFirstName: string | null;
  plumberLastName: string | null;
  waitingSince: Instant;
  expectedAt: Instant | null;
  onTheWayAt: Instant | null;
  frozenAt: Instant | null;
  proposedStart: Instant | null;
  proposedBy: Booking["proposedBy"];
  cancelledLateBy: Booking["cancelledLateBy"];
  missedBy: Booking["missedBy"];
  fee: number | null;
  agreedPrice: number | null;
  finalAmount: number | null;
  finalAnswer: Booking["finalAnswer"];
  due: number;
  paidAmount: number;
  isByPhone: number;
  isPlumberSuspended: number;
  isDenied: number;
  closedBy: BookingActor | null;
  openQuote: string | null;
  openPayment: string | null;
  claimEvents: string;
}

/** Stored JSON stays text: SQLite would fail the whole page for one malformed value. */
const columns = staticSql(sql`bookings.id, reference, status, starts_at as startsAt, service_type as serviceType,
  bookings.city_key as cityKey, bookings.created_at as createdAt,
  client.first_name as clientFirstName, client.last_name as clientLastName,
  plumber.first_name as plumberFirstName, plumber.last_name as plumberLastName,
  waiting_since as waitingSince, expected_at as expectedAt, on_the_way_at as onTheWayAt, frozen_at as frozenAt,
  proposed_start as proposedStart, proposed_by as proposedBy, cancelled_late_by as cancelledLateBy, missed_by as missedBy,
  fee, agreed_price as agreedPrice, final_amount as finalAmount, final_answer as finalAnswer, due,
  paid_amount as paidAmount, ${isByPhone.sql} as isByPhone, ${isPlumberSuspended.sql} as isPlumberSuspended,
  ${stepDetails.isDenied.sql} as isDenied, ${lastClosing(sql`actor_role`)} as closedBy,
  ${stepDetails.openQuote.sql} as openQuote, ${stepDetails.openPayment.sql} as openPayment,
  iif(frozen_at is null, '[]', ${stepDetails.claimEvents.sql}) as claimEvents`);

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

/** A row as the office's tables show it at this instant, without what only its next step needs. */
export function officeRow(row: Read, now: Instant) {
  const { closedBy, startsAt, clientFirstName, clientLastName, plumberFirstName, plumberLastName } = row;
  const step: StepFacts = {
    ...row,
    agreedDeposit: null,
    claimEvents: JSON.parse(row.claimEvents) as StepFacts["claimEvents"],
    openQuote: parsed<NonNullable<StepFacts["openQuote"]>>(row.openQuote),
    openPayment: parsed<NonNullable<StepFacts["openPayment"]>>(row.openPayment),
    isByPhone: row.isByPhone === 1,
    isPlumberSuspended: row.isPlumberSuspended === 1,
    isDenied: row.isDenied === 1,
    client: { firstName: clientFirstName },
    plumber: plumberFirstName === null ? null : { firstName: plumberFirstName },
    closing: closedBy && { by: closedBy, at: startsAt, reason: null },
  };
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    startsAt,
    serviceType: row.serviceType,
    cityKey: row.cityKey,
    createdAt: row.createdAt,
    /** Since when the plumber was asked, or the office for one. */
    waitingSince: row.waitingSince,
    client: `${clientFirstName} ${clientLastName}`,
    plumber: plumberFirstName === null ? null : `${plumberFirstName} ${plumberLastName}`,
    /** The final amount, else what was agreed on, in cents; null: neither is known. */
    price: row.finalAmount ?? row.agreedPrice,
    /** The office's next step in a few words (B30); null: the status says it all. */
    next: nextStep(step, "office", now).brief,
  };
}

export type OfficeBookingRow = ReturnType<typeof officeRow>;
