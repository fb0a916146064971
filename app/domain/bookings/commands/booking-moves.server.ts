import { sql } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { bookingMoves } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { MINUTE } from "../../time/harare";
import type { UndoableMove } from "../booking-move";
import { transitionRecorded } from "./booking-events.server";

/** The columns that follow from a start, and those that follow from a plumber. */
export const START_COLUMNS = [
  "starts_at",
  "reminded_day_at",
  "reminded_hours_at",
  "asked_to_close_at",
  "on_the_way_at",
  "expected_at",
  "proposed_start",
  "proposed_by",
] as const;
export const PLUMBER_COLUMNS = [
  "plumber_id",
  "preferred_plumber_id",
  "city_key",
  "fee",
  "agreed_price",
  "agreed_deposit",
  "seen_at",
  "nudges",
  "asked_at",
] as const;
/** What a move may change of a booking, as `booking_moves.before` keeps it. */
export const MOVED_COLUMNS = [...START_COLUMNS, ...PLUMBER_COLUMNS] as const;

/**
 * The statements that keep what a booking was before a move (O26): `kept` goes before the move's compare-and-set,
 * `forgotten` behind its history row (`eventId`), for a move that was refused.
 */
export function keepForUndo({ db, now }: DomainContext, eventId: string, move: UndoableMove) {
  const { admin, bookingId, clientId, from, to } = move;
  return {
    kept: [
      db.delete(bookingMoves).where(sql`at < ${now - MINUTE}`),
      insertWhere(
        db,
        bookingMoves,
        {
          id: eventId,
          bookingId: sql`id`,
          adminId: admin.id,
          at: now,
          status: sql`status`,
          fromPlumberId: sql`plumber_id`,
          toPlumberId: to.plumberId,
          fromStart: sql`starts_at`,
          toStart: to.startsAt,
          before: sql`json_array(${sql.raw(MOVED_COLUMNS.join(", "))})`,
          quotesBefore: sql`(select json_group_array(json_object('id', quotes.id, 'status', quotes.status, 'answeredAt', quotes.answered_at))
            from quotes where quotes.booking_id = bookings.id and quotes.status in ('open', 'accepted'))`,
          introduces: sql`not exists (select 1 from contacts where user_id = ${clientId} and other_id is ${to.plumberId})`,
        },
        sql`id = ${bookingId} and plumber_id is ${from.plumberId} and starts_at = ${from.startsAt}`,
        { from: sql`bookings` },
      ),
    ],
    forgotten: db.delete(bookingMoves).where(sql`id = ${eventId} and not ${transitionRecorded(eventId)}`),
  };
}
