export interface Service {
  /** The first three have a page of their own under /services. */
  slug: string;
  title: string;
  text: string;
  illustration:
    | "service-residential"
    | "service-commercial"
    | "service-emergency"
    | "service-geyser"
    | "service-drain"
    | "service-leak";
  points: string[];
}

export interface Reason {
  title: string;
  text: string;
}

const residential: Service = {
  slug: "residential",
  title: "Residential Plumbing",
  text: "Everything between the meter and the last tap of a home: repairs, new bathrooms and kitchens, tanks on stands and the pipes that join them.",
  illustration: "service-residential",
  points: [
    "Taps, toilets, cisterns and showers repaired or replaced",
    "Kitchens and bathrooms designed and fitted, start to finish",
    "Tanks, stands and booster pumps for homes with water hours",
    "Old galvanised pipe replaced, a section at a time if you like",
  ],
};

const commercial: Service = {
  slug: "commercial",
  title: "Commercial Plumbing",
  text: "Shops, schools, lodges, clinics and offices can't close for a leak. We plan the work around your opening hours and give you a written report.",
  illustration: "service-commercial",
  points: [
    "Ablution blocks, kitchens and staff rooms",
    "Storage tanks and pumps sized for the number of people",
    "Regular inspection with a written report",
    "Grease traps and drains kept clear",
  ],
};

const emergency: Service = {
  slug: "emergency",
  title: "Emergency Plumbing",
  text: "A burst pipe, a blocked sewer or a geyser through the ceiling. Turn off the water, then call us: we'll find the nearest plumber who is free.",
  illustration: "service-emergency",
  points: [
    "Burst pipes and failed valves",
    "Overflowing toilets and sewers",
    "Leaking geysers and tanks",
    "Advice by phone during office hours",
  ],
};

const geysers: Service = {
  slug: "geysers",
  title: "Geysers and Solar Water",
  text: "Electric, solar and gas geysers fitted, serviced and set up to cope with power cuts and with water from a tank on a stand.",
  illustration: "service-geyser",
  points: [
    "New geysers with the right valves and a drip tray",
    "Elements, thermostats and anodes replaced",
    "Solar geysers connected, flushed and refilled",
    "Safety valves tested and discharge pipes led outside",
  ],
};

const drains: Service = {
  slug: "drains",
  title: "Drain and Pipe Cleaning",
  text: "Slow basins, gurgling gullies and blocked sewers cleared at the cause, so that the same drain doesn't block again next month.",
  illustration: "service-drain",
  points: [
    "Kitchen and bathroom wastes cleared",
    "Sewer lines rodded or jetted",
    "Roots, collapsed pipes and bad falls found and repaired",
    "Septic tanks and soakaways inspected",
  ],
};

const leaks: Service = {
  slug: "leaks",
  title: "Leak Finding and Repair",
  text: "A meter that turns while every tap is shut means a leak. We find it before we dig, repair it, and test it before we close the ground.",
  illustration: "service-leak",
  points: [
    "Pressure tests, section by section",
    "Leaks under slabs, in walls and in the garden",
    "Dripping valves, overflows and tank fittings",
    "The repair shown to you before it is covered",
  ],
};

export const SERVICES: readonly Service[] = [residential, commercial, emergency, geysers, drains, leaks];

/** The four on the home page. */
export const HOME_SERVICES: readonly Service[] = [residential, commercial, emergency, geysers];

export const WHY_CHOOSE_US: readonly Reason[] = [
  {
    title: "The fee before you book",
    text: "Every plumber's appointment fee is shown on the card, in US dollars. You agree on the price of the work with the plumber before it starts.",
  },
  {
    title: "A time that's yours",
    text: "You choose the day and the half hour. Once you've booked it, nobody else can.",
  },
  {
    title: "Reviews from real jobs",
    text: "Only a client whose job is completed can review it, once. A plumber without reviews is shown as new, not as perfect.",
  },
  {
    title: "People you can reach",
    text: "Write to your plumber on the site, call us or send a WhatsApp message. You get an email at every step of a booking.",
  },
];
