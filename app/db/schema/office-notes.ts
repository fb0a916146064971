import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../columns";
import { users } from "./users";

/** What the office has written down about someone, for itself (O22). */
export const officeNotes = sqliteTable(
  "office_notes",
  {
    /** Made by the form: sent twice, it is one note. */
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    authorId: text()
      .notNull()
      .references(() => users.id),
    words: text().notNull(),
    at: instant().notNull(),
    editedAt: instant(),
  },
  (notes) => [index("office_notes_by_user").on(notes.userId, notes.at, notes.id)],
);
