import type { FinalAmount } from "~/domain/bookings/final-amount";
import { usualLastDay } from "~/domain/money/quote";
import { quoteForm } from "~/domain/money/quote-schemas";
import { type Instant } from "~/domain/time/harare";
import { amountField } from "~/domain/values/fields";
import { cleanText, cutText, REASON_LENGTH } from "~/domain/values/text";
import { spoken, type Heard } from "./heard";

// Amounts, minutes and quotes as people write them about a job.

/** A message that is an amount and nothing else, in cents; null: it is more, or none. */
export function amountAlone({ text }: Heard): number | null {
  const [, typed] = /^\s*(?:us)?\$?\s*(\d[\d.,]*?)\s*(?:us|usd|dollars?|cash)?[.!]?\s*$/i.exec(text) ?? [];
  const read = amountField.safeParse(typed);
  return read.success ? read.data : null;
}

/** An amount and the words behind it; null: it doesn't begin with one, or has another. */
export function finalIn(text: string): FinalAmount | null {
  const [, typed, rest = ""] =
    /^(?:us)?\$?\s*(\d[\d.,]*)\s*(?:us|usd|dollars?)?\b[\s,.:-]*(\D*)$/i.exec(cleanText(text)) ?? [];
  const read = amountField.safeParse(typed?.replace(/[.,]$/, ""));
  if (!read.success) return null;
  const isSure = SURE.test(rest);
  return { amount: read.data, reason: cutText(cleanText(rest.replace(SURE, "")), REASON_LENGTH) || null, isSure };
}

const HALF_HOUR = 30;
/** "15", "20 min", "1 hour", "an hour and a half": minutes; null: none of these. */
export function minutesIn({ text }: Heard): number | null {
  const words = spoken(text).replace(/^(?:in|about|maybe)(?: about)? /, "");
  const [, minutes] = /^(\d{1,3})(?: ?(?:m|min|mins|minute|minutes))?$/.exec(words) ?? [];
  if (minutes) return Number(minutes);
  if (/^half an hour$/.test(words)) return HALF_HOUR;
  const [, hours, half] = /^(\d|an?|one|two) ?(?:h|hr|hrs|hour|hours)( and a half)?$/.exec(words) ?? [];
  if (!hours) return null;
  const whole = { a: 1, an: 1, one: 1, two: 2 }[hours] ?? Number(hours);
  return whole * 60 + (half ? HALF_HOUR : 0);
}

/** The lines of "tap 15, labour 40, deposit 20"; null: one has no amount or no words. */
function linesIn(text: string) {
  const parts = cleanText(text)
    .replace(SURE, "")
    .split(/[\n;]|,(?!\d{3}\b)/)
    .flatMap(partsIn)
    .map((part) => part.trim())
    .filter(Boolean);
  const typed = parts.map((part) => {
    const [, what = "", amount = ""] =
      /^(.*?\p{L}.*?)[\s:=–-]*(?:us)?\$?\s*(\d[\d.,]*)\s*(?:usd|dollars?)?$/iu.exec(part) ?? [];
    return { what: what.trim(), amount };
  });
  return typed.length === 0 || typed.some(({ what }) => what === "") ? null : typed;
}

/** Words about money; one line with an amount may be a time or a size. */
const PRICED = /\$|\b(?:labou?r|quote|usd|dollars?)\b/i;

/** A quote that nobody has asked for. */
export const isQuote = (text: string): boolean => (linesIn(text)?.length ?? 0) > (PRICED.test(text) ? 0 : 1);

/** A quote as people write it for a booking, read as its form is (M2); null: it is none. */
export function quoteIn(text: string, { startsAt }: { startsAt: Instant }, now: Instant) {
  const typed = linesIn(text);
  if (!typed) return null;
  const isDeposit = ({ what }: { what: string }) => /^deposit\b/i.test(what);
  return quoteForm.safeParse({
    lines: typed.filter((one) => !isDeposit(one)),
    deposit: typed.find(isDeposit)?.amount,
    validUntil: usualLastDay(startsAt, now),
    sure: SURE.test(text) ? "on" : undefined,
  });
}

/** The lines that stand in one, like "valve $35 labour 40": behind an amount come the words of the next, not its unit. */
const partsIn = (line: string): string[] =>
  line.split(
    /(?<=\p{L}.*[\s$]\d[\d.]*)\s+(?:and\s+|plus\s+|&\s*)?(?!(?:m|mm|cm|met(?:re|er)s?|inch(?:es)?|kg|l|lit(?:re|er)s?|h|hrs?|hours?|days?|x|pcs?|pieces?|usd|us|dollars?)\b)(?=\p{L}.*\d)/iu,
  );

/** A number in front of a judgement is one of stars; in front of other words it may be of hours or days. */
const JUDGED =
  /^(\s*[1-5])\s+(?=(?:very|so|too|good|great|excellent|perfect|brilliant|amazing|super|nice|neat|ok|okay|fine|bad|poor|terrible|thank|thanks)\b)/iu;

/** Stars as people write them, "5", "4, it works" or "5 very good", and the words behind them; null: they are none. */
export function ratingIn({ text }: Pick<Heard, "text">): { rating: number; words: string } | null {
  const [, typed, stars, words = ""] =
    /^\s*(?:([1-5])(?:\s*(?:\/\s*5|stars?|out of (?:5|five))|(?=\s*(?:$|[,:!\n-]|\.(?!\d))))|(★{1,5}|⭐{1,5}))(?![\p{L}\d])[\s,.:!-]*(.*)$/isu.exec(
      text.replace(JUDGED, "$1, "),
    ) ?? [];
  const rating = typed ? Number(typed) : (stars?.length ?? 0);
  return rating > 0 ? { rating, words: words.trim() } : null;
}

const SURE = /\bsure\b/i;
