import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { CRON_LATE, findLastCronRun } from "~/domain/settings/heartbeats.server";
import { SECOND } from "~/domain/time/harare";

/** The health of D1 and of the scheduled tasks, for a monitor (O24): reads one row and names no user. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const lastRun = await findLastCronRun(context.db).catch(() => undefined);
  const secondsSince = lastRun ? Math.max(0, Math.round((context.now - lastRun.at) / SECOND)) : null;
  const scheduledTasks = secondsSince !== null && secondsSince * SECOND < CRON_LATE;
  const failedTasks = Object.keys(lastRun?.failed ?? {});
  const ok = scheduledTasks && failedTasks.length === 0;
  return Response.json(
    { ok, database: lastRun !== undefined, scheduledTasks, failedTasks, secondsSinceScheduledTasks: secondsSince },
    { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
