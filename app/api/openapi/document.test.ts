import { createConfig, lintFromString } from "@redocly/openapi-core";
import * as z from "zod";
import { expect, test } from "vitest";
import { LIMITS } from "~/domain/rate-limits/limits";
import { apiDocument } from "./document.server";

// A program generated from the document knows these rules.

const source = JSON.stringify(apiDocument("https://pombi.test"));
const json: unknown = JSON.parse(source);
const at = (...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => z.record(z.string(), z.unknown()).parse(found)[name], json);
const bodyOf = (path: string, kind = "application/json") =>
  at("paths", path, "post", "requestBody", "content", kind, "schema") as {
    properties: Record<string, Record<string, unknown>>;
    required: string[];
  };

test.each(["/api/contact", "/auth/login", "/auth/register", "/api/auth/forgot-password"])(
  "%s says how long an email is, and that it is one",
  (path) => {
    const { email } = bodyOf(path, path === "/auth/register" ? "multipart/form-data" : undefined).properties;
    expect(email).toMatchObject({ format: "email", maxLength: 254 });
  },
);

test("a payment of nothing is refused by the document already", () => {
  for (const path of ["payments", "online-payments"])
    expect(bodyOf(`/api/bookings/{id}/${path}`).properties["amount"]).toMatchObject({ minimum: 0.01 });
});

test("registering is one object, whose plumber's fields are optional", () => {
  const { properties, required, ...rest } = bodyOf("/auth/register", "multipart/form-data");
  expect(rest).toMatchObject({ type: "object" });
  expect(Object.keys(rest).filter((name) => ["oneOf", "anyOf", "allOf"].includes(name))).toEqual([]);
  expect(required.sort()).toEqual(["email", "name", "password", "role", "username"]);
  expect(properties["role"]).toMatchObject({ enum: ["client", "plumber"] });
  for (const name of ["image", "speciality", "experience", "about", "fees", "addressLine1", "city"])
    expect(properties[name]!["description"], name).toContain("lumber");
});

test("a call says how often it may be made", () => {
  const why = (path: string) => at("paths", path, "post", "responses", "429", "description") as string;
  const { bookingPerClient, callsPerToken } = LIMITS;
  expect(why("/api/bookings")).toContain(`\`booking_per_client\`: ${bookingPerClient.max} in 60 minutes`);
  expect(why("/api/bookings")).toContain(`\`calls_per_token\`: ${callsPerToken.max} in 10 minutes`);
  expect(why("/auth/login")).not.toContain("calls_per_token");
});

// A well-known linter checks the document, with its default rules.

test("Redocly finds nothing to say against the document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
}, 180_000);

test("an object has one name, whether it is sent or received", () => {
  expect(source).not.toMatch(/schemas\/\w+Output/);
});
