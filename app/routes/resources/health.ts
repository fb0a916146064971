import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { CRON_LATE, findLastCronRun } from "~/domain/settings/heartbeats.server";
import { SECOND } from "~/domain/time/harare";

/** Whether D1 responds and the scheduled tasks run, for a monitor (O24): one row is read, and nothing is said of anybody. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const lastRun = await findLastCronRun(context.db).catch(() => undefined);
  const secondsSince =
    lastRun === undefined || lastRun === null ? null : Math.max(0, Math.round((context.now - lastRun) / SECOND));
  const scheduledTasks = secondsSince !== null && secondsSince * SECOND < CRON_LATE;
  return Response.json(
    {
      ok: lastRun !== undefined && scheduledTasks,
      database: lastRun !== undefined,
      scheduledTasks,
      secondsSinceScheduledTasks: secondsSince,
    },
    { status: scheduledTasks ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
