import { formatNumber } from "~/domain/values/numbers";
import { formatShort } from "./short-number";
import { formatDate, type LocalDate } from "~/domain/time/harare";

// As wide as a card on the smallest phone, so that no text is smaller than it says; above the bars a line of words.
const WIDTH = 280;
const HEIGHT = 156;
const BASE = 128;
const TOP = 38;

interface BarChartProps {
  bars: { label: string; value: number; shown?: string }[];
  highest?: number;
  /** Writes the average. */
  format?: (value: number) => string;
}

const formatTenths = (value: number) => formatNumber(Math.round(value * 10) / 10);

/** A bar chart with the average of all bars but the last as a dashed line; screen readers read the table next to it. */
export function BarChart({ bars, highest, format = formatTenths }: BarChartProps) {
  const top = highest ?? Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  // Means (their top is given) leave out weeks of nothing; counts begin with the first week of something.
  const began = bars.findIndex(({ value }) => value > 0);
  const earlier = bars.slice(0, -1).filter(({ value }, at) => (highest === undefined ? at >= began : value > 0));
  const average = earlier.reduce((sum, { value }) => sum + value, 0) / earlier.length;
  const up = (value: number) => BASE - (value / top) * (BASE - TOP);
  const everyNth = Math.ceil(bars.length / 6);
  const middle = (at: number) => (at + 0.5) * step;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-auto w-full max-w-sm" overflow="visible" aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
      {bars.every(({ value }) => value === 0) && (
        <text x={WIDTH / 2} y={BASE / 2} textAnchor="middle" className="fill-ink-2 text-sm">
          Nothing yet
        </text>
      )}
      {bars.map(({ label, value }, at) => (
        <g key={label}>
          <rect
            x={middle(at) - step * 0.32}
            y={up(value)}
            width={step * 0.64}
            height={BASE - up(value)}
            rx="3"
            className="fill-brand-600"
          />
          {(bars.length - 1 - at) % everyNth === 0 && (
            <text x={middle(at)} y={BASE + 16} textAnchor="middle" className="fill-ink-2 text-xs">
              {label}
            </text>
          )}
        </g>
      ))}
      {earlier.length > 1 && (
        <g className="text-copper-700">
          <line
            x1="0"
            x2={WIDTH}
            y1={up(average)}
            y2={up(average)}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeDasharray="5 4"
          />
          <text x={WIDTH} y="10" textAnchor="end" fill="currentColor" className="text-xs font-semibold">
            - - earlier average: {format(average)}
          </text>
        </g>
      )}
      {bars.map(
        ({ label, value, shown }, at) =>
          value > 0 && (
            <g key={label}>
              {/* The dashed line ends before the figure. */}
              <rect x={middle(at) - step * 0.5} y={up(value) - 17} width={step} height="15" className="fill-surface" />
              <text x={middle(at)} y={up(value) - 6} textAnchor="middle" className="fill-ink text-xs font-semibold">
                {shown ?? formatShort(value)}
              </text>
            </g>
          ),
      )}
    </svg>
  );
}

interface FigureTableProps {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** The columns that a phone has no room for. */
  onWideScreens?: readonly number[];
}

/** The figures of a chart as a table; what is too wide for a phone scrolls sideways. */
export function FigureTable({ label, heads, rows, onWideScreens = [] }: FigureTableProps) {
  const cell = (at: number) => (onWideScreens.includes(at) ? "pl-3 max-sm:hidden" : "pl-3");
  return (
    <section className="card scrolls-sideways overflow-x-auto p-4" tabIndex={0} aria-label={label}>
      <table className="w-full text-right tabular-nums">
        <thead className="text-ink-2">
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`py-1 align-bottom font-semibold ${at === 0 ? "text-left whitespace-nowrap" : cell(at)}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {figures.map((figure, at) => (
                <td key={at} className={cell(at + 1)}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A week by its Monday, without the day's name: `23 Nov`. */
export const nameWeek = (monday: LocalDate): string => formatDate(monday, "label");
