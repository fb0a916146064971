import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { aheadOfRealTime, readTestNow } from "../../support/test-now";
import { lightChromium, wholeChromium } from "../../../scripts/browsers";
import { moveTime } from "./move-time";
import { prepareTown } from "./prepare-town";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds `server`, the Worker as production gets it, `client`, its files, and `state`, the demo town at `testNow`. */
    prepared: string;
    /** Paths of Chromium; the gate has no whole one. */
    browsers: { light: string; whole: string | null };
  }
}

const isGate = ({ name }: TestProject) => name === "browser";

/** Makes once what every site of the tests starts from. Copied, so that a build during the tests disturbs none. */
export default async function setup(project: TestProject) {
  project.provide("browsers", { light: lightChromium(), whole: isGate(project) ? null : wholeChromium() });
  const prepared = mkdtempSync(join(tmpdir(), "pombi-prepared-"));
  for (const part of ["client", "server"]) cpSync(join("build", part), join(prepared, part), { recursive: true });
  moveServiceWorkersTime(join(prepared, "client", "sw.js"));
  await prepareTown(join(prepared, "state"), readTestNow());
  project.provide("prepared", prepared);
  return () => rmSync(prepared, { recursive: true, force: true, maxRetries: 3 });
}

/** Gives a service worker the tests' time: what moves the clock of pages does not reach it. */
function moveServiceWorkersTime(path: string): void {
  writeFileSync(path, `(${String(moveTime)})(${aheadOfRealTime()});${readFileSync(path, "utf8")}`);
}
