import { directoryPath, type DirectoryChoice } from "~/domain/plumbers/directory-query";
import { formatPriceRange, PRICED_AS, type AreaPrices } from "~/domain/prices/usual-price";
import { PROBLEM_FACTS, type Problem } from "~/domain/search/problem";
import { HOUSE, HOUSE_PARTS } from "./house-parts";

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

/**
 * A house cut open, whose parts are links to the plumbers for what is wrong with them. The link to what was chosen is
 * current; the city stays the one that was chosen.
 */
export function HouseSearch({
  choice,
  prices = null,
  runs = false,
}: {
  choice: DirectoryChoice;
  /** What a part usually costs is part of its name (D18). */
  prices?: AreaPrices | null;
  /** Whether a drop runs along the pipe to the part that is pointed at. */
  runs?: boolean;
}) {
  const usual = (problem: Problem): string => {
    const price = prices && PRICED_AS[problem] && prices[PRICED_AS[problem]];
    return price ? `, usually ${formatPriceRange(price)}` : "";
  };
  return (
    <nav aria-label="Parts of the house">
      <svg viewBox="-8 30 496 370" className="house h-auto w-full" {...LINES}>
        <path d="M84 154L250 40l166 114v148H84z" fill="var(--color-surface)" stroke="none" />
        <path d="M-8 302h496v98H-8z" fill="var(--color-brand-50)" stroke="none" />
        <path d={HOUSE.roof + HOUSE.walls + HOUSE.ground} strokeWidth="3.5" />
        <path d={HOUSE.pipes} stroke="var(--color-copper-500)" strokeWidth="4" />
        <path d={HOUSE.waste} strokeWidth="7" strokeOpacity="0.3" />
        {HOUSE_PARTS.map(({ problem, label, area: [x, y, width, height], labelAt, way, lines }) => (
          <a
            key={problem}
            href={directoryPath({ ...choice, speciality: null, problem })}
            aria-label={`${label}: plumbers for ${PROBLEM_FACTS[problem].name}${usual(problem)}`}
            aria-current={choice.problem === problem ? "true" : undefined}
          >
            <rect x={x} y={y} width={width} height={height} rx="10" stroke="none" pointerEvents="all" />
            {runs && <path d={way} className="house-drop" {...DROP} />}
            <path d={lines} />
            <text x={labelAt[0]} y={labelAt[1]} fill="var(--color-ink)" stroke="none">
              {label}
            </text>
          </a>
        ))}
      </svg>
    </nav>
  );
}
