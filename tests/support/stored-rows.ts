import { env } from "./env";

/** How many statements D1 takes in a batch of ours. */
const AT_ONCE = 25;

const { results: tables } = await env.DB.prepare(
  "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob '_cf_*'",
).all<{ name: string }>();

/** How many rows each table has, of notices too; of `rate_limit_counters` how many attempts they have counted. */
export async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let from = 0; from < tables.length; from += AT_ONCE) {
    const queries = tables.slice(from, from + AT_ONCE).map(({ name }) => {
      const count = name === "rate_limit_counters" ? "sum(count)" : "count(*)";
      return env.DB.prepare(`select '${name}' as name, ${count} as count from "${name}"`);
    });
    for (const { results } of await env.DB.batch<{ name: string; count: number }>(queries))
      for (const { name, count } of results) counts[name] = count;
  }
  return counts;
}
