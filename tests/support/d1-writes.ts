import { env } from "./env";

/**
 * Whether anyone in this runtime has prepared a change for D1: the product's requests, its Durable Objects, a test.
 * D1's own count of changes is no help: it goes up with each call, reads too.
 */
export const d1Writes = { any: true };

for (const owner of [env.DB, env.DB.withSession()]) {
  const prototype = Object.getPrototypeOf(owner) as D1Database;
  const prepare = prototype.prepare;
  prototype.prepare = function (sql) {
    d1Writes.any ||= /\b(?:insert|update|delete|replace|create|drop|alter)\b/i.test(sql);
    return prepare.call(this, sql);
  };
}
