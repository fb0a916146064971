import { readFileSync, rmSync } from "node:fs";
import { build } from "./build";
import { run } from "./commands";

// npm run check: types, lint, direction of imports, pure rules. npm test: that, and everything on the real runtime.
const everything = process.argv[2] === "test";
const REPORT = "build/tests.json";
const totals = { passed: 0, failed: 0 };

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
    const report = JSON.parse(readFileSync(REPORT, "utf8")) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number };
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests || Math.min(1, report.numFailedTestSuites);
  }
}

try {
  await step("types, lint and direction of imports", () =>
    Promise.all([run("tsc", []), run("eslint", ["."]), run("depcruise", ["app", "workers", "--output-type", "err"])]),
  );
  if (everything) {
    await step("build and weights", build);
    await step("upload (dry run)", () => run("tsx", ["scripts/check-upload.ts"]));
    await step("rules and Worker", () => runTests("unit", "worker"));
    await step("browser", () => runTests("browser"));
  } else {
    await step("rules", () => runTests("unit"));
  }
} catch (error) {
  totals.failed ||= 1;
  console.error(error instanceof Error ? error.message : error);
}

console.info(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
