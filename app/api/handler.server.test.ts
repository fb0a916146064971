import { expect, test } from "vitest";
import type { RequestContext } from "~/http/context";
import { BUSY } from "../../workers/front-door";
import { respondToApiCall } from "./handler.server";
import { PROBLEM_JSON } from "./problem-json";

test("a call that finds all places taken gets problem details that other origins can read", async () => {
  const origin = "https://app.example.com";
  const session = { viewer: { id: "anna", role: "client" } } as RequestContext["session"];
  const context: Partial<RequestContext> = { session, busy: BUSY, origin, requestId: "a" };
  const response = await respondToApiCall(
    new Request("https://pombi.test/api/messages", {
      method: "POST",
      headers: { Accept: PROBLEM_JSON, Origin: origin },
    }),
    context as RequestContext,
    [origin],
  );
  expect(response.status).toBe(503);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": origin,
    "content-type": PROBLEM_JSON,
    "retry-after": "1",
  });
  expect(await response.json()).toMatchObject({ code: "busy", status: 503 });
});
