import { openDatabase, type Database } from "~/db/client.server";
import { env } from "./env";

/** D1 that remembers each statement it is given, with the values of its last call. */
export function recordStatements() {
  const statements = new Map<string, unknown[]>();
  const recording = new Proxy(env.DB, {
    get(d1, name) {
      if (name === "prepare")
        return (query: string) => {
          statements.set(query, statements.get(query) ?? []);
          return new Proxy(d1.prepare(query), {
            get(statement, property) {
              if (property === "bind")
                return (...values: unknown[]) => {
                  statements.set(query, values);
                  return statement.bind(...values);
                };
              const value: unknown = Reflect.get(statement, property);
              return typeof value === "function" ? (value as () => unknown).bind(statement) : value;
            },
          });
        };
      const value: unknown = Reflect.get(d1, name);
      return typeof value === "function" ? (value as () => unknown).bind(d1) : value;
    },
  });
  return { db: openDatabase(recording) as Database, statements };
}

/** How SQLite would run a statement: the lines of `EXPLAIN QUERY PLAN`. */
export async function explain(query: string, values: unknown[]): Promise<string[]> {
  const { results } = await env.DB.prepare(`explain query plan ${query}`)
    .bind(...values)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** The indexes that a plan names. */
export const indexesOf = (plan: string[]): string[] =>
  plan.flatMap((line) => / USING (?:COVERING )?INDEX (\w+)/.exec(line)?.[1] ?? []);

/** The lines of a statement's plan that read a whole table; what a subquery has gathered is none. */
export const scansOf = (query: string, plan: string[]): string[] =>
  plan.filter((line) => {
    const scanned = /^SCAN (\w+)$/.exec(line)?.[1];
    return scanned !== undefined && !new RegExp(`\\) (as )?"?${scanned}"?\\b`, "i").test(query);
  });
