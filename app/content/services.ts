import type { PricedService } from "~/domain/prices/usual-price";
import type { Problem } from "~/domain/search/problem";
import type { SPECIALITIES } from "~/domain/values/trade";

export interface Service {
  slug: string;
  title: string;
  short: string;
  text: string;
  illustration: `service-${"residential" | "commercial" | "emergency" | "geyser" | "drain" | "leak" | "inspection"}`;
  points: string[];
  /** The plumbers that the directory shows for it: of a speciality, or for a problem. */
  by: { speciality: (typeof SPECIALITIES)[number]; problem: null } | { speciality: null; problem: Problem };
  priced: readonly PricedService[];
}

export const SERVICES: readonly Service[] = [
  {
    slug: "residential",
    title: "Residential Plumbing",
    short: "Repairs, bathrooms, kitchens and tanks at home",
    text: "Everything between the meter and the last tap of a home: repairs, new bathrooms and kitchens, tanks on stands and the pipes that join them.",
    illustration: "service-residential",
    points: [
      "Taps, toilets, cisterns and showers repaired or replaced",
      "Kitchens and bathrooms designed and fitted, start to finish",
      "Tanks, stands and booster pumps for homes with water hours",
      "Old galvanised pipe replaced, a section at a time if you like",
    ],
    by: { speciality: "Residential Plumbing", problem: null },
    priced: ["Leak Fixing", "Installation"],
  },
  {
    slug: "commercial",
    title: "Commercial Plumbing",
    short: "Shops, schools, lodges and clinics, around your hours",
    text: "Shops, schools, lodges, clinics and offices can't close for a leak. We plan the work around your opening hours and give you a written report.",
    illustration: "service-commercial",
    points: [
      "Ablution blocks, kitchens and staff rooms",
      "Storage tanks and pumps sized for the number of people",
      "Regular inspection with a written report",
      "Grease traps and drains kept clear",
    ],
    by: { speciality: "Commercial Plumbing", problem: null },
    priced: ["Inspection", "Drain Cleaning"],
  },
  {
    slug: "emergency",
    title: "Emergency Plumbing",
    short: "A burst pipe or a blocked sewer: who is near and free",
    text: "A burst pipe, a blocked sewer or a geyser through the ceiling. Turn off the water, then call us: we'll find the nearest plumber who is free.",
    illustration: "service-emergency",
    points: [
      "Burst pipes and failed valves",
      "Overflowing toilets and sewers",
      "Leaking geysers and tanks",
      "Advice by phone during office hours",
    ],
    by: { speciality: "Emergency Plumbing", problem: null },
    priced: ["Leak Fixing", "Drain Cleaning"],
  },
  {
    slug: "geysers",
    title: "Geysers and Solar Water",
    short: "Electric, solar or gas: fitted, serviced, repaired",
    text: "Electric, solar and gas geysers fitted, serviced and set up to cope with power cuts and with water from a tank on a stand.",
    illustration: "service-geyser",
    points: [
      "New geysers with the right valves and a drip tray",
      "Elements, thermostats and anodes replaced",
      "Solar geysers connected, flushed and refilled",
      "Safety valves tested and discharge pipes led outside",
    ],
    by: { speciality: null, problem: "geyser" },
    priced: ["Installation"],
  },
  {
    slug: "drains",
    title: "Drain and Pipe Cleaning",
    text: "Slow basins, gurgling gullies and blocked sewers cleared at the cause, so that the same drain doesn't block again next month.",
    short: "Sinks, toilets, gullies and sewers made to run again",
    illustration: "service-drain",
    points: [
      "Kitchen and bathroom wastes cleared",
      "Sewer lines rodded or jetted",
      "Roots, collapsed pipes and bad falls found and repaired",
      "Septic tanks and soakaways inspected",
    ],
    by: { speciality: null, problem: "drain" },
    priced: ["Drain Cleaning"],
  },
  {
    slug: "leaks",
    title: "Leak Finding and Repair",
    text: "A meter that turns while every tap is shut means a leak. We find it before we dig, repair it, and test it before we close the ground.",
    short: "Found before the wall is opened, and closed for good",
    illustration: "service-leak",
    points: [
      "Pressure tests, section by section",
      "Leaks under slabs, in walls and in the garden",
      "Dripping valves, overflows and tank fittings",
      "The repair shown to you before it is covered",
    ],
    by: { speciality: null, problem: "leak" },
    priced: ["Leak Fixing"],
  },
];

export const HOME_SERVICES = SERVICES.slice(0, 4);

export const WHY_CHOOSE_US = [
  {
    title: "The fee before you book",
    text: "Every plumber's fee is on the card, in US dollars.",
    illustration: "reason-fee",
  },
  {
    title: "A time that's yours",
    text: "Your time is held once you book.",
    illustration: "reason-time",
  },
  {
    title: "Reviews from real jobs",
    text: "Only clients with a finished job can review.",
    illustration: "reason-review",
  },
  {
    title: "People you can reach",
    text: "Write here, call us or send a WhatsApp message.",
    illustration: "reason-contact",
  },
] as const;
export type Reason = (typeof WHY_CHOOSE_US)[number];
