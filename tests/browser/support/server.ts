import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, killGroup, untilStarted } from "./processes";

export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * The product as `npm start` runs it, on the build that is there: on the data in `stateDir`, or on a new demo town.
 * `kill`: as when the power goes, no process of the server hears a word.
 */
export async function startServer(options: { stateDir?: string; port?: number; env?: Record<string, string> }) {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), "pombi-"));
  const port = options.port ?? (await freePort());
  const child = spawn("node_modules/.bin/tsx", ["scripts/serve.ts", "--prebuilt"], {
    env: { ...process.env, STATE_DIR: stateDir, PORT: String(port), WRANGLER_SEND_METRICS: "false", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  await untilStarted(child);
  return { origin: `http://localhost:${port}`, stateDir, kill: () => killGroup(child) };
}
