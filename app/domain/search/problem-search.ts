import { PROBLEM_WORDS } from "./problem-words";
import { editDistance } from "../values/text";
import { PROBLEMS, type Problem } from "./problem";

export type { Problem };

/** Below this, nobody can be sure of a typing mistake: "sink" and "sick". */
const TYPO_FROM_LENGTH = 5;
const ENDINGS_FROM_LENGTH = 4;
const UNDERSTOOD = 3;
/** Words of their own that are a letter away from one of the list: flood, stain, shower, filter, basin. */
const NO_MISTAKES = new Set(["floor", "stair", "slower", "fitter", "basic"]);

/** What a visitor's words are about, in any letter case and with typing mistakes (D16); null: nothing we know. */
export function findProblem(typed: string): Problem | null {
  const tokens = wordsOf(typed);
  const scores = PROBLEMS.map((problem) => ({ problem, score: scoreOf(tokens, PROBLEM_WORDS[problem]) }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= UNDERSTOOD ? best.problem : null;
}

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 200)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\s]/gu, " ")
    .split(/\s+/)
    .filter(Boolean);

/** Each word that was typed counts for the surest part of the list that begins with it. */
const scoreOf = (tokens: string[], list: Record<string, number>): number =>
  tokens.reduce(
    (score, _, at) =>
      score + Math.max(0, ...Object.entries(list).map(([words, weight]) => (isSaid(tokens, at, words) ? weight : 0))),
    0,
  );

const isSaid = (tokens: string[], at: number, words: string): boolean =>
  words.split(" ").every((word, nth) => isWord(tokens[at + nth] ?? "", word));

const isWord = (typed: string, word: string): boolean =>
  word.startsWith("-")
    ? typed.endsWith(word.slice(1))
    : typed === word ||
      typed === `${word}s` ||
      (word.length >= ENDINGS_FROM_LENGTH && typed.startsWith(word)) ||
      (word.length >= TYPO_FROM_LENGTH &&
        typed[0] === word[0] &&
        !NO_MISTAKES.has(typed) &&
        editDistance(typed, word) === 1);
