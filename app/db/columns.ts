import { integer, text } from "drizzle-orm/sqlite-core";

/** Random and made by us: 24 letters and digits (`newId`), never a row number that can be counted up. */
export const id = () => text().primaryKey();

/** An instant as milliseconds since 1970 in UTC. */
export const instant = () => integer({ mode: "number" });

/** US cents. */
export const cents = () => integer({ mode: "number" });

/** A stored figure that changes in the same batch as its cause. */
export const figure = () => integer({ mode: "number" }).notNull().default(0);
