import type { Step } from "./pipeline";

/** Names the statements that are to fail: a part of their text, or `*` for all. */
const HEADER = "Dev-D1-Fails";

/** Local mode only: D1 fails as a request asks for it, so that what users then see can be tried by hand and in a browser. */
export function failAsAsked({ headers }: Request): Step {
  const part = headers.get(HEADER);
  return (call, send) =>
    part !== null && (part === "*" || call.statements.some((statement) => statement.includes(part)))
      ? Promise.reject(new Error("D1_ERROR: Network connection lost."))
      : send(call);
}
