import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { listCalendarJobs } from "~/domain/bookings/calendar/calendar-feed.server";
import { toCalendar } from "~/domain/bookings/calendar/ical";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";

/** A plumber's jobs as iCalendar, for everyone who has the secret link (B23). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const token = /^([\w-]{20,100})\.ics$/.exec(param(params, "file"))?.[1];
  const jobs = token ? await listCalendarJobs(context.db, token, context.now) : null;
  if (!jobs) throw notFound();
  return new Response(toCalendar(`${brand.name} jobs`, new URL(context.origin).hostname, jobs), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Cache-Control": "private, max-age=300",
      "X-Robots-Tag": "noindex",
    },
  });
}
