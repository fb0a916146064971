import { editDistance } from "../values/edit-distance";
import { type Problem, PROBLEMS } from "./problem";

/**
 * What people call a problem, in English and in words of Shona and Ndebele, with how surely each word means it. A word
 * matches all that begin with it (block: blocked, blockage), with a hyphen all that end with it (-putika:
 * yaputika, yakaputika). A thing weighs five, what is wrong with it less, what says more than the thing it comes with
 * weighs more (septic tank).
 */
export const PROBLEM_WORDS: Record<Problem, Record<string, number>> = {
  geyser: {
    geyser: 5,
    gizer: 5,
    geezer: 5,
    giza: 5,
    boiler: 5,
    "water heater": 5,
    thermostat: 5,
    element: 4,
    solar: 4,
    heating: 4,
    "hot water": 6,
    "warm water": 6,
    cold: 6,
  },
  // Both have to be said: alone, each weighs less here than in its own list.
  "geyser-leak": {
    geyser: 4,
    gizer: 4,
    geezer: 4,
    giza: 4,
    boiler: 4,
    "water heater": 4,
    leak: 2,
    drip: 2,
    burst: 2,
    flood: 2,
    "-donha": 2,
    "-vuza": 2,
    "-putika": 2,
  },
  toilet: {
    toilet: 5,
    loo: 5,
    cistern: 5,
    flush: 5,
    ballcock: 5,
    "ball cock": 5,
    ballvalve: 4,
    "ball valve": 4,
    chimbudzi: 5,
    toireti: 5,
    ithoyilethi: 5,
    bidet: 4,
    urinal: 5,
    wc: 5,
    overflow: 1,
    flood: 1,
    everywhere: 1,
    block: 1,
  },
  "burst-pipe": {
    burst: 4,
    "-putika": 5,
    "-qhumile": 5,
    flood: 5,
    gush: 5,
    spray: 4,
    everywhere: 5,
    emergency: 3,
    pipe: 1,
    main: 1,
  },
  leak: {
    leak: 3,
    drip: 2,
    "-donha": 3,
    "-vuza": 3,
    damp: 4,
    stain: 4,
    wet: 3,
    seep: 4,
    ceiling: 2,
    "coming through": 3,
    "water bill": 5,
    bill: 4,
    hidden: 2,
    underground: 2,
    pipe: 1,
  },
  drain: {
    drain: 5,
    sewer: 5,
    sewage: 5,
    manhole: 6,
    gully: 5,
    septic: 8,
    soakaway: 6,
    "soak away": 6,
    suwiji: 5,
    gutter: 4,
    "go down": 6,
    "going down": 6,
    block: 3,
    clog: 3,
    "-vhara": 3,
    "-vharika": 3,
    dhiraini: 5,
    unblock: 4,
    jetting: 5,
    smell: 3,
    stink: 3,
    overflow: 2,
    grease: 4,
    "washing machine": 2,
  },
  sink: {
    sink: 5,
    basin: 5,
    "kitchen sink": 6,
    "waste disposer": 4,
    dishwasher: 4,
    kitchen: 2,
    flood: 1,
    everywhere: 1,
  },
  tap: {
    tap: 5,
    faucet: 5,
    fixture: 4,
    mixer: 5,
    pombi: 3,
    umpompi: 4,
    washer: 3,
    spout: 4,
    drip: 3,
    "-donha": 1,
    hosepipe: 3,
  },
  shower: { shower: 5, "shower rose": 6, "shower head": 6, flood: 1, everywhere: 1 },
  tank: {
    tank: 5,
    jojo: 5,
    pump: 5,
    booster: 4,
    borehole: 4,
    float: 3,
    "float valve": 5,
    stand: 2,
    tangi: 5,
    ithange: 5,
    litre: 2,
    filter: 5,
    filtration: 5,
    purif: 5,
  },
  pressure: {
    pressure: 5,
    "no water": 5,
    "hapana mvura": 5,
    "hakuna mvura": 5,
    haibude: 5,
    haibudi: 5,
    "haisi kubuda": 5,
    akulamanzi: 5,
    "akula manzi": 5,
    awaphumi: 5,
    kawaphumi: 5,
    "water not coming": 5,
    "gate valve": 6,
    stopcock: 6,
    "stop cock": 6,
    valve: 3,
    meter: 6,
    airlock: 5,
    "air lock": 5,
    trickle: 4,
    municipal: 2,
    council: 2,
  },
  bathroom: {
    bathroom: 5,
    bathtub: 5,
    bath: 4,
    jacuzzi: 5,
    renovat: 3,
    remodel: 3,
    refurbish: 3,
    ensuite: 5,
  },
  gas: { gas: 6, "gas stove": 7, lpg: 6, hob: 4 },
  kitchen: { kitchen: 3, "new kitchen": 5, plumb: 1, renovat: 3, remodel: 3, refurbish: 3 },
  pipes: {
    rust: 5,
    corro: 5,
    galvani: 5,
    "brown water": 5,
    "old pipe": 5,
    "new pipe": 5,
    "replace pipe": 5,
    "pipe replacement": 5,
    repipe: 5,
    replumb: 5,
    pipe: 1,
  },
  inspection: { inspect: 5, camera: 5, cctv: 5, survey: 4, "leak detection": 4, pipe: 1 },
  garden: { irrigat: 6, "drip irrigation": 7, sprinkler: 6, watering: 4, lawn: 4, garden: 1 },
  business: {
    commercial: 5,
    business: 4,
    restaurant: 3,
    shop: 3,
    school: 3,
    lodge: 3,
    hotel: 3,
    clinic: 3,
    hospital: 3,
    church: 3,
    office: 3,
    factory: 3,
    warehouse: 3,
    supermarket: 3,
    ablution: 4,
  },
};

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
