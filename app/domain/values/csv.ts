/** An amount is written as dollars, with both decimals. */
export type Cell = string | number | { cents: number } | null;

// Beginnings that a spreadsheet would run as a formula, even after leading blanks; some read full-width signs as plain ones.
const FORMULA = /^[\s\u00a0]*[=+\-@\t\r|%＝＋－＠]/;

/** Writes a line of CSV (RFC 4180). Text that a spreadsheet would run gets an apostrophe in front (O13). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "object") return (cell.cents / 100).toFixed(2);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
