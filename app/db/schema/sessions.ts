import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";
import { users } from "./users";

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token; the token itself is only ever with its owner. */
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    createdAt: instant().notNull(),
    refreshedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (sessions) => [index("sessions_by_user").on(sessions.userId), index("sessions_by_expiry").on(sessions.expiresAt)],
);

/** What opens one socket of an API client: once, within seconds. */
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

export const emailTokens = sqliteTable(
  "email_tokens",
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Links that verify an email stood here once, with where they lead on to; now they have a table of their own. */
    purpose: text({ enum: ["reset"] }).notNull(),
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (tokens) => [
    check("email_tokens_purpose", sql`${tokens.purpose} in ('verify', 'reset')`),
    index("email_tokens_by_user").on(tokens.userId, tokens.purpose),
    index("email_tokens_by_expiry").on(tokens.expiresAt),
  ],
);
