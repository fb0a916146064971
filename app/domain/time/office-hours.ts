import { company } from "~/company";
import {
  addDays,
  dateAt,
  instantOf,
  parseTime,
  timeAt,
  type Instant,
  type LocalDate,
  weekdayNumber,
  weekdayOf,
} from "./harare";

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** The office's hours on a date, from schema.org's spelling of them ("Mo-Fr 08:00-18:00"); null: closed. */
function hoursOn(date: LocalDate): { opens: Instant; closes: Instant } | null {
  const weekday = weekdayNumber(date);
  for (const { schema } of company.hours) {
    const [days, opens, closes] = schema?.split(/[ ]|-(?=\d)/) ?? [];
    const [first, last = first] = days?.split("-") ?? [];
    if (!first || weekday < WEEKDAYS.indexOf(first) || weekday > WEEKDAYS.indexOf(last!)) continue;
    return { opens: instantOf(date, parseTime(opens!)!), closes: instantOf(date, parseTime(closes!)!) };
  }
  return null;
}

/** When the office opens next; null while it is open. */
export function nextOfficeOpening(now: Instant): Instant | null {
  for (let date = dateAt(now); ; date = addDays(date, 1)) {
    const hours = hoursOn(date);
    if (hours && now < hours.closes) return now < hours.opens ? hours.opens : null;
  }
}

/** An opening as a page says it: `today 8:00 am`, `Mon 8:00 am`. */
export const sayOpening = (opens: Instant, now: Instant): string =>
  `${dateAt(opens) === dateAt(now) ? "today" : weekdayOf(dateAt(opens))} ${timeAt(opens)}`;

/** Beside an admin's name in messages. */
export function officeStanding(now: Instant): string {
  const opens = nextOfficeOpening(now);
  return opens === null ? "open now" : `opens ${sayOpening(opens, now)}`;
}

/** When the office closes today, while it is open. */
export const officeClosing = (now: Instant): Instant => hoursOn(dateAt(now))!.closes;
