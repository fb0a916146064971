import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, posix } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

// A page is in one place, and a fact's file is worth opening (docs/architecture.md).

const all = ["app", "workers", "tests"].flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`));
const files = all.filter((file) => !/^tests\/|\.test\.tsx?$/.test(file));

const target = (from: string, specifier: string): string | undefined => {
  const path = specifier.startsWith("~/") ? `app/${specifier.slice(2)}` : posix.join(dirname(from), specifier);
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => /\.tsx?$/.test(candidate) && existsSync(candidate));
};

const importers = new Map<string, Set<string>>();
for (const file of all)
  for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
    const imported = /^[~.]/.test(fileName) && target(file, fileName);
    if (imported) importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
  }

/** The file's only importer; undefined where it has none or several. */
const onlyImporter = (file: string): string | undefined => {
  const [first, second] = importers.get(file) ?? [];
  return second === undefined ? first : undefined;
};

test("a file that one page alone uses lies beside it, not in ui or http", () => {
  const misplaced = files.filter(
    (file) => /^app\/(ui|http)\//.test(file) && /^app\/routes\//.test(onlyImporter(file) ?? ""),
  );
  expect(misplaced).toEqual([]);
});

test("a file of the domain with fewer than 40 lines has more than one importer", () => {
  const SHORT = 40;
  const needless = files.filter(
    (file) =>
      /^app\/domain\//.test(file) &&
      readFileSync(file, "utf8").split("\n").length <= SHORT &&
      /^app\/domain\//.test(onlyImporter(file) ?? ""),
  );
  expect(needless).toEqual([]);
});

test("a file's name is its own; a page has its address's, a table's file its subject's", () => {
  const named = Map.groupBy(
    files.filter((file) => !/^app\/(routes\/|db\/schema\/)/.test(file)),
    (file) => basename(file),
  );
  expect([...named.values()].filter((all) => all.length > 1)).toEqual([]);
});

test("scripts and the Worker's entry name the app's files by path, because the alias holds only in the app", () => {
  const own = ["scripts", "workers"].flatMap((room) => globSync(`${room}/**/*.ts`));
  const aliased = own.filter(
    (file) => !/\.test\.ts$|\.d\.ts$/.test(file) && /from "~\//.test(readFileSync(file, "utf8")),
  );
  expect(aliased).toEqual([]);
});

test("a route without a component answers Responses: Remix drops the status of its data()", () => {
  const resources = files.filter((file) => {
    const text = /^app\/routes\//.test(file) ? readFileSync(file, "utf8") : "";
    return /^export .*\b(loader|action)\b/m.test(text) && !/^export default/m.test(text);
  });
  expect(resources.length).toBeGreaterThan(30);
  expect(resources.filter((file) => /\bdata\(/.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("what a form of the office was drawn with is a `Shown` field, so that typing doesn't renew it", () => {
  const NAMES = /name\?: ([^;]+);/.exec(readFileSync("app/ui/forms/shown.tsx", "utf8"))![1]!.replaceAll(" ", "");
  const plain = new RegExp(`type="hidden"\\s+name=(${NAMES})`);
  expect(NAMES).toContain('"fromStart"|');
  const office = files.filter((file) => /^app\/(ui|routes\/(admin|shared))\//.test(file));
  expect(office.filter((file) => plain.test(readFileSync(file, "utf8")))).toEqual([]);
});
