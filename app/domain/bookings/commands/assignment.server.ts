import { eq, sql } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { isStillAdmin, recordAuditEntry } from "../../audit-log/audit-log.server";
import { introduce } from "../../contacts/contacts.server";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { dateAt, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import type { AuthenticatedUser, Named } from "../../values/user";
import type { Booking, BookingStatus } from "../booking";
import { isAssignable } from "../booking-machine";
import { bookingNotices } from "../booking-notices";
import { recordEvent, transitionRecorded } from "./booking-events.server";
import { endQuotes } from "./quote-endings.server";
import { selectHours } from "./booking-request-statements.server";
import { countInTallies, countJobs } from "./tallies.server";

/** A booking about to be given to a plumber. */
interface Assignment {
  admin: AuthenticatedUser;
  booking: Booking;
  plumber: Named & { id: string };
  /** The id of the history row that everything else in the batch asks for. */
  eventId: string;
}

export type AssignmentResult =
  | { ok: true }
  | Refusal<"slotTaken" | "plumberNotFound" | "paymentRecorded">
  | (Refusal<"assignedMeanwhile"> & { name: string })
  | (Refusal<"transitionNotAllowed"> & { status: BookingStatus });

/**
 * Assigns a booking to a plumber, or reassigns it, and tells client, plumber and previous plumber (B14). Its status stays;
 * the start must be free, but the plumber's hours do not bind the office. `shownPlumberId` is the plumber that the
 * admin's page showed (null: nobody). Assigning it to the plumber who has it succeeds and changes nothing.
 *
 * Refuses with `transitionNotAllowed` and the current status, with `assignedMeanwhile` and the name of the plumber who
 * has it by now, with `paymentRecorded`, with `slotTaken`, or with `plumberNotFound`: no longer listed.
 */
export async function assignBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: Booking,
  plumber: Named & { id: string },
  shownPlumberId: string | null,
): Promise<AssignmentResult> {
  const { db, now } = context;
  if (!isAssignable(booking.status)) return { ...refuse("transitionNotAllowed"), status: booking.status };
  const assignment: Assignment = { admin, booking, plumber, eventId: newId() };
  const { updated, present, hours } = await batch(db, {
    updated: updatePlumber(db, assignment, shownPlumberId, now),
    ...followAssignment(context, assignment),
    present: selectPresent(db, booking.id),
    hours: selectHours(db, plumber.id),
  });

  if (updated.meta.changes === 1) {
    emitToAll(context, assignment);
    return { ok: true };
  }
  const [after] = present;
  if (after?.status !== booking.status)
    return { ...refuse("transitionNotAllowed"), status: after?.status ?? booking.status };
  if (after.plumberId === plumber.id) return { ok: true };
  if (after.plumberId !== shownPlumberId)
    return { ...refuse("assignedMeanwhile"), name: after.plumberName ?? "nobody" };
  if (after.hasPayments) return refuse("paymentRecorded");
  return hours[0]?.listed ? refuse("slotTaken") : refuse("plumberNotFound");
}

/** A payment names no plumber: it was made to the one who has the booking, who keeps it therefore (M6). */
const hasPayments = sql`exists (select 1 from payments where payments.booking_id = bookings.id and payments.status <> 'denied')`;

/**
 * The compare-and-set. `or ignore`: the unique index has the last word on a slot. What the client had agreed on with
 * another plumber is agreed no longer (M2).
 */
const updatePlumber = (
  db: Database,
  { admin, booking, plumber }: Assignment,
  shownPlumberId: string | null,
  now: Instant,
) =>
  statement(
    db,
    sql`
    update or ignore bookings set plumber_id = ${plumber.id}, preferred_plumber_id = null,
      city_key = (select city_key from plumber_profiles where user_id = ${plumber.id}),
      fee = (select min(coalesce(bookings.fee, fee_cents), fee_cents) from plumber_profiles where user_id = ${plumber.id}),
      agreed_price = null, on_the_way_at = null, expected_at = null, seen_at = null, proposed_start = null, proposed_by = null, nudges = 0, asked_at = ${now}, updated_at = ${now}
    where id = ${booking.id} and plumber_id is not ${plumber.id}
      and plumber_id is ${shownPlumberId} and plumber_id is ${booking.plumber?.id ?? null}
      and status = ${booking.status} and starts_at = ${booking.startsAt}
      and not ${hasConflictInSql(sql`${plumber.id}`, sql`${booking.startsAt}`, sql`bookings.id`)}
      and exists (select 1 from plumber_profiles where user_id = ${plumber.id} and listed = 1)
      and not ${hasPayments} and ${isStillAdmin(admin.id)}`,
  );

/** What follows from an assignment: its history, figures, the right to write to each other, notices. */
function followAssignment(context: DomainContext, { admin, booking, plumber, eventId }: Assignment) {
  const { db, now } = context;
  const recorded = transitionRecorded(eventId);
  const { client, plumber: previous } = booking;
  const tell = (reader: "client" | "plumber" | "previous", user: string) =>
    notify(
      context,
      { user },
      bookingNotices.bookingAssigned,
      { booking: { ...booking, plumber }, previous, reader },
      { causeId: eventId, condition: recorded },
    );
  return {
    event: recordEvent(db, {
      id: eventId,
      bookingId: booking.id,
      event: "assign",
      actor: admin,
      to: booking.status,
      reason: plumber.id,
      at: now,
    }),
    auditEntry: recordAuditEntry(
      context,
      {
        admin,
        action: "bookingAssigned",
        subject: { kind: "booking", id: booking.id },
        before: { plumber: previous?.id ?? null },
        after: { plumber: plumber.id },
      },
      recorded,
    ).entry,
    quotes: endQuotes(db, booking.id, ["open", "accepted"], recorded, now),
    jobs: countJobs(db, plumber.id, 1, recorded),
    previousJobs: previous && countJobs(db, previous.id, -1, recorded),
    tally: countInTallies(db, "requested", plumber.id, dateAt(now), recorded, { forSite: false }),
    contacts: introduce(db, client.id, plumber.id, recorded, now),
    noticeToPlumber: tell("plumber", plumber.id),
    noticeToClient: tell("client", client.id),
    noticeToPrevious: previous && tell("previous", previous.id),
  };
}

const selectPresent = (db: Database, bookingId: string) =>
  db
    .select({
      status: bookings.status,
      plumberId: bookings.plumberId,
      hasPayments: sql<number>`${hasPayments}`.as("has_payments"),
      plumberName: sql<
        string | null
      >`(select first_name || ' ' || last_name from users where users.id = bookings.plumber_id)`.as("plumber_name"),
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));

/** Tells the pages of the client, the plumber and the previous plumber that the booking has changed. */
function emitToAll({ emit }: DomainContext, { booking, plumber }: Assignment) {
  for (const plumberId of new Set([plumber.id, booking.plumber?.id ?? plumber.id]))
    emit({
      type: "bookingChanged",
      bookingId: booking.id,
      status: booking.status,
      clientId: booking.client.id,
      plumberId,
    });
}
