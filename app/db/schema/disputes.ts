import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";
import { bookingEvents, bookings } from "./bookings";

/**
 * What the two sides of a booking disagree about (M5), for the office to settle. It has the id of the event that says so,
 * which has the words.
 */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text()
      .primaryKey()
      .references(() => bookingEvents.id, { onDelete: "cascade" }),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    openedAt: instant().notNull(),
    /** Decided, resolved or taken back. */
    closedAt: instant(),
  },
  (disputes) => [
    index("disputes_open")
      .on(disputes.openedAt, disputes.id)
      .where(sql`closed_at is null`),
    index("disputes_closed")
      .on(disputes.closedAt, disputes.id)
      .where(sql`closed_at is not null`),
    index("disputes_of_booking")
      .on(disputes.bookingId)
      .where(sql`closed_at is null`),
  ],
);
