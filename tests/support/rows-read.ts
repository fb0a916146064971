import { openDatabase, type Database } from "~/db/client.server";
import { env } from "./env";

/** How many rows D1 has read for what `work` asked; drizzle's own way of asking (`raw`) does not tell. */
export async function rowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const metered = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => metered(target.bind(...values));
        if (name === "raw") {
          return async () => {
            rows += (await target.all()).meta.rows_read;
            return target.raw();
          };
        }
        if (name === "all") {
          return async () => {
            const result = await target.all();
            rows += result.meta.rows_read;
            return result;
          };
        }
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? (member as () => unknown).bind(target) : member;
      },
    });
  const d1 = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (query: string) => metered(target.prepare(query));
      if (name === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          rows += results.reduce((sum, result) => sum + result.meta.rows_read, 0);
          return results;
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member as () => unknown).bind(target) : member;
    },
  });
  await work(openDatabase(d1));
  return rows;
}
