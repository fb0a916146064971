import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { billOfMaterials, licenceNotices, isInstalledOnLinux, readLockedPackages } from "./bill-of-materials";

const packages = readLockedPackages();

test("every package that npm ci installs on Linux x64 is held to its hash", () => {
  const installed = packages.filter(isInstalledOnLinux);
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.filter(({ integrity }) => !integrity?.startsWith("sha512-")).map(({ path }) => path)).toEqual([]);
});

test("the lock file names no registry", () => {
  expect(packages.filter(({ resolved }) => resolved).map(({ path }) => path)).toEqual([]);
});

test("the bill of materials names every dependency of package.json, with version and hash, and no tool", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, Record<string, string>>;
  const { components } = billOfMaterials();
  const versions = Object.fromEntries(components.map(({ name, version }) => [name, version]));
  expect(versions).toMatchObject(dependencies!);
  expect(components.filter(({ hashes }) => !hashes).map(({ name }) => name)).toEqual([]);
  for (const tool of ["vite", "wrangler", "vitest", "typescript"]) expect(versions).not.toHaveProperty(tool);
});

test("the bill of materials names what the product's files were made of, with every licence", () => {
  const { components } = billOfMaterials();
  const names = components.map(({ name }) => name);
  for (const copied of ["@fontsource-variable/figtree", "lucide-static"]) expect(names).toContain(copied);
  const notices = licenceNotices();
  for (const { name, version } of components) expect(notices).toContain(`${name} ${version}`);
  expect(notices).toContain("SIL OPEN FONT LICENSE");
  expect(notices).toContain("Copyright (c) Facebook, Inc. and its affiliates.");
});
