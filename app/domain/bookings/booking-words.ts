import type { Booking } from "./booking-views";
import { dateAt, DAY, daysBetween, HOUR, MINUTE, nameDay, timeAt, type Instant } from "../time/harare";
import { countOf } from "../values/numbers";
import { DEFAULT_SERVICE, isToCome } from "./booking";

const SAID_IN_MINUTES = 90 * MINUTE;

type Visit = Pick<Booking, "startsAt" | "serviceType">;
type Standing = Pick<Booking, "startsAt" | "status" | "onTheWayAt">;

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Once somebody is on the way, the time of their arrival counts, and no longer that of the start. */
const isWaitedFor = ({ status, onTheWayAt }: Standing) => isToCome(status) && onTheWayAt === null;

/** True for as long before a start as is said in minutes: how long it is until then helps more than the day. */
const startsSoon = (visit: Standing, now: Instant): boolean =>
  isWaitedFor(visit) && visit.startsAt > now && visit.startsAt - now < SAID_IN_MINUTES;

/** The time until a visit that somebody waits for, beside its day; null: its name says it, or it doesn't count. */
export const countdown = (visit: Standing, now: Instant): string | null =>
  isWaitedFor(visit) && !startsSoon(visit, now) ? timeUntil(visit.startsAt, now) : null;

/** A booking's name on cards and tickets: `Today 4:00 pm, Drain Cleaning`, and close before it `In 37 minutes, 4:00 pm, …`. */
export function nameBooking(visit: Visit & Standing, now: Instant): string {
  const { startsAt, serviceType } = visit;
  const day = startsSoon(visit, now) ? `${timeUntil(startsAt, now)},` : nameDay(dateAt(startsAt), dateAt(now));
  return `${capitalized(day)} ${timeAt(startsAt)}, ${serviceType ?? DEFAULT_SERVICE}`;
}

/** The same within a sentence, for links: `Drain Cleaning, today 4:00 pm`. */
export const serviceAndTime = ({ startsAt, serviceType }: Visit, now: Instant): string =>
  `${serviceType ?? DEFAULT_SERVICE}, ${nameDay(dateAt(startsAt), dateAt(now))} ${timeAt(startsAt)}`;

/** A span of time (milliseconds, not negative) in its largest unit, rounded: `20 minutes`, `3 hours`, `2 days`. */
export function formatSpan(span: number): string {
  if (span < SAID_IN_MINUTES) return countOf(Math.max(1, Math.round(span / MINUTE)), "minute");
  if (span < 36 * HOUR) return countOf(Math.round(span / HOUR), "hour");
  return countOf(Math.round(span / DAY), "day");
}

/** A length of time in milliseconds, as people say it: `a few minutes`, `about half an hour`, `about 3 hours`. */
export function roundSpan(span: number): string {
  if (span < 8 * MINUTE) return "a few minutes";
  if (span < 23 * MINUTE) return "about 15 minutes";
  if (span < 45 * MINUTE) return "about half an hour";
  return span < 90 * MINUTE ? "about an hour" : `about ${formatSpan(span)}`;
}

/** The time between two instants, days by Harare's calendar: `20 minutes`, `35 hours`, `1 day`. */
export function spanBetween(from: Instant, to: Instant): string {
  const span = Math.abs(to - from);
  const days = Math.abs(daysBetween(dateAt(from), dateAt(to)));
  return span < 36 * HOUR ? formatSpan(span) : countOf(days, "day");
}

/** The time until an instant: `in 3 hours`, `2 days ago`, `now`. Beside "Tomorrow" it is `in 1 day`. */
export function timeUntil(instant: Instant, now: Instant): string {
  if (Math.abs(instant - now) < MINUTE) return "now";
  const span = spanBetween(now, instant);
  return instant > now ? `in ${span}` : `${span} ago`;
}
