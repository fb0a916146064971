import { execFileSync } from "node:child_process";
import { installBrowsers } from "./browsers";
import { build } from "./build";
import { run } from "./commands";
import { runTests, TOO_MANY_FLAKY, totals } from "./run-tests";

// npm run check: types, lint, direction of imports, pure rules. npm test: that, and everything on the real runtime.
// npm run test:slow: hard kills, cut lines, other browsers, and the calendar. npm run test:calendar: the browser's walks
// at other instants. npm run test:soak: what runs for an hour, by hand.
// npm test -- --changed (or --changed=REVISION): what can break by what has changed since HEAD, without the browser.
// Other arguments that begin with a dash go to Vitest: npm test -- --sequence.shuffle.
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

/** All of them to their end, so that one run tells everything there is to mend. */
async function together(...work: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work);
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [(outcome.reason as Error).message] : [],
  );
  if (reasons.length > 0) throw new Error(reasons.join("\nfailed: "));
}

const inspect = () =>
  step("types, format, lint and direction of imports", () =>
    together(
      run("node", ["node_modules/typescript-7/bin/tsc"]),
      run("oxfmt", ["--check", "."]),
      run("oxlint", ["."]),
      run("depcruise", ["app", "workers", "--output-type", "err"]),
    ),
  );

const chromium = () => step("Chromium", () => run("tsx", ["scripts/browsers.ts", "chromium"]));

/** In the build, through which the Worker's tests reach it: Vitest doesn't know which of its parts a test uses. */
const IN_BUILD = /^((app|workers)\/(?!.*\.test\.)|vite\.config)/;

async function testChanged(since: string): Promise<void> {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).split("\n").filter(Boolean);
  const files = [...git("diff", "--name-only", since), ...git("ls-files", "--others", "--exclude-standard")];
  const isBuildStale = files.some((file) => IN_BUILD.test(file));
  const related = [`--changed=${since}`, "--passWithNoTests"];
  await together(
    inspect(),
    step("rules", () => runTests(["unit"], related)),
    ...(isBuildStale ? [step("build and weights", build)] : []),
  );
  await step("Worker", () => runTests(["worker"], isBuildStale ? [] : related));
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
      step("build and weights", build).then(() =>
        step("upload (dry run)", () => run("tsx", ["scripts/check-upload.ts"])),
      ),
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
    if (!parts.includes("slow")) {
      await together(chromium(), step("build and weights", build));
    }
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
    totals.failed += 1;
    totals.failures.push(error instanceof Error ? error.message : String(error));
  }
}
if (totals.flaky.length >= TOO_MANY_FLAKY) {
  totals.failed += 1;
  totals.failures.push(`${totals.flaky.length} files passed at the second try only`);
}

for (const failure of totals.failures) console.info(`\nfailed: ${failure}`);
for (const file of totals.flaky) console.info(`\nflaky: ${file}`);
console.info(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
