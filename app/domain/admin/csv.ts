type Cell = string | number | null;

// What a spreadsheet would take for a formula; a blank before it does not make it harmless.
const FORMULA = /^[\s\u00a0]*[=+\-@\t\r|%]/;

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run begins with an apostrophe instead. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
