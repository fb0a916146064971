import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { LIMITS } from "../app/domain/rate-limits/limits";

const read = (file: string) => readFileSync(file, "utf8");
const documents = [...globSync("*.md"), ...globSync("docs/**/*.md")];
const sources = ["app", "workers", "tests", "scripts"].flatMap((room) => globSync(`${room}/**/*.{ts,tsx,css}`));
// No rules of ours: the database and the bucket.
const CLOUDFLARES = ["D1", "R2"];
const rules = read("docs/product.md")
  .match(/^\*\*[A-Z]\d+/gm)!
  .map((rule) => rule.slice(2));

/** The links of all documents to a file, a heading or both. */
const links = documents.flatMap((document) =>
  [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([link, file, heading]) => ({
    link: `${document}: ${link}`,
    file: file ? join(dirname(document), file) : document,
    heading,
  })),
);

test("every link from one document to a file leads somewhere", () => {
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ file }) => !existsSync(file))).toEqual([]);
});

test("every link to a heading finds it", () => {
  // As GitHub names them.
  const name = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-");
  const headings = (file: string) => [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => name(heading!));
  expect(links.filter(({ file, heading }) => heading && !headings(file).includes(heading))).toEqual([]);
});

test("each rule of the product has a number of its own, in order within its part", () => {
  const parts = Map.groupBy(rules, (rule) => rule[0]);
  for (const [letter, part] of parts)
    expect(part.map((rule) => Number(rule.slice(1)))).toEqual(
      Array.from({ length: 99 }, (_, at) => at + 1)
        .filter((number) => !CLOUDFLARES.includes(`${letter}${number}`))
        .slice(0, part.length),
    );
});

test("every rule that a comment or a document cites is there", () => {
  const citation = /\(((?:[A-Z]\d{1,2})(?:(?:,| to| and) [A-Z]\d{1,2})*)\)/g;
  const unknown = [...documents, ...sources].flatMap((file) =>
    [...read(file).matchAll(citation)].flatMap(([, cited]) =>
      cited!
        .match(/[A-Z]\d+/g)!
        .flatMap((rule) => ([...rules, ...CLOUDFLARES].includes(rule) ? [] : [`${file}: ${rule}`])),
    ),
  );
  expect(unknown).toEqual([]);
});

test("no comment cites what is not in the repository", () => {
  const outside =
    /\bspec [\d.]+|\bthe spec\b|product\.md,? (?:\d|Limits)|(?<![\w-])(?:design|platform|spec)\.md|\.\.\/shared/;
  const found = [...documents, ...sources].filter(
    (file) => !file.endsWith("documents.test.ts") && outside.test(read(file)),
  );
  expect(found).toEqual([]);
});

test("a docstring stands above its subject: none has another one below it", () => {
  const found = sources.filter((file) => /\*\/\n\s*\/\*\*/.test(read(file)));
  expect(found).toEqual([]);
});

test("every file that a document names is there", () => {
  // Recipes name files that are still to be made, and say so.
  const named = /`((?:app|workers|tests|scripts|docs)\/[\w./-]+?\.(?:tsx?|css|md|json))`(?! \(new\))/g;
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(named)].flatMap(([, file]) => (existsSync(file!) ? [] : [`${document}: ${file}`])),
  );
  expect(missing).toEqual([]);
});

test("every decision record has a status, the same three parts and at most 200 words, and is listed", () => {
  const list = read("docs/decisions/README.md");
  const form =
    /^# (\d{3})\. (.+)\n\nAccepted, \d{4}-\d\d-\d\d\.(?: Changed by .+\.)?\n\n(\*\*Context\.\*\* [^]+\n\n\*\*Decision\.\*\*[^]+\n\n\*\*Consequences\.\*\* [^]+)$/;
  const wrong = globSync("docs/decisions/[0-9]*.md").filter((file) => {
    const [, number, title, text] = form.exec(read(file)) ?? [];
    const name = file.split("/").at(-1)!;
    const isListed = name.startsWith(`${number}-`) && list.includes(`- [${number}](${name}) ${title}\n`);
    return !text || text.trim().split(/\s+/).length > 200 || !isListed;
  });
  expect(wrong).toEqual([]);
});

test("the table of limits (L1) is what holds", () => {
  const MINUTES: Record<string, number> = { min: 1, h: 60 };
  const told = [...read("docs/product.md").matchAll(/^\| [^|]+ \| ([\d /]+) \| ([\d /a-z]+) \| [^|]+ \|$/gm)].flatMap(
    ([, numbers, spans]) =>
      numbers!.split(" / ").map((max, at, all) => {
        const parts = spans!.split(" / ");
        const [length, unit] = (parts.length === all.length ? parts[at]! : parts[0]!).split(" ");
        return `${max} in ${Number(length) * MINUTES[unit!]!} minutes`;
      }),
  );
  const held = Object.values(LIMITS).map(({ max, minutes }) => `${max} in ${minutes} minutes`);
  expect([...new Set(held)].sort()).toEqual([...new Set(told)].sort());
});
