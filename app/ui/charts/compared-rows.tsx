import { useId } from "react";
import { formatNumber } from "~/domain/values/numbers";
import { FigureTable } from "./figure-table";
import { Hatch, PartName, partStyle } from "./parts";

export interface ComparedRow {
  label: string;
  now: number;
  before: number;
  /** What `now` is made of, from the left, where the bars have parts. */
  parts?: readonly number[];
  /** More of its figures, for the table alone. */
  more?: readonly string[];
}

interface Props {
  title: string;
  lead: string;
  /** How many weeks it covers. */
  weeks: number;
  rows: readonly ComparedRow[];
  /** What `now` counts, as a head of the table. */
  counts: string;
  heads?: readonly string[];
  /** A name for each part of a bar; without it a bar is one. */
  parts?: readonly string[];
  /** What a full bar is; the highest figure, unless given. */
  highest?: number;
  format?: (value: number) => string;
  /** Whether the range before has anything: else there is nothing to compare with. */
  hasBefore: boolean;
}

const [WIDTH, ROW] = [340, 38];

/** A bar for each row and, below it, a thinner one of the range before, both with their figures; the same as a table. */
export function ComparedRows({
  title,
  lead,
  weeks,
  rows,
  counts,
  heads = [],
  parts: names = [],
  highest,
  format = formatNumber,
  hasBefore,
}: Props) {
  const id = useId();
  const top = highest ?? Math.max(1, ...rows.flatMap(({ now, before }) => [now, before]));
  const scale = (value: number) => Math.round((value / top) * WIDTH);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return (
    <section className="chart card grid content-start gap-3 p-4">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-ink-2">{lead}</p>
      {rows.length === 0 ? (
        <p className="text-ink-2">Nothing yet</p>
      ) : (
        <svg
          viewBox={`0 0 ${WIDTH} ${rows.length * ROW}`}
          className="h-auto w-full"
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>
            {rows
              .map(({ label, now, before, parts = [] }) =>
                [
                  `${label}: ${format(now)}`,
                  ...names.map((name, nth) => `${name.toLowerCase()} ${format(parts[nth] ?? 0)}`),
                  `${format(before)} in the ${weeks} weeks before`,
                ].join(", "),
              )
              .join("; ")}
          </desc>
          {names.length > 0 && <Hatch id={id} />}
          {rows.map(({ label, now, before, parts = [now] }, at) => (
            <g key={label} transform={`translate(0 ${at * ROW})`}>
              <text x="0" y="13" className="fill-ink text-[14px]">
                {label}
              </text>
              <text x={WIDTH} y="13" textAnchor="end" className="fill-ink-2 text-[11px]">
                <tspan className="fill-ink font-semibold">{format(now)}</tspan>
                {hasBefore && ` (before ${format(before)})`}
              </text>
              {parts.map((_, nth) => (
                <rect
                  key={nth}
                  x={scale(sum(parts.slice(0, nth)))}
                  y="19"
                  width={scale(sum(parts.slice(0, nth + 1))) - scale(sum(parts.slice(0, nth)))}
                  height="8"
                  {...partStyle(nth, id)}
                />
              ))}
              {hasBefore && (
                <rect
                  x="0.5"
                  y="28.5"
                  width={scale(before)}
                  height="4"
                  fill="none"
                  stroke="currentColor"
                  className="text-copper-700"
                />
              )}
            </g>
          ))}
        </svg>
      )}
      {names.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          {names.map((name, nth) => (
            <PartName key={name} name={name} nth={nth} id={id} />
          ))}
        </ul>
      )}
      <details>
        <summary className="cursor-pointer py-3 text-sm font-semibold">As a table</summary>
        <FigureTable
          label={title}
          heads={["", counts, `${weeks} weeks before`, ...heads]}
          rows={rows.map(({ label, now, before, more = [] }) => [label, format(now), format(before), ...more])}
        />
      </details>
    </section>
  );
}
