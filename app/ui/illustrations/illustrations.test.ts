import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);
const code = files("app", /\.tsx?$/)
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const illustrations = files("app/ui/illustrations", /\.svg$/).filter((file) => !file.endsWith("/logo.svg"));
const included = (how: string) => illustrations.filter((file) => code.includes(`${file.split("/").at(-1)}?${how}`));
const isDrawnInPages = (file: string) => file.endsWith("/drawings.svg");
const inPages = [...included("raw"), ...included("url").filter(isDrawnInPages)];
const ownFiles = included("url").filter((file) => !isDrawnInPages(file));

test("illustrations within a page take their colours from its tokens", () => {
  expect(inPages.length).toBeGreaterThan(0);
  expect(inPages.filter((file) => /#[\dA-Fa-f]{3,6}\b/.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("illustrations that are files of their own have both schemes", () => {
  expect(ownFiles.length).toBeGreaterThan(0);
  expect(ownFiles.filter((file) => !readFileSync(file, "utf8").includes("prefers-color-scheme:dark"))).toEqual([]);
});

test("every illustration is used", () => {
  expect(illustrations.filter((file) => ![...inPages, ...ownFiles].includes(file))).toEqual([]);
});
