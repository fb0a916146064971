import { brand } from "~/brand";
import { REQUEST_QUESTIONS, type DialogueState } from "~/db/dialogue-states";
import { NOTES_LENGTH, STREET_LENGTH } from "~/domain/bookings/booking";
import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import { SAID_LIMITS, type Choice, type ChoiceRow, type Said } from "~/domain/notices/said";
import { findProblem } from "~/domain/search/problem-search";
import { PROBLEMS, titleOf, type Problem } from "~/domain/search/problem";
import { dateAt, HOUR, type Instant, instantOf, minuteAt, sayWhen, timeAt, weekdayOf } from "~/domain/time/harare";
import { bookableDates } from "~/domain/time/slots";
import { cityKey, citiesLike, cityNamedIn, CITIES, nameCity } from "~/domain/values/cities";
import { isOwnName } from "~/domain/values/fields";
import { formatMoney } from "~/domain/values/money";
import { cleanLine, cutText, NAME_LENGTH, PLACE_LENGTH } from "~/domain/values/text";
import { commandIn, spoken, type Heard, type SentPlace } from "./heard";

export type QuestionName = (typeof REQUEST_QUESTIONS)[number];

/** A plumber and a time that can be chosen. The fee is in cents; `stars`: of so many reviews, null without any. */
export interface Offer {
  plumberId: string;
  firstName: string;
  lastName: string;
  startsAt: Instant;
  feeCents: number;
  stars: string | null;
}

/** What someone has answered on the way to a request. What isn't there is still to be asked. */
export interface Answers {
  problem?: Problem | "other";
  /** The problem in their own words. */
  notes?: string;
  city?: string;
  suburb?: string;
  /** The location that they sent: it gives the city, and may be where the job is. */
  near?: string;
  pin?: string;
  /** Found for them: at first the soonest of three plumbers, then (`hasMore`) more of their times. */
  offers?: Offer[];
  hasMore?: boolean;
  offer?: Offer | "office";
  startsAt?: Instant;
  street?: string;
  firstName?: string;
  lastName?: string;
  /** The ids at Meta of the pictures that they sent. */
  pictures?: string[];
  isSent?: boolean;
  /** The question that waits while something else is asked. */
  resume?: QuestionName;
  /** The state before a person answered, and that they have given it back: then it is asked again. */
  before?: DialogueState;
  isReturned?: boolean;
  /** A message that may be for the other side of their last conversation. */
  waiting?: Waiting;
  job?: AskedJob;
  photo?: SentPicture;
  /** What a number or words of the last message mean, when nothing is asked. */
  offered?: readonly Choice[];
  /** The job that they looked at last: words without a name are for its other side. */
  about?: string;
  /** Whom we said last that their words go to. */
  sentTo?: string;
}

/** A plumber's picture, whose job isn't known yet. */
export interface SentPicture {
  id: string;
  picture: string;
  text: string;
}

/** An action about a job: the booking's id, its name, and what its button was about. */
export interface AskedJob {
  id: string;
  name: string;
  mark: string;
  /** What a second question is about. */
  about?: string;
}

export interface Waiting {
  id: string;
  text: string;
  recipientId: string;
  recipient: string;
}

/** Who writes, as far as it is known. */
export interface Person {
  /** Null: nobody whom we know by this phone. */
  userId: string | null;
  /** By which they call themselves on WhatsApp. */
  name: string | null;
  /** We may write to this phone already. */
  hasConsent: boolean;
  now: Instant;
  origin: string;
}

interface Question {
  /** What its answer fills: all of it is asked again after "back". */
  fills: readonly (keyof Answers)[];
  isOpen(answers: Answers, person: Person): boolean;
  asks(answers: Answers, person: Person): Said;
  /** Null: this is no answer to it. */
  takes(heard: Heard, answers: Answers, person: Person): Answers | null;
}

const OFFICE = { id: "office", title: "Our office" };

/** The problems that most people write about, for those whose words we don't know. */
const COMMON = ["toilet", "drain", "leak", "burst-pipe", "geyser", "tap", "sink", "tank", "pressure"] as const;

/** Our name is also Shona for a pipe. */
const US = /\b(?:is this|this is|hi|hello|hey|dear)\s+pombi\b/gi;

const rowsOf = (name: string, words: readonly string[]): ChoiceRow[] =>
  words.map((word) => ({ id: `${name}.${word}`, title: cutText(word, SAID_LIMITS.row) }));

/** The part of a choice's id behind its question's name; null: it is another one's. */
const chosen = (name: string, { choice }: Pick<Heard, "choice">): string | null =>
  choice?.startsWith(`${name}.`) ? choice.slice(name.length + 1) : null;

/** The middle of each city, in degrees. */
const CENTRES: Record<(typeof CITIES)[number], SentPlace> = {
  Harare: { latitude: -17.83, longitude: 31.05 },
  Bulawayo: { latitude: -20.15, longitude: 28.58 },
  Gweru: { latitude: -19.46, longitude: 29.81 },
  Mutare: { latitude: -18.97, longitude: 32.67 },
  Masvingo: { latitude: -20.07, longitude: 30.83 },
  Chinhoyi: { latitude: -17.37, longitude: 30.2 },
};
/** Some 45 km. */
const NEAR_CITY = 0.4;

const cityAt = ({ latitude, longitude }: SentPlace): string | null =>
  CITIES.find((city) => {
    const centre = CENTRES[city];
    return Math.hypot(centre.latitude - latitude, centre.longitude - longitude) < NEAR_CITY;
  }) ?? null;

const pinOf = ({ latitude, longitude }: SentPlace): string => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;

const COURTESY = /^(?:(?:i am|im|its|it is|in|at|near)\s+)+|\s+(?:please|pls|plz|as i said)$/gi;
/** What is said instead of an address. */
const NO_ADDRESS = /\b(?:don'?t|not|can'?t|cannot|same as|voice note|listen|sorry)\b|\?/i;

/** A suburb: a name of few words, with capitals; null: it is a sentence. */
function suburbIn(heard: Heard, city: string): string | null {
  const name = cleanLine(heard.text.replace(new RegExp(`[,\\s]*\\b${city}\\b[,\\s]*`, "i"), " ")).replace(COURTESY, "");
  const isName =
    /^[\p{L}\d][\p{L}\d'’. -]*$/u.test(name) && /\p{L}/u.test(name) && name.split(" ").length <= WORDS_OF_NAME;
  if (!isName || name.length > PLACE_LENGTH || NO_ADDRESS.test(name) || commandIn(heard)) return null;
  return withCapitals(name);
}
const WORDS_OF_NAME = 4;

/** Names typed in small letters, as they are written. */
const withCapitals = (name: string) => (name === name.toLowerCase() ? nameCity(name) : name);

/** One line of a place or a street: it has a letter, and is no command. */
function lineIn(heard: Heard, length: number): string | null {
  const line = cleanLine(heard.text);
  return /\p{L}/u.test(line) && line.length <= length && !commandIn(heard) ? line : null;
}

const nameOf = ({ firstName, lastName }: Offer) => `${firstName} ${lastName}`;

const offerRow = (offer: Offer, index: number): ChoiceRow => ({
  id: `offer.${index}`,
  title: cutText(`${offer.firstName}, ${weekdayOf(dateAt(offer.startsAt))} ${timeAt(offer.startsAt)}`, SAID_LIMITS.row),
  about: cutText(
    [
      nameOf(offer),
      offer.stars && `★ ${offer.stars}`,
      `visit fee ${formatMoney(offer.feeCents)}`,
      sayWhen(offer.startsAt),
    ]
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
  if (has("cheapest") || has("cheap")) return offers.toSorted((one, other) => one.feeCents - other.feeCents)[0] ?? null;
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

/** What a new choice of these makes needless: the plumbers that were found for the old one. */
const FOUND = ["offers", "hasMore", "offer", "startsAt"] as const satisfies (keyof Answers)[];

const QUESTIONS: Record<QuestionName, Question> = {
  problem: {
    fills: ["problem", "notes", ...FOUND],
    isOpen: ({ problem }) => problem === undefined,
    asks: () => ({
      text: "What is wrong? Write it in your own words, like “my toilet is blocked”, or choose from the list.",
      rows: [
        ...COMMON.map((problem) => ({ id: `problem.${problem}`, title: titleOf(problem) })),
        { id: "problem.other", title: "Something else" },
      ],
    }),
    takes(heard, answers) {
      const tapped = chosen("problem", heard);
      const known = PROBLEMS.find((problem) => problem === tapped);
      if (known || tapped === "other") return { ...answers, problem: known ?? "other" };
      const problem = findProblem(heard.text.replace(US, ""));
      if (!problem) return null;
      const city = answers.city ?? cityNamedIn(heard.text) ?? undefined;
      return { ...answers, problem, notes: cutText(heard.text, NOTES_LENGTH), ...(city && { city }) };
    },
  },

  city: {
    fills: ["city", "near", "pin", "suburb", "street", ...FOUND],
    isOpen: ({ city }) => city === undefined,
    asks: () => ({
      text: "In which city? You can also send your location.",
      rows: [...rowsOf("city", CITIES), { ...OFFICE, title: "Another town", about: "Our office looks for somebody." }],
    }),
    takes(heard, answers) {
      if (heard.place) {
        const city = cityAt(heard.place);
        return city === null ? null : { ...answers, city, near: pinOf(heard.place) };
      }
      const tapped = chosen("city", heard);
      const city =
        CITIES.find((one) => one === tapped) ?? cityNamedIn(heard.text) ?? citiesLike(cityKey(heard.text))[0];
      if (!city) return null;
      // "Avondale, Harare" says both.
      const suburb = tapped === null && cityNamedIn(heard.text) ? suburbIn(heard, city) : null;
      return { ...answers, city, ...(suburb && { suburb }) };
    },
  },

  suburb: {
    fills: ["suburb", ...FOUND],
    isOpen: ({ suburb }) => suburb === undefined,
    asks: ({ city }) => ({ text: `Which suburb or area of ${city}?` }),
    takes(heard, answers) {
      const suburb = suburbIn(heard, answers.city ?? "");
      return suburb ? { ...answers, suburb } : null;
    },
  },

  offer: {
    fills: FOUND,
    isOpen: ({ offer }) => offer === undefined,
    asks({ offers = [], hasMore, city }) {
      const office = { id: "offer.office", title: "Let the office choose", about: "You say when, we find who." };
      const more = { id: "offer.more", title: "Other times" };
      return {
        text:
          offers.length > 0
            ? `Who comes, and when? The soonest is ${sayWhen(offers[0]!.startsAt)}. Nothing is agreed until they confirm.`
            : `Nobody in ${city} has a free time for this in the coming week. Our office can look for somebody.`,
        rows: [...offers.map(offerRow), ...(hasMore || offers.length === 0 ? [] : [more]), office],
      };
    },
    takes(heard, answers) {
      const tapped = chosen("offer", heard);
      if (tapped === "office") return { ...answers, offer: "office" };
      if (tapped === "more") return { ...answers, offers: undefined, hasMore: true };
      const offer = tapped === null ? offerNamed(heard.text, answers.offers ?? []) : answers.offers?.[Number(tapped)];
      return offer ? { ...answers, offer, startsAt: offer.startsAt } : null;
    },
  },

  when: {
    fills: ["offer", "startsAt"],
    isOpen: ({ startsAt }) => startsAt === undefined,
    asks: (_, { now }) => ({
      text: "When would it suit you? Our office finds a plumber for about that time.",
      rows: visitTimes(now).map((start) => ({ id: `when.${start}`, title: sayWhen(start) })),
    }),
    takes(heard, answers, { now }) {
      const startsAt = Number(chosen("when", heard) ?? 0);
      return startsAt > now ? { ...answers, startsAt } : null;
    },
  },

  street: {
    fills: ["street", "pin"],
    isOpen: ({ street }) => street === undefined,
    asks: ({ near }) => ({
      text: "The street and number, or a landmark? Only the plumber who comes sees it.",
      ...(near && { buttons: [{ id: "street.near", title: "Where I sent it from" }] }),
    }),
    takes(heard, answers) {
      const pin = heard.place ? pinOf(heard.place) : heard.choice === "street.near" ? answers.near : undefined;
      if (pin) return { ...answers, pin, street: "See the pin on the map" };
      const street = lineIn(heard, STREET_LENGTH);
      return street && !NO_ADDRESS.test(street) ? { ...answers, street } : null;
    },
  },

  name: {
    fills: ["firstName", "lastName"],
    isOpen: ({ lastName }, { userId }) => userId === null && lastName === undefined,
    asks: ({ firstName }, { name }) =>
      firstName
        ? { text: `And your surname, ${firstName}?` }
        : {
            text: "Your first name and surname?",
            ...(name &&
              namesIn(name) &&
              name.length <= SAID_LIMITS.button && { buttons: [{ id: "name.own", title: name }] }),
          },
    takes(heard, answers, { name }) {
      const { firstName } = answers;
      const typed = heard.choice === "name.own" && name ? name : heard.text;
      const names = namesIn(firstName ? `${firstName} ${typed}` : typed);
      if (commandIn(heard)) return null;
      if (names) return { ...answers, ...names };
      const one = namesIn(`${typed} ${typed}`)?.firstName;
      return one && !firstName ? { ...answers, firstName: one } : null;
    },
  },

  summary: {
    fills: [],
    isOpen: () => true,
    asks(answers, { hasConsent, origin }) {
      const { offer, startsAt = 0, problem, street, suburb, city, pictures = [] } = answers;
      const who = offer && offer !== "office" ? offer : null;
      const lines = [
        `*${who ? nameOf(who) : "Our office finds a plumber"}, ${sayWhen(startsAt)}*`,
        [problem && problem !== "other" && titleOf(problem), street, suburb, city].filter(Boolean).join(", "),
        pictures.length > 0 && `${pictures.length} photo${pictures.length === 1 ? "" : "s"}`,
        "",
        who
          ? `The visit costs ${formatMoney(who.feeCents)}. More only if you agree.`
          : "You see the fee first. More only if you agree.",
        "Nobody came? Nothing is due.",
        `You disagree? Our office decides within ${DECIDED_WITHIN}.`,
        !hasConsent &&
          `\nBy sending it you accept our terms (${origin}/terms), and that ${brand.name} writes to you here. STOP ends that.`,
      ];
      return {
        text: lines.filter((line) => line !== false).join("\n"),
        brief: [
          `${who ? nameOf(who) : "Our office finds a plumber"}, ${sayWhen(startsAt)}, ${street}, ${suburb}.`,
          who && `The visit costs ${formatMoney(who.feeCents)}.`,
          "More only if you agree.",
          !hasConsent && `By sending it you accept ${origin}/terms.`,
        ]
          .filter(Boolean)
          .join(" "),
        buttons: [{ id: "summary.send", title: "Send" }, { id: "summary.change", title: "Change something" }, OFFICE],
      };
    },
    takes: (heard, answers) =>
      heard.choice === "summary.send" || /^(?:send(?: it)?|yes|ok(?:ay)?|book(?: it)?)$/.test(spoken(heard.text))
        ? { ...answers, isSent: true }
        : null,
  },
};

/** What can't wait for a plumber. */
const FIRST_AID: Partial<Record<Problem, string>> = {
  "burst-pipe": "Close the main tap at your meter first.",
  "geyser-leak": "Switch the geyser off at the board, and close its tap first.",
  gas: "Close the gas and open the windows first. No flames, no switches.",
};

/** What to do at once about a problem; empty: it can wait. */
export const firstAidFor = ({ problem }: Answers): string =>
  (problem && problem !== "other" && FIRST_AID[problem]) || "";

export const questionOf = (name: QuestionName): Question => QUESTIONS[name];
export const isQuestion = (state: string): state is QuestionName => Object.hasOwn(QUESTIONS, state);

/** Asks whom a message is for: someone they know, or, where something was asked (`isAsked`), us. */
export const whoseSaid = ({ text, recipient }: Waiting, isAsked: boolean): Said => ({
  text: `“${cutText(text, 200)}”: is that for ${recipient}${isAsked ? "?" : ", or a new job?"}`,
  buttons: [
    { id: "whose.them", title: cutText(`For ${recipient}`, SAID_LIMITS.button) },
    isAsked ? { id: "whose.us", title: "No, ask me again" } : { id: "whose.job", title: "A new job" },
    OFFICE,
  ],
});

/** What can be changed before it is sent. */
const CHANGES: [QuestionName, string][] = [
  ["problem", "What is wrong"],
  ["city", "The city"],
  ["suburb", "The suburb"],
  ["offer", "The plumber or the time"],
  ["street", "The street"],
];

export const CHANGE_SAID: Said = {
  text: "What shall we change?",
  rows: CHANGES.map(([name, title]) => ({ id: `change.${name}`, title })),
};

/** The question that a row of `CHANGE_SAID` asks again; null: it is none. */
export const changedBy = (heard: Pick<Heard, "choice">): QuestionName | null => {
  const name = chosen("change", heard) ?? "";
  return isQuestion(name) ? name : null;
};

/** The answers with a place that they sent: it gives the city, if that is open. */
export function withPlace(answers: Answers, place: SentPlace): Answers {
  const city = answers.city ?? cityAt(place) ?? undefined;
  return { ...answers, ...(city && { city }), near: pinOf(place) };
}

/** The first question that is still to be asked. */
export const nextQuestion = (answers: Answers, person: Person): QuestionName =>
  REQUEST_QUESTIONS.find((name) => questionOf(name).isOpen(answers, person)) ?? "summary";

/** The answers without those of one question. */
export const without = (answers: Answers, name: QuestionName): Answers => ({
  ...answers,
  ...Object.fromEntries(questionOf(name).fills.map((key) => [key, undefined])),
});

/** The question before this one; at the first one, itself. */
export function questionBefore(state: QuestionName, answers: Answers, person: Person): QuestionName {
  const earlier = REQUEST_QUESTIONS.slice(0, REQUEST_QUESTIONS.indexOf(state));
  const wasAsked = (name: QuestionName) =>
    name === "when" ? answers.offer === "office" : name !== "name" || person.userId === null;
  return earlier.findLast((name) => !questionOf(name).isOpen(answers, person) && wasAsked(name)) ?? state;
}

const VISIT_MINUTES = [9 * 60, 14 * 60];
const SHOWN_TIMES = 8;

/** The times of a visit that our office is asked to arrange: mornings and afternoons of the coming days. */
const visitTimes = (now: Instant): Instant[] =>
  bookableDates(now)
    .flatMap((date) => VISIT_MINUTES.map((minute) => instantOf(date, minute)))
    .filter((start) => start > now + HOUR)
    .slice(0, SHOWN_TIMES);

/** A first name and a surname, as someone gives both in one line; null: one is missing. */
function namesIn(text: string): { firstName: string; lastName: string } | null {
  const words = cleanLine(text).replace(/^(?:(?:my name is|i am|im|its|mr|mrs|ms|miss|dr)\b\.?\s*)+/i, "");
  const [, firstName, lastName] = /^(\p{L}[\p{L}'’.-]*)\s+(\p{L}[\p{L}'’. -]*)$/u.exec(words) ?? [];
  const isPossible = firstName && lastName && Math.max(firstName.length, lastName.length) <= NAME_LENGTH;
  return isPossible && isOwnName(firstName, lastName)
    ? { firstName: withCapitals(firstName), lastName: withCapitals(lastName) }
    : null;
}
