/** One line of a bench's table. */
export interface Row {
  what: string;
  measured: string;
  /** The bound, as text; "" where the figure is only shown. */
  bound: string;
  isKept: boolean;
}

interface Figure {
  is: number;
  unit: string;
  digits?: number;
  atMost?: number;
  atLeast?: number;
}

/** A line of figures, each beside its bound if it has one; a figure that is no number keeps none. */
export function rowOf(what: string, figures: Figure[]): Row {
  const bounds = figures.flatMap(({ atMost, atLeast, unit }) =>
    atMost !== undefined ? [`at most ${atMost} ${unit}`] : atLeast !== undefined ? [`at least ${atLeast} ${unit}`] : [],
  );
  return {
    what,
    measured: figures.map(({ is, unit, digits = 0 }) => `${is.toFixed(digits).padStart(7)} ${unit}`).join(" "),
    bound: bounds.join(", "),
    isKept: figures.every(
      ({ is, atMost, atLeast }) => (atMost === undefined || is <= atMost) && (atLeast === undefined || is >= atLeast),
    ),
  };
}

/** Prints a bench's table with every bound that is not kept marked, which then is the process's exit code. */
export function printTable(title: string, rows: Row[]): void {
  const width = (column: (row: Row) => string) => Math.max(...rows.map((row) => column(row).length));
  const what = width((row) => row.what);
  const measured = width((row) => row.measured);
  console.info(`\n${title}`);
  for (const row of rows) {
    const line = `  ${row.what.padEnd(what)}  ${row.measured.padEnd(measured)}  ${row.bound}`.trimEnd();
    console.info(row.isKept ? line : `${line}  NOT KEPT`);
  }
  if (rows.some(({ isKept }) => !isKept)) process.exitCode = 1;
}

/** The value below which a share of them lies. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

export const median = (values: number[]): number => percentile(values, 0.5);
