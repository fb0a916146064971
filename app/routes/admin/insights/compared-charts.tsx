import { useId, type ReactNode, type SVGAttributes } from "react";
import { formatNumber } from "~/domain/values/numbers";
import { formatShort } from "~/ui/charts/short-number";
import { FigureTable } from "~/ui/charts/charts";

/** The looks of a bar's parts, told apart without colour: the first is filled, the second hatched, the third only outlined. */
const partStyle = (nth: number, id: string) =>
  nth === 0
    ? { className: "fill-brand-600" }
    : { fill: nth === 1 ? `url(#${id}-hatch)` : "none", stroke: "currentColor", className: "text-brand-600" };

const PREVIOUS_LINE = { stroke: "currentColor", className: "text-copper-700" };
const PREVIOUS_STYLE = { strokeWidth: 2, ...PREVIOUS_LINE };

interface ChartProps {
  title: string;
  lead: string;
  parts?: readonly string[];
  format?: (value: number) => string;
}

interface FrameProps extends Omit<ChartProps, "format"> {
  id: string;
  height: number;
  description: string;
  legend?: ReactNode;
  table: Omit<Parameters<typeof FigureTable>[0], "label">;
  children: ReactNode;
}

const WIDTH = 296;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const LegendItem = ({ name, ...path }: SVGAttributes<SVGPathElement> & { name: string }) => (
  <li className="flex items-center gap-2">
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <path {...path} />
    </svg>
    {name}
  </li>
);

const ChartFrame = ({ id, title, lead, parts = [], height, description, legend, table, children }: FrameProps) => (
  <section className="chart card flex flex-col gap-3 p-4">
    <h3 className="text-base">{title}</h3>
    <p className="text-sm text-ink-2">{lead}</p>
    {height === 0 ? (
      <p className="text-ink-2">Nothing yet</p>
    ) : (
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        className="h-auto w-full"
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {parts.length > 0 && (
          <pattern id={`${id}-hatch`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" x2="0" y1="0" y2="5" strokeWidth="3" stroke="currentColor" className="text-brand-600" />
          </pattern>
        )}
        {children}
      </svg>
    )}
    {parts.length > 0 && (
      <ul className="flex flex-wrap gap-x-4 text-sm text-ink-2">
        {parts.map((name, nth) => (
          <LegendItem key={name} d="M1 1h12v12H1z" name={name} {...partStyle(nth, id)} />
        ))}
        {legend}
      </ul>
    )}
    <details className="mt-auto">
      <summary className="cursor-pointer py-3 text-sm font-semibold">As a table</summary>
      <FigureTable label={title} {...table} />
    </details>
  </section>
);

interface WeeksProps extends ChartProps {
  parts: readonly string[];
  /** For each week its first day, what its bar is made of from below, and the sum of the week it is compared with. */
  weeks: readonly { label: string; parts: readonly number[]; before: number }[];
  short?: (value: number) => string;
}

const LETTER = 7;
const HEIGHT = 150;
const BASE = 128;
const TOP = 18;
const LABELLED = 12;
const FIGURE = 14;
/** A figure's place: on its bar, or in it where the mark of the week before would read as the figure's underline. */
const figureAt = (bar: number, mark: number) =>
  mark < bar && mark > bar - FIGURE - 5 && bar + FIGURE < BASE ? bar + FIGURE : bar - 5;

export function ComparedWeeks({ weeks, format = formatNumber, short = formatShort, ...chart }: WeeksProps) {
  const id = useId();
  const { parts: names } = chart;
  const highest = Math.max(1, ...weeks.flatMap(({ parts, before }) => [sum(parts), before]));
  const step = WIDTH / weeks.length;
  const width = Math.round(step * 0.68);
  const left = (at: number) => Math.round((at + 0.16) * step);
  const up = (value: number) => Math.round(BASE - (value / highest) * (BASE - TOP));
  const now = sum(weeks.map(({ parts }) => sum(parts)));
  const allBefore = sum(weeks.map(({ before }) => before));
  const everyNth = Math.ceil(weeks.length / 5);
  // Figures wider than their bars would cover one another: only the tallest bar's is written.
  const bars = weeks.map(({ parts }) => sum(parts));
  const isWide = bars.some((bar) => short(bar).length * LETTER > step);
  const hasSum = names.length > 1;
  return (
    <ChartFrame
      {...chart}
      id={id}
      height={HEIGHT}
      description={
        `${weeks.length} weeks: ${format(now)} in all, ${format(allBefore)} in the ${weeks.length} weeks before. ` +
        "The figures are in the table below."
      }
      legend={allBefore > 0 && <LegendItem d="M0 7h14" name={`${weeks.length} weeks before`} {...PREVIOUS_STYLE} />}
      table={{
        heads: ["Week of", ...names, ...(hasSum ? ["In all"] : []), `${weeks.length} weeks before`],
        rows: weeks.map(({ label, parts, before }) => [
          label,
          ...parts.map(format),
          ...(hasSum ? [format(sum(parts))] : []),
          format(before),
        ]),
      }}
    >
      <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
      {names.map((name, nth) => (
        <path
          key={name}
          d={weeks
            .map(({ parts }, at) => {
              const from = up(sum(parts.slice(0, nth)));
              const to = up(sum(parts.slice(0, nth + 1)));
              return from === to ? "" : `M${left(at)} ${from}V${to}h${width}V${from}z`;
            })
            .join("")}
          {...partStyle(nth, id)}
        />
      ))}
      {allBefore > 0 && (
        <path
          d={weeks.map(({ before }, at) => `M${left(at) - 1} ${up(before)}h${width + 2}`).join("")}
          {...PREVIOUS_STYLE}
        />
      )}
      {weeks.length <= LABELLED &&
        weeks.map(
          ({ parts, before }, at) =>
            sum(parts) > 0 &&
            (!isWide || sum(parts) === Math.max(...bars)) && (
              <text
                key={at}
                x={left(at) + width / 2}
                y={isWide ? up(sum(parts)) - 5 : figureAt(up(sum(parts)), up(before))}
                textAnchor="middle"
                className="fill-ink stroke-surface text-xs font-semibold"
                strokeWidth="3"
                paintOrder="stroke"
              >
                {short(sum(parts))}
              </text>
            ),
        )}
      {weeks.map(
        ({ label }, at) =>
          at % everyNth === 0 && (
            <text key={at} x={left(at)} y={BASE + 14} className="fill-ink-2 text-xs">
              {label}
            </text>
          ),
      )}
    </ChartFrame>
  );
}

interface RowsProps extends ChartProps {
  weeks: number;
  /** `parts` of `now`, from the left, where the bars have parts; `more`: figures for the table alone. */
  rows: readonly { now: number; before: number; label: string; parts?: readonly number[]; more?: readonly string[] }[];
  counts: string;
  heads?: readonly string[];
  highest?: number;
  hasBefore: boolean;
}

const ROW = 38;

export function ComparedRows(props: RowsProps) {
  const { weeks, rows, counts, heads = [], highest, hasBefore, format = formatNumber, ...chart } = props;
  const id = useId();
  const top = highest ?? Math.max(1, ...rows.flatMap(({ now, before }) => [now, before]));
  const scale = (value: number) => Math.round((value / top) * WIDTH);
  return (
    <ChartFrame
      {...chart}
      id={id}
      height={rows.length * ROW}
      description={rows
        .map(({ label, now, before, parts = [] }) =>
          [
            `${label}: ${format(now)}`,
            ...(chart.parts ?? []).map((name, nth) => `${name.toLowerCase()} ${format(parts[nth] ?? 0)}`),
            `${format(before)} in the ${weeks} weeks before`,
          ].join(", "),
        )
        .join("; ")}
      table={{
        heads: ["", counts, `${weeks} weeks before`, ...heads],
        rows: rows.map(({ label, now, before, more = [] }) => [label, format(now), format(before), ...more]),
      }}
    >
      {rows.map(({ label, now, before, parts = [now] }, at) => (
        <g key={label} transform={`translate(0 ${at * ROW})`}>
          <text x="0" y="13" className="fill-ink text-sm">
            {label}
          </text>
          <text x={WIDTH} y="13" textAnchor="end" className="fill-ink-2 text-xs">
            <tspan className="fill-ink font-semibold">{format(now)}</tspan>
            {hasBefore && ` (before ${format(before)})`}
          </text>
          {parts.map((_, nth) => {
            const from = scale(sum(parts.slice(0, nth)));
            const to = scale(sum(parts.slice(0, nth + 1)));
            return <rect key={nth} x={from} y="19" width={to - from} height="8" {...partStyle(nth, id)} />;
          })}
          {hasBefore && <rect x="0.5" y="28.5" width={scale(before)} height="4" fill="none" {...PREVIOUS_LINE} />}
        </g>
      ))}
    </ChartFrame>
  );
}
