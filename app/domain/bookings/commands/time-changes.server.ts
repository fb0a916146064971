import { type SQL, eq, sql } from "drizzle-orm";
import { type Changes, batch, type BatchEntry, type Database, updateOrIgnore, columnsOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { BookingForCommand } from "../booking-views";
import type { DomainContext } from "../../domain-context.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { newId } from "../../values/id";
import type { AuthenticatedUser } from "../../values/user";
import type { ProposalAction } from "../booking-machine";
import { undecidedVisit } from "../queries/booking-conditions.server";
import { selectLatest } from "../queries/booking-details.server";
import { recordEvent, transitionRecorded } from "./booking-events.server";

/** The changes of a new start: it ends an open suggestion, and restarts the reminders. */
export const setStart = (start: Instant | SQL): Changes<typeof bookings> => ({
  startsAt: start,
  proposedStart: null,
  proposedBy: null,
  onTheWayAt: null,
  expectedAt: null,
  remindedDayAt: null,
  remindedHoursAt: null,
  askedToCloseAt: null,
});

/** The condition, over `bookings`, that the booking's plumber is free at `start` for as long as it takes (B13). */
export const isFree = (start: Instant): SQL =>
  sql`not ${hasConflictInSql(sql`bookings.plumber_id`, sql`${start}`, sql`bookings.id`, sql`bookings.job_minutes`)}`;

export interface TimeChange {
  set: Changes<typeof bookings>;
  /** The condition beside the booking's start and plumber, which are as the actor saw them. */
  where: SQL;
  /** The history row of the decision that makes the change (M5), before its own. */
  decision?: BatchEntry;
  /** The statements behind the history row, which ask for `recorded`; `causeId` is its id. */
  follow: (recorded: SQL, causeId: string) => Exclude<BatchEntry, null>;
}

/** Runs a change of the time as one batch; `or ignore`: the unique index has the last word on a slot. */
export async function changeTime(
  context: DomainContext,
  actor: AuthenticatedUser,
  booking: BookingForCommand,
  event: ProposalAction | "reschedule",
  start: Instant,
  { set, where, decision = null, follow }: TimeChange,
) {
  const { db, now, emit } = context;
  const eventId = newId();
  const isAsShown = sql`id = ${booking.id} and starts_at = ${booking.startsAt} and plumber_id is ${booking.plumber?.id ?? null}`;
  const results = await batch(db, {
    updated: updateOrIgnore(db, bookings, { ...set, updatedAt: now }, sql`${isAsShown} and ${where}`),
    decision,
    event: recordEvent(context, booking, event, actor, { id: eventId, aboutStart: start }),
    followed: follow(transitionRecorded(booking, eventId), eventId),
    present: selectTime(db, booking.id, start),
    latest: selectLatest(db, booking.id),
  });
  const { updated, latest } = results;
  const [after] = results.present;
  const isChanged = updated.meta.changes > 0;
  if (isChanged && after) {
    const { status, clientId, plumberId } = after;
    emit({ type: "bookingChanged", bookingId: booking.id, status, clientId, plumberId });
  }
  return { isChanged, after, latest };
}

const selectTime = (db: Database, bookingId: string, start: Instant) =>
  db
    .select({
      ...columnsOf(bookings, "status", "startsAt", "plumberId", "clientId", "proposedStart", "proposedBy", "proposals"),
      isUndecided: undecidedVisit,
      free: sql<number>`${isFree(start)}`.as("free"),
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
