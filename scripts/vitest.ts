import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunOutcome } from "../tests/support/outcome-reporter";
import { run } from "./commands";

export interface VitestRun {
  projects: string[];
  /** Vitest's own command: "related" takes sources, and runs the tests that import them. */
  command?: "run" | "related";
  /** Narrows the run; none for all files of the projects. */
  files?: string[];
  args?: string[];
  /** The checkout to run in, where it is another than this one; says nothing there. */
  checkout?: string;
}

/** Runs Vitest. Throws, with the reason, when it ended without an outcome. */
export async function vitest({ projects, command = "run", files = [], args = [], checkout }: VitestRun) {
  // Two runs may happen at once. No such file after a run: Vitest died before its end.
  const outcomeFile = `build/tests-${projects.join("-")}.json`;
  const written = join(checkout ?? ".", outcomeFile);
  rmSync(written, { force: true });
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=tests/support/outcome-reporter.ts"];
  const words = [command, ...files, "--run", ...chosen, ...reporters, ...args];
  const env = { OUTCOME_FILE: outcomeFile };
  const [ended] = await Promise.allSettled([
    run("vitest", words, checkout ? { env, cwd: checkout, stdio: "ignore" } : { env }),
  ]);
  const failure = ended.status === "rejected" ? (ended.reason as Error) : null;
  if (!existsSync(written))
    throw new Error(`Vitest died before its end: ${failure?.message ?? "no outcome"}. Its last words are above.`);
  const outcome = JSON.parse(readFileSync(written, "utf8")) as RunOutcome;
  const isRed = outcome.unhandled.length > 0 || outcome.files.some((file) => file.failures.length > 0);
  if (failure && !isRed) throw failure;
  return outcome;
}
