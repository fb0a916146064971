/** One line of a bench's table. */
export interface Row {
  what: string;
  measured: string;
  /** What it is held against; "" where it is only shown. */
  bound: string;
  isKept: boolean;
}

/** Prints a bench's table, with every bound that is not kept marked, and ends the process by it. */
export function printTable(title: string, rows: Row[]): void {
  const width = (column: (row: Row) => string) => Math.max(...rows.map((row) => column(row).length));
  const [what, measured] = [width((row) => row.what), width((row) => row.measured)];
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
