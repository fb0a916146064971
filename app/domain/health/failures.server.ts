import { desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { failures } from "~/db/schema";
import type { Instant } from "../time/harare";
import {
  describeFailure,
  FAILURES_ALIKE_AN_HOUR,
  FAILURES_AN_HOUR,
  FAILURES_KEPT,
  FAILURES_SHOWN,
  type Failure,
} from "./failure";
import { hourOf } from "./page-time";

export type KeptFailure = Failure & { at: Instant };

/** Keeps a failure without what it may say about somebody (O23): 100 an hour, of those alike 10. */
export async function recordFailure(db: Database, failure: Failure, now: Instant): Promise<void> {
  const { requestId, place, name, message } = describeFailure(failure);
  const ofHour = sql`from failures where at >= ${hourOf(now)}`;
  await insertWhere(
    db,
    failures,
    { at: now, requestId, place, name, message },
    sql`(select count(*) ${ofHour}) < ${FAILURES_AN_HOUR}
      and (select count(*) ${ofHour} and place = ${place} and name = ${name} and message = ${message}) < ${FAILURES_ALIKE_AN_HOUR}`,
  );
}

/** Lists the latest failures, at most 20; with a request's id, those of that request (O23). */
export const listFailures = (db: Database, requestId: string | null, now: Instant): Promise<KeptFailure[]> =>
  db
    .select({
      at: failures.at,
      requestId: failures.requestId,
      place: failures.place,
      name: failures.name,
      message: failures.message,
    })
    .from(failures)
    .where(requestId === null ? gt(failures.at, now - FAILURES_KEPT) : eq(failures.requestId, requestId))
    .orderBy(desc(failures.at))
    .limit(FAILURES_SHOWN);
