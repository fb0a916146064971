import { openDatabase, type Database } from "~/db/client.server";
import { aroundD1 } from "../../workers/d1-around";
import { gatherReads } from "../../workers/d1-gather";
import { env } from "./env";

/** How many rows D1 has read for what `work` asked. Gathered, as D1 tells it of `all` and `batch` alone. */
export async function rowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const counting = aroundD1(env.DB, async ({ run }) => {
    const answer = await run();
    for (const { meta } of [answer].flat() as D1Result[]) rows += meta.rows_read;
    return answer;
  });
  await work(openDatabase(gatherReads(counting)));
  return rows;
}
