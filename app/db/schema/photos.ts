import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../columns";

/** Photos in R2 that no account holds, not yet or no longer. A scheduled task deletes them after 24 hours (P3). */
export const stagedPhotos = sqliteTable(
  "staged_photos",
  {
    photoKey: text().primaryKey(),
    createdAt: instant().notNull(),
  },
  (photos) => [index("staged_photos_by_age").on(photos.createdAt)],
);
