import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { commandOnD1, endWith, tellWrangler } from "./wrangler";

// npm run restore:backup -- BACKUP.sql [--remote]: puts what `wrangler d1 export` wrote into a database without tables
// (docs/operations.md, "Backup"). The export itself cannot be read in again: rows stand before the tables they refer to.

interface Table {
  definition: string;
  rows: string[];
}

/** The statements of an export in an order that can be run: tables, rows behind those they refer to, then triggers. */
function ordered(sql: string): { statements: string[]; rows: number } {
  const tables = new Map<string, Table>();
  const first: string[] = [];
  const last: string[] = [];
  const rows: string[] = [];
  for (const statement of splitSql(sql).map((text) => text.trim().replace(/;$/, ""))) {
    const [, verb = "", name = ""] = /^(\w+ \w+)(?: IF NOT EXISTS)? [`"]?(\w+)/.exec(statement) ?? [];
    if (verb === "CREATE TABLE") tables.set(name, { definition: statement, rows: [] });
    else if (verb === "INSERT INTO" && tables.has(name)) tables.get(name)!.rows.push(statement);
    else (statement.startsWith("PRAGMA") ? first : last).push(statement);
  }
  const done = new Set<string>();
  const add = (name: string): void => {
    const table = tables.get(name);
    if (!table || done.has(name)) return;
    done.add(name);
    for (const [, other] of table.definition.matchAll(/REFERENCES [`"]?(\w+)/gi)) add(other!);
    rows.push(...table.rows);
  };
  for (const name of tables.keys()) add(name);
  const definitions = [...tables.values()].map(({ definition }) => definition);
  return { statements: [...first, ...definitions, ...rows, ...last], rows: rows.length };
}

const args: string[] = process.argv.slice(2);
const [backup] = args.filter((argument) => !argument.startsWith("--"));

async function restore(): Promise<void> {
  if (!backup) throw new Error("Usage: npm run restore:backup -- BACKUP.sql [--remote]");
  const { statements, rows } = ordered(readFileSync(backup, "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "pombi-backup-"));
  try {
    const file = join(folder, "ordered.sql");
    writeFileSync(file, statements.map((statement) => `${statement};\n`).join(""), { mode: 0o600 });
    await tellWrangler([...commandOnD1(args.includes("--remote")), "--file", file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.info(`${rows} rows are back.`);
}

await restore().catch(endWith);
