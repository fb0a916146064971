import { bookableDates, startsOn } from "~/domain/time/slots";
import { SAID_LIMITS, type ChoiceRow, type Said } from "~/domain/notices/said";
import {
  dateAt,
  formatDate,
  HOUR,
  instantOf,
  type Instant,
  minuteAt,
  sayWhen,
  timeAt,
  weekdayOf,
} from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { cutText } from "~/domain/values/text";
import { fullName } from "~/domain/values/user";
import type { Answers, Offer } from "./answers";
import { spoken } from "./heard";
import { meetsWish, sayWish, wishIn } from "./times";

// Offers plumbers with their times, and takes what people choose.

const offerRow = (offer: Offer, index: number): ChoiceRow => ({
  id: `offer.${index}`,
  title: cutText(`${offer.firstName}, ${weekdayOf(dateAt(offer.startsAt))} ${timeAt(offer.startsAt)}`, SAID_LIMITS.row),
  about: cutText(
    [fullName(offer), offer.stars && `★ ${offer.stars}`, `visit fee ${formatMoney(offer.feeCents)}`]
      .filter(Boolean)
      .join(", "),
    SAID_LIMITS.about,
  ),
});

const ORDINALS = ["first", "second", "third"];

/** The offer that words name: by the plumber, the hour, its place, its fee or its time; null: none, or more than one. */
function offerNamed(text: string, offers: readonly Offer[]): Offer | null {
  const words = ` ${spoken(text)} `;
  const has = (word: string) => words.includes(` ${spoken(word)} `);
  if (["cheapest", "cheaper", "cheap"].some(has))
    return offers.toSorted((one, other) => one.feeCents - other.feeCents)[0] ?? null;
  if (["soonest", "earliest", "now", "anyone", "any"].some(has)) return offers[0] ?? null;
  const place = ORDINALS.findIndex(has);
  if (place >= 0) return offers[place] ?? null;
  const named = offers.filter(({ firstName, lastName }) => has(firstName) || has(lastName));
  if (named.length === 1) return named[0]!;
  const [, hour, minutes = "0"] = /\b(\d{1,2})(?: (\d\d))?\b/.exec(words) ?? [];
  const asked = Number(hour) * 60 + Number(minutes);
  const atHour = named.filter(({ startsAt }) => minuteAt(startsAt) % (12 * 60) === asked % (12 * 60));
  return atHour.length === 1 ? atHour[0]! : null;
}

const OFFICE_CHOOSES = { id: "offer.office", title: "Let the office choose", about: "You say when, we find who." };
const OTHER_TIMES = { id: "offer.more", title: "Other times" };

/** Asks who comes, and when; with `asksWhen` only on which day. */
export function askWho({ offers = [], asksWhen, wish, city }: Answers, now: Instant): Said {
  if (asksWhen) {
    const days = bookableDates(now).filter((date) => startsOn(date, now).length > 0);
    const rows = days.map((date) => ({ id: `offer.day.${date}`, title: formatDate(date, "short") }));
    return {
      text: "Which day suits you? You can also write it, like “tomorrow 3 pm”.",
      rows: [...rows, OFFICE_CHOOSES],
    };
  }
  if (offers.length === 0)
    return {
      text: `Nobody in ${city} has a free time for this in the coming week. Our office can look for somebody.`,
      rows: [OFFICE_CHOOSES],
    };
  const isMet = wish === undefined || offers.some(({ startsAt }) => meetsWish(startsAt, wish));
  const who = wish
    ? `Who comes ${sayWish(wish)}?`
    : `Who comes, and when? The soonest is ${sayWhen(offers[0]!.startsAt)}.`;
  const head = isMet ? who : `Nobody is free ${sayWish(wish)}. These times are the nearest.`;
  return {
    text: `${head} Nothing is agreed until they confirm.`,
    rows: [...offers.map(offerRow), OTHER_TIMES, OFFICE_CHOOSES],
  };
}

/** Takes whom they choose, the office, other times, or a time of their own: then there is somebody to be found for it. */
export function takeWho(text: string, tapped: string | null, answers: Answers, now: Instant): Answers | null {
  const { offers = [], wish, wants } = answers;
  if (tapped === "office") return { ...answers, offer: "office" };
  if (tapped === null && wants && OTHER_PLUMBER.test(spoken(text)))
    return { ...answers, offers: undefined, wants: undefined };
  if (tapped === "more" || (tapped === null && OTHERS.test(spoken(text))))
    return { ...answers, offers: undefined, asksWhen: true };
  const day = tapped?.startsWith("day.") ? tapped.slice("day.".length) : null;
  const said = tapped === null ? wishIn(text, now) : day === null ? null : { date: day, at: null };
  const meeting = said ? offers.filter(({ startsAt }) => meetsWish(startsAt, said)) : offers;
  const only = said && meeting.length === 1 ? meeting[0] : null;
  const offer = tapped === null ? (only ?? offerNamed(text, meeting)) : offers[Number(tapped)];
  if (offer) return { ...answers, offer, startsAt: offer.startsAt };
  if (!said) return null;
  const date = said.date ?? wish?.date ?? null;
  return { ...answers, wish: { date, at: said.at ?? wish?.at ?? null }, offers: undefined, asksWhen: undefined };
}
const OTHER_PLUMBER = /^(?:any |some )?(?:an)?other plumbers?$/;
const OTHERS =
  /^(?:(?:any |some )?other (?:times?|days?|plumbers?)|another (?:time|day|one|plumber)|later|not now|none(?: of (?:them|these))?)$/;

const VISIT_MINUTES = [9 * 60, 14 * 60];
const SHOWN_TIMES = 8;

/** The times of a visit that our office is asked to arrange: mornings and afternoons of the coming days. */
export const visitTimes = (now: Instant): Instant[] =>
  bookableDates(now)
    .flatMap((date) => VISIT_MINUTES.map((minute) => instantOf(date, minute)))
    .filter((start) => start > now + HOUR)
    .slice(0, SHOWN_TIMES);
