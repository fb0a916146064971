import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { resetClock } from "./clock";
import { startServer, type Server } from "./server";

/** A folder with a demo town of one's own, as it is when the tests' time begins. */
export function copyDemoTown(): string {
  const stateDir = mkdtempSync(join(tmpdir(), "pombi-"));
  cpSync(join(inject("prepared"), "state"), stateDir, { recursive: true });
  return stateDir;
}

/** The product as `npm start` runs it, on a demo town of its own, with the tests' time. */
export async function startDemoServer(env: Record<string, string>): Promise<Server> {
  const server = await startServer({ stateDir: copyDemoTown(), env });
  await resetClock(server.origin);
  return server;
}
