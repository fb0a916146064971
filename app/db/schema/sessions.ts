import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { hasKnownWord, instant } from "../columns";
import { users } from "./users";

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token; only its owner has the token itself (A11). */
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    createdAt: instant().notNull(),
    refreshedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When a second factor was last given in this session, or, by someone without one, the password (A24). */
    steppedUpAt: instant(),
    /** Like "Chrome on Android". */
    device: text(),
  },
  (sessions) => [
    hasKnownWord("sessions_role", sessions.role),
    index("sessions_by_user").on(sessions.userId),
    index("sessions_by_expiry").on(sessions.expiresAt),
  ],
);

/** A ticket opens one socket of an API client, once, within 30 seconds (C9). */
export const socketTickets = sqliteTable(
  "socket_tickets",
  {
    /** SHA-256 of the ticket. */
    ticketHash: text().primaryKey(),
    sessionHash: text()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (tickets) => [
    index("socket_tickets_by_expiry").on(tickets.expiresAt),
    index("socket_tickets_by_session").on(tickets.sessionHash),
  ],
);
