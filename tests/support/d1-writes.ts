import { env } from "./env";

/** Names of what anyone in this runtime has prepared a change of: the product's requests, its Durable Objects, a test. */
export const d1Writes = new Set<string>();

/** Tables that a statement names as changed, in any SQL: `update set` of an upsert gives "set", which is no table. */
export const changedBy = (sql: string): string[] =>
  [...sql.matchAll(/\b(?:into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(\w+)/gi)].map(([, name]) => name!);

for (const owner of [env.DB, env.DB.withSession()]) {
  const prototype = Object.getPrototypeOf(owner) as D1Database;
  const { prepare, exec } = prototype;
  const note = (sql: string) => changedBy(sql).forEach((name) => d1Writes.add(name));
  prototype.prepare = function (sql) {
    note(sql);
    return prepare.call(this, sql);
  };
  prototype.exec = function (sql) {
    note(sql);
    return exec.call(this, sql);
  };
}
