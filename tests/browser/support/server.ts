import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, killGroup } from "./processes";

export interface Server {
  origin: string;
  stateDir: string;
  /** As when the power goes: no process of the server hears a word. */
  kill(): Promise<void>;
}

const STARTS_WITHIN_MS = 240_000;

/** The product as `npm start` runs it, on the build that is there: on the data in `stateDir`, or on a new demo town. */
export async function startServer(
  options: { stateDir?: string; port?: number; env?: Record<string, string> } = {},
): Promise<Server> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), "pombi-"));
  const port = options.port ?? (await freePort());
  const child = spawn("node_modules/.bin/tsx", ["scripts/serve.ts", "--prebuilt"], {
    env: { ...process.env, STATE_DIR: stateDir, PORT: String(port), WRANGLER_SEND_METRICS: "false", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const log: string[] = [];
  const started = new Promise<void>((resolve, reject) => {
    const tooLate = AbortSignal.timeout(STARTS_WITHIN_MS);
    tooLate.addEventListener("abort", () => reject(new Error(`The server did not start:\n${log.join("")}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        log.push(chunk.toString());
        if (log.join("").includes("Sign in ")) resolve();
      });
    }
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${log.join("")}`)));
  });
  await started.catch(async (error: unknown) => {
    await killGroup(child);
    throw error;
  });
  return { origin: `http://localhost:${port}`, stateDir, kill: () => killGroup(child) };
}
