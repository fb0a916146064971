import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isForRole, openOperation, said, scopeFor } from "~/api/operation";
import { OPERATIONS, pathsOf } from "~/api/operations/operations.server";
import { SCOPES } from "~/domain/accounts/personal-token";
import { makePersonalToken } from "~/domain/accounts/personal-tokens.server";
import { refuse } from "~/domain/values/refusal";
import { call } from "../support/api";
import { ask, document, operations, WIDE } from "../support/api-document";
import { samplesOn, stageApi, type ApiStage } from "../support/api-samples";
import { connectPaynow, stubPaynow } from "../support/paynow";
import { createUser } from "../support/users";

// Walks the OpenAPI document: everything in it is tried, and no response differs from it.
afterAll(stubPaynow(connectPaynow()));

let stage: ApiStage;
beforeAll(async () => {
  stage = await stageApi();
});

test("the document is OpenAPI 3.1, names every operation once, and each has its sample here", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    OPERATIONS.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${path}`)).sort(),
  );
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  expect(Object.keys(samplesOn(stage)).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
});

test("an operation that refuses for a reason it does not name does not compile", () => {
  const sly = openOperation({
    id: "sly",
    topic: "Contact",
    method: "GET",
    path: "/api/sly",
    summary: "",
    caller: "anyone",
    response: said,
    refusals: ["tooMany"],
    // @ts-expect-error: `slotTaken` is not among its refusals.
    run: () => Promise.resolve(refuse("slotTaken")),
  });
  expect(sly.refusals).toEqual(["tooMany"]);
});

test("every published call is there (X2)", () => {
  const SPEC = `POST /auth/register, POST /auth/login, GET /api/auth/verify-email, GET /api/auth/users, GET /api/auth/admins, GET /api/auth/plumbers, GET /api/auth/profile,
    PUT /api/auth/profile, GET /api/messages, POST /api/messages, GET /api/bookings/client, GET /api/bookings/plumber, GET /api/bookings/plumber/unseen, GET /api/bookings/{id},
    POST /api/bookings, PATCH /api/bookings/{id}/status, PATCH /api/bookings/{id}/seen, POST /api/bookings/{id}/review, GET /api/bookings/my-reviews, GET /api/reviews,
    GET /api/plumber/reviews, GET /api/plumber/reviews/average, POST /api/auth/register, POST /api/auth/login, POST /api/contact, POST /api/socket-ticket`;
  const known = operations.map(({ path, method }) => `${method} ${path}`);
  for (const line of SPEC.split(",")) expect(known).toContain(line.trim());
});

test.each(operations.map(({ name }) => name))(
  "what is right succeeds, and responds as documented: %s",
  async (name) => {
    const documented = operations.find((one) => one.name === name)!;
    const sample = samplesOn(stage)[name.replace(/Alias$/, "")]!;
    const { status, body } = await ask(stage.tokens, documented, sample);
    const makes = "201" in documented.operation.responses;
    expect(status, JSON.stringify(body)).toBe(makes ? 201 : 200);
    if (documented.method !== "GET") return;
    const path = documented.path.replace(/\{(\w+)\}/g, (_, param: string) => String(sample.params?.[param]));
    const query = sample.query ? `?${new URLSearchParams(sample.query)}` : "";
    const token = sample.as ? stage.tokens[sample.as] : undefined;
    expect(await call("HEAD", path + query, { token, settings: WIDE })).toMatchObject({ status: 200, body: null });
  },
);

describe("open to personal tokens of its scope alone (X12):", () => {
  const ROLES = ["client", "plumber"] as const;
  const tokens: { role: (typeof ROLES)[number]; scope: (typeof SCOPES)[number]; token: string }[] = [];
  beforeAll(async () => {
    for (const role of ROLES)
      for (const scope of SCOPES) {
        const someone = await createUser(stage.context, role);
        const made = await makePersonalToken(stage.context, someone, { name: scope, scopes: [scope] });
        if (!made.ok) throw new Error(made.reason);
        tokens.push({ role, scope, token: made.token });
      }
  });

  test.each(OPERATIONS.filter(({ caller }) => caller !== "anyone"))("$id", async (operation) => {
    const documented = operations.find(({ name }) => name === operation.id)!;
    const sample = { ...samplesOn(stage)[operation.id]!, as: null };
    for (const { role, scope, token } of tokens) {
      const { status, body } = await ask(stage.tokens, documented, sample, { token });
      const { code } = (Array.isArray(body) ? {} : body) as { code?: string };
      if (!isForRole(operation.caller, role)) expect(status).toBe(404);
      else if (scopeFor(operation, role) !== scope) expect([status, code]).toEqual([403, "insufficient_scope"]);
      else expect([401, "insufficient_scope"], `${role} ${scope}`).not.toContain(code ?? status);
    }
  });
});

test("a session that was signed out opens nothing more", async () => {
  const [signOut] = operations.filter(({ name }) => name === "signOut");
  await call(signOut!.method, signOut!.path, { token: stage.tokens.admin });
  expect((await call("GET", "/api/auth/profile", { token: stage.tokens.admin })).status).toBe(401);
});
