// Demo data: nobody here exists. Portraits are drawings, by their number in `portraits.ts`.

export interface DemoPlumber {
  name: string;
  username: string;
  portrait: number;
  city: string;
  speciality: string;
  experience: string;
  fee: number;
  about: string;
}

const plumber = (
  name: string, username: string, portrait: number, city: string, speciality: string, years: number, fee: number, about: string,
): DemoPlumber => ({ name, username, portrait, city, speciality, experience: `${years} Years`, fee, about });

/** The first is plumber@pombi.test. */
export const DEMO_PLUMBERS: DemoPlumber[] = [
  plumber("Tendai", "Moyo", 0, "Harare", "Leak Repair", 9, 25, "Finds the leak before opening the wall. Copper, PEX and old galvanised pipe, with the water off for as short a time as can be."),
  plumber("Rudo", "Chikafu", 1, "Harare", "Water Heater Installation", 7, 30, "Electric and solar geysers, fitted so that they survive load-shedding: timers, valves and a proper drip tray."),
  plumber("Farai", "Mutasa", 2, "Harare", "Emergency Plumbing", 12, 45, "Burst pipes and overflowing tanks, evenings and weekends. Tells you on the phone which valve to close first."),
  plumber("Nyasha", "Gumbo", 4, "Harare", "Bathroom Remodeling", 11, 40, "From the drain to the last tile. A drawing and a price before anything is taken out."),
  plumber("Memory", "Zvobgo", 3, "Harare", "Drain Cleaning", 6, 20, "Blocked kitchen and yard drains, with rods and a jet. Leaves the yard as it was."),
  plumber("Blessing", "Makoni", 6, "Harare", "Pipe Inspection & Leak Detection", 15, 35, "Camera and pressure test, with a written report that your insurer can read."),
  plumber("Sibongile", "Ndlovu", 5, "Bulawayo", "Residential Plumbing", 8, 22, "Everything in and around a house. Explains what is urgent and what can wait until next month."),
  plumber("Themba", "Khumalo", 8, "Bulawayo", "Water Filtration Systems", 10, 28, "Borehole water that stains and scales: filters, softeners and the pump settings behind them."),
  plumber("Mthunzi", "Dube", 10, "Bulawayo", "Emergency Plumbing", 5, 38, "On the road within the hour in town, with the common valves and fittings in the van."),
  plumber("Nomsa", "Sibanda", 7, "Bulawayo", "Fixture Replacement", 4, 18, "Taps, mixers, cisterns. Brings three samples, fits the one you choose the same day."),
  plumber("Lovemore", "Ncube", 12, "Bulawayo", "Sewer Line Repair", 18, 50, "Old clay sewers replaced in sections, with the council's inspection arranged."),
  plumber("Tapiwa", "Chuma", 14, "Gweru", "Residential Plumbing", 6, 20, "Honest about small jobs: if a washer does it, you pay for a washer."),
  plumber("Patience", "Hove", 9, "Gweru", "Kitchen Remodeling", 9, 32, "Sinks, dishwashers and gas under one worktop, planned so that every valve can be reached."),
  plumber("Kudzai", "Mapfumo", 16, "Gweru", "Commercial Plumbing", 14, 55, "Shops, schools and lodges. Works before opening hours and hands over drawings."),
  plumber("Simba", "Nyathi", 18, "Gweru", "Gas Fitting", 8, 30, "Gas lines for cookers and geysers, pressure-tested while you watch."),
  plumber("Anesu", "Mutare", 20, "Mutare", "Pipe Replacement", 10, 27, "Old galvanised pipe out, new pipe in, one room at a time so that the house stays liveable."),
  plumber("Chipo", "Saungweme", 11, "Mutare", "Shower Installation", 5, 24, "Low pressure is her subject: booster pumps, wide pipes and shower heads that work from a tank."),
  plumber("Tatenda", "Mukono", 22, "Mutare", "Leak Repair", 7, 21, "Hillside houses with high pressure: reducing valves, and leaks found by ear."),
  plumber("Godfrey", "Masara", 24, "Mutare", "Sprinkler Systems Installation", 13, 36, "Gardens and small farms. Drip lines that use half the water."),
  plumber("Ruvimbo", "Shoko", 13, "Masvingo", "Faucet Installation", 3, 15, "Quick, clean and back next day if anything drips."),
  plumber("Tawanda", "Chiwenga", 26, "Masvingo", "Residential Plumbing", 16, 26, "Tanks on stands, gravity-fed houses and everything that hangs off them."),
  plumber("Brighton", "Mhuru", 28, "Masvingo", "Water Heater Installation", 9, 29, "Solar geysers on every kind of roof, drained and serviced each winter."),
  plumber("Prosper", "Kanda", 30, "Chinhoyi", "Drain Cleaning", 8, 19, "Farm and town. Septic tanks checked, drains cleared, no mess left."),
  plumber("Shamiso", "Gondo", 15, "Chinhoyi", "Residential Plumbing", 6, 20, "Repairs first, replacement only when a repair would not last."),
];

export interface DemoClient {
  name: string;
  username: string;
  /** Null: has not put a picture up. */
  portrait: number | null;
  address: string;
}

/** The first is client@pombi.test. */
export const DEMO_CLIENTS: DemoClient[] = [
  { name: "Tariro", username: "Banda", portrait: 17, address: "22 Lomagundi Road, Avondale, Harare" },
  { name: "Munyaradzi", username: "Phiri", portrait: 32, address: "8 Josiah Tongogara Street, Harare" },
  { name: "Thandiwe", username: "Mpofu", portrait: 19, address: "41 Cecil Avenue, Hillside, Bulawayo" },
  { name: "Kuda", username: "Zhou", portrait: null, address: "3 Seventh Street, Gweru" },
  { name: "Rutendo", username: "Marange", portrait: 21, address: "15 Vumba Road, Mutare" },
  { name: "Ishmael", username: "Tembo", portrait: null, address: "9 Hughes Street, Masvingo" },
  { name: "Chengetai", username: "Muza", portrait: 23, address: "60 Enterprise Road, Highlands, Harare" },
  { name: "Lindiwe", username: "Moyo", portrait: null, address: "12 Fife Street, Bulawayo" },
  { name: "Panashe", username: "Garwe", portrait: 34, address: "5 Main Street, Chinhoyi" },
  { name: "Vimbai", username: "Chari", portrait: null, address: "77 Samora Machel Avenue, Harare" },
  { name: "Everjoy", username: "Sithole", portrait: 25, address: "18 Herbert Chitepo Street, Mutare" },
  { name: "Nkosana", username: "Hadebe", portrait: null, address: "29 Robert Mugabe Way, Gweru" },
];
