/**
 * What parts the columns of a select, and ends them. Texts and names are taken whole, so that nothing in them counts.
 */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\bis\s+(?:not\s+)?distinct\s+from\b|\b(?:from|where|union|except|intersect|group|order|limit)\b|[(),]/gi;
const WITH_ITS_NAME = /(?:\sas\s+"?(\w+)"?|^(?:"\w+"\.)?"(\w+)")$/i;

/** The columns of a select's outermost list as they are written, each with where it ends. */
function* columnsOf(select: string): Generator<{ column: string; end: number }> {
  let depth = 0;
  let start = /^\s*select\b(?:\s+distinct\b)?/i.exec(select)?.[0].length ?? 0;
  for (const { 0: token, index } of select.matchAll(TOKENS)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    else if (depth === 0 && !/^(?:['"]|is\s)/i.test(token)) {
      yield { column: select.slice(start, index).trim(), end: index };
      if (token !== ",") return;
      start = index + 1;
    }
  }
  yield { column: select.slice(start).trim(), end: select.length };
}

interface Select {
  /** The select, in which a column that had the name of an earlier one has a name of its own. */
  text: string;
  columns: number;
  hasStar: boolean;
}

function readSelect(query: string): Select {
  const names = new Set<string>();
  let text = "";
  let copied = 0;
  let columns = 0;
  let hasStar = false;
  for (const { column, end } of columnsOf(query)) {
    const [, alias, plain] = WITH_ITS_NAME.exec(column) ?? [];
    const name = alias ?? plain ?? column;
    if (names.has(name) && alias === undefined) {
      const written = query.slice(copied, end).trimEnd();
      copied += written.length;
      text += `${written} as "${name.replace(/"/g, "'")}:${columns}"`;
    }
    names.add(name);
    columns += 1;
    hasStar ||= column.endsWith("*");
  }
  return { text: text + query.slice(copied), columns, hasStar };
}

const known = new Map<string, Select>();
/** How many selects an isolate remembers. */
const REMEMBERED = 1000;

function selectOf(query: string): Select {
  let select = known.get(query);
  if (!select) {
    if (known.size >= REMEMBERED) known.clear();
    known.set(query, (select = readSelect(query)));
  }
  return select;
}

/**
 * A batch gives rows as objects, in which two columns of one name are one: drizzle, which reads them by place, would
 * take one for another. Returns the select with a name of its own for each column.
 */
export const withDistinctColumns = (query: string): string => selectOf(query).text;

/**
 * Throws where a row holds fewer columns than its select gives, or in another order: no page may show the wrong one.
 */
export function checkColumns(query: string, row: Record<string, unknown> | undefined): void {
  if (!row) return;
  const names = Object.keys(row);
  const { columns, hasStar } = selectOf(query);
  const refuse = (reason: string) => {
    throw new Error(`${reason}: ${query}`);
  };
  if (hasStar) refuse("Name the columns, `*` may hold two of one name");
  if (names.length !== columns) refuse(`${columns} columns have ${names.length} names, alias them`);
  // An object lists such names first.
  if (columns > 1 && names.some((name) => /^\d+$/.test(name))) refuse("A column is called by a number, alias it");
}
