import { afterEach, expect, test, vi } from "vitest";
import { describeError, logError, rootCauseOf } from "./log";

const SQL = 'insert into "users" ("email", "phone") values (?, ?)';
/** As drizzle words it: tests/worker/request-log.test.ts has the real one. */
const failedQuery = (
  cause: string,
  values: unknown[] = ["tendai@example.test", "secret\n    at hidden (values.ts:1:1)"],
) => new Error(`Failed query: ${SQL}\nparams: ${values.join()}`, { cause: new Error(cause) });

test("a failed query is logged with D1's own words, and neither its SQL nor its values", () => {
  const described = describeError(failedQuery("D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT"));
  expect(described.message).toBe("Failed query");
  expect(described.causes).toEqual(["D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT"]);
  expect(described.stack).toContain("log.test.ts");
  expect(JSON.stringify(described)).not.toMatch(/tendai|secret|hidden|insert into/);
});

test("an error is logged with the whole chain of its causes", () => {
  const error = new Error("push lost", { cause: failedQuery("D1_ERROR: network connection lost") });
  expect(describeError(error)).toMatchObject({
    name: "Error",
    message: "push lost",
    causes: ["Failed query", "D1_ERROR: network connection lost"],
  });
  expect(rootCauseOf(error)).toBe("D1_ERROR: network connection lost");
});

test.each([
  [
    "a value that D1 does not take",
    new Error("D1_TYPE_ERROR: Type 'object' not supported for value 'tendai@example.test'"),
    "D1_TYPE_ERROR: Type 'object' not supported for value …",
  ],
  [
    "a text that is no JSON",
    new SyntaxError(`Unexpected token 'e', "tendai@example.test" is not valid JSON`),
    "A text is not valid JSON",
  ],
  ["a very long message", new Error("x".repeat(5000)), "x".repeat(500)],
  ["something that is no error", "gone", "gone"],
  ["nothing at all", undefined, ""],
])("the log of %s has only a safe message", (_, error, message) => expect(describeError(error).message).toBe(message));

test("a chain of causes that leads back into itself ends", () => {
  const error = new Error("one");
  error.cause = error;
  expect(describeError(error).causes).toHaveLength(7);
});

afterEach(() => vi.restoreAllMocks());

test("a line of the log is one line of JSON with event, request and route", () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  logError("request failed", new TypeError("broken"), { requestId: "r1", routeId: "routes/public/home/route" });
  const line = String(written.mock.calls[0]?.[0]);
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toMatchObject({
    event: "request failed",
    requestId: "r1",
    routeId: "routes/public/home/route",
    error: { name: "TypeError", message: "broken" },
  });
});
