import * as z from "zod";
import { suburbsOf } from "../../app/content/suburbs";
import { OPENING_HOURS, SLOT_MINUTES } from "../../app/domain/time/availability";
import { SPECIALITIES } from "../../app/domain/values/trade";

/** The accounts of the demo town that README names. */
export const DEMO_LOGINS = ["admin@pombi.test", "client@pombi.test", "plumber@pombi.test"] as const;
export const DEMO_PASSWORD = "pombi-demo-1";

// No one here exists; the portraits are illustrations. The first ones are plumber@pombi.test and client@pombi.test.

/** Minutes that a request usually waits, jobs of the weeks before, what differs from the opening hours, and how this week is. */
const PLUMBERS = `
Tendai    | Moyo      | Harare   | Leak Repair                      | 9  | 25 | 12  | 16 |       |       |     |                 |      | tap pipe                           | Finds the leak before opening the wall. Copper, PEX and old galvanised pipe, with the water off for as short a time as can be.
Rudo      | Chikafu   | Harare   | Water Heater Installation        | 7  | 30 | 45  | 9  | 11:00 |       |     |                 |      | newGeyser geyser                   | Electric and solar geysers, fitted so that they survive load-shedding: timers, valves and a proper drip tray.
Farai     | Mutasa    | Harare   | Emergency Plumbing               | 12 | 45 | 5   | 21 |       |       |     |                 |      | pipe drain toilet geyser           | Burst pipes and overflowing tanks, evenings and weekends. Tells you on the phone which valve to close first.
Nyasha    | Gumbo     | Harare   | Bathroom Remodeling              | 11 | 40 | 150 | 12 | 12:00 |       |     |                 |      | bathroom shower cistern            | From the drain to the last tile. A drawing and a price before anything is taken out.
Memory    | Zvobgo    | Harare   | Drain Cleaning                   | 6  | 20 | 25  | 6  | 10:30 |       |     |                 |      | drain sink                         | Blocked kitchen and yard drains, with rods and a jet. Leaves the yard as it was.
Blessing  | Makoni    | Harare   | Pipe Inspection & Leak Detection | 15 | 35 | 75  | 19 |       | 17:00 | 120 | Sat Sun         | busy | inspection pipe                    | Camera and pressure test, with a written report that your insurer can read.
Sibongile | Ndlovu    | Bulawayo | Residential Plumbing             | 8  | 22 | 20  | 14 | 11:30 |       |     |                 |      | tap drain toilet geyser inspection | Everything in and around a house. Explains what is urgent and what can wait until next month.
Themba    | Khumalo   | Bulawayo | Water Filtration Systems         | 10 | 28 | 180 | 5  | 14:00 |       |     |                 |      | filter inspection                  | Borehole water that stains and scales: filters, softeners and the pump settings behind them.
Mthunzi   | Dube      | Bulawayo | Emergency Plumbing               | 5  | 38 | 8   | 7  |       |       |     |                 |      | pipe drain toilet geyser           | On the road within the hour in town, with the common valves and fittings in the van.
Nomsa     | Sibanda   | Bulawayo | Fixture Replacement              | 4  | 18 | 35  | 4  | 13:00 |       |     |                 |      | cistern mixer                      | Taps, mixers, cisterns. Brings three samples, fits the one you choose the same day.
Lovemore  | Ncube     | Bulawayo | Sewer Line Repair                | 18 | 50 | 240 | 20 |       | 16:00 | 120 | Wed Sat Sun     |      | drain                              | Old clay sewers replaced in sections, with the council's inspection arranged.
Tapiwa    | Chuma     | Gweru    | Residential Plumbing             | 6  | 20 | 15  | 8  |       |       |     |                 |      | tap drain toilet geyser inspection | Honest about small jobs: if a washer does it, you pay for a washer.
Patience  | Hove      | Gweru    | Kitchen Remodeling               | 9  | 32 | 90  | 5  |       |       |     |                 |      | kitchen sink                       | Sinks, dishwashers and gas under one worktop, planned so that every valve can be reached.
Kudzai    | Mapfumo   | Gweru    | Commercial Plumbing              | 14 | 55 | 300 | 17 | 15:00 |       |     |                 |      | drain cistern inspection           | Shops, schools and lodges. Works before opening hours and hands over drawings.
Simba     | Nyathi    | Gweru    | Gas Fitting                      | 8  | 30 | 55  | 11 |       | 18:00 | 90  | Sun             | busy | gas                                | Gas lines for cookers and geysers, pressure-tested while you watch.
Anesu     | Mutare    | Mutare   | Pipe Replacement                 | 10 | 27 | 40  | 13 | 12:30 |       |     |                 |      | pipe inspection                    | Old galvanised pipe out, new pipe in, one room at a time so that the house stays liveable.
Chipo     | Saungweme | Mutare   | Shower Installation              | 5  | 24 | 120 | 4  |       | 15:00 | 60  | Sat Sun         | busy | shower                             | Low pressure is her subject: booster pumps, wide pipes and shower heads that work from a tank.
Tatenda   | Mukono    | Mutare   | Leak Repair                      | 7  | 21 | 30  | 10 |       | 14:00 | 120 | Mon Wed Fri Sun | full | tap pipe                           | Hillside houses with high pressure: reducing valves, and leaks found by ear.
Godfrey   | Masara    | Mutare   | Sprinkler Systems Installation   | 13 | 36 | 210 | 15 |       | 17:00 |     | Tue Wed Sun     |      | irrigation                         | Gardens and small farms. Drip lines that use half the water.
Ruvimbo   | Shoko     | Masvingo | Faucet Installation              | 3  | 15 | 18  | 3  | 16:00 |       |     |                 |      | mixer tap                          | Quick, clean and back next day if anything drips.
Tawanda   | Chiwenga  | Masvingo | Residential Plumbing             | 16 | 26 | 65  | 18 | 13:30 |       |     |                 |      | tap drain toilet geyser inspection | Tanks on stands, gravity-fed houses and everything that hangs off them.
Brighton  | Mhuru     | Masvingo | Water Heater Installation        | 9  | 29 | 100 | 9  |       | 19:00 | 60  |                 | busy | newGeyser geyser                   | Solar geysers on every kind of roof, drained and serviced each winter.
Prosper   | Kanda     | Chinhoyi | Drain Cleaning                   | 8  | 19 | 10  | 7  | 11:00 |       | 90  |                 | busy | drain sink                         | Farm and town. Septic tanks checked, drains cleared, no mess left.
Shamiso   | Gondo     | Chinhoyi | Residential Plumbing             | 6  | 20 | 22  | 5  | 14:30 |       |     |                 |      | tap drain toilet geyser inspection | Repairs first, replacement only when a repair would not last.
`;

/** A portrait was uploaded by its owner; the caller has booked by phone and has no email (B29). */
const CLIENTS = `
Tariro     | Banda   | 22 Lomagundi Road         | Avondale       | Harare   | portrait
Munyaradzi | Phiri   | 8 Josiah Tongogara Street | Avenues        | Harare   | portrait
Thandiwe   | Mpofu   | 41 Cecil Avenue           | Hillside       | Bulawayo | portrait
Kuda       | Zhou    | 3 Seventh Street          | Gweru CBD      | Gweru    |
Rutendo    | Marange | 15 Vumba Road             | Palmerston     | Mutare   | portrait
Ishmael    | Tembo   | 9 Hughes Street           | Rhodene        | Masvingo |
Chengetai  | Muza    | 60 Enterprise Road        | Highlands      | Harare   | portrait
Lindiwe    | Moyo    | 12 Fife Street            | Bulawayo CBD   | Bulawayo |
Panashe    | Garwe   | 5 Main Street             | Chinhoyi CBD   | Chinhoyi | portrait
Vimbai     | Chari   | 77 Samora Machel Avenue   | Eastlea        | Harare   |
Everjoy    | Sithole | 18 Herbert Chitepo Street | Mutare CBD     | Mutare   | portrait
Nkosana    | Hadebe  | 29 Robert Mugabe Way      | Gweru CBD      | Gweru    |
Mavis      | Chirwa  | 14 Churchill Avenue       | Alexandra Park | Harare   | caller
`;

export const rowsOf = <Column extends string>(table: string, columns: readonly Column[]): Record<Column, string>[] =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const cells = line.split("|");
      return Object.fromEntries(columns.map((name, at) => [name, (cells[at] ?? "").trim()])) as Record<Column, string>;
    });

const minuteOf = (time: string, usual: number) =>
  time ? Number(time.split(":")[0]) * 60 + Number(time.split(":")[1]) : usual;
const idOf = (role: string, index: number) => `demo${role}${String(index + 1).padStart(2, "0")}`;
const phoneOf = (network: string, index: number) => `+26377${network}0${String(index).padStart(5, "0")}`;
const emailOf = (role: string, index: number) => `${role}${index === 0 ? "" : index + 1}@pombi.test`;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const NAME_COLUMNS = ["firstName", "lastName"] as const;
const TRADE = ["city", "speciality", "years", "fee", "minutesToAnswer", "earlierJobs"] as const;
const HOURS = ["opens", "closes", "job", "off", "week"] as const;

export const DEMO_PLUMBERS = rowsOf(PLUMBERS, [...NAME_COLUMNS, ...TRADE, ...HOURS, "work", "about"]).map(
  (row, index) => ({
    id: idOf("plumber", index),
    email: emailOf("plumber", index),
    firstName: row.firstName,
    lastName: row.lastName,
    phone: phoneOf("1", index),
    addressLine1: `${index + 3} Main Street, ${row.city}`,
    hasPortrait: true,
    city: row.city,
    ...suburbsNear(row.city, index),
    speciality: z.enum(SPECIALITIES).parse(row.speciality),
    experience: `${row.years} Years`,
    about: row.about,
    feeCents: Number(row.fee) * 100,
    minutesToAnswer: Number(row.minutesToAnswer),
    earlierJobs: Number(row.earlierJobs),
    hours: {
      opensAt: minuteOf(row.opens, OPENING_HOURS.opensAt),
      closesAt: minuteOf(row.closes, OPENING_HOURS.closesAt),
      jobMinutes: Number(row.job) || SLOT_MINUTES,
      daysOff: DAYS.reduce((bits, day, at) => bits + (row.off.includes(day) ? 1 << at : 0), 0),
    },
    /** "busy": today and tomorrow begin with a job; "full": no start of this week is free. */
    week: row.week,
    /** The kinds of problem that they are called for (demo-problems.ts), the most usual first. */
    work: row.work.split(" "),
  }),
);
export type DemoPlumber = (typeof DEMO_PLUMBERS)[number];

export const DEMO_CLIENTS = rowsOf(CLIENTS, [...NAME_COLUMNS, "street", "suburb", "city", "is"]).map(
  ({ is, ...row }, index) => ({
    id: idOf("client", index),
    email: is === "caller" ? null : emailOf("client", index),
    ...row,
    phone: phoneOf("2", index),
    addressLine1: row.street,
    addressLine2: `${row.suburb}, ${row.city}`,
    hasPortrait: is === "portrait",
    isCaller: is === "caller",
  }),
);
export type DemoClient = (typeof DEMO_CLIENTS)[number];

function suburbsNear(city: string, index: number): { suburb: string; served: string[] } {
  const all = suburbsOf(city);
  const near = [0, 1, 2, 3].map((further) => all[(index * 5 + further) % all.length]!);
  // Two in three come to the suburb that people try first.
  const popular = city === "Harare" && index % 3 > 0 ? ["Avondale"] : [];
  return { suburb: near[0]!, served: [...new Set([...near.slice(1), ...popular])].filter((one) => one !== near[0]) };
}
