import { openDatabase, type Database } from "~/db/client.server";
import { gatherReads, meterD1, pipeline } from "../../workers/d1";
import { env } from "./env";

/** The number of rows that D1 read for `work`: the sum over its calls of `all` and `batch`, the only ones D1 reports. */
export async function rowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  const meter = meterD1();
  await work(openDatabase(pipeline(env.DB, gatherReads(), meter.step)));
  return meter.rowsRead();
}
