import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunOutcome } from "../tests/support/outcome-reporter";
import { run } from "./commands";
import { copyCheckout } from "./copy-checkout";
import { countOf, type Fault, type PlantedFault, readFaults } from "./faults";
import { vitest, type VitestRun } from "./vitest";

// npm run plant: plants each fault of tests/faults/ alone in a copy of this checkout, and says which of them no test of
// the gate sees. What is not committed yet is in the copy, too.
// npm run plant money "cash-payments": only the faults whose area, file, text or test has one of these words.

interface Outcome extends PlantedFault {
  /** The test that failed, or the step that did (the build, the types); null if everything passed. */
  seenBy: string | null;
  seconds: number;
}

/** One for each processor of a small machine: a run has four workers of its own. */
const COPIES = 2;

/** A failed test ends a run. */
const FIRST_FAILURE = ["--bail=1", "--passWithNoTests"];

const words: string[] = process.argv.slice(2);

function projectOf(test: string): string {
  if (test.startsWith("tests/browser/")) return "browser";
  return /^tests\/worker\/|\.(server|worker)\.test\./.test(test) ? "worker" : "unit";
}

/** The first test that fails, and fails again alone: one that fails by chance sees nothing. */
async function firstFailure(checkout: string, asked: Omit<VitestRun, "checkout">): Promise<string | null> {
  const find = ({ files, unhandled }: RunOutcome) => files.find((file) => file.failures.length > 0) ?? unhandled[0];
  const args = FIRST_FAILURE;
  const failed = find(await vitest({ ...asked, checkout, args }));
  if (failed === undefined || typeof failed === "string") return failed ?? null;
  const again = find(await vitest({ projects: [failed.project], files: [failed.file], checkout, args }));
  return again === undefined ? null : `${failed.file}: ${failed.failures[0]!.test}`;
}

/** Finds the test that sees the fault: its own first, then those that import its file, then all of the gate. */
async function look(checkout: string, { file, test }: Fault): Promise<string | null> {
  const quietly = { cwd: checkout, stdio: "ignore" as const };
  let isBuilt = false;
  // Without a build no test of the Worker's loads, which looks as if it had seen the fault.
  const build = async () => {
    if (!isBuilt) await run("tsx", ["scripts/build.ts"], quietly);
    isBuilt = true;
  };
  const steps: (() => Promise<string | null>)[] = [
    async () => {
      if (!test) return null;
      if (projectOf(test) !== "unit") await build();
      return firstFailure(checkout, { projects: [projectOf(test)], files: [test] });
    },
    () => firstFailure(checkout, { projects: ["unit"] }),
    async () => {
      await build();
      return firstFailure(checkout, { projects: ["worker"], command: "related", files: [file] });
    },
    () => firstFailure(checkout, { projects: ["worker"], files: ["tests/worker/"] }),
    () => firstFailure(checkout, { projects: ["browser"] }),
    () => run("tsx", ["scripts/run-all.ts", "check"], quietly).then(() => null),
  ];
  for (const step of steps) {
    try {
      const seen = await step();
      if (seen) return seen;
    } catch (error) {
      return (error as Error).message;
    }
  }
  return null;
}

// A planted text is no longer found, which faults.test.ts would see of every fault.
process.env["PLANTED"] = "1";

async function plant(checkout: string, fault: PlantedFault): Promise<Outcome> {
  const began = performance.now();
  const path = join(checkout, fault.file);
  const whole = readFileSync(path, "utf8");
  writeFileSync(
    path,
    whole.replace(fault.text, () => fault.replacement),
  );
  const seenBy = await look(checkout, fault);
  writeFileSync(path, whole);
  const seconds = Math.round((performance.now() - began) / 1000);
  return { ...fault, seenBy, seconds };
}

const nameOf = ({ area, file, text, replacement }: PlantedFault) =>
  `${area}: ${file}\n    ${text.trim()}\n    -> ${replacement.trim()}`;

const isAsked = (fault: PlantedFault) =>
  words.some((word) =>
    [fault.area, fault.file, fault.text, fault.replacement, fault.test].some((part) => part?.includes(word)),
  );
const faults = readFaults().filter((fault) => words.length === 0 || isAsked(fault));
const lost = faults.filter((fault) => countOf(fault) !== 1);
const waiting = faults.filter((fault) => !lost.includes(fault));
const outcomes: Outcome[] = [];

async function work(): Promise<void> {
  const checkout = copyCheckout();
  try {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const outcome = await plant(checkout, fault);
      outcomes.push(outcome);
      const { seenBy, seconds } = outcome;
      console.info(`${nameOf(outcome)}\n    ${seenBy ? `seen by ${seenBy}` : "NOT SEEN"} (${seconds} s)`);
    }
  } finally {
    rmSync(checkout, { recursive: true });
  }
}
await Promise.all(Array.from({ length: COPIES }, work));

const unseen = outcomes.filter(({ seenBy }) => seenBy === null);
for (const fault of lost) console.info(`\nnot planted, its text stands ${countOf(fault)} times: ${nameOf(fault)}`);
for (const fault of unseen) console.info(`\nnot seen: ${nameOf(fault)}`);
for (const [area, planted] of [...Map.groupBy(outcomes, (outcome) => outcome.area)].toSorted()) {
  const seen = planted.filter(({ seenBy }) => seenBy !== null).length;
  console.info(`${area.padEnd(20)} ${planted.length} planted, ${seen} seen`);
}
console.info(`${outcomes.length} planted, ${outcomes.length - unseen.length} seen, ${lost.length} not found`);
process.exit(unseen.length + lost.length === 0 ? 0 : 1);
