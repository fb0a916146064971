import { readFileSync, writeFileSync } from "node:fs";

// Part of npm run db:generate: drizzle-kit writes no WITHOUT ROWID, and a table with row numbers keeps its key a second
// time, as an index that each row is written to and paid for. One with many indexes keeps its numbers: each entry of an
// index names its row, and a number is shorter than a key.

const [FILE = "migrations/0000_schema.sql"] = process.argv.slice(2);
const MOST_INDEXES = 1;

const written = readFileSync(FILE, "utf8");
const indexes = [...written.matchAll(/ INDEX `\w+` ON `(\w+)`/g)].map(([, table]) => table);

const stored = written.replaceAll(/CREATE TABLE `(\w+)` \(\n([^;]*)\n\);/g, (whole, table: string, body: string) => {
  const isNumbered = /` integer PRIMARY KEY/.test(body);
  const isPair = body.includes("PRIMARY KEY(");
  const isFewIndexes = indexes.filter((one) => one === table).length <= MOST_INDEXES;
  return !isNumbered && (isPair || isFewIndexes) ? `${whole.slice(0, -1)} WITHOUT ROWID;` : whole;
});
writeFileSync(FILE, stored);
