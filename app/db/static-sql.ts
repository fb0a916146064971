import { sql, type SQL } from "drizzle-orm";
import { dialect } from "./dialect";

/** SQL without values, written once in an isolate, on one line and without quotes: a statement's text is compiled each time. */
export const staticSql = (query: SQL): SQL =>
  sql.raw(dialect.sqlToQuery(query).sql.replace(/\s+/g, " ").replaceAll('"', ""));
