import { openDatabase, type Database } from "~/db/client.server";
import { aroundD1 } from "../../workers/d1-around";
import { gatherReads } from "../../workers/d1-gather";
import { env } from "./env";

/** How many rows D1 read for `work`: the sum over its calls of `all` and `batch`, the only ones D1 reports. */
export async function rowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const counting = aroundD1(env.DB, async ({ run }) => {
    const result = await run();
    for (const { meta } of [result].flat() as D1Result[]) rows += meta.rows_read;
    return result;
  });
  await work(openDatabase(gatherReads(counting)));
  return rows;
}
