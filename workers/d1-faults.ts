import { aroundD1 } from "./d1-around";

/** Names the statements that are to fail: a part of their text, or `*` for all. */
const HEADER = "Dev-D1-Fails";

/**
 * Local mode only: D1 that fails as a request asks for it, so that what users then see can be tried by hand and in a
 * browser.
 */
export function failAsAsked(d1: D1Database, request: Request): D1Database {
  const part = request.headers.get(HEADER);
  if (part === null) return d1;
  return aroundD1(d1, ({ statements, run }) =>
    part === "*" || statements.some((statement) => statement.includes(part))
      ? Promise.reject(new Error("D1_ERROR: Network connection lost."))
      : run(),
  );
}
