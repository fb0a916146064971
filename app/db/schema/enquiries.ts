import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../columns";
import { users } from "./users";

/** What visitors write through the forms of the public pages: the desk's inbox. */
export const enquiries = sqliteTable(
  "enquiries",
  {
    id: id(),
    topic: text({ enum: ["contact", "home", "quote", "appointment"] }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    /** The chosen category, or what the writer called it. */
    subject: text(),
    message: text().notNull(),
    createdAt: instant().notNull(),
    doneAt: instant(),
    /** The admin who has taken it on. */
    assignedTo: text().references(() => users.id),
    /** What was answered by mail. */
    answer: text(),
    answeredAt: instant(),
  },
  (enquiries) => [
    check("enquiries_topic", sql`${enquiries.topic} in ('contact', 'home', 'quote', 'appointment')`),
    index("enquiries_open")
      .on(enquiries.createdAt, enquiries.id)
      .where(sql`done_at is null`),
    index("enquiries_done")
      .on(enquiries.doneAt, enquiries.id)
      .where(sql`done_at is not null`),
  ],
);
