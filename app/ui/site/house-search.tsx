import { type Problem, problemName } from "~/domain/search/problem";
import { directoryPath, type DirectoryChoice } from "~/domain/plumbers/directory-query";
import { formatPriceRange, pricedAs, type AreaPrices } from "~/domain/prices/usual-price";
import { CITIES } from "~/domain/values/cities";
import { PLACE_LENGTH, SEARCH_LENGTH } from "~/domain/values/text";
import { Icon } from "../shell/elements";

const MAIN = "M436 300V352H250";

interface HousePart {
  problem: Drawn;
  label: { text: string; x: number; y: number };
  area: { x: number; y: number; width: number; height: number };
  water: string;
}

/**
 * The parts of the house that can be chosen, each with its touch area (at least 44 px on a phone of 360 px, where a unit is
 * two thirds of one) and the way of the water from the meter to it, or from it to the drain.
 */
const HOUSE_PARTS: HousePart[] = [
  {
    problem: "geyser",
    label: { text: "Geyser", x: 250, y: 81 },
    area: { x: 186, y: 66, width: 128, height: 86 },
    water: `${MAIN}V128H292`,
  },
  {
    problem: "tank",
    label: { text: "Tank", x: 44, y: 296 },
    area: { x: 2, y: 142, width: 86, height: 164 },
    water: `${MAIN}H104V228H74`,
  },
  {
    problem: "tap",
    label: { text: "Tap", x: 196, y: 178 },
    area: { x: 104, y: 156, width: 124, height: 72 },
    water: `${MAIN}H150V214`,
  },
  {
    problem: "sink",
    label: { text: "Sink", x: 196, y: 264 },
    area: { x: 104, y: 229, width: 124, height: 72 },
    water: "M150 250v34H116V362H250",
  },
  {
    problem: "shower",
    label: { text: "Shower", x: 292, y: 294 },
    area: { x: 240, y: 156, width: 76, height: 144 },
    water: `${MAIN}V186H268`,
  },
  {
    problem: "toilet",
    label: { text: "Toilet", x: 355, y: 294 },
    area: { x: 322, y: 156, width: 76, height: 144 },
    water: `${MAIN}H388V214`,
  },
  {
    problem: "pressure",
    label: { text: "No water", x: 445, y: 228 },
    area: { x: 404, y: 208, width: 84, height: 94 },
    water: "M478 352H436V268",
  },
  {
    problem: "burst-pipe",
    label: { text: "Burst pipe", x: 390, y: 386 },
    area: { x: 322, y: 306, width: 156, height: 88 },
    water: "M478 352H372",
  },
  {
    problem: "drain",
    label: { text: "Blocked drain", x: 142, y: 386 },
    area: { x: 18, y: 306, width: 208, height: 88 },
    water: "M250 362H52",
  },
];

type Drawn = keyof typeof DRAWINGS;
const DRAWINGS = {
  geyser:
    "M214 92h72a17 17 0 0 1 0 34h-72a17 17 0 0 1 0-34zM226 126v6M274 126v6M222 92v34M278 92v34M244 109c0-5 6-5 6-11 5 4 8 8 8 12a7 7 0 0 1-14 0z",
  tank: "M18 168c0-9 11-14 26-14s26 5 26 14v62H18zM18 180h52M18 196h52M18 212h52M12 230h64M22 230l-6 54M66 230l6 54M19 258h50",
  tap: "M150 226v-34a15 15 0 0 1 30 0v6h-8v-6a7 7 0 0 0-14 0v34M144 202h-12v-6h12M176 204v2M176 211v3",
  sink: "M108 228h118v8H108zM124 236v8c0 8 6 12 12 12h28c6 0 12-4 12-12v-8M150 256v10c0 10 14 10 14 0M112 236v62M222 236v62",
  shower:
    "M252 276v-86c0-8 20-8 20 0v4M262 198h20l4 8h-28zM264 212v8M272 212v8M280 212v8M266 226v8M274 226v8M282 226v8M268 240v8M276 240v8M244 276h64",
  toilet:
    "M362 196h28v34h-28zM370 196v-5h8v5M336 234h54c0 16-8 24-20 26l4 16h-24l2-16c-9-2-16-10-16-26zM340 234c-4-3-4-8 2-8h20",
  pressure: "M436 238a18 18 0 1 1 0 36 18 18 0 0 1 0-36zM436 256l8-8M426 248l2 2M436 244v3M446 262l-2-1",
  "burst-pipe": "M364 344l6 8-6 8M378 344l-6 8 6 8M371 340v-16M362 340l-8-14M380 340l8-14M354 346l-14-6M388 346l14-6",
  drain: "M26 310h52v8H26zM32 318v38c0 8 6 12 12 12h16c6 0 12-4 12-12v-38M40 310v-4h24v4",
};

const HOUSE = {
  roof: "M84 154L250 40l166 114M100 154h300",
  walls: "M100 154v148M400 154v148M234 154v148M96 302h308",
  ground: "M-8 302h104M404 302h84",
  pipes: "M488 352H250M436 352V276M250 352V128M388 352V232M250 352H104V228H76M150 352V228",
  waste: "M250 362H72M116 302v60",
};

// As attributes, not in the stylesheet: that comes with every page.
const LINES = {
  fill: "none",
  stroke: "var(--color-brand-700)",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  fontSize: 18,
  fontWeight: 600,
  textAnchor: "middle",
} as const;
// Not drawn until it runs.
const DROP = {
  display: "none",
  pathLength: 1,
  stroke: "var(--color-brand-600)",
  strokeWidth: 7,
  strokeDasharray: "0.04 2",
  strokeDashoffset: 0.05,
};

interface HouseSearchProps {
  choice: DirectoryChoice;
  prices?: AreaPrices | null;
  runs?: boolean;
}

/** A house cut open, whose parts are links to plumbers for them. The chosen one is current; the city stays. */
export function HouseSearch({ choice, prices = null, runs = false }: HouseSearchProps) {
  const usual = (problem: Problem): string => {
    const service = pricedAs(problem);
    const price = service && prices?.[service];
    return price ? `, usually ${formatPriceRange(price)}` : "";
  };
  return (
    <nav aria-label="Parts of the house">
      <svg viewBox="-8 30 496 370" className="house h-auto w-full" {...LINES}>
        <path d="M84 154L250 40l166 114H400v148H100V154z" fill="var(--color-surface)" stroke="none" />
        <path d="M-8 302h496v98H-8z" fill="var(--color-brand-50)" stroke="none" />
        <path d={HOUSE.roof + HOUSE.walls + HOUSE.ground} strokeWidth="3.5" />
        <path d={HOUSE.pipes} stroke="var(--color-copper-500)" strokeWidth="4" />
        <path d={HOUSE.waste} strokeWidth="7" strokeOpacity="0.3" />
        {HOUSE_PARTS.map(({ problem, label, area, water }) => (
          <a
            key={problem}
            href={directoryPath({ ...choice, speciality: null, problem })}
            aria-label={`${label.text}: plumbers for ${problemName(problem)}${usual(problem)}`}
            aria-current={choice.problem === problem ? "true" : undefined}
          >
            <rect {...area} rx="10" stroke="none" pointerEvents="all" />
            {runs && <path d={water} className="house-drop" {...DROP} />}
            <path d={DRAWINGS[problem]} />
            <text x={label.x} y={label.y} fill="var(--color-ink)" stroke="none">
              {label.text}
            </text>
          </a>
        ))}
      </svg>
    </nav>
  );
}

/** The part of the house in which a problem is, where one is drawn. */
export function PartOfHouse({ problem }: { problem: Problem }) {
  const part = HOUSE_PARTS.find((one) => one.problem === problem || `${one.problem}-leak` === problem);
  if (!part) return null;
  const { x, y, width, height } = part.area;
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} width="64" height="56" className="flex-none" aria-hidden {...LINES}>
      <path d={DRAWINGS[part.problem]} />
    </svg>
  );
}

const ROW_LABEL = "absolute top-1 left-3";
// Its padding holds the label: the focus ring goes around the whole row.
const ROW_INPUT = "w-full rounded-card px-3 pt-6 pb-2 text-base text-ink";

/** Home's question and its one answer: both fields in one box, the button below. */
export const ProblemSearch = () => (
  <form action="/plumbers" role="search" className="grid w-full max-w-[544px] gap-2">
    <div className="card divide-y divide-line text-sm text-ink-2">
      <label className="relative block">
        <span className={ROW_LABEL}>What is wrong?</span>
        <WhatIsWrong className={ROW_INPUT} />
      </label>
      <label className="relative block">
        <span className={ROW_LABEL}>Where?</span>
        <input
          name="city"
          list="cities"
          className={ROW_INPUT}
          placeholder="City"
          maxLength={PLACE_LENGTH}
          autoComplete="address-level2"
          enterKeyHint="search"
        />
      </label>
    </div>
    <button className="button">Find a plumber</button>
    <datalist id="cities">
      {CITIES.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </form>
);

/** The directory's field, which keeps the city. */
export const ProblemSearchIn = ({ typed, city }: { typed: string | null; city: string | null }) => (
  <form action="/plumbers" role="search" className="with-button max-w-[480px]">
    <label>
      <span className="sr-only">What is wrong?</span>
      <WhatIsWrong typed={typed ?? ""} className="input" />
    </label>
    <input type="hidden" name="city" value={city ?? ""} />
    <button className="in-field">
      <Icon name="search" label="Search" />
    </button>
  </form>
);

const WhatIsWrong = ({ typed = "", className }: { typed?: string; className: string }) => (
  <input
    name="q"
    className={className}
    defaultValue={typed}
    placeholder="Blocked toilet, no hot water..."
    maxLength={SEARCH_LENGTH}
    autoComplete="off"
    enterKeyHint="search"
  />
);
