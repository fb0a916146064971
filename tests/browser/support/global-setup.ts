import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrateLocal, seedLocal } from "../../../scripts/local-database";
import { bundleUpload } from "../../../scripts/upload";
import { headlessShell, wholeChromium } from "./chromium";
import { removeState } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds `upload`, the Worker as production gets it, `client`, its files, and `state`, the demo town. */
    prepared: string;
    /** Paths of Chromium. Tests that measure times take the whole one throughout. */
    browsers: { whole: string; light: string };
    /** Whether the tests run one after another. */
    alone: boolean;
  }
}

/** Makes once what every site of the tests starts from. Copied, so that a build during the tests disturbs none. */
export default async function setup(project: TestProject) {
  const whole = wholeChromium();
  const light = project.name === "browser-measuring" ? whole : (process.env["CHROMIUM"] ?? headlessShell() ?? whole);
  project.provide("browsers", { whole, light });
  const prepared = mkdtempSync(join(tmpdir(), "pombi-prepared-"));
  const stateDir = join(prepared, "state");
  cpSync("build/client", join(prepared, "client"), { recursive: true });
  await Promise.all([bundleUpload(join(prepared, "upload")), migrateLocal(stateDir).then(() => seedLocal(stateDir))]);
  project.provide("prepared", prepared);
  return () => removeState(prepared);
}
