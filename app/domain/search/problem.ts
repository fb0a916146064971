import type { SPECIALITIES } from "../values/trade";

type Speciality = (typeof SPECIALITIES)[number];

const GENERAL: readonly Speciality[] = ["Residential Plumbing", "Emergency Plumbing"];

/**
 * The problems that the search understands, as addresses spell them (D16). `name`: as a heading says it, where that is not "a"
 * before the title. `specialities`: apart from `GENERAL`, three at most, because D1 joins five lists in one query.
 */
const PROBLEM_FACTS = {
  "burst-pipe": {
    title: "Burst pipe",
    specialities: ["Leak Repair", "Pipe Replacement", "Pipe Inspection & Leak Detection"],
  },
  leak: { title: "Leak", specialities: ["Leak Repair", "Pipe Inspection & Leak Detection", "Pipe Replacement"] },
  drain: { title: "Blocked drain", specialities: ["Drain Cleaning", "Sewer Line Repair"] },
  toilet: { title: "Toilet", specialities: ["Fixture Replacement", "Drain Cleaning", "Bathroom Remodeling"] },
  geyser: { title: "Geyser", specialities: ["Water Heater Installation"] },
  "geyser-leak": { title: "Leaking geyser", specialities: ["Water Heater Installation", "Leak Repair"] },
  tap: { title: "Tap", specialities: ["Faucet Installation", "Fixture Replacement", "Leak Repair"] },
  sink: { title: "Sink", specialities: ["Kitchen Remodeling", "Drain Cleaning", "Fixture Replacement"] },
  shower: { title: "Shower", specialities: ["Shower Installation", "Bathroom Remodeling", "Fixture Replacement"] },
  tank: {
    title: "Tank or pump",
    name: "a tank or a pump",
    specialities: ["Water Filtration Systems", "Sprinkler Systems Installation"],
  },
  pressure: {
    title: "Low pressure or no water",
    name: "low pressure or no water",
    specialities: ["Pipe Inspection & Leak Detection", "Pipe Replacement"],
  },
  bathroom: {
    title: "New bathroom",
    specialities: ["Bathroom Remodeling", "Shower Installation", "Fixture Replacement"],
  },
  gas: { title: "Gas", name: "gas", specialities: ["Gas Fitting"] },
  kitchen: { title: "New kitchen", specialities: ["Kitchen Remodeling", "Fixture Replacement"] },
  "new-house": {
    title: "New house",
    specialities: ["Pipe Replacement", "Bathroom Remodeling", "Kitchen Remodeling"],
  },
  pipes: { title: "Old pipes", name: "old pipes", specialities: ["Pipe Replacement"] },
  inspection: { title: "Inspection", name: "an inspection", specialities: ["Pipe Inspection & Leak Detection"] },
  garden: { title: "Garden watering", name: "garden watering", specialities: ["Sprinkler Systems Installation"] },
  business: { title: "Business", specialities: ["Commercial Plumbing"] },
} as const satisfies Record<string, { title: string; name?: string; specialities: readonly Speciality[] }>;

export type Problem = keyof typeof PROBLEM_FACTS;
export const PROBLEMS = Object.keys(PROBLEM_FACTS) as Problem[];

/** The specialities of plumbers for a problem: its own, and those who do everything; gas is for its fitters alone. At most five. */
export const specialitiesFor = (problem: Problem): readonly Speciality[] =>
  problem === "gas" ? PROBLEM_FACTS.gas.specialities : [...PROBLEM_FACTS[problem].specialities, ...GENERAL];

export const titleOf = (problem: Problem): string => PROBLEM_FACTS[problem].title;

/** A problem as a heading says it: "a burst pipe". */
export function problemName(problem: Problem): string {
  const { title, name }: { title: string; name?: string } = PROBLEM_FACTS[problem];
  return name ?? `a ${title.toLowerCase()}`;
}
