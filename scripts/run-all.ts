import { readFileSync, rmSync } from "node:fs";
import { build } from "./build";
import { run } from "./commands";

// npm run check: types, lint, direction of imports, pure rules. npm test: that, and everything on the real runtime.
// npm run test:slow: hard kills, cut lines, other browsers, measurements. npm run test:all: both, counted together.
// npm run test:soak: what runs for an hour, by hand.
const wanted = process.argv.slice(2);
const REPORT = "build/tests.json";
const totals = { passed: 0, failed: 0 };
const failures: string[] = [];
/** Tests that passed only when they were repeated, with what the first attempt said. */
const flaky: string[] = [];

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[];
}
interface Assertion {
  fullName: string;
  status: string;
  failureMessages: string[];
}

async function step(name: string, work: () => Promise<unknown>) {
  const began = performance.now();
  console.info(`\n> ${name}`);
  try {
    await work();
  } finally {
    console.info(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

async function runTests(...projects: string[]) {
  rmSync(REPORT, { force: true });
  try {
    const chosen = projects.flatMap((project) => ["--project", project]);
    await run("vitest", ["run", ...chosen, "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`]);
  } finally {
    const report = JSON.parse(readFileSync(REPORT, "utf8")) as Report;
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests;
    for (const { name, status, message, assertionResults } of report.testResults) {
      const failed = assertionResults.filter((test) => test.status === "failed");
      flaky.push(
        ...assertionResults
          .filter((test) => test.status === "passed" && test.failureMessages.length > 0)
          .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n    ${failureMessages[0]}`),
      );
      if (status === "failed" && failed.length === 0) {
        totals.failed += 1;
        failures.push(`${name}\n    ${message}`);
      }
      failures.push(
        ...failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n    ${failureMessages[0]}`),
      );
    }
  }
}

const inspect = () =>
  step("types, format, words, lint and direction of imports", () =>
    Promise.all([
      run("tsc", []),
      run("prettier", ["--check", ".", "--log-level", "warn"]),
      run("tsx", ["scripts/check-words.ts"]),
      run("eslint", ["."]),
      run("depcruise", ["app", "workers", "--output-type", "err"]),
    ]),
  );

const PARTS: Record<string, () => Promise<void>> = {
  async check() {
    await inspect();
    await step("rules", () => runTests("unit"));
  },
  async test() {
    const outcomes = await Promise.allSettled([inspect(), step("build and weights", build)]);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    await step("upload (dry run)", () => run("tsx", ["scripts/check-upload.ts"]));
    await step("rules and Worker", () => runTests("unit", "worker"));
    await step("browser", () => runTests("browser"));
  },
  async slow() {
    if (!wanted.includes("test")) await step("build and weights", build);
    await step("slow", () =>
      runTests("unit-slow", "worker-slow", "browser-slow", "browser-measuring", "browser-cutting"),
    );
  },
  async soak() {
    await step("build and weights", build);
    await step("soak", () => runTests("soak", "browser-soak"));
  },
};

// A part that fails does not keep the next one from running: the last line counts them all.
let failed = false;
for (const part of wanted) {
  try {
    await PARTS[part]!();
  } catch (error) {
    failed = true;
    failures.push(error instanceof Error ? error.message : String(error));
  }
}
if (failed) totals.failed ||= 1;

for (const test of flaky) console.info(`\nflaky: ${test}`);
for (const failure of failures) console.info(`\nfailed: ${failure}`);
console.info(`\n${totals.passed} passed, ${totals.failed} failed, ${flaky.length} flaky`);
process.exit(totals.failed === 0 ? 0 : 1);
