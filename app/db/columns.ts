import { sql, type SQL } from "drizzle-orm";
import type { BuildColumns } from "drizzle-orm/column-builder";
import {
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
  type AnySQLiteColumn,
  type IndexBuilderOn,
  type SQLiteColumn,
  type SQLiteColumnBuilderBase,
  type SQLiteTableExtraConfigValue,
} from "drizzle-orm/sqlite-core";
import { foldedSql } from "./folding";
import { isOneOf } from "./client.server";
import { columnName } from "./dialect";

/** 24 random letters and digits (`newId`), never a row number that can be guessed. */
export const id = () => text().primaryKey();

/** The id of a row of another table, which stays as long as this one refers to it. */
export const references = (column: () => AnySQLiteColumn) => text().notNull().references(column);

/** The id of a row of another table, with which this row is deleted. */
export const belongsTo = (column: () => AnySQLiteColumn) =>
  text().notNull().references(column, { onDelete: "cascade" });

/** An instant: milliseconds since 1970, UTC. */
export const instant = () => integer();

/** A whole number that follows from other columns of its row. */
export const computed = (value: SQL) => integer().generatedAlwaysAs(value, { mode: "virtual" });

export const computedText = (value: SQL) => text().notNull().generatedAlwaysAs(value, { mode: "virtual" });

/** The keys by which a name is found, either name first (O4). */
export const searchNames = () => ({
  searchName: computedText(sql.raw(foldedSql("first_name || ' ' || last_name"))),
  searchLastName: computedText(sql.raw(foldedSql("last_name || ' ' || first_name"))),
});

/** The digits of a phone that people remember (O4). */
export const phoneEnd = () => text().generatedAlwaysAs(sql`substr(phone, -6)`, { mode: "virtual" });

export const cents = () => integer();

/** A stored figure that changes in the same batch as its cause. */
export const figure = () => integer().notNull().default(0);

const partial =
  (begin: typeof index) =>
  (name: string, condition: SQL, ...columns: Parameters<IndexBuilderOn["on"]>) =>
    begin(name)
      .on(...columns)
      .where(condition);

/** The index of the rows where a condition holds. */
export const partialIndex = partial(index);

/** The same, unique: no two rows have the same values. */
export const partialUnique = partial(uniqueIndex);

const knownWords = (name: string, columns: Record<string, SQLiteColumn>) =>
  Object.values(columns).flatMap((column) =>
    column.enumValues?.length ? [check(`${name}_${columnName(column)}`, isOneOf(column, column.enumValues))] : [],
  );

/** A table, with the CHECKs that its columns hold one of the words they are declared with (decision 056). */
export const table = <Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  more: (t: BuildColumns<Name, Columns, "sqlite">) => SQLiteTableExtraConfigValue[] = () => [],
) => sqliteTable(name, columns, (t) => [...knownWords(name, t), ...more(t)]);
