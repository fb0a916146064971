import { isOverloaded } from "~/db/transient-errors";

/** The due rows of one run of a scheduled task: those that fail leave places to the ones behind them. */
export const DUE_ROWS = 200;
const TOGETHER = 5;

/**
 * Does a scheduled task's due rows in their order until `act` has done `atMost` (law 24); a row that fails takes no
 * place from those behind it. Returns how many were done; throws the first failure after all had their turn, at once
 * while D1 is overloaded.
 */
export async function doDueRows<Row>(
  rows: readonly Row[],
  atMost: number,
  act: (row: Row) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (let at = 0; at < rows.length && done < atMost; at += TOGETHER) {
    for (const result of await Promise.allSettled(rows.slice(at, at + TOGETHER).map(act))) {
      if (result.status === "rejected") failures.push(result.reason);
      else if (result.value) done += 1;
    }
    if (failures.some(isOverloaded)) break;
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
