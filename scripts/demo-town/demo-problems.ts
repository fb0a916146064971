import type { SERVICE_TYPES } from "../../app/domain/bookings/booking";
import type { SPECIALITIES } from "../../app/domain/values/trade";
import { DEMO_PLUMBERS } from "./demo-plumbers";

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
  /** What clients say of it afterwards, with five, four, three and two stars. */
  said: [string, string, string, string];
}

const PROBLEMS = {
  tap: {
    illustration: "tap",
    serviceType: "Leak Fixing",
    notes: "The kitchen tap has been dripping since Monday. Please ring at the gate, the bell does not work.",
    report: "Replaced the cartridge and the washers. Tested for ten minutes: dry.",
    quote: {
      lines: [
        { what: "Cartridge and washers", amount: 1450 },
        { what: "Two hours of work", amount: 4000 },
      ],
      note: "The part is in stock.",
    },
    excess: "The shut-off valve was broken too",
    said: [
      "Came on time, stopped the drip in ten minutes and left the kitchen cleaner than before.",
      "The tap is dry. Had to fetch a part from town, so it took longer than we thought.",
      "The tap works, but it took an hour longer to arrive, without a call.",
      "It took two visits to fix one tap.",
    ],
  },
  pipe: {
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
    said: [
      "Found an old joint under the path without digging up half the yard.",
      "We had water again the same evening. The hole was filled the day after.",
      "The leak is gone, but the paving is still loose.",
      "Good with pipes, hard to reach on the phone.",
    ],
  },
  drain: {
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
    said: [
      "The drain has run ever since, and the yard was left as it was.",
      "The drain runs again. A little more expensive than I had hoped.",
      "The drain runs, but the cover still sits crooked.",
      "Blocked again after a week. It took a second visit.",
    ],
  },
  sink: {
    illustration: "drain",
    serviceType: "Drain Cleaning",
    notes: "The kitchen sink empties only overnight. We have tried hot water.",
    report: "Took the trap apart and rodded the waste to the gully. Runs freely.",
    quote: {
      lines: [
        { what: "Rodding of the waste", amount: 3500 },
        { what: "New trap, 40 mm", amount: 650 },
      ],
      note: null,
    },
    excess: "The waste under the floor was blocked too",
    said: [
      "The sink empties in seconds now. Covered the floor and took the dirt away.",
      "Sink clear, quick work. Came half an hour late.",
      "It runs again, but nobody told me what had blocked it.",
      "The trap dripped afterwards and had to be done again.",
    ],
  },
  geyser: {
    illustration: "geyser",
    serviceType: "Leak Fixing",
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
    said: [
      "Came on a Sunday when the ceiling was dripping. The geyser is dry and hot again.",
      "The geyser heats again. A little more expensive than I had hoped.",
      "Hot water is back, but the stain on the ceiling wasn't mentioned.",
      "It tripped again the next day. The second visit mended it.",
    ],
  },
  newGeyser: {
    illustration: "geyser",
    serviceType: "Installation",
    notes: "Our old geyser has rusted through. We would like a 100 litre one, with a drip tray.",
    report: "Fitted the new geyser with valves and tray. Pressure and thermostat tested.",
    quote: {
      lines: [
        { what: "Geyser, 100 litres", amount: 24500 },
        { what: "Valves and drip tray", amount: 3800 },
        { what: "A day of work", amount: 6500 },
      ],
      note: "With five years of guarantee on the tank.",
    },
    excess: "The roof timbers had to be strengthened",
    said: [
      "Hot water on the same day, and the old geyser was taken away.",
      "A neat job. The timer was explained well, the wait for the part was long.",
      "It heats, but the old geyser stood in the yard for a week.",
      "The valve was the wrong one and had to be changed.",
    ],
  },
  toilet: {
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
    said: [
      "Flushes like new, and the floor was mopped.",
      "Good work, and the fee was the one on the page.",
      "It flushes, but it refills slowly.",
      "It overflowed again the same evening.",
    ],
  },
  cistern: {
    illustration: "toilet",
    serviceType: "Installation",
    notes: "The cistern is cracked. We'd like a new one with a button that saves water.",
    report: "New cistern fitted and sealed. Both flushes tested.",
    quote: {
      lines: [
        { what: "Cistern with fittings", amount: 5200 },
        { what: "Work", amount: 3500 },
      ],
      note: null,
    },
    excess: "The wall behind it had to be repaired first",
    said: [
      "Brought three to choose from and fitted ours within the hour.",
      "New cistern fitted, no drips so far.",
      "Does the job, but the wall has a scratch.",
      "Left the old cistern in the drive.",
    ],
  },
  mixer: {
    illustration: "tap",
    serviceType: "Installation",
    notes: "The mixer at the basin is worn out. I have bought a new one.",
    report: "Fitted the new mixer with new hoses. No drips.",
    quote: {
      lines: [
        { what: "Hoses and seals", amount: 900 },
        { what: "Work", amount: 2500 },
      ],
      note: null,
    },
    excess: "The shut-off valves had to be replaced",
    said: [
      "Quick and clean: the new mixer was in before the kettle boiled.",
      "New mixer fitted, no drips so far.",
      "Works well, but it points a little to the left.",
      "The hose dripped and had to be tightened on a second visit.",
    ],
  },
  shower: {
    illustration: "tap",
    serviceType: "Installation",
    notes: "The shower only trickles, we fill buckets. The tank is on a low stand.",
    report: "Fitted a booster pump and a wider pipe to the shower.",
    quote: {
      lines: [
        { what: "Booster pump", amount: 9800 },
        { what: "Pipe and fittings", amount: 2400 },
        { what: "Work", amount: 4500 },
      ],
      note: null,
    },
    excess: "The old pipe in the wall was too narrow",
    said: [
      "A real shower at last, even when the town has no water.",
      "Pressure is back. The pump hums a little.",
      "Better than before, but the tiles were not matched.",
      "The pump failed after a week and was replaced.",
    ],
  },
  bathroom: {
    illustration: "toilet",
    serviceType: "Other",
    notes: "We'd like the bath taken out and a shower put in, with new tiles to the ceiling.",
    report: "Bath out, shower in, walls tiled and sealed.",
    quote: {
      lines: [
        { what: "Pipes, waste and fittings", amount: 18500 },
        { what: "Shower and screen", amount: 26000 },
        { what: "Six days of work", amount: 42000 },
      ],
      note: "Tiles are bought by you.",
    },
    excess: "The floor under the bath was rotten",
    said: [
      "The drawing and the price came first, and both held.",
      "Lovely work. The second coat of tiling came a day late.",
      "Good bathroom, but a lot of dust in the house.",
      "It took two weeks longer than planned.",
    ],
  },
  inspection: {
    illustration: "pipe",
    serviceType: "Inspection",
    notes: "The meter turns while all taps are closed, and the pressure is low upstairs.",
    report: "Pressure test section by section, with a written report: the pipe under the drive.",
    quote: {
      lines: [
        { what: "Pressure test and camera", amount: 3500 },
        { what: "Written report", amount: 1500 },
      ],
      note: null,
    },
    excess: "A second section had to be tested",
    said: [
      "Three plumbers gave up on our low pressure. This one found the cause within an hour.",
      "Clear report with photos. It came two days later.",
      "The cause was found, but I had to ask twice for the report.",
      "The first test missed the leak.",
    ],
  },
  filter: {
    illustration: "tap",
    serviceType: "Installation",
    notes: "Our borehole water stains the basin brown and blocks the geyser.",
    report: "Fitted a sediment filter and a softener. The water runs clear.",
    quote: {
      lines: [
        { what: "Filter housing and two cartridges", amount: 8900 },
        { what: "Softener", amount: 21000 },
        { what: "Work", amount: 5500 },
      ],
      note: "Cartridges last about six months.",
    },
    excess: "The pump's pressure switch was worn out",
    said: [
      "No more brown water. Thank you!",
      "Clear water at last. A spare cartridge would have been nice.",
      "The water is better, but the filter is hard to open.",
      "The first filter was too small and had to be changed.",
    ],
  },
  kitchen: {
    illustration: "tap",
    serviceType: "Installation",
    notes: "We are changing the kitchen: new sink, a tap for the dishwasher, and gas for the hob.",
    report: "Sink, dishwasher and hob connected. Valves under the worktop, all tested.",
    quote: {
      lines: [
        { what: "Sink and fittings", amount: 11500 },
        { what: "Valves and pipes", amount: 4800 },
        { what: "Two days of work", amount: 9000 },
      ],
      note: null,
    },
    excess: "The waste had to be moved by a metre",
    said: [
      "Every valve can be reached, and everything worked on the first try.",
      "Tidy kitchen. One day longer than planned.",
      "All connected, but the worktop has a gap.",
      "The waste had to be sealed twice.",
    ],
  },
  gas: {
    illustration: "geyser",
    serviceType: "Installation",
    notes: "We'd like our cooker and a geyser on gas, with the bottles outside.",
    report: "Gas line laid and pressure-tested: tight. Geyser lit and set.",
    quote: {
      lines: [
        { what: "Copper pipe and regulator", amount: 7600 },
        { what: "Shut-off valves", amount: 2400 },
        { what: "Work and pressure test", amount: 6000 },
      ],
      note: "With a certificate of the test.",
    },
    excess: "The bottles needed a cage",
    said: [
      "The pressure test was done while I watched. I feel safe.",
      "Neat pipes, well explained. The certificate came later.",
      "The cooker works, but the pipe runs across the wall.",
      "The geyser had to be set again on a second visit.",
    ],
  },
  irrigation: {
    illustration: "pipe",
    serviceType: "Installation",
    notes: "Half of the vegetable garden stays dry. We have a tank and a small pump.",
    report: "Drip lines laid in six beds, with a filter and a timer.",
    quote: {
      lines: [
        { what: "Drip line, 120 metres", amount: 6800 },
        { what: "Filter and timer", amount: 4900 },
        { what: "Work", amount: 5500 },
      ],
      note: null,
    },
    excess: "The pump needed a new valve",
    said: [
      "We use half the water, and the beds are green.",
      "Works well. The timer took some learning.",
      "Good lines, but one bed was forgotten at first.",
      "Two joints came off in the first week.",
    ],
  },
} satisfies Record<string, DemoProblem>;

type ProblemName = keyof typeof PROBLEMS;

/** What a plumber of each speciality is called for, the most usual first. */
const WORK_OF: Partial<Record<(typeof SPECIALITIES)[number], ProblemName[]>> = {
  "Leak Repair": ["tap", "pipe"],
  "Water Heater Installation": ["newGeyser", "geyser"],
  "Emergency Plumbing": ["pipe", "drain", "toilet", "geyser"],
  "Bathroom Remodeling": ["bathroom", "shower", "cistern"],
  "Drain Cleaning": ["drain", "sink"],
  "Pipe Inspection & Leak Detection": ["inspection", "pipe"],
  "Residential Plumbing": ["tap", "drain", "toilet", "geyser", "inspection"],
  "Water Filtration Systems": ["filter", "inspection"],
  "Fixture Replacement": ["cistern", "mixer"],
  "Sewer Line Repair": ["drain"],
  "Kitchen Remodeling": ["kitchen", "sink"],
  "Commercial Plumbing": ["drain", "cistern", "inspection"],
  "Gas Fitting": ["gas"],
  "Pipe Replacement": ["pipe", "inspection"],
  "Shower Installation": ["shower"],
  "Sprinkler Systems Installation": ["irrigation"],
  "Faucet Installation": ["mixer", "tap"],
};
const ANY_WORK = WORK_OF["Residential Plumbing"]!;

/** From this number on: the work of some weeks ago, which is settled and paid. */
export const FIRST_EARLIER_JOB = 1000;
const numberOf = (bookingId: string) => Number(bookingId.slice(-4));
export const isEarlierJob = (bookingId: string): boolean => numberOf(bookingId) >= FIRST_EARLIER_JOB;

export const demoBookingId = (number: number): string => `demobooking${String(number).padStart(4, "0")}`;

/** What a demo booking is about: something its plumber does. The work of some weeks ago is all of one kind. */
export function problemOf({ id, plumberId }: { id: string; plumberId?: string | null }): DemoProblem {
  const plumber = plumberId ? DEMO_PLUMBERS[Number(plumberId.slice(-2)) - 1] : undefined;
  const work = (plumber && WORK_OF[plumber.speciality]) ?? ANY_WORK;
  return PROBLEMS[isEarlierJob(id) ? work[0]! : work[numberOf(id) % work.length]!];
}
