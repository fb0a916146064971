import type { OfficeBookingRow } from "./office-row";
import { sql, type SQL } from "drizzle-orm";
import { type Database, readNamed } from "~/db/client.server";
import { staticSql } from "~/db/once.server";
import { isCalledOff } from "../../bookings/booking";
import { isOnlyCalled, isPlumberSuspended } from "../../bookings/queries/booking-views.server";
import type { Booking } from "../../bookings/booking-views";
import { lastClosing, stepDetails } from "../../bookings/queries/step-columns.server";
import type { BookingActor } from "../../bookings/booking-machine";
import { nextStep } from "../../bookings/next-step/next-step";
import type { StepFacts } from "../../bookings/next-step/step-facts";
import type { Instant } from "../../time/harare";

/** A row as D1 sends it: a flag is 0 or 1, and stored JSON is text. */
interface Read extends Pick<Booking, "id" | "reference" | "status" | "serviceType"> {
  cityKey: string | null;
  startsAt: Instant;
  createdAt: Instant;
  client: string;
  clientLast: string;
  plumber: string | null;
  plumberLast: string | null;
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
  agreedDeposit: number | null;
  finalAmount: number | null;
  finalAnswer: Booking["finalAnswer"];
  due: number;
  paidAmount: number;
  isOnlyCalled: number;
  isPlumberSuspended: number;
  deniedBy: StepFacts["deniedBy"];
  closedBy: BookingActor | null;
  openQuote: string | null;
  openPayment: string | null;
  uncheckedPayment: string | null;
  claimEvents: string;
}

/** Stored JSON stays text: SQLite would fail the whole page for one malformed value. */
const columns = staticSql(sql`bookings.id, reference, status, starts_at, service_type, city_key,
  bookings.created_at, client.first_name as client, client.last_name as client_last,
  plumber.first_name as plumber, plumber.last_name as plumber_last,
  waiting_since, expected_at, on_the_way_at, frozen_at, proposed_start, proposed_by, cancelled_late_by, missed_by,
  fee, agreed_price, agreed_deposit, final_amount, final_answer, due, paid_amount, ${isOnlyCalled.sql} as is_only_called,
  ${isPlumberSuspended.sql} as is_plumber_suspended, ${stepDetails.deniedBy.sql} as denied_by,
  ${lastClosing(sql`actor_role`)} as closed_by, ${stepDetails.openQuote.sql} as open_quote,
  ${stepDetails.openPayment.sql} as open_payment, unchecked_payment,
  iif(frozen_at, ${stepDetails.claimEvents.sql}, '') as claim_events`);

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
  const rows = await readNamed<Read & More>(
    db,
    sql`select ${columns}${more} from bookings
    join users as client on client.id = client_id left join users as plumber on plumber.id = plumber_id where ${which}`,
  );
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
function officeRow(row: Read, now: Instant): OfficeBookingRow {
  const { closedBy, startsAt, client, clientLast, plumber, plumberLast } = row;
  const step: StepFacts = {
    ...row,
    claimEvents: JSON.parse(row.claimEvents || "[]") as StepFacts["claimEvents"],
    openQuote: parsed<NonNullable<StepFacts["openQuote"]>>(row.openQuote),
    openPayment: parsed<NonNullable<StepFacts["openPayment"]>>(row.openPayment),
    uncheckedPayment: parsed<NonNullable<StepFacts["uncheckedPayment"]>>(row.uncheckedPayment),
    isOnlyCalled: row.isOnlyCalled === 1,
    isPlumberSuspended: row.isPlumberSuspended === 1,
    client: { firstName: client },
    plumber: plumber === null ? null : { firstName: plumber },
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
    waitingSince: row.waitingSince,
    client: `${client} ${clientLast}`,
    plumber: plumber === null ? null : `${plumber} ${plumberLast}`,
    price: row.finalAmount ?? row.agreedPrice,
    fee: isCalledOff(row.status) ? null : row.fee,
    next: nextStep(step, "office", now).brief,
  };
}
