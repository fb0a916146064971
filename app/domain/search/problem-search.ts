import { editDistance } from "../values/text";
import { PROBLEMS, type Problem } from "./problem";

/**
 * Words for each problem, in English, Shona and Ndebele, by how surely each means it. A word matches all that begin with
 * it (block: blocked), with a hyphen all that end with it (-putika: yaputika). A thing weighs five, what is wrong with it
 * less, what says more than the thing it comes with (septic tank) more. Gas and a place of work decide alone.
 */
const PROBLEM_WORDS: Record<Problem, Record<number, string>> = {
  geyser: {
    6: "hot water, warm water, cold, heat pump",
    5: "geyser, gizer, geezer, giza, boiler, water heater, thermostat, not warm, not hot, too hot",
    4: "element, solar, heating, pressure valve",
    3: "heater",
  },
  // Both have to be said: alone, each weighs less here than in its own list.
  "geyser-leak": {
    4: "geyser, gizer, geezer, giza, boiler, water heater",
    2: "leak, drip, burst, bust, crack, explod, flood, -donha, -vuza, -putika",
  },
  toilet: {
    5: "toilet, loo, cistern, flush, ballcock, ball cock, chimbudzi, toireti, ithoyilethi, urinal, wc",
    4: "ballvalve, ball valve, bidet",
    3: "low level",
    1: "overflow, flood, everywhere, block",
  },
  "burst-pipe": {
    5: "-putika, -qhumile, flood, gush, everywhere",
    4: "burst, spray, water shooting, water pouring",
    3: "emergency",
    2: "bust, explod, broke, brocken, crack, snap, split, hole, hit, cut, came apart, come apart, disconnect",
    1: "pipe, main, joint",
  },
  leak: {
    7: "keeps turning, still turning, meter turning, meter running",
    5: "water bill",
    4: "damp, stain, seep, bill, mould, mold, puddle",
    3: "leak, -donha, -vuza, wet, coming through",
    2: "drip, ceiling, roof, slab, hidden, underground",
    1: "pipe",
  },
  drain: {
    8: "septic",
    6: "manhole, soakaway, soak away, go down, going down",
    5: `drain, sewer, sewage, gully, suwiji, dhiraini, jetting, backing up, backs up, coming up, honey sucker,
      storm water, stormwater`,
    4: "gutter, unblock, grease",
    3: "block, clog, -vhara, -vharika, smell, stink",
    2: "overflow, washing machine",
  },
  sink: {
    6: "kitchen sink",
    5: "sink, basin, bottle trap, dishwasher, dish washer",
    4: "waste disposer",
    2: "kitchen, trap",
    1: "flood, everywhere",
  },
  tap: {
    5: "tap, faucet, mixer, bib cock, bibcock",
    4: "fixture, umpompi, spout, washing machine",
    3: "pombi, washer, drip, hosepipe",
    1: "-donha",
  },
  shower: { 6: "shower rose, shower head", 5: "shower", 1: "flood, everywhere" },
  tank: {
    5: "tank, jojo, pump, float valve, tangi, ithange, filter, filtration, purif",
    4: "booster, borehole, rain water, rainwater, softener, water treatment, osmosis, chlorin",
    3: "float",
    2: "stand, litre",
  },
  pressure: {
    6: "gate valve, stopcock, stop cock, meter, taps dry, tap dry, taps are dry, tap is dry",
    5: `pressure, no water, hapana mvura, hakuna mvura, haibude, haibudi, haisi kubuda, akulamanzi, akula manzi,
      awaphumi, kawaphumi, water not coming, airlock, air lock, no running, no municipal, no council, water off,
      water is off, air in`,
    4: "trickle",
    3: "valve, weak flow, weak water, comes slow, coming slow",
    2: "municipal, council",
  },
  bathroom: { 5: "bathroom, bathtub, jacuzzi, ensuite", 4: "bath", 3: "renovat, remodel, refurbish" },
  gas: { 30: "gas, lpg", 4: "hob" },
  kitchen: { 5: "new kitchen", 3: "kitchen, renovat, remodel, refurbish", 1: "plumb" },
  "new-house": {
    3: "new house, new building, new build, new cottage, newly built, under construction, building a house, first fix",
    2: "cottage",
    1: "plumb, pipe",
  },
  pipes: {
    6: "dirty water, yellow water, muddy water, discolo",
    5: "rust, corro, galvani, brown water, old pipe, new pipe, replace pipe, pipe replacement, repipe, replumb, lay pipe, laying pipe, pipe laying, pipelaying",
    1: "pipe",
  },
  inspection: {
    6: "camera, cctv",
    5: "inspect",
    4: "survey, leak detection, pipe detection, plumbing certificate, check plumb, check my plumb, check the plumb",
    1: "pipe",
  },
  garden: {
    7: "drip irrigation",
    6: "irrigat, sprinkler, water the garden, water my garden",
    4: "watering, lawn",
    1: "garden",
  },
  business: {
    20: `restaurant, shop, school, creche, college, universit, hostel, lodge, hotel, motel, guesthouse, guest house,
      clinic, hospital, church, office, factory, workshop, warehouse, supermarket, shopping mall, salon,
      service station, petrol station, filling station, ablution, body corporate, block of flats, flats,
      apartment block, housing complex`,
    5: "commercial, business, maintenance contract",
    2: "maintenance",
    1: "plumb",
  },
};

/** Below this, no one can be sure of a typing mistake: "sink" and "sick". */
const TYPO_FROM_LENGTH = 5;
const ENDINGS_FROM_LENGTH = 4;
const UNDERSTOOD = 3;
/** Words of their own that are a letter away from one of the list: flood, stain, shower, filter, basin. */
const NO_MISTAKES = new Set(["floor", "stair", "slower", "fitter", "basic", "flat", "ledge"]);

/** A place that says where the house is: a burst pipe near the school is no school's. */
const LANDMARK = /\b(?:near|behind|opposite|opp|next to|beside|past|close to|by) (?:(?:the|a|our|to) )?\w+/g;

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
    .replace(LANDMARK, " ")
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
