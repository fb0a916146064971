import { useId } from "react";
import { formatNumber, formatShort } from "~/domain/values/numbers";
import { FigureTable } from "./figure-table";
import { Hatch, PartName, partStyle } from "./parts";

interface ComparedWeek {
  /** The week's first day, in words. */
  label: string;
  /** What the bar is made of, from below. */
  parts: readonly number[];
  /** The sum of the week at the same place of the range before. */
  before: number;
}

interface Props {
  title: string;
  /** What is counted, and by which week. */
  lead: string;
  /** A name for each part. */
  parts: readonly string[];
  weeks: readonly ComparedWeek[];
  /** How a figure is written, and above a bar. */
  format?: (value: number) => string;
  short?: (value: number) => string;
}

const [WIDTH, HEIGHT, BASE, TOP] = [340, 150, 128, 18];
/** More bars than this have no room for a figure each. */
const LABELLED = 12;
/** How high a figure is, in the drawing's own units. */
const FIGURE = 14;
/** A figure stands on its bar, unless the mark of the week before would be under it and read as the figure's: then in the bar. */
const figureAt = (bar: number, mark: number) =>
  mark < bar && mark > bar - FIGURE - 5 && bar + FIGURE < BASE ? bar + FIGURE : bar - 5;
const total = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

const BEFORE_STYLE = { strokeWidth: 2, stroke: "currentColor", className: "text-copper-700" };

/** A bar for each week and, across it, a mark of the week before that it is compared with; the same figures as a table. */
export function ComparedWeeks({ title, lead, parts: names, weeks, format = formatNumber, short = formatShort }: Props) {
  const id = useId();
  const highest = Math.max(1, ...weeks.flatMap(({ parts, before }) => [total(parts), before]));
  const step = WIDTH / weeks.length;
  const width = Math.round(step * 0.68);
  const left = (at: number) => Math.round((at + 0.16) * step);
  const up = (value: number) => Math.round(BASE - (value / highest) * (BASE - TOP));
  const now = total(weeks.map(({ parts }) => total(parts)));
  const allBefore = total(weeks.map(({ before }) => before));
  const everyNth = Math.ceil(weeks.length / 6);
  return (
    <section className="chart card grid content-start gap-3 p-4">
      <h3 className="text-base">{title}</h3>
      <p className="text-sm text-ink-2">{lead}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full"
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>
          {`${weeks.length} weeks: ${format(now)} in all, ${format(allBefore)} in the ${weeks.length} weeks before. The figures are in the table below.`}
        </desc>
        <Hatch id={id} />
        <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
        {names.map((name, nth) => (
          <path
            key={name}
            d={weeks
              .map(({ parts }, at) => {
                const [from, to] = [up(total(parts.slice(0, nth))), up(total(parts.slice(0, nth + 1)))];
                return from === to ? "" : `M${left(at)} ${from}V${to}h${width}V${from}z`;
              })
              .join("")}
            {...partStyle(nth, id)}
          />
        ))}
        {allBefore > 0 && (
          <path
            d={weeks.map(({ before }, at) => `M${left(at) - 1} ${up(before)}h${width + 2}`).join("")}
            {...BEFORE_STYLE}
          />
        )}
        {weeks.length <= LABELLED &&
          weeks.map(
            ({ parts, before }, at) =>
              total(parts) > 0 && (
                <text
                  key={at}
                  x={left(at) + width / 2}
                  y={figureAt(up(total(parts)), up(before))}
                  textAnchor="middle"
                  className="fill-ink stroke-surface text-[11px] font-semibold"
                  strokeWidth="3"
                  paintOrder="stroke"
                >
                  {short(total(parts))}
                </text>
              ),
          )}
        {weeks.map(
          ({ label }, at) =>
            at % everyNth === 0 && (
              <text key={at} x={left(at)} y={BASE + 14} className="fill-ink-2 text-[10px]">
                {label}
              </text>
            ),
        )}
      </svg>
      <ul className="flex flex-wrap gap-x-4 text-sm text-ink-2">
        {names.map((name, nth) => (
          <PartName key={name} name={name} nth={nth} id={id} />
        ))}
        {allBefore > 0 && (
          <li className="flex items-center gap-1.5">
            <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
              <path d="M0 7h14" {...BEFORE_STYLE} />
            </svg>
            {weeks.length} weeks before
          </li>
        )}
      </ul>
      <details>
        <summary className="cursor-pointer py-3 text-sm font-semibold">As a table</summary>
        <FigureTable
          label={title}
          heads={["Week of", ...names, ...(names.length > 1 ? ["In all"] : []), `${weeks.length} weeks before`]}
          rows={weeks.map(({ label, parts, before }) => [
            label,
            ...parts.map(format),
            ...(names.length > 1 ? [format(total(parts))] : []),
            format(before),
          ])}
        />
      </details>
    </section>
  );
}
