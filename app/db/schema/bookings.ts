import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  BOOKING_STATUSES,
  CALLED_OFF_STATUSES,
  CLOSED_STATUSES,
  KEPT_STATUSES,
  OPEN_STATUSES,
} from "../booking-statuses";
import { figure, id, instant, isOneOf } from "../columns";
import { users } from "./users";

const status = sql`status`;

export const bookings = sqliteTable(
  "bookings",
  {
    id: id(),
    reference: text().notNull(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** Null: an unassigned request, for the desk to give to a plumber. */
    plumberId: text().references(() => users.id),
    /** Whom the client asked for, while the desk has yet to give the request to anybody: it holds no slot. */
    preferredPlumberId: text().references(() => users.id),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    /** Date and time text are computed from this instant in the one time zone of the product. */
    startsAt: instant().notNull(),
    /** The order of open bookings as one ascending key that a page can continue from: what is in progress first, then by start. */
    openOrder: integer({ mode: "number" }).generatedAlwaysAs(
      sql`starts_at - 10000000000000 * (status = 'in-progress')`,
      { mode: "virtual" },
    ),
    serviceType: text(),
    location: text(),
    notes: text(),
    title: text(),
    report: text(),
    /** When the plumber first took note of the booking. */
    seenAt: instant(),
    /** When its client reviewed it: with it, what waits for a review is found without looking at the rest. */
    reviewedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When both sides were reminded a day and two hours ahead, or it was too late for that. */
    remindedDayAt: instant(),
    remindedHoursAt: instant(),
    /** A new start that one side has proposed and the other not yet answered, and how many there were. */
    proposedStart: instant(),
    proposedBy: text({ enum: ["client", "plumber"] }),
    proposals: figure(),
    /** How often the plumber was reminded of a request without an answer. */
    nudges: figure(),
    /** The plumber's city when the booking was given to them (`cityKey`); of a request without one, the city that its place names, or null. */
    cityKey: text(),
    /** When the present plumber was asked: at the request, or when the desk gave it to them. */
    askedAt: instant(),
  },
  (bookings) => [
    check("bookings_status", isOneOf(bookings.status, BOOKING_STATUSES)),
    uniqueIndex("bookings_reference").on(bookings.reference),
    uniqueIndex("bookings_slot").on(bookings.plumberId, bookings.startsAt).where(isOneOf(status, OPEN_STATUSES)),
    index("bookings_by_client").on(bookings.clientId, bookings.startsAt, bookings.id),
    index("bookings_by_plumber").on(bookings.plumberId, bookings.startsAt, bookings.id),
    index("bookings_open_by_client")
      .on(bookings.clientId, bookings.status, bookings.startsAt)
      .where(isOneOf(status, OPEN_STATUSES)),
    // In the words of the lists' filters (`booking-lists.server.ts`).
    index("bookings_called_off_by_client")
      .on(bookings.clientId, bookings.startsAt, bookings.id)
      .where(isOneOf(status, CALLED_OFF_STATUSES)),
    index("bookings_called_off_by_plumber")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(isOneOf(status, CALLED_OFF_STATUSES)),
    index("bookings_open_by_client_in_order")
      .on(bookings.clientId, bookings.openOrder, bookings.id)
      .where(isOneOf(status, OPEN_STATUSES)),
    index("bookings_open_by_plumber_in_order")
      .on(bookings.plumberId, bookings.openOrder, bookings.id)
      .where(isOneOf(status, OPEN_STATUSES)),
    index("bookings_closed_by_client")
      .on(bookings.clientId, bookings.startsAt, bookings.id)
      .where(isOneOf(status, CLOSED_STATUSES)),
    index("bookings_closed_by_plumber")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(isOneOf(status, CLOSED_STATUSES)),
    index("bookings_completed_by_client")
      .on(bookings.clientId, bookings.startsAt, bookings.id)
      .where(sql`status = 'completed'`),
    index("bookings_kept_by_plumber")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(isOneOf(status, KEPT_STATUSES)),
    index("bookings_to_remind_a_day")
      .on(bookings.startsAt)
      .where(sql`status = 'confirmed' and reminded_day_at is null`),
    index("bookings_to_remind_hours")
      .on(bookings.startsAt)
      .where(sql`status = 'confirmed' and reminded_hours_at is null`),
    index("bookings_to_nudge_since")
      .on(bookings.nudges, bookings.askedAt)
      .where(sql`status = 'pending' and plumber_id is not null`),
    index("bookings_unseen")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(sql`seen_at is null`),
    index("bookings_to_review")
      .on(bookings.clientId, bookings.startsAt)
      .where(sql`status = 'completed' and reviewed_at is null`),
    index("bookings_to_review_by_plumber")
      .on(bookings.clientId, bookings.plumberId, bookings.startsAt)
      .where(sql`status = 'completed' and reviewed_at is null`),
    index("bookings_by_creation").on(bookings.createdAt, bookings.id),
    // The desk's filters, each of which may stand alone or with a state.
    index("bookings_by_start").on(bookings.startsAt, bookings.id),
    index("bookings_by_status").on(bookings.status, bookings.startsAt, bookings.id),
    index("bookings_by_city").on(bookings.cityKey, bookings.startsAt, bookings.id),
    index("bookings_by_city_and_status").on(bookings.cityKey, bookings.status, bookings.startsAt, bookings.id),
    index("bookings_by_plumber_and_status").on(bookings.plumberId, bookings.status, bookings.startsAt, bookings.id),
    index("bookings_unanswered_since")
      .on(bookings.askedAt, bookings.id)
      .where(sql`status = 'pending' and plumber_id is not null`),
    index("bookings_pending_by_start")
      .on(bookings.startsAt)
      .where(sql`status = 'pending'`),
    index("bookings_unassigned")
      .on(bookings.startsAt, bookings.id)
      .where(sql`plumber_id is null and status = 'pending'`),
  ],
);

/** What happened to a booking, who did it and when: one row for each transition, the request itself first. */
export const bookingEvents = sqliteTable(
  "booking_events",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    event: text({
      enum: [
        "request",
        "confirm",
        "refuse",
        "cancel",
        "start",
        "complete",
        "expire",
        "assign",
        "propose",
        "accept",
        "decline",
      ],
    }).notNull(),
    actorRole: text({ enum: ["client", "plumber", "admin", "system"] }).notNull(),
    /** Null: the system itself. */
    actorId: text().references(() => users.id),
    toStatus: text().notNull(),
    /** Why, in the words of whoever did it; both sides read it. Of an assignment, the plumber's id. */
    reason: text(),
    at: instant().notNull(),
  },
  (events) => [index("booking_events_by_booking").on(events.bookingId, events.at, events.id)],
);

/** Figures of one day in Harare, for one plumber or (plumberId '') for the whole site. */
export const dailyTallies = sqliteTable(
  "daily_tallies",
  {
    day: text().notNull(),
    plumberId: text().notNull(),
    requested: figure(),
    confirmed: figure(),
    refused: figure(),
    cancelled: figure(),
    completed: figure(),
    signUps: figure(),
    reviews: figure(),
    ratingSum: figure(),
  },
  (tallies) => [primaryKey({ columns: [tallies.plumberId, tallies.day] })],
);
