import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { hasKnownWord, id, instant } from "../columns";
import { users } from "./users";

/** What visitors wrote to the company: the office's inbox (W4, O11). */
export const enquiries = sqliteTable(
  "enquiries",
  {
    id: id(),
    topic: text({ enum: ["contact", "home", "quote", "appointment", "whatsapp", "sms"] }).notNull(),
    name: text().notNull(),
    /** Null: someone who wrote by phone (N15). */
    email: text(),
    phone: text(),
    /** The chosen category, or a subject of their own. */
    subject: text(),
    message: text().notNull(),
    createdAt: instant().notNull(),
    doneAt: instant(),
    /** The admin who answers it. */
    assignedTo: text().references(() => users.id),
    /** The answer, sent the way they wrote: by email or phone. */
    answer: text(),
    answeredAt: instant(),
  },
  (enquiries) => [
    hasKnownWord("enquiries_topic", enquiries.topic),
    check("enquiries_email", sql`email is not null or phone is not null`),
    check("enquiries_answer", sql`(answer is null) = (answered_at is null)`),
    // When a phone last wrote (N15).
    index("enquiries_by_phone")
      .on(enquiries.phone, enquiries.topic, enquiries.createdAt)
      .where(sql`phone is not null`),
    // A person's own (A17).
    index("enquiries_by_email")
      .on(enquiries.email)
      .where(sql`email is not null`),
    index("enquiries_open")
      .on(enquiries.createdAt, enquiries.id)
      .where(sql`done_at is null`),
    index("enquiries_done")
      .on(enquiries.doneAt, enquiries.id)
      .where(sql`done_at is not null`),
  ],
);
