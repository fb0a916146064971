import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { apiDocument } from "./document.server";

// Two well-known linters check the document, each with its default rules.

const source = JSON.stringify(apiDocument("https://pombi.test"));

test("Redocly finds nothing to say against the document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
}, 180_000);

test("Spectral finds nothing to say against it either", async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(new spectralCore.Ruleset({ extends: [rulesets.oas] }));
  const problems = await spectral.run(JSON.parse(source));
  expect(problems.map(({ code, message, path }) => `${code} ${path.join("/")}: ${message}`)).toEqual([]);
}, 180_000);

test("an object has one name, whether it is sent or received", () => {
  expect(source).not.toMatch(/schemas\/\w+Output/);
});
