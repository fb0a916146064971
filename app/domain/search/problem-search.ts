import { editDistance } from "../values/text";
import { PROBLEMS, type Problem } from "./problem";

/**
 * Words for each problem, in English, Shona and Ndebele, by how surely each means it. A word matches all that begin with
 * it (block: blocked), with a hyphen all that end with it (-putika: yaputika). A thing weighs five, what is wrong with it
 * less, what says more than the thing it comes with (septic tank) more.
 */
const PROBLEM_WORDS: Record<Problem, Record<number, string>> = {
  geyser: {
    6: "hot water, warm water, cold",
    5: "geyser, gizer, geezer, giza, boiler, water heater, thermostat",
    4: "element, solar, heating",
  },
  // Both have to be said: alone, each weighs less here than in its own list.
  "geyser-leak": {
    4: "geyser, gizer, geezer, giza, boiler, water heater",
    2: "leak, drip, burst, flood, -donha, -vuza, -putika",
  },
  toilet: {
    5: "toilet, loo, cistern, flush, ballcock, ball cock, chimbudzi, toireti, ithoyilethi, urinal, wc",
    4: "ballvalve, ball valve, bidet",
    1: "overflow, flood, everywhere, block",
  },
  "burst-pipe": { 5: "-putika, -qhumile, flood, gush, everywhere", 4: "burst, spray", 3: "emergency", 1: "pipe, main" },
  leak: {
    5: "water bill",
    4: "damp, stain, seep, bill",
    3: "leak, -donha, -vuza, wet, coming through",
    2: "drip, ceiling, hidden, underground",
    1: "pipe",
  },
  drain: {
    8: "septic",
    6: "manhole, soakaway, soak away, go down, going down",
    5: "drain, sewer, sewage, gully, suwiji, dhiraini, jetting",
    4: "gutter, unblock, grease",
    3: "block, clog, -vhara, -vharika, smell, stink",
    2: "overflow, washing machine",
  },
  sink: { 6: "kitchen sink", 5: "sink, basin", 4: "waste disposer, dishwasher", 2: "kitchen", 1: "flood, everywhere" },
  tap: { 5: "tap, faucet, mixer", 4: "fixture, umpompi, spout", 3: "pombi, washer, drip, hosepipe", 1: "-donha" },
  shower: { 6: "shower rose, shower head", 5: "shower", 1: "flood, everywhere" },
  tank: {
    5: "tank, jojo, pump, float valve, tangi, ithange, filter, filtration, purif",
    4: "booster, borehole",
    3: "float",
    2: "stand, litre",
  },
  pressure: {
    6: "gate valve, stopcock, stop cock, meter",
    5: `pressure, no water, hapana mvura, hakuna mvura, haibude, haibudi, haisi kubuda, akulamanzi, akula manzi,
      awaphumi, kawaphumi, water not coming, airlock, air lock`,
    4: "trickle",
    3: "valve",
    2: "municipal, council",
  },
  bathroom: { 5: "bathroom, bathtub, jacuzzi, ensuite", 4: "bath", 3: "renovat, remodel, refurbish" },
  gas: { 7: "gas stove", 6: "gas, lpg", 4: "hob" },
  kitchen: { 5: "new kitchen", 3: "kitchen, renovat, remodel, refurbish", 1: "plumb" },
  pipes: {
    5: "rust, corro, galvani, brown water, old pipe, new pipe, replace pipe, pipe replacement, repipe, replumb",
    1: "pipe",
  },
  inspection: { 5: "inspect, camera, cctv", 4: "survey, leak detection", 1: "pipe" },
  garden: { 7: "drip irrigation", 6: "irrigat, sprinkler", 4: "watering, lawn", 1: "garden" },
  business: {
    5: "commercial",
    4: "business, ablution",
    3: `restaurant, shop, school, lodge, hotel, clinic, hospital, church,
      office, factory, warehouse, supermarket`,
  },
};

/** Below this, no one can be sure of a typing mistake: "sink" and "sick". */
const TYPO_FROM_LENGTH = 5;
const ENDINGS_FROM_LENGTH = 4;
const UNDERSTOOD = 3;
/** Words of their own that are a letter away from one of the list: flood, stain, shower, filter, basin. */
const NO_MISTAKES = new Set(["floor", "stair", "slower", "fitter", "basic"]);

/** Finds the problem in a visitor's words, in any letter case and with typing mistakes (D16), or null. */
export function findProblem(typed: string): Problem | null {
  const tokens = wordsOf(typed);
  const scores = PROBLEMS.map((problem) => ({ problem, score: scoreOf(tokens, PROBLEM_WORDS[problem]) }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= UNDERSTOOD ? best.problem : null;
}

const wordsOf = (text: string) =>
  text
    .slice(0, 200)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\s]/gu, " ")
    .split(/\s+/)
    .filter(Boolean);

/** Each word that was typed counts for the surest part of the list that begins with it. */
function scoreOf(tokens: string[], list: Record<number, string>): number {
  const phrases = Object.entries(list).flatMap(([weight, words]) =>
    words.split(/,\s*/).map((phrase) => ({ phrase, weight: Number(weight) })),
  );
  const surest = (at: number) =>
    Math.max(0, ...phrases.map(({ phrase, weight }) => (isSaid(tokens, at, phrase) ? weight : 0)));
  return tokens.reduce((score, _, at) => score + surest(at), 0);
}

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
