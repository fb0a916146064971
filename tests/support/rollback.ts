import { afterEach, beforeEach } from "vitest";
import { d1Writes } from "./d1-writes";
import { env } from "./env";

// What a test writes to D1 is undone after it, as a transaction would do it, which D1 has none of: each test finds what
// its file's `beforeAll` has made, in whatever order they run.

type Rows = Map<number, string>;
interface Table {
  name: string;
  /** Those that a row is made of, generated ones left out. */
  columns: string[];
  triggers: { name: string; sql: string }[];
}

const first = async <Row>(sql: string): Promise<Row[]> => (await env.DB.prepare(sql).all<Row>()).results;

async function listTables(): Promise<Table[]> {
  const [columns, triggers] = await Promise.all([
    first<{ table: string; column: string }>(
      `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_xinfo(m.name) c
       where m.type = 'table' and m.name not glob 'sqlite_*' and m.name not glob '_cf_*' and c.hidden = 0`,
    ),
    first<{ table: string; name: string; sql: string }>(
      `select tbl_name as "table", name, sql from sqlite_master where type = 'trigger'`,
    ),
  ]);
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, rows]) => ({
    name,
    columns: rows.map(({ column }) => `"${column}"`),
    triggers: triggers.filter(({ table }) => table === name),
  }));
}

/** Every row as JSON, by its rowid. */
async function read(tables: Table[]): Promise<Rows[]> {
  const answers = await env.DB.batch<{ id: number; row: string }>(
    tables.map(({ name, columns }) =>
      env.DB.prepare(`select rowid as id, json_array(${columns.join()}) as row from "${name}"`),
    ),
  );
  return answers.map(({ results }) => new Map(results.map(({ id, row }) => [id, row])));
}

/** The statements that make a table's rows those of `before` again. */
function undo({ name, columns }: Table, before: Rows, after: Rows): D1PreparedStatement[] {
  const added = [...after.keys()].filter((id) => !before.has(id));
  const changed = [...before].filter(([id, row]) => after.has(id) && after.get(id) !== row);
  const gone = [...before].filter(([id]) => !after.has(id));
  const values = columns.map((_, at) => `json_extract(value, '$[1][${at}]')`).join();
  const listOf = (rows: [number, string][]) => `[${rows.map(([id, row]) => `[${id},${row}]`).join()}]`;
  return [
    ...(added.length > 0
      ? [
          env.DB.prepare(`delete from "${name}" where rowid in (select value from json_each(?))`).bind(
            JSON.stringify(added),
          ),
        ]
      : []),
    ...(changed.length > 0
      ? [
          env.DB.prepare(
            `update "${name}" set (${columns.join()}) = (select ${values} from json_each(?1) where json_extract(value, '$[0]') = "${name}".rowid)
             where rowid in (select json_extract(value, '$[0]') from json_each(?1))`,
          ).bind(listOf(changed)),
        ]
      : []),
    ...(gone.length > 0
      ? [
          env.DB.prepare(
            `insert into "${name}" (rowid, ${columns.join()}) select json_extract(value, '$[0]'), ${values} from json_each(?)`,
          ).bind(listOf(gone)),
        ]
      : []),
  ];
}

let tables: Table[] | undefined;
let before: Rows[];

beforeEach(async () => {
  if (!d1Writes.any) return;
  tables ??= await listTables();
  before = await read(tables);
  d1Writes.any = false;
});

afterEach(async () => {
  if (!d1Writes.any) return;
  const after = await read(tables!);
  const touched = tables!.flatMap((table, at) => {
    const statements = undo(table, before[at]!, after[at]!);
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
  d1Writes.any = false;
});
