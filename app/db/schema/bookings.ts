import { type AnySQLiteColumn, check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { desc, sql } from "drizzle-orm";
import {
  BOOKING_STATUSES,
  CALLED_OFF_STATUSES,
  OPEN_STATUSES,
  UNDER_WAY_STATUSES,
  VISIT_OUTCOMES,
} from "../booking-statuses";
import { clientAskedFrom, clientAskedUntil, plumberAskedFrom, plumberAskedUntil } from "../asked";
import { FINAL_ANSWERS, MONEY_EVENTS, ONLINE_EVENTS, PRICE_EVENTS } from "../money-words";
import { foldedPlaceSql, HOUSE_NUMBER } from "../folding";
import { isOneOf } from "../client.server";
import {
  belongsTo,
  cents,
  computed,
  figure,
  id,
  instant,
  partialIndex,
  partialUnique,
  references,
  table,
} from "../columns";
import { users } from "./users";

const status = sql`status`;
/** The condition that a final amount is settled: agreed or decided, or not above what was agreed on before (M3). */
export const isFinalSettled = sql`(coalesce(final_answer, '') in ('agreed', 'decided')
        or final_answer is null and final_amount <= coalesce(agreed_price, fee, final_amount))`;
const PLUMBERLESS_STATUSES = ["pending", ...CALLED_OFF_STATUSES];

export const bookings = table(
  "bookings",
  {
    id: id(),
    reference: text().notNull(),
    clientId: references(() => users.id),
    /** Null: the office has yet to assign the request (B5). */
    plumberId: text().references(() => users.id),
    /** The plumber a new client asked for, while the office has yet to assign the request: it holds no slot (B8). */
    preferredPlumberId: text().references(() => users.id),
    /** The booking of the same client in whose place this one was asked for (B31). */
    replacesId: text().references((): AnySQLiteColumn => bookings.id),
    status: text({ enum: BOOKING_STATUSES }).notNull(),
    startsAt: instant().notNull(),
    /** The minutes that it holds its plumber: their time per job at the request or the assignment (T9). */
    jobMinutes: integer().notNull().default(30),
    /** The order of open bookings as one ascending key to page by: what is under way first, then by start (L5). */
    openOrder: computed(
      sql`starts_at - 10000000000000 * (${sql.raw(UNDER_WAY_STATUSES.map((word) => `status = '${word}'`).join(" or "))})`,
    ),
    serviceType: text(),
    /** Where: the plumber sees the street and the pin from confirmation on (B18). */
    suburb: text(),
    street: text(),
    city: text(),
    /** The keys by which the office finds an address (O4): a street begins behind its house number. */
    searchSuburb: text().generatedAlwaysAs(sql.raw(foldedPlaceSql("suburb")), { mode: "virtual" }),
    searchStreet: text().generatedAlwaysAs(sql.raw(foldedPlaceSql(`ltrim(street, '${HOUSE_NUMBER}')`)), {
      mode: "virtual",
    }),
    /** `latitude,longitude` in degrees, as the client set it. */
    pin: text(),
    notes: text(),
    title: text(),
    report: text(),
    /** When the plumber marked it as seen or answered it (B15). */
    seenAt: instant(),
    reviewedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When both sides were reminded a day and two hours ahead, or it was too late for that (N7). */
    remindedDayAt: instant(),
    remindedHoursAt: instant(),
    /** The open proposal of a new start, and how many there have been (B13). */
    proposedStart: instant(),
    proposedBy: text({ enum: ["client", "plumber"] }),
    proposals: figure(),
    /** Reminders to the plumber to answer the request (N8). */
    nudges: figure(),
    /** The plumber's city at the time; of a request without a plumber, the city its address names, or null (B20). */
    cityKey: text(),
    /** When the current plumber was asked: at the request or the assignment (B14). */
    askedAt: instant(),
    /** Since when a request waits for an answer, or for a plumber (O25). */
    waitingSince: computed(sql`coalesce(asked_at, created_at)`),
    /** When the plumber set off and when they expect to be there; null: not on the way (B25). */
    onTheWayAt: instant(),
    expectedAt: instant(),
    completedAt: instant(),
    /** When the client agreed that photos of the finished work are shown in public (P7); null: not, or no longer. */
    photosSharedAt: instant(),
    /** Set for a cancellation less than two hours before the start (B26). */
    cancelledLateBy: text({ enum: ["client", "plumber"] }),
    /** The side that missed the visit, by the office's decision, which ended the booking (M5). */
    missedBy: text({ enum: ["client", "plumber"] }),
    /** When both sides were asked how the job went, because it was still open a day after its start (B27). */
    askedToCloseAt: instant(),
    /** The plumber's fee at the request or the assignment; null until there is a plumber (M1). */
    fee: cents(),
    /** The total of the accepted quote, which includes the fee (M2). */
    agreedPrice: cents(),
    agreedDeposit: cents(),
    /** The plumber's final amount (M3); null before, and for bookings completed before this existed. */
    finalAmount: cents(),
    finalReason: text(),
    /** The client's answer to the final amount, or our office's (M3, M5); null: none, or it is not above the agreed price. */
    finalAnswer: text({ enum: FINAL_ANSWERS }),
    paidAmount: figure(),
    /** The sum to be paid (M4): an excess over the agreed price counts once it is settled; null: no final amount. */
    payable: computed(sql`iif(coalesce(final_answer, '') in ('agreed', 'objected', 'decided'), final_amount,
        min(final_amount, coalesce(agreed_price, fee, final_amount)))`),
    /** The client's debt; nothing while the money is frozen. */
    due: computed(sql`iif(frozen_at is not null, 0, max(0, coalesce(payable, 0) - paid_amount))`),
    /** Completed, with nothing of its money open (M4). */
    isPaid: integer({ mode: "boolean" }).generatedAlwaysAs(
      sql`final_amount is not null and frozen_at is null and paid_amount >= final_amount and ${isFinalSettled}`,
      { mode: "virtual" },
    ),
    /** The cost for usual prices (D18); null: not settled, disputed, nothing, or of no particular kind. */
    settledPrice: computed(
      sql`iif(service_type <> 'Other' and final_amount > 0 and ${isFinalSettled}, final_amount, null)`,
    ),
    /** Since when a dispute or a missed visit stops all payments of this booking, until the office decides (M5). */
    frozenAt: instant(),
    /** When the client said that the plumber can have the held money at once (M12). */
    releasedAt: instant(),
    /** The money that the ledger holds for it (M12): moved by the ledger's trigger alone. */
    heldAmount: figure(),
    /**
     * Triggers alone move these: its open quote and its open payment as JSON, the amount of one online, and as JSON one
     * online that the provider left undecided and our office has not checked yet.
     */
    openQuote: text(),
    openPayment: text(),
    underWay: cents(),
    uncheckedPayment: text(),
    clientAskedFrom: computed(clientAskedFrom),
    clientAskedUntil: computed(clientAskedUntil),
    plumberAskedFrom: computed(plumberAskedFrom),
    plumberAskedUntil: computed(plumberAskedUntil),
  },
  (t) => [
    check("bookings_proposal", sql`(proposed_start is null) = (proposed_by is null)`),
    check("bookings_plumber", sql`plumber_id is not null or ${isOneOf(status, PLUMBERLESS_STATUSES)}`),
    check("bookings_on_the_way", sql`(on_the_way_at is null) = (expected_at is null)`),
    check("bookings_missed", sql`missed_by is null or status = 'cancelled'`),
    check("bookings_completed", sql`completed_at is null or status = 'completed'`),
    check(
      "bookings_amounts",
      sql`coalesce(fee, 0) >= 0 and coalesce(agreed_price, 0) >= 0 and coalesce(final_amount, 0) >= 0 and paid_amount >= 0`,
    ),
    check("bookings_final", sql`final_amount is null or status = 'completed'`),
    check("bookings_reviewed", sql`reviewed_at is null or status = 'completed'`),
    // With what it is partial by in its key: else SQLite takes the index of all of the client's bookings.
    partialIndex("bookings_due_by_client", sql`due > 0`, t.clientId, t.due),
    partialIndex("bookings_frozen", sql`frozen_at is not null`, t.frozenAt),
    partialIndex("bookings_to_settle", sql`held_amount > 0`, t.status, t.heldAmount),
    partialIndex("bookings_held_by_plumber", sql`held_amount > 0`, t.plumberId, t.heldAmount),
    // With the price in their keys, so that the table isn't read.
    index("bookings_priced_by_plumber")
      .on(t.plumberId, t.serviceType, t.completedAt, t.settledPrice)
      .where(sql`settled_price > 0`),
    index("bookings_priced_by_city")
      .on(t.cityKey, t.serviceType, t.completedAt, t.settledPrice, t.plumberId)
      .where(sql`settled_price > 0`),
    partialIndex("bookings_priced", sql`settled_price > 0`, t.serviceType, t.completedAt, t.settledPrice, t.plumberId),
    uniqueIndex("bookings_reference").on(t.reference),
    partialUnique("bookings_slot", isOneOf(status, OPEN_STATUSES), t.plumberId, t.startsAt),
    partialIndex("bookings_replacing", sql`replaces_id is not null`, t.replacesId),
    index("bookings_by_client").on(t.clientId, t.startsAt, t.id),
    index("bookings_by_plumber").on(t.plumberId, t.startsAt, t.id),
    partialIndex("bookings_open_by_client_in_order", isOneOf(status, OPEN_STATUSES), t.clientId, t.openOrder, t.id),
    partialIndex("bookings_open_by_plumber_in_order", isOneOf(status, OPEN_STATUSES), t.plumberId, t.openOrder, t.id),
    partialIndex("bookings_ask_client_from", sql`client_asked_from is not null`, t.clientId, t.clientAskedFrom),
    partialIndex("bookings_ask_client_until", sql`client_asked_until is not null`, t.clientId, t.clientAskedUntil),
    partialIndex("bookings_ask_plumber_from", sql`plumber_asked_from is not null`, t.plumberId, t.plumberAskedFrom),
    partialIndex("bookings_ask_plumber_until", sql`plumber_asked_until is not null`, t.plumberId, t.plumberAskedUntil),
    partialIndex("bookings_unseen", sql`seen_at is null`, t.plumberId, t.startsAt, t.id),
    // With the status in its key: else SQLite takes the index by client and status, and reads what is reviewed too.
    index("bookings_to_review")
      .on(t.clientId, t.status, t.reviewedAt, t.startsAt)
      .where(sql`status = 'completed' and reviewed_at is null`),
    // The office's filters, each alone or with a status (O5).
    index("bookings_by_start").on(t.startsAt, t.id),
    partialIndex("bookings_by_suburb", sql`suburb is not null`, t.searchSuburb, desc(t.startsAt)),
    partialIndex("bookings_by_street", sql`street is not null`, t.searchStreet, desc(t.startsAt)),
    index("bookings_by_creation").on(t.createdAt, t.id),
    partialIndex("bookings_by_completion", sql`completed_at is not null`, t.completedAt),
    index("bookings_by_status_and_creation").on(t.status, t.createdAt, t.id),
    // With the status in its key: else SQLite takes the index by status, and sorts.
    partialIndex("bookings_waiting", sql`status = 'pending'`, t.status, t.waitingSince, t.id),
    index("bookings_by_status").on(t.status, t.startsAt, t.id),
    index("bookings_by_city").on(t.cityKey, t.startsAt, t.id),
    index("bookings_by_city_and_status").on(t.cityKey, t.status, t.startsAt, t.id),
    index("bookings_by_client_and_status").on(t.clientId, t.status, t.startsAt, t.id),
    index("bookings_by_plumber_and_status").on(t.plumberId, t.status, t.startsAt, t.id),
  ],
);

/** The facts of a booking that can be corrected (B33). */
export type CorrectedField = "serviceType" | "street" | "suburb" | "city" | "notes";

/** Each corrected field's value before and after; null: none, or hidden from the reader. */
export type Corrections = Partial<Record<CorrectedField, { before: string | null; after: string | null }>>;

/** The history of a booking, stored along it: a row for each event, numbered from the request, which is 1 (B11). */
export const bookingEvents = table(
  "booking_events",
  {
    bookingId: belongsTo(() => bookings.id),
    seq: integer().notNull(),
    id: text().notNull(),
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
        "reschedule",
        "on-the-way",
        "not-on-the-way",
        "reopen",
        "plumber-did-not-come",
        "nobody-was-there",
        "plumber-came",
        "somebody-was-there",
        "remove-photo",
        "set-pin",
        "remove-pin",
        "told-by-phone",
        "not-told-by-phone",
        "correct",
        ...MONEY_EVENTS,
        ...ONLINE_EVENTS,
      ],
    }).notNull(),
    actorRole: text({ enum: ["client", "plumber", "admin", "system"] }).notNull(),
    /** Null: the system. */
    actorId: text().references(() => users.id),
    toStatus: text({ enum: BOOKING_STATUSES }).notNull(),
    /** Why, in the actor's words: both sides read it. */
    reason: text(),
    /** Of an assignment: its plumber, whose account may be gone by now. */
    assignedTo: text(),
    minutesAway: integer(),
    /** Of a decision about a missed visit. */
    outcome: text({ enum: VISIT_OUTCOMES }),
    /** Of an event about the time: the start that it was about. */
    aboutStart: instant(),
    amount: cents(),
    /** Of a correction: the values before and after. They are the client's address and words, even if the office corrected them. */
    changes: text({ mode: "json" }).$type<Corrections>(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bookingId, t.seq] }),
    partialIndex("booking_events_of_prices", isOneOf(sql`event`, PRICE_EVENTS), t.at),
  ],
);

/** Figures of one day in Harare (B22), of one plumber or, with plumberId '', of the whole site. */
export const dailyTallies = table(
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
    /** Cents of payments confirmed, less what was voided (M8). */
    earned: figure(),
    reviews: figure(),
    ratingSum: figure(),
  },
  (t) => [primaryKey({ columns: [t.plumberId, t.day] })],
);
