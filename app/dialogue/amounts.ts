import type { FinalAmount } from "~/domain/bookings/final-amount";
import { usualLastDay } from "~/domain/money/quote";
import { quoteForm } from "~/domain/money/quote-schemas";
import { type Instant } from "~/domain/time/harare";
import { amountField } from "~/domain/values/fields";
import { cleanText, cutText, REASON_LENGTH } from "~/domain/values/text";
import { spoken, type Heard } from "./heard";

// Amounts, minutes and quotes as people write them about a job.

/** Dollars as people write them, in front of a number or behind it (V2). */
const DOLLARS = String.raw`(?:us(?:d?\s?\$|d|\s?dollars?)?|\$|dollars?|bucks)`;
const AMOUNT = String.raw`(?:(?<!\p{L})${DOLLARS})?\s*(\d[\d.,]*)\s*${DOLLARS}?(?![\p{L}\d])`;
/** Other money, which is no amount of ours. */
const FOREIGN = /[€£]|\bR\d{2}|(?<!\p{L})(?:rands?|zar|zig|zwl|rtgs|pula|bwp|gbp|euros?|kwacha)(?!\p{L})/iu;

/** A message that is an amount and nothing else, in cents; null: it is more, or none. */
export function amountAlone({ text }: Pick<Heard, "text">): number | null {
  const read = finalIn(text);
  return read?.reason === null ? read.amount : null;
}

const FINAL = new RegExp(String.raw`^${AMOUNT}[\s,.:=/-]*(\D*)$`, "iu");
/** Words beside an amount that say nothing of why, as `spoken` gives them. */
const NO_REASON =
  /^(?:(?:only|total|in|all|cash|paid|ecocash|please|pls|plz|thanks?|thank you|ok|okay|boss|sir|is|the|for|as|agreed|chete|kuphela) ?)*$/;
const LEAD = /^(?:(?:its?|it's|total|in|all|the|is)\b[\s:]*)+/i;

/** An amount and the words behind it; null: it doesn't begin with one, or has another. */
export function finalIn(text: string): FinalAmount | null {
  const [, typed, rest = ""] = FINAL.exec(cleanText(text).replace(LEAD, "")) ?? [];
  const read = amountField.safeParse(typed?.replace(/[.,]$/, ""));
  if (!read.success || FOREIGN.test(rest)) return null;
  const why = rest.replace(SURE, "");
  const reason = NO_REASON.test(spoken(why))
    ? null
    : cutText(cleanText(why.replace(/^\((.*)\)$/s, "$1")), REASON_LENGTH);
  return { amount: read.data, reason, isSure: SURE.test(rest) };
}

const HALF_HOUR = 30;
/** "15", "20 min", "1 hour", "an hour and a half": minutes; null: none of these. */
export function minutesIn({ text }: Pick<Heard, "text">): number | null {
  const words = spoken(text).replace(/^(?:in|about|maybe)(?: about)? /, "");
  const [, minutes] = /^(\d{1,3})(?: ?(?:m|min|mins|minute|minutes))?$/.exec(words) ?? [];
  if (minutes) return Number(minutes);
  if (/^half an hour$/.test(words)) return HALF_HOUR;
  const [, hours, half] = /^(\d|an?|one|two) ?(?:h|hr|hrs|hour|hours)( and a half)?$/.exec(words) ?? [];
  if (!hours) return null;
  const whole = { a: 1, an: 1, one: 1, two: 2 }[hours] ?? Number(hours);
  return whole * 60 + (half ? HALF_HOUR : 0);
}

const LINE = new RegExp(String.raw`^(.*?\p{L}.*?)[\s:=–-]*${AMOUNT}$`, "iu");

/** The lines of "tap 15, labour 40, deposit 20"; null: one has no amount or no words. */
function linesIn(text: string) {
  if (FOREIGN.test(text)) return null;
  const parts = cleanText(text)
    .replace(SURE, "")
    .split(/[\n;]|,(?!\d{3}\b)(?!(?<=\d,)\d\d\b)/)
    .flatMap(partsIn)
    .map((part) => part.trim())
    .filter(Boolean);
  const typed = parts.map((part) => {
    const [, what = "", amount = ""] = LINE.exec(part) ?? [];
    return { what: what.trim(), amount };
  });
  return typed.length === 0 || typed.some(({ what }) => what === "" || EACH.test(what)) ? null : withoutTotal(typed);
}

/** "taps 2 @ 15": the line may come to more. */
const EACH = /(?:@|\b(?:x|at|each|per))$/i;
const isDeposit = ({ what }: { what: string }) => /^dep(?:osit)?\b/i.test(what);
const isTotal = ({ what }: { what: string }) => /^(?:(?:grand )?total|in all|altogether)\b/i.test(what);
const centsOf = ({ amount }: { amount: string }): number => amountField.safeParse(amount).data ?? 0;

/** The lines without what they come to; null: they come to something else. */
function withoutTotal<Line extends { what: string; amount: string }>(lines: Line[]): Line[] | null {
  const total = lines.find(isTotal);
  const others = lines.filter((line) => line !== total);
  const parts = others.filter((line) => !isDeposit(line));
  if (!total || parts.length === 0) return lines;
  return centsOf(total) === parts.reduce((sum, line) => sum + centsOf(line), 0) ? others : null;
}

/** Words about money; one line with an amount may be a time or a size. */
const PRICED = /\$|\b(?:labou?r|quote|usd|dollars?|bucks)\b/i;

/** A quote that nobody has asked for. */
export const isQuote = (text: string): boolean => (linesIn(text)?.length ?? 0) > (PRICED.test(text) ? 0 : 1);

/** A quote as people write it for a booking, read as its form is (M2); null: it is none. */
export function quoteIn(text: string, { startsAt }: { startsAt: Instant }, now: Instant) {
  const typed = linesIn(text);
  if (!typed) return null;
  return quoteForm.safeParse({
    lines: typed.filter((one) => !isDeposit(one)),
    deposit: typed.find(isDeposit)?.amount,
    validUntil: usualLastDay(startsAt, now),
    sure: SURE.test(text) ? "on" : undefined,
  });
}

const UNITS =
  "m|mm|cm|met(?:re|er)s?|inch(?:es)?|kg|l|lit(?:re|er)s?|h|hrs?|hours?|days?|x|pcs?|pieces?|usd|us|dollars?|bucks";
const BETWEEN = new RegExp(
  String.raw`(?<=\p{L}.*(?:[\s$]|usd?)\d[\d.,]*\s?${DOLLARS}?)\s+(?:and\s+|plus\s+|&\s*)?(?!(?:${UNITS})\b)(?=\p{L}.*\d)`,
  "iu",
);
/** The lines that stand in one, like "valve $35 labour 40": behind an amount come the words of the next, not its unit. */
const partsIn = (line: string): string[] => line.split(BETWEEN);

/** A number in front of a judgement is one of stars; in front of other words it may be of hours or days. */
const JUDGED =
  /^(\s*[1-5])\s+(?=(?:very|so|too|good|great|excellent|perfect|brilliant|amazing|super|nice|neat|ok|okay|fine|bad|poor|terrible|thank|thanks|but|not|average|fair|he|she|they|bho|zvakanaka|kuhle)\b)/iu;

/** Stars as people write them, "5", "4, it works" or "5 very good", and the words behind them; null: they are none. */
export function ratingIn({ text }: Pick<Heard, "text">): { rating: number; words: string } | null {
  const [, typed, stars, words = ""] =
    /^\s*(?:([1-5])(?:\s*(?:\/\s*5|stars?|out of (?:5|five))|(?=\s*(?:$|[:!\n-]|[.,](?!\d))))|(★{1,5}|⭐{1,5}))(?![\p{L}\d])[\s,.:!-]*(.*)$/isu.exec(
      text.replace(JUDGED, "$1, "),
    ) ?? [];
  const rating = typed ? Number(typed) : (stars?.length ?? 0);
  return rating > 0 ? { rating, words: words.trim() } : null;
}

const SURE = /(?<!\bnot )\bsure\b/i;
