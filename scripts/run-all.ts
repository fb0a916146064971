import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import type { FileOutcome } from "../tests/support/outcome-reporter";
import { installBrowsers } from "./browsers";
import { build, checkUpload } from "./build";
import { run } from "./commands";
import { vitest } from "./vitest";

// npm run check: types, lint, direction of imports, pure rules. npm test: that, and everything on the real runtime.
// npm run test:slow: hard kills, cut lines, other browsers, and the calendar. npm run test:calendar: the browser's walks
// at other instants. npm run test:soak: what runs for an hour, by hand.
// npm test -- --changed (or --changed=REVISION): what can break by what has changed since HEAD, without the browser and
// the walks over the whole site.
// Other arguments that begin with a dash go to Vitest: npm test -- --sequence.shuffle.

let passed = 0;
const failures: string[] = [];
const flaky: string[] = [];

/** More files than this do not fail by chance: they get no second try. */
const MAX_REPEATED_FILES = 5;
/** So many files that failed once and passed once make a run red: chance has become a habit. */
const TOO_MANY_FLAKY = 3;

/** Runs some projects, or the `chosen` files. One that fails runs once more, alone; if it then passes, it is flaky. */
async function runTests(projects: string[], args: string[] = [], chosen: string[] = []): Promise<void> {
  const { files, unhandled } = await vitest({ projects, args, files: chosen });
  const failed = files.filter((file) => file.failures.length > 0);
  for (const file of files) {
    const second = failed.includes(file) && failed.length <= MAX_REPEATED_FILES ? await repeat(file, args) : null;
    const last = second ?? file;
    passed += last.passed;
    failures.push(...last.failures.map(({ test, message }) => `${file.file}: ${test}${instant()}\n    ${message}`));
    const [first, ...more] = second?.failures.length === 0 ? file.failures : [];
    if (!first) continue;
    const name = more.length === 0 ? first.test : `${first.test} (and ${more.length} more)`;
    flaky.push(`${file.file}: ${name}${instant()}\n    ${first.message}`);
  }
  // A worker that died took a file with it, which has failed.
  if (failed.length === 0) failures.push(...unhandled.map((message) => `outside of every test\n    ${message}`));
}

async function repeat({ project, file }: FileOutcome, args: string[]): Promise<FileOutcome | null> {
  console.info(`\n${file} failed. Once more, alone:`);
  try {
    const { files, unhandled } = await vitest({ projects: [project], args, files: [file] });
    const again = files.find((one) => one.file === file);
    const thrown = unhandled.map((message) => ({ test: "the file itself", message }));
    return again ? { ...again, failures: [...again.failures, ...thrown] } : null;
  } catch (error) {
    console.info(String(error));
    return null;
  }
}

/** When the tests' time began, where it is not the usual instant. */
const instant = () => (process.env["TEST_NOW"] ? ` (at ${process.env["TEST_NOW"]})` : "");

const words: string[] = process.argv.slice(2);
const parts = words.filter((word) => !word.startsWith("-"));
const args = words.filter((word) => word.startsWith("-"));

async function step(name: string, work: () => unknown) {
  const began = performance.now();
  console.info(`\n> ${name}`);
  try {
    await work();
  } finally {
    console.info(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

/** Runs all of them to their end, so that one run tells everything there is to fix. */
async function together(...work: Promise<unknown>[]): Promise<void> {
  const rejected = (await Promise.allSettled(work)).filter((outcome) => outcome.status === "rejected");
  const reasons = rejected.map(({ reason }) => (reason as Error).message);
  if (reasons.length > 0) throw new Error(reasons.join("\nfailed: "));
}

/** The arguments of the command that a script of package.json runs. */
function argumentsOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  return scripts[script]!.split(" ").slice(1);
}

const inspect = () =>
  step("types, format, lint and direction of imports", () =>
    together(
      run("node", ["node_modules/typescript-7/bin/tsc"]),
      run("oxfmt", ["--check", "."]),
      run("oxlint", ["."]),
      run("depcruise", argumentsOf("lint:imports")),
    ),
  );

const chromium = () => step("Chromium", () => run("tsx", ["scripts/browsers.ts", "chromium"]));

/** In the build, through which the Worker's tests reach it: Vitest doesn't know which of its parts a test uses. */
const BUILT_FILES = /^((app|workers)\/(?!.*\.test\.)|vite\.config)/;

/** Walks over every page, action or operation, which say the same of most changes: a third of the Worker's tests. */
const WHOLE_SITE = /api-contract|audit-log|broken-actions|d1-failures|round-trips|viewers|\.slow\./;

async function testChanged(since: string): Promise<void> {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).split("\n").filter(Boolean);
  const files = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
  const isBuildStale = files.some((file) => BUILT_FILES.test(file));
  const related = [`--changed=${since}`, "--passWithNoTests"];
  const rules = step("rules", () => runTests(["unit"], related));
  await together(inspect(), rules, isBuildStale ? step("build and weights", build) : Promise.resolve());
  if (!isBuildStale) return step("Worker", () => runTests(["worker"], related));
  const list = ["list", "--filesOnly", "--json", "--project", "worker", `--changed=${since}`];
  const reached = JSON.parse(execFileSync("node_modules/.bin/vitest", list, { encoding: "utf8" })) as {
    file: string;
  }[];
  const domain = reached.map(({ file }) => relative(".", file)).filter((file) => !file.startsWith("tests/"));
  const pages = globSync("tests/worker/*.test.ts").filter((file) => !WHOLE_SITE.test(file));
  await step("Worker", () => runTests(["worker"], [], [...domain, ...pages]));
}

/** Where days, weeks, months and years turn, and where a day has no start left, in Harare. */
const CALENDAR = [
  "2026-10-05T00:05:00+02:00", // Monday
  "2026-10-05T11:30:00+02:00",
  "2026-10-07T14:30:00+02:00", // Wednesday
  "2026-10-09T19:55:00+02:00", // Friday
  "2026-10-11T21:30:00+02:00", // Sunday
  "2026-12-31T23:40:00+02:00",
  "2028-02-29T08:00:00+02:00",
];

const PARTS: Record<string, () => Promise<void>> = {
  async check() {
    await inspect();
    await step("rules", () => runTests(["unit"], args));
  },
  async test() {
    const changed = args.find((arg) => arg.startsWith("--changed"));
    if (changed) return testChanged(changed.split("=")[1] ?? "HEAD");
    await together(
      inspect(),
      chromium(),
      step("build and weights", build).then(() => step("upload (dry run)", checkUpload)),
    );
    // Rules are through before the Worker's tests have started.
    await step("rules and Worker", () => together(runTests(["unit"], args), runTests(["worker"], args)));
    await step("browser", () => runTests(["browser"], args));
  },
  async slow() {
    await step("browsers", installBrowsers);
    await step("build and weights", build);
    await step("rules and Worker in a random order", () =>
      runTests(["unit", "worker"], [...args, "--sequence.shuffle"]),
    );
    await step("slow", () => runTests(["unit-slow", "worker-slow", "browser-slow", "browser-cutting"], args));
  },
  async calendar() {
    if (!parts.includes("slow")) await together(chromium(), step("build and weights", build));
    for (const instant of CALENDAR) {
      process.env["TEST_NOW"] = instant;
      await step(`browser at ${instant}`, () => runTests(["browser"], args));
    }
  },
  async soak() {
    await step("build and weights", build);
    await step("soak", () => runTests(["soak"], args));
  },
};

// A part that fails does not keep the next one from running: the last line counts them all.
for (const part of parts) {
  try {
    await PARTS[part]!();
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
}
if (flaky.length >= TOO_MANY_FLAKY) failures.push(`${flaky.length} files passed at the second try only`);

for (const failure of failures) console.info(`\nfailed: ${failure}`);
for (const file of flaky) console.info(`\nflaky: ${file}`);
console.info(`\n${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
