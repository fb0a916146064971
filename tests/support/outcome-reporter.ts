import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

export interface Failure {
  test: string;
  message: string;
}

export interface FileOutcome {
  /** From the project's folder. */
  file: string;
  project: string;
  passed: number;
  failures: Failure[];
}

export interface RunOutcome {
  files: FileOutcome[];
  /** Errors that belong to no file: Vitest itself, or a worker of it that died. */
  unhandled: string[];
}

const textOf = ({ message, stack }: { message: string; stack?: string }) => stack ?? message;

/** Errors thrown outside of a test, which Vitest marks with the file that ran. */
type UnhandledError = SerializedError & { VITEST_TEST_PATH?: string };

function outcomeOf(module: TestModule, unhandled: readonly UnhandledError[]): FileOutcome {
  const tests = [...module.children.allTests()];
  const failuresOf = (test: string, errors: readonly UnhandledError[]): Failure[] =>
    errors.map((error) => ({ test, message: textOf(error) }));
  const failures = [
    ...failuresOf("the file itself", module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => failuresOf(suite.fullName, suite.errors())),
    ...tests.flatMap((test) => {
      const { state, errors } = test.result();
      if (state === "pending") return { test: test.fullName, message: "It began and did not end." };
      return state === "failed" ? { test: test.fullName, message: errors.map(textOf).join("\n") } : [];
    }),
    ...failuresOf(
      "outside of its tests",
      unhandled.filter(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === module.moduleId),
    ),
  ];
  if (failures.length === 0 && !["passed", "skipped"].includes(module.state()))
    failures.push({ test: "the file itself", message: `It ended as ${module.state()}.` });
  return {
    file: relative(process.cwd(), module.moduleId),
    project: module.project.name,
    passed: tests.filter((test) => test.result().state === "passed").length,
    failures,
  };
}

/** Writes what came of a run to the file that `OUTCOME_FILE` names, for scripts/run-all.ts. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly UnhandledError[]): void {
    const ids = new Set(modules.map(({ moduleId }) => moduleId));
    const outcome: RunOutcome = {
      files: modules.map((module) => outcomeOf(module, unhandled)),
      unhandled: unhandled.filter(({ VITEST_TEST_PATH: path }) => !path || !ids.has(path)).map(textOf),
    };
    const file = process.env["OUTCOME_FILE"]!;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(outcome));
  }
}
