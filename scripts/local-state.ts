import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where local data lives, and how this machine's Worker is reached: `STATE_DIR` and `PORT` change both. */
export function localSettings(environment: NodeJS.ProcessEnv = process.env) {
  const stateDir = resolve(environment["STATE_DIR"] ?? ".state");
  const port = Number(environment["PORT"] ?? 8787);
  return { stateDir, port, origin: `http://localhost:${port}` };
}

/** The secret of local sessions: kept with the data, so that a restart signs nobody out. */
export function localSecret(stateDir: string): string {
  const file = join(stateDir, "session-secret");
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
