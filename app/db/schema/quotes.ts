import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, hasKnownWord, id, instant } from "../columns";
import { bookings } from "./bookings";

/** A line of a quote: what is done or supplied, and its price in cents. */
export interface QuoteLine {
  what: string;
  amount: number;
}

/** Quotes that a plumber has written for a booking, in versions, one open at a time (M2). */
export const quotes = sqliteTable(
  "quotes",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    version: integer({ mode: "number" }).notNull(),
    lines: text({ mode: "json" }).$type<QuoteLine[]>().notNull(),
    total: cents().notNull(),
    /** What the client is asked to pay in advance; null: nothing. */
    deposit: cents(),
    note: text(),
    validUntil: instant().notNull(),
    /** `ended`: by another plumber, or by the end of the booking. */
    status: text({ enum: ["open", "accepted", "declined", "replaced", "ended"] }).notNull(),
    createdAt: instant().notNull(),
    answeredAt: instant(),
  },
  (quotes) => [
    hasKnownWord("quotes_status", quotes.status),
    check("quotes_total", sql`total between 0 and 10000000`),
    check("quotes_deposit", sql`deposit between 1 and total`),
    uniqueIndex("quotes_by_version").on(quotes.bookingId, quotes.version),
    uniqueIndex("quotes_open")
      .on(quotes.bookingId)
      .where(sql`status = 'open'`),
  ],
);
