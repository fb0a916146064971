import {
  addDays,
  dateAt,
  formatDate,
  formatTime,
  instantOf,
  type Instant,
  type LocalDate,
  minuteAt,
  type MinuteOfDay,
  parseDate,
  weekdayNumber,
} from "~/domain/time/harare";
import { cityKey } from "~/domain/values/cities";
import { editDistance } from "~/domain/values/text";
import { THIS_PART, withoutGreeting, withoutUnwished } from "./unwished-times";

// Days and times as people write them: "tomorrow 3pm", "Saturday morning", "after lunch".

const HOURS = 60;

const PARTS = {
  morning: { from: 0, to: 12 * HOURS - 1, said: "in the morning" },
  afternoon: { from: 12 * HOURS, to: 17 * HOURS - 1, said: "in the afternoon" },
  evening: { from: 17 * HOURS, to: 24 * HOURS - 1, said: "in the evening" },
} as const;

/** When someone wants a visit, as far as they said. */
export interface Wish {
  /** Null: any day. */
  date: LocalDate | null;
  /** A part of the day; a time of day, in minutes since midnight; null: any time. */
  at: keyof typeof PARTS | MinuteOfDay | null;
}

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|") + "|sept";
const NAMES_MONTH = new RegExp(`^(?:${MONTH})$`);
/** "5 may be" is an hour. */
const DAY_AND_MONTH = new RegExp(
  String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th)? ?(?:of )?(?<month>${MONTH})\b(?!(?<=may) (?:be|i|we|you|he|she|they)\b)`,
);

/** Days and parts of a day, in Shona and Ndebele too, as people shorten them. */
const SPOKEN_DAYS: [RegExp, number][] = [
  [/\b(?:day after tomorrow|kuswera mangwana)\b/, 2],
  [/\b(?:(?:tom+|2m|tm)o?r+o?w?|tmw|mangwana|kusasa)\b/, 1],
  [/\b(?:today|tonight|tonite|2day|2nite|nhasi|nam?hla(?:nje)?|lamuhla)\b/, 0],
];
const SPOKEN_PARTS: [RegExp, keyof typeof PARTS][] = [
  [/\b(?:mornings?|mangwanani|e?kuseni|before (?:noon|lunch))\b/, "morning"],
  [/\b(?:afternoons?|after (?:noon|lunch)|masikati|emini|ntambama)\b/, "afternoon"],
  [/\b(?:evenings?|tonight|tonite|2nite|after work|manheru|kusihlwa)\b/, "evening"],
];

/** "may 2" is no day. */
const MONTH_AND_DAY = new RegExp(
  String.raw`\b(?!may)(?<month>${MONTH}) (?<day>\d{1,2})(?:st|nd|rd|th)?\b(?! ?(?:am|pm|hrs|[:.h]\d))`,
);

function dateIn(words: string, today: LocalDate): LocalDate | null {
  const spoken = SPOKEN_DAYS.find(([pattern]) => pattern.test(words));
  if (spoken) return addDays(today, spoken[1]);
  const { day, month } = (DAY_AND_MONTH.exec(words) ?? MONTH_AND_DAY.exec(words))?.groups ?? {};
  const date = month
    ? nextDate(today, MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1, Number(day))
    : null;
  if (date) return date;
  const weekday = words
    .split(/[^a-z]+/)
    .map(weekdayIn)
    .find((found) => found >= 0);
  return weekday === undefined ? null : addDays(today, (weekday - weekdayNumber(today) + 7) % 7);
}

/** Weekdays in Shona and Ndebele; their words for Sunday are a week, too, and "china" alone is a country. */
const LOCAL_DAYS = [
  "muvhuro|mvulo",
  "chipiri|lwesibili",
  "chitatu|lwesithathu",
  "(?<=ne|we)china|lwesine",
  "chishanu|lwesihlanu",
  "mugovera|mgqibelo",
].map((names) => new RegExp(`^(?:ne|we|ku|ngo|u)?(?:${names})$`));

const SATURDAY = WEEKDAYS.indexOf("saturday");

/** The place in the week of "sat", "saturday", "saterday"; -1 of any other word: "money", "midday". */
function weekdayIn(word: string): number {
  if (word === "weekend") return SATURDAY;
  if (word === "weds") return WEEKDAYS.indexOf("wednesday");
  const local = LOCAL_DAYS.findIndex((pattern) => pattern.test(word));
  if (local >= 0) return local;
  const short = WEEKDAYS.findIndex((one) => one.slice(0, 3) === word || (word.length > 3 && one.startsWith(word)));
  if (short >= 0 || word.length < 6 || !word.endsWith("day") || word === "midday") return short;
  const away = WEEKDAYS.map((one) => editDistance(one, word));
  const nearest = Math.min(...away);
  return nearest <= (word.length > 6 ? 2 : 1) ? away.indexOf(nearest) : -1;
}

/** Nobody asks for a visit in more days than these: such a day is one of the past. */
const DAYS_AHEAD = 180;

/** The next such day, of this year or the next; null: it has just passed, or the year doesn't have it. */
function nextDate(today: LocalDate, month: number, day: number): LocalDate | null {
  const year = Number(today.slice(0, 4));
  const [inYear = "", ...padded] = [year, month, day].map((part) => String(part).padStart(2, "0"));
  const dates = [inYear, String(year + 1)].map((one) => parseDate([one, ...padded].join("-")));
  return dates.find((date) => date && date >= today && date <= addDays(today, DAYS_AHEAD)) ?? null;
}

const NOON = 12;
/** An hour without am or pm is one of the working day. */
const FIRST_HOUR = 7;
const HOUR_ALONE = /\b(?:at|by|around|about|after|from) (\d{1,2})\b(?! ?[$\d/]|[.:]\d) ?([a-z]*)/g;

/** A number with other words behind it is one of taps, minutes or dollars, or of a house. */
const hourAlone = (words: string) =>
  [...words.matchAll(HOUR_ALONE)].find(([, , next = ""]) => isOfTimes(next))?.slice(0, 2);

function timeIn(words: string): MinuteOfDay | null {
  if (/\b(?:noon|midday)\b/.test(words)) return NOON * HOURS;
  const [, typed, minutes = "0", half = ""] =
    /\b(\d{1,2})(?:[:.h](\d\d))? ?(am|pm|a\.m|p\.m|o'?clock|(?:in the )?(?:morning|afternoon|evening)|tonight)\b/.exec(
      words,
    ) ??
    /\b(\d\d)[:.h]?(\d\d) ?(?:hrs|hours)\b/.exec(words) ??
    /(?<!\b(?:in|within|for|after|about|every) )\b(\d\d) ?hrs\b/.exec(words) ??
    /\b(\d{1,2})[:h](\d\d)\b/.exec(words) ??
    /(?<![$\d.])\b(\d{1,2})\.(00|15|30|45)\b(?! ?(?:m|mm|l|us|usd|\$|dollars?)\b)/.exec(words) ??
    hourAlone(words) ??
    [];
  const hour = Number(typed);
  if (!typed || hour > 23 || Number(minutes) > 59) return null;
  if (/^p|noon|even|night/.test(half)) return ((hour % NOON) + NOON) * HOURS + Number(minutes);
  const isAfternoon = !/^a|morn/.test(half) && hour > 0 && hour < FIRST_HOUR;
  return (isAfternoon ? hour + NOON : hour) * HOURS + Number(minutes);
}

/** The day, the time of day or its part that words name; null: neither. */
export function wishIn(text: string, now: Instant): Wish | null {
  const said = withoutGreeting(cityKey(text.replaceAll("\n", ", ")).replaceAll("’", "'"));
  const words = isOfTimes(said) ? said : withoutUnwished(said);
  const later = words.replace(THIS_PART, " ");
  const date = dateIn(later, dateAt(now));
  const timed = date === null ? words : later;
  const at = timeIn(timed) ?? SPOKEN_PARTS.find(([pattern]) => pattern.test(timed))?.[1] ?? null;
  return date === null && at === null ? null : { date, at };
}

/** Words around a wish. */
const AROUND =
  /\b(?:on|at|in|by|around|about|after|from|onwards?|the|a|for|i|we|want|need|can|you|u|come|please|pls|plz|ok|maybe|may be|make|it|then|or|him|her|them|to|next|this|coming|is|fine|good|better|early|late|later|sharp|and|but|so|if|when)\b/g;

/** Says that words name a time and nothing else: they are no street, suburb or name. */
export const isOnlyWish = (text: string, now: Instant): boolean =>
  wishIn(text, now) !== null && isOfTimes(cityKey(text));

function isOfTimes(words: string): boolean {
  const timeless = [...SPOKEN_DAYS, ...SPOKEN_PARTS].reduce((rest, [pattern]) => rest.replace(pattern, " "), words);
  const rest = timeless.replace(/\d+ ?(?:am|pm|hrs|hours|o'?clock|st|nd|rd|th)?\b/g, " ").replace(AROUND, " ");
  const left = rest.match(/\p{L}+/gu) ?? [];
  return left.every((word) => weekdayIn(word) >= 0 || NAMES_MONTH.test(word) || /^(?:noon|midday|h)$/.test(word));
}

export function meetsWish(start: Instant, { date, at }: Wish): boolean {
  if (date !== null && dateAt(start) !== date) return false;
  const minute = minuteAt(start);
  if (typeof at === "number") return minute === at;
  return at === null || (minute >= PARTS[at].from && minute <= PARTS[at].to);
}

/** `Sat 5 Dec in the morning`. */
export const sayWish = ({ date, at }: Wish): string =>
  [date && formatDate(date, "short"), typeof at === "number" ? `at ${formatTime(at)}` : at && PARTS[at].said]
    .filter(Boolean)
    .join(" ");

/** Usual visits of a part of the day. */
const USUAL = { morning: 9 * HOURS, afternoon: 14 * HOURS, evening: 17 * HOURS };

/** The time that a wish names, for who looks for a plumber: its next one after `now`. */
export function instantFor({ date, at }: Wish, now: Instant): Instant {
  const minute = typeof at === "number" ? at : USUAL[at ?? "morning"];
  const today = dateAt(now);
  const start = instantOf(date ?? today, minute);
  return date === null && start <= now ? instantOf(addDays(today, 1), minute) : start;
}

/** The starts that meet a wish, `most` of them, spread over its day; if none does, those nearest to it. In order of time. */
export function pickStarts(starts: readonly Instant[], wish: Wish, now: Instant, most: number): Instant[] {
  const meeting = starts.filter((start) => meetsWish(start, wish));
  if (meeting.length === 0) {
    const wanted = instantFor(wish, now);
    const nearest = starts.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted));
    return nearest.slice(0, most).toSorted((one, other) => one - other);
  }
  const gap = wish.date === null ? 1 : Math.max(1, Math.floor(meeting.length / most));
  return meeting.filter((_, at) => at % gap === 0).slice(0, most);
}
