import { expect, test } from "vitest";
import { SPECIALITIES } from "../values/trade";
import { type Problem, PROBLEMS, specialitiesFor, titleOf } from "./problem";
import { findProblem } from "./problem-search";

// Searches in people's own words, written down before the list of words was.
type Sentences = Partial<Record<Problem, string>>;
const SENTENCES: Sentences = {
  "geyser-leak": "my geyser is leaking, gizer burst",
  geyser: `gyeser, geyser not heating, no hot water, the water is always cold in the shower, install solar geyser,
    geyser thermostat, element of geyser burnt after zesa came back`,
  toilet: `blocked toilet, toilet wont flush, tiolet blocked, cistern keeps running, loo is overflowing,
    chimbuzi chakavhara, ballcock broken, toilet seat loose and flush handle broken`,
  "burst-pipe": `burst pipe, pipe burst in the yard, water everywhere!!, brust pipe pliz help, flooding in my house,
    pombi yaputika, water is gushing out of the wall`,
  leak: `leaking pipe, there is a leak under the house, water stain on ceiling, damp wall, my water bill is too high,
    pipe irikudonha mvura, hidden leak detection`,
  drain: `blocked drain, sewer smell, sewage coming up in the yard, manhole overflowing, septic tank full,
    drain cleaning, blockd drian, water wont go down in bath, soakaway problem`,
  sink: "kitchen sink blocked, sink leaking underneath, new kitchen sink",
  tap: "dripping tap, tap, pombi irikudonha, change mixer, faucet repair",
  shower: "shower rose, install a shower, shwer not working",
  tank: "jojo tank installation, tank overflows, booster pump, tank stand and 5000 litre tank",
  pressure: "low water pressure, no water in the house, gate valve stuck, prepaid water meter",
  bathroom: "bathroom renovation",
};
const sentencesOf = (table: Sentences) =>
  Object.entries(table).flatMap(([problem, typed]) => typed.split(/,\s+/).map((one) => [one, problem] as const));

const NOTHING = `electrician, paint my house, hello, asdfgh, car wash, garden boy, how much do you charge, roofing,
  12345, tiles for sale`;

test("problem search understands at least 54 of 60 sentences", () => {
  const missed = sentencesOf(SENTENCES).filter(([typed, problem]) => findProblem(typed) !== problem);
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(6);
});

const ADDED: Sentences = {
  leak: "water coming through ceiling, leak in the kitchen",
  pressure: "mvura haisi kubuda, mvura haibude, amanzi awaphumi",
  drain: "dhiraini rakavharika",
  "geyser-leak": "giza iri kudonha",
  shower: "the shower floods the bathroom floor, shower leaks onto the floor",
  toilet: "toilet water everywhere",
  "burst-pipe": "bathroom is flooded",
};

test.each(sentencesOf(ADDED))("“%s” is understood", (typed, problem) => expect(findProblem(typed)).toBe(problem));

const TRADE_SENTENCES: Record<(typeof SPECIALITIES)[number], string[]> = {
  "Residential Plumbing": ["tap at home drips"],
  "Commercial Plumbing": ["my restaurant", "Commercial Plumbing", "plumber for our lodge"],
  "Emergency Plumbing": ["emergency", "water everywhere"],
  "Water Heater Installation": ["Water Heater Installation", "new geyser"],
  "Sewer Line Repair": ["Sewer Line Repair", "sewage in the yard"],
  "Pipe Inspection & Leak Detection": ["camera inspection", "Pipe Inspection & Leak Detection", "leak detection"],
  "Drain Cleaning": ["Drain Cleaning", "blocked drain"],
  "Gas Fitting": ["Gas Fitting", "connect a gas stove"],
  "Leak Repair": ["Leak Repair", "drip from the ceiling"],
  "Bathroom Remodeling": ["Bathroom Remodeling", "new bathroom"],
  "Pipe Replacement": ["rusty pipes", "Pipe Replacement", "brown water from old pipes"],
  "Water Filtration Systems": ["Water Filtration Systems", "water filter"],
  "Sprinkler Systems Installation": ["irrigation", "Sprinkler Systems Installation", "watering the lawn"],
  "Kitchen Remodeling": ["kitchen plumbing", "Kitchen Remodeling", "new kitchen"],
  "Fixture Replacement": ["Fixture Replacement", "new toilet"],
  "Shower Installation": ["Shower Installation", "shower"],
  "Faucet Installation": ["Faucet Installation", "new mixer"],
};

test.each(SPECIALITIES)("plumbers whose trade is %s are found by words", (speciality) => {
  for (const typed of TRADE_SENTENCES[speciality]) {
    const problem = findProblem(typed);
    expect(problem && specialitiesFor(problem), typed).toContain(speciality);
  }
});

// The search field shows what was understood, and understands it again.
test.each(PROBLEMS)("the title of %s is understood", (problem) => expect(findProblem(titleOf(problem))).toBe(problem));

test.each(NOTHING.split(/,\s+/))("%s is no problem of ours", (typed) => expect(findProblem(typed)).toBeNull());
