import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./demo-town/demo-people";
import type { PaynowServer } from "./paynow/paynow-server";
import { migrateLocal, seedLocal } from "./local-database";
import { localSecret, localSettings, localVapidKeys } from "./local-state";

/** The variables of local mode, the same for npm start and npm run dev. `paynow`: those of its stand-in. */
export function localVariables(paynow: Record<string, string>): Record<string, string> {
  const { stateDir, origin } = localSettings();
  const variables: Record<string, string> = {
    LOCAL_MODE: "true",
    ORIGIN: origin,
    SESSION_SECRET: localSecret(stateDir),
    ...localVapidKeys(stateDir),
    ...paynow,
  };
  for (const name of ["D1_DELAY_MS", "LIMIT_FACTOR", "LOG_REQUESTS", "REQUIRE_SECOND_FACTOR"])
    if (process.env[name]) variables[name] = process.env[name];
  return variables;
}

export async function prepareDatabase(): Promise<void> {
  const { stateDir } = localSettings();
  await migrateLocal(stateDir);
  if (!process.argv.includes("--no-seed")) await seedLocal(stateDir);
}

/** Prints where the site is, and runs its scheduled tasks once a minute, as production does. */
export function printSite(runSchedule: () => Promise<unknown>, paynow: PaynowServer): void {
  const { origin } = localSettings();
  console.info(`Pombi     ${origin}
Sign in   ${DEMO_LOGINS.join(", ")}; the password is ${DEMO_PASSWORD}
Sent      ${origin}/dev/mailbox; Paynow's stand-in: ${paynow.origin}`);
  setInterval(() => void runSchedule().catch(() => undefined), 60_000).unref();
}

/** Names what keeps the site from being served, and what to do; null: nothing. An install script puts Node 24 at `node`. */
export async function whyNotReady(port: number, node = "node_modules/node/bin/node"): Promise<string | null> {
  if (!existsSync(node))
    return "The packages were installed without their scripts. Run npm ci, without --ignore-scripts.";
  const server = createServer().listen(port, "127.0.0.1");
  if (!(await once(server, "listening").catch(() => null)))
    return `Port ${port} is busy: another site may be running. Stop that one, or choose another port: PORT=8788 npm start.`;
  await new Promise((resolve) => server.close(resolve));
  return null;
}

export async function requireReady(port: number): Promise<void> {
  const problem = await whyNotReady(port);
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
