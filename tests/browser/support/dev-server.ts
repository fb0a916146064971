import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";
import { resetClock } from "./clock";
import { freePort, killGroup, removeState, untilStarted } from "./processes";
import { copyDemoTown } from "./site";

type Change = (source: string) => string;
const PROJECT = [
  "app",
  "migrations",
  "public",
  "scripts",
  "workers",
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

/**
 * `npm run dev` on a copy of the demo town and of the project, with `more` files; `save` changes one of them. Stops when
 * the test file ends.
 */
export async function startDevServer(more: Record<string, Change>) {
  const copy = fs.mkdtempSync(join(tmpdir(), "pombi-dev-"));
  for (const name of PROJECT) fs.cpSync(name, join(copy, name), { recursive: true });
  linkPackages("node_modules", join(copy, "node_modules"));
  const save = (file: string, change: Change) => {
    const path = join(copy, file);
    const before = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "";
    const after = change(before);
    if (after === before) throw new Error(`${file} is as it was.`);
    fs.writeFileSync(path, after);
  };
  for (const [file, change] of Object.entries(more)) save(file, change);
  const stateDir = copyDemoTown();
  const port = await freePort();
  const child = spawn("node_modules/.bin/tsx", ["scripts/dev.ts"], {
    cwd: copy,
    env: { ...process.env, STATE_DIR: stateDir, PORT: String(port), NODE_ENV: "development" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  afterAll(async () => {
    await killGroup(child);
    for (const folder of [copy, stateDir]) removeState(folder);
  });
  await untilStarted(child);
  const origin = `http://localhost:${port}`;
  await resetClock(origin);
  return { origin, save };
}

/** A folder of its own, because Vite caches in it; the packages are links to the project's. */
function linkPackages(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from)) {
    if (name.startsWith("@")) linkPackages(join(from, name), join(to, name));
    else if (name === ".bin" || !name.startsWith(".")) fs.symlinkSync(resolve(from, name), join(to, name));
  }
}
