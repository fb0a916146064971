import { and, eq, type Column, type SQL } from "drizzle-orm";
import type { Database } from "./client.server";
import { isOutOfReach, isUsedUp } from "./transient-errors";

/** The parts of a select that drizzle builds its SQL from each time it is run. */
interface Select<Row> extends PromiseLike<Row[]> {
  execute: () => Promise<Row[]>;
  config: { table: { id?: Column }; fields: unknown; where?: SQL; orderBy?: unknown; limit?: unknown };
}

const isOfDatabase = (error: unknown) => isOutOfReach(error) || isUsedUp(error);

/**
 * Reads the rows of a list. Where one of them breaks it and its table has an `id`, each is read by itself, and what cannot
 * be read is reported and left out (law 24): `lost` of them. `again` gives the select where `query` is none.
 */
export async function readRows<Row>(
  db: Database,
  query: PromiseLike<Row[]>,
  again = () => query,
): Promise<Row[] & { lost?: number }> {
  try {
    return await query;
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    const select = again() as Select<unknown>;
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
    const lost = failed.find(({ reason }) => isOfDatabase(reason));
    if (lost) throw lost.reason;
    for (const { reason } of failed) db.rowFailed(reason);
    const read = rows.flatMap((row) => (row.status === "fulfilled" ? row.value : []));
    return Object.assign(read, { lost: failed.length });
  }
}
