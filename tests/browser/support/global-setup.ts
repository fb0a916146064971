import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateLocal, seedLocal } from "../../../scripts/local-database";
import { bundleUpload } from "../../../scripts/upload";
import { readTestNow } from "../../support/test-now";
import { headlessShell, wholeChromium } from "./chromium";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds `upload`, the Worker as production gets it, `client`, its files, and `state`, the demo town at `testNow`. */
    prepared: string;
    /** Paths of Chromium. The slow tests measure times, and take the whole one throughout. */
    browsers: { whole: string; light: string };
  }
}

/** Makes once what every site of the tests starts from. Copied, so that a build during the tests disturbs none. */
export default async function setup(project: TestProject) {
  const whole = wholeChromium();
  const light = project.name === "browser" ? (process.env["CHROMIUM"] ?? headlessShell() ?? whole) : whole;
  project.provide("browsers", { whole, light });
  const prepared = mkdtempSync(join(tmpdir(), "pombi-prepared-"));
  const stateDir = join(prepared, "state");
  cpSync("build/client", join(prepared, "client"), { recursive: true });
  await Promise.all([
    bundleUpload(join(prepared, "upload")),
    migrateLocal(stateDir).then(() => seedLocal(stateDir, readTestNow())),
  ]);
  project.provide("prepared", prepared);
  return () => rmSync(prepared, { recursive: true, force: true, maxRetries: 3 });
}
