import { expect, test } from "vitest";
import { SPECIALITIES } from "../values/trade";
import { type Problem, PROBLEMS, specialitiesFor, titleOf } from "./problem";
import { findProblem } from "./problem-search";

// What people type, in the words they use here: written down before the list of words was.
const SENTENCES: [typed: string, problem: Problem][] = [
  ["my geyser is leaking", "geyser-leak"],
  ["gyeser", "geyser"],
  ["geyser not heating", "geyser"],
  ["no hot water", "geyser"],
  ["the water is always cold in the shower", "geyser"],
  ["install solar geyser", "geyser"],
  ["gizer burst", "geyser-leak"],
  ["geyser thermostat", "geyser"],
  ["element of geyser burnt after zesa came back", "geyser"],
  ["blocked toilet", "toilet"],
  ["toilet wont flush", "toilet"],
  ["tiolet blocked", "toilet"],
  ["cistern keeps running", "toilet"],
  ["loo is overflowing", "toilet"],
  ["chimbuzi chakavhara", "toilet"],
  ["ballcock broken", "toilet"],
  ["toilet seat loose and flush handle broken", "toilet"],
  ["burst pipe", "burst-pipe"],
  ["pipe burst in the yard", "burst-pipe"],
  ["water everywhere!!", "burst-pipe"],
  ["brust pipe pliz help", "burst-pipe"],
  ["flooding in my house", "burst-pipe"],
  ["pombi yaputika", "burst-pipe"],
  ["water is gushing out of the wall", "burst-pipe"],
  ["leaking pipe", "leak"],
  ["there is a leak under the house", "leak"],
  ["water stain on ceiling", "leak"],
  ["damp wall", "leak"],
  ["my water bill is too high", "leak"],
  ["pipe irikudonha mvura", "leak"],
  ["hidden leak detection", "leak"],
  ["blocked drain", "drain"],
  ["sewer smell", "drain"],
  ["sewage coming up in the yard", "drain"],
  ["manhole overflowing", "drain"],
  ["septic tank full", "drain"],
  ["drain cleaning", "drain"],
  ["blockd drian", "drain"],
  ["water wont go down in bath", "drain"],
  ["soakaway problem", "drain"],
  ["kitchen sink blocked", "sink"],
  ["sink leaking underneath", "sink"],
  ["new kitchen sink", "sink"],
  ["dripping tap", "tap"],
  ["tap", "tap"],
  ["pombi irikudonha", "tap"],
  ["change mixer", "tap"],
  ["faucet repair", "tap"],
  ["shower rose", "shower"],
  ["install a shower", "shower"],
  ["shwer not working", "shower"],
  ["jojo tank installation", "tank"],
  ["tank overflows", "tank"],
  ["booster pump", "tank"],
  ["tank stand and 5000 litre tank", "tank"],
  ["low water pressure", "pressure"],
  ["no water in the house", "pressure"],
  ["gate valve stuck", "pressure"],
  ["prepaid water meter", "pressure"],
  ["bathroom renovation", "bathroom"],
];

const NOTHING = [
  "electrician",
  "paint my house",
  "hello",
  "asdfgh",
  "car wash",
  "garden boy",
  "how much do you charge",
  "roofing",
  "12345",
  "tiles for sale",
];

test("at least 54 of 60 sentences are understood", () => {
  const missed = SENTENCES.filter(([typed, problem]) => findProblem(typed) !== problem);
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(6);
});

/** What visitors typed that the list of words didn't know at first. */
const ADDED: [typed: string, problem: Problem][] = [
  ["water coming through ceiling", "leak"],
  ["mvura haisi kubuda", "pressure"],
  ["mvura haibude", "pressure"],
  ["amanzi awaphumi", "pressure"],
  ["dhiraini rakavharika", "drain"],
  ["giza iri kudonha", "geyser-leak"],
  ["the shower floods the bathroom floor", "shower"],
  ["toilet water everywhere", "toilet"],
  ["shower leaks onto the floor", "shower"],
  ["bathroom is flooded", "burst-pipe"],
  ["leak in the kitchen", "leak"],
];

test.each(ADDED)("“%s” is understood", (typed, problem) => expect(findProblem(typed)).toBe(problem));

// What someone who needs that trade types.
const OF_TRADES: Record<(typeof SPECIALITIES)[number], string[]> = {
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
  for (const typed of OF_TRADES[speciality]) {
    const problem = findProblem(typed);
    expect(problem && specialitiesFor(problem), typed).toContain(speciality);
  }
});

// The search field shows what was understood, and understands it again.
test.each(PROBLEMS)("the title of %s is understood", (problem) => expect(findProblem(titleOf(problem))).toBe(problem));

test("what is no plumber's work is no problem of ours", () => {
  for (const typed of NOTHING) expect(findProblem(typed), typed).toBeNull();
});
