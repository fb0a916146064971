import { afterEach, beforeEach } from "vitest";
import { changedBy, d1Writes } from "./d1-writes";
import { env } from "./env";

// A test's writes to D1 are undone after it, as a transaction would do it, which D1 has none of: each test finds what
// its file's `beforeAll` has made, in whatever order they run.

type Rows = Map<string, string>;
interface Table {
  name: string;
  /** Those that a row is made of, generated ones left out. */
  columns: string[];
  /** The name of a row: its number, or its key as JSON where it has none. */
  key: string;
  triggers: { name: string; sql: string }[];
}

const first = async <Row>(sql: string): Promise<Row[]> => (await env.DB.prepare(sql).all<Row>()).results;

/** The tables whose deleted rows take those of a table along, by the SQL that made it. */
const parentsIn = (sql: string) =>
  [...sql.matchAll(/references [`"](\w+)[`"][^,]* on delete cascade/gi)].map(([, parent]) => parent);

/** All tables, and what else changes with each: by its triggers (a view has some, too) and by `on delete cascade`. */
async function readSchema() {
  const [columns, triggers, cascades] = await Promise.all([
    first<{ table: string; column: string; pk: number; isStoredByKey: number }>(
      `select m.name as "table", c.name as "column", pk, m.sql like '%without rowid' as isStoredByKey
       from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table' and m.name not glob 'sqlite_*' and m.name not glob '_cf_*' and c.hidden = 0`,
    ),
    first<{ table: string; name: string; sql: string }>(
      `select tbl_name as "table", name, sql from sqlite_master where type = 'trigger'`,
    ),
    first<{ child: string; sql: string }>(
      `select name as child, sql from sqlite_master where type = 'table' and sql like '%on delete cascade%'`,
    ),
  ]);
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([name, rows]): Table => ({
    name,
    columns: rows.map(({ column }) => `"${column}"`),
    key: rows[0]!.isStoredByKey
      ? `json_array(${rows.flatMap(({ column, pk }) => (pk ? [`"${name}"."${column}"`] : [])).join()})`
      : `"${name}".rowid`,
    triggers: triggers.filter(({ table }) => table === name),
  }));
  const followers = (name: string) => [
    ...triggers.filter(({ table }) => table === name).flatMap(({ sql }) => changedBy(sql)),
    ...cascades.filter(({ sql }) => parentsIn(sql).includes(name)).map(({ child }) => child),
  ];
  return { tables, followers };
}

let schema: Awaited<ReturnType<typeof readSchema>> | undefined;

/** The tables that can have changed since the last call. */
async function takeChanged(): Promise<Table[]> {
  const { tables, followers } = (schema ??= await readSchema());
  const names = new Set(d1Writes);
  d1Writes.clear();
  // Tables added while the set is walked are walked too.
  for (const name of names) for (const follower of followers(name)) names.add(follower);
  return tables.filter(({ name }) => names.has(name));
}

/** Every row as JSON, by its key. */
async function read(tables: Table[]): Promise<Rows[]> {
  if (tables.length === 0) return [];
  const answers = await env.DB.batch<{ id: string | number; row: string }>(
    tables.map(({ name, columns, key }) =>
      env.DB.prepare(`select ${key} as id, json_array(${columns.join()}) as row from "${name}"`),
    ),
  );
  return answers.map(({ results }) => new Map(results.map(({ id, row }) => [String(id), row])));
}

/** The statements that make a table's rows those of `before` again. */
function undo({ name, columns, key }: Table, before: Rows, after: Rows): D1PreparedStatement[] {
  const added = [...after.keys()].filter((id) => !before.has(id));
  const changed = [...before].filter(([id, row]) => after.has(id) && after.get(id) !== row);
  const gone = [...before].filter(([id]) => !after.has(id));
  const values = columns.map((_, at) => `json_extract(value, '$[1][${at}]')`).join();
  const isNumbered = key.endsWith("rowid");
  const listOf = (rows: [string, string][]) => `[${rows.map(([id, row]) => `[${JSON.stringify(id)},${row}]`).join()}]`;
  const prepared = (rows: unknown[], list: string, sql: string) =>
    rows.length > 0 ? [env.DB.prepare(sql).bind(list)] : [];
  const keyed = `cast(${key} as text)`;
  return [
    ...prepared(
      added,
      JSON.stringify(added),
      `delete from "${name}" where ${keyed} in (select value from json_each(?))`,
    ),
    ...prepared(
      changed,
      listOf(changed),
      `update "${name}" set (${columns.join()}) = (select ${values} from json_each(?1) where json_extract(value, '$[0]') = ${keyed})
       where ${keyed} in (select json_extract(value, '$[0]') from json_each(?1))`,
    ),
    ...prepared(
      gone,
      listOf(gone),
      `insert into "${name}" (${isNumbered ? "rowid, " : ""}${columns.join()})
       select ${isNumbered ? "json_extract(value, '$[0]'), " : ""}${values} from json_each(?)`,
    ),
  ];
}

/** The rows of each table when a test begins; a missing table is empty. */
const before = new Map<string, Rows>();

beforeEach(async () => {
  if (d1Writes.size === 0) return;
  const changed = await takeChanged();
  const rows = await read(changed);
  for (const [at, { name }] of changed.entries()) before.set(name, rows[at]!);
});

afterEach(async () => {
  if (d1Writes.size === 0) return;
  const changed = await takeChanged();
  const after = await read(changed);
  const touched = changed.flatMap((table, at) => {
    const statements = undo(table, before.get(table.name) ?? new Map(), after[at]!);
    return statements.length > 0 ? [{ table, statements }] : [];
  });
  if (touched.length > 0) {
    const triggers = touched.flatMap(({ table }) => table.triggers);
    await env.DB.batch([
      env.DB.prepare("pragma defer_foreign_keys = on"),
      // They count, and keep the ledger from changing.
      ...triggers.map(({ name }) => env.DB.prepare(`drop trigger "${name}"`)),
      ...touched.flatMap(({ statements }) => statements),
      ...triggers.map(({ sql }) => env.DB.prepare(sql)),
    ]);
  }
  d1Writes.clear();
});
