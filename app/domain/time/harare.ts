/**
 * The product's one time zone (T1): Africa/Harare, two hours ahead of UTC all year, on every device. Instants are
 * milliseconds since 1970 in UTC; dates (`YYYY-MM-DD`) and times of day (minutes since midnight) are Harare's.
 */
export type Instant = number;
export type LocalDate = string;
export type MinuteOfDay = number;

export const SECOND = 1000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const OFFSET = 2 * HOUR;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export const dateAt = (instant: Instant): LocalDate => new Date(instant + OFFSET).toISOString().slice(0, 10);

/** Minutes since midnight in Harare at an instant, 0 to 1439. */
export const minuteAt = (instant: Instant): MinuteOfDay =>
  Math.floor(((((instant + OFFSET) % DAY) + DAY) % DAY) / MINUTE);

/** The instant at which a time of day falls on a date in Harare. */
export const instantOf = (date: LocalDate, minute: MinuteOfDay): Instant =>
  Date.parse(`${date}T00:00:00Z`) - OFFSET + minute * MINUTE;

/** The date `count` days later (earlier, when negative). */
export const addDays = (date: LocalDate, count: number): LocalDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);

/** The number of days from one date to another; negative when that is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** From 0 for Monday to 6 for Sunday. */
export const weekdayNumber = (date: LocalDate): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

export const mondayOf = (date: LocalDate): LocalDate => addDays(date, -weekdayNumber(date));

/** The date written as `YYYY-MM-DD`; null for any other text, and for a day that no month has. */
export function parseDate(text: string): LocalDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const parsed = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 10) !== text ? null : text;
}

/** The date as a person types it: `2026-12-02`, or day first, `2.12.2026` and `02/12/2026`; null for any other text. */
export function parseTypedDate(text: string): LocalDate | null {
  const typed = text.trim();
  const [, day = "", month = "", year] = /^(\d{1,2})\s?[./]\s?(\d{1,2})\s?[./]\s?(\d{4})$/.exec(typed) ?? [];
  return parseDate(year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : typed);
}

/** The day in an address, as typed, where it can't be read; null: it can, or there is none. */
export function unreadDay(query: URLSearchParams): string | null {
  const typed = query.get("day")?.trim().slice(0, 40);
  return typed && !parseTypedDate(typed) ? typed : null;
}

/**
 * The time of day written as `10:30 am` (T2), in minutes since midnight, or null. Takes either letter case, any space
 * before am and pm (phones write U+202F there), and the 24-hour `14:30`, to which a program may add the seconds of a
 * whole minute (`14:30:00`); `24:00`, `13:00 pm` and `14:30:20` give null.
 */
export function parseTime(text: string): MinuteOfDay | null {
  const match = /^(\d{1,2}):(\d{2})(?::00(?:\.0{1,6})?|[\s\u202f\u00a0]?([ap])\.?m\.?)?$/i.exec(text.trim());
  if (!match) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2]);
  const half = match[3]?.toLowerCase();
  if (minute > 59) return null;
  if (!half) return hour > 23 ? null : hour * 60 + minute;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half === "p" ? 12 : 0)) * 60 + minute;
}

/** Minutes since midnight as text (T2): `10:30 am`, `2:00 pm`, `12:00 pm`. */
export function formatTime(minute: MinuteOfDay): string {
  const hour = Math.floor(minute / 60);
  const text = String(minute % 60).padStart(2, "0");
  return `${hour % 12 === 0 ? 12 : hour % 12}:${text} ${hour < 12 ? "am" : "pm"}`;
}

export const timeAt = (instant: Instant): string => formatTime(minuteAt(instant));

function partsOf(date: LocalDate) {
  const day = new Date(`${date}T00:00:00Z`);
  return {
    weekday: WEEKDAYS[day.getUTCDay()]!,
    day: day.getUTCDate(),
    month: MONTHS[day.getUTCMonth()]!,
    year: day.getUTCFullYear(),
  };
}

// Every form that a date or a time has on screen and in messages (docs/words.md); lint refuses another one elsewhere.

/**
 * A date as a heading: `Friday 20 November 2026`; short, within a line: `Fri 20 Nov`; as a label of a chart: `20 Nov`;
 * its month: `November 2026`.
 */
export function formatDate(date: LocalDate, style: "long" | "short" | "label" | "month" = "long"): string {
  const { weekday, day, month, year } = partsOf(date);
  if (style === "long") return `${weekday} ${day} ${month} ${year}`;
  if (style === "month") return `${month} ${year}`;
  return `${style === "short" ? `${weekday.slice(0, 3)} ` : ""}${day} ${month.slice(0, 3)}`;
}

export const weekdayOf = (date: LocalDate): string => partsOf(date).weekday.slice(0, 3);

/** An instant in Harare for spreadsheets, which sort it as text: `2026-11-20 10:30`. */
export const formatSortable = (instant: Instant): string =>
  new Date(instant + OFFSET).toISOString().slice(0, 16).replace("T", " ");

/** `today`, `tomorrow`, or the short date. */
export function nameDay(date: LocalDate, today: LocalDate): string {
  if (date === today) return "today";
  return date === addDays(today, 1) ? "tomorrow" : formatDate(date, "short");
}

/** An instant's day in Harare: `Fri 20 Nov 2026`. */
export function formatDay(instant: Instant): string {
  const date = dateAt(instant);
  return `${formatDate(date, "short")} ${date.slice(0, 4)}`;
}

/** An instant in Harare for lists and facts: `Fri 20 Nov 2026, 10:30 am`. */
export const formatInstant = (instant: Instant): string => `${formatDay(instant)}, ${timeAt(instant)}`;

/** An instant in Harare within a sentence, of the weeks around it: `Fri 20 Nov at 10:30 am`. */
export const sayWhen = (instant: Instant): string => `${formatDate(dateAt(instant), "short")} at ${timeAt(instant)}`;

/** Words in which a time of day stays on one line. */
export const unbroken = (words: string) => words.replace(/(\d) ([ap]m)\b/g, "$1\u00a0$2");
