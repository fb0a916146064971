import { fillPlaceholders, sql, and, eq, type Query, type SQL, type Column } from "drizzle-orm";
import { openDatabase, type Database } from "./client.server";
import { dialect, tersely } from "./dialect";
import { isOutOfReach } from "./transient-errors";

interface Select<Row> extends PromiseLike<Row[]> {
  prepare(): Prepared;
}

interface Prepared {
  getQuery(): Query;
  mapResult(result: unknown, isFromBatch: true): unknown;
}

export type ValueOf<Name extends string> = (name: Name) => SQL;
type Values<Name extends string> = Record<Name, string | number | null>;

// Queries are prepared on this; each is sent by the database of its request.
const unsent: Partial<D1Database> = { prepare: () => ({}) as D1PreparedStatement };
const nowhere = openDatabase(unsent as D1Database, undefined, tersely);

/**
 * Makes a select whose SQL is written once an isolate and form, which names the query where it has several: writing it
 * again costs a page a quarter of its work.
 */
export function once<Name extends string, Row, Form extends string[] = []>(
  build: (db: Database, value: ValueOf<Name>, ...form: Form) => Select<Row>,
) {
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
  return (db: Database, values: Values<Name>, ...form: Form) =>
    readRows(db, send(db, values, form), () => build(db, (name) => sql`${values[name]}`, ...form));
}

/** SQL without values, written once in an isolate. */
export const staticSql = (query: SQL): SQL => sql.raw(dialect.sqlToQuery(query).sql);

/** The parts of a select that drizzle builds its SQL from each time it is run. */
interface ListSelect<Row> {
  execute: () => Promise<Row[]>;
  config: { table: { id?: Column }; fields: unknown; where?: SQL; orderBy?: unknown; limit?: unknown };
}

/**
 * Reads the rows of a list. Where one breaks it and its table has an `id`, each is read by itself; `lost` could not be
 * read, and are reported (law 24). `again` gives the select where `query` is none.
 */
export async function readRows<Row>(
  db: Database,
  query: PromiseLike<Row[]>,
  again = () => query,
): Promise<Row[] & { lost?: number }> {
  try {
    return await query;
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    const select = again() as PromiseLike<Row[]> & ListSelect<unknown>;
    const { config } = select;
    const { id } = config.table;
    if (!id) throw error;
    const run = <One>(change: Partial<typeof config>) => {
      select.config = { ...config, ...change };
      return select.execute() as Promise<One[]>;
    };
    const found = await run<{ id: string }>({ fields: { id } });
    const rows = await Promise.allSettled(
      found.map((row) => run<Row>({ where: and(config.where, eq(id, row.id)), orderBy: undefined, limit: undefined })),
    );
    const failed = rows.filter((row) => row.status === "rejected");
    const lost = failed.find(({ reason }) => isOutOfReach(reason));
    if (lost) throw lost.reason;
    for (const { reason } of failed) db.rowFailed(reason);
    const read = rows.flatMap((row) => (row.status === "fulfilled" ? row.value : []));
    return Object.assign(read, { lost: failed.length });
  }
}
