import { and, eq, sql, type SQL } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { answerLinks, bookingMoves, dailyTallies, plumberProfiles, quotes } from "~/db/schema";
import { isStillAdmin, recordAuditEntry } from "../../audit-log/audit-log.server";
import { takeBackIntroduction } from "../../contacts/contacts.server";
import type { DomainContext } from "../../domain-context.server";
import { dropQueued } from "../../notices/drop-queued.server";
import { hasConflictInSql } from "../../plumbers/free-starts.server";
import { formatInstant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { BookingForCommand } from "../booking-for-command";
import { UNDOABLE_FOR, type Place } from "../booking-move";
import { CHANGES_OF_BOOKING, withLatest } from "../latest-event";
import { selectLatest } from "../queries/booking-details.server";
import { recordEvent, transitionRecorded } from "./booking-events.server";
import { MOVED_COLUMNS, START_COLUMNS } from "./booking-moves.server";

export type UndoResult = { ok: true } | Refusal<"undoOver" | "movedSince" | "slotTaken">;

/**
 * Takes back the admin's latest move of a booking to `shown`, where the page has put it (O26): the booking is as it
 * was, nobody counts as introduced by the move, the figures are as before, and its notices are dropped. The history
 * keeps both. Doing it twice succeeds and changes nothing.
 *
 * Refuses with `undoOver` after 15 seconds, with `movedSince` when anything else has happened to the booking, and with
 * `slotTaken` when another booking has its earlier time by now.
 */
export async function undoMove(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  shown: Place,
): Promise<UndoResult> {
  const { db, now, emit } = context;
  const eventId = newId();
  const recorded = transitionRecorded(eventId);
  const isOfBooking = sql`booking_id = ${booking.id} and admin_id = ${admin.id}
    and to_plumber_id is ${shown.plumberId} and to_start = ${shown.startsAt}`;
  const undoableId = sql`(select id from booking_moves where ${isOfBooking} and undone_at is null
    and at > ${now - UNDOABLE_FOR} order by at desc limit 1)`;
  const { updated, latest, last } = await batch(db, {
    updated: restore(db, admin, booking.id, undoableId, now),
    event: recordEvent(db, {
      id: eventId,
      bookingId: booking.id,
      event: "undo",
      actor: admin,
      to: booking.status,
      at: now,
    }),
    auditEntry: recordAuditEntry(
      context,
      {
        admin,
        action: "changeUndone",
        subject: { kind: "booking", id: booking.id },
        before: { plumber: shown.plumberId, start: formatInstant(shown.startsAt) },
        after: sql`(select json_object('plumber', from_plumber_id) from booking_moves where id = ${undoableId})`,
      },
      recorded,
    ).entry,
    ...takeBackWhatFollowed(db, booking, undoableId, recorded),
    undone: db
      .update(bookingMoves)
      .set({ undoneAt: now })
      .where(sql`id = ${undoableId} and ${recorded}`),
    latest: selectLatest(db, booking.id),
    last: db
      .select({
        at: bookingMoves.at,
        undoneAt: bookingMoves.undoneAt,
        fromPlumberId: bookingMoves.fromPlumberId,
        stays: sql<number>`exists (select 1 from bookings where id = ${booking.id} and plumber_id is ${shown.plumberId}
          and starts_at = ${shown.startsAt} and status = booking_moves.status and not ${hasLaterEvent})`,
      })
      .from(bookingMoves)
      .where(isOfBooking)
      .orderBy(sql`at desc`)
      .limit(1),
  });
  const [move] = last;
  if (updated.meta.changes > 0) {
    for (const plumberId of new Set([shown.plumberId, move?.fromPlumberId ?? null]))
      emit({
        type: "bookingChanged",
        bookingId: booking.id,
        status: booking.status,
        clientId: booking.client.id,
        plumberId,
      });
    return { ok: true };
  }
  if (move && move.undoneAt !== null) return { ok: true };
  if (!move || move.at <= now - UNDOABLE_FOR) return refuse("undoOver");
  return move.stays ? refuse("slotTaken") : withLatest(refuse("movedSince"), latest, CHANGES_OF_BOOKING, admin, now);
}

/** The condition over `booking_moves` that something has happened to the booking since. */
const hasLaterEvent = sql`exists (select 1 from booking_events as later
  where later.booking_id = booking_moves.booking_id and later.at > booking_moves.at)`;

/**
 * The compare-and-set. What follows from a plumber is put back only by a move to another one: else the plumber may have
 * seen it meanwhile. `or ignore`: the unique index has the last word on the earlier slot.
 */
function restore(db: Database, admin: AuthenticatedUser, bookingId: string, undoableId: SQL, now: number) {
  const earlier = MOVED_COLUMNS.map((column, at) => {
    const before = `json_extract(booking_moves.before, '$[${at}]')`;
    return (START_COLUMNS as readonly string[]).includes(column)
      ? before
      : `iif(from_plumber_id is to_plumber_id, bookings.${column}, ${before})`;
  });
  return statement(
    db,
    // oxlint-disable-next-line pombi/typed-writes -- drizzle sets one column at a time.
    sql`
    update or ignore bookings set updated_at = ${now}, (${sql.raw(MOVED_COLUMNS.join(", "))}) =
      (select ${sql.raw(earlier.join(", "))} from booking_moves where id = ${undoableId})
    where id = ${bookingId} and ${isStillAdmin(admin.id)} and exists (
      select 1 from booking_moves where id = ${undoableId} and bookings.plumber_id is to_plumber_id
        and bookings.starts_at = to_start and bookings.status = booking_moves.status and not ${hasLaterEvent}
        and not ${hasConflictInSql(sql`from_plumber_id`, sql`from_start`, sql`bookings.id`, sql`booking_moves.at`)})`,
  );
}

/** Takes back what had followed from another plumber, and drops the notices of the move, where `recorded` holds. */
function takeBackWhatFollowed(db: Database, { id, client }: BookingForCommand, undoableId: SQL, recorded: SQL) {
  const of = (column: string) => sql`(select ${sql.raw(column)} from booking_moves where id = ${undoableId})`;
  const isAnotherPlumber = sql`(${recorded} and ${of("from_plumber_id")} is not ${of("to_plumber_id")})`;
  const quote = (name: string) =>
    sql`(select json_extract(value, ${`$.${name}`}) from booking_moves, json_each(booking_moves.quotes_before)
      where booking_moves.id = ${undoableId} and json_extract(value, '$.id') = quotes.id)`;
  return {
    quotes: db
      .update(quotes)
      .set({ status: quote("status"), answeredAt: quote("answeredAt") })
      .where(sql`booking_id = ${id} and status = 'ended' and ${quote("id")} is not null and ${isAnotherPlumber}`),
    jobs: db
      .update(plumberProfiles)
      .set({ jobsTotal: sql`jobs_total + iif(user_id = ${of("to_plumber_id")}, -1, 1)` })
      .where(sql`user_id in (${of("from_plumber_id")}, ${of("to_plumber_id")}) and ${isAnotherPlumber}`),
    tally: db
      .update(dailyTallies)
      .set({ requested: sql`requested - 1` })
      .where(
        sql`plumber_id = ${of("to_plumber_id")} and day = date(${of("at")} / 1000 + 7200, 'unixepoch') and ${isAnotherPlumber}`,
      ),
    contacts: takeBackIntroduction(
      db,
      client.id,
      of("to_plumber_id"),
      sql`${isAnotherPlumber} and ${of("introduces")} = 1`,
    ),
    answerLink: db
      .delete(answerLinks)
      .where(
        and(
          eq(answerLinks.bookingId, id),
          sql`plumber_id = ${of("to_plumber_id")} and created_at = ${of("at")} and ${isAnotherPlumber}`,
        ),
      ),
    notices: dropQueued(db, sql`cause_id = ${undoableId} and ${recorded}`, "Our office took it back."),
  };
}
