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
  12345, tiles for sale, slow computer, lounge suite, birth certificate, road construction, mouse trap, phone exploded,
  hair treatment, plumbing company, car maintenance, check engine`;

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

// Phrases of each kind that the list of words missed, beside those that it must go on to tell apart from them.
const PHRASES: Record<Problem, string[]> = {
  "burst-pipe": [
    "pipe busted under the house",
    "pipe has exploded",
    "busted pipe",
    "pipe snapped in the yard",
    "broken pipe in the garden",
    "the main pipe is broken",
    "water pouring out of a pipe",
    "pipe cut by the digger",
    "someone hit a pipe with a pick",
    "pipe joint came apart",
    "brocken pipe",
    "burst pipe near the school",
  ],
  leak: [
    "water dripping from the roof slab",
    "mould on the wall",
    "puddle under the house",
    "meter keeps turning with all taps off",
    "ledge leaking",
  ],
  drain: [
    "water backing up in the bath",
    "honey sucker",
    "storm water drain",
    "dishwasher not draining",
    "washing machine drain",
  ],
  toilet: ["low level suite", "toilet maintenance at home", "toilet running all the time", "chimbuzi"],
  sink: ["bottle trap leaking", "dish washer installation", "install dishwasher", "trap under sink"],
  tap: [
    "washing machine connection",
    "connect washing machine",
    "plumb in a washing machine",
    "washing machine installation",
    "bib cock",
    "bibcock leaking",
    "leaking tap opposite the clinic",
  ],
  geyser: ["water not warm", "water too hot", "heat pump", "instant heater", "geyser pressure valve"],
  "geyser-leak": ["geyser busted", "geyser cracked"],
  shower: ["shower tray", "replace shower"],
  tank: ["rain water harvesting", "water softener", "reverse osmosis", "water treatment", "borehole pump"],
  pressure: [
    "water is off",
    "no municipal water",
    "air in the pipes",
    "taps are dry",
    "no running water",
    "water comes slowly",
  ],
  bathroom: ["add an ensuite", "redo the bathroom"],
  gas: ["smell of gas in my restaurant", "gas bottle", "gas geyser"],
  kitchen: ["redo kitchen", "plumb a new kitchen"],
  "new-house": [
    "plumb a new house",
    "plumbing for a new house",
    "house under construction",
    "cottage plumbing",
    "new building plumbing",
  ],
  pipes: ["dirty water from the tap", "discoloured water", "yellow water", "pipe laying"],
  inspection: ["check plumbing before buying a house", "camera in drain", "plumbing certificate", "check my plumbing"],
  garden: ["water the garden", "lawn sprinkler broken"],
  business: [
    "office block water problem",
    "school toilets maintenance",
    "hotel bathrooms",
    "clinic taps",
    "hospital drains",
    "church toilets blocked",
    "factory pipe burst",
    "block of flats",
    "apartment block plumbing",
    "plumbing maintenance",
    "maintenance contract",
    "workshop",
    "shop toilet",
    "salon basins",
    "creche toilets",
    "university hostel showers",
    "body corporate",
    "school borehole",
  ],
};

test.each(PROBLEMS)("%s is found by what is said of it here", (problem) =>
  expect(PHRASES[problem].filter((typed) => findProblem(typed) !== problem)).toEqual([]),
);

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
