import { Column, is, SQL } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { SelectedFieldsOrdered } from "drizzle-orm/sqlite-core/query-builders/select.types";

const casing = new CasingCache("snake_case");

export const columnName = (column: Column): string => casing.getColumnCasing(column);

type BuildSelection = (fields: SelectedFieldsOrdered, ...rest: unknown[]) => SQL;

function dialectNaming(name: (fields: SelectedFieldsOrdered) => SelectedFieldsOrdered): SQLiteAsyncDialect {
  const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });
  const buildSelection = (Reflect.get(dialect, "buildSelection") as BuildSelection).bind(dialect);
  const buildNamed: BuildSelection = (fields, ...rest) => buildSelection(name(fields), ...rest);
  Reflect.set(dialect, "buildSelection", buildNamed);
  const write = dialect.sqlToQuery.bind(dialect);
  const sqlToQuery: typeof write = (...query) => {
    const written = write(...query);
    // D1 compiles the text of each statement every time. No column has a name that needs its quotes.
    return { ...written, sql: written.sql.replaceAll(/\n\s*/g, " ").replaceAll(/"(\w+)"\."(\w+)"/g, "$1.$2") };
  };
  return Object.assign(dialect, { sqlToQuery });
}

export const dialect = dialectNaming(withDistinctNames);

/** Names a select's columns with a letter or two, which D1 repeats in each row. An inner select has such names too. */
export const tersely = dialectNaming((fields) =>
  fields.map(({ path, field }, at) => ({ path, field: sqlOf(field).as(shortName(at)) })),
);

const shortName = (at: number) => (at < 26 ? "" : letter(at / 26 - 1)) + letter(at % 26);
const letter = (at: number) => String.fromCharCode(97 + at);
const sqlOf = (field: SelectedFieldsOrdered[number]["field"]): SQL =>
  is(field, SQL.Aliased) ? field.sql : is(field, SQL) ? field : new SQL([field]);

// D1 returns a batch's rows as objects, in which two columns of one name are one: drizzle, which reads by place, would
// show someone's phone number for another's. So each column gets a name of its own; two aliases may not be the same.
function withDistinctNames(fields: SelectedFieldsOrdered) {
  const names = new Set<string>();
  for (const { field } of fields) {
    if (!is(field, SQL.Aliased)) continue;
    if (names.has(field.fieldAlias)) throw new Error(`Two columns of a select are called ${field.fieldAlias}`);
    names.add(field.fieldAlias);
  }
  return fields.map(({ path, field }, index) => {
    if (is(field, SQL)) return { path, field: field.as(`:${index}`) };
    if (!is(field, Column)) return { path, field };
    const name = columnName(field);
    if (names.has(name)) return { path, field: new SQL([field]).as(`${name}:${index}`) };
    names.add(name);
    return { path, field };
  });
}
