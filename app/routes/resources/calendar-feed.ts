import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { listCalendarJobs } from "~/domain/bookings/calendar/calendar-feed.server";
import { toCalendar, type CalendarJob } from "~/domain/bookings/calendar/ical";
import { etagOf, hasCopy } from "~/http/request";
import { notFound, param } from "~/http/responses";
import { bookingPage } from "~/http/booking-pages";

/** A plumber's jobs as iCalendar, for everyone who has the secret link (B23). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const token = /^([\w-]{20,100})\.ics$/.exec(param(params, "file"))?.[1];
  const jobs = token ? await listCalendarJobs(context.db, token, context.now) : null;
  if (!jobs) throw notFound();
  const pageOf = ({ id }: CalendarJob) => bookingPage("plumber", id);
  const body = new TextEncoder().encode(toCalendar(`${brand.name} jobs`, context.origin, jobs, pageOf));
  const etag = await etagOf(body);
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": "private, max-age=300",
    "X-Robots-Tag": "noindex",
    ETag: etag,
  };
  return hasCopy(request, etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}
