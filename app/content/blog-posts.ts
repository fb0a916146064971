import type { Problem } from "~/domain/search/problem";
import type { LocalDate } from "~/domain/time/harare";

export type Block = string | { heading: string } | readonly string[];

export interface BlogPost {
  id: number;
  title: string;
  excerpt: string;
  date: LocalDate;
  minutes: number;
  picture: { illustration: `post-${"geyser" | "borehole" | "hard-water" | "burst-pipe" | "choose"}`; alt: string };
  problem: Problem | null;
  body: Block[];
}

export const BLOG_POSTS: readonly BlogPost[] = [
  {
    id: 1,
    title: "Load-shedding and your geyser",
    excerpt: "How to keep hot water through a ZESA cut, what to switch off, and when a dripping valve is a warning.",
    date: "2026-09-08",
    minutes: 3,
    picture: { illustration: "post-geyser", alt: "A geyser with its plug pulled out, and a burning candle beside it" },
    problem: "geyser",
    body: [
      "A geyser is a kettle in a blanket. When ZESA goes, the water inside does not turn cold at once: a sound, well lagged geyser stays usefully hot, if nobody draws from it, for most of a day. What empties it is the running tap. So the first rule in a power cut is simple: spend the hot water you have on washing people, not on plates and floors.",
      { heading: "Switch it off, then wait" },
      "When the power goes, switch the geyser off at the distribution board. Power often returns with dips and surges while the whole street starts drawing at once. Give it ten to fifteen minutes to settle, then switch on again. If you have a prepaid meter and one short hour of power, let the geyser and the stove take turns.",
      { heading: "How long it needs" },
      "A common 150 litre geyser with a 3 kW element takes a little over two hours to go from cold to 60 °C; 100 litres take about an hour and a half. Set the thermostat to 60 °C. Hotter water wastes money and scalds children; much cooler water that stands for days lets bacteria grow. Most home inverters are not built for a 3 kW element, so ask an electrician before you connect one.",
      { heading: "No power and no water" },
      "Cuts and dry pipes often come together, because the council's pumps and your borehole need power too. If nothing comes from the hot taps, leave the geyser off, even when the lights are back, until the hot water runs in a steady stream without spitting. An element that heats in air burns out in minutes. If a tank on a stand feeds your geyser, its bottom must stand higher than the geyser and the highest shower.",
      { heading: "If you have a solar geyser" },
      "Put the electric back-up on a timer, for the hour or two before you wash, so that the sun does the work by day. In systems with a small circulation pump, the pump stops in a power cut while the sun goes on heating: ask for a pump with its own small panel. In simple systems where the water stands in the glass tubes, never refill an empty tank in full sun. Cold water in hot, dry glass can crack it. Wait until evening or early morning.",
      { heading: "The valves that keep you safe" },
      "Every pressure geyser has a safety valve with a pipe that leads outside. A few drops while it heats are normal, because water grows as it warms. A steady trickle, or steam, is not. Never plug that pipe: it is what stands between you and a burst cylinder.",
      { heading: "Checklist" },
      [
        "Label the geyser switch on the board so that everyone in the house can find it.",
        "Off when the power goes, on again fifteen minutes after it returns.",
        "Thermostat at 60 °C, hot pipes lagged for at least the first metre.",
        "No steady flow from the hot taps: geyser stays off.",
        "Look at the overflow pipe once a month: drops are fine, a trickle is not.",
        "Have the anode and the safety valve checked once a year.",
      ],
    ],
  },
  {
    id: 2,
    title: "Weak pressure from the borehole",
    excerpt: "Tank too low, pipe too thin, or pump worn out? How to find the cause before you pay for a new pump.",
    date: "2026-09-29",
    minutes: 3,
    picture: { illustration: "post-borehole", alt: "A tank on a stand, filled from a borehole past a pressure gauge" },
    problem: "pressure",
    body: [
      "When the shower turns into a drizzle, many people buy a bigger pump. Often the pump was never the problem. Half an hour with a bucket and a watch tells you where to look first.",
      { heading: "Know which system you have" },
      "In most homes here the borehole fills a tank on a stand and the house runs on gravity. The pump in the ground then has nothing to do with the pressure at your shower; only the height of the water has. In other homes a booster pump with a pressure vessel pushes the water to the taps. The two fail in different ways.",
      { heading: "Gravity: count the metres" },
      "Ten metres of height make one bar. A tank whose water stands five metres above the shower rose gives half a bar, and the pipe on the way eats part of that. Many modern mixers and showers want a full bar. Raising a stand by a metre gains only a tenth, so look at the pipe before you call a welder: a long run of thin pipe, many elbows or a half-shut gate valve may cost you more than that metre. Ask for 32 or 40 mm from the tank to the house, and choose showers made for low pressure.",
      { heading: "Booster pump: listen to it" },
      "If the pump clicks on and off every few seconds while one tap runs, the pressure vessel has lost its air or its membrane has split. With the pump off and a tap open, the air in the vessel should read about 0.2 bar below the pressure at which the pump starts. If water comes out of the air valve, the membrane is gone. Leave this for long and the switch and the motor go as well.",
      { heading: "Spitting taps, sand and the dry months" },
      "Towards the end of the dry season the water in the ground stands lower. If the taps spit, or the tank fills much more slowly than in April, the borehole may be giving less than the pump takes. Let the pump rest and have the level and the yield measured. A bigger pump in a weak borehole only runs dry sooner. Dry-run protection costs far less than a motor. Fresh sand in the tank means that the casing or screen needs looking at.",
      { heading: "Two waters, one house" },
      "If you have council water too, the two must never be joined by a plain tee. When the mains run dry, your borehole water can flow back into the street's pipes. Let the council pipe fall into the tank above the water line, with a float valve, so that nothing can run back.",
      { heading: "Checklist" },
      [
        "Time a ten litre bucket at the shower: one minute or less is good enough for washing.",
        "Same test at the tap nearest the tank: if that is strong, the fault is in the house pipes.",
        "Clean the rose, the tap strainers and the filter cartridge.",
        "Open every gate valve fully; old ones break inside and stay half shut.",
        "Weak hot water beside strong cold water points to the geyser's valve or its inlet strainer.",
        "Keep two days of water in the tank, for the days when power and sun both fail.",
      ],
    ],
  },
  {
    id: 3,
    title: "Living with hard water",
    excerpt:
      "White crust on the kettle, soap that will not lather, a geyser that grumbles: what helps and what does not.",
    date: "2026-10-13",
    minutes: 3,
    picture: { illustration: "post-hard-water", alt: "A tap and a kettle with scale in them" },
    problem: "geyser",
    body: [
      "If your kettle grows a white crust and the soap refuses to foam, your water is hard: on its way through the rock it has picked up calcium and magnesium. Borehole water is often harder than council water, which mostly comes from dams. It can differ from one plot to the next, and where the rock is dolomite, as around Chinhoyi, it is no surprise at all.",
      { heading: "Is it bad for you?" },
      "Not for being hard. The minerals are harmless to drink. But hardness says nothing about germs, nitrate or fluoride, so a borehole that you drink from deserves a laboratory test once a year, best after the rains have begun. Ask for hardness, iron, pH, nitrate, fluoride and E. coli. Brown stains are iron, not lime, and need a different filter.",
      { heading: "What it does to the house" },
      "Lime drops out where water is heated, and faster the hotter it gets. It bakes onto the geyser's element, which then runs hot under its coat, takes longer, costs more and dies early. A geyser that grumbles or pops is telling you about it. Flakes block shower roses, strainers and the narrow passages of solar geysers; a crumb under a valve seat makes a tap or a safety valve drip.",
      { heading: "What you can do yourself" },
      "Keep the thermostat at 60 °C and not above. Soak the shower rose in warm vinegar for an hour, or in citric acid, a tablespoon to a litre of water, and rinse well. Keep acid off marble and terrazzo, and do not leave it on chrome overnight. Never mix it with bleach: the gas is poisonous. Wipe the shower glass before the drops dry.",
      { heading: "What a plumber can do" },
      "Once a year or two, with power and water off, the geyser is drained, the sediment flushed, the element cleaned or changed and the anode checked. The anode is a rod that corrodes in place of the tank; in mineral-rich water it is used up sooner. For the geyser alone, a cartridge that doses polyphosphate into the cold feed slows scale cheaply, as long as someone changes it.",
      "A real softener exchanges the lime for a little sodium. It needs salt, a drain for rinsing, and usually more pressure than a tank on a stand gives, so often a pump as well. Leave the kitchen drinking tap and the garden on hard water; anyone on a low-salt diet should not drink softened water. We doubt that magnets clipped to a pipe help: ask for a written money-back guarantee.",
      { heading: "Checklist" },
      [
        "Have the water tested before you buy any equipment. Above 180 mg per litre counts as very hard.",
        "Descale roses and strainers every three months.",
        "Write the date of the last anode check on the geyser.",
        "Replace a cracked or leaking element, do not patch it.",
        "Softened water for geyser and laundry, hard water for drinking and garden.",
        "Budget for salt and cartridges before you choose a system.",
      ],
    ],
  },
  {
    id: 4,
    title: "Burst pipe: the first ten minutes",
    excerpt: "What to shut, what to switch off and what to leave alone until the plumber is at the gate.",
    date: "2026-10-29",
    minutes: 3,
    picture: { illustration: "post-burst-pipe", alt: "A cracked pipe that sprays water, and a stopwatch" },
    problem: "burst-pipe",
    body: [
      "A burst pipe makes people run for towels. Leave the towels. Every minute that the water runs does more harm than anything you can mop. This is the order in which we would do it in our own homes.",
      { heading: "Minutes one to three: stop the water" },
      "Find out which water it is, or shut everything. Council water is closed at the stop valve beside the meter, usually near the gate: turn it clockwise. If a tank on a stand feeds the house, close the valve at the tank's outlet as well, because a full tank goes on emptying into your ceiling long after the street is shut. Switch off the borehole and booster pumps, so that nothing refills or pushes.",
      { heading: "Minutes three to five: power" },
      "Switch off the geyser. If water has come near lights, sockets or appliances, switch off the main switch too, but only if the board is dry and you stand on dry ground. If it is not, stay out of the wet rooms and call an electrician or ZESA. Remember that an inverter, a generator and solar panels keep a house alive when the main switch is off: shut those down as well.",
      { heading: "Minutes five to eight: drain what is left" },
      "Close the cold valve at the geyser first, so that the cylinder stays full. Then open the lowest cold tap, often the one in the garden, and one tap upstairs or at the highest point, so that air comes in and the pipes run empty. Keep buckets under them; this is clean water and you will want it. If a ceiling sags, keep everyone out from under it. Once the power is off, a small hole at the edge of the bulge, made from the side with a bucket ready, lets the water down before the board falls.",
      { heading: "Minutes eight to ten: record and call" },
      "Take photographs for the insurer before you move things. Then call a plumber and say three things: what is leaking, whether the water is off, and which pipe it is: copper, galvanised steel, PVC or black polythene. It decides which fittings come along. If the leak is on the street side of the meter, it belongs to the council: report it and ask for a reference number.",
      { heading: "Holding on until help comes" },
      "With the pipe empty, a piece of bicycle tube wrapped tightly and held with two hose clamps will stand light pressure on a cold pipe. It is a bandage, not a repair. Do not use it on gas or on hot pipes under pressure.",
      "Many bursts happen when council water returns at night, pushing air in front of it. When your hours come back, open one outside tap slowly and let it cough before you open the rest.",
      { heading: "Checklist for a quiet Saturday" },
      [
        "Find the street valve and the tank valve, and turn both. A valve that will not move needs replacing now.",
        "Paint them, and show them to everyone at home.",
        "Keep a torch, two hose clamps and a bicycle tube in one box.",
        "Save the numbers of a plumber, an electrician and the council's fault line.",
        "Close every tap before you leave home in a dry spell.",
      ],
    ],
  },
  {
    id: 5,
    title: "How to choose a plumber",
    excerpt: "The questions to ask before the work, what to get in writing, and the signs to walk away from.",
    date: "2026-11-17",
    minutes: 3,
    picture: { illustration: "post-choose", alt: "A plumber's card with three ticks and a seal" },
    problem: null,
    body: [
      "Bad plumbing hides well. It sits behind tiles and under concrete, and shows up a year later. So the time to be careful is before the first tile comes off. You don't need to know about pipes, only to ask plain questions. Good plumbers like them.",
      { heading: "Ask what they do most" },
      "Someone who clears drains every day may fit one solar geyser a year. Ask when they last did a job like yours, and whether you may speak to that client. Ask to see a trade certificate and check that the name matches the ID. For gas, ask for gas papers. For a new geyser circuit or a pump, the wiring is an electrician's work.",
      { heading: "Get the price in parts" },
      "A useful quotation separates the visit, the labour and the material, names brands and sizes, says which currency it is in and how long it is valid, and says what is not included: plastering, tiling, taking away rubble. A single round figure tells you nothing. For anything larger, compare two or three, and be wary of the one far below the others: it is often a thinner pipe.",
      "A deposit for material is fair. The full price in advance is not. If you prefer to buy the parts yourself, agree on the list first, and know that the plumber will then answer for the work but not for the parts.",
      { heading: "While the work is done" },
      "Ask for a pressure test before a wall or trench is closed, and stay to see it: the gauge should stand still. Take a photograph of the open pipes with a tape measure in the picture; one day it will stop you drilling into them. If you have a tank on a stand, say so at the start, because fittings must suit low pressure. If your water comes only at certain hours, plan the job so that it can be tested when it flows.",
      { heading: "What the marks on our site mean" },
      "The mark beside a plumber's name means that our office has seen papers or heard from a former client: the plumber's page says which, and when. No mark means that we have seen none, so do ask. Reviews can be written only by a client whose booking with that plumber is completed, one for each job. Read what they say about turning up on time and cleaning up, not only the stars. The fee you see is the appointment fee; agree on the price of the work before it starts.",
      { heading: "When to walk away" },
      "Walk away from a plumber who will not put a price in writing, who says that a test is not necessary, who wants to plug a safety valve, or who tells you it must be done today but can't show you why.",
      { heading: "Checklist" },
      [
        "Describe the fault with two photographs and the age of the house.",
        "See the certificate and ask for one recent client.",
        "Written price: visit, labour, materials, and what is left out.",
        "Agree on the start, the length of the job, and who cleans up.",
        "Ask how long the work is guaranteed, and get it in writing.",
        "Keep the old parts, the receipt and the photographs.",
      ],
    ],
  },
];
