import { fillPlaceholders, sql, type Query, type SQL } from "drizzle-orm";
import { openDatabase, type Database } from "./client.server";
import { tersely } from "./dialect";
import { readRows } from "./readable-rows.server";

/** A select that drizzle's builder made. */
interface Select<Row> extends PromiseLike<Row[]> {
  prepare(): Prepared;
}

interface Prepared {
  getQuery(): Query;
  mapResult(result: unknown, isFromBatch: true): unknown;
}

/** Stands for a value of the query. */
export type ValueOf<Name extends string> = (name: Name) => SQL;
type Values<Name extends string> = Record<Name, string | number | null>;

/** Asks D1 with these values; `form` names the query where it has several. */
type Once<Name extends string, Row, Form extends string[]> = (
  db: Database,
  values: Values<Name>,
  ...form: Form
) => Promise<Row[] & { lost?: number }>;

// Queries are prepared on this; each is sent by the database of its request.
const unsent: Partial<D1Database> = { prepare: () => ({}) as D1PreparedStatement };
const nowhere = openDatabase(unsent as D1Database, undefined, tersely);

/**
 * Makes a select whose SQL is written once an isolate: `build` is called once for each form, and gets a stand-in for each
 * value. Writing the SQL again costs a page up to a quarter of its work. A row that cannot be read costs itself (`readRows`).
 */
export function once<Name extends string, Row, Form extends string[] = []>(
  build: (db: Database, value: ValueOf<Name>, ...form: Form) => Select<Row>,
): Once<Name, Row, Form> {
  const forms = new Map<string, Prepared>();
  const prepare = (form: Form) => {
    const prepared = build(nowhere, (name) => sql`${sql.placeholder(name)}`, ...form).prepare();
    forms.set(form.join(), prepared);
    return prepared;
  };
  const send = async (db: Database, values: Values<Name>, form: Form) => {
    const prepared = forms.get(form.join()) ?? prepare(form);
    const query = prepared.getQuery();
    const statement = db.$client.prepare(query.sql).bind(...fillPlaceholders(query.params, values));
    return prepared.mapResult(await statement.all(), true) as Row[];
  };
  return (db, values, ...form) =>
    readRows(db, send(db, values, form), () => build(db, (name) => sql`${values[name]}`, ...form));
}
