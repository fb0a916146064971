import type { SERVICE_TYPES } from "../../app/domain/bookings/booking";

/** A kind of problem in the demo town: what its client, its plumber and its quote say, and what its photos show. */
export interface DemoProblem {
  /** Begins the names of its illustrations in `job-photos/`. */
  illustration: "tap" | "pipe" | "drain" | "geyser" | "toilet";
  serviceType: (typeof SERVICE_TYPES)[number];
  notes: string;
  report: string;
  /** Beside the visit; amounts in cents. */
  quote: { lines: { what: string; amount: number }[]; note: string | null };
  /** Why it cost more than agreed. */
  excess: string;
}

const PROBLEMS: DemoProblem[] = [
  {
    illustration: "tap",
    serviceType: "Leak Fixing",
    notes: "The kitchen tap drips since Monday. Please ring at the gate, the bell does not work.",
    report: "Replaced the cartridge and the washers. Tested for ten minutes: dry.",
    quote: {
      lines: [
        { what: "Cartridge and washers", amount: 1450 },
        { what: "Two hours of work", amount: 4000 },
      ],
      note: "The part is in stock.",
    },
    excess: "The shut-off valve was broken too",
  },
  {
    illustration: "drain",
    serviceType: "Drain Cleaning",
    notes: "The drain in the yard has stood full since Friday. There is a dog, he is friendly.",
    report: "Cleared the drain with a jet. Roots in the second section: to be watched.",
    quote: {
      lines: [
        { what: "Jetting of the drain", amount: 6000 },
        { what: "New trap, 50 mm", amount: 875 },
        { what: "Work", amount: 2500 },
      ],
      note: null,
    },
    excess: "Six metres more to jet than we thought",
  },
  {
    illustration: "geyser",
    serviceType: "Installation",
    notes: "The geyser drips through the ceiling and trips the main switch when the power comes back.",
    report: "New element, thermostat and safety valve. Drip tray cleaned.",
    quote: {
      lines: [
        { what: "Geyser element, 3 kW", amount: 3890 },
        { what: "Thermostat", amount: 2200 },
        { what: "Work", amount: 4500 },
      ],
      note: "With a year of guarantee.",
    },
    excess: "The safety valve had to be replaced",
  },
  {
    illustration: "toilet",
    serviceType: "Other",
    notes: "The toilet overflows with every flush. We have closed its tap.",
    report: "Cleared the blockage and replaced the inlet valve. Flushed twenty times.",
    quote: {
      lines: [
        { what: "Inlet valve", amount: 1200 },
        { what: "Work", amount: 3000 },
      ],
      note: null,
    },
    excess: "The flush pipe was cracked",
  },
  {
    illustration: "pipe",
    serviceType: "Leak Fixing",
    notes: "A pipe in the yard has burst. The main valve is closed, so we are without water.",
    report: "Cut out the burst piece and fitted a coupling. An hour under pressure: dry.",
    quote: {
      lines: [
        { what: "Coupling and a metre of pipe", amount: 1850 },
        { what: "Digging and work", amount: 4500 },
      ],
      note: "I fill the hole again.",
    },
    excess: "Three metres more of pipe",
  },
];

export const PROBLEM_COUNT = PROBLEMS.length;

/** From this number on: the work of some weeks ago, which is settled and paid. */
export const FIRST_EARLIER_JOB = 1000;
export const isEarlierJob = (bookingId: string): boolean => Number(bookingId.slice(-4)) >= FIRST_EARLIER_JOB;

export const demoBookingId = (number: number): string => `demobooking${String(number).padStart(4, "0")}`;

/** What a demo booking is about. */
export const problemOf = (bookingId: string): DemoProblem => PROBLEMS[Number(bookingId.slice(-4)) % PROBLEMS.length]!;
