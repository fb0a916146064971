import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { compile } from "@tailwindcss/node";
import { expect, test } from "vitest";

/** The classes that a file's `className` attributes name, as text or as quoted parts of an expression. */
function classesIn(file: string): string[] {
  const attributes = readFileSync(file, "utf8").matchAll(/className=(?:"([^"]*)"|\{`([^`$]*)`\}|\{([^{}`]*)\})/g);
  return [...attributes].flatMap(([, text, template, expression]) => {
    const quoted = [...(expression ?? "").matchAll(/[?:] "([^"]*)"/g)].map(([, part]) => part!);
    return [text ?? template ?? "", ...quoted].flatMap((part) => part.split(/\s+/).filter(Boolean));
  });
}

/** They style nothing themselves. */
const MARKERS = ["group"];

test("each class that a component names has a style", async () => {
  const own = ["app/styles.css", "app/office.css"].map((file) => readFileSync(file, "utf8")).join("");
  const tailwind = await compile(readFileSync("app/styles.css", "utf8"), {
    base: resolve("app"),
    onDependency: () => undefined,
  });
  const named = new Set(globSync("app/**/*.tsx").flatMap(classesIn));
  const unstyled = [...named].filter((name) => {
    if (MARKERS.includes(name) || own.includes(`.${name}`)) return false;
    const before = tailwind.build([]).length;
    return tailwind.build([name]).length === before;
  });
  expect(unstyled).toEqual([]);
});
