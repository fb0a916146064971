import { brand } from "~/brand";
import { REQUEST_QUESTIONS } from "~/db/dialogue-states";
import { NOTES_LENGTH, STREET_LENGTH } from "~/domain/bookings/booking";
import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import { SAID_LIMITS, type ChoiceRow, type Said } from "~/domain/notices/said";
import { findProblem } from "~/domain/search/problem-search";
import { PROBLEMS, titleOf, type Problem } from "~/domain/search/problem";
import { dateAt, type Instant, sayWhen } from "~/domain/time/harare";
import { bookableDates } from "~/domain/time/slots";
import { cityKey, citiesLike, cityNamedIn, CITIES } from "~/domain/values/cities";
import { isOwnName } from "~/domain/values/fields";
import { formatMoney } from "~/domain/values/money";
import { fullName, type Role } from "~/domain/values/user";
import { cleanLine, cutText, NAME_LENGTH } from "~/domain/values/text";
import type { Answers, Place, QuestionName, Waiting } from "./answers";
import { agrees, commandIn, spoken, type Heard } from "./heard";
import { askWho, takeWho, visitTimes } from "./offers";
import { cityAt, lineIn, mapOf, NO_ADDRESS, pinOf, suburbIn, withCapitals } from "./places";
import { instantFor, wishIn } from "./times";

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

/** Where their last visit was, in words. */
const SAME_PLACE =
  /^(?:(?:at |to )?(?:the |my )?(?:same|last|usual) (?:place|address|house|one)|same|(?:at )?(?:my )?(?:home|house|place))$/;

/** The place of their last visit, if nothing that they have answered speaks against it. */
const possibleLast = ({ lastPlace, city, suburb }: Answers): Place | null =>
  lastPlace && [undefined, lastPlace.city].includes(city) && [undefined, lastPlace.suburb].includes(suburb)
    ? lastPlace
    : null;

/** The answers with that place, if it is what they say; null: it isn't. */
function withLastPlace(name: string, heard: Heard, answers: Answers): Answers | null {
  const last = possibleLast(answers);
  const isSaid = heard.choice === `${name}.last` || SAME_PLACE.test(spoken(heard.text));
  return last && isSaid ? { ...answers, ...last } : null;
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

/** What a new choice of these makes needless: the plumbers that were found for the old one. */
const FOUND = ["offers", "asksWhen", "offer", "startsAt"] as const satisfies (keyof Answers)[];

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
      return problem && { ...answers, problem, notes: cutText(heard.text, NOTES_LENGTH) };
    },
  },

  city: {
    fills: ["city", "near", "pin", "suburb", "street", ...FOUND],
    isOpen: ({ city }) => city === undefined,
    asks: (answers) => ({
      text: "In which city? You can also send your location.",
      rows: [
        ...sameRow("city", answers),
        ...rowsOf("city", CITIES),
        { ...OFFICE, title: "Another town", about: "Our office looks for somebody." },
      ],
    }),
    takes(heard, answers) {
      const same = withLastPlace("city", heard, answers);
      if (same) return same;
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
    asks: (answers) => ({
      text: `Which suburb or area of ${answers.city}?`,
      ...(possibleLast(answers) && { rows: sameRow("suburb", answers) }),
    }),
    takes(heard, answers) {
      const same = withLastPlace("suburb", heard, answers);
      if (same) return same;
      const { city = "" } = answers;
      const other = cityNamedIn(heard.text);
      if (other && other !== city)
        return { ...without(answers, "city"), city: other, suburb: suburbIn(heard, other) ?? undefined };
      const suburb = suburbIn(heard, city);
      return suburb ? { ...answers, suburb } : null;
    },
  },

  offer: {
    fills: FOUND,
    isOpen: ({ offer }) => offer === undefined,
    asks: (answers, { now }) => askWho(answers, now),
    takes: (heard, answers, { now }) => takeWho(heard.text, chosen("offer", heard), answers, now),
  },

  when: {
    fills: ["offer", "startsAt"],
    isOpen: ({ startsAt }) => startsAt === undefined,
    asks: (_, { now }) => ({
      text: "When would it suit you? Tap or write it. Our office finds a plumber for about that time.",
      rows: visitTimes(now).map((start) => ({ id: `when.${start}`, title: sayWhen(start) })),
    }),
    takes(heard, answers, { now }) {
      const tapped = chosen("when", heard);
      const wish = wishIn(heard.text, now);
      const startsAt = tapped === null ? wish && instantFor(wish, now) : Number(tapped);
      const isPossible = startsAt !== null && startsAt > now && bookableDates(now).includes(dateAt(startsAt));
      return isPossible ? { ...answers, startsAt } : null;
    },
  },

  street: {
    fills: ["street", "pin"],
    isOpen: ({ street }) => street === undefined,
    asks: (answers) => ({
      text: "The street and number, or a landmark? Only the plumber who comes sees it.",
      ...(answers.near
        ? { buttons: [{ id: "street.near", title: "Where I sent it from" }] }
        : possibleLast(answers) && { rows: sameRow("street", answers) }),
    }),
    takes(heard, answers) {
      const same = withLastPlace("street", heard, answers);
      if (same) return same;
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
      const { offer, startsAt = 0, problem, street, suburb, city, pin, pictures = [], firstName, lastName } = answers;
      const who = offer && offer !== "office" ? offer : null;
      const lines = [
        `*${who ? fullName(who) : "Our office finds a plumber"}, ${sayWhen(startsAt)}*`,
        lastName && `For ${firstName} ${lastName}`,
        [problem && problem !== "other" && titleOf(problem), street, suburb, city].filter(Boolean).join(", "),
        mapOf(pin),
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
        text: lines.filter((line) => typeof line === "string").join("\n"),
        brief: [
          `${who ? fullName(who) : "Our office finds a plumber"}, ${sayWhen(startsAt)}, ${street}, ${suburb}.`,
          who && `The visit costs ${formatMoney(who.feeCents)}.`,
          "More only if you agree.",
          !hasConsent && `By sending it you accept ${origin}/terms.`,
        ]
          .filter(Boolean)
          .join(" "),
        buttons: [{ id: "summary.send", title: "Send" }, { id: "summary.change", title: "Change something" }, OFFICE],
      };
    },
    takes: (heard, answers) => (heard.choice === "summary.send" || agrees(heard) ? { ...answers, isSent: true } : null),
  },
};

/** The row that offers the place of their last visit. */
function sameRow(name: string, answers: Answers): ChoiceRow[] {
  const last = possibleLast(answers);
  if (!last) return [];
  const { street, suburb, city } = last;
  const about = cutText([street, suburb, city].join(", "), SAID_LIMITS.about);
  return [{ id: `${name}.last`, title: "The same place", about }];
}

/** What can't wait for a plumber. */
const FIRST_AID: Partial<Record<Problem, string>> = {
  "burst-pipe": "Close the main tap at your meter first.",
  "geyser-leak": "Switch the geyser off at the board, and close its tap first.",
  gas: "Close the gas and open the windows first. No flames, no switches.",
};

const GEYSER = /\bg[ei]*y[sz]er/i;
const ELECTRICITY = /\b(?:electric(?! (?:gate|fence))\p{L}*|shock(?:s|ed|ing)?|spark(?:s|ing)?|tripp(?:ed|ing))\b/iu;

/** The first aid for a problem, and for a danger named beside it; empty: it can wait. */
export function firstAidFor({ problem, notes = "" }: Answers): string {
  if (!problem || problem === "other") return "";
  return [
    FIRST_AID[problem],
    problem === "burst-pipe" && GEYSER.test(notes) && FIRST_AID["geyser-leak"],
    ELECTRICITY.test(notes) && "Switch the electricity off at the board, and touch nothing wet.",
  ]
    .filter(Boolean)
    .join(" ");
}

export const questionOf = (name: QuestionName): Question => QUESTIONS[name];
export const isQuestion = (state: string): state is QuestionName => Object.hasOwn(QUESTIONS, state);

/** Names the words to begin with, where nothing is asked. */
export const whereToBegin = (user: { role: Role } | null): string =>
  user === null || user.role === "client"
    ? "Write JOBS for your jobs, or NEW for a plumber."
    : "Write JOBS for your jobs.";

/** Asks whom a message is for: someone they know, or, where something was asked (`isAsked`), us. */
export function whoseSaid({ text, recipient, people, step, quote }: Waiting, isAsked: boolean): Said {
  const said = `“${cutText(text, SHOWN_OF_WORDS)}”`;
  if (people)
    return {
      text: `${said}: for whom is that?`,
      rows: [
        ...people.map(({ id, firstName }) => ({ id: `whose.to.${id}`, title: cutText(firstName, SAID_LIMITS.row) })),
        OFFICE,
      ],
    };
  if (step)
    return {
      text: quote ?? `${said}: shall we note that, or only tell ${recipient}?`,
      buttons: [step, { id: "whose.them", title: cutText(`Only tell ${recipient}`, SAID_LIMITS.button) }, OFFICE],
    };
  return {
    text: `${said}: is that for ${recipient}${isAsked ? "?" : ", or a new job?"}`,
    buttons: [
      { id: "whose.them", title: cutText(`For ${recipient}`, SAID_LIMITS.button) },
      isAsked ? { id: "whose.us", title: "No, ask me again" } : { id: "whose.job", title: "A new job" },
      OFFICE,
    ],
  };
}
const SHOWN_OF_WORDS = 200;

/** What can be changed before it is sent. */
const CHANGES: [QuestionName, string][] = [
  ["problem", "What is wrong"],
  ["city", "The city"],
  ["suburb", "The suburb"],
  ["offer", "The plumber or the time"],
  ["street", "The street"],
  ["name", "My name"],
];

/** Asks what to change; somebody with an account changes their name there. */
export const askChange = ({ userId }: Person): Said => ({
  text: "What shall we change?",
  rows: CHANGES.filter(([name]) => name !== "name" || userId === null).map(([name, title]) => ({
    id: `change.${name}`,
    title,
  })),
});

/** The question that a row of `askChange` asks again; null: it is none. */
export const changedBy = (heard: Pick<Heard, "choice">): QuestionName | null => {
  const name = chosen("change", heard) ?? "";
  return isQuestion(name) ? name : null;
};

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

/** Words of a sentence, which no name has. */
const NO_NAME =
  /\b(?:the|a|an|are|was|were|what|wat|how|when|who|why|where|much|many|for|all|we|you|u|your|want|need|have|has|had|no|not|yes|please|pls|now|already|come|coming|can|to|and|but|this|that|it|tap|water|toilet|geyser|plumber|price|today|tomorrow|closed?|morning|afternoon|evening|asap|hello|hi|there|at|be|very|hurry|urgent|gate|house|pipe|drain)\b|\?/;

/** A first name and a surname, as someone gives both in one line; null: one is missing. */
function namesIn(text: string): { firstName: string; lastName: string } | null {
  const words = cleanLine(text)
    .replace(
      /^(?:(?:(?:my )?(?:full )?names?(?: is)?|this is|call me|i am|i['’]?m|it['’]?s|ndinonzi|ndini|ngingu|mr|mrs|ms|miss|dr)\b[.:]?\s*)+/i,
      "",
    )
    .replace(/ (?:and |my )*surname(?: is)? /i, " ")
    .replace(/ here$/i, "");
  if (NO_NAME.test(spoken(words))) return null;
  const [, firstName, lastName] = /^(\p{L}[\p{L}'’.-]*)\s+(\p{L}[\p{L}'’. -]*)$/u.exec(words) ?? [];
  const isPossible = firstName && lastName && Math.max(firstName.length, lastName.length) <= NAME_LENGTH;
  return isPossible && isOwnName(firstName, lastName)
    ? { firstName: withCapitals(firstName), lastName: withCapitals(lastName) }
    : null;
}
