import type { SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { csvLine, type Cell } from "./csv";

export const EXPORT_BATCH_SIZE = 500;

interface CsvTable<Row> {
  /** Each column by its name, and what it holds of a row. */
  columns: Record<string, (row: Row) => Cell>;
  /** The next `EXPORT_BATCH_SIZE` rows in order of their key: those after a row, or the first (null). */
  query: (last: Row | null) => SQL;
  most?: number;
}

/** A table as a stream of CSV in UTF-8, read by key, one batch at a time (O13, M8, M13). */
export function streamCsv<Row>(
  db: Database,
  { columns, query, most = Infinity }: CsvTable<Row>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const cells = Object.values(columns);
  let last: Row | null = null;
  let written = 0;
  return new ReadableStream({
    async pull(controller) {
      // Excel reads a file as UTF-8 only with a byte order mark.
      if (last === null) controller.enqueue(encoder.encode(`\uFEFF${csvLine(Object.keys(columns))}`));
      const rows: Row[] = (await db.all<Row>(query(last))).slice(0, most - written);
      controller.enqueue(encoder.encode(rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("")));
      written += rows.length;
      last = rows.at(-1) ?? last;
      if (rows.length < EXPORT_BATCH_SIZE || written >= most) controller.close();
    },
  });
}
