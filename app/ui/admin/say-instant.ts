import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";

/** An instant as tables say it: `Sun 22 Nov, 10:00 am`, with the year where it is another one. */
export function sayInstant(at: Instant, now: Instant): string {
  const date = dateAt(at);
  const year = date.slice(0, 4);
  return `${formatDate(date, "short")}${year === dateAt(now).slice(0, 4) ? "" : ` ${year}`}, ${timeAt(at)}`;
}
