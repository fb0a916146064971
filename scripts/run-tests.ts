import { existsSync, readFileSync, rmSync } from "node:fs";
import type { FileOutcome, RunOutcome } from "../tests/support/outcome-reporter";
import { run } from "./commands";

/** Every run of this process, added up. */
export const totals = { passed: 0, failed: 0, failures: [] as string[], flaky: [] as string[] };

/** More files than this do not fail by chance: they get no second try. */
const MAX_REPEATED_FILES = 5;
/** So many files that failed once and passed once make a run red: chance has become a habit. */
export const TOO_MANY_FLAKY = 3;

/** Runs Vitest; `files` narrows a run to them. Throws, with the reason, when it ended without an outcome. */
async function vitest(projects: string[], args: string[], files: string[] = []): Promise<RunOutcome> {
  // Two runs may go on at once. No such file after a run: Vitest died before its end.
  const outcomeFile = `build/tests-${projects.join("-")}.json`;
  rmSync(outcomeFile, { force: true });
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=tests/support/outcome-reporter.ts"];
  const ended = await run("vitest", ["run", ...files, ...chosen, ...reporters, ...args], {
    env: { OUTCOME_FILE: outcomeFile },
  }).then(
    () => null,
    (error: Error) => error,
  );
  if (!existsSync(outcomeFile))
    throw new Error(`Vitest died before its end${ended ? `: ${ended.message}` : ""}. Its last words are above.`);
  const outcome = JSON.parse(readFileSync(outcomeFile, "utf8")) as RunOutcome;
  const isRed = outcome.unhandled.length > 0 || outcome.files.some(({ failures }) => failures.length > 0);
  if (ended && !isRed) throw ended;
  return outcome;
}

/**
 * Runs the files of some projects. One that fails runs once more, alone, on a site of its own; if it then passes, the run
 * is green and names it as flaky. `args` go to Vitest.
 */
export async function runTests(projects: string[], args: string[] = []): Promise<void> {
  const { files, unhandled } = await vitest(projects, args);
  const failed = files.filter(({ failures }) => failures.length > 0);
  for (const { passed } of files.filter((file) => !failed.includes(file))) totals.passed += passed;
  for (const first of failed) {
    const second = failed.length > MAX_REPEATED_FILES ? null : await repeat(first, args);
    if (second?.failures.length === 0) {
      totals.passed += second.passed;
      totals.flaky.push(`${first.file}: ${namesOf(first)}${instant()}\n    ${first.failures[0]!.message}`);
    } else count(second ?? first);
  }
  // A worker that died took a file with it, which has failed.
  if (failed.length === 0) for (const message of unhandled) fail(`outside of every test\n    ${message}`);
}

async function repeat({ project, file }: FileOutcome, args: string[]): Promise<FileOutcome | null> {
  console.info(`\n${file} failed. Once more, alone:`);
  try {
    const { files, unhandled } = await vitest([project], args, [file]);
    const again = files.find((one) => one.file === file);
    if (!again) return null;
    return {
      ...again,
      failures: [...again.failures, ...unhandled.map((message) => ({ test: "the file itself", message }))],
    };
  } catch (error) {
    console.info(String(error));
    return null;
  }
}

function count({ file, passed, failures }: FileOutcome): void {
  totals.passed += passed;
  for (const { test, message } of failures) fail(`${file}: ${test}${instant()}\n    ${message}`);
}

/** When the tests' time began, where it is not the usual instant. */
const instant = () => (process.env["TEST_NOW"] ? ` (at ${process.env["TEST_NOW"]})` : "");

function fail(what: string): void {
  totals.failed += 1;
  totals.failures.push(what);
}

const namesOf = ({ failures: [first, ...more] }: FileOutcome) =>
  more.length === 0 ? first!.test : `${first!.test} (and ${more.length} more)`;
